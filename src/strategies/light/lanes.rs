//! `light` for all lanes at once: the same sums in the same order.
//!
//! A loop over the lanes for each place in the hand: one loop with all places in it is too long for
//! a compiler to take many lanes at once. Nor does it where an array is mapped in the loop, which
//! stays a call.

use super::super::lockstep::ends_after;
use super::{Light, Standing, at_most_one};
use crate::engine::HAND;
use crate::engine::lockstep::{Bytes, LANES, LEMPA, LanePolicy, Plays, Seen, VALUES, choose, mask};

/// One sum of weights a lane.
#[repr(C, align(64))]
struct Sums([i16; LANES]);

/// What is the same for all moves of a lane.
struct Standings {
    close: Sums,
    known: Sums,
    /// The end that is left where a tile fits both of two.
    both: Bytes,
}

impl Light {
    #[inline(always)]
    fn standings<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Standings {
        let none = || Sums([0; LANES]);
        let mut all = Standings { close: none(), known: none(), both: Bytes::ZERO };
        let (next, second, third) = (seen.lacks(1), seen.lacks(2), seen.lacks(3));
        for lane in 0..LANES {
            let ends = seen.ends().0[lane];
            let low = ends & ends.wrapping_neg();
            let high = ends ^ low;
            let (mut held, mut with_low, mut with_high) = (0, 0, 0);
            for place in seen.hand() {
                let tile = place.0[lane] & VALUES;
                held += u8::from(tile != 0);
                with_low += u8::from((tile & low != 0) & (tile != ends));
                with_high += u8::from((tile & high != 0) & (tile != ends));
            }
            let lacks = [next.0[lane], second.0[lane], third.0[lane]];
            let (table, stones) = (seen.table().0[lane], seen.stones().0[lane]);
            let standing = self.standing(held, table, stones, lacks);
            // Of the two ways of one tile only what they leave differs.
            let leave_low = self.of_ends(&standing, low, with_low);
            let leave_high = self.of_ends(&standing, high, with_high);
            all.both.0[lane] = choose(mask(leave_high > leave_low), high, low);
            all.close.0[lane] = standing.close;
            all.known.0[lane] = standing.known;
        }
        all
    }
}

impl LanePolicy for Light {
    const NEEDS_WORTH: bool = true;
    const NEEDS_LACKS: bool = true;

    #[inline(always)]
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays {
        let (hand, worth, ends) = (seen.hand(), seen.worth(), seen.ends());
        let (next, second, third) = (seen.lacks(1), seen.lacks(2), seen.lacks(3));
        let all = self.standings(seen);
        let mut best = Sums([i16::MIN; LANES]);
        let mut plays = Plays { tile: Bytes::ZERO, ends: Bytes::ZERO };
        for index in 0..HAND {
            for lane in 0..LANES {
                let ends = ends.0[lane];
                let lead = hand[index].0[lane];
                let tile = lead & VALUES;
                let lempa = at_most_one(tile);
                let left = ends_after(ends, tile, all.both.0[lane]);
                let mut fitting = 0;
                for other in 1..HAND {
                    let kept = hand[(index + other) % HAND].0[lane];
                    fitting += u8::from(kept & left != 0);
                }
                // An empty place has kept the worth of a tile played.
                let pips = worth[index].0[lane].saturating_sub(LEMPA & mask(lempa));
                let (close, known) = (all.close.0[lane], all.known.0[lane]);
                let lacks = [next.0[lane], second.0[lane], third.0[lane]];
                let standing = Standing { close, known, lacks };
                let sum = self.of_tile(pips, lempa) + self.of_ends(&standing, left, fitting);
                let highest = best.0[lane];
                let better = (lead & ends != 0) & (sum > highest);
                let wide = -i16::from(better);
                best.0[lane] = sum & wide | highest & !wide;
                let better = mask(better);
                plays.tile.0[lane] = choose(better, tile, plays.tile.0[lane]);
                plays.ends.0[lane] = choose(better, left, plays.ends.0[lane]);
            }
        }
        plays
    }
}
