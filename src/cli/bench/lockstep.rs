//! Self-play by one policy in all seats, many elections in lockstep.

use std::time::Duration;

use super::speed::{Played, Speed, measure};
use crate::engine::lockstep::{
    ElectionEnd, Elections, Finished, LanePolicy, Listener, Lockstep, Path,
};
use crate::engine::{Rules, Seat, Seed};

/// Elections in a stretch: so many that the end of one, with ever more lanes idle, hardly counts.
const STRETCH: u64 = 20_000;

/// How fast `policy` plays on `threads` threads by the instructions of `path`, counting apart.
pub(super) fn lockstep<P: LanePolicy + Sync>(
    policy: &P,
    path: Path,
    threads: u16,
    span: Duration,
) -> anyhow::Result<Speed> {
    let rules = Rules::default();
    measure(threads, span, |number| {
        let mut played = Played::default();
        let numbers = number * STRETCH..(number + 1) * STRETCH;
        let mut elections = Elections::new(&rules, Seed(1), numbers, &mut played);
        Lockstep::new(&rules).run(path, policy, &mut elections);
        played
    })
}

impl Listener for Played {
    #[inline(always)]
    fn round_ends(&mut self, _starter: Seat, end: &Finished) {
        self.rounds += 1;
        self.plies += u64::from(end.plies);
    }

    #[inline(always)]
    fn election_ends(&mut self, _end: &ElectionEnd) {
        self.elections += 1;
    }
}
