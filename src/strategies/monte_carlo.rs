//! `monte-carlo`: determinization. Hidden hands are dealt as the observation allows, each legal
//! move is rolled out in each of these worlds, and the move of highest mean value is played.

use super::params::{Kind, Param, Params, Value};
use super::random::Random;
use super::registry::{Entry, with_file};
use super::rollout::{Policy, Rollout, Slips};
use super::strategy::Strategy;
use crate::belief::{Constraints, Worlds};
use crate::engine::{
    Action, Holdings, Move, Observation, Progress, Round, RoundEnd, RoundStreams, Seat, Stream,
};

/// What a finished round is worth to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// 1 for the winner of the round.
    Round,
    /// Few stones of one's own.
    Stones,
    /// The chance to be the next CAMAT, estimated from all stones and who starts.
    Camat,
}

impl Objective {
    const WORDS: &'static [&'static str] = &["round", "stones", "camat"];

    fn value(self, round: &Round, end: &RoundEnd, seat: Seat) -> i64 {
        let holdings = round.holdings();
        match self {
            Objective::Round => i64::from(end.winner == seat),
            Objective::Stones => -i64::from(holdings.seats[seat]),
            Objective::Camat if end.elected => {
                if end.winner == seat {
                    CERTAIN
                } else {
                    0
                }
            }
            Objective::Camat => {
                let starter = round.camat().unwrap_or(end.winner);
                camat_chance(holdings, starter, round.rules().stones, seat)
            }
        }
    }
}

/// The unit of chances: 2¹⁶.
const CERTAIN: i64 = 1 << 16;

/// Weights of 0 to 25 stones of 25: each stone costs a factor of 0.779, e^−0.25.
const WEIGHT: [i64; 26] = {
    let mut weights = [1 << 20; 26];
    let mut held = 1;
    while held < weights.len() {
        weights[held] = weights[held - 1] * 779 / 1000;
        held += 1;
    }
    weights
};

/// The chance of `seat` to be the next CAMAT between two rounds, in units of 1 / [`CERTAIN`]: its
/// share of the weights of all seats.
///
/// The weights are those of a conditional logit fitted to 395 000 states between rounds of 60 000
/// elections among greedy with slips: the logarithm falls by a quarter a stone at every size of the
/// table. With an empty table the starter has an edge of 0.2, and one stone is as good as none.
fn camat_chance(holdings: &Holdings, starter: Seat, stones: u8, seat: Seat) -> i64 {
    let weight = |of: Seat| {
        let held = usize::from(holdings.seats[of]);
        let weight = WEIGHT[(held * 25 / usize::from(stones.max(1))).min(25)];
        let edge = |holds: bool| if holds && holdings.table == 0 { 5 } else { 4 };
        weight * edge(of == starter) * edge(held > 0) / 16
    };
    let all: i64 = Seat::ALL.iter().map(|&of| weight(of)).sum();
    CERTAIN * weight(seat) / all.max(1)
}

/// Flat Monte Carlo over worlds that all moves share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MonteCarlo {
    worlds: u32,
    rollout: Model,
    slips: Slips,
    objective: Objective,
}

/// Who plays the rollouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Model {
    Random,
    Greedy,
}

impl Model {
    const WORDS: &'static [&'static str] = &["random", "greedy"];
}

/// Legal moves of a hand: five tiles, one of them in two ways.
const MOST_MOVES: usize = 6;

impl MonteCarlo {
    fn new(params: &Params) -> Self {
        Self {
            worlds: params.get("worlds") as u32,
            rollout: if params.get("rollout") == 0 { Model::Random } else { Model::Greedy },
            slips: Slips { percent: params.get("slips") as u32 },
            objective: match params.get("objective") {
                0 => Objective::Round,
                1 => Objective::Stones,
                _ => Objective::Camat,
            },
        }
    }

    /// The sum of what each legal move, in order, was worth over all worlds.
    fn totals<P: Policy + Copy>(
        &self,
        policy: P,
        seen: &Observation<'_>,
        random: &Stream,
    ) -> [i64; MOST_MOVES] {
        let mut totals = [0; MOST_MOVES];
        let mut worlds = Worlds::new(Constraints::new(seen));
        let mut draws = random.generator(0);
        for world in 0..self.worlds {
            let dealt = seen.world(worlds.draw(&mut draws));
            // One stream a world: moves are compared under the same chances.
            let streams = random.round(1 + u64::from(world));
            for (total, play) in totals.iter_mut().zip(seen.legal().iter()) {
                *total += self.value_of(policy, seen, dealt.clone(), play, streams);
            }
        }
        totals
    }

    /// What `play` comes to in one world.
    fn value_of<P: Policy + Copy>(
        &self,
        policy: P,
        seen: &Observation<'_>,
        mut round: Round,
        play: Move,
        streams: RoundStreams,
    ) -> i64 {
        let end = match round.play(Action::Play(play), &mut ()) {
            Ok(Progress::Ended(end)) => end,
            Ok(Progress::Continues) => {
                round.run(&mut Rollout { policy, sitting: seen.sitting(), streams }, &mut ())
            }
            Err(illegal) => unreachable!("a move from the legal ones: {illegal}"),
        };
        self.objective.value(&round, &end, seen.seat())
    }
}

impl Strategy for MonteCarlo {
    fn choose(&self, seen: &Observation<'_>, random: &mut Stream) -> Move {
        let totals = match self.rollout {
            Model::Random => self.totals(Random, seen, random),
            Model::Greedy => self.totals(self.slips, seen, random),
        };
        let scored = totals.into_iter().zip(seen.legal().iter());
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or_else(|| unreachable!("a strategy is asked with a choice"), |(_, play)| play)
    }
}

/// Its place in the registry.
pub(super) fn entry() -> Entry {
    let param = |key, kind, meaning| Param { key, kind, default: Value(0), meaning };
    let params = vec![
        param("worlds", Kind::Integer { low: 1, high: 1_000_000 }, "worlds dealt for a decision"),
        param("rollout", Kind::Choice(Model::WORDS), "who plays the rollouts"),
        param(
            "slips",
            Kind::Integer { low: 0, high: 100 },
            "per cent of greedy rollout moves that are random instead",
        ),
        param("objective", Kind::Choice(Objective::WORDS), "what a finished round is worth"),
    ];
    let summary = "rolls out each move in worlds dealt as play allows";
    let entry = Entry::new("monte-carlo", summary, params, MonteCarlo::new);
    with_file(entry, include_str!("../../strategies/monte-carlo.toml"))
}
