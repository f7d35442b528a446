//! What an observation says of the tiles it does not show.

use crate::engine::{BySeat, Observation, Seat, TileSet};

/// The hidden tiles and where they may be.
///
/// A seat that passed holds neither value of the ends of that moment, then and since; in a first
/// round the holder of the announced double is known while it is not played, and higher doubles are
/// unused (R3.4, R10.1). All that is known for certain is in `known`; the rest of the hidden tiles
/// is `free`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraints {
    /// The seat that looks; its hand is whole in `known`.
    pub seat: Seat,
    /// Hidden tiles whose place is not certain.
    pub free: TileSet,
    /// Tiles known to be in each hand.
    pub known: BySeat<TileSet>,
    /// Free tiles each seat may hold.
    pub allowed: BySeat<TileSet>,
    /// How many free tiles each seat holds, 0..=5; none for `seat` itself.
    pub needs: BySeat<u32>,
}

impl Constraints {
    /// What `seen` allows.
    pub fn new(seen: &Observation<'_>) -> Self {
        let mut known = BySeat([TileSet::EMPTY; Seat::COUNT]);
        known[seen.seat()] = seen.hand();
        if let Some((holder, double)) = seen.announced() {
            known[holder].insert(double);
        }
        let certain = known.iter().fold(seen.known_unused(), |all, &hand| all | hand);
        let free = seen.hidden() - certain;
        let needs = BySeat::from_fn(|seat| {
            if seat == seen.seat() {
                0
            } else {
                seen.tiles_held(seat).saturating_sub(known[seat].len())
            }
        });
        let allowed = BySeat::from_fn(|seat| {
            let lacks = (0..=6).filter(|value| seen.lacks(seat) >> value & 1 == 1);
            free - lacks.fold(TileSet::EMPTY, |all, value| all | TileSet::with_value(value))
        });
        Self { seat: seen.seat(), free, known, allowed, needs }
    }

    /// Whether these hands agree with what is known: the definition of a possible world.
    pub fn allow(&self, hands: &BySeat<TileSet>) -> bool {
        let mut left = self.free;
        hands.enumerate().all(|(seat, &hand)| {
            let rest = hand - self.known[seat];
            let fits = rest.len() == self.needs[seat]
                && self.known[seat] - hand == TileSet::EMPTY
                && rest - (self.allowed[seat] & left) == TileSet::EMPTY;
            left = left - rest;
            fits
        })
    }
}
