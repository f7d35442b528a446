//! 95 % intervals hold the truth in 95 % of runs: simulated, with a fixed seed. The whole table is
//! made by the example `coverage`.

#[path = "../examples/coverage/blocks.rs"]
mod blocks;
#[path = "../examples/coverage/pairs.rs"]
mod pairs;

use blocks::{MEANS, RATES};
use domeng::engine::{Random, Seed};
use domeng::statistics::{PairedSums, RatioSums};
use pairs::{APART, PAIRS};

/// A share of 95 % in so many runs has a standard error of 0.15 %: 1 % is six of them.
const REPLICATES: u64 = 20_000;

/// Holds the `coverage` of so many runs, drawn from a stream of the `cell`, to 95 %.
#[track_caller]
fn covers(name: &str, cell: u64, coverage: impl Fn(u64, &mut Random) -> f64) {
    let coverage = coverage(REPLICATES, &mut Seed(2).schedule(cell));
    assert!((0.94..=0.96).contains(&coverage), "{name}: {coverage}");
}

#[test]
fn rates_from_200_blocks_on() {
    let mut cell = 0;
    for (name, kind) in RATES {
        for rate in [0.1, 0.2, 0.5, 0.9] {
            covers(&format!("{name}, rate {rate}"), cell, |runs, random| {
                kind(rate).coverage(200, runs, random, RatioSums::rate_interval)
            });
            cell += 1;
        }
    }
}

#[test]
fn means_from_200_blocks_on() {
    let [kinds @ .., very_skewed] = MEANS;
    for (cell, (name, kind)) in (100..).zip(kinds) {
        covers(name, cell, |runs, random| {
            kind().coverage(200, runs, random, RatioSums::mean_interval)
        });
    }
    let (name, kind) = very_skewed;
    covers(name, 200, |runs, random| {
        kind().coverage(1_000, runs, random, RatioSums::mean_interval)
    });
}

#[test]
fn differences_from_200_blocks_on() {
    // Where a hundredth of the blocks differ it would take 10 000.
    let [kinds @ .., (name, mostly_alike), _] = PAIRS;
    for (cell, (name, kind)) in (300..).zip(kinds) {
        covers(name, cell, |runs, random| kind().coverage(200, runs, random, PairedSums::interval));
    }
    covers(name, 400, |runs, random| {
        mostly_alike().coverage(1_000, runs, random, PairedSums::interval)
    });
}

#[test]
fn differences_of_runs_apart_from_200_blocks_on() {
    for (cell, (name, kind)) in (500..).zip(APART) {
        covers(name, cell, |runs, random| kind().coverage(200, runs, random));
    }
}
