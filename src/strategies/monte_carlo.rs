//! `monte-carlo`: determinization. Hidden hands are dealt as the observation allows, each legal
//! move is rolled out in each of these worlds, and the move of highest mean value is played.

use super::objective::{Objective, Worth};
use super::params::{Kind, Param, Params, Value};
use super::random::Random;
use super::registry::{Entry, with_file};
use super::rollout::Slips;
use super::rollouts::{self, MOST_MOVES, Spread, Sum};
use super::strategy::Strategy;
use super::values::{Valued, Values};
use crate::engine::{Move, Observation, Stream};

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

    /// The sum of what each legal move, in order, comes to in all worlds.
    fn sums<S: Sum>(&self, seen: &Observation<'_>, random: &Stream) -> [S; MOST_MOVES] {
        let worth = Worth::new(self.objective, seen);
        match self.rollout {
            Model::Random => rollouts::sums(&Random, self.worlds, seen, random, &worth),
            Model::Greedy => rollouts::sums(&self.slips, self.worlds, seen, random, &worth),
        }
    }
}

impl Strategy for MonteCarlo {
    fn choose(&self, seen: &Observation<'_>, random: &mut Stream) -> Move {
        let totals: [i64; MOST_MOVES] = self.sums(seen, random);
        let scored = totals.into_iter().zip(seen.legal().iter());
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or_else(|| unreachable!("a strategy is asked with a choice"), |(_, play)| play)
    }

    /// Moves are compared in the same worlds, so the error of a difference is mostly less than the
    /// two errors make it.
    fn values(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Values> {
        let sums: [Spread; MOST_MOVES] = self.sums(seen, random);
        let scale = self.objective.scale();
        let moves = seen.legal().iter().zip(sums).map(|(play, sum)| Valued {
            play,
            amount: sum.total,
            error: sum.error_of_mean(self.worlds).map(|error| error / scale as f64),
        });
        let unit = self.objective.unit();
        Some(Values { unit, scale: scale * i64::from(self.worlds), moves: moves.collect() })
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
    let entry = Entry::new("monte-carlo", summary, params, MonteCarlo::new).with_budget("worlds");
    with_file(entry, include_str!("../../strategies/monte-carlo.toml"))
}
