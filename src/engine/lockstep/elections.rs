//! Whole elections as a supply of rounds.

use std::ops::Range;

use super::super::bits;
use super::super::deal::Subsets;
use super::super::election::Outcome;
use super::super::rules::Rules;
use super::super::seat::{BySeat, Seat};
use super::super::seed::{Seed, Simulated};
use super::super::start::Start;
use super::super::stones::Holdings;
use super::super::tile_set::TileSet;
use super::Supply;
use super::bytes::LANES;
use super::finish::Finished;
use super::position::{Hands, Position, deal_word};

/// An election that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElectionEnd {
    pub outcome: Outcome,
    /// Who started its first round.
    pub first_starter: Seat,
    pub rounds: u32,
    /// Stones as R9.5 counts them.
    pub holdings: Holdings,
}

/// Hears what comes out of many elections. Rounds of different elections come mixed.
pub trait Listener {
    #[inline(always)]
    fn round_ends(&mut self, _starter: Seat, _end: &Finished) {}
    #[inline(always)]
    fn election_ends(&mut self, _end: &ElectionEnd) {}
}

impl Listener for () {}

/// One election under way in a lane.
#[derive(Clone, Copy)]
struct Seating {
    rounds_of: Simulated,
    first_starter: Seat,
    starter: Seat,
    rounds: u32,
}

/// A stretch of elections by number, each from its own seeds (see [`Seed::simulated`]).
pub struct Elections<'a, L> {
    rules: Rules,
    seed: Seed,
    numbers: Range<u64>,
    lanes: [Seating; LANES],
    listener: &'a mut L,
    subsets: Subsets,
}

impl<'a, L: Listener> Elections<'a, L> {
    /// The elections of these numbers.
    pub fn new(rules: &Rules, seed: Seed, numbers: Range<u64>, listener: &'a mut L) -> Self {
        let none = Seating {
            rounds_of: Simulated::NONE,
            first_starter: Seat::ALL[0],
            starter: Seat::ALL[0],
            rounds: 0,
        };
        Self {
            rules: *rules,
            seed,
            numbers,
            lanes: [none; LANES],
            listener,
            subsets: Subsets::get(),
        }
    }

    #[inline(always)]
    fn first(&mut self, lane: usize) -> Option<Position> {
        let number = self.numbers.next()?;
        let mut rounds_of = self.seed.simulated(number);
        let word = deal_word(&mut rounds_of);
        let hands = bits::deposit_in_turn(self.subsets.masks(word), TileSet::ALL.bits());
        let start = Start::of_first_round(&BySeat(hands.map(TileSet::from_bits)));
        let streams = rounds_of.next_round();
        self.lanes[lane] =
            Seating { rounds_of, first_starter: start.seat, starter: start.seat, rounds: 0 };
        let holdings = Some(Holdings::on_table(self.rules.stones));
        Some(Position::fresh(&self.rules, Hands::Word(word), start, holdings, streams))
    }
}

impl<L: Listener> Supply for Elections<'_, L> {
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> Option<Position> {
        self.first(lane)
    }

    #[inline(always)]
    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        let seating = &mut self.lanes[lane];
        seating.rounds += 1;
        self.listener.round_ends(seating.starter, end);
        if end.elected || seating.rounds >= self.rules.max_rounds {
            let outcome = if end.elected { Outcome::Camat(end.winner) } else { Outcome::Undecided };
            let (first_starter, rounds) = (seating.first_starter, seating.rounds);
            let holdings = end.holdings;
            self.listener.election_ends(&ElectionEnd { outcome, first_starter, rounds, holdings });
            return self.first(lane);
        }
        seating.starter = end.winner;
        Some(Position::later(&self.rules, end.winner, None, &mut seating.rounds_of))
    }
}
