//! An experiment: a TOML file, with what the command line says over it, resolved and checked.

mod document;
mod error;
mod file;
mod keys;
mod places;
mod schema;
mod seatings;
mod written;

pub use error::ExperimentError;
pub use file::{ExperimentFile, OutputsFile, Overrides, UntilFile};
pub use places::{Place, Places};
pub use schema::experiment_schema;
pub use written::experiment_toml;

pub(crate) use document::{check as check_document, name_of};
pub(crate) use keys::{Key, Takes, key, rule};

use serde::{Deserialize, Serialize};

use super::design::{Arm, Design, Seating};
use super::schedule::Schedule;
use super::until::Until;
use crate::engine::{MAX_ELECTIONS, Rules, Seat, Seed};
use crate::strategies::{
    Entrant, PoolError, Registry, SpecFile, Strategy, entrants_within, nearest_of, quote,
};

/// Entrants in a pool at most.
pub(crate) const MAX_POOL: usize = 64;
/// Games asked for at most.
pub(crate) const MAX_GAMES: u64 = 1_000_000_000_000;

/// Which files that grow with a run are written besides `blocks.csv`, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outputs {
    /// `games.csv`, a row an election.
    pub games: bool,
    /// `rounds.csv`, a row a round.
    pub rounds: bool,
    /// `records.jsonl`, every move of every game.
    pub records: bool,
    /// Whether the files that grow are compressed.
    pub zstd: bool,
}

impl Default for Outputs {
    fn default() -> Self {
        Self { games: true, rounds: false, records: false, zstd: false }
    }
}

/// An experiment as it is run: everything that decides its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    pub design: Design,
    /// Whether a duel or a gauntlet has its reverse arms too.
    pub both: bool,
    pub pool: Vec<Entrant>,
    /// Those of the design `seating`, by place in the pool; empty in any other.
    pub seatings: Vec<Seating>,
    /// Games asked for; blocks are whole, so more may be played.
    pub games: u64,
    /// Elections in a row that make a game (R9.5).
    pub elections: u32,
    pub seed: u64,
    pub rules: Rules,
    pub outputs: Outputs,
    /// The equity table that is played by, where it is not the shipped one.
    pub equity: Option<SpecFile>,
    /// Whose rating is fixed, by place in the pool.
    pub anchor: usize,
    /// What is to be decided, of a run that ends when it has; `games` are then those of the most
    /// blocks.
    pub until: Option<Until>,
}

impl Experiment {
    /// Games where a file does not say.
    pub const DEFAULT_GAMES: u64 = 10_000;
    /// Seed where nothing says.
    pub const DEFAULT_SEED: u64 = 1;

    /// A free-for-all of a pool, with the default of everything else.
    pub fn of(pool: Vec<Entrant>) -> Self {
        Self {
            design: Design::default(),
            both: false,
            pool,
            seatings: Vec::new(),
            games: Self::DEFAULT_GAMES,
            elections: 1,
            seed: Self::DEFAULT_SEED,
            rules: Rules::default(),
            outputs: Outputs::default(),
            equity: None,
            anchor: 0,
            until: None,
        }
    }

    /// Fills in the defaults of a file and checks the whole.
    ///
    /// # Errors
    /// It can't be run; with the place in the file where one of its values is the reason.
    pub fn resolve(file: &ExperimentFile, registry: &Registry) -> Result<Self, ExperimentError> {
        Self::fill_in(file, registry).map_err(|error| match file.places.find(&error.keys()) {
            Some(place) => error.at(place),
            None => error,
        })
    }

