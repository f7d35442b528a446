//! Decisions a second of a strategy.

use std::time::{Duration, Instant};

use super::SPAN;
use crate::engine::{
    Chooser, Deal, Election, Legal, Move, Observation, Round, Rules, Seat, Seed, Sitting, Table,
};
use crate::strategies::{Greedy, Strategy};

/// A table at which seat 0 plays a strategy that is timed, and the others `greedy`.
struct Timed<'a> {
    strategy: &'a dyn Strategy,
    seed: Seed,
    block: u64,
    round: u32,
    decisions: u64,
    spent: Duration,
}

impl Chooser for Timed<'_> {
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let seat = round.to_move();
        let sitting = Sitting { round: self.round, ..Sitting::NOBODY };
        let seen = Observation::new(round, &sitting, seat);
        let streams = self.seed.decisions(self.block, 0).round(0, self.round);
        let mut random = streams.stream(round.history().len(), seat);
        if seat != Seat::ALL[0] {
            return Greedy
                .best(&seen)
                .or(legal.first())
                .unwrap_or_else(|| unreachable!("a choice"));
        }
        let begun = Instant::now();
        let play = self.strategy.choose(&seen, &mut random);
        self.spent += begun.elapsed();
        self.decisions += 1;
        play
    }
}

impl Table for Timed<'_> {
    fn deal(&mut self, round: u32) -> Deal {
        self.round = round;
        self.seed.deals(self.block).deal(0, round)
    }
}

/// Decisions a second of a strategy against four greedy; the time of a look at the clock included,
/// some 40 ns.
pub(super) fn decisions(strategy: &dyn Strategy) -> f64 {
    let (seed, spent) = (Seed(1), Duration::ZERO);
    let mut table = Timed { strategy, seed, block: 0, round: 0, decisions: 0, spent };
    let begun = Instant::now();
    while begun.elapsed() < SPAN {
        Election::new(&Rules::default(), None).play(&mut table, &mut ());
        table.block += 1;
    }
    table.decisions as f64 / table.spent.as_secs_f64()
}
