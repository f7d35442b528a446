//! `greedy`: the fixed yardstick that strength is stated against.

use super::registry::{Entry, with_file};
use super::strategy::{Builtin, Strategy};
use super::values::Values;
use crate::engine::{Move, Observation, Stream};

/// The move with the highest 20 · (own remaining tiles that fit the new ends) + pips of the tile
/// + 10 if it is a lempa; ties to the lower tile index, then to the side that leaves the lower end.
///
/// It has no parameters and no randomness, and it never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Greedy;

impl Greedy {
    /// What a move is worth.
    #[inline(always)]
    fn scores(seen: &Observation<'_>) -> impl Fn(Move) -> u32 {
        let (hand, line) = (seen.hand(), seen.line());
        move |play| {
            let tile = play.tile();
            let mut rest = hand;
            rest.remove(tile);
            let fitting = (rest & line.after(play).fits()).len();
            20 * fitting + u32::from(tile.pips()) + if tile.is_lempa() { 10 } else { 0 }
        }
    }

    /// Whether `play` is the choice: for models that ask this of very many hands, without finding what
    /// the choice would be.
    #[inline(always)]
    pub(super) fn is_best(self, seen: &Observation<'_>, play: Move) -> bool {
        let score = Self::scores(seen);
        let legal = seen.legal();
        let highest = score(play);
        // Of equals the first in the order of moves is chosen.
        let mut before = true;
        let mut beaten = |other: Move| {
            before &= other != play;
            score(other) >= highest + u32::from(!before)
        };
        let two_ways = legal.two_ways();
        for tile in legal.tiles() {
            if beaten(legal.first_way(tile))
                || two_ways.contains(tile) && beaten(legal.second_way(tile))
            {
                return false;
            }
        }
        true
    }

    /// The choice, for policies that are compiled into a loop; `None` without a legal move.
    #[inline(always)]
    pub fn best(self, seen: &Observation<'_>) -> Option<Move> {
        let score = Self::scores(seen);
        let legal = seen.legal();
        let mut best = legal.first()?;
        let mut highest = score(best);
        // The order of moves is the order of ties, so only a higher score replaces the best.
        for play in legal.iter().skip(1) {
            let score = score(play);
            if score > highest {
                (best, highest) = (play, score);
            }
        }
        Some(best)
    }
}

impl Strategy for Greedy {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        self.best(seen).unwrap_or_else(|| unreachable!("a strategy is asked with a choice"))
    }

    fn values(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Values> {
        let score = Self::scores(seen);
        let scored = seen.legal().iter().map(|play| (play, i64::from(score(play))));
        Some(Values::exact("points", 1, scored))
    }

    fn builtin(&self) -> Option<Builtin> {
        Some(Builtin::Greedy(*self))
    }
}

/// Its place in the registry.
pub(super) fn entry() -> Entry {
    let summary = "keeps its own tiles playable, then sheds pips; the fixed yardstick";
    let entry = Entry::new("greedy", summary, Vec::new(), |_| Greedy);
    with_file(entry, include_str!("../../strategies/greedy.toml"))
}
