//! A deal is a number (R2.2): five colex ranks in mixed radix (formats.md), and back.

use std::fmt;
use std::sync::LazyLock;

use super::bits;
use super::seat::{BySeat, Seat};
use super::tile_set::TileSet;

/// Tiles dealt to each seat (R2.1).
pub const HAND: usize = 5;
/// 5-subsets of the 28 tiles, C(28,5); those of the first n tiles come first in colex order.
const SUBSETS: usize = 98_280;
/// 5-subsets of what is left for seats 0 to 4: C(28,5), C(23,5), C(18,5), C(13,5), C(8,5).
const RADIX: [u64; Seat::COUNT] = [98_280, 33_649, 8_568, 1_287, 56];

/// Every 5-subset of 28 positions as a mask, in colex order, which for masks of equal size is the
/// order of the masks as numbers.
static SUBSET: LazyLock<Box<[u32; SUBSETS]>> = LazyLock::new(|| {
    let mut masks = Vec::with_capacity(SUBSETS);
    let mut mask: u32 = 0b11111;
    while masks.len() < SUBSETS {
        masks.push(mask);
        // The next larger number with as many bits (Gosper's hack, HAKMEM item 175).
        let low = mask & mask.wrapping_neg();
        let carried = mask + low;
        mask = (((mask ^ carried) >> 2) / low) | carried;
    }
    Box::new(std::array::from_fn(|rank| masks[rank]))
});

/// One of the 2 042 129 794 477 893 120 deals (R2.2).
///
/// ```
/// use domeng::engine::{Deal, Seat};
/// let deal = Deal::from_number(0).unwrap();
/// assert_eq!(deal.hands().seats[Seat::ALL[0]].to_string(), "21 20 11 10 00");
/// assert_eq!(Deal::from_hands(&deal.hands().seats), Some(deal));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deal(u64);

/// The table of subsets at hand, for loops that deal without asking for it each time.
#[derive(Clone, Copy)]
pub(super) struct Subsets(&'static [u32; SUBSETS]);

impl Subsets {
    pub fn get() -> Self {
        Self(&SUBSET)
    }

    /// The deal that `word` draws (see [`Deal::draw`]), as a subset of what the seats before have
    /// left for each seat. The high half of a word times each radix is the next rank, the low half
    /// the rest, so nothing is divided.
    #[inline(always)]
    pub fn masks(self, word: u64) -> [u32; Seat::COUNT] {
        let mut rest = word;
        let mut masks = [0; Seat::COUNT];
        for (mask, radix) in masks.iter_mut().zip(RADIX) {
            let product = u128::from(rest) * u128::from(radix);
            rest = product as u64;
            *mask = self.0[(product >> 64) as usize];
        }
        masks
    }
}

/// The five hands of a deal and the three tiles left over (R2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hands {
    pub seats: BySeat<TileSet>,
    pub unused: TileSet,
}

/// A number that names no deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} names no deal; deals are 0 to {max}", max = Deal::COUNT - 1)]
pub struct DealError(pub u64);

impl Deal {
    /// Different deals to seats, 28! / (5!⁵ · 3!) (R2.2).
    pub const COUNT: u64 = RADIX[0] * RADIX[1] * RADIX[2] * RADIX[3] * RADIX[4];

    /// 2⁶⁴ mod `COUNT`: low halves below it are drawn again.
    const REST: u64 = (u64::MAX % Self::COUNT + 1) % Self::COUNT;

    /// Whether a deal is drawn from `word`, or the next word is to be taken.
    #[inline(always)]
    pub(super) const fn accepts(word: u64) -> bool {
        word.wrapping_mul(Self::COUNT) >= Self::REST
    }

    /// The deal of a number below [`Deal::COUNT`].
    pub const fn from_number(number: u64) -> Result<Self, DealError> {
        if number < Self::COUNT { Ok(Self(number)) } else { Err(DealError(number)) }
    }

    /// Its number (formats.md).
    pub const fn number(self) -> u64 {
        self.0
    }

