//! `omniscient`: searches as `monte-carlo` does, in the one world there is. It is the bound of what
//! can be had by knowing more, and no player: the one strategy that is shown what R10.1 hides.

use super::params::Params;
use super::registry::{Entry, with_file};
use super::search::{Hands, Searcher, Tally};
use super::setting::Setting;
use super::strategy::Strategy;
use super::values::Values;
use crate::engine::{BySeat, Move, Observation, Random, Stream, TileSet};

/// Monte Carlo that sees every hand.
#[derive(Clone, Debug)]
pub struct Omniscient(Searcher);

/// The hands as they are.
struct Known(BySeat<TileSet>);

impl Hands for Known {
    fn draw(&mut self, _random: &mut Random) -> BySeat<TileSet> {
        self.0
    }
}

impl Omniscient {
    fn search(&self, seen: &Observation<'_>, random: &Stream) -> Tally {
        self.0.search(seen, &mut Known(*seen.every_hand()), random)
    }
}

impl Strategy for Omniscient {
    fn choose(&self, seen: &Observation<'_>, random: &mut Stream) -> Move {
        self.0.choice(seen, &self.search(seen, random))
    }

    fn values(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Values> {
        Some(self.0.values(seen, &self.search(seen, random)))
    }
}

/// Its place in the registry.
pub(super) fn entry() -> Entry {
    let summary = "sees all hands, against the rules: a bound and no player";
    let build =
        |params: &Params, setting: &Setting<'_>| Searcher::new(params, setting).map(Omniscient);
    let entry = Entry::with_setting("omniscient", summary, Searcher::parameters(), build)
        .with_budget("worlds");
    with_file(entry.that_sees_all(), include_str!("../../strategies/omniscient.toml"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// How often the files below `folder` call the window on all hands.
    fn calls(folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(calls(&path));
            } else if fs::read_to_string(&path).unwrap().contains(concat!(".every_", "hand()")) {
                found.push(path.file_name().unwrap().to_string_lossy().into_owned());
            }
        }
        found
    }

    #[test]
    fn no_other_code_looks_at_every_hand() {
        assert_eq!(calls(Path::new("src")), ["omniscient.rs"]);
    }
}
