//! Worlds a second that beliefs draw.

use std::time::Instant;

use super::SPAN;
use crate::belief::{Constraints, Worlds};
use crate::engine::{
    Chooser, Deal, Election, Legal, Move, Observation, Round, Rules, Seed, Sitting, Table,
};
use crate::strategies::Greedy;

/// Positions from which worlds are drawn.
const POSITIONS: usize = 2_000;
/// Worlds drawn from each, its set-up included.
const WORLDS: u32 = 64;

/// Collects what the seats to move know at plies 8 to 16 of later rounds, where the most is to be
/// asked of a belief.
struct Collector {
    seed: Seed,
    block: u64,
    positions: Vec<Constraints>,
}

impl Chooser for Collector {
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let seen = Observation::new(round, const { &Sitting::NOBODY }, round.to_move());
        if round.start().announced.is_none() && (8..=16).contains(&seen.ply()) {
            self.positions.push(Constraints::new(&seen));
        }
        Greedy.best(&seen).or(legal.first()).unwrap_or_else(|| unreachable!("a choice"))
    }
}

impl Table for Collector {
    fn deal(&mut self, round: u32) -> Deal {
        self.seed.deals(self.block).deal(0, round)
    }
}

/// Worlds a second on one core, drawn for greedy self-play.
pub(super) fn worlds() -> f64 {
    let mut table = Collector { seed: Seed(1), block: 0, positions: Vec::new() };
    while table.positions.len() < POSITIONS {
        Election::new(&Rules::default(), None).play(&mut table, &mut ());
        table.block += 1;
    }
    let mut random = Seed(1).schedule(0);
    let (begun, mut drawn) = (Instant::now(), 0_u64);
    while begun.elapsed() < SPAN {
        for constraints in &table.positions {
            let mut worlds = Worlds::new(constraints.clone());
            for _ in 0..WORLDS {
                std::hint::black_box(worlds.draw(&mut random));
            }
            drawn += u64::from(WORLDS);
        }
    }
    drawn as f64 / begun.elapsed().as_secs_f64()
}
