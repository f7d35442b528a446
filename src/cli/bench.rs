//! `domeng bench`: how fast this machine plays, and a checksum of how it plays.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;

use super::exit::{Outcome, quiet_pipe};
use crate::engine::{
    Action, BySeat, Chooser, Deal, Election, ElectionObserver, Legal, Line, Move, Observation,
    Observer, Round, RoundEnd, Rules, Seat, Seed, Sitting, Table,
};
use crate::strategies::{Greedy, Policy, Random, Registry, SelfPlay, Strategy};

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
/// Elections of self-play in a stretch between looks at the clock.
const STRETCH: u64 = 2_000;

#[derive(Serialize)]
struct Speed {
    elections_per_s: f64,
    rounds_per_s: f64,
    plies_per_s: f64,
}

#[derive(Serialize)]
struct Decisions {
    decisions_per_s: f64,
}

#[derive(Serialize)]
struct Report {
    threads: usize,
    random: Speed,
    greedy: Speed,
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
        strategies: registry
            .iter()
            .map(|entry| {
                let strategy = entry.build(&crate::strategies::Params::defaults(&entry.params));
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
    text += &format!("\nchecksum of all moves of a fixed experiment: {}\n", report.checksum);
    quiet_pipe(out.write_all(text.as_bytes()))
}

/// Self-play by one policy on `threads` threads, without an observer.
fn self_play<P: Policy + Copy + Send + Sync>(policy: P, threads: usize) -> anyhow::Result<Speed> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let stretch = |number: u64| -> (u64, u64) {
        (number * STRETCH..(number + 1) * STRETCH).fold((0, 0), |(rounds, plies), block| {
            let seed = Seed(1);
            let mut table = SelfPlay::new(policy, seed.deals(block), seed.decisions(block, 0), 0);
            let mut election = Election::new(&Rules::default(), None);
            let mut count = Plies(0);
            election.play(&mut table, &mut count);
            (rounds + u64::from(election.rounds()), plies + count.0)
        })
    };
    let begun = Instant::now();
    let (mut stretches, mut rounds, mut plies) = (0, 0, 0);
    let batch = 8 * threads as u64;
    while begun.elapsed() < SPAN {
        let (more_rounds, more_plies) = pool.install(|| {
            (stretches..stretches + batch)
                .into_par_iter()
                .map(stretch)
                .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
        });
        stretches += batch;
        rounds += more_rounds;
        plies += more_plies;
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Speed {
        elections_per_s: (stretches * STRETCH) as f64 / seconds,
        rounds_per_s: rounds as f64 / seconds,
        plies_per_s: plies as f64 / seconds,
    })
}

/// Counts plies at the end of each round, which costs a round nothing.
struct Plies(u64);

impl Observer for Plies {}

impl ElectionObserver for Plies {
    #[inline(always)]
    fn round_ends(&mut self, round: &Round, _end: &RoundEnd) {
        self.0 += round.history().len() as u64;
    }
}

/// A table at which seat 0 plays a strategy that is timed, and the others `greedy`.
struct Timed<'a> {
    strategy: &'a dyn Strategy,
    seed: Seed,
    block: u64,
    round: u32,
    decisions: u64,
    spent: Duration,
}

impl Chooser for Timed<'_> {
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let seat = round.to_move();
        let sitting = Sitting { round: self.round, ..Sitting::NOBODY };
        let seen = Observation::new(round, &sitting, seat);
        let streams = self.seed.decisions(self.block, 0).round(0, self.round);
        let mut random = streams.stream(round.history().len(), seat);
        if seat != Seat::ALL[0] {
            return Greedy
                .best(&seen)
                .or(legal.first())
                .unwrap_or_else(|| unreachable!("a choice"));
        }
        let begun = Instant::now();
        let play = self.strategy.choose(&seen, &mut random);
        self.spent += begun.elapsed();
        self.decisions += 1;
        play
    }
}

impl Table for Timed<'_> {
    fn deal(&mut self, round: u32) -> Deal {
        self.round = round;
        self.seed.deals(self.block).deal(0, round)
    }
}

/// Decisions a second of a strategy against four greedy; the time of a look at the clock included,
/// some 40 ns.
fn decisions(strategy: &dyn Strategy) -> f64 {
    let (seed, spent) = (Seed(1), Duration::ZERO);
    let mut table = Timed { strategy, seed, block: 0, round: 0, decisions: 0, spent };
    let begun = Instant::now();
    while begun.elapsed() < SPAN {
        Election::new(&Rules::default(), None).play(&mut table, &mut ());
        table.block += 1;
    }
    table.decisions as f64 / table.spent.as_secs_f64()
}

/// Elections that the checksum covers, for each strategy.
const SIGNED: u64 = 10;

/// One hash of every move in a fixed experiment: each strategy, with few worlds where it takes
/// worlds, against four greedy and then in all seats. It changes when play does.
fn checksum(registry: &Registry) -> String {
    let mut hash = blake3::Hasher::new();
    for entry in registry.iter() {
        let mut params = crate::strategies::Params::defaults(&entry.params);
        params.lower("worlds", 10);
        let strategy = entry.build(&params);
        for block in 0..SIGNED {
            let seats: BySeat<&dyn Strategy> = BySeat::from_fn(|seat| -> &dyn Strategy {
                if block % 2 == 1 || seat == Seat::ALL[0] { &*strategy } else { &Greedy }
            });
            let mut table = Signed { seats, seed: Seed(1), block, round: 0 };
            let mut moves = Moves(&mut hash);
            Election::new(&Rules::default(), None).play(&mut table, &mut moves);
        }
    }
    hash.finalize().to_hex()[..16].to_owned()
}

/// Five strategies at a table.
struct Signed<'a> {
    seats: BySeat<&'a dyn Strategy>,
    seed: Seed,
    block: u64,
    round: u32,
}

impl Chooser for Signed<'_> {
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let seat = round.to_move();
        let sitting = Sitting { round: self.round, ..Sitting::NOBODY };
        let streams = self.seed.decisions(self.block, 0).round(0, self.round);
        let mut random = streams.stream(round.history().len(), seat);
        let seen = Observation::new(round, &sitting, seat);
        let play = self.seats[seat].choose(&seen, &mut random);
        legal.find(play).or(legal.first()).unwrap_or(play)
    }
}

impl Table for Signed<'_> {
    fn deal(&mut self, round: u32) -> Deal {
        self.round = round;
        self.seed.deals(self.block).deal(0, round)
    }
}

/// Hashes the notation of every ply.
struct Moves<'a>(&'a mut blake3::Hasher);

impl Observer for Moves<'_> {
    fn acted(&mut self, ply: u8, _seat: Seat, action: Action, _line: Line) {
        self.0.update(action.notation(usize::from(ply)).to_string().as_bytes());
        self.0.update(b" ");
    }
}

impl ElectionObserver for Moves<'_> {}
