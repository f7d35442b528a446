//! `domeng experiment`: experiment files, their form, and what comes of one before it is run.

mod estimates;
mod json;
mod plan;

use std::io::{self, Write};
use std::sync::Arc;

use super::exit::{Failure, Outcome, quiet_pipe};
use super::progress::threads;
use super::tournament::ExperimentArgs;
use crate::strategies::Registry;
use crate::tournament::{Players, Probe, ProbeLimits, experiment_schema, probe};

/// Look at an experiment before it is run, or at the form of experiment files
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng experiment check experiments/default.toml\n  \
    domeng experiment check mine.toml --games 100000 --threads 8\n  \
    domeng experiment schema > experiment.schema.json")]
pub(super) struct ExperimentCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Check(Box<CheckArgs>),
    /// Print the form of experiment files as a JSON Schema (draft 2020-12), for editors
    Schema,
}

/// Say what an experiment is as resolved, and estimate what it takes and what it can find
///
/// Takes a file and flags as `domeng tournament` does. A few of its blocks are played for about
/// two seconds, for the estimates alone; nothing is written.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng experiment check experiments/default.toml\n  \
    domeng experiment check -s greedy -s heuristic --design duel --games 50000\n  \
    domeng experiment check mine.toml --no-probe --json\n\n\
    Exit codes: 0 it can be run, 2 it can't.")]
struct CheckArgs {
    #[command(flatten)]
    experiment: ExperimentArgs,
    /// Threads that the run would have; all cores if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Play nothing, and estimate nothing
    #[arg(long)]
    no_probe: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &ExperimentCommand) -> Outcome {
    let registry = Registry::builtin();
    match &arguments.command {
        Command::Check(arguments) => check(arguments, &registry),
        Command::Schema => print(|out| {
            serde_json::to_writer_pretty(&mut *out, &experiment_schema(&registry))?;
            writeln!(out)
        }),
    }
}

fn check(arguments: &CheckArgs, registry: &Registry) -> Outcome {
    let experiment = arguments.experiment.resolve(registry)?;
    let players = Arc::new(Players::new(&experiment, registry).map_err(Failure::usage)?);
    let seen: Option<Probe> = if arguments.no_probe {
        None
    } else {
        Some(probe(&players, threads(arguments.threads), &ProbeLimits::default())?)
    };
    if arguments.json {
        let object = json::object(&experiment, registry, seen.as_ref())?;
        return print(|out| writeln!(out, "{object}"));
    }
    print(|out| {
        plan::print(out, &experiment, registry)?;
        seen.iter().try_for_each(|seen| estimates::print(out, &experiment, seen))
    })
}

fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome {
    let mut out = io::stdout().lock();
    quiet_pipe(write(&mut out).and_then(|()| out.flush()))
}
