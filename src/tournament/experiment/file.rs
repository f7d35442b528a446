//! Experiment files: TOML, every key with its bounds.

use serde::Deserialize;

use super::document;
use super::keys::keys;
use super::places::Places;
use super::{ExperimentError, Outputs};
use crate::engine::Rules;
use crate::strategies::Budgets;
use crate::tournament::decide::Measure;
use crate::tournament::design::Design;
use crate::tournament::until::{Decimal, Until, UntilError};

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
    pub games: Option<u64>,
    pub elections: Option<u32>,
    pub seed: Option<u64>,
    /// The path of an equity table.
    pub equity: Option<String>,
    /// The label of the entrant whose rating is fixed.
    pub anchor: Option<String>,
    /// What is to be decided, of a run that ends when it has.
    pub until: Option<UntilFile>,
    pub records: Option<bool>,
    #[serde(default)]
    pub outputs: OutputsFile,
    /// For each entrant that takes them.
    #[serde(default)]
    pub budget: Budgets,
    #[serde(default)]
    pub rules: Rules,
    /// Where the values stand.
    #[serde(skip)]
    pub places: Places,
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

/// The table `[until]`, or the flags of `--until decided`: a test of the challenger of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UntilFile {
    pub measure: Option<Measure>,
    pub h0: Option<Decimal>,
    pub h1: Option<Decimal>,
    pub alpha: Option<Decimal>,
    pub beta: Option<Decimal>,
    pub blocks: Option<u64>,
}

impl UntilFile {
    fn replace(&mut self, over: Self, places: &mut Places) {
        put(&mut self.measure, over.measure, "until.measure", places);
        put(&mut self.h0, over.h0, "until.h0", places);
        put(&mut self.h1, over.h1, "until.h1", places);
        put(&mut self.alpha, over.alpha, "until.alpha", places);
        put(&mut self.beta, over.beta, "until.beta", places);
        put(&mut self.blocks, over.blocks, "until.blocks", places);
    }

    /// With defaults for what is not said; hypotheses on stones have none.
    pub(super) fn fill_in(&self) -> Result<Until, ExperimentError> {
        let default = Until::DEFAULT;
        let measure = self.measure.unwrap_or(default.measure);
        let hypothesis = |key: &'static str, given: Option<Decimal>, default: Decimal| {
            let must = "given with the measure mean_stones";
            match (given, measure) {
                (Some(given), _) => Ok(given),
                (None, Measure::WinRate) => Ok(default),
                (None, Measure::MeanStones) => {
                    let found = "not given".to_owned();
                    Err(ExperimentError::Until(UntilError { key, found, must }))
                }
            }
        };
        Ok(Until {
            measure,
            h0: hypothesis("h0", self.h0, default.h0)?,
            h1: hypothesis("h1", self.h1, default.h1)?,
            alpha: self.alpha.unwrap_or(default.alpha),
            beta: self.beta.unwrap_or(default.beta),
            blocks: self.blocks.unwrap_or(default.blocks),
        })
    }
}

/// What is said over a file: values in place of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    pub design: Option<Design>,
    pub both: Option<bool>,
    pub pool: Option<Vec<String>>,
    pub games: Option<u64>,
    pub seed: Option<u64>,
    pub equity: Option<String>,
    pub anchor: Option<String>,
    pub until: Option<UntilFile>,
    pub outputs: OutputsFile,
}

impl ExperimentFile {
    /// The experiment that is run where nothing is said.
    pub const DEFAULT: &'static str = include_str!("../../../experiments/default.toml");

    /// Reads a file's text; `origin` names it in errors.
    ///
    /// # Errors
    /// It is not TOML, or a key or value is not one of an experiment file: with line, column and
    /// what is allowed. Whether the values make sense together is for
    /// [`Experiment::resolve`](super::Experiment::resolve).
    pub fn parse(text: &str, origin: &str) -> Result<Self, ExperimentError> {
        let places = document::check(text, origin, &keys())?;
        let read: Result<Self, toml::de::Error> = toml::from_str(text);
        match read {
            Ok(file) => Ok(Self { places, ..file }),
            // The table of keys takes nothing that this form does not, as tests see to.
            Err(error) => {
                let place = places.show(&error.span().unwrap_or_default());
                Err(ExperimentError::Syntax(error.message().to_owned()).at(place))
            }
        }
    }

    /// Puts other values in place of its own, whose places are then forgotten.
    pub fn replace(&mut self, over: Overrides) {
        let Overrides { design, both, pool, games, seed, equity, anchor, until, outputs } = over;
        let places = &mut self.places;
        put(&mut self.design, design, "design", places);
        put(&mut self.both, both, "both", places);
        put(&mut self.pool, pool, "pool", places);
        put(&mut self.games, games, "games", places);
        put(&mut self.seed, seed, "seed", places);
        put(&mut self.equity, equity, "equity", places);
        put(&mut self.anchor, anchor, "anchor", places);
        if let Some(over) = until {
            self.until.get_or_insert_default().replace(over, places);
        }
        if outputs.records.is_some() {
            self.records = None;
        }
        let ours = &mut self.outputs;
        put(&mut ours.games, outputs.games, "outputs.games", places);
        put(&mut ours.rounds, outputs.rounds, "outputs.rounds", places);
        put(&mut ours.records, outputs.records, "outputs.records", places);
        put(&mut ours.zstd, outputs.zstd, "outputs.zstd", places);
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

fn put<T>(value: &mut Option<T>, over: Option<T>, key: &str, places: &mut Places) {
    if over.is_some() {
        places.forget(key);
        *value = over;
    }
}
