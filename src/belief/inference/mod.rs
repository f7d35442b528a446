//! Worlds weighed by what the other seats have chosen, under a model of how they choose.
//!
//! Bayes: the chance of a world is in proportion to that of the moves seen, had its hands been held.
//! Each move depends on the hand of the seat that made it and on what was public, so that the weight
//! of a world is a product over seats, L = Π Lₛ(handₛ). Passes and only moves weigh nothing: what
//! they tell is in the constraints. `docs/decisions/0010-inference.md` has what else was tried.

mod chain;
mod exact;
mod seat_weights;
mod weight;

use super::constraints::Constraints;
use super::model::ChoiceModel;
use super::worlds::Worlds;
use crate::engine::{BySeat, Observation, Random, Seat, TileSet};
use chain::Chain;
use exact::Exact;
use seat_weights::SeatWeights;

/// Terms of exact sums that a world wanted may cost; about as much time as by the chain.
const TERMS: u64 = 40;

/// Worlds drawn from the posterior, as they are asked for.
pub struct Inference<'a, M> {
    /// Those drawn so far.
    worlds: Vec<BySeat<TileSet>>,
    count: usize,
    next: usize,
    /// The seat that looks.
    seat: Seat,
    /// What draws more of them; nothing where all are there from the start.
    chain: Option<Chain<'a, M>>,
}

impl<'a, M: ChoiceModel> Inference<'a, M> {
    /// `count` different draws, one at least, for what `seen` shows, weighed by `model`.
    ///
    /// Where sums over all worlds are cheap beside them, late in a round, they are drawn from the
    /// posterior itself, and share it out as evenly as whole worlds can. Else they are the steps of
    /// a Markov chain, whose law is the posterior in the end.
    pub fn new(seen: &'a Observation<'_>, model: &'a M, count: u32, random: &mut Random) -> Self {
        let constraints = Constraints::new(seen);
        let seat = constraints.seat;
        let mut uniform = Worlds::new(constraints.clone());
        let plays = seen.past_plays(&uniform.draw(&mut random.clone()));
        let mut weights = SeatWeights::all(&constraints, plays);
        let count = count.max(1);
        let budget = u64::from(count) * TERMS;
        let (mut worlds, mut chain) = (Vec::new(), None);
        match Exact::new(&constraints, model, &mut weights, budget) {
            Some(exact) => worlds = exact.draw(count as usize, random),
            None => chain = Some(Chain::new(&constraints, weights, model, uniform, random)),
        }
        Self { worlds, count: count as usize, next: 0, seat, chain }
    }

    /// A world drawn from the posterior; after as many as were wanted the first ones again. Tiles in
    /// no hand and not played are unused.
    #[inline]
    pub fn draw(&mut self, random: &mut Random) -> BySeat<TileSet> {
        if self.next == self.count {
            self.next = 0;
        }
        if let Some(chain) = &mut self.chain
            && self.next == self.worlds.len()
        {
            self.worlds.push(chain.draw(random));
        }
        let world = self.worlds[self.next];
        self.next += 1;
        world
    }

    /// Effective sample size as a share of the worlds drawn so far, 0..=1: 1 where they are drawn from
    /// the posterior itself. Of a chain, (1 − ρ) / (1 + ρ) with ρ the correlation of where a tile is in
    /// one draw and in the next, all hidden tiles taken together.
    pub fn effective(&self) -> f64 {
        if self.chain.is_none() || self.worlds.is_empty() {
            return 1.0;
        }
        let agreement = |apart: usize| -> f64 {
            let pairs = self.worlds.iter().zip(self.worlds.iter().cycle().skip(apart));
            let same = pairs.map(|(one, other)| {
                self.seat.others().map(|seat| (one[seat] & other[seat]).len()).sum::<u32>()
            });
            f64::from(same.sum::<u32>())
        };
        let held: u32 = self.seat.others().map(|seat| self.worlds[0][seat].len()).sum();
        let most = f64::from(held) * self.worlds.len() as f64;
        let (near, far) = (agreement(1), agreement(self.worlds.len() / 2));
        if far >= most {
            return 1.0;
        }
        let correlation = ((near - far) / (most - far)).clamp(0.0, 1.0);
        (1.0 - correlation) / (1.0 + correlation)
    }
}

#[cfg(test)]
mod tests;
