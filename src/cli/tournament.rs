//! `domeng tournament`: strategies meet, results go to a folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::exit::{Failure, Outcome};
use super::interrupt::stop_on_interrupt;
use super::progress::{Meter, threads};
use crate::report::print_results;
use crate::strategies::{Registry, read_text};
use crate::tabletop::plural;
use crate::tournament::{
    self, Design, Experiment, ExperimentError, ExperimentFile, Players, RunFolder, RunOptions,
    Summary,
};

/// Let strategies meet over many games; results go to a folder
///
/// Everything follows from the experiment and its seed: the same bytes at any number of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng tournament\n  \
    domeng tournament experiments/default.toml --games 100000 --threads 2\n  \
    domeng tournament -s greedy -s random --design duel --games 50000 --out runs/duel\n  \
    domeng tournament -s a=heuristic:heavy=0.8 -s b=heuristic --records\n\n\
    Without --out, results go to a new folder runs/NAME-N.")]
pub(super) struct TournamentArgs {
    /// The experiment; flags override it. Without one the built-in default is run
    experiment: Option<PathBuf>,
    /// An entrant: [NAME=]SPEC; repeats, and replaces the pool of the file
    #[arg(short = 's', long = "strategy", value_name = "SPEC")]
    strategies: Vec<String>,
    /// free-for-all, or duel: the first entrant against four of the second
    #[arg(long, value_name = "DESIGN")]
    design: Option<String>,
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
    /// Replace the run that the folder holds
    #[arg(long)]
    force: bool,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &TournamentArgs) -> Outcome {
    let registry = Registry::builtin();
    let experiment = resolve(arguments, &registry)?;
    let players = Players::new(&experiment, &registry).map_err(Failure::usage)?;
    let folder = match &arguments.out {
        Some(path) => RunFolder::prepare(path, arguments.force)?,
        None => RunFolder::fresh(Path::new("runs"), &stem(arguments))?,
    };
    let stop = stop_on_interrupt("elections in play are finished first", "the run is incomplete")?;
    let threads = threads(arguments.threads);
    if !arguments.quiet {
        announce(&experiment, folder.path());
    }
    let mut meter = Meter::new("blocks", 0, experiment.blocks(), arguments.quiet);
    let options = RunOptions { threads, stop: &stop };
    let result = tournament::run(&players, &registry, &folder, &options, |now| {
        meter.show(now.blocks, now.elections);
    });
    meter.end();
    let shown = folder.path().display();
    let summary = result.with_context(|| match folder.has_manifest() {
        true => {
            format!("the run ended early; {shown} keeps what was written and says it is incomplete")
        }
        false => format!("the run ended early; {shown} holds nothing of it"),
    })?;
    if summary.tally.blocks > 0 {
        print(&experiment, &summary, folder.path()).context("results can't be printed")?;
    }
    if !summary.complete {
        return Err(Failure::Run(anyhow::anyhow!(
            "interrupted after {} of {} blocks; {shown} holds them and says it is incomplete",
            summary.tally.blocks,
            experiment.blocks(),
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
    if arguments.records {
        file.records = Some(true);
    }
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

/// Says what is about to be run, and what of it was rounded.
fn announce(experiment: &Experiment, folder: &Path) {
    let Experiment { pool, design, games, seed, elections, .. } = experiment;
    let mut text = format!(
        "{}: {}, {} games in {}, {} a game, seed {seed}\n",
        design.word(),
        plural(pool.len() as u64, "entrant"),
        experiment.games_played(),
        plural(experiment.blocks(), "block"),
        plural((*elections).into(), "election"),
    );
    if experiment.games_played() != *games {
        text += &format!(
            "{games} games were asked for; blocks of five are played, \
             and whole cycles where they fit\n"
        );
    }
    if let Some((least, most)) = experiment.imbalance() {
        text += &format!(
            "the last cycle is not whole: entrants have {least} to {most} seats in each rotation\n"
        );
    }
    text += &format!("results: {}\n", folder.display());
    // Progress is for whoever watches; if no one can, the run is none the worse.
    let _ = io::stderr().write_all(text.as_bytes());
}

fn print(experiment: &Experiment, summary: &Summary, folder: &Path) -> io::Result<()> {
    let mut out = io::stdout().lock();
    print_results(&mut out, &summary.tally, &experiment.labels(), experiment.rules.stones)?;
    let seconds = summary.elapsed.as_secs_f64();
    writeln!(out)?;
    if summary.undecided > 0 {
        writeln!(
            out,
            "{} of {} elections ended undecided, won by no one (R9.6)",
            summary.undecided, summary.elections
        )?;
    }
    if !summary.complete {
        let blocks = experiment.blocks();
        writeln!(out, "INCOMPLETE: interrupted after {} of {blocks} blocks", summary.tally.blocks)?;
    }
    writeln!(
        out,
        "{} elections in {seconds:.1} s ({:.0} a second); intervals are over {} blocks\nfiles: {}",
        summary.elections,
        summary.elections as f64 / seconds.max(1e-9),
        summary.tally.blocks,
        folder.display()
    )?;
    out.flush()
}
