//! Quantiles of Student's t: the critical values at 95 %, two-sided, and what a power of 80 % adds.
//!
//! The quantiles of `statrs` pass through the platform's `ln` and `exp`, whose last bits differ from
//! machine to machine, and lose digits where there are many degrees of freedom. These are the same
//! everywhere; the tests hold them against `statrs` where it is good.

/// One quantile, for all degrees of freedom.
struct Quantile {
    /// That of the standard normal distribution, to which it falls.
    normal: f64,
    /// For 1 to 30 degrees of freedom.
    few: [f64; 30],
    /// Beyond, the coefficients of 1/df, 1/df², 1/df³ and 1/df⁴.
    many: [f64; 4],
}

/// The 97.5 % quantile: roots of the regularised incomplete beta function
/// I(df / (df + t²); df/2, 1/2) = 0.05, found with 40 digits.
const CRITICAL: Quantile = {
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
    Quantile::new(1.959_963_984_540_054, FEW)
};

/// The 80 % quantile: roots of the same function at 0.4, found likewise.
const POWER: Quantile = {
    const FEW: [f64; 30] = [
        1.3763819204711736,
        1.0606601717798212,
        0.9784723123633045,
        0.9409645772351811,
        0.9195437802408261,
        0.9057032851805314,
        0.896029644313765,
        0.8888895177670197,
        0.8834038596855346,
        0.8790578285505887,
        0.8755299780738814,
        0.8726092915881379,
        0.8701515339681737,
        0.8680547815574203,
        0.8662449731949515,
        0.8646670017982919,
        0.8632790174200531,
        0.8620486679895987,
        0.8609505502689287,
        0.8599644397323861,
        0.8590740351948252,
        0.8582660516582042,
        0.8575295536880352,
        0.8568554580756556,
        0.8562361576764685,
        0.855665233328168,
        0.8551372306942818,
        0.8546474855822224,
        0.8541919858818556,
        0.8537672614712977,
    ];
    Quantile::new(0.841_621_233_572_914_2, FEW)
};

impl Quantile {
    const fn new(normal: f64, few: [f64; 30]) -> Self {
        let (z, zz) = (normal, normal * normal);
        let many = [
            z * (zz + 1.0) / 4.0,
            z * ((5.0 * zz + 16.0) * zz + 3.0) / 96.0,
            z * (((3.0 * zz + 19.0) * zz + 17.0) * zz - 15.0) / 384.0,
            z * ((((79.0 * zz + 776.0) * zz + 1482.0) * zz - 1920.0) * zz - 945.0) / 92_160.0,
        ];
        Self { normal, few, many }
    }

    /// From the table or the expansion; `None` for 0 degrees.
    fn at(&self, df: u64) -> Option<f64> {
        let below = usize::try_from(df.checked_sub(1)?).ok();
        if let Some(&value) = below.and_then(|index| self.few.get(index)) {
            return Some(value);
        }
        let inverse = 1.0 / df as f64;
        let [first, second, third, fourth] = self.many;
        let tail = (((fourth * inverse + third) * inverse + second) * inverse + first) * inverse;
        Some(self.normal + tail)
    }
}

/// What a t variable of `df` degrees of freedom exceeds in absolute value with probability 5 %;
/// `None` for 0 degrees.
///
/// Up to 30 degrees from a table, beyond by the expansion in 1/df about the normal quantile
/// (Abramowitz and Stegun 1964, 26.7.5), which is off by less than 3·10⁻⁸ there.
pub fn t_critical(df: u64) -> Option<f64> {
    CRITICAL.at(df)
}

/// What a t variable of `df` degrees of freedom stays below with probability 80 %; `None` for 0
/// degrees. As [`t_critical`] it is found, and off by less than 2·10⁻⁹ beyond the table.
pub(super) fn t_power(df: u64) -> Option<f64> {
    POWER.at(df)
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

    /// The density there is 0.28 or near it, so that 5·10⁻¹⁰ in probability is 2·10⁻⁹ in t.
    #[test]
    fn power_agrees_with_statrs() {
        for df in (1..=10_000).chain([100_000, 1_000_000]) {
            let off = (student(df).cdf(t_power(df).unwrap()) - 0.8).abs();
            assert!(off < 5e-10, "{df} degrees of freedom: off by {off:e}");
        }
    }

    /// One and two degrees of freedom have closed forms: tan(0.475 π), and from the distribution
    /// function t / √(2 + t²) = 0.95 (Abramowitz and Stegun 26.7.3 and 26.7.4). Of
    /// the 80 % quantile tan(0.3 π) and t / √(2 + t²) = 0.6.
    #[test]
    fn agrees_with_closed_forms() {
        assert!((CRITICAL.few[0] - (0.475 * std::f64::consts::PI).tan()).abs() < 1e-12);
        assert!((CRITICAL.few[1] - 0.95 * (2.0f64 / (1.0 - 0.95 * 0.95)).sqrt()).abs() < 1e-14);
        assert!((POWER.few[0] - (0.3 * std::f64::consts::PI).tan()).abs() < 1e-14);
        assert!((POWER.few[1] - 0.6 * (2.0f64 / (1.0 - 0.6 * 0.6)).sqrt()).abs() < 1e-14);
    }

    #[test]
    fn falls_without_a_step_to_the_normal_quantile() {
        for quantile in [CRITICAL, POWER] {
            assert_eq!(quantile.at(0), None);
            for df in 1..10_000 {
                assert!(quantile.at(df) > quantile.at(df + 1), "at {df}");
            }
            assert_eq!(quantile.at(u64::MAX), Some(quantile.normal));
        }
    }
}
