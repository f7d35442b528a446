//! A turn of a recorded game, and what strategies make of it.

use super::chain::Chain;
use crate::engine::{
    Action, BySeat, Election, ElectionRecord, Illegal, Move, Observation, Progress, Round, Seat,
    Seed, Sitting, Stream,
};
use crate::strategies::{Strategy, Values};

/// A turn of a recorded game: the position before it, and what was done.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    record: &'a ElectionRecord,
    sitting: Sitting<'a>,
    round: Round,
    played: Action,
}

/// Why a record has no such turn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchTurn {
    #[error(
        "election {election} of game {game} has no round {asked}; it has {}",
        numbers(["round", "rounds"], *.rounds)
    )]
    Round { game: u64, election: u32, asked: u64, rounds: usize },
    #[error("round {round} has no ply {asked}; it has {}", numbers(["ply", "plies"], *.plies))]
    Ply { round: u64, asked: u64, plies: usize },
    /// The record is not by the rules; one that was refereed never is.
    #[error("round {round}: {illegal}")]
    Illegal { round: usize, illegal: Illegal },
}

/// `rounds 0 to 7`, `round 0 alone`.
fn numbers([one, several]: [&str; 2], count: usize) -> String {
    match count {
        0 => format!("no {several}"),
        1 => format!("{one} 0 alone"),
        more => format!("{several} 0 to {}", more - 1),
    }
}

/// What a strategy does on a turn, and what it makes of each legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub choice: Move,
    /// None of a strategy that does not go by values.
    pub values: Option<Values>,
}

impl<'a> Turn<'a> {
    /// The turn at `ply` of `round`, both from 0. The record must be by the rules, as one that the
    /// referee has [read](crate::records::read).
    ///
    /// # Errors
    /// There is no such round or ply.
    pub fn of(record: &'a ElectionRecord, round: u64, ply: u64) -> Result<Self, NoSuchTurn> {
        let at = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let Some(asked) = record.rounds.get(at(round)) else {
            let (game, election, rounds) = (record.game, record.election, record.rounds.len());
            return Err(NoSuchTurn::Round { game, election, asked: round, rounds });
        };
        let Some(&played) = asked.play.get(at(ply)) else {
            return Err(NoSuchTurn::Ply { round, asked: ply, plies: asked.play.len() });
        };
        let mut election = Election::new(&record.rules, record.camat_before);
        for number in 0..at(round) {
            let (ended, end) = replay(record, number, usize::MAX, &election)?;
            if let Some(Progress::Ended(end)) = end {
                election.close(&ended, &end);
            }
        }
        let (before, _) = replay(record, at(round), at(ply), &election)?;
        let names = BySeat::from_fn(|seat| record.seats[seat].as_str());
        let sitting = Sitting { names, election: record.election, round: election.rounds() };
        Ok(Self { record, sitting, round: before, played })
    }

    /// What the seat to move sees.
    pub fn seen(&self) -> Observation<'_> {
        self.seen_by(self.round.to_move())
    }

    /// What `seat` sees, whose turn it need not be.
    pub fn seen_by(&self, seat: Seat) -> Observation<'_> {
        Observation::new(&self.round, &self.sitting, seat)
    }

    /// What was done, as it is recorded.
    pub fn played(&self) -> Action {
        self.played
    }

    /// The line as it lies.
    pub fn chain(&self) -> Chain {
        let mut chain = Chain::default();
        self.round.history().iter().filter_map(|done| done.play()).for_each(|m| chain.place(m));
        chain
    }

    /// The stream of this decision in a tournament of this master seed: game g is rotation g mod 5
    /// of block ⌊g / 5⌋ (formats.md).
    pub fn stream(&self, seed: Seed) -> Stream {
        let seats = Seat::COUNT as u64;
        let decisions = seed.decisions(self.record.game / seats, self.record.game % seats);
        let Sitting { election, round, .. } = self.sitting;
        decisions.round(election, round).stream(self.round.history().len(), self.round.to_move())
    }

    /// What `strategy` does, asked as a tournament of this seed asks it; `None` where there are not
    /// two legal moves, on which none is asked.
    pub fn ask(&self, strategy: &dyn Strategy, seed: Seed) -> Option<Answer> {
        let seen = self.seen();
        let legal = seen.legal();
        if !legal.is_choice() {
            return None;
        }
        let stream = self.stream(seed);
        let chosen = legal.find(strategy.choose(&seen, &mut stream.clone()));
        // As at the table, where what is not legal is a fault.
        let choice = chosen.or_else(|| legal.first())?;
        Some(Answer { choice, values: strategy.values(&seen, &mut stream.clone()) })
    }
}

/// Round `number` of the record after at most `plies` plies, and what the last of them came to.
fn replay(
    record: &ElectionRecord,
    number: usize,
    plies: usize,
    election: &Election,
) -> Result<(Round, Option<Progress>), NoSuchTurn> {
    let recorded = &record.rounds[number];
    let mut round = election.next_round(&recorded.deal.hands());
    let mut last = None;
    for &action in recorded.play.iter().take(plies) {
        let progress = round.play(action, &mut ());
        last = Some(progress.map_err(|illegal| NoSuchTurn::Illegal { round: number, illegal })?);
    }
    Ok((round, last))
}
