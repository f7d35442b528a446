//! How likely a t variable is to be as far from 0 as one that was seen.

use super::elementary::{exp, ln_1p};

/// Degrees of freedom beyond which the distribution is taken as that of so many: what is left to the
/// normal one changes a chance of 10⁻⁹ by less than a thousandth of it.
const MANY: u64 = 10_000_000;

/// The chance that a t variable of `df` degrees of freedom is at least `t` from 0, to either side;
/// `None` for 0 degrees and where `t` is no number.
///
/// It is the regularised incomplete beta function I(df / (df + t²); df/2, 1/2) (Abramowitz and
/// Stegun 1964, 26.5.27), by its continued fraction (26.5.8) as Lentz evaluates those (Press et al.
/// 2007, 6.4). Ten digits of it are right.
pub fn t_tail(t: f64, df: u64) -> Option<f64> {
    if df == 0 || t.is_nan() {
        return None;
    }
    let df = df.min(MANY) as f64;
    let (t, a) = (t.abs().min(1e150), df / 2.0);
    let square = t * t;
    let (inner, outer) = (df / (df + square), square / (df + square));
    // x^a (1 − x)^½ / B(a, ½).
    let power = exp(-a * ln_1p(square / df));
    let front = power * outer.sqrt() * gamma_ratio(a) / std::f64::consts::PI.sqrt();
    let tail = match inner < (a + 1.0) / (a + 2.5) {
        true => front * fraction(a, 0.5, inner) / a,
        false => 1.0 - front * fraction(0.5, a, outer) / 0.5,
    };
    Some(tail.clamp(0.0, 1.0))
}

/// Γ(a + ½) / Γ(a), by its expansion for great a (Abramowitz and Stegun 6.1.47), to which
/// Γ(a + 1) = a Γ(a) leads from smaller ones.
fn gamma_ratio(a: f64) -> f64 {
    let (mut at, mut factor) = (a, 1.0);
    while at < 40.0 {
        factor *= at / (at + 0.5);
        at += 1.0;
    }
    let x = 1.0 / at;
    let series = [-21.0 / 32_768.0, 5.0 / 1024.0, 1.0 / 128.0, -1.0 / 8.0, 1.0];
    factor * at.sqrt() * series.into_iter().fold(-399.0 / 262_144.0, |sum, term| sum * x + term)
}

/// The continued fraction of the incomplete beta function.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut above, mut below) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = below;
    // It takes a few times the root of the greater of a and b.
    for step in 1..100_000_u32 {
        let n = f64::from(step);
        let mut change = 1.0;
        for term in [
            n * (b - n) * x / ((a + 2.0 * n - 1.0) * (a + 2.0 * n)),
            -(a + n) * (a + b + n) * x / ((a + 2.0 * n) * (a + 2.0 * n + 1.0)),
        ] {
            below = 1.0 / away(1.0 + term * below);
            above = away(1.0 + term / above);
            change = below * above;
            value *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::super::student::t_critical;
    use super::*;
    use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

    #[test]
    fn agrees_with_statrs() {
        for df in [1, 2, 3, 4, 5, 7, 10, 19, 30, 49, 99, 499, 1_999, 20_000] {
            let student = StudentsT::new(0.0, 1.0, df as f64).unwrap();
            for step in 1..=80 {
                let t = f64::from(step) / 10.0;
                let (tail, expected) = (t_tail(t, df).unwrap(), 2.0 * student.sf(t));
                assert!((tail - expected).abs() < 1e-10 * expected, "{t} {df}: {tail} {expected}");
                assert_eq!(t_tail(-t, df), Some(tail));
            }
        }
    }

    #[test]
    fn is_five_percent_at_the_critical_value() {
        for df in (1..200).chain([1_000, 100_000, 10_000_000]) {
            let tail = t_tail(t_critical(df).unwrap(), df).unwrap();
            assert!((tail - 0.05).abs() < 4e-9, "{df}: {tail}");
        }
    }

    #[test]
    fn comes_to_the_normal_one() {
        let normal = Normal::new(0.0, 1.0).unwrap();
        for step in 1..=60 {
            let t = f64::from(step) / 10.0;
            let (tail, expected) = (t_tail(t, u64::MAX).unwrap(), 2.0 * normal.sf(t));
            assert!((tail - expected).abs() < 1e-4 * expected, "{t}: {tail} {expected}");
        }
    }

    #[test]
    fn ends() {
        assert_eq!(t_tail(0.0, 5), Some(1.0));
        assert_eq!(t_tail(f64::INFINITY, 5).map(|tail| tail < 1e-100), Some(true));
        assert_eq!(t_tail(1.0, 0), None);
        assert_eq!(t_tail(f64::NAN, 3), None);
    }
}
