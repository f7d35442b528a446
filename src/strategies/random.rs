//! `random`: uniform over the legal moves.

use super::registry::{Entry, with_file};
use super::strategy::{Builtin, Strategy};
use crate::engine::{Move, Observation, Stream};

/// Every legal move is equally likely; a tile on either of two different ends is two moves (R4.3).
///
/// The draw takes one 16-bit number of the stream (see [`Stream::below`]) and the numbering of
/// [`Legal::draw`](crate::engine::Legal::draw), which speaks of values and not of sides, so that
/// many games in lockstep can make the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl Random {
    /// The draw, for policies that are compiled into a loop.
    #[inline(always)]
    pub fn draw(self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move> {
        seen.legal().draw(|n| random.below(n))
    }
}

impl Strategy for Random {
    fn choose(&self, seen: &Observation<'_>, random: &mut Stream) -> Move {
        self.draw(seen, random).unwrap_or_else(|| unreachable!("a strategy is asked with a choice"))
    }

    fn builtin(&self) -> Option<Builtin> {
        Some(Builtin::Random(*self))
    }
}

/// Its place in the registry.
pub(super) fn entry() -> Entry {
    let entry = Entry::new("random", "uniform over the legal moves", Vec::new(), |_| Random);
    with_file(entry, include_str!("../../strategies/random.toml"))
}