    /// A deal drawn uniformly from a source of uniform 64-bit words: the high half of a product
    /// with the number of deals, words of the uneven rest refused (Lemire 2019, arXiv 1805.10941).
    pub fn draw(mut next_u64: impl FnMut() -> u64) -> Self {
        loop {
            let word = next_u64();
            if Self::accepts(word) {
                return Self(((u128::from(word) * u128::from(Self::COUNT)) >> 64) as u64);
            }
        }
    }

    /// The hands it stands for.
    #[inline]
    pub fn hands(self) -> Hands {
        let subset: &[u32; SUBSETS] = &SUBSET;
        let mut rest = self.0;
        let mut ranks = [0; Seat::COUNT];
        for seat in (1..Seat::COUNT).rev() {
            ranks[seat] = (rest % RADIX[seat]) as usize;
            rest /= RADIX[seat];
        }
        ranks[0] = rest as usize;
        let hands = bits::deposit_in_turn(ranks.map(|rank| subset[rank]), TileSet::ALL.bits());
        let seats = BySeat(hands.map(TileSet::from_bits));
        let unused = seats.iter().fold(TileSet::ALL, |left, &hand| left - hand);
        Hands { seats, unused }
    }

    /// The deal with these hands; `None` unless they are five of five tiles, all different.
    pub fn from_hands(seats: &BySeat<TileSet>) -> Option<Self> {
        let mut left = TileSet::ALL;
        let mut number = 0;
        for (seat, &hand) in seats.enumerate() {
            if hand.len() as usize != HAND || hand - left != TileSet::EMPTY {
                return None;
            }
            let rank: u64 = (1..).zip(positions(hand, left)).map(|(k, c)| choose(c, k)).sum();
            number = number * RADIX[seat.index()] + rank;
            left = left - hand;
        }
        Some(Self(number))
    }
}

/// The positions of the tiles of `hand` among those of `left`, rising.
fn positions(hand: TileSet, left: TileSet) -> impl Iterator<Item = u64> {
    (0..)
        .zip(left.iter())
        .filter(move |(_, tile)| hand.contains(*tile))
        .map(|(position, _)| position)
}

/// C(n, k), exact as long as k times it fits 64 bits.
pub(crate) const fn choose(n: u64, k: u64) -> u64 {
    let (mut ways, mut taken) = (1, 0);
    while taken < k {
        ways = ways * n.saturating_sub(taken) / (taken + 1);
        taken += 1;
    }
    ways
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn r2_2_count_of_deals() {
        let factorial = |n: u128| (1..=n).product::<u128>();
        assert_eq!(u128::from(Deal::COUNT), factorial(28) / (factorial(5).pow(5) * factorial(3)));
        assert_eq!(Deal::COUNT, 2_042_129_794_477_893_120);
        assert!(Deal::from_number(Deal::COUNT - 1).is_ok());
        let error = Deal::from_number(Deal::COUNT).unwrap_err();
        assert!(error.to_string().contains("0 to 2042129794477893119"), "{error}");
    }

    #[test]
    fn first_and_last() {
        let hands = Deal(0).hands();
        // Colex rank 0 each time: the five lowest of what is left.
        for (seat, hand) in hands.seats.enumerate() {
            assert_eq!(hand.bits(), 0b11111 << (5 * seat.index()));
        }
        let last = Deal(Deal::COUNT - 1).hands();
        // The last rank each time: the five highest, so that the unused tiles are the lowest.
        assert_eq!(last.seats.0[0].to_string(), "66 65 64 63 62");
        assert_eq!(last.unused.to_string(), "11 10 00");
    }

    #[test]
    fn hands_that_are_no_deal() {
        let good = Deal(12345).hands().seats;
        assert_eq!(Deal::from_hands(&good), Some(Deal(12345)));
        let mut twice = good;
        twice.0[1] = twice.0[0];
        assert_eq!(Deal::from_hands(&twice), None);
        let mut short = good;
        short.0[4] = TileSet::EMPTY;
        assert_eq!(Deal::from_hands(&short), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn number_of_hands_of_number(number in 0..Deal::COUNT) {
            let hands = Deal(number).hands();
            prop_assert_eq!(Deal::from_hands(&hands.seats), Some(Deal(number)));
            prop_assert_eq!(hands.unused.len(), 3);
        }
    }
}
