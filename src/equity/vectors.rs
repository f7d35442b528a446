//! The ways in which stones can lie, numbered.
//!
//! The holdings of the five seats, clockwise from the starter, are h₀ to h₄; the rest is on the
//! table. With the sums sₖ = h₀ + … + hₖ the positions sₖ + k are a 5-subset of the numbers
//! below stones + 5, and its colex rank, C(s₀, 1) + C(s₁ + 1, 2) + … + C(s₄ + 4, 5), is the number of
//! the vector. There are C(stones + 5, 5) of them, and those with fewer stones off the table come
//! first.

use crate::engine::{BySeat, Holdings, Seat, choose};

/// The most stones that a table is made for: C(45, 5) = 1 221 759 vectors.
pub const MOST_STONES: u8 = 40;

/// C(s + k, k + 1) for the sum s of the first k + 1 holdings, by k and s; what does not fit is no
/// part of a rank within any table.
static PARTS: [[u32; 256]; Seat::COUNT] = {
    let mut parts = [[0; 256]; Seat::COUNT];
    let mut k = 0;
    while k < Seat::COUNT {
        let mut sum = 0;
        while sum < 256 {
            let ways = choose(sum as u64 + k as u64, k as u64 + 1);
            // Five of them stay within 32 bits.
            parts[k][sum] = if ways < 1 << 28 { ways as u32 } else { 1 << 28 };
            sum += 1;
        }
        k += 1;
    }
    parts
};

/// How many vectors there are of so many stones.
pub(super) const fn count(stones: u8) -> usize {
    choose(stones as u64 + 5, 5) as usize
}

/// The number of a vector, seen from `starter`.
#[inline(always)]
pub(super) fn rank(seats: &BySeat<u8>, starter: Seat) -> usize {
    let [a, b, c, d, e] = seats.0.map(u64::from);
    let row = a | b << 8 | c << 16 | d << 24 | e << 32;
    let turn = 8 * starter.index();
    let turned = row >> turn | row << (40 - turn);
    // Byte k of the product is the sum of bytes 0 to k, as long as that is below 256.
    let sums = (turned & 0xFF_FFFF_FFFF).wrapping_mul(0x01_0101_0101).to_le_bytes();
    let mut rank = 0;
    for (parts, sum) in PARTS.iter().zip(sums) {
        rank += parts[usize::from(sum)];
    }
    rank as usize
}

/// The vector of a number below [`count`]`(stones)`, the starter being seat 0.
pub(super) fn unrank(rank: usize, stones: u8) -> Holdings {
    let mut rest = rank as u32;
    let mut sums = [0; Seat::COUNT];
    for (sum, parts) in sums.iter_mut().zip(&PARTS).rev() {
        // The greatest position that the rest has room for.
        let at = parts.partition_point(|&part| part <= rest).saturating_sub(1);
        rest -= parts[at];
        *sum = at as u8;
    }
    let held = |k: usize| sums[k] - if k > 0 { sums[k - 1] } else { 0 };
    let seats = BySeat(std::array::from_fn(held));
    Holdings { table: stones - sums[Seat::COUNT - 1], seats }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_has_its_number() {
        let stones = 7;
        // C(12, 5)
        assert_eq!(count(stones), 792);
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..count(stones) {
            let holdings = unrank(number, stones);
            assert_eq!(holdings.total(), 7);
            assert_eq!(rank(&holdings.seats, Seat::ALL[0]), number);
            seen.insert(holdings.seats.0);
            for starter in Seat::ALL {
                let turned = BySeat::from_fn(|seat| {
                    let steps = (seat.index() + Seat::COUNT - starter.index()) % Seat::COUNT;
                    holdings.seats.0[steps]
                });
                assert_eq!(rank(&turned, starter), number);
            }
        }
        assert_eq!(seen.len(), 792);
    }

    #[test]
    fn the_shipped_table_has_142_506_and_the_largest_fits() {
        assert_eq!(count(25), 142_506);
        assert_eq!(count(MOST_STONES), 1_221_759);
        let last = unrank(count(MOST_STONES) - 1, MOST_STONES);
        assert_eq!((last.table, last.seats.0), (0, [40, 0, 0, 0, 0]));
        assert_eq!(unrank(0, 25), Holdings::on_table(25));
    }

    #[test]
    fn what_is_no_vector_has_some_number() {
        let _ = rank(&BySeat([255; 5]), Seat::ALL[3]);
    }
}
