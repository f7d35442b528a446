//! How likely what one seat chose is, by the hand that it holds.

use super::weight::Weight;
use crate::belief::choose::choose;
use crate::belief::constraints::Constraints;
use crate::belief::model::ChoiceModel;
use crate::engine::{BySeat, HAND, PastPlay, Seat, Tile, TileSet};

/// The weights of the hands of one seat, found as they are asked for and kept by colex rank.
#[derive(Debug)]
pub(super) struct SeatWeights<'a> {
    plays: Vec<PastPlay<'a>>,
    known: TileSet,
    /// `ranks[i][t]`: what tile t adds to the rank of a hand as its i-th free tile.
    ranks: [[u32; Tile::COUNT]; HAND],
    found: Vec<Option<Weight>>,
}

impl<'a> SeatWeights<'a> {
    /// Those of each seat that has played; the weight of any hand of another is 1.
    pub(super) fn all(constraints: &Constraints, plays: Vec<PastPlay<'a>>) -> BySeat<Option<Self>> {
        let mut by_seat = BySeat([const { Vec::new() }; Seat::COUNT]);
        for play in plays {
            by_seat[play.seat()].push(play);
        }
        let mut seats = Seat::ALL.into_iter();
        by_seat.map(|plays| {
            let seat = seats.next()?;
            (!plays.is_empty()).then(|| Self::new(constraints, seat, plays))
        })
    }

    fn new(constraints: &Constraints, seat: Seat, plays: Vec<PastPlay<'a>>) -> Self {
        let mut ranks = [[0; Tile::COUNT]; HAND];
        let allowed = constraints.allowed[seat];
        for (position, tile) in allowed.iter().enumerate() {
            for (i, ranks) in ranks.iter_mut().enumerate() {
                ranks[usize::from(tile.index())] = choose(position as u32, i as u32 + 1);
            }
        }
        let hands = choose(allowed.len(), constraints.needs[seat]);
        Self { plays, known: constraints.known[seat], ranks, found: vec![None; hands as usize] }
    }

    /// The weight of the seat's holding these free tiles, which the constraints must allow.
    #[inline(always)]
    pub(super) fn of<M: ChoiceModel>(&mut self, model: &M, tiles: TileSet) -> Weight {
        let ranked = tiles.iter().zip(&self.ranks);
        let rank: u32 = ranked.map(|(tile, ranks)| ranks[usize::from(tile.index())]).sum();
        match self.found.get(rank as usize) {
            Some(&Some(weight)) => weight,
            _ => self.find(model, tiles, rank),
        }
    }

    #[cold]
    fn find<M: ChoiceModel>(&mut self, model: &M, tiles: TileSet, rank: u32) -> Weight {
        // The mean over all kinds, so that the sum stays below 1; what it is divided by cancels.
        let halvings = model.kinds().next_power_of_two().trailing_zeros();
        let mut weight = self.of_kind(model, 0, tiles).halved(halvings);
        for kind in 1..model.kinds() {
            weight = weight.plus(self.of_kind(model, kind, tiles).halved(halvings));
        }
        if let Some(found) = self.found.get_mut(rank as usize) {
            *found = Some(weight);
        }
        weight
    }

    /// The chance of all that the seat chose, if it is of one kind of player.
    fn of_kind<M: ChoiceModel>(&mut self, model: &M, kind: u32, tiles: TileSet) -> Weight {
        let mut weight = Weight::ONE;
        for past in &mut self.plays {
            let play = past.play();
            let seen = past.seen_with(tiles | self.known);
            if seen.legal().is_choice() {
                weight = weight.times(Weight::chance(model.likelihood_of(kind, &seen, play)));
            }
        }
        weight
    }
}