    fn fill_in(file: &ExperimentFile, registry: &Registry) -> Result<Self, ExperimentError> {
        let design = file.design.unwrap_or_default();
        let specs = file.pool.as_deref().unwrap_or_default();
        if specs.is_empty() {
            return Err(ExperimentError::EmptyPool);
        }
        let pool = entrants_within(specs, registry, &file.budget)?;
        let seatings = match (design, &file.seatings) {
            (Design::Seating, named) => seatings::resolve(named.as_deref(), &pool)?,
            (_, None) => Vec::new(),
            (_, Some(_)) => return Err(ExperimentError::Seatings(design.word())),
        };
        let anchor = file.anchor.as_deref().map(|label| place_of(label, &pool)).transpose()?;
        let until = file.until.as_ref().map(UntilFile::fill_in).transpose()?;
        if let Some(until) = &until {
            until.check(file.rules.stones).map_err(ExperimentError::Until)?;
        }
        let games = match (&until, file.games) {
            (Some(_), Some(games)) => return Err(ExperimentError::UntilGames(games)),
            (Some(until), None) => Some(until.blocks * Seat::COUNT as u64),
            (None, games) => games,
        };
        let default = Self::of(pool);
        let mut experiment = Self {
            design,
            both: file.both.unwrap_or(default.both),
            seatings,
            games: games.unwrap_or(default.games),
            elections: file.elections.unwrap_or(default.elections),
            seed: file.seed.unwrap_or(default.seed),
            rules: file.rules,
            outputs: file.outputs()?,
            anchor: anchor.unwrap_or(default.anchor),
            until,
            ..default
        };
        experiment.check()?;
        if let Some(path) = &file.equity {
            experiment.equity = Some(SpecFile::read_table(path, &experiment.rules)?.0);
        }
        experiment.build(registry)?;
        Ok(experiment)
    }

    /// The strategies of its pool, for its rules and with its equity table, if it names one.
    ///
    /// # Errors
    /// The table is not there as it was, or for other rules; the registry does not have a strategy,
    /// or it can't play by the rules.
    pub fn build(&self, registry: &Registry) -> Result<Vec<Box<dyn Strategy>>, ExperimentError> {
        let table = self.equity.as_ref().map(|file| file.table(&self.rules)).transpose()?;
        let setting = registry.setting(&self.rules).with_table(table.as_ref());
        let built = self.pool.iter().enumerate().map(|(place, entrant)| {
            let built = entrant.spec.build_in(registry, &setting);
            built.map_err(|cause| PoolError::Spec { place, cause }.into())
        });
        built.collect()
    }

    /// Refuses what is out of bounds.
    pub fn check(&self) -> Result<(), ExperimentError> {
        let (design, found) = (self.design.word(), self.pool.len());
        let (fewest, most) = self.design.pool(MAX_POOL);
        match found {
            0 => return Err(ExperimentError::EmptyPool),
            n if n > MAX_POOL => return Err(ExperimentError::Pool(n)),
            n if n < fewest || n > most => {
                return Err(ExperimentError::PoolOfDesign {
                    design,
                    takes: match self.design {
                        Design::Duel => "two entrants, the challenger and the baseline",
                        Design::Mix => "two entrants",
                        Design::Ladder => "2 to 16 entrants",
                        _ => "two entrants or more, the challenger first",
                    },
                    found,
                });
            }
            _ => {}
        }
        if self.both && !self.design.has_reverse() {
            return Err(ExperimentError::Both(design));
        }
        if self.design == Design::Seating {
            seatings::check(&self.seatings, &self.pool)?;
        } else if !self.seatings.is_empty() {
            return Err(ExperimentError::Seatings(design));
        }
        if self.anchor >= found {
            return Err(ExperimentError::NoAnchor { found: self.anchor, pool: found });
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return Err(ExperimentError::Games(self.games));
        }
        if !(1..=MAX_ELECTIONS).contains(&self.elections) {
            return Err(ExperimentError::Elections(self.elections));
        }
        if let Some(until) = &self.until {
            if self.design != Design::Duel || self.both {
                return Err(ExperimentError::UntilDesign);
            }
            until.check(self.rules.stones).map_err(ExperimentError::Until)?;
            if self.games != until.blocks * Seat::COUNT as u64 {
                return Err(ExperimentError::UntilGames(self.games));
            }
        }
        if self.outputs.zstd && !cfg!(feature = "zstd") {
            return Err(ExperimentError::Zstd);
        }
        Ok(self.rules.validate()?)
    }

    /// Its arms, in the order in which they take turns.
    pub fn arms(&self) -> Vec<Arm> {
        Arm::of(self.design, self.both, &self.labels(), &self.seatings)
    }

    /// The labels of the pool, in its order.
    pub fn labels(&self) -> Vec<&str> {
        self.pool.iter().map(|entrant| entrant.label.as_str()).collect()
    }

