//! `domeng bench`: how fast this machine plays, and a checksum of how it plays.

mod checksum;
mod decisions;
mod self_play;
mod worlds;

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::time::Duration;

use serde::Serialize;

use self::checksum::checksum;
use self::decisions::decisions;
use self::self_play::{Speed, self_play};
use self::worlds::worlds;
use super::exit::{Outcome, quiet_pipe};
use crate::strategies::{Greedy, Params, Random, Registry};

/// Measure the speed of play, and print a checksum of every move of a fixed experiment
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  domeng bench\n  domeng bench --json --threads 1")]
pub(super) struct BenchArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Threads to measure on, 1 if not given; without --json all cores are measured as well
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// How long each speed is measured.
const SPAN: Duration = Duration::from_millis(800);
#[derive(Serialize)]
struct Decisions {
    decisions_per_s: f64,
}

#[derive(Serialize)]
struct Report {
    threads: usize,
    random: Speed,
    greedy: Speed,
    worlds_per_s: f64,
    strategies: BTreeMap<&'static str, Decisions>,
    checksum: String,
}

pub(super) fn run(arguments: &BenchArgs) -> Outcome {
    let registry = Registry::builtin();
    let threads = usize::from(arguments.threads.unwrap_or(1));
    let report = Report {
        threads,
        random: self_play(Random, threads)?,
        greedy: self_play(Greedy, threads)?,
        worlds_per_s: worlds(),
        strategies: registry
            .iter()
            .map(|entry| {
                let strategy = entry.build(&Params::defaults(&entry.params));
                (entry.name, Decisions { decisions_per_s: decisions(&*strategy) })
            })
            .collect(),
        checksum: checksum(&registry),
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        let text = serde_json::to_string(&report)?;
        return quiet_pipe(writeln!(out, "{text}"));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut speeds = vec![(threads, "random", report.random), (threads, "greedy", report.greedy)];
    if arguments.threads.is_none() && cores > 1 {
        speeds.push((cores, "random", self_play(Random, cores)?));
        speeds.push((cores, "greedy", self_play(Greedy, cores)?));
    }
    let mut text =
        String::from("self-play        threads  elections/s     rounds/s      plies/s\n");
    for (threads, name, speed) in speeds {
        let Speed { elections_per_s, rounds_per_s, plies_per_s } = speed;
        text += &format!(
            "  {name:<14} {threads:>7} {elections_per_s:>12.0} {rounds_per_s:>12.0} {plies_per_s:>12.0}\n"
        );
    }
    text += "\nstrategy (one core, default parameters)      decisions/s\n";
    for (name, Decisions { decisions_per_s }) in &report.strategies {
        text += &format!("  {name:<40} {decisions_per_s:>13.0}\n");
    }
    text += &format!("\nworlds drawn a second (one core): {:.0}\n", report.worlds_per_s);
    text += &format!("checksum of all moves of a fixed experiment: {}\n", report.checksum);
    quiet_pipe(out.write_all(text.as_bytes()))
}
