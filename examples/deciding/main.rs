//! How often sequential tests err, how long they take, how often their confidence sequences hold the
//! truth, and how often intervals of ratings do, for the tables in `docs/methodology.md`:
//!
//! ```text
//! cargo run --release --example deciding
//! ```
//!
//! Every row of the first table is 2000 runs, of simulated blocks or of real ones, each from a seed
//! of its own, so that the output is always the same.

mod ratings;

use std::io::{self, Write};

use domeng::engine::{Random, Seed};
use domeng::statistics::{Sequential, SequentialPlan, Stop, Tested};
use domeng::strategies::Registry;
use domeng::tournament::{BlockSums, Experiment, ExperimentFile, Players};

const RUNS: u64 = 2000;
/// Blocks that tell the true value of a real duel.
const LONG: u64 = 40_000;

const PLAN: SequentialPlan = SequentialPlan {
    tested: Tested::Rate,
    h0: 0.2,
    h1: 0.22,
    alpha: 0.05,
    beta: 0.05,
    most: 20_000,
};

/// A block: numerator and denominator.
type Block = (i64, u64);

/// What came of many runs of one test.
#[derive(Default)]
struct Ends {
    h0: u64,
    h1: u64,
    undecided: u64,
    blocks: u64,
    /// Runs whose confidence sequence held the truth where they stopped, and after every block.
    held: u64,
    held_always: u64,
}

/// One run: `next` gives block after block.
fn run(plan: SequentialPlan, truth: f64, mut next: impl FnMut(u64) -> Block, ends: &mut Ends) {
    let mut test = Sequential::new(plan);
    let mut always = true;
    while test.stop().is_none() {
        let (y, n) = next(test.blocks());
        test.take(y, n);
        always &=
            test.confidence().is_none_or(|within| within.low <= truth && truth <= within.high);
    }
    match test.stop() {
        Some(Stop::H0) => ends.h0 += 1,
        Some(Stop::H1) => ends.h1 += 1,
        _ => ends.undecided += 1,
    }
    ends.blocks += test.blocks();
    let held = test.confidence().is_none_or(|within| within.low <= truth && truth <= within.high);
    ends.held += u64::from(held);
    ends.held_always += u64::from(always);
}

fn row(
    out: &mut impl Write,
    name: &str,
    (plan, truth): (SequentialPlan, f64),
    mut of: impl FnMut(u64, &mut Ends),
) -> io::Result<()> {
    let mut ends = Ends::default();
    (0..RUNS).for_each(|number| of(number, &mut ends));
    let percent = |n: u64| 100.0 * n as f64 / RUNS as f64;
    let SequentialPlan { h0, h1, alpha, beta, most, .. } = plan;
    writeln!(
        out,
        "| {name} | {h0:.3} | {h1:.3} | {alpha} | {beta} | {most} | {truth:.4} | {:.1} | {:.1} | {:.1} | {} | {:.1} | {:.1} |",
        percent(ends.h1),
        percent(ends.h0),
        percent(ends.undecided),
        ends.blocks / RUNS,
        percent(ends.held),
        percent(ends.held_always),
    )
}

