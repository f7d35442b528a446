//! What a strategy is.

use super::greedy::Greedy;
use super::light::Light;
use super::random::Random;
use super::values::Values;
use crate::engine::{Move, Observation, Stream};

/// Chooses a move from what its seat may know.
///
/// A choice is a function of the observation and the stream alone: a strategy keeps nothing from
/// one decision to the next, so that any decision can be asked again. It is asked only where there
/// are two legal moves or more; passes and only moves are the rules' own.
///
/// Weights are integers or fixed point and no clock is read, so the choice is the same on every
/// processor. [`conformance`](super::conformance) looks for breaches of all this.
pub trait Strategy: Send + Sync {
    /// One of `seen.legal()`. What is not legal is counted as a fault, and the first legal move is
    /// played in its place.
    fn choose(&self, seen: &Observation<'_>, random: &mut Stream) -> Move;

    /// What it makes of each of `seen.legal()`, if it goes by values: what it chooses has the
    /// highest, with the same stream. For people who want to know why; play never asks.
    ///
    /// It must come from what `choose` itself compares, or it tells of another strategy.
    fn values(&self, _seen: &Observation<'_>, _random: &mut Stream) -> Option<Values> {
        None
    }

    /// The built-in strategy this is, where the table can play it without an indirect call. A
    /// shortcut: it must choose as `choose` does.
    fn builtin(&self) -> Option<Builtin> {
        None
    }
}

/// Strategies that can be compiled into the loop that asks them, and into lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    Random(Random),
    Greedy(Greedy),
    Light(Light),
}
