//! `monte-carlo`: determinization. Hidden hands are dealt as the observation allows, each legal
//! move is rolled out in each of these worlds, and the move of highest mean value is played.

use super::params::Params;
use super::registry::{Entry, with_file};
use super::search::{Searcher, Tally};
use super::setting::Setting;
use super::strategy::Strategy;
use super::values::Values;
use crate::belief::{Constraints, Worlds};
use crate::engine::{Move, Observation, Stream};

/// Monte Carlo over worlds that all moves share.
#[derive(Clone, Debug)]
pub struct MonteCarlo(Searcher);

impl MonteCarlo {
    fn search(&self, seen: &Observation<'_>, random: &Stream) -> Tally {
        self.0.search(seen, &mut Worlds::new(Constraints::new(seen)), random)
    }
}

impl Strategy for MonteCarlo {
    fn choose(&self, seen: &Observation<'_>, random: &mut Stream) -> Move {
        self.0.choice(seen, &self.search(seen, random))
    }

    fn values(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Values> {
        Some(self.0.values(seen, &self.search(seen, random)))
    }
}

/// Its place in the registry.
pub(super) fn entry() -> Entry {
    let summary = "rolls out each move in worlds dealt as play allows";
    let build =
        |params: &Params, setting: &Setting<'_>| Searcher::new(params, setting).map(MonteCarlo);
    let entry = Entry::with_setting("monte-carlo", summary, Searcher::parameters(), build)
        .with_budget("worlds");
    with_file(entry, include_str!("../../strategies/monte-carlo.toml"))
}
