//! 95 % intervals hold the truth in 95 % of runs: simulated, with a fixed seed. The whole table is
//! made by the example `coverage`.

#[path = "../examples/coverage/blocks.rs"]
mod blocks;

use blocks::{Blocks, MEANS, RATES};
use domeng::engine::Seed;
use domeng::statistics::{Interval, RatioSums};

/// A share of 95 % in so many runs has a standard error of 0.15 %: 1 % is six of them.
const REPLICATES: u64 = 20_000;

fn covers(
    name: &str,
    blocks: &Blocks,
    count: u64,
    cell: u64,
    interval: fn(&RatioSums) -> Option<Interval>,
) {
    let mut random = Seed(2).schedule(cell);
    let coverage = blocks.coverage(count, REPLICATES, &mut random, interval);
    assert!((0.94..=0.96).contains(&coverage), "{name}, {count} blocks: {coverage}");
}

#[test]
fn rates_from_200_blocks_on() {
    let mut cell = 0;
    for (name, kind) in RATES {
        for rate in [0.1, 0.2, 0.5, 0.9] {
            let name = format!("{name}, rate {rate}");
            covers(&name, &kind(rate), 200, cell, RatioSums::rate_interval);
            cell += 1;
        }
    }
}

#[test]
fn means_from_200_blocks_on() {
    let [kinds @ .., very_skewed] = MEANS;
    for (cell, (name, kind)) in (100..).zip(kinds) {
        covers(name, &kind(), 200, cell, RatioSums::mean_interval);
    }
    let (name, kind) = very_skewed;
    covers(name, &kind(), 1_000, 200, RatioSums::mean_interval);
}
