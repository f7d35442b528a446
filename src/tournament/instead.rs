//! What another strategy would have made of each round, valued by an equity table.

use std::ops::Range;
use std::sync::Arc;

use super::experiment::{Experiment, ExperimentError};
use super::play::{Player, Players};
use super::schedule::Block;
use crate::engine::{BySeat, Election, Round, RoundEnd, Seat, Table as _};
use crate::equity::Equity;
use crate::strategies::{PoolError, Registry, Spec, SpecError, Strategy};

/// The unit of chances: 2¹⁶.
const CERTAIN: i64 = 1 << 16;

/// Elections as the first entrant of an experiment plays them, each round of which is played once more
/// from the same deal and stones by another strategy in its place. What that leaves is held against
/// what the entrant left, by the chances of a table. Games that differ in one round alone have far more
/// luck in common than whole elections, which are other games from the first difference on.
pub struct Instead {
    players: Players,
    other: Box<dyn Strategy>,
    table: Arc<Equity>,
}

impl Instead {
    /// `other` in the place of the first entrant.
    ///
    /// # Errors
    /// The experiment can't be built, or there is no table for its rules.
    pub fn new(
        experiment: &Experiment,
        other: &Spec,
        registry: &Registry,
    ) -> Result<Self, ExperimentError> {
        let own = experiment.equity.as_ref();
        let own = own.map(|file| file.table(&experiment.rules)).transpose()?;
        let setting = registry.setting(&experiment.rules).with_table(own.as_ref());
        let fail = |cause| ExperimentError::Entrants(PoolError::Spec { place: 0, cause });
        let table = setting
            .equity()
            .map_err(|cause| fail(SpecError::Unsuited { strategy: other.name.clone(), cause }))?;
        let other = other.build_in(registry, &setting).map_err(fail)?;
        Ok(Self { players: Players::new(experiment, registry)?, other, table })
    }

    /// How much more the other strategy makes of all rounds of some blocks, in units of 1/65536 of an
    /// election; none where `stop` answered yes.
    pub fn gain(&self, blocks: Range<u64>, stop: impl Fn() -> bool) -> Option<i64> {
        let mut schedule = self.players.experiment().schedule();
        let mut gain = 0;
        for number in blocks {
            let block = schedule.block(number);
            for rotation in 0..Seat::COUNT {
                if stop() {
                    return None;
                }
                gain += self.game(&block, rotation);
            }
        }
        Some(gain)
    }

    fn game(&self, block: &Block, rotation: usize) -> i64 {
        let entrants = block.rotated(rotation);
        let mut played = self.players.seat(block, rotation, &entrants);
        let mut instead = self.players.seat(block, rotation, &entrants);
        for seat in Seat::ALL.into_iter().filter(|&seat| entrants[seat] == 0) {
            instead.players[seat] = Player::of(&*self.other);
        }
        played.begin(0);
        instead.begin(0);
        let mut election = Election::new(&self.players.experiment().rules, None);
        let mut gain = 0;
        loop {
            let number = election.rounds();
            let deal = played.deal(number);
            instead.deal(number);
            let mut round = election.next_round(&deal.hands());
            let mut again = round.clone();
            let end = round.run(&mut played, &mut ());
            let other = again.run(&mut instead, &mut ());
            gain += self.worth(&entrants, &again, &other) - self.worth(&entrants, &round, &end);
            if election.close(&round, &end).is_some() {
                return gain;
            }
        }
    }

    /// The chances of the seats of the first entrant after a round.
    fn worth(&self, entrants: &BySeat<usize>, round: &Round, end: &RoundEnd) -> i64 {
        let chance = |seat: Seat| match end.elected {
            true => i64::from(end.winner == seat) * CERTAIN,
            false => i64::from(self.table.chance(round.holdings(), end.winner, false, seat)),
        };
        Seat::ALL.into_iter().filter(|&seat| entrants[seat] == 0).map(chance).sum()
    }
}
