//! `domeng tournament`: strategies meet, results go to a folder.

mod resume;
mod told;

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::exit::{Failure, Outcome};
use super::interrupt::stop_on_interrupt;
use super::progress::{Meter, threads};
use crate::strategies::{Registry, read_text};
use crate::tournament::{
    self, Design, Experiment, ExperimentError, ExperimentFile, Players, Progress, RunError,
    RunFolder, RunOptions, Summary,
};

/// Let strategies meet over many games; results go to a folder
///
/// Everything follows from the experiment and its seed: the same bytes at any number of threads,
/// in one go or broken off and resumed.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng tournament\n  \
    domeng tournament experiments/default.toml --games 100000 --threads 2\n  \
    domeng tournament -s greedy -s random --design duel --games 50000 --out runs/duel\n  \
    domeng tournament -s a=heuristic:heavy=0.8 -s b=heuristic --records\n  \
    domeng tournament --resume runs/duel                   after Ctrl-C, a kill, a full disk\n  \
    domeng tournament --resume runs/duel --games 100000    as many games again\n\n\
    Without --out, results go to a new folder runs/NAME-N.")]
pub(super) struct TournamentArgs {
    /// The experiment; flags override it. Without one the built-in default is run
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
    games: Option<u64>,
    /// Master seed
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Threads to play on; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
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
    /// Replace the run that the folder holds
    #[arg(long)]
    force: bool,
    /// Go on with the run of this folder, to its end or to --games
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "experiment", "strategies", "design", "both", "seed", "out", "records", "rounds",
            "no_games", "zstd", "force",
        ],
    )]
    resume: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &TournamentArgs) -> Outcome {
    let registry = Registry::builtin();
    if let Some(path) = &arguments.resume {
        return resume::run(path, arguments, &registry);
    }
    let experiment = resolve(arguments, &registry)?;
    let players = Players::new(&experiment, &registry).map_err(Failure::usage)?;
    let folder = match &arguments.out {
        Some(path) => RunFolder::prepare(path, arguments.force)?,
        None => RunFolder::fresh(Path::new("runs"), &stem(arguments))?,
    };
    play(arguments, &players, &folder, 0, |options, progress| {
        tournament::run(&players, &registry, &folder, options, progress)
    })
}

/// Carries out a run and shows it: what it is, its progress, and what came of it. `before` is how
/// many blocks were played before.
fn play(
    arguments: &TournamentArgs,
    players: &Players,
    folder: &RunFolder,
    before: u64,
    run: impl FnOnce(&RunOptions<'_>, &mut (dyn FnMut(Progress) + Send)) -> Result<Summary, RunError>,
) -> Outcome {
    let experiment = players.experiment();
    let stop = stop_on_interrupt("elections in play are finished first", "the run is incomplete")?;
    if !arguments.quiet {
        told::announce(experiment, folder.path(), before);
    }
    let mut meter = Meter::new("blocks", before, experiment.blocks(), arguments.quiet);
    let options = RunOptions { threads: threads(arguments.threads), stop: &stop };
    let result = run(&options, &mut |now| meter.show(now.blocks, now.elections));
    meter.end();
    let path = folder.path();
    let summary = result.map_err(|error| match (&error, folder.has_manifest()) {
        // It is as it was.
        (RunError::OtherPlay(_), _) => anyhow::Error::new(error),
        (_, true) => anyhow::anyhow!(
            "{error}\nthe run ended early; what was written is kept; go on with: {}",
            told::resume_command(path)
        ),
        (_, false) => {
            anyhow::anyhow!("{error}\nthe run ended early; {} holds nothing of it", path.display())
        }
    })?;
    if summary.tally.blocks > 0 {
        told::print(experiment, &summary, path).context("results can't be printed")?;
    }
    if !summary.complete {
        return Err(Failure::Run(anyhow::anyhow!(
            "interrupted after {} of {} blocks; go on with: {}",
            summary.tally.blocks,
            experiment.blocks(),
            told::resume_command(path),
        )));
    }
    Ok(())
}

/// The experiment of the file, or the default one, with the flags over it.
fn resolve(arguments: &TournamentArgs, registry: &Registry) -> Result<Experiment, Failure> {
    let mut file = match &arguments.experiment {
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
    if let Some(word) = &arguments.design {
        let design = Design::parse(word)
            .ok_or_else(|| ExperimentError::Design(word.escape_debug().to_string()));
        file.design = Some(design.map_err(Failure::usage)?);
    }
    if !arguments.strategies.is_empty() {
        file.pool = Some(arguments.strategies.clone());
    }
    file.games = arguments.games.or(file.games);
    file.seed = arguments.seed.or(file.seed);
    let outputs = &mut file.outputs;
    if arguments.records {
        (file.records, outputs.records) = (None, Some(true));
    }
    outputs.rounds = arguments.rounds.then_some(true).or(outputs.rounds);
    outputs.games = arguments.no_games.then_some(false).or(outputs.games);
    outputs.zstd = arguments.zstd.then_some(true).or(outputs.zstd);
    file.both = arguments.both.then_some(true).or(file.both);
    let pool_of_file = arguments.strategies.is_empty().then_some(arguments.experiment.as_ref());
    Experiment::resolve(&file, registry).map_err(|cause| {
        let error = anyhow::Error::new(cause);
        Failure::Usage(match pool_of_file.flatten() {
            Some(path) => error.context(format!("experiment {}", path.display())),
            None => error,
        })
    })
}

/// The name of a run without `--out`: that of its experiment file.
fn stem(arguments: &TournamentArgs) -> String {
    let file = arguments.experiment.as_ref().and_then(|path| path.file_stem());
    file.map_or_else(|| "default".to_owned(), |stem| stem.to_string_lossy().into_owned())
}
