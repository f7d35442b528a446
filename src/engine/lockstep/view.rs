//! What a policy may see of the lanes, and how it chooses for all of them.

use super::super::deal::HAND;
use super::super::seat::Seat;
use super::super::seed::Stream;
use super::bytes::{Bytes, Halves};
use super::lanes::Lanes;
use super::ply::Plays;

/// A policy that chooses for all lanes at once.
///
/// It must choose as its scalar twin does from the same stream, or results would depend on who
/// plays them. Mark its methods `#[inline(always)]`: they are compiled into the loop for each
/// instruction set.
pub trait LanePolicy {
    /// Whether it looks at [`Seen::worth`], which costs something to keep.
    const NEEDS_WORTH: bool;
    /// Whether it looks at [`Seen::lacks`].
    const NEEDS_LACKS: bool;

    /// The tile and the ends it leaves, in each lane with a legal move; tile 0 in the others.
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays;
}

/// The lanes as `SEAT`, which is to move, sees them (R10.1). What others hold can't be reached:
///
/// ```compile_fail,E0616
/// fn peek(seen: &domeng::engine::lockstep::Seen<'_, 0>) {
///     let _ = seen.lanes;
/// }
/// ```
pub struct Seen<'a, const SEAT: usize> {
    pub(super) lanes: &'a Lanes,
    /// The open ends, nothing where the lane is not in play.
    pub(super) ends: &'a Bytes,
}

impl<const SEAT: usize> Seen<'_, SEAT> {
    /// Own tiles as bytes with a bit for each value, by place; places rise with the tile index, and
    /// 0 is an empty place. Where the lead is bound the tile to be led has bit 7 as well.
    #[inline(always)]
    pub fn hand(&self) -> &[Bytes; HAND] {
        &self.lanes.tiles[SEAT]
    }

    /// Pips of own tiles, ten more for a lempa.
    #[inline(always)]
    pub fn worth(&self) -> &[Bytes; HAND] {
        &self.lanes.worth[SEAT]
    }

    /// Values of the ends as bits: one or two. A tile can be played if it has a bit in common.
    /// Before the lead all bits, or bit 7 alone where the lead is bound; 0 where the lane is not in
    /// play.
    #[inline(always)]
    pub fn ends(&self) -> &Bytes {
        self.ends
    }

    /// Values that the seat `steps` after this one has shown not to hold, 0 ≤ `steps` < 5.
    #[inline(always)]
    pub fn lacks(&self, steps: usize) -> &Bytes {
        &self.lanes.lacks[(SEAT + steps) % Seat::COUNT]
    }

    /// Stones on the table.
    #[inline(always)]
    pub fn table(&self) -> &Bytes {
        &self.lanes.table
    }

    /// Stones of one's own.
    #[inline(always)]
    pub fn stones(&self) -> &Bytes {
        &self.lanes.stones[SEAT]
    }

    /// The high 16 bits of word `number` of the stream of each lane's decision.
    #[inline(always)]
    pub fn draw(&self, number: u32) -> Halves {
        self.lanes.keys.draw::<SEAT>(number)
    }

    /// The stream of the decision in `lane`, for draws that were refused.
    pub fn stream(&self, lane: usize) -> Stream {
        self.lanes.keys.stream(Seat::ALL[SEAT], lane)
    }
}
