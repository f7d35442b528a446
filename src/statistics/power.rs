//! How small a difference a run can find.

use super::student::{t_critical, t_power};

/// The smallest true difference that `blocks_planned` blocks find with a power of 80 % by a
/// two-sided test at 5 %: in four runs of five the 95 % interval then leaves out what the estimate
/// is held against, on the right side. In the units of the estimate.
///
/// `variance` is that of an estimate from `blocks_seen` blocks, of a pilot or of the run itself. For
/// a ratio ([`RatioSums::variance`](super::RatioSums::variance)) the difference is that from a fixed
/// value, as an even share of wins; for two sides with the same blocks
/// ([`PairedSums::variance`](super::PairedSums::variance)) it is that between them. For two runs
/// without common deals, each of as many blocks, give the sum of their variances; the answer
/// is then a little too great where blocks are few, since together they have more degrees of freedom.
///
/// It is the minimum detectable effect of Bloom (1995), (t₀.₉₇₅ + t₀.₈) · √(`variance` ·
/// `blocks_seen` / `blocks_planned`), with one degree of freedom less than blocks are planned: 2.8
/// standard errors of a long run. If sums of blocks are normal the power is 79.1 to 80.1 % from five
/// blocks on, with two 73 %. It is as uncertain as the variance is: seen in m blocks, that has a
/// relative standard error of √(2 / (m − 1)), and its root half of it.
///
/// `None` below two blocks, seen or planned, and where the variance is not a finite number above 0:
/// where all blocks agree, their spread is no estimate of what others will have.
pub fn detectable(variance: f64, blocks_seen: u64, blocks_planned: u64) -> Option<f64> {
    if blocks_seen < 2 || !(variance > 0.0 && variance.is_finite()) {
        return None;
    }
    let df = blocks_planned.checked_sub(1)?;
    let errors = t_critical(df)? + t_power(df)?;
    Some(errors * (variance * (blocks_seen as f64 / blocks_planned as f64)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ChiSquared, Continuous, ContinuousCDF, Normal};

    /// The power of the t test of `blocks` normal values that lie `errors` standard errors off:
    /// P(Z + errors > t S), where S² is χ² by its degrees of freedom. Simpson's rule over S.
    fn power(blocks: u64, errors: f64) -> f64 {
        const STEPS: u64 = 20_000;
        let df = (blocks - 1) as f64;
        let chi = ChiSquared::new(df).unwrap();
        let normal = Normal::new(errors, 1.0).unwrap();
        let critical = t_critical(blocks - 1).unwrap();
        let (low, high) = ((1.0 - 12.0 / df.sqrt()).max(1e-9), 1.0 + 12.0 / df.sqrt());
        let width = (high - low) / STEPS as f64;
        let at = |step| {
            let s = low + step as f64 * width;
            normal.sf(critical * s) * chi.pdf(df * s * s) * 2.0 * df * s
        };
        let weights = (0..=STEPS).map(|step| match step {
            0 | STEPS => 1.0,
            _ => 2.0 + 2.0 * (step % 2) as f64,
        });
        weights.enumerate().map(|(step, weight)| weight * at(step as u64)).sum::<f64>() * width
            / 3.0
    }

    /// How many values a one-sample t test needs for a power of 80 %, of a true mean in standard
    /// deviations: 198.15, 33.37, 14.30 and 9.94 by `scipy.stats.nct`, solving what `power.t.test` of
    /// R does. One value less does not find it, one more does.
    #[test]
    fn needs_as_many_as_the_exact_test() {
        for (mean, too_few) in [(0.2, 198), (0.5, 33), (0.8, 14), (1.0, 9)] {
            // The variance of a mean of 7 values of variance 1, to be scaled.
            let detectable = |blocks| detectable(1.0 / 7.0, 7, blocks).unwrap();
            assert!(detectable(too_few) > mean && mean > detectable(too_few + 1), "{mean}");
        }
    }

    /// 2.776445105 + 0.940964577 = 3.717409682 errors with four degrees; a variance of 0.09 in 20
    /// blocks is 0.36 in 5, its root 0.6.
    #[test]
    fn by_hand() {
        assert_eq!(format!("{:.9}", detectable(0.09, 20, 5).unwrap()), "2.230445809");
        let long = detectable(4.0, 1_000_000, 1_000_000).unwrap();
        assert_eq!(format!("{long:.3}"), "5.603");
    }

    #[test]
    fn nothing_is_told_of_nothing() {
        assert_eq!(detectable(0.1, 1, 10), None);
        assert_eq!(detectable(0.1, 10, 1), None);
        assert_eq!(detectable(0.1, 0, 0), None);
        for variance in [0.0, -0.1, f64::NAN, f64::INFINITY] {
            assert_eq!(detectable(variance, 10, 10), None, "{variance}");
        }
        assert!(detectable(f64::MIN_POSITIVE, 2, u64::MAX).is_some());
    }

    /// With one to three degrees of freedom `scipy.stats.nct` has 73.1, 76.6 and 78.4 %.
    #[test]
    fn the_power_is_eighty_percent() {
        let found = |blocks| power(blocks, detectable(1.0, blocks, blocks).unwrap());
        for (blocks, expected) in [(2, "0.731"), (3, "0.766"), (4, "0.784")] {
            assert_eq!(format!("{:.3}", found(blocks)), expected);
        }
        for blocks in (5..40).chain([100, 1_000]) {
            let found = found(blocks);
            assert!((0.791..0.801).contains(&found), "{blocks} blocks: {found}");
        }
    }
}
