//! `domeng simulate`: one strategy in all five seats, over very many elections; only sums are kept.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};

use super::exit::{Failure, Outcome, in_context, quiet_pipe};
use super::interrupt::stop_on_interrupt;
use super::progress::{Meter, threads};
use super::rules::rules;
use crate::engine::Rules;
use crate::report::print_simulation;
use crate::simulation::{
    self, Players, Reason, RunOptions, Simulation, State, StateError, StateFile,
};
use crate::strategies::{Registry, Spec, SpecFile, marked};
use crate::tabletop::plural;
use crate::tournament::Experiment;

/// Add up self-play over many elections: one strategy in all five seats
///
/// Each election stands alone, with all stones on the table and no CAMAT before it. Only sums are
/// kept, in whole numbers. With --out they are in a file from the start, which a run that was
/// stopped or killed is gone on with; its bytes do not depend on that, nor on threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng simulate -s greedy --elections 1000000\n  \
    domeng simulate -s random --elections 1000000000 --seed 7 --out random.json\n  \
    domeng simulate --resume random.json\n  \
    domeng simulate --resume random.json --elections 2000000000\n  \
    domeng simulate -s heuristic -n 100000 --rule stones=10 --rule opening=double\n  \
    domeng simulate -s monte-carlo -n 1000 --rule stones=10 --equity ten.bin")]
pub(super) struct SimulateArgs {
    /// The strategy: a SPEC as `domeng strategies` tells
    #[arg(short = 's', long, value_name = "SPEC", required_unless_present = "resume")]
    strategy: Option<String>,
    /// Elections to play in all
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        required_unless_present = "resume",
        allow_negative_numbers = true
    )]
    elections: Option<u64>,
    /// Master seed; 1 if not given
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Threads to play on; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A field of the rules (docs/rules.md); repeats
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
    /// Equity table for the rules, as `domeng equity build` makes it
    #[arg(long, value_name = "FILE")]
    equity: Option<String>,
    /// File for the sums
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the simulation that the file holds
    #[arg(long, requires = "out")]
    force: bool,
    /// Go on with the simulation in this file, or extend it with --elections
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "force"])]
    resume: Option<PathBuf>,
    /// Print the object of the file in place of tables
    #[arg(long)]
    json: bool,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

/// What is about to be played, and where its sums go.
struct Prepared {
    players: Players,
    state: State,
    file: Option<StateFile>,
}

