//! Experiment files: TOML, every key with its bounds.

use serde::{Deserialize, Deserializer};

use super::{ExperimentError, MAX_GAMES, Outputs};
use crate::engine::{MAX_ELECTIONS, Rules};
use crate::tournament::design::Design;

/// The keys of an experiment file. What is not given has a default, or comes from elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentFile {
    pub design: Option<Design>,
    /// Whether a duel or a gauntlet has its reverse arms too.
    pub both: Option<bool>,
    /// Specs, as `-s` takes them.
    pub pool: Option<Vec<String>>,
    /// Five labels of the pool each, clockwise: those of the design `seating`.
    pub seatings: Option<Vec<Vec<String>>>,
    #[serde(default, deserialize_with = "games")]
    pub games: Option<u64>,
    #[serde(default, deserialize_with = "elections")]
    pub elections: Option<u32>,
    pub seed: Option<u64>,
    pub records: Option<bool>,
    #[serde(default)]
    pub outputs: OutputsFile,
    #[serde(default)]
    pub rules: Rules,
}

/// The table `[outputs]`: which of the files that grow with the run are written, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutputsFile {
    pub games: Option<bool>,
    pub rounds: Option<bool>,
    pub records: Option<bool>,
    pub zstd: Option<bool>,
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

impl ExperimentFile {
    /// The experiment that is run where nothing is said.
    pub const DEFAULT: &'static str = include_str!("../../../experiments/default.toml");

    /// Reads a file's text; `origin` names it in errors.
    pub fn parse(text: &str, origin: &str) -> Result<Self, ExperimentError> {
        toml::from_str(text).map_err(|cause| ExperimentError::Toml {
            origin: origin.to_owned(),
            cause: Box::new(cause),
        })
    }

    /// Which files are written: `records` may be told in either place, in one of them.
    pub(super) fn outputs(&self) -> Result<Outputs, ExperimentError> {
        let (told, default) = (&self.outputs, Outputs::default());
        if self.records.is_some() && told.records.is_some() {
            return Err(ExperimentError::RecordsTwice);
        }
        Ok(Outputs {
            games: told.games.unwrap_or(default.games),
            rounds: told.rounds.unwrap_or(default.rounds),
            records: told.records.or(self.records).unwrap_or(default.records),
            zstd: told.zstd.unwrap_or(default.zstd),
        })
    }
}
