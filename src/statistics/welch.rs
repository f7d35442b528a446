//! The difference of two ratios that have no blocks in common.

use super::interval::Interval;
use super::ratio::RatioSums;
use super::student::t_critical;
use super::tail::t_tail;

/// A difference of two ratios that have no blocks in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Apart {
    pub difference: f64,
    /// 95 % about it, two-sided.
    pub interval: Interval,
    /// How likely a difference as great as this, to either side, is between ratios that are the same;
    /// `None` where there is no spread, which leaves nothing to go by.
    pub p: Option<f64>,
}

/// The ratio of `first` less that of `second`, and 95 % about it, two-sided, where the blocks of
/// the one are independent of those of the other: runs that share no deals. (For those that do,
/// [`PairedSums`](super::PairedSums): this interval would be wrong, most often too wide.)
///
/// It is Welch's (1947): Student's t with the sum of the two variances. Its degrees of freedom are
/// Satterthwaite's (1946), (v₁ + v₂)² / (v₁² / (m₁ − 1) + v₂² / (m₂ − 1)) with m₁ and m₂ blocks,
/// rounded down to a whole number, which makes it a little wider and never narrower.
///
/// `None` where either [`variance`](RatioSums::variance) is.
pub fn independent_difference(first: &RatioSums, second: &RatioSums) -> Option<Apart> {
    let difference = first.ratio()? - second.ratio()?;
    let (v1, v2) = (first.variance()?, second.variance()?);
    let (free1, free2) = (first.blocks() - 1, second.blocks() - 1);
    let (variance, degrees) = (v1 + v2, satterthwaite((v1, free1), (v2, free2)));
    let interval = Interval::student(difference, variance, t_critical(degrees)?);
    let p = t_tail(difference / variance.sqrt(), degrees).filter(|_| variance > 0.0);
    Some(Apart { difference, interval, p })
}

/// The degrees of freedom of the sum of two variances, each given with its own, rounded down. They
/// lie between the lesser of the two and their sum.
fn satterthwaite((v1, free1): (f64, u64), (v2, free2): (f64, u64)) -> u64 {
    // Without any spread there is no width either, whatever the degrees.
    if v1 + v2 == 0.0 {
        return free1.min(free2);
    }
    // By shares, so that whole degrees come out whole: of one variance alone, and of two equals.
    let (share1, share2) = (v1 / (v1 + v2), v2 / (v1 + v2));
    let (degrees1, degrees2) = (free1 as f64, free2 as f64);
    let by = share1 * share1 * degrees2 + share2 * share2 * degrees1;
    // A cast rounds down. What rounding of the terms moves past a limit is held at it.
    ((degrees1 * degrees2 / by) as u64).clamp(free1.min(free2), free1.saturating_add(free2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_degrees_stay_whole() {
        assert_eq!(satterthwaite((2.5, 9), (2.5, 9)), 18);
        assert_eq!(satterthwaite((0.3, 7), (0.0, 1)), 7);
        assert_eq!(satterthwaite((0.0, 1_000), (1e-30, 1)), 1);
        assert_eq!(satterthwaite((0.0, 3), (0.0, 5)), 3);
    }

    /// Variances 1 and 2 with 2 and 4 degrees: 9 / (1/2 + 4/4) = 6. With 3 and 4: 9 / (1/3 + 1) =
    /// 6.75.
    #[test]
    fn by_hand() {
        assert_eq!(satterthwaite((1.0, 2), (2.0, 4)), 6);
        assert_eq!(satterthwaite((1.0, 3), (2.0, 4)), 6);
    }
}
