//! One election: rounds from all stones on the table to a CAMAT (R9).

use super::bits;
use super::deal::{Deal, Hands};
use super::ending::RoundEnd;
use super::observer::{Chooser, Observer};
use super::round::Round;
use super::rules::Rules;
use super::seat::{BySeat, Seat};
use super::start::Start;
use super::stones::Holdings;
use super::tile_set::TileSet;

/// How an election ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This seat is the new CAMAT (R9.1).
    Camat(Seat),
    /// `max_rounds` without one (R9.6).
    Undecided,
}

impl Outcome {
    /// The seat elected, if any.
    pub const fn camat(self) -> Option<Seat> {
        match self {
            Outcome::Camat(seat) => Some(seat),
            Outcome::Undecided => None,
        }
    }
}

/// An election between rounds.
#[derive(Clone, Debug)]
pub struct Election {
    rules: Rules,
    camat_before: Option<Seat>,
    holdings: Holdings,
    last_winner: Option<Seat>,
    rounds: u32,
}

impl Election {
    /// An election about to begin; `camat_before` was elected in the one before, if there was one.
    pub const fn new(rules: &Rules, camat_before: Option<Seat>) -> Self {
        Self {
            rules: *rules,
            camat_before,
            holdings: Holdings::on_table(rules.stones),
            last_winner: None,
            rounds: 0,
        }
    }

    /// Who starts a round with these hands (R3.1, R3.3).
    pub fn start(&self, hands: &BySeat<TileSet>) -> Start {
        match self.camat_before.or(self.last_winner) {
            Some(seat) => Start::by_right(seat),
            None => Start::of_first_round(hands),
        }
    }

    /// The next round, about to be led.
    pub fn next_round(&self, hands: &Hands) -> Round {
        Round::new(&self.rules, hands, self.start(&hands.seats), self.holdings, self.camat_before)
    }

    /// Takes over what a finished round left; the outcome, if that ends the election.
    pub fn close(&mut self, round: &Round, end: &RoundEnd) -> Option<Outcome> {
        self.holdings = *round.holdings();
        self.last_winner = Some(end.winner);
        self.rounds += 1;
        if end.elected {
            Some(Outcome::Camat(end.winner))
        } else if self.rounds >= self.rules.max_rounds {
            Some(Outcome::Undecided)
        } else {
            None
        }
    }

    /// Plays it to its end. `table` deals and chooses; `observer` hears what happens.
    #[inline]
    pub fn play<T: Table, O: ElectionObserver>(
        &mut self,
        table: &mut T,
        observer: &mut O,
    ) -> Outcome {
        #[cfg(target_arch = "x86_64")]
        if bits::has_bmi() {
            // SAFETY: the processor has just been found to have the features.
            return unsafe { self.play_with_bmi(table, observer) };
        }
        self.play_here(table, observer)
    }

    /// The same, compiled for these features with all that is inlined into it.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn play_with_bmi<T: Table, O: ElectionObserver>(
        &mut self,
        table: &mut T,
        observer: &mut O,
    ) -> Outcome {
        self.play_here(table, observer)
    }

    #[inline(always)]
    fn play_here<T: Table, O: ElectionObserver>(
        &mut self,
        table: &mut T,
        observer: &mut O,
    ) -> Outcome {
        loop {
            let deal = table.deal(self.rounds);
            let mut round = self.next_round(&deal.hands());
            observer.round_begins(deal, &round);
            let end = round.run_here(table, observer);
            observer.round_ends(&round, &end);
            if let Some(outcome) = self.close(&round, &end) {
                return outcome;
            }
        }
    }

    /// Stones now; after the end, as at the election, before R9.3.
    pub fn holdings(&self) -> &Holdings {
        &self.holdings
    }

    /// Rounds finished.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The CAMAT elected before, who starts every round (R9.4).
    pub fn camat_before(&self) -> Option<Seat> {
        self.camat_before
    }
}

/// Deals the rounds of an election and chooses for its seats.
pub trait Table: Chooser {
    /// The deal of round number `round`, from 0; called once before each round is played.
    fn deal(&mut self, round: u32) -> Deal;
}

/// Hears what happens in an election.
pub trait ElectionObserver: Observer {
    /// A round is dealt and about to be led.
    #[inline]
    fn round_begins(&mut self, _deal: Deal, _round: &Round) {}
    /// It is over; stones are as after it, before R9.3.
    #[inline]
    fn round_ends(&mut self, _round: &Round, _end: &RoundEnd) {}
}

impl ElectionObserver for () {}

/// Both hear everything, the first first.
impl<A: ElectionObserver, B: ElectionObserver> ElectionObserver for (A, B) {
    #[inline]
    fn round_begins(&mut self, deal: Deal, round: &Round) {
        self.0.round_begins(deal, round);
        self.1.round_begins(deal, round);
    }

    #[inline]
    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        self.0.round_ends(round, end);
        self.1.round_ends(round, end);
    }
}

impl<O: ElectionObserver> ElectionObserver for &mut O {
    #[inline]
    fn round_begins(&mut self, deal: Deal, round: &Round) {
        (**self).round_begins(deal, round);
    }

    #[inline]
    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        (**self).round_ends(round, end);
    }
}
