//! Decisions a second of a strategy.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::speed::Rate;
use crate::engine::{Election, Move, Observation, Rules, Seat, Seed, Stream};
use crate::strategies::{Greedy, Policy, SelfPlay, Strategy};

/// Seat 0 plays a strategy that is timed, and the others `greedy`.
struct Timed<'a> {
    strategy: &'a dyn Strategy,
    decisions: Cell<u64>,
    spent: Cell<Duration>,
}

impl Policy for &Timed<'_> {
    const SKIPS_FORCED: bool = true;

    fn pick(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move> {
        if seen.seat() != Seat::ALL[0] {
            return Greedy.best(seen);
        }
        let begun = Instant::now();
        let play = self.strategy.choose(seen, random);
        self.spent.set(self.spent.get() + begun.elapsed());
        self.decisions.set(self.decisions.get() + 1);
        Some(play)
    }
}

/// Decisions a second of a strategy against four greedy, in play that takes `span`; the time of a
/// look at the clock included, some 40 ns.
pub(super) fn decisions(strategy: &dyn Strategy, span: Duration) -> Rate {
    let timed = Timed { strategy, decisions: Cell::new(0), spent: Cell::new(Duration::ZERO) };
    let begun = Instant::now();
    let mut block = 0;
    while begun.elapsed() < span || timed.decisions.get() == 0 {
        let (deals, decisions) = (Seed(1).deals(block), Seed(1).decisions(block, 0));
        let mut table = SelfPlay::new(&timed, deals, decisions, 0);
        Election::new(&Rules::default(), None).play(&mut table, &mut ());
        block += 1;
    }
    Rate::new(timed.decisions.get(), timed.spent.get().as_secs_f64())
}
