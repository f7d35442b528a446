//! Rounds from a stretch of states, as a supply for lanes, and what comes of them.

use std::ops::Range;

use super::vectors;
use crate::engine::lockstep::{Finished, LANES, Position, Supply};
use crate::engine::{Holdings, Rules, Seat, Seed, Simulated};

/// Certainty, in the fixed point of the iteration.
pub(super) const ONE: u32 = 1 << 30;

/// What is known of a state: the chances of the seats, by steps from the starter, which add up to
/// [`ONE`]; and last the chance that no election has come of it in as many rounds as were looked
/// ahead.
pub(super) type Row = [u32; Seat::COUNT + 1];

/// What rounds come to, added up over all that began in a state.
pub(super) type Sums = [u64; Seat::COUNT + 1];

/// What all rounds of a sweep have in common.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'a> {
    pub rules: &'a Rules,
    pub seed: Seed,
    /// Its number, from 0.
    pub number: u32,
    /// Whether the CAMAT starts every round, else the winner of the last.
    pub camat: bool,
    /// Rounds from each state.
    pub rounds: u32,
    /// What the states that rounds end in are held to be worth.
    pub values: &'a [Row],
}

/// Rounds from a stretch of states, all begun by seat 0.
pub(super) struct Rounds<'a> {
    sweep: Sweep<'a>,
    states: Range<usize>,
    /// The state whose turn it is, and how many of its rounds are still to come.
    state: usize,
    left: u32,
    holdings: Holdings,
    rounds_of: Simulated,
    /// The place in the stretch of the state that each lane's round began in.
    from: [u32; LANES],
    sums: Vec<Sums>,
}

impl<'a> Rounds<'a> {
    pub fn new(sweep: Sweep<'a>, states: Range<usize>) -> Self {
        let mut rounds = Self {
            sweep,
            state: states.start,
            left: sweep.rounds,
            holdings: Holdings::on_table(0),
            rounds_of: Simulated::NONE,
            from: [0; LANES],
            sums: vec![[0; Seat::COUNT + 1]; states.len()],
            states,
        };
        rounds.turn_to(rounds.state);
        rounds
    }

    /// What each state is worth by its rounds.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        let rounds = u64::from(self.sweep.rounds);
        self.sums.iter().map(move |sums| {
            let mut row = sums.map(|sum| (sum / rounds) as u32);
            // What rounding down leaves of the whole is the last seat's.
            let [others @ .., last, _] = &mut row;
            *last = ONE - others.iter().sum::<u32>();
            row
        })
    }

    /// Makes it the turn of `state`.
    fn turn_to(&mut self, state: usize) {
        let Sweep { rules, seed, number, camat, rounds, .. } = self.sweep;
        self.state = state;
        self.left = rounds;
        self.holdings = vectors::unrank(state, rules.stones);
        let name = 2 * state as u64 + u64::from(camat);
        self.rounds_of = seed.equity_rounds(u64::from(number), name);
    }
}

impl Supply for Rounds<'_> {
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> Option<Position> {
        if self.left == 0 {
            if self.state + 1 >= self.states.end {
                return None;
            }
            self.turn_to(self.state + 1);
        }
        self.left -= 1;
        self.from[lane] = (self.state - self.states.start) as u32;
        let starter = Seat::ALL[0];
        Some(Position::later(self.sweep.rules, starter, Some(self.holdings), &mut self.rounds_of))
    }

    #[inline(always)]
    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        let sums = &mut self.sums[self.from[lane] as usize];
        if end.elected {
            sums[end.winner.index()] += u64::from(ONE);
        } else {
            let starter = if self.sweep.camat { Seat::ALL[0] } else { end.winner };
            let row = &self.sweep.values[vectors::rank(&end.holdings.seats, starter)];
            for (steps, &chance) in row[..Seat::COUNT].iter().enumerate() {
                sums[starter.after(steps).index()] += u64::from(chance);
            }
            sums[Seat::COUNT] += u64::from(row[Seat::COUNT]);
        }
        self.begin(lane)
    }
}
