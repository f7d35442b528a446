//! A Markov chain over worlds.
//!
//! A step draws two hidden tiles and swaps their places, if both may be where the other is, with the
//! chance min(1, L′ / L) (Metropolis et al. 1953). Where passes leave few ways, swaps may not lead from
//! every world to every other; so now and then the step is to a world drawn uniformly, by the same
//! rule.

use super::seat_weights::SeatWeights;
use super::weight::Weight;
use crate::belief::constraints::Constraints;
use crate::belief::model::ChoiceModel;
use crate::belief::worlds::Worlds;
use crate::engine::{BySeat, Random, Seat, Tile, TileSet};

/// Uniform worlds from which the first is taken in proportion to their weights.
const FIRST: usize = 64;
/// Steps before the first draw, and before each.
const AHEAD: u32 = 200;
const STEPS: u32 = 8;
/// Draws from one step to a uniform world to the next.
const UNIFORM: u32 = 16;

/// A world and what is needed to go on from it.
pub(super) struct Chain<'a, M> {
    model: &'a M,
    weights: BySeat<Option<SeatWeights<'a>>>,
    uniform: Worlds,
    drawn: u32,
    /// The seat that looks; its place in what follows stands for the unused.
    seat: Seat,
    known: BySeat<TileSet>,
    free: TileSet,
    allowed: BySeat<TileSet>,
    tiles: Vec<Tile>,
    /// Who holds each of `tiles`, and what of them each holds.
    holders: Vec<Seat>,
    held: BySeat<TileSet>,
    now: BySeat<Weight>,
}

impl<'a, M: ChoiceModel> Chain<'a, M> {
    pub(super) fn new(
        constraints: &Constraints,
        weights: BySeat<Option<SeatWeights<'a>>>,
        model: &'a M,
        uniform: Worlds,
        random: &mut Random,
    ) -> Self {
        let Constraints { seat, free, known, mut allowed, .. } = constraints.clone();
        allowed[seat] = free;
        let tiles: Vec<_> = free.iter().collect();
        let holders = vec![seat; tiles.len()];
        let held = BySeat([TileSet::EMPTY; Seat::COUNT]);
        let now = BySeat([Weight::ONE; Seat::COUNT]);
        let mut chain = Self {
            model,
            weights,
            uniform,
            drawn: 0,
            seat,
            known,
            free,
            allowed,
            tiles,
            holders,
            held,
            now,
        };
        chain.begin(random);
        chain
    }

    /// Takes one of [`FIRST`] uniform worlds in proportion to their weights, and leaves it behind.
    fn begin(&mut self, random: &mut Random) {
        let drawn: Vec<_> = (0..FIRST).map(|_| self.draw_uniform(random)).collect();
        let likeliest = drawn.iter().map(|(_, now)| whole(now).halvings()).min().unwrap_or(0);
        let units = |(_, now): &(_, BySeat<Weight>)| whole(now).in_units(likeliest, 32);
        let mut mark = random.below(drawn.iter().map(units).sum());
        let first = drawn.iter().find(|world| {
            let here = mark < units(world);
            mark = mark.saturating_sub(units(world));
            here
        });
        if let Some(&(held, now)) = first {
            self.take(held, now);
        }
        for _ in 0..AHEAD {
            self.step(random);
        }
    }

    /// A uniform world, by what each seat holds of the free tiles, with the weights of the hands.
    fn draw_uniform(&mut self, random: &mut Random) -> (BySeat<TileSet>, BySeat<Weight>) {
        let hands = self.uniform.draw(random);
        let mut held = BySeat::from_fn(|seat| hands[seat] - self.known[seat]);
        held[self.seat] = TileSet::EMPTY;
        held[self.seat] = held.iter().fold(self.free, |unused, &hand| unused - hand);
        let now = BySeat::from_fn(|seat| self.weigh(seat, held[seat]));
        (held, now)
    }

    fn take(&mut self, held: BySeat<TileSet>, now: BySeat<Weight>) {
        (self.held, self.now) = (held, now);
        for (tile, holder) in self.tiles.iter().zip(&mut self.holders) {
            let at = held.enumerate().find(|(_, held)| held.contains(*tile));
            *holder = at.map_or(self.seat, |(seat, _)| seat);
        }
    }

    #[inline(always)]
    fn weigh(&mut self, seat: Seat, tiles: TileSet) -> Weight {
        match &mut self.weights[seat] {
            Some(weights) => weights.of(self.model, tiles),
            None => Weight::ONE,
        }
    }

    /// The next draw.
    pub(super) fn draw(&mut self, random: &mut Random) -> BySeat<TileSet> {
        if self.drawn.is_multiple_of(UNIFORM) {
            self.leap(random);
        }
        self.drawn = self.drawn.wrapping_add(1);
        for _ in 0..STEPS {
            self.step(random);
        }
        let mut hands = BySeat::from_fn(|seat| self.known[seat] | self.held[seat]);
        hands[self.seat] = self.known[self.seat];
        hands
    }

    /// A step to a uniform world.
    fn leap(&mut self, random: &mut Random) {
        let (held, now) = self.draw_uniform(random);
        if whole(&now).is_taken_for(whole(&self.now), (random.next_u64() >> 32) as u32) {
            self.take(held, now);
        }
    }

    /// A step to where two tiles are swapped.
    #[inline(always)]
    fn step(&mut self, random: &mut Random) {
        let word = random.next_u64();
        let place = |bits: u64| ((bits & 0xFFFF) as usize * self.tiles.len()) >> 16;
        let (i, j) = (place(word), place(word >> 16));
        let (Some((&one, &here)), Some((&other, &there))) = (
            self.tiles.get(i).zip(self.holders.get(i)),
            self.tiles.get(j).zip(self.holders.get(j)),
        ) else {
            return;
        };
        let fits = self.allowed[here].contains(other) && self.allowed[there].contains(one);
        if here == there || !fits {
            return;
        }
        let both = TileSet::only(one) | TileSet::only(other);
        let (mine, theirs) = (self.held[here] ^ both, self.held[there] ^ both);
        let (new_mine, new_theirs) = (self.weigh(here, mine), self.weigh(there, theirs));
        let (new, old) = (new_mine.times(new_theirs), self.now[here].times(self.now[there]));
        if new.is_taken_for(old, (word >> 32) as u32) {
            (self.now[here], self.now[there]) = (new_mine, new_theirs);
            (self.held[here], self.held[there]) = (mine, theirs);
            (self.holders[i], self.holders[j]) = (there, here);
        }
    }
}

/// The weight of a world.
fn whole(hands: &BySeat<Weight>) -> Weight {
    hands.iter().fold(Weight::ONE, |all, &hand| all.times(hand))
}
