//! `exp` and `ln` with the same bits on every machine.
//!
//! The platform's own differ in the last bit from one libm to the next. These are of + − × ÷ and
//! exponents alone, in a fixed order, and off by a few units in the last place: enough for chances
//! and strengths, which are written with six decimals.

/// ln 2 in two parts, the first of 32 bits, so that its products with exponents are exact.
const LN_2: (f64, f64) = (0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10);
/// Beyond, e^x is 0 or too great to be told.
const FAR: f64 = 700.0;

/// e^x, for |x| ≤ 700; what is beyond is taken as ±700.
pub(crate) fn exp(x: f64) -> f64 {
    let x = x.clamp(-FAR, FAR);
    let twos = (x / (LN_2.0 + LN_2.1)).round();
    let rest = (x - twos * LN_2.0) - twos * LN_2.1;
    // |rest| ≤ 0.35: the term after the last is below 10⁻¹⁷.
    let series = (1..=14).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    series * two_to(twos as i64)
}

/// 2^n for the exponents of normal numbers.
fn two_to(n: i64) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// ln x for a normal number x > 0.
pub(crate) fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut twos = (bits >> 52) as i64 - 1023;
    let mut part = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    if part > std::f64::consts::SQRT_2 {
        part /= 2.0;
        twos += 1;
    }
    let twos = twos as f64;
    twos * LN_2.0 + (twice_artanh((part - 1.0) / (part + 1.0)) + twos * LN_2.1)
}

/// ln (1 + x) for x ≥ 0, with all its digits where x is small.
pub(super) fn ln_1p(x: f64) -> f64 {
    if x > 0.4 { ln(1.0 + x) } else { twice_artanh(x / (2.0 + x)) }
}

/// 2 artanh s for |s| < 0.172: 2 (s + s³/3 + s⁵/5 + …).
fn twice_artanh(s: f64) -> f64 {
    let square = s * s;
    let series = (0..12).rev().fold(0.0, |sum, n| sum * square + 1.0 / f64::from(2 * n + 1));
    2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64) -> bool {
        (value - expected).abs() <= 1e-15 * expected.abs().max(f64::MIN_POSITIVE)
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the platform's are held against ours")]
    fn agree_with_the_platform() {
        for step in -70_000..=70_000 {
            let x = f64::from(step) / 100.0;
            assert!(close(exp(x), x.exp()), "exp {x}: {} {}", exp(x), x.exp());
        }
        for step in 1..100_000 {
            let x = f64::from(step) * f64::from(step) / 1e4;
            assert!((ln(x) - x.ln()).abs() <= 4e-16 * x.ln().abs().max(1.0), "ln {x}");
            let small = 1e-12 * x;
            assert!(close(ln_1p(small), small.ln_1p()), "ln_1p {small}");
        }
    }

    #[test]
    fn known_values() {
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(ln(1.0), 0.0);
        assert_eq!(ln_1p(0.0), 0.0);
        assert!(close(exp(1.0), std::f64::consts::E));
        assert!(close(ln(10.0), std::f64::consts::LN_10));
        assert!(exp(-1e9) < 1e-300 && exp(1e9) > 1e300);
    }
}
