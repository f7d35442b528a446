//! `domeng equity check`: a table against elections that it was not made from.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;

use super::super::exit::{Failure, Outcome, quiet_pipe};
use super::super::interrupt::stop_on_interrupt;
use super::super::progress::{Meter, threads};
use super::players::{Players, With, describe};
use super::table;
use crate::engine::lockstep::LanePolicy;
use crate::equity::{BuildError, Equity, TrialPlan, Trials, Work, try_table};
use crate::report::{Verdict, print_origin, print_trials};
use crate::strategies::Registry;

/// Check a table: that its file is whole, and how far its chances are off
///
/// Elections are played to their ends from states met in self-play and from states drawn uniformly, by
/// the strategy that the table was made from and with another seed. The table fails if its root
/// mean square error is above 0.003 for any kind of states, or any chance off by more than 0.01 and
/// six standard errors.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng equity check\n  \
    domeng equity check --states 100 --elections 1000000 --seed 7\n  \
    domeng equity check --file ten.bin\n\n\
    Exit codes: 0 within the bounds, 1 damaged or out of them, 2 wrong usage.")]
pub(super) struct CheckArgs {
    /// File of the table; the shipped one if not given
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Master seed; one more than that of the table if not given
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// States of each of four kinds
    #[arg(long, value_name = "N", default_value_t = 250,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    states: u32,
    /// Elections from each state
    #[arg(long, value_name = "N", default_value_t = 40_000,
          value_parser = clap::value_parser!(u32).range(100..=1_000_000_000))]
    elections: u32,
    /// Threads to play on; all cores if not given. What is found does not depend on it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &CheckArgs) -> Outcome {
    let table = table(arguments.file.as_deref())?;
    let registry = Registry::builtin();
    let origin = table.origin();
    let players = Players::again(&origin.maker, &registry)?;
    let CheckArgs { states, elections, .. } = *arguments;
    let seed = arguments.seed.unwrap_or(origin.seed.wrapping_add(1));
    let plan = TrialPlan { seed, states, elections };
    let stop = stop_on_interrupt("elections in play are finished", "nothing was found out")?;
    let work = Work { threads: threads(arguments.threads), stop: &stop };
    let all = 4 * u64::from(states) * u64::from(elections);
    let meter = Meter::new("elections", 0, all, arguments.quiet);
    let told = Mutex::new((meter, 0));
    let heard = |more| {
        let (meter, done) = &mut *told.lock().unwrap_or_else(PoisonError::into_inner);
        *done += more;
        meter.show(*done, *done);
    };
    let tried = players.with(Trying { table: &table, plan: &plan, work, heard: &heard });
    told.into_inner().unwrap_or_else(PoisonError::into_inner).0.end();
    let tried = tried.map_err(|error| match error {
        BuildError::Stopped => Failure::Run(anyhow!("stopped; nothing was found out")),
        _ => Failure::from(error),
    })?;
    let mut text = Vec::new();
    print_origin(&mut text, &table, &describe(&origin.maker, &registry))?;
    writeln!(text)?;
    let verdict = print_trials(&mut text, &plan, &tried)?;
    quiet_pipe(io::stdout().lock().write_all(&text))?;
    match verdict {
        Verdict::Within | Verdict::Untold => Ok(()),
        Verdict::Beyond => Err(Failure::Said),
    }
}

/// A table being tried.
struct Trying<'a, H> {
    table: &'a Equity,
    plan: &'a TrialPlan,
    work: Work<'a>,
    heard: &'a H,
}

impl<H: Fn(u64) + Sync> With for Trying<'_, H> {
    type Output = Result<Vec<Trials>, BuildError>;

    fn with<P: LanePolicy + Sync>(self, policy: &P) -> Self::Output {
        try_table(self.table, policy, self.plan, self.work, self.heard)
    }
}
