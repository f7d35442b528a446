//! `random`, `greedy` and greedy with slips in lockstep; each plays as its scalar twin.

use super::greedy::Greedy;
use super::random::Random;
use super::rollout::Slips;
use crate::engine::HAND;
use crate::engine::lockstep::{
    Bits, Bytes, Halves, LANES, LanePolicy, Plays, Seen, VALUES, at_most_one, choose, mask,
};

impl LanePolicy for Random {
    const NEEDS_WORTH: bool = false;
    const NEEDS_LACKS: bool = false;

    #[inline(always)]
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays {
        let counts = count(seen);
        let (mut numbers, refused) = below(&seen.draw(0), &counts.moves);
        if refused {
            redraw(seen, &counts.moves, &mut numbers);
        }
        pick(seen, &counts, &numbers)
    }
}

impl LanePolicy for Greedy {
    const NEEDS_WORTH: bool = true;
    const NEEDS_LACKS: bool = false;

    #[inline(always)]
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays {
        let (hand, worth, ends) = (seen.hand(), seen.worth(), seen.ends());
        let mut plays = Plays { tile: Bytes::ZERO, ends: Bytes::ZERO };
        for lane in 0..LANES {
            let ends = ends.0[lane];
            let both = keeps_more(hand, lane, ends);
            let (mut best, mut tile, mut after) = (0, 0, 0);
            for (index, place) in hand.iter().enumerate() {
                let held = place.0[lane];
                let this = held & VALUES;
                let left = ends_after(ends, this, both);
                // The tile itself always fits what it leaves: one more for each move alike.
                let mut fitting = 0;
                for other in hand {
                    fitting += mask(other.0[lane] & left != 0) & 1;
                }
                let score = (20 * fitting + worth[index].0[lane]) & mask(held & ends != 0);
                // The order of places is the order of ties, so only a higher score replaces the best.
                let better = mask(score > best);
                best = best.max(score);
                tile = choose(better, this, tile);
                after = choose(better, left, after);
            }
            plays.tile.0[lane] = tile;
            plays.ends.0[lane] = after;
        }
        plays
    }
}

/// The way to play the tile that has both ends: the one that more tiles fit, the lower end if
/// equally many do. Of two ways of one tile only what they leave differs.
#[inline(always)]
fn keeps_more(hand: &[Bytes; HAND], lane: usize, ends: u8) -> u8 {
    let low = ends & ends.wrapping_neg();
    let high = ends ^ low;
    let (mut with_low, mut with_high) = (0, 0);
    for place in hand {
        with_low += mask(place.0[lane] & low != 0) & 1;
        with_high += mask(place.0[lane] & high != 0) & 1;
    }
    choose(mask(with_high > with_low), high, low)
}

/// The ends after `tile`; where it has both of two, `both`.
#[inline(always)]
pub(super) fn ends_after(ends: u8, tile: u8, both: u8) -> u8 {
    let other = choose(at_most_one(tile), ends, ends ^ tile);
    let changed = choose(mask(tile == ends), both, other);
    // One end, or none yet (bit 7): the tile alone says what they become.
    let alone = at_most_one(ends) | mask(ends > VALUES);
    choose(alone, tile, changed)
}

impl LanePolicy for Slips {
    const NEEDS_WORTH: bool = true;
    const NEEDS_LACKS: bool = false;

    #[inline(always)]
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays {
        let mut plays = Greedy.choose(seen);
        let slips = self.may_slip(&seen.draw(0), &count(seen).moves);
        // Few lanes have a choice and slip in it, so they are looked at one by one.
        for (first, lanes) in (0..LANES).step_by(64).zip(slips.marked()) {
            for lane in Bits(lanes) {
                self.slip(seen, first + lane, &mut plays);
            }
        }
        plays
    }
}

impl Slips {
    /// Marks the lanes with a choice in which greedy slips, and those whose draw is refused (see
    /// `Stream::below`).
    #[inline(always)]
    fn may_slip(&self, drawn: &Halves, moves: &Bytes) -> Bytes {
        const REST: u16 = ((1 << 16) % 100) as u16;
        let percent = self.percent as u16;
        let mut slips = Bytes::ZERO;
        for lane in 0..LANES {
            let product = u32::from(drawn.0[lane]) * 100;
            let slip = u16::from(((product >> 16) as u16) < percent);
            let refused = u16::from((product as u16) < REST);
            slips.0[lane] = (slip | refused) as u8 & mask(moves.0[lane] > 1);
        }
        slips
    }

