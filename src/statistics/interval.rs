//! Confidence intervals, 95 %, two-sided.

/// The limits of a confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower limit.
    pub low: f64,
    /// The upper limit, not below `low`.
    pub high: f64,
}

impl Interval {
    /// The interval of Student (1908): `estimate` ± `critical` standard errors.
    pub(super) fn student(estimate: f64, variance: f64, critical: f64) -> Self {
        let half = critical * variance.sqrt();
        Self { low: estimate - half, high: estimate + half }
    }

    /// The score interval of Wilson (1927) for a rate, 0 ≤ `rate` ≤ 1, seen in `size` > 0
    /// independent trials: all true rates p with |`rate` − p| ≤ `critical` · √(p (1 − p) / `size`).
    /// It lies within 0 and 1 and holds `rate`. An infinite `size` gives `rate` itself.
    pub(super) fn wilson(rate: f64, size: f64, critical: f64) -> Self {
        let pull = critical * critical / size;
        let centre = rate + pull / 2.0;
        let half = (pull * (rate * (1.0 - rate) + pull / 4.0)).sqrt();
        Self {
            low: ((centre - half) / (1.0 + pull)).max(0.0).min(rate),
            high: ((centre + half) / (1.0 + pull)).min(1.0).max(rate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I,
    /// method 3.
    #[test]
    fn wilson_as_published() {
        for (wins, trials, low, high) in [
            (81.0, 263.0, "0.2553", "0.3662"),
            (15.0, 148.0, "0.0624", "0.1605"),
            (0.0, 20.0, "0.0000", "0.1611"),
            (1.0, 29.0, "0.0061", "0.1718"),
        ] {
            let interval = Interval::wilson(wins / trials, trials, 1.959_963_984_540_054);
            assert_eq!(format!("{:.4}", interval.low), low);
            assert_eq!(format!("{:.4}", interval.high), high);
        }
    }

    /// At a rate of 0 the equation is p² = t² p (1 − p) / n, so that p = t² / (n + t²): here
    /// 4 / (12 + 4).
    #[test]
    fn wilson_at_the_edges() {
        assert_eq!(Interval::wilson(0.0, 12.0, 2.0), Interval { low: 0.0, high: 0.25 });
        assert_eq!(Interval::wilson(1.0, 12.0, 2.0), Interval { low: 0.75, high: 1.0 });
        assert_eq!(Interval::wilson(0.3, f64::INFINITY, 2.0), Interval { low: 0.3, high: 0.3 });
    }

    proptest! {
        /// Both limits solve the equation that defines them.
        #[test]
        fn wilson_solves_the_score_equation(
            rate in 0.0..=1.0f64,
            size in 1.0..1e6f64,
            critical in 1.9..13.0f64,
        ) {
            let Interval { low, high } = Interval::wilson(rate, size, critical);
            prop_assert!(0.0 <= low && low <= rate && rate <= high && high <= 1.0);
            for limit in [low, high] {
                let score = (rate - limit).powi(2);
                let allowed = critical * critical * limit * (1.0 - limit) / size;
                prop_assert!((score - allowed).abs() < 1e-12, "{score} {allowed}");
            }
        }
    }
}
