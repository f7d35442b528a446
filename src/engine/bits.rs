//! Bit deposit, with the processor's own instruction where it has one.
//!
//! All `unsafe` of the engine is here, in `Round::run`, in `Election::play` and in `lockstep/path.rs`:
//! each calls what is compiled for features of the processor right after it was found to have them.
//! The benches `deal`, `election` and `lockstep` show what that saves. Results are the same on every
//! processor.

use std::sync::LazyLock;

/// Whether the processor has BMI1, BMI2 and POPCNT (x86-64-v3 has, most since 2013).
#[inline(always)]
pub(super) fn has_bmi() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The bits of `into` whose ranks are set in `mask` (what the instruction PDEP does).
#[inline(always)]
pub(crate) fn deposit(mask: u32, into: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has just been found to have BMI2.
        return unsafe { std::arch::x86_64::_pdep_u32(mask, into) };
    }
    deposit_portable(mask, into)
}

/// [`deposit`] of each mask into what the ones before it left, the first into `into`.
#[inline(always)]
pub(super) fn deposit_in_turn<const N: usize>(masks: [u32; N], mut into: u32) -> [u32; N] {
    let mut parts = [0; N];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") {
        for (part, mask) in parts.iter_mut().zip(masks) {
            // SAFETY: the processor has just been found to have BMI2.
            *part = unsafe { std::arch::x86_64::_pdep_u32(mask, into) };
            into ^= *part;
        }
        return parts;
    }
    for (part, mask) in parts.iter_mut().zip(masks) {
        *part = deposit_portable(mask, into);
        into ^= *part;
    }
    parts
}

/// Seven bits at a time from a table, for the 28 bits of a tile set.
fn deposit_portable(mut mask: u32, into: u32) -> u32 {
    static DEPOSIT: LazyLock<Box<[[u8; 128]; 128]>> = LazyLock::new(|| {
        let mut table = Box::new([[0; 128]; 128]);
        for (into, row) in table.iter_mut().enumerate() {
            for (mask, cell) in row.iter_mut().enumerate() {
                let ranked = (0..7).filter(|bit| into >> bit & 1 == 1).enumerate();
                *cell =
                    ranked.filter(|(rank, _)| mask >> rank & 1 == 1).map(|(_, bit)| 1 << bit).sum();
            }
        }
        table
    });
    let table: &[[u8; 128]; 128] = &DEPOSIT;
    let mut result = 0;
    for shift in [0, 7, 14, 21] {
        let part = (into >> shift & 127) as usize;
        result |= u32::from(table[part][(mask & 127) as usize]) << shift;
        mask >>= part.count_ones();
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn deposits_are_the_definition(mask in 0u32..1 << 28, into in 0u32..1 << 28) {
            let ranked = (0..28).filter(|bit| into >> bit & 1 == 1).enumerate();
            let expected: u32 =
                ranked.filter(|(rank, _)| mask >> rank & 1 == 1).map(|(_, bit)| 1u32 << bit).sum();
            prop_assert_eq!(deposit_portable(mask, into), expected);
            prop_assert_eq!(deposit(mask, into), expected);
        }
    }
}
