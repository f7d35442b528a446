//! `domeng tournament`: strategies meet, results go to a folder.

mod arguments;
mod resume;
mod told;

use std::path::{Path, PathBuf};

use super::exit::{Failure, Outcome, in_context, quiet_pipe};
use super::interrupt::stop_on_interrupt;
use super::progress::{Meter, threads};
use super::report;
use crate::strategies::Registry;
use crate::tournament::{self, Players, Progress, RunError, RunFolder, RunOptions, Summary};

pub(super) use arguments::ExperimentArgs;

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
    domeng tournament -s new=light -s light --design duel --until decided --h1 0.21\n  \
    domeng tournament ten.toml --equity ten.bin            its rules need a table\n  \
    domeng tournament --resume runs/duel                   after Ctrl-C, a kill, a full disk\n  \
    domeng tournament --resume runs/duel --games 100000    as many games again\n\n\
    Without --out, results go to a new folder runs/NAME-N.")]
pub(super) struct TournamentArgs {
    #[command(flatten)]
    experiment: ExperimentArgs,
    /// Threads to play on; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the run that the folder holds
    #[arg(long)]
    force: bool,
    /// Go on with the run of this folder, to its end or to --games
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "experiment", "strategies", "design", "both", "seed", "equity", "anchor", "out", "records",
            "rounds", "no_games", "zstd", "force", "until", "measure", "h0", "h1", "alpha", "beta",
            "blocks",
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
    let experiment = arguments.experiment.resolve(&registry)?;
    let players = Players::new(&experiment, &registry).map_err(Failure::usage)?;
    let folder = match &arguments.out {
        Some(path) => RunFolder::prepare(path, arguments.force)?,
        None => RunFolder::fresh(Path::new("runs"), &arguments.experiment.stem())?,
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
    let result = run(&options, &mut |now| {
        meter.note(now.step.map(|step| told::step(&step)));
        meter.show(now.blocks, now.elections);
    });
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
        let report = report::of_run(folder, Some(&summary.ratings), arguments.quiet);
        if let Err(error) = &report {
            told::no_report(error, path);
        }
        let printed = quiet_pipe(told::print(experiment, &summary, path, report.ok().as_deref()));
        printed.map_err(|failure| in_context(failure, "results can't be printed"))?;
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
