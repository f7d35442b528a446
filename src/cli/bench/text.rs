//! A report as text, with what is measured for it alone: all cores, and every path.

use std::time::Duration;

use super::lockstep::lockstep;
use super::report::{Decisions, Report};
use super::self_play::self_play;
use super::speed::{Rate, Speed};
use super::worlds::{SHUFFLES, Shuffled};
use crate::engine::lockstep::Path;
use crate::strategies::{Greedy, Random};

/// The report, and where `asked` names no number of threads, all cores beside one.
pub(super) fn everything(
    report: &Report,
    asked: Option<u16>,
    span: Duration,
) -> anyhow::Result<String> {
    let threads = report.threads.unwrap_or(1);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cores = u16::try_from(cores).unwrap_or(u16::MAX);
    let more = (asked.is_none() && cores > 1).then_some(cores);
    let path = Path::preferred();
    let mut text = heading("self-play");
    text += &row(threads, "random", &report.random);
    text += &row(threads, "greedy", &report.greedy);
    if let Some(cores) = more {
        text += &row(cores, "random", &self_play(Random, cores, span)?);
        text += &row(cores, "greedy", &self_play(Greedy, cores, span)?);
    }
    text += "\n";
    text += &heading(&format!("lockstep {}", path.word()));
    text += &row(threads, "random", &report.lockstep.random);
    text += &row(threads, "greedy", &report.lockstep.greedy);
    if let Some(cores) = more {
        text += &row(cores, "random", &lockstep(&Random, path, cores, span)?);
        text += &row(cores, "greedy", &lockstep(&Greedy, path, cores, span)?);
    }
    text += "\n";
    text += &paths(threads, span)?;
    text += "\nstrategy (one core, default parameters)      decisions/s\n";
    for (name, Decisions { decisions_per_s }) in &report.strategies {
        text += &format!("  {name:<40} {:>13}\n", whole(*decisions_per_s));
    }
    text += &worlds(report);
    let checksum = report.checksum.as_deref().unwrap_or_default();
    text += &format!("checksum of all moves of a fixed experiment: {checksum}\n");
    Ok(text)
}

/// Worlds drawn exactly, and as anyone would draw them first.
fn worlds(report: &Report) -> String {
    let Shuffled { worlds_per_s, given_up } = &report.shuffled;
    let row = |name: &str, rate| format!("  {name:<40} {:>13}\n", whole(rate));
    let share = given_up.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share));
    "\nhidden hands at plies 8 to 16 (one core)         worlds/s\n".to_owned()
        + &row("drawn exactly", report.worlds_per_s)
        + &row("shuffled and rejected", *worlds_per_s)
        + &format!(
            "    ({share} of positions given up after {SHUFFLES} shuffles, with too few worlds)\n\n"
        )
}

/// A rate without decimals; a dash where there is none.
pub(super) fn whole(rate: Option<Rate>) -> String {
    rate.map_or_else(|| "–".to_owned(), |rate| format!("{:.0}", rate.get()))
}

fn heading(what: &str) -> String {
    format!("{what:<16} threads  elections/s     rounds/s      plies/s\n")
}

fn row(threads: u16, name: &str, speed: &Speed) -> String {
    let [elections, rounds, plies] =
        [speed.elections_per_s, speed.rounds_per_s, speed.plies_per_s].map(whole);
    format!("  {name:<14} {threads:>7} {elections:>12} {rounds:>12} {plies:>12}\n")
}

/// A line for each path that the machine has.
fn paths(threads: u16, span: Duration) -> anyhow::Result<String> {
    let mut text =
        "lockstep by path threads      random rounds/s      greedy rounds/s\n".to_owned();
    for path in Path::ALL.into_iter().filter(|path| path.is_available()) {
        let random = whole(lockstep(&Random, path, threads, span)?.rounds_per_s);
        let greedy = whole(lockstep(&Greedy, path, threads, span)?.rounds_per_s);
        text += &format!("  {:<14} {threads:>7} {random:>20} {greedy:>20}\n", path.word());
    }
    Ok(text)
}
