//! Worlds a second that beliefs draw, and that shuffling and rejecting would.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::speed::Rate;
use crate::belief::{Constraints, Worlds};
use crate::engine::{BySeat, Election, Move, Observation, Random, Rules, Seed, Stream, Tile};
use crate::strategies::{Greedy, Policy, SelfPlay};

/// Positions from which worlds are drawn.
const POSITIONS: usize = 2_000;
/// Worlds drawn from each, its set-up included.
const WORLDS: u32 = 64;
/// Shuffles of one position before it is given up: 64 for each world that is wanted.
pub(super) const SHUFFLES: u32 = 64 * WORLDS;

/// What comes of shuffling and rejecting.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Shuffled {
    pub worlds_per_s: Option<Rate>,
    /// Share of the positions that were given up, 0 to 1.
    pub given_up: Option<f64>,
}

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

/// What the seats to move know in greedy self-play.
pub(super) fn positions() -> Vec<Constraints> {
    let collector = Collector::default();
    let mut block = 0;
    while collector.0.borrow().len() < POSITIONS {
        let (deals, decisions) = (Seed(1).deals(block), Seed(1).decisions(block, 0));
        let mut table = SelfPlay::new(&collector, deals, decisions, 0);
        Election::new(&Rules::default(), None).play(&mut table, &mut ());
        block += 1;
    }
    collector.0.into_inner()
}

/// Worlds a second on one core, drawn from all positions in turn until `span` is over.
pub(super) fn worlds(positions: &[Constraints], span: Duration) -> Rate {
    let mut random = Seed(1).schedule(0);
    let (begun, mut drawn) = (Instant::now(), 0_u64);
    loop {
        for constraints in positions {
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

/// The same from the same positions by shuffling the hidden tiles, dealing them and rejecting what
/// is not possible. A position is given up after [`SHUFFLES`] shuffles: its worlds so far count, those
/// it lacks do not, nor the time that they would take, so that the rate flatters.
pub(super) fn shuffled(positions: &[Constraints], span: Duration) -> Shuffled {
    let mut random = Seed(1).schedule(0);
    let (begun, mut drawn, mut tried, mut given_up) = (Instant::now(), 0, 0, 0);
    loop {
        for constraints in positions {
            let found = shuffle_and_reject(constraints, &mut random);
            drawn += u64::from(found);
            given_up += u32::from(found < WORLDS);
        }
        tried += positions.len();
        let seconds = begun.elapsed();
        if seconds >= span {
            return Shuffled {
                worlds_per_s: Some(Rate::new(drawn, seconds.as_secs_f64())),
                given_up: Some(f64::from(given_up) / tried as f64),
            };
        }
    }
}

/// How many of [`WORLDS`] worlds are found in [`SHUFFLES`] shuffles.
fn shuffle_and_reject(constraints: &Constraints, random: &mut Random) -> u32 {
    let mut tiles: Vec<Tile> = constraints.free.iter().collect();
    let mut found = 0;
    for _ in 0..SHUFFLES {
        random.shuffle(&mut tiles);
        let mut left = tiles.iter();
        let hands = BySeat::from_fn(|seat| {
            let dealt = left.by_ref().take(constraints.needs[seat] as usize);
            constraints.known[seat] | dealt.copied().collect()
        });
        if constraints.allow(std::hint::black_box(&hands)) {
            found += 1;
            if found == WORLDS {
                break;
            }
        }
    }
    found
}