pub(super) fn run(arguments: &SimulateArgs) -> Outcome {
    let registry = Registry::builtin();
    // A slow strategy takes its time before the first state is there, so this comes before all.
    let left = match (&arguments.out, &arguments.resume) {
        (None, None) => "nothing was kept, for there is no --out",
        _ => "the file has what was last written to it",
    };
    let stop = stop_on_interrupt("what is in play is finished first", left)?;
    let mut prepared = match &arguments.resume {
        Some(path) => resume(path, arguments, &registry)?,
        None => begin(arguments, &registry)?,
    };
    let before = prepared.state.done();
    let threads = threads(arguments.threads);
    let name = named(&prepared.state.simulation().spec, &registry);
    if !arguments.quiet {
        announce(&name, &prepared, threads);
    }
    let (elapsed, result) = play(&mut prepared, arguments, threads, &stop);
    let Prepared { state, file, players } = &prepared;
    if state.done() > 0 {
        let played =
            Played { name: &name, players, threads, elapsed, elections: state.done() - before };
        let text = if arguments.json { state.render()? } else { tables(state, &played)? };
        let mut out = io::stdout().lock();
        quiet_pipe(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
            .map_err(|failure| in_context(failure, "results can't be printed"))?;
    }
    // What was played is shown even where it can't be kept.
    result?;
    if state.is_complete() { Ok(()) } else { Err(interrupted(state, file.as_ref())) }
}

/// A simulation from its first election on.
fn begin(arguments: &SimulateArgs, registry: &Registry) -> Result<Prepared, Failure> {
    // Where there is nothing to resume, the command line has asked for both.
    let spec = arguments.strategy.as_deref().unwrap_or_default();
    let spec = Spec::parse(spec, registry).map_err(Failure::usage)?;
    let rules = rules(&arguments.rules).map_err(Failure::Usage)?;
    let simulation = Simulation {
        spec,
        rules,
        equity: table(arguments, &rules)?,
        seed: arguments.seed.unwrap_or(Experiment::DEFAULT_SEED),
        elections: arguments.elections.unwrap_or_default(),
    };
    simulation.check().map_err(Failure::usage)?;
    let players = Players::new(&simulation, registry).map_err(Failure::usage)?;
    let out = arguments.out.as_deref();
    let file = out.map(|path| StateFile::create(path, arguments.force)).transpose()?;
    let state = State::begin(&simulation, &players, registry);
    Ok(Prepared { players, state, file })
}

/// The file of the equity table that is asked for.
fn table(arguments: &SimulateArgs, rules: &Rules) -> Result<Option<SpecFile>, Failure> {
    let path = arguments.equity.as_deref();
    let read = path.map(|path| SpecFile::read_table(path, rules)).transpose();
    Ok(read.map_err(Failure::usage)?.map(|(file, _)| file))
}

/// The simulation of a file, which must be the one that is asked for, as far as that is said.
fn resume(path: &Path, arguments: &SimulateArgs, registry: &Registry) -> Result<Prepared, Failure> {
    let (file, mut state, players) = StateFile::resume(path, registry).map_err(refusal)?;
    let result = agree(&state, arguments, registry)?;
    let elections = arguments.elections.unwrap_or(state.simulation().elections);
    let result = result.and_then(|()| state.ask_for(elections));
    result.map_err(|reason| refusal(file.refused(reason)))?;
    Ok(Prepared { players, state, file: Some(file) })
}

/// A file that can't be gone on with was the wrong one to name; others were tried and failed.
fn refusal(error: StateError) -> Failure {
    match error {
        StateError::Refused(_) => Failure::usage(error),
        _ => Failure::from(error),
    }
}

/// Whether what the command line says is what the state has.
fn agree(
    state: &State,
    arguments: &SimulateArgs,
    registry: &Registry,
) -> Result<Result<(), Reason>, Failure> {
    let Simulation { spec, rules: kept, seed, equity, .. } = state.simulation();
    let mut pairs = Vec::new();
    if let Some(text) = &arguments.strategy {
        let asked = Spec::parse(text, registry).map_err(Failure::usage)?;
        pairs.push(("strategy".to_owned(), spec.to_string(), asked.to_string()));
    }
    if let Some(asked) = arguments.seed {
        pairs.push(("seed".to_owned(), seed.to_string(), asked.to_string()));
    }
    if let Some(asked) = table(arguments, kept)? {
        let kept = equity.as_ref().map_or("the shipped table", |file| file.blake3.as_str());
        pairs.push(("equity".to_owned(), kept.to_owned(), asked.blake3));
    }
    if !arguments.rules.is_empty() {
        let asked = serde_json::to_value(rules(&arguments.rules).map_err(Failure::Usage)?)?;
        let kept = serde_json::to_value(kept)?;
        for (key, found) in kept.as_object().into_iter().flatten() {
            pairs.push((format!("rules.{key}"), found.to_string(), asked[key].to_string()));
        }
    }
    let differs = pairs.into_iter().find(|(_, found, asked)| found != asked);
    Ok(differs.map_or(Ok(()), |(key, found, asked)| Err(Reason::Differs { key, found, asked })))
}

/// Plays on to the end or a stop; how long that took.
fn play(
    prepared: &mut Prepared,
    arguments: &SimulateArgs,
    threads: usize,
    stop: &AtomicBool,
) -> (Duration, Outcome) {
    let begun = Instant::now();
    let Prepared { players, state, file } = prepared;
    let before = state.done();
    let all = state.simulation().elections;
    let mut meter = Meter::new("elections", before, all, arguments.quiet);
    let options = RunOptions { threads, stop, file: file.as_ref() };
    let result = simulation::run(players, state, &options, |state| {
        meter.show(state.done(), state.done() - before);
    });
    meter.end();
    let result = result.with_context(|| match file {
        Some(file) if file.path().is_file() => {
            format!("the run ended early; {} has what was last written", file.path().display())
        }
        Some(_) => "the run ended early; nothing could be written".to_owned(),
        None => "the run ended early".to_owned(),
    });
    (begun.elapsed(), result.map_err(Failure::Run))
}

/// A spec, marked if its strategy is shown all hands.
fn named(spec: &Spec, registry: &Registry) -> String {
    let name = spec.to_string();
    match registry.get(&spec.name) {
        Some(entry) => marked(entry, name),
        None => name,
    }
}

/// Says what is about to be played, by what, and where it goes.
fn announce(name: &str, prepared: &Prepared, threads: usize) {
    let Prepared { players, state, file } = prepared;
    let Simulation { seed, elections, .. } = state.simulation();
    let mut text = format!(
        "{name} in all five seats: {}, seed {seed}\n{} on {}\n",
        plural(*elections, "election"),
        players.engine().describe(),
        plural(threads as u64, "thread"),
    );
    if state.done() > 0 {
        text += &format!("{} of them are done already\n", state.done());
    }
    if let Some(file) = file {
        text += &format!("file: {}\n", file.path().display());
    }
    // Progress is for whoever watches; if no one can, the run is none the worse.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// How it was played, which is told and not kept.
struct Played<'a> {
    name: &'a str,
    players: &'a Players,
    threads: usize,
    elapsed: Duration,
    /// Elections of this run, those of a file before it not counted.
    elections: u64,
}

fn tables(state: &State, played: &Played<'_>) -> io::Result<String> {
    let mut out = Vec::new();
    let Simulation { rules, seed, elections, .. } = state.simulation();
    writeln!(out, "{} in all five seats, seed {seed}\n", played.name)?;
    print_simulation(&mut out, state.tally(), rules.stones)?;
    writeln!(out)?;
    if !state.is_complete() {
        writeln!(out, "INCOMPLETE: stopped after {} of {elections} elections", state.done())?;
    }
    let seconds = played.elapsed.as_secs_f64();
    let engine = played.players.engine().describe();
    let threads = plural(played.threads as u64, "thread");
    let elections = plural(played.elections, "election");
    writeln!(out, "{elections} in {seconds:.1} s ({engine}, {threads})")?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// What is said of a run that was stopped.
fn interrupted(state: &State, file: Option<&StateFile>) -> Failure {
    let done = state.done();
    let all = state.simulation().elections;
    Failure::Run(match file {
        Some(file) => anyhow!(
            "stopped after {done} of {all} elections; go on by\n  domeng simulate --resume={}",
            shell_word(file.path())
        ),
        None => anyhow!("stopped after {done} of {all} elections; without --out they are lost"),
    })
}

/// A path as a shell takes it.
fn shell_word(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "/._-+:@%,".contains(c);
    match text.chars().all(plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}
