//! `domeng tune`: better parameters for a strategy, and proof.

mod progress;

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use self::progress::{Progress, announce};
use super::exit::{Failure, Outcome, quiet_pipe};
use super::interrupt::stop_on_interrupt;
use super::progress::threads;
use crate::report::{Story, page, print_markdown, print_story, tuning};
use crate::strategies::{Registry, read_text};
use crate::tune::method::MethodKind;
use crate::tune::{
    Bench, JournalError, JudgeError, Plan, Target, Told, TuneFile, TuneFolder, TuneOverrides,
    TuneRunError, Tuned, sensitivity_table, strategy_file, tune,
};

/// Find better parameters for a strategy, and prove it on games that the search has not seen
///
/// The file says what is tuned, against whom and for how many elections. What comes out best meets
/// the incumbent on fresh deals; only if that confirms it, strategies/NAME.toml is written, and
/// `-s NAME` plays it. Everything follows from the file and its seed, at any number of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng tune experiments/tune-heuristic.toml\n  \
    domeng tune mine.toml --budget 1000000 --out runs/mine\n  \
    domeng tune mine.toml --method random --seed 2     the yardstick\n  \
    domeng tune --resume runs/mine                     after Ctrl-C or a kill\n\n\
    Without --out, results go to a new folder runs/NAME-N.\n\
    Exit codes: 0 done, better or not; 1 the run failed, 2 wrong usage.")]
pub(super) struct TuneArgs {
    /// What to tune (TOML; docs/tuning.md)
    #[arg(value_name = "SPEC.toml", required_unless_present = "resume")]
    spec: Option<PathBuf>,
    /// Way to search: cma-es, spsa or random
    #[arg(long, value_name = "METHOD", value_parser = method)]
    method: Option<MethodKind>,
    /// Elections to play, those of the confirmation left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    budget: Option<u64>,
    /// Master seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Threads to play on; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the tuning that the folder holds, and the strategy file
    #[arg(long)]
    force: bool,
    /// Go on with the tuning of this folder
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["spec", "method", "budget", "seed", "out"],
    )]
    resume: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

fn method(word: &str) -> Result<MethodKind, String> {
    let words = MethodKind::ALL.map(MethodKind::word).join(", ");
    MethodKind::parse(word).ok_or_else(|| format!("it must be one of {words}"))
}

pub(super) fn run(arguments: &TuneArgs) -> Outcome {
    let registry = Registry::builtin();
    if let Some(path) = &arguments.resume {
        let folder = TuneFolder::take_up(path)?;
        let resumed = folder.read(&registry)?;
        let shown = path.display();
        if resumed.complete {
            let text = format!("{shown} is complete; its report is {shown}/report.html\n");
            let _ = io::stderr().write_all(text.as_bytes());
            return Ok(());
        }
        let target = Target::new(&resumed.plan, arguments.force || resumed.force);
        let hash = resumed.plan.hash(&registry);
        target.check(&resumed.plan, Some(&hash)).map_err(Failure::usage)?;
        return carry_out(arguments, &resumed.plan, (&folder, &target), &registry);
    }
    let Some(path) = &arguments.spec else { return Ok(()) };
    let shown = path.display().to_string();
    let text =
        read_text(path).with_context(|| format!("tuning {shown}")).map_err(Failure::Usage)?;
    let mut file = TuneFile::parse(&text, &shown).map_err(Failure::usage)?;
    let over =
        TuneOverrides { method: arguments.method, budget: arguments.budget, seed: arguments.seed };
    file.replace(over);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let plan = file.resolve(&stem, &registry).map_err(|cause| {
        let placed = cause.to_string().starts_with(&shown);
        let error = anyhow::Error::new(cause);
        Failure::Usage(if placed { error } else { error.context(format!("tuning {shown}")) })
    })?;
    let target = Target::new(&plan, arguments.force);
    target.check(&plan, None).map_err(Failure::usage)?;
    let folder = match &arguments.out {
        Some(path) => TuneFolder::prepare(path, arguments.force)?,
        None => TuneFolder::fresh(Path::new("runs"), &plan.name)?,
    };
    folder.begin(&plan, &registry, (&text, &shown, &stem), (over, arguments.force))?;
    carry_out(arguments, &plan, (&folder, &target), &registry)
}

/// Plays it to its end and tells what came of it.
fn carry_out(
    arguments: &TuneArgs,
    plan: &Plan,
    (folder, target): (&TuneFolder, &Target),
    registry: &Registry,
) -> Outcome {
    let stop =
        stop_on_interrupt("the games in play are finished first", "the tuning is incomplete")?;
    let threads = threads(arguments.threads);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    if !arguments.quiet {
        announce(plan, folder.path());
    }
    let progress = RefCell::new(Progress::new(plan, arguments.quiet));
    let heard = RefCell::new(|told: Told| progress.borrow_mut().take(told));
    let bench = Bench::new(plan, registry, &pool, &stop);
    let tuned = tune(plan, folder.path(), bench, &heard);
    progress.borrow().end();
    let shown = folder.path().display();
    let again = format!("go on with: domeng tune --resume {shown}");
    let tuned = tuned.map_err(|error| match error {
        TuneRunError::Judge(JudgeError::Stopped) => anyhow::anyhow!("interrupted; {again}"),
        // What is wrong there is wrong again.
        TuneRunError::Judge(JudgeError::Journal(error))
            if !matches!(error, JournalError::Io(_)) =>
        {
            error.into()
        }
        error => anyhow::anyhow!("{error}\nwhat was written is kept; {again}"),
    })?;
    let story = tuning(plan, &tuned, registry);
    let kept = keep(plan, (folder, target), registry, &tuned, &story);
    // What came of it is told, whether it could be written or not.
    let mut out = io::stdout().lock();
    let told = print_story(&mut out, &story);
    let written =
        kept.map_err(|error| anyhow::anyhow!("{error:#}\nwhat was written is kept; {again}"))?;
    let files = format!("{written}report: {shown}/report.html\nfiles: {shown}\n");
    quiet_pipe(told.and_then(|()| out.write_all(files.as_bytes())).and_then(|()| out.flush()))
}

/// Writes what came of it, what says that it is complete last; what there is to say of the strategy file.
fn keep(
    plan: &Plan,
    (folder, target): (&TuneFolder, &Target),
    registry: &Registry,
    tuned: &Tuned,
    story: &Story,
) -> anyhow::Result<String> {
    let sensitivities = sensitivity_table(&plan.space, &tuned.winner, &tuned.shifts);
    folder.end(&sensitivities, &page(story)?)?;
    let entry = registry.get(&plan.incumbent.name).filter(|_| tuned.is_confirmed());
    let written = match entry {
        None => "no strategy file: nothing better was found\n".to_owned(),
        Some(entry) => {
            target.write(&strategy_file(plan, entry, &plan.hash(registry), tuned))?;
            format!("strategy file: {} (-s {})\n", target.path().display(), plan.name)
        }
    };
    let mut report = Vec::new();
    print_markdown(&mut report, story)?;
    folder.complete(&report)?;
    Ok(written)
}
