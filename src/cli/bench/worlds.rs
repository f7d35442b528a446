//! Worlds a second that beliefs draw.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use super::speed::Rate;
use crate::belief::{Constraints, Worlds};
use crate::engine::{Election, Move, Observation, Rules, Seed, Stream};
use crate::strategies::{Greedy, Policy, SelfPlay};

/// Positions from which worlds are drawn.
const POSITIONS: usize = 2_000;
/// Worlds drawn from each, its set-up included.
const WORLDS: u32 = 64;

/// Greedy that collects what the seats to move know at plies 8 to 16 of later rounds, where the
/// most is to be asked of a belief.
#[derive(Default)]
struct Collector(RefCell<Vec<Constraints>>);

impl Policy for &Collector {
    const SKIPS_FORCED: bool = true;

    fn pick(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Move> {
        if seen.start().announced.is_none() && (8..=16).contains(&seen.ply()) {
            self.0.borrow_mut().push(Constraints::new(seen));
        }
        Greedy.best(seen)
    }
}

/// Worlds a second on one core, drawn for `span` for greedy self-play.
pub(super) fn worlds(span: Duration) -> Rate {
    let collector = Collector::default();
    let mut block = 0;
    while collector.0.borrow().len() < POSITIONS {
        let (deals, decisions) = (Seed(1).deals(block), Seed(1).decisions(block, 0));
        let mut table = SelfPlay::new(&collector, deals, decisions, 0);
        Election::new(&Rules::default(), None).play(&mut table, &mut ());
        block += 1;
    }
    let positions = collector.0.into_inner();
    let mut random = Seed(1).schedule(0);
    let (begun, mut drawn) = (Instant::now(), 0_u64);
    loop {
        for constraints in &positions {
            let mut worlds = Worlds::new(constraints.clone());
            for _ in 0..WORLDS {
                std::hint::black_box(worlds.draw(&mut random));
            }
            drawn += u64::from(WORLDS);
        }
        let seconds = begun.elapsed();
        if seconds >= span {
            return Rate::new(drawn, seconds.as_secs_f64());
        }
    }
}
