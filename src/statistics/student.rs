//! Critical values of Student's t at 95 %, two-sided.
//!
//! The quantiles of `statrs` pass through the platform's `ln` and `exp`, whose last bits differ from
//! machine to machine, and lose digits where there are many degrees of freedom. These are the same
//! everywhere; the tests hold them against `statrs` where it is good.

/// The 97.5 % quantile of the standard normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// The 97.5 % quantiles for 1 to 30 degrees of freedom: the roots of the regularised incomplete
/// beta function I(df / (df + t²); df/2, 1/2) = 0.05, found with 40 digits.
const FEW: [f64; 30] = [
    12.706204736174705,
    4.302652729749464,
    3.1824463052837096,
    2.7764451051977944,
    2.5705818356363155,
    2.44691185114497,
    2.3646242515927854,
    2.3060041352041667,
    2.2621571627982055,
    2.228138851986275,
    2.20098516009164,
    2.178812829667229,
    2.1603686564627926,
    2.144786687917804,
    2.131449545559776,
    2.1199052992212547,
    2.109815577833317,
    2.1009220402410385,
    2.0930240544083096,
    2.085963447265865,
    2.0796138447276804,
    2.0738730679040263,
    2.0686576104190486,
    2.063898561628026,
    2.0595385527532977,
    2.055529438642873,
    2.0518305164802856,
    2.048407141795245,
    2.0452296421327043,
    2.042272456301238,
];

/// The coefficients of 1/df, 1/df², 1/df³ and 1/df⁴ in [`t_critical`] beyond the table.
const MANY: [f64; 4] = {
    const Z: f64 = NORMAL;
    const ZZ: f64 = Z * Z;
    [
        Z * (ZZ + 1.0) / 4.0,
        Z * ((5.0 * ZZ + 16.0) * ZZ + 3.0) / 96.0,
        Z * (((3.0 * ZZ + 19.0) * ZZ + 17.0) * ZZ - 15.0) / 384.0,
        Z * ((((79.0 * ZZ + 776.0) * ZZ + 1482.0) * ZZ - 1920.0) * ZZ - 945.0) / 92_160.0,
    ]
};

/// What a t variable of `df` degrees of freedom exceeds in absolute value with probability 5 %;
/// `None` for 0 degrees.
///
/// Up to 30 degrees from a table, beyond by the expansion in 1/df about the normal quantile
/// (Abramowitz and Stegun 1964, 26.7.5), which is off by less than 3·10⁻⁸ there.
pub fn t_critical(df: u64) -> Option<f64> {
    let below = usize::try_from(df.checked_sub(1)?).ok();
    if let Some(&value) = below.and_then(|index| FEW.get(index)) {
        return Some(value);
    }
    let inverse = 1.0 / df as f64;
    let [first, second, third, fourth] = MANY;
    let tail = (((fourth * inverse + third) * inverse + second) * inverse + first) * inverse;
    Some(NORMAL + tail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF, StudentsT};

    fn student(df: u64) -> StudentsT {
        StudentsT::new(0.0, 1.0, df as f64).unwrap()
    }

    #[test]
    fn agrees_with_the_quantiles_of_statrs() {
        // Beyond, its quantiles are off themselves: by 7·10⁻⁷ at 29 000 degrees of freedom, by
        // 7·10⁻⁴ at 10⁶. Its distribution function is not.
        for df in 1..=10_000 {
            let off = (t_critical(df).unwrap() - student(df).inverse_cdf(0.975)).abs();
            assert!(off < 3e-8, "{df} degrees of freedom: off by {off:e}");
        }
    }

    /// The density there is 0.0585 or near it, so that 2·10⁻⁹ in probability is 4·10⁻⁸ in t.
    #[test]
    fn agrees_with_the_distribution_of_statrs() {
        for df in (1..=10_000).chain((10_000..=1_000_000).step_by(997)).chain([1_000_000]) {
            let off = (student(df).cdf(t_critical(df).unwrap()) - 0.975).abs();
            assert!(off < 2e-9, "{df} degrees of freedom: off by {off:e}");
        }
    }

    /// One and two degrees of freedom have closed forms: tan(0.475 π), and from the distribution
    /// function t / √(2 + t²) = 0.95 (Abramowitz and Stegun 26.7.3 and 26.7.4).
    #[test]
    fn agrees_with_closed_forms() {
        assert!((FEW[0] - (0.475 * std::f64::consts::PI).tan()).abs() < 1e-12);
        assert!((FEW[1] - 0.95 * (2.0f64 / (1.0 - 0.95 * 0.95)).sqrt()).abs() < 1e-14);
    }

    #[test]
    fn falls_without_a_step_to_the_normal_quantile() {
        assert_eq!(t_critical(0), None);
        for df in 1..10_000 {
            assert!(t_critical(df) > t_critical(df + 1), "at {df}");
        }
        assert_eq!(t_critical(u64::MAX), Some(NORMAL));
    }
}
