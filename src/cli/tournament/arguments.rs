//! What says which experiment is meant: a file, with flags over it.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};

use super::super::exit::Failure;
use crate::strategies::{Registry, nearest_of, quote, read_text};
use crate::tournament::{
    Decimal, Design, Experiment, ExperimentError, ExperimentFile, Measure, OutputsFile, Overrides,
    UntilFile,
};

#[derive(clap::Args)]
pub(in crate::cli) struct ExperimentArgs {
    /// The experiment; flags override it. Without one the built-in default is meant
    experiment: Option<PathBuf>,
    /// An entrant: [NAME=]SPEC; repeats, and replaces the pool of the file
    #[arg(short = 's', long = "strategy", value_name = "SPEC")]
    strategies: Vec<String>,
    /// free-for-all; duel: the first against four of the second; mix: two in every proportion;
    /// gauntlet: the first against four of each other; ladder: each against four of each other;
    /// seating: fixed neighbours
    #[arg(long, value_name = "DESIGN")]
    design: Option<String>,
    /// With the reverse of a duel or gauntlet: four of the first against one
    #[arg(long)]
    both: bool,
    /// Games to play, five a block; rounded up to whole blocks and cycles
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "until")]
    pub(super) games: Option<u64>,
    #[command(flatten)]
    until: UntilArgs,
    /// Master seed
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Equity table for the rules, as `domeng equity build` makes it
    #[arg(long, value_name = "FILE")]
    equity: Option<String>,
    /// Label of the entrant whose rating is fixed at 1500; the first if not given
    #[arg(long, value_name = "LABEL")]
    anchor: Option<String>,
    /// Write every game to records.jsonl
    #[arg(long)]
    records: bool,
    /// Write every round to rounds.csv
    #[arg(long)]
    rounds: bool,
    /// Leave out games.csv: sums alone, for runs too big for a row an election
    #[arg(long)]
    no_games: bool,
    /// Compress the files that grow with the run (zstd)
    #[arg(long)]
    zstd: bool,
}

/// A duel that is played until it is decided.
#[derive(clap::Args)]
struct UntilArgs {
    /// End a duel when a sequential test has decided: is the challenger as by H0, or as by H1?
    #[arg(long, value_name = "decided", value_parser = ["decided"], hide_possible_values = true)]
    until: Option<String>,
    /// What is tested: win_rate, of the challenger's one seat, or mean_stones
    #[arg(long, value_name = "MEASURE", value_parser = measure)]
    measure: Option<Measure>,
    /// Its value by H0; 0.2 of the win rate if not given
    #[arg(long, value_name = "X", value_parser = decimal)]
    h0: Option<Decimal>,
    /// Its value by H1; 0.22 of the win rate if not given
    #[arg(long, value_name = "X", value_parser = decimal)]
    h1: Option<Decimal>,
    /// Chance to decide for H1 where H0 is true; 0.05 if not given
    #[arg(long, value_name = "X", value_parser = chance)]
    alpha: Option<Decimal>,
    /// Chance to decide for H0 where H1 is true; 0.05 if not given
    #[arg(long, value_name = "X", value_parser = chance)]
    beta: Option<Decimal>,
    /// Blocks at most, 20 000 if not given
    #[arg(long, value_name = "N", value_parser = blocks)]
    blocks: Option<u64>,
}

impl UntilArgs {
    /// What is said of a run until decided, if anything is.
    fn overrides(&self) -> Option<UntilFile> {
        let Self { measure, h0, h1, alpha, beta, blocks, .. } = *self;
        let said = UntilFile { measure, h0, h1, alpha, beta, blocks };
        (self.until.is_some() || said != UntilFile::default()).then_some(said)
    }
}

fn measure(word: &str) -> Result<Measure, String> {
    let known = Measure::ALL.into_iter().find(|measure| measure.word() == word);
    known.ok_or_else(|| "it must be win_rate or mean_stones".to_owned())
}

fn decimal(text: &str) -> Result<Decimal, String> {
    let wrong =
        "it must be a number of at most six decimals: a rate above 0 and below 1, or stones";
    Decimal::parse(text).ok_or_else(|| wrong.to_owned())
}

fn chance(text: &str) -> Result<Decimal, String> {
    let wrong = "it must be a number of at most six decimals, above 0 and below 0.5";
    Decimal::parse(text).ok_or_else(|| wrong.to_owned())
}

fn blocks(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "it must be a whole number, 50 to 200 000 000 000".to_owned())
}

impl ExperimentArgs {
    /// The experiment of the file, or the default one, with the flags over it.
    pub(in crate::cli) fn resolve(&self, registry: &Registry) -> Result<Experiment, Failure> {
        let mut file = match &self.experiment {
            None => ExperimentFile::parse(ExperimentFile::DEFAULT, "the default experiment"),
            Some(path) => {
                let shown = path.display().to_string();
                let text = read_text(path)
                    .with_context(|| format!("experiment {shown}"))
                    .map_err(Failure::Usage)?;
                ExperimentFile::parse(&text, &shown)
            }
        }
        .map_err(Failure::usage)?;
        let until = self.until.overrides();
        if until.is_some() && self.until.until.is_none() && file.until.is_none() {
            let text = "--measure, --h0, --h1, --alpha, --beta and --blocks are of a run until decided: \
                        give --until decided too";
            return Err(Failure::Usage(anyhow!(text)));
        }
        if self.experiment.is_none() && until.is_some() {
            // Nobody has asked for the games of the default experiment.
            file.games = None;
        }
        file.replace(self.overrides().map_err(Failure::usage)?);
        let pool_of_file = self.strategies.is_empty().then_some(self.experiment.as_ref());
        Experiment::resolve(&file, registry).map_err(|cause| {
            let placed = matches!(cause, ExperimentError::At { .. });
            let error = anyhow::Error::new(cause);
            Failure::Usage(match pool_of_file.flatten() {
                Some(path) if !placed => error.context(format!("experiment {}", path.display())),
                _ => error,
            })
        })
    }

    /// What the flags say.
    fn overrides(&self) -> Result<Overrides, ExperimentError> {
        let given = |flag: bool| flag.then_some(true);
        Ok(Overrides {
            design: self.design.as_deref().map(design).transpose()?,
            both: given(self.both),
            pool: (!self.strategies.is_empty()).then(|| self.strategies.clone()),
            games: self.games,
            seed: self.seed,
            equity: self.equity.clone(),
            anchor: self.anchor.clone(),
            until: self.until.overrides(),
            outputs: OutputsFile {
                games: self.no_games.then_some(false),
                rounds: given(self.rounds),
                records: given(self.records),
                zstd: given(self.zstd),
            },
        })
    }

    /// The name of a run without `--out`: that of its experiment file.
    pub(super) fn stem(&self) -> String {
        let file = self.experiment.as_ref().and_then(|path| path.file_stem());
        file.map_or_else(|| "default".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }
}

fn design(word: &str) -> Result<Design, ExperimentError> {
    Design::parse(word).ok_or_else(|| ExperimentError::Design {
        found: quote(word),
        near: nearest_of(word, Design::ALL.into_iter().map(Design::word)),
    })
}
