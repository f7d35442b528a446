//! Who starts a round, and why (R3).

use super::rules::Opening;
use super::seat::{BySeat, Seat};
use super::tile::Tile;
use super::tile_set::TileSet;

/// The seat that leads, and what gave it the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The seat that leads.
    pub seat: Seat,
    /// The double that gave the start in a first round: its holder is known to hold it, and higher
    /// doubles are unused (R3.4).
    pub announced: Option<Tile>,
}

impl Start {
    /// A start as CAMAT or winner of the previous round (R3.3).
    pub const fn by_right(seat: Seat) -> Self {
        Self { seat, announced: None }
    }

    /// The start of a first round from a whole deal, in which one of four doubles is always held,
    /// three tiles being unused (R3.1).
    #[inline]
    pub(super) fn of_first_round(hands: &BySeat<TileSet>) -> Self {
        Self::by_double(hands).unwrap_or(Self::by_right(Seat::ALL[0]))
    }

    /// What may be led: any tile, or the announced double alone (R3.2).
    #[inline(always)]
    pub(super) fn leads(&self, opening: Opening) -> TileSet {
        match self.announced {
            Some(double) if opening == Opening::Double => TileSet::only(double),
            _ => TileSet::ALL,
        }
    }

    /// The start of a first round: the holder of the highest double held (R3.1).
    ///
    /// `None` where no seat holds a double, which takes more than the three unused tiles of a deal.
    pub fn by_double(hands: &BySeat<TileSet>) -> Option<Self> {
        (0..=6).rev().filter_map(Tile::lempa).find_map(|double| {
            let (seat, _) = hands.enumerate().find(|(_, hand)| hand.contains(double))?;
            Some(Self { seat, announced: Some(double) })
        })
    }
}
