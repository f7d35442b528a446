//! Rounds of any supply in lockstep.

use crate::engine::lockstep::{Finished, LanePolicy, Lockstep, Path, Position, Supply};
use crate::engine::{Rules, Seat};

/// A supply behind a pointer, so that the loop that plays is compiled once for a policy and an
/// instruction set, and not for each supply too: it is large, and a call a round costs less than a
/// fifth.
struct Pointed<'a>(&'a mut dyn Supply);

impl Supply for Pointed<'_> {
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> Option<Position> {
        self.0.begin(lane)
    }

    #[inline(always)]
    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        self.0.next(lane, end)
    }
}

/// Plays all rounds of `supply` by `policy`; they wait least if seat 0 starts them.
pub(super) fn play<P: LanePolicy>(rules: &Rules, policy: &P, supply: &mut dyn Supply) {
    Lockstep::before(rules, Seat::ALL[0]).run(Path::preferred(), policy, &mut Pointed(supply));
}
