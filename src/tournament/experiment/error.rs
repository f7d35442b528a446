//! What can be wrong with an experiment, in the words of its file.

use super::document::name_of;
use super::places::Place;
use super::{MAX_GAMES, MAX_POOL};
use crate::engine::{MAX_ELECTIONS, RulesError};
use crate::strategies::{PoolError, TableError, nearest};
use crate::tournament::design::Design;
use crate::tournament::until::UntilError;

/// An experiment that can't be run.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// Something that a file says, and where it says it.
    #[error("{}: line {}, column {}: {cause}\n{}", .place.origin, .place.line, .place.column, .place.excerpt)]
    At { place: Place, cause: Box<ExperimentError> },
    #[error("this is not TOML: {0}")]
    Syntax(String),
    #[error("`{0}` is given twice")]
    Twice(String),
    #[error("unknown key `{found}`{}; {whose} {known}", hint(.near))]
    UnknownKey { found: String, near: Option<String>, whose: String, known: String },
    #[error("`{key}` is {found}{}; it must be {must}", nearest_word(.near))]
    Value { key: String, found: String, near: Option<String>, must: String },
    #[error(transparent)]
    Entrants(#[from] PoolError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("the pool is empty; name at least one strategy")]
    EmptyPool,
    #[error("the pool has {0} entrants; at most {MAX_POOL} can meet")]
    Pool(usize),
    #[error("a {design} takes {takes}; {found} are given")]
    PoolOfDesign { design: &'static str, takes: &'static str, found: usize },
    #[error(
        "unknown design `{found}`{}; there are {}",
        nearest(.near),
        Design::ALL.map(Design::word).join(", ")
    )]
    Design { found: String, near: Option<String> },
    #[error("`both` is for a duel or a gauntlet; the design is {0}")]
    Both(&'static str),
    #[error("`seatings` are for the design seating; the design is {0}")]
    Seatings(&'static str),
    #[error("seating {number} has {found} seats; a table has five")]
    Seats { number: usize, found: usize },
    #[error("seating {number} has `{found}`{}; the pool has {pool}", nearest(.near))]
    Sitter { number: usize, seat: usize, found: String, near: Option<String>, pool: String },
    #[error("seating {number} has place {found}; the pool has {pool} entrants, from 0")]
    NoPlace { number: usize, found: usize, pool: usize },
    #[error("seating {number} is seating {other} again, perhaps rotated")]
    SeatingTwice { number: usize, other: usize },
    #[error("entrant `{label}` sits in no seating; name it in one, or leave it out of the pool")]
    Seatless { place: usize, label: String },
    #[error(
        "entrants `{first}` and `{second}` are linked by no seatings, directly or through others, so \
         they can't be rated beside each other; add a seating that links them, or make two runs"
    )]
    Unlinked { first: String, second: String },
    #[error("`anchor` is `{found}`{}; the pool has {pool}", nearest(.near))]
    Anchor { found: String, near: Option<String>, pool: String },
    #[error(
        "`games` is {0}, but a run until decided ends by itself; leave out `games`, and say with \
         `until.blocks` (--blocks) how long it may be"
    )]
    UntilGames(u64),
    #[error("only a duel without `both` can be played until decided")]
    UntilDesign,
    #[error("`until.{}` is {}; it must be {}", .0.key, .0.found, .0.must)]
    Until(UntilError),
    #[error("the anchor is place {found}; the pool has {pool} entrants, from 0")]
    NoAnchor { found: usize, pool: usize },
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

fn hint(near: &Option<String>) -> String {
    near.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default()
}

fn nearest_word(near: &Option<String>) -> String {
    near.as_ref().map(|word| format!(" (did you mean {word}?)")).unwrap_or_default()
}

impl ExperimentError {
    pub(super) fn at(self, place: Place) -> Self {
        Self::At { place, cause: Box::new(self) }
    }

    /// The keys of a file that it is about, those first that say it best.
    pub(super) fn keys(&self) -> Vec<String> {
        let keys = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect();
        match self {
            Self::Entrants(PoolError::Spec { place, .. }) => vec![format!("pool[{place}]")],
            Self::Entrants(PoolError::Budget { key, .. }) => vec![format!("budget.{key}")],
            Self::Entrants(
                PoolError::UnknownBudget { key, .. } | PoolError::UnusedBudget { key },
            ) => {
                vec![name_of(&format!("budget.{key}"))]
            }
            Self::Seatless { place, .. } => vec![format!("pool[{place}]")],
            Self::EmptyPool | Self::Pool(_) => keys(&["pool"]),
            Self::PoolOfDesign { .. } | Self::NoSeatings(_) => keys(&["pool", "design"]),
            Self::Both(_) => keys(&["both"]),
            Self::Seatings(_) | Self::NoSeating | Self::NoPlace { .. } | Self::Unlinked { .. } => {
                keys(&["seatings"])
            }
            Self::UntilGames(_) => keys(&["games", "until"]),
            Self::UntilDesign => keys(&["until", "design"]),
            Self::Until(error) => vec![format!("until.{}", error.key), "until".to_owned()],
            Self::Anchor { .. } | Self::NoAnchor { .. } => keys(&["anchor"]),
            Self::Seats { number, .. } | Self::SeatingTwice { number, .. } => {
                vec![format!("seatings[{number}]")]
            }
            Self::Sitter { number, seat, .. } => vec![format!("seatings[{number}][{seat}]")],
            Self::Table(_) => keys(&["equity"]),
            Self::RecordsTwice => keys(&["records"]),
            Self::Zstd => keys(&["outputs.zstd"]),
            Self::Games(_) => keys(&["games"]),
            Self::Elections(_) => keys(&["elections"]),
            Self::Rules(error) => vec![format!("rules.{}", error.key)],
            Self::At { .. }
            | Self::Syntax(_)
            | Self::Twice(_)
            | Self::UnknownKey { .. }
            | Self::Value { .. }
            | Self::Design { .. } => Vec::new(),
        }
    }
}
