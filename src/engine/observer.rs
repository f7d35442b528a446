//! Who listens to a round, and who chooses in it.

use super::action::{Action, Move};
use super::line::{Legal, Line};
use super::round::Round;
use super::seat::Seat;
use super::stones::Payment;

/// Hears what happens in a round. Every method does nothing by default, so that `()` costs nothing.
pub trait Observer {
    /// `seat` did `action`, which left `line`.
    #[inline(always)]
    fn acted(&mut self, _ply: u8, _seat: Seat, _action: Action, _line: Line) {}
    /// A payment was made, perhaps of nothing.
    #[inline(always)]
    fn paid(&mut self, _payment: &Payment) {}
}

impl Observer for () {}

/// Both hear everything, the first first.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn acted(&mut self, ply: u8, seat: Seat, action: Action, line: Line) {
        self.0.acted(ply, seat, action, line);
        self.1.acted(ply, seat, action, line);
    }

    #[inline]
    fn paid(&mut self, payment: &Payment) {
        self.0.paid(payment);
        self.1.paid(payment);
    }
}

impl<O: Observer> Observer for &mut O {
    #[inline]
    fn acted(&mut self, ply: u8, seat: Seat, action: Action, line: Line) {
        (**self).acted(ply, seat, action, line);
    }

    #[inline]
    fn paid(&mut self, payment: &Payment) {
        (**self).paid(payment);
    }
}

/// Decides for whichever seat is to move. This is the table, not a player: a player is given an
/// [`Observation`](super::Observation) made from the round.
pub trait Chooser {
    /// Whether the only legal move is played without asking. A chooser for which asking costs no
    /// more than the look (a few instructions) says no; what it chooses among one is that one.
    const SKIPS_FORCED: bool = true;

    /// One of `legal`: two moves or more, unless `SKIPS_FORCED` is off.
    fn choose(&mut self, round: &Round, legal: Legal) -> Move;
}
