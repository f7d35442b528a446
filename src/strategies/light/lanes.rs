//! `light` for all lanes at once: the same sums in the same order.

use super::{Light, at_most_one};
use crate::engine::HAND;
use crate::engine::lockstep::{Bytes, LANES, LEMPA, LanePolicy, Plays, Seen};

const VALUES: u8 = 0x7F;

impl LanePolicy for Light {
    const NEEDS_WORTH: bool = true;
    const NEEDS_LACKS: bool = true;

    #[inline(always)]
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays {
        let (hand, worth, ends) = (seen.hand(), seen.worth(), seen.ends());
        let (table, stones) = (seen.table(), seen.stones());
        let (next, second, third) = (seen.lacks(1), seen.lacks(2), seen.lacks(3));
        let mut plays = Plays { tile: Bytes::ZERO, ends: Bytes::ZERO };
        for lane in 0..LANES {
            let ends = ends.0[lane];
            let low = ends & ends.wrapping_neg();
            let high = ends ^ low;
            // Of the two ways of one tile only what they leave differs.
            let (mut held, mut with_low, mut with_high) = (0, 0, 0);
            for place in hand {
                let this = place.0[lane] & VALUES;
                held += u8::from(this != 0);
                with_low += u8::from((this & low != 0) & (this != ends));
                with_high += u8::from((this & high != 0) & (this != ends));
            }
            let lacks = [next.0[lane], second.0[lane], third.0[lane]];
            let standing = self.standing(held, table.0[lane], stones.0[lane], lacks);
            let leave_low = self.of_ends(&standing, low, with_low);
            let leave_high = self.of_ends(&standing, high, with_high);
            let both = if leave_high > leave_low { high } else { low };
            // One end, or none yet: the tile alone says what the ends become.
            let one = at_most_one(ends) | (ends > VALUES);
            let (mut best, mut tile, mut after) = (i16::MIN, 0, 0);
            for index in 0..HAND {
                let lead = hand[index].0[lane];
                let this = lead & VALUES;
                let lempa = at_most_one(this);
                let changed = if lempa { ends } else { ends ^ this };
                let changed = if this == ends { both } else { changed };
                let left = if one { this } else { changed };
                let mut fitting = 0;
                for (other, place) in hand.iter().enumerate() {
                    if other != index {
                        fitting += u8::from(place.0[lane] & left != 0);
                    }
                }
                // An empty place has kept the worth of a tile played.
                let extra = if lempa { LEMPA } else { 0 };
                let pips = worth[index].0[lane].saturating_sub(extra);
                let score = self.of_tile(pips, lempa) + self.of_ends(&standing, left, fitting);
                let better = (lead & ends != 0) & (score > best);
                best = if better { score } else { best };
                tile = if better { this } else { tile };
                after = if better { left } else { after };
            }
            plays.tile.0[lane] = tile;
            plays.ends.0[lane] = after;
        }
        plays
    }
}