    /// Its schedule from the first block on.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.arms(), self.pool.len(), Seed(self.seed))
    }

    /// How many blocks are played: enough for the games asked for, and further up to whole cycles
    /// where that is no more than twice as many (formats.md).
    pub fn blocks(&self) -> u64 {
        let blocks = self.games.div_ceil(Seat::COUNT as u64);
        let whole = blocks.next_multiple_of(self.schedule().cycle_length());
        if whole <= 2 * blocks { whole } else { blocks }
    }

    /// Those of each arm, in the order of [`arms`](Self::arms).
    pub fn blocks_by_arm(&self) -> Vec<u64> {
        let (blocks, arms) = (self.blocks(), self.arms().len() as u64);
        (0..arms).map(|arm| blocks / arms + u64::from(arm < blocks % arms)).collect()
    }

    /// Games that are played: five a block.
    pub fn games_played(&self) -> u64 {
        self.blocks() * Seat::COUNT as u64
    }

    /// What a last cycle that is not whole leaves unbalanced, if anything.
    pub fn imbalance(&self) -> Option<Imbalance> {
        let mut schedule = self.schedule();
        let blocks = self.blocks();
        let rest = blocks % schedule.cycle_length();
        if rest == 0 {
            return None;
        }
        if self.design != Design::FreeForAll {
            let arms = schedule.arms().len() as u64;
            let (least, most) = (blocks / arms, blocks.div_ceil(arms));
            return Some(Imbalance { of: Balanced::Arms, least, most });
        }
        let whole = blocks - rest;
        let each = whole * Seat::COUNT as u64 / self.pool.len() as u64;
        let mut seats = vec![each; self.pool.len()];
        for number in whole..blocks {
            for &entrant in schedule.block(number).seating.iter() {
                seats[entrant] += 1;
            }
        }
        let (least, most) = (seats.iter().copied().min()?, seats.iter().copied().max()?);
        Some(Imbalance { of: Balanced::Seats, least, most })
    }
}

/// The place of a label in the pool.
fn place_of(label: &str, pool: &[Entrant]) -> Result<usize, ExperimentError> {
    let place = pool.iter().position(|entrant| entrant.label == label);
    place.ok_or_else(|| {
        let labels = || pool.iter().map(|entrant| entrant.label.as_str());
        ExperimentError::Anchor {
            found: quote(label),
            near: nearest_of(label, labels()),
            pool: labels().collect::<Vec<_>>().join(", "),
        }
    })
}

/// What whole cycles make equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balanced {
    /// Seats of each entrant in one rotation of all blocks.
    Seats,
    /// Blocks of each arm.
    Arms,
}

/// What is not equal in the end: the fewest and the most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Imbalance {
    pub of: Balanced,
    pub least: u64,
    pub most: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(text: &str) -> Result<Experiment, ExperimentError> {
        Experiment::resolve(&ExperimentFile::parse(text, "test.toml")?, &Registry::builtin())
    }

    /// What it writes is pinned, so a strategy that is added later is not in it.
    #[test]
    fn default_experiment_has_the_first_four_strategies() {
        let experiment = resolve(ExperimentFile::DEFAULT).unwrap();
        let names: Vec<_> = experiment.pool.iter().map(|e| e.spec.name.as_str()).collect();
        assert_eq!(names, ["random", "greedy", "heuristic", "monte-carlo"]);
    }

    #[test]
    fn games_are_rounded_to_blocks_and_cycles() {
        let blocks = |pool: &str, games: u64| {
            resolve(&format!("pool = [{pool}]\ngames = {games}")).unwrap().blocks()
        };
        let five = r#""random","random","random","random","random""#;
        assert_eq!(blocks(five, 1), 1);
        assert_eq!(blocks(five, 11), 3);
        // Three entrants: cycles of three blocks. One block would be tripled, so it stays one.
        let three = r#""random","random","random""#;
        assert_eq!(blocks(three, 5), 1);
        assert_eq!(blocks(three, 10), 3);
        assert_eq!(blocks(three, 16), 6);
        let experiment = resolve(&format!("pool = [{three}]\ngames = 5")).unwrap();
        let of = Balanced::Seats;
        assert_eq!(experiment.imbalance(), Some(Imbalance { of, least: 1, most: 2 }));
    }
}
