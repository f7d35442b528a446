//! How often a difference is found that is just detectable.

use domeng::engine::Random;
use domeng::statistics::{Interval, PairedSums, RatioSums, detectable};

use crate::blocks::{Blocks, share};
use crate::pairs::Pairs;

/// The share of `replicates` runs of so many `blocks` whose interval lies above a value that is
/// just detectably below the true ratio.
pub fn of_ratio(
    law: &Blocks,
    blocks: u64,
    replicates: u64,
    random: &mut Random,
    interval: fn(&RatioSums) -> Option<Interval>,
) -> f64 {
    let (ratio, size) = (law.ratio(), law.mean(|(_, n)| n as f64));
    let spread = law.mean(|(y, n)| ((y as f64 - ratio * n as f64) / size).powi(2));
    let value = below(ratio, spread, blocks);
    share(replicates, || interval(&law.sums(blocks, random)).is_some_and(|it| value < it.low))
}

/// The same of the difference of two sides.
pub fn of_pairs(law: &Pairs, blocks: u64, replicates: u64, random: &mut Random) -> f64 {
    let (n1, n2) = (law.mean(|(it, _)| it.1 as f64), law.mean(|(_, it)| it.1 as f64));
    let (r1, r2) = (law.mean(|(it, _)| it.0 as f64) / n1, law.mean(|(_, it)| it.0 as f64) / n2);
    let spread = law.mean(|((y1, m1), (y2, m2))| {
        let first = (y1 as f64 - r1 * m1 as f64) / n1;
        (first - (y2 as f64 - r2 * m2 as f64) / n2).powi(2)
    });
    let value = below(law.difference(), spread, blocks);
    let found = |it: Interval| value < it.low;
    share(replicates, || PairedSums::interval(&law.sums(blocks, random)).is_some_and(found))
}

/// What is just detectably below the `truth`, where one block alone has the variance `spread`.
fn below(truth: f64, spread: f64, blocks: u64) -> f64 {
    let variance = spread / blocks as f64;
    truth - detectable(variance, blocks, blocks).expect("two blocks or more, and a spread")
}