    /// The slip of one lane, if it is one, drawn as the scalar twin does.
    #[inline(always)]
    fn slip<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>, lane: usize, plays: &mut Plays) {
        let mut stream = seen.stream(lane);
        if stream.below(100) >= self.percent {
            return;
        }
        let ends = seen.ends().0[lane];
        let low = ends & ends.wrapping_neg();
        let (mut fitting, mut tiles, mut second) = ([0; HAND], 0, 0);
        for place in seen.hand() {
            let tile = place.0[lane];
            fitting[tiles % HAND] = tile & VALUES;
            tiles += usize::from(tile & ends != 0);
            second |= mask(tile == ends);
        }
        let ways = tiles as u32 + u32::from(second & !at_most_one(ends) & 1);
        let number = stream.below(ways.max(1)) as usize;
        let (tile, both) = if number < tiles { (fitting[number], low) } else { (ends, ends ^ low) };
        plays.tile.0[lane] = tile;
        plays.ends.0[lane] = ends_after(ends, tile, both);
    }
}

/// How many moves each lane has, and how many of them are a tile in its first way.
struct Counts {
    moves: Bytes,
    tiles: Bytes,
}

#[inline(always)]
fn count<const SEAT: usize>(seen: &Seen<'_, SEAT>) -> Counts {
    let (hand, ends) = (seen.hand(), seen.ends());
    let mut counts = Counts { moves: Bytes::ZERO, tiles: Bytes::ZERO };
    for lane in 0..LANES {
        let ends = ends.0[lane];
        let (mut tiles, mut same) = (0, 0);
        for place in hand {
            tiles += mask(place.0[lane] & ends != 0) & 1;
            same |= mask(place.0[lane] == ends);
        }
        counts.tiles.0[lane] = tiles;
        counts.moves.0[lane] = tiles + (same & !at_most_one(ends) & 1);
    }
    counts
}

/// Numbers below the counts from 16-bit draws, and whether any draw was refused (see
/// `Stream::below`).
#[inline(always)]
fn below(drawn: &Halves, counts: &Bytes) -> (Bytes, bool) {
    let mut numbers = Bytes::ZERO;
    let mut refused = 0;
    for lane in 0..LANES {
        let product = u32::from(drawn.0[lane]) * u32::from(counts.0[lane]);
        numbers.0[lane] = (product >> 16) as u8;
        // 2^16 mod 6 is 4; it is less for smaller counts, and 0 for one or two.
        refused |= u16::from((product as u16) < 4) & u16::from(counts.0[lane] > 2);
    }
    (numbers, refused != 0)
}

/// Draws again as the scalar twin does, from the streams themselves.
#[cold]
fn redraw<const SEAT: usize>(seen: &Seen<'_, SEAT>, counts: &Bytes, numbers: &mut Bytes) {
    for lane in 0..LANES {
        numbers.0[lane] = seen.stream(lane).below(u32::from(counts.0[lane].max(1))) as u8;
    }
}

/// The move of each number in the numbering of `Legal::draw`.
#[inline(always)]
fn pick<const SEAT: usize>(seen: &Seen<'_, SEAT>, counts: &Counts, numbers: &Bytes) -> Plays {
    let (hand, ends) = (seen.hand(), seen.ends());
    let mut plays = Plays { tile: Bytes::ZERO, ends: Bytes::ZERO };
    for lane in 0..LANES {
        let ends = ends.0[lane];
        let number = numbers.0[lane];
        let (mut tile, mut rank) = (0, 0);
        for place in hand {
            let fits = mask(place.0[lane] & ends != 0);
            tile |= place.0[lane] & VALUES & fits & mask(rank == number);
            rank += fits & 1;
        }
        // The second way is the number past the tiles; the tile then has both ends.
        let second = mask(number == counts.tiles.0[lane]) & mask(counts.moves.0[lane] > number);
        let low = ends & ends.wrapping_neg();
        let tile = choose(second, ends, tile);
        plays.tile.0[lane] = tile;
        plays.ends.0[lane] = ends_after(ends, tile, choose(second, ends ^ low, low));
    }
    plays
}
