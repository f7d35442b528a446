//! Decisions of elections that one strategy plays in all seats.

use std::error::Error;

use domeng::engine::{
    Action, Election, Observation, Progress, Round, RoundStreams, Rules, Seed, Sitting,
};
use domeng::strategies::{Registry, Spec, Strategy};

use super::score::THIRDS;

const SEED: Seed = Seed(21);

/// A round where the seat to move has a choice and others have played.
pub struct Position {
    pub round: Round,
    /// Which third of the round's plies, from 0.
    pub third: usize,
}

/// The decisions of this many elections of 12 rounds at most.
pub fn of(spec: &str, elections: u64) -> Result<Vec<Position>, Box<dyn Error>> {
    let registry = Registry::builtin();
    let rules = Rules { max_rounds: 12, ..Rules::default() };
    let player = Spec::parse(spec, &registry)?.build(&registry, &rules)?;
    let mut positions = Vec::new();
    for number in 0..elections {
        let mut election = Election::new(&rules, None);
        loop {
            let deal = SEED.deals(number).deal(0, election.rounds());
            let mut round = election.next_round(&deal.hands());
            let streams = SEED.decisions(number, 0).round(0, election.rounds());
            let end = loop {
                if let Progress::Ended(end) = ply(&mut round, &*player, streams, &mut positions)? {
                    break end;
                }
            };
            let plies = round.history().len();
            for position in positions.iter_mut().rev().take_while(|p| p.third == UNKNOWN) {
                position.third = THIRDS * position.round.history().len() / plies;
            }
            if election.close(&round, &end).is_some() {
                break;
            }
        }
    }
    Ok(positions)
}

/// Until the round is over.
const UNKNOWN: usize = usize::MAX;

fn ply(
    round: &mut Round,
    player: &dyn Strategy,
    streams: RoundStreams,
    positions: &mut Vec<Position>,
) -> Result<Progress, Box<dyn Error>> {
    let seen = Observation::new(round, &Sitting::NOBODY, round.to_move());
    let legal = seen.legal();
    let action = if legal.is_choice() {
        if seen.ply() > 0 {
            positions.push(Position { round: round.clone(), third: UNKNOWN });
        }
        Action::Play(player.choose(&seen, &mut streams.stream(seen.ply(), seen.seat())))
    } else {
        legal.first().map_or(Action::Pass, Action::Play)
    };
    round.play(action, &mut ()).map_err(|illegal| illegal.to_string().into())
}
