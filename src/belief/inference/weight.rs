//! Chances too small for a fixed point.

use std::num::NonZeroU32;

/// A chance or a product of chances, above 0: `mantissa` / 2³² · 2^−`halvings`, the mantissa's high
/// bit being set. Products round down, by a part in 2³¹ each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weight {
    /// Not 0, which keeps an `Option` of it as small.
    mantissa: NonZeroU32,
    halvings: u32,
}

/// The high bit of a mantissa.
const HIGH: NonZeroU32 = match NonZeroU32::new(1 << 31) {
    Some(high) => high,
    None => NonZeroU32::MAX,
};

impl Weight {
    /// Certain, less a part in 2³².
    pub(super) const ONE: Self = Self { mantissa: NonZeroU32::MAX, halvings: 0 };

    #[inline(always)]
    fn new(mantissa: u32, halvings: u32) -> Self {
        // The high bit is set already; the compiler can't know.
        Self { mantissa: HIGH | mantissa, halvings }
    }

    /// `of_65536` / 65536, of 1 ..= 65536.
    #[inline]
    pub(super) fn chance(of_65536: u32) -> Self {
        if of_65536 > 0xFFFF {
            return Self::ONE;
        }
        let shift = of_65536.max(1).leading_zeros();
        Self::new(of_65536.max(1) << shift, shift - 16)
    }

    #[inline(always)]
    pub(super) fn times(self, other: Self) -> Self {
        let product = u64::from(self.mantissa.get()) * u64::from(other.mantissa.get());
        // Both high bits are set, so the product's is the first or the second.
        let shift = product.leading_zeros();
        let halvings = self.halvings + other.halvings + shift;
        Self::new((product << shift >> 32) as u32, halvings)
    }

    /// The same, halved so many times.
    #[inline]
    pub(super) fn halved(self, times: u32) -> Self {
        Self { halvings: self.halvings + times, ..self }
    }

    /// Their sum, which must be 1 at most.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        let (high, low) =
            if self.halvings <= other.halvings { (self, other) } else { (other, self) };
        let less = (low.halvings - high.halvings).min(63);
        let sum = u64::from(high.mantissa.get()) + (u64::from(low.mantissa.get()) >> less);
        if sum >> 32 == 0 {
            Self::new(sum as u32, high.halvings)
        } else {
            Self::new((sum >> 1) as u32, high.halvings.saturating_sub(1))
        }
    }

    /// Whether a number drawn uniformly from 0..2³² is below self / `other` · 2³².
    #[inline(always)]
    pub(super) fn is_taken_for(self, other: Self, drawn: u32) -> bool {
        let (new, old) = (u64::from(self.mantissa.get()) << 32, u64::from(other.mantissa.get()));
        let less = self.halvings.saturating_sub(other.halvings).min(63);
        other.halvings > self.halvings || new >> less > u64::from(drawn) * old
    }

    /// In units of 2⁻ᵇⁱᵗˢ of 2^−`halvings`, those of the greatest it is to stand beside; at least 1.
    pub(super) fn in_units(self, halvings: u32, bits: u32) -> u64 {
        let less = self.halvings.saturating_sub(halvings) + 32 - bits.min(32);
        u64::from(self.mantissa.get()).checked_shr(less).unwrap_or(0).max(1)
    }

    pub(super) fn halvings(self) -> u32 {
        self.halvings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_chances_keep_their_ratios() {
        let (half, third) = (Weight::chance(32_768), Weight::chance(21_845));
        assert_eq!(half.times(half).in_units(0, 32), 1 << 30);
        assert_eq!(half.times(third).halvings(), 2);
        // 21 845 / 65 536 / 2 in units of 2⁻³².
        assert_eq!(half.times(third).in_units(0, 32), 21_845 << 15);
        let least = (0..80).fold(Weight::ONE, |all, _| all.times(Weight::chance(1)));
        // Sixteen halvings each, and a little less by the part that `ONE` lacks.
        assert_eq!(least.halvings(), 80 * 16);
        assert_eq!(least.in_units(0, 24), 1);
    }

    #[test]
    fn halves_of_chances_add_up_to_their_mean() {
        // (a + b) / 2 of 65 536, in units of 1/65536.
        for (a, b) in [(65_535, 65_535), (32_768, 32_768), (65_535, 1), (40_001, 20_003), (7, 5)] {
            let mean = Weight::chance(a).halved(1).plus(Weight::chance(b).halved(1));
            assert_eq!(mean.in_units(0, 32), u64::from(a + b) << 15, "{a} {b}");
            assert_eq!(Weight::chance(b).halved(1).plus(Weight::chance(a).halved(1)), mean);
        }
        let tiny = (0..20).fold(Weight::ONE, |all, _| all.times(Weight::chance(1)));
        assert_eq!(Weight::chance(9).plus(tiny), Weight::chance(9));
    }

    #[test]
    fn a_third_is_taken_for_one_half_in_two_of_three() {
        let (half, third) = (Weight::chance(32_768), Weight::chance(21_845));
        let share = |new: Weight, old| {
            (0..1 << 16).filter(|&n: &u32| new.is_taken_for(old, n << 16)).count()
        };
        assert_eq!(share(third, half), 43_690);
        assert_eq!(share(half, third), 1 << 16);
        assert_eq!(share(third, third), 1 << 16);
    }
}
