//! What can be wrong with the file of a tuning, in its words.

use super::axis::AxisError;
use super::plan::LEAST_BLOCKS;
use crate::engine::RulesError;
use crate::strategies::{ParamError, PoolError, SpecError, TableError};
use crate::tournament::{ExperimentError, MAX_POOL, Place, name_of};

/// A tuning that can't be run.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// Something that a file says, and where it says it.
    #[error("{}: line {}, column {}: {cause}\n{}", .place.origin, .place.line, .place.column, .place.excerpt)]
    At { place: Place, cause: Box<TuneError> },
    /// Of the form of the file, with its place.
    #[error(transparent)]
    Form(ExperimentError),
    #[error("`{0}` is not given, or has nothing in it; it must be {1}")]
    Missing(&'static str, &'static str),
    #[error(
        "`name` is `{0}`; it must be 1 to 60 lower-case letters, digits, - and _, the first no -, and not \
         the name of a strategy there is"
    )]
    Name(String),
    #[error(transparent)]
    Strategy(SpecError),
    #[error("strategy `{0}` has no parameters to tune")]
    NoParameters(String),
    #[error(
        "strategy `{strategy}` has no parameter `{key}`{}; it has {known}",
        .near.as_ref().map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default()
    )]
    Parameter { key: String, strategy: String, near: Option<String>, known: String },
    #[error("{cause}")]
    Value { path: String, cause: ParamError },
    #[error("`parameters.{key}` {cause}")]
    Axis { key: String, cause: AxisError },
    #[error(
        "`parameters.{key}` is {range}, and the strategy that the search starts from has {value}; \
         take it in, or name another strategy"
    )]
    Outside { key: String, range: String, value: String },
    #[error(transparent)]
    Opponents(PoolError),
    #[error("{0} opponents; at most {most} can be met", most = MAX_POOL - 1)]
    Many(usize),
    #[error("`population` is {0}, but spsa has two candidates in a generation; leave it out")]
    Population(usize),
    #[error(
        "`{key}` is {budget} elections, and three generations alone may take {three}; it must be {least} \
         or more{}",
        fewer_blocks(*.blocks)
    )]
    Budget { key: &'static str, budget: u64, three: u64, least: u64, blocks: u64 },
    #[error("`confirm.gain` is {0}; it must be above 0 and below {1}")]
    Gain(String, String),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(
        "`objective` is `equity`, and no equity table that is built in is for these rules; give \
         `equity = \"FILE\"` (domeng equity build makes one), or take `win_rate` or `mean_stones`"
    )]
    NoTable,
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A strategy can't play by the rules.
    #[error(transparent)]
    Build(ExperimentError),
}

/// What else could be done where a budget does not fit three generations.
fn fewer_blocks(blocks: u64) -> String {
    if blocks > LEAST_BLOCKS { format!(", or `blocks` fewer than {blocks}") } else { String::new() }
}

impl TuneError {
    pub(super) fn at(self, place: Place) -> Self {
        Self::At { place, cause: Box::new(self) }
    }

    /// The keys of a file that it is about, those first that say it best.
    pub(super) fn keys(&self) -> Vec<String> {
        let keys = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect();
        match self {
            Self::At { .. } | Self::Form(_) => Vec::new(),
            // It may be there, and empty.
            Self::Missing(key, _) => keys(&[key]),
            Self::Name(_) => keys(&["name"]),
            Self::Strategy(_) | Self::NoParameters(_) => keys(&["strategy"]),
            Self::Parameter { key, .. } | Self::Axis { key, .. } | Self::Outside { key, .. } => {
                vec![name_of(&format!("parameters.{key}"))]
            }
            Self::Value { path, .. } => vec![path.clone()],
            Self::Opponents(PoolError::Spec { place, .. }) => vec![format!("opponents[{place}]")],
            Self::Opponents(_) | Self::Many(_) => keys(&["opponents"]),
            Self::Population(_) => keys(&["population"]),
            Self::Budget { key, .. } => keys(&[key]),
            Self::Gain(..) => keys(&["confirm.gain"]),
            Self::Table(_) => keys(&["equity"]),
            Self::NoTable => keys(&["objective"]),
            Self::Rules(error) => vec![format!("rules.{}", error.key)],
            Self::Build(ExperimentError::Entrants(PoolError::Spec { place, .. })) => match place {
                0 => keys(&["strategy"]),
                place => vec![format!("opponents[{}]", place - 1)],
            },
            Self::Build(_) => Vec::new(),
        }
    }
}
