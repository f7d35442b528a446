//! Self-play by one policy in all seats, one election after another.

use std::time::Duration;

use super::speed::{Played, Speed, measure};
use crate::engine::{Election, ElectionObserver, Observer, Round, RoundEnd, Rules, Seed};
use crate::strategies::{Policy, SelfPlay};

/// Elections in a stretch between looks at the clock.
const STRETCH: u64 = 2_000;

/// How fast `policy` plays on `threads` threads, without an observer.
pub(super) fn self_play<P: Policy + Copy + Send + Sync>(
    policy: P,
    threads: u16,
    span: Duration,
) -> anyhow::Result<Speed> {
    measure(threads, span, |number| {
        let mut played = Played { elections: STRETCH, ..Played::default() };
        for block in number * STRETCH..(number + 1) * STRETCH {
            let seed = Seed(1);
            let mut table = SelfPlay::new(policy, seed.deals(block), seed.decisions(block, 0), 0);
            let mut election = Election::new(&Rules::default(), None);
            let mut count = Plies(0);
            election.play(&mut table, &mut count);
            played.rounds += u64::from(election.rounds());
            played.plies += count.0;
        }
        played
    })
}

/// Counts plies at the end of each round, which costs a round nothing.
struct Plies(u64);

impl Observer for Plies {}

impl ElectionObserver for Plies {
    #[inline(always)]
    fn round_ends(&mut self, round: &Round, _end: &RoundEnd) {
        self.0 += round.history().len() as u64;
    }
}
