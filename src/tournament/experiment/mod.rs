//! An experiment: a TOML file, with what the command line says over it, resolved and checked.

mod file;
mod seatings;

pub use file::{ExperimentFile, OutputsFile};

use serde::{Deserialize, Serialize};

use super::design::{Arm, Design, Seating};
use super::schedule::Schedule;
use crate::engine::{MAX_ELECTIONS, Rules, RulesError, Seat, Seed};
use crate::strategies::{Entrant, Registry, SpecError, entrants};

/// Entrants in a pool at most.
pub(crate) const MAX_POOL: usize = 64;
/// Games asked for at most.
pub(crate) const MAX_GAMES: u64 = 1_000_000_000_000;

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
    #[error("a {design} takes {takes}; {found} are given")]
    PoolOfDesign { design: &'static str, takes: &'static str, found: usize },
    #[error(
        "unknown design `{0}`; there are free-for-all, duel, mix, gauntlet, ladder and seating"
    )]
    Design(String),
    #[error("`both` is for a duel or a gauntlet; the design is {0}")]
    Both(&'static str),
    #[error("`seatings` are for the design seating; the design is {0}")]
    Seatings(&'static str),
    #[error("seating {number} has {found} seats; a table has five")]
    Seats { number: usize, found: usize },
    #[error("seating {number} has `{found}`; the pool has {pool}")]
    Sitter { number: usize, found: String, pool: String },
    #[error("seating {number} is seating {other} again, perhaps rotated")]
    SeatingTwice { number: usize, other: usize },
    #[error("entrant `{0}` sits in no seating; name it in one, or leave it out of the pool")]
    Seatless(String),
    #[error(
        "{0} entrants and no `seatings`; a pool of 1 to 5 is seated in its order, \
         for more they must be given"
    )]
    NoSeatings(usize),
    #[error("`seatings` is empty; name at least one, or leave it out")]
    NoSeating,
    #[error("`records` is given twice, in `[outputs]` and outside it; leave out one")]
    RecordsTwice,
    #[error("this program was built without zstd; leave out `zstd`")]
    Zstd,
    #[error("{0} games; it must be 1 to {MAX_GAMES}")]
    Games(u64),
    #[error("{0} elections a game; it must be 1 to {MAX_ELECTIONS}")]
    Elections(u32),
    #[error(transparent)]
    Rules(#[from] RulesError),
}

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
        }
    }

    /// Fills in the defaults of a file and checks the whole.
    pub fn resolve(file: &ExperimentFile, registry: &Registry) -> Result<Self, ExperimentError> {
        let design = file.design.unwrap_or_default();
        let pool = entrants(file.pool.as_deref().unwrap_or_default(), registry)?;
        let seatings = match (design, &file.seatings) {
            (Design::Seating, named) => seatings::resolve(named.as_deref(), &pool)?,
            (_, None) => Vec::new(),
            (_, Some(_)) => return Err(ExperimentError::Seatings(design.word())),
        };
        let default = Self::of(pool);
        let experiment = Self {
            design,
            both: file.both.unwrap_or(default.both),
            seatings,
            games: file.games.unwrap_or(default.games),
            elections: file.elections.unwrap_or(default.elections),
            seed: file.seed.unwrap_or(default.seed),
            rules: file.rules,
            outputs: file.outputs()?,
            ..default
        };
        experiment.check()?;
        Ok(experiment)
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
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return Err(ExperimentError::Games(self.games));
        }
        if !(1..=MAX_ELECTIONS).contains(&self.elections) {
            return Err(ExperimentError::Elections(self.elections));
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
