//! An experiment: a TOML file, with what the command line says over it, resolved and checked.

use serde::{Deserialize, Deserializer};

use super::schedule::{Design, Schedule};
use crate::engine::{MAX_ELECTIONS, Rules, RulesError, Seat, Seed};
use crate::strategies::{Entrant, Registry, SpecError, entrants};

/// Entrants in a pool at most.
const MAX_POOL: usize = 64;
/// Games asked for at most.
pub(crate) const MAX_GAMES: u64 = 1_000_000_000_000;

/// The keys of an experiment file. What is not given has a default, or comes from elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentFile {
    pub design: Option<Design>,
    /// Specs, as `-s` takes them.
    pub pool: Option<Vec<String>>,
    #[serde(default, deserialize_with = "games")]
    pub games: Option<u64>,
    #[serde(default, deserialize_with = "elections")]
    pub elections: Option<u32>,
    pub seed: Option<u64>,
    pub records: Option<bool>,
    #[serde(default)]
    pub rules: Rules,
}

fn bounded<'de, D: Deserializer<'de>>(source: D, high: u64) -> Result<Option<u64>, D::Error> {
    let found = i64::deserialize(source)?;
    u64::try_from(found).ok().filter(|n| (1..=high).contains(n)).map(Some).ok_or_else(|| {
        serde::de::Error::custom(format!("{found} is out of bounds; it must be 1 to {high}"))
    })
}

fn games<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u64>, D::Error> {
    bounded(source, MAX_GAMES)
}

fn elections<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u32>, D::Error> {
    Ok(bounded(source, u64::from(MAX_ELECTIONS))?.map(|n| n as u32))
}

/// An experiment that can't be run.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    #[error("{origin}: {}", .cause.to_string().trim_end())]
    Toml { origin: String, cause: Box<toml::de::Error> },
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("the pool is empty; name at least one strategy")]
    EmptyPool,
    #[error("the pool has {0} entrants; at most {MAX_POOL} can meet")]
    Pool(usize),
    #[error("a duel takes two entrants, the challenger and the baseline; {0} are given")]
    Duel(usize),
    #[error("unknown design `{0}`; there are free-for-all and duel")]
    Design(String),
    #[error("{0} games; it must be 1 to {MAX_GAMES}")]
    Games(u64),
    #[error("{0} elections a game; it must be 1 to {MAX_ELECTIONS}")]
    Elections(u32),
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl ExperimentFile {
    /// The experiment that is run where nothing is said.
    pub const DEFAULT: &'static str = include_str!("../../experiments/default.toml");

    /// Reads a file's text; `origin` names it in errors.
    pub fn parse(text: &str, origin: &str) -> Result<Self, ExperimentError> {
        toml::from_str(text).map_err(|cause| ExperimentError::Toml {
            origin: origin.to_owned(),
            cause: Box::new(cause),
        })
    }
}

/// An experiment as it is run: everything that decides its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    pub design: Design,
    pub pool: Vec<Entrant>,
    /// Games asked for; blocks are whole, so more may be played.
    pub games: u64,
    /// Elections in a row that make a game (R9.5).
    pub elections: u32,
    pub seed: u64,
    pub rules: Rules,
    /// Whether every game is recorded.
    pub records: bool,
}

impl Experiment {
    /// Games where a file does not say.
    pub const DEFAULT_GAMES: u64 = 10_000;
    /// Seed where nothing says.
    pub const DEFAULT_SEED: u64 = 1;

    /// Fills in the defaults of a file and checks the whole.
    pub fn resolve(file: &ExperimentFile, registry: &Registry) -> Result<Self, ExperimentError> {
        let experiment = Self {
            design: file.design.unwrap_or_default(),
            pool: entrants(file.pool.as_deref().unwrap_or_default(), registry)?,
            games: file.games.unwrap_or(Self::DEFAULT_GAMES),
            elections: file.elections.unwrap_or(1),
            seed: file.seed.unwrap_or(Self::DEFAULT_SEED),
            rules: file.rules,
            records: file.records.unwrap_or(false),
        };
        experiment.check()?;
        Ok(experiment)
    }

    /// Refuses what is out of bounds.
    pub fn check(&self) -> Result<(), ExperimentError> {
        match self.pool.len() {
            0 => return Err(ExperimentError::EmptyPool),
            n if n > MAX_POOL => return Err(ExperimentError::Pool(n)),
            n if self.design == Design::Duel && n != 2 => return Err(ExperimentError::Duel(n)),
            _ => {}
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return Err(ExperimentError::Games(self.games));
        }
        if !(1..=MAX_ELECTIONS).contains(&self.elections) {
            return Err(ExperimentError::Elections(self.elections));
        }
        Ok(self.rules.validate()?)
    }

    /// The labels of the pool, in its order.
    pub fn labels(&self) -> Vec<&str> {
        self.pool.iter().map(|entrant| entrant.label.as_str()).collect()
    }

    /// Its schedule from the first block on.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.design, self.pool.len(), Seed(self.seed))
    }

    /// How many blocks are played: enough for the games asked for, and further up to whole cycles
    /// where that is no more than twice as many (formats.md).
    pub fn blocks(&self) -> u64 {
        let blocks = self.games.div_ceil(Seat::COUNT as u64);
        let whole = blocks.next_multiple_of(self.schedule().cycle_length());
        if whole <= 2 * blocks { whole } else { blocks }
    }

    /// Games that are played: five a block.
    pub fn games_played(&self) -> u64 {
        self.blocks() * Seat::COUNT as u64
    }

    /// The fewest and the most seats an entrant has in one rotation of all blocks, where they
    /// differ: what a last cycle that is not whole leaves unbalanced.
    pub fn imbalance(&self) -> Option<(u64, u64)> {
        let mut schedule = self.schedule();
        let length = schedule.cycle_length();
        let rest = self.blocks() % length;
        if rest == 0 {
            return None;
        }
        let whole = self.blocks() - rest;
        let each = whole * Seat::COUNT as u64 / self.pool.len() as u64;
        let mut seats = vec![each; self.pool.len()];
        for number in whole..self.blocks() {
            for &entrant in schedule.block(number).seating.iter() {
                seats[entrant] += 1;
            }
        }
        Some((seats.iter().copied().min()?, seats.iter().copied().max()?))
    }
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
        assert_eq!(experiment.imbalance(), Some((1, 2)));
    }

    #[test]
    fn errors_name_place_and_cure() {
        let message = |text: &str| resolve(text).unwrap_err().to_string();
        let unknown = message("pool = [\"greedy\"]\ngame = 5\n");
        assert!(unknown.contains("test.toml: ") && unknown.contains("line 2"), "{unknown}");
        assert!(unknown.contains("`games`"), "{unknown}");
        let rules = message("pool = [\"greedy\"]\n[rules]\nceki = 26\n");
        assert!(rules.contains("line 3") && rules.contains("0 to 25"), "{rules}");
        assert!(message("games = 0\npool = [\"greedy\"]").contains("1 to 1000000000000"));
        assert!(message("elections = -3\npool = [\"greedy\"]").contains("1 to 1000000"));
        assert!(message("").contains("pool is empty"));
        assert!(message("design = \"duel\"\npool = [\"greedy\"]").contains("two entrants"));
        assert!(message("pool = [\"gredy\"]").contains("did you mean `greedy`"));
        assert!(message("design = \"league\"\npool = []").contains("free-for-all"));
    }
}
