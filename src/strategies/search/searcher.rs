//! A search as its parameters set it.

use super::super::light::Light;
use super::super::params::{Kind, Param, Params, Value};
use super::super::rollout::Slips;
use super::super::setting::{Setting, Unsuited};
use super::super::values::{Valued, Values};
use super::objective::{Objective, Worth};
use super::policies::Rollers;
use super::tally::Tally;
use super::{Hands, Search};
use crate::engine::{Move, Observation, Stream};

/// Who plays the rollouts, how many there are, and what they are for.
#[derive(Clone, Debug)]
pub(in crate::strategies) struct Searcher {
    search: Search,
    rollers: Rollers,
    objective: Objective,
}

impl Searcher {
    /// The parameters of every strategy that searches.
    pub fn parameters() -> Vec<Param> {
        let param = |key, kind, meaning| Param { key, kind, default: Value(0), meaning };
        vec![
            param(
                "worlds",
                Kind::Integer { low: 1, high: 1_000_000 },
                "worlds each move is rolled out in at most",
            ),
            param("rollout", Kind::Choice(Rollers::WORDS), "who plays the rollouts"),
            param(
                "slips",
                Kind::Integer { low: 0, high: 100 },
                "per cent of greedy rollout moves that are random instead",
            ),
            param("objective", Kind::Choice(Objective::WORDS), "what a finished round is worth"),
            param(
                "drop",
                Kind::Decimal { low: 0, high: 100_000 },
                "a move so many standard errors below the best is dropped; 0 drops none",
            ),
        ]
    }

    /// By the values of [`parameters`](Self::parameters).
    ///
    /// # Errors
    /// There is no table for the rules of the setting.
    pub fn new(params: &Params, setting: &Setting<'_>) -> Result<Self, Unsuited> {
        let slips = Slips { percent: params.get("slips") as u32 };
        Ok(Self {
            search: Search { worlds: params.get("worlds") as u32, drop: params.get("drop") as u32 },
            rollers: match params.get("rollout") {
                0 => Rollers::Random,
                1 => Rollers::Greedy(slips),
                2 => Rollers::Light(Light::default()),
                _ => Rollers::Mixed(Light::default(), slips),
            },
            objective: Objective::new(params, setting)?,
        })
    }

    /// Worlds each move is rolled out in at most.
    pub fn worlds(&self) -> u32 {
        self.search.worlds
    }

    /// What the legal moves of `seen` come to in worlds of `hands`.
    pub fn search(&self, seen: &Observation<'_>, hands: &mut impl Hands, random: &Stream) -> Tally {
        let worth = Worth::new(&self.objective, seen);
        self.rollers.search(&self.search, seen, hands, random, &worth)
    }

    /// The move of the highest mean, the first of them.
    pub fn choice(&self, seen: &Observation<'_>, tally: &Tally) -> Move {
        let chosen = seen.legal().iter().nth(tally.best());
        chosen.unwrap_or_else(|| unreachable!("a strategy is asked with a choice"))
    }

    /// What the moves came to, for people. Moves are compared in the same worlds, so the error of a
    /// difference is mostly less than the two errors make it.
    pub fn values(&self, seen: &Observation<'_>, tally: &Tally) -> Values {
        let scale = self.objective.scale();
        let moves = seen.legal().iter().enumerate().map(|(number, play)| Valued {
            play,
            amount: tally.mean(number),
            error: tally.error_of_mean(number).map(|error| error / scale as f64),
        });
        Values { unit: self.objective.unit(), scale: scale * Tally::UNIT, moves: moves.collect() }
    }
}
