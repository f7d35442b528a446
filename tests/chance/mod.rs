//! Tests of uniformity: χ² on counts, with bounds for a chance of one in a million.
//!
//! Seeds are fixed, so a test that passes passes always. Counts over many cells that are too even are
//! refused like those that are too uneven; few cells are often even by chance.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Chance of each bound to be broken by a fair generator.
const CHANCE: f64 = 1e-6;

/// Σ (counted − expected)² / expected.
pub fn statistic(counts: impl IntoIterator<Item = (u64, f64)>) -> f64 {
    counts.into_iter().map(|(n, expected)| (n as f64 - expected).powi(2) / expected).sum()
}

/// Refuses a `statistic` that χ² with `freedom` degrees is over, or from ten degrees on under, once
/// in a million.
#[track_caller]
pub fn assert_chi_square(statistic: f64, freedom: usize, what: &str) {
    let distribution = ChiSquared::new(freedom as f64).expect("a degree of freedom");
    let low = if freedom < 10 { 0.0 } else { distribution.inverse_cdf(CHANCE) };
    let high = distribution.inverse_cdf(1.0 - CHANCE);
    assert!(
        (low..=high).contains(&statistic),
        "{what}: χ² is {statistic:.1} with {freedom} degrees of freedom, not {low:.1} to {high:.1}"
    );
}

/// Refuses counts that are not those of equal chances.
#[track_caller]
pub fn assert_uniform(counts: &[u64], what: &str) {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    assert!(expected >= 20.0, "{what}: {expected} draws a cell are too few");
    let statistic = statistic(counts.iter().map(|&n| (n, expected)));
    assert_chi_square(statistic, counts.len() - 1, what);
}
