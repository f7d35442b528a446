//! `domeng equity build`: a table for any rules.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, anyhow};

use super::super::exit::{Failure, Outcome, quiet_pipe};
use super::super::interrupt::stop_on_interrupt;
use super::super::progress::{Meter, threads};
use super::super::rules::rules;
use super::players::{Players, With};
use crate::engine::lockstep::LanePolicy;
use crate::equity::{BuildError, Equity, Maker, NAME, Plan, Stage, Work, build};
use crate::files;
use crate::strategies::Registry;
use crate::tournament::Experiment;

/// Make an equity table, for the default rules or others
///
/// Value iteration over all ways the stones can lie, from rounds that one strategy plays in all
/// seats. The bytes follow from rules, strategy, seed, rounds and sweeps, not from threads. Time goes
/// with rounds × sweeps × states, and so does precision, by its square root.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng equity build --out equity.bin                   the shipped table again\n  \
    domeng equity build --rule stones=10 --out ten.bin\n  \
    domeng equity build --rule ceki=0 --rule pollo=0 --sweeps 100 --out rough.bin\n  \
    domeng equity build --strategy greedy --slips 10 --seed 7 --out other.bin")]
pub(super) struct BuildArgs {
    /// A field of the rules (docs/rules.md); repeats
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
    /// Who plays in all seats: random, greedy or light, with parameters perhaps
    #[arg(short = 's', long, value_name = "SPEC", default_value = "light")]
    strategy: String,
    /// Decisions of a hundred in which greedy makes a random move
    #[arg(long, value_name = "PERCENT", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(0..=100))]
    slips: u32,
    /// Master seed
    #[arg(long, value_name = "S", default_value_t = Experiment::DEFAULT_SEED)]
    seed: u64,
    /// Rounds from each state in a sweep
    #[arg(long, value_name = "N", default_value_t = Plan::ROUNDS,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,
    /// Sweeps whose values are averaged
    #[arg(long, value_name = "N", default_value_t = Plan::SWEEPS,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sweeps: u32,
    /// Threads to play on; all cores if not given. The table does not depend on it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// File for the table
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &BuildArgs) -> Outcome {
    let registry = Registry::builtin();
    let (players, maker) =
        Players::parse(&arguments.strategy, arguments.slips, &registry).map_err(Failure::Usage)?;
    let BuildArgs { seed, rounds, sweeps, .. } = *arguments;
    let rules = rules(&arguments.rules).map_err(Failure::Usage)?;
    let plan = Plan { rules, seed, rounds, sweeps };
    let out = arguments.out.as_path();
    try_place(out, arguments.force)?;
    let stop = stop_on_interrupt("rounds in play are finished", "nothing is written")?;
    let work = Work { threads: threads(arguments.threads), stop: &stop };
    let told = Mutex::new(Told::new(&plan, arguments.quiet));
    let heard = |stage| told.lock().unwrap_or_else(PoisonError::into_inner).hear(stage);
    let made = players.with(Making { maker, plan: &plan, work, heard: &heard });
    told.into_inner().unwrap_or_else(PoisonError::into_inner).meter.end();
    let table = made.map_err(|error| match error {
        BuildError::Stones(_) => Failure::usage(error),
        BuildError::Stopped => Failure::Run(anyhow!("stopped; nothing is written")),
        _ => Failure::from(error),
    })?;
    let bytes = table.to_bytes();
    files::replace(out, &bytes).with_context(|| format!("{} can't be written", out.display()))?;
    let said = format!("{}: {} bytes\nhash {}\n", out.display(), bytes.len(), table.hash());
    quiet_pipe(io::stdout().write_all(said.as_bytes()))
}

/// Refuses a place that no table could be written to, before minutes of work are spent on it, and
/// what no table is written over.
fn try_place(out: &Path, force: bool) -> Result<(), Failure> {
    let shown = out.display();
    let refuse = |why: String| Err(Failure::Usage(anyhow!("{shown} {why}")));
    match out.symlink_metadata() {
        Ok(entry) if !entry.is_file() => {
            return refuse(
                "is no plain file, so it is left alone; choose another --out".to_owned(),
            );
        }
        Ok(_) if !force => return refuse("is there already; --force replaces it".to_owned()),
        Ok(_) if !is_table(out)? => {
            return refuse(
                "is no equity table, so it is left alone; choose another --out".to_owned(),
            );
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return refuse(format!("can't be written: {error}")),
    }
    files::try_place(out).or_else(|error| refuse(format!("can't be written: {error}")))
}

/// Whether a file begins as a table does, be it damaged.
fn is_table(path: &Path) -> Result<bool, Failure> {
    let mut begins = Vec::new();
    let read = File::open(path)
        .and_then(|file| file.take(NAME.len() as u64).read_to_end(&mut begins))
        .with_context(|| format!("{} can't be read", path.display()));
    read.map_err(Failure::Run)?;
    Ok(begins == NAME.as_bytes())
}

/// A table being made.
struct Making<'a, H> {
    maker: Maker,
    plan: &'a Plan,
    work: Work<'a>,
    heard: &'a H,
}

impl<H: Fn(Stage) + Sync> With for Making<'_, H> {
    type Output = Result<Equity, BuildError>;

    fn with<P: LanePolicy + Sync>(self, policy: &P) -> Self::Output {
        build(policy, self.maker, self.plan, self.work, self.heard)
    }
}

/// What is told of the work.
struct Told {
    meter: Meter,
    plan: Plan,
    quiet: bool,
    rounds: u64,
}

impl Told {
    fn new(plan: &Plan, quiet: bool) -> Self {
        // The meter of the burn-in, whose end can't be foreseen, is a line now and then.
        Self { meter: Meter::Quiet, plan: *plan, quiet, rounds: 0 }
    }

    fn hear(&mut self, stage: Stage) {
        match stage {
            Stage::BurnIn { sweeps, left } if !self.quiet && sweeps % 10 == 0 => {
                let left = 100.0 * left;
                let text = format!("burn-in, {sweeps} sweeps: {left:.3} % of the start is left\n");
                // Progress is for whoever watches; if no one can, the work is none the worse.
                let _ = io::stderr().write_all(text.as_bytes());
            }
            Stage::BurnIn { .. } => {}
            Stage::Rounds(more) => {
                if self.rounds == 0 {
                    let all = self.plan.all_rounds();
                    self.meter = Meter::counting("rounds", "rounds", 0, all, self.quiet);
                }
                self.rounds += more;
                self.meter.show(self.rounds, self.rounds);
            }
        }
    }
}
