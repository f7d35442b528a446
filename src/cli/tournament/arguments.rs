//! What says which experiment is meant: a file, with flags over it.

use std::path::PathBuf;

use anyhow::Context as _;

use super::super::exit::Failure;
use crate::strategies::{Registry, nearest_of, quote, read_text};
use crate::tournament::{
    Design, Experiment, ExperimentError, ExperimentFile, OutputsFile, Overrides,
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
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) games: Option<u64>,
    /// Master seed
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Equity table for the rules, as `domeng equity build` makes it
    #[arg(long, value_name = "FILE")]
    equity: Option<String>,
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