fn uniform(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Five seatings, each won at the rate; with a chance of `shared` all five are won or lost together.
fn wins(rate: f64, shared: f64, random: &mut Random) -> Block {
    if uniform(random) < shared {
        return (5 * i64::from(uniform(random) < rate), 5);
    }
    ((0..5).map(|_| i64::from(uniform(random) < rate)).sum(), 5)
}

/// Five holdings of a mean: geometric, at 25 at most.
fn stones(mean: f64, random: &mut Random) -> Block {
    let go_on = mean / (1.0 + mean);
    let one = |random: &mut Random| (0..25).take_while(|_| uniform(random) < go_on).count() as i64;
    ((0..5).map(|_| one(random)).sum(), 5)
}

fn duel(challenger: &str, baseline: &str, seed: u64) -> Players {
    let text = format!(
        "design = \"duel\"\npool = [\"a={challenger}\", \"b={baseline}\"]\nseed = {seed}\n"
    );
    let registry = Registry::builtin();
    let told = |error: &dyn std::fmt::Display| -> ! { panic!("{error}") };
    let file = ExperimentFile::parse(&text, "duel").unwrap_or_else(|error| told(&error));
    let experiment = Experiment::resolve(&file, &registry).unwrap_or_else(|error| told(&error));
    Players::new(&experiment, &registry).unwrap_or_else(|error| told(&error))
}

fn played(players: &Players, number: u64) -> Block {
    let BlockSums { entrants, .. } = players.sums(number).unwrap_or_else(|error| panic!("{error}"));
    (entrants[0].1.elections_won as i64, entrants[0].1.seatings)
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "| blocks | H0 | H1 | α | β | at most | truth | H1 % | H0 % | undecided % | blocks | held % | held always % |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    let plan = PLAN;
    let wide = SequentialPlan { h1: 0.25, ..plan };
    let unlike = SequentialPlan { h1: 0.23, alpha: 0.01, beta: 0.1, ..plan };
    let short = SequentialPlan { most: 400, ..plan };
    let rare = SequentialPlan { h0: 0.02, h1: 0.03, ..plan };
    for (name, plan, shared, truths) in [
        ("wins, independent", plan, 0.0, &[0.19, 0.2, 0.21, 0.22, 0.23][..]),
        ("wins, a third of blocks all or none", plan, 0.33, &[0.2, 0.22]),
        ("wins, H1 far off", wide, 0.0, &[0.2, 0.25]),
        ("wins, H1 far off, a third all or none", wide, 0.33, &[0.2, 0.25]),
        ("wins, unlike errors", unlike, 0.0, &[0.2, 0.23]),
        ("wins, few blocks at most", short, 0.0, &[0.2, 0.22]),
        ("rare wins", rare, 0.0, &[0.02, 0.03]),
    ] {
        for &truth in truths {
            row(&mut out, name, (plan, truth), |number, ends| {
                let mut random = Seed(2).schedule(number);
                run(plan, truth, |_| wins(truth, shared, &mut random), ends);
            })?;
        }
    }
    // The mean of what is cut at 25 is a little less.
    let cut = |mean: f64| mean * (1.0 - (mean / (1.0 + mean)).powi(25));
    let plan = SequentialPlan { tested: Tested::Mean, h0: cut(4.0), h1: cut(3.7), ..plan };
    for mean in [4.0, 3.7] {
        row(&mut out, "stones", (plan, cut(mean)), |number, ends| {
            let mut random = Seed(3).schedule(number);
            run(plan, cut(mean), |_| stones(mean, &mut random), ends);
        })?;
    }
    real(&mut out)?;
    ratings::table(&mut out)
}

/// Duels as they are played: of a strategy with itself, and with another.
fn real(out: &mut impl Write) -> io::Result<()> {
    let plan = SequentialPlan { h1: 0.23, ..PLAN };
    row(out, "`random` against itself, played", (plan, 0.2), |number, ends| {
        let players = duel("random", "random", 1000 + number);
        run(plan, 0.2, |block| played(&players, block), ends);
    })?;
    let players = duel("light", "greedy", 1);
    let (won, all) = (0..LONG)
        .map(|block| played(&players, block))
        .fold((0, 0), |sum, block| (sum.0 + block.0, sum.1 + block.1));
    let truth = won as f64 / all as f64;
    // Half-way between the even share and what it wins: H1 is true, and more.
    for plan in [
        SequentialPlan { h1: (truth * 1000.0).round() / 1000.0, ..plan },
        SequentialPlan {
            h0: (truth * 1000.0).round() / 1000.0,
            h1: (truth * 1000.0).round() / 1000.0 + 0.03,
            ..plan
        },
    ] {
        row(out, "`light` against `greedy`, played", (plan, truth), |number, ends| {
            let players = duel("light", "greedy", 1_000_000 + number);
            run(plan, truth, |block| played(&players, block), ends);
        })?;
    }
    Ok(())
}
