//! The posterior itself, by sums over all worlds, where these are few.
//!
//! Seats are served in turn out of what is left. With S what is left to seats k and on, the weight of
//! all ways to serve them is Fₖ(S) = Σ Lₖ(h) · Fₖ₊₁(S ∖ h) over the hands h ⊂ S of seat k. From the
//! last seat back that is one table over sets of tiles, since the size of S says whose turn it is;
//! from the first seat on it says how likely each hand is, given those before.

use super::seat_weights::SeatWeights;
use super::weight::Weight;
use crate::belief::choose::choose;
use crate::belief::constraints::Constraints;
use crate::belief::model::ChoiceModel;
use crate::engine::{BySeat, Random, Seat, TileSet, deposit};

/// Free tiles at most: a table has 2ⁿ places.
const MOST_FREE: u32 = 16;
/// Bits of the weight of a hand beside the likeliest of its seat, and of Fₖ(S) beside the greatest.
/// With C(16, 5) < 2¹³ hands a sum is below 2⁷³.
const HAND_BITS: u32 = 24;
const SUM_BITS: u32 = 36;
/// Bits of where the wheel stops: with them and 2³² worlds at most, products stay below 2¹²⁵.
const WHEEL_BITS: u32 = 20;

/// A set of free tiles: bit i stands for the i-th.
type Set = u32;

/// A seat to be served.
#[derive(Debug)]
struct Place {
    seat: Seat,
    needs: u32,
    /// How many tiles are left when its turn comes.
    left: u32,
    /// The weights of its hands, by [`Set`]; 0 where it may not hold one.
    weights: Vec<u32>,
}

/// Sums over all worlds, and draws by them.
#[derive(Debug)]
pub(super) struct Exact {
    known: BySeat<TileSet>,
    free: TileSet,
    places: Vec<Place>,
    /// Fₖ(S) by S.
    sums: Vec<u64>,
}

impl Exact {
    /// The sums, if they take no more than `budget` terms.
    pub(super) fn new<M: ChoiceModel>(
        constraints: &Constraints,
        model: &M,
        weights: &mut BySeat<Option<SeatWeights<'_>>>,
        budget: u64,
    ) -> Option<Self> {
        let (known, free) = (constraints.known, constraints.free);
        let mut left = free.len();
        let ways = |n, k| u64::from(choose(n, k));
        let mut terms = 1 << left;
        let mut turns = Vec::with_capacity(Seat::COUNT - 1);
        for seat in constraints.seat.others() {
            let needs = constraints.needs[seat];
            let after = left.checked_sub(needs)?;
            terms += ways(free.len(), left) * ways(left, needs);
            turns.push((seat, needs, left));
            left = after;
        }
        if free.len() > MOST_FREE || terms > budget {
            return None;
        }
        let place = |(seat, needs, left)| {
            let weigh = |hand| match &mut weights[seat] {
                Some(weights) => weights.of(model, hand),
                None => Weight::ONE,
            };
            let weights = hand_weights(free, constraints.allowed[seat], needs, weigh);
            Place { seat, needs, left, weights }
        };
        let places = turns.into_iter().map(place).collect();
        let mut exact = Self { known, free, places, sums: vec![0; 1 << free.len()] };
        exact.sum(left);
        Some(exact)
    }

    /// Fills in `sums`, `unused` tiles staying in the end.
    fn sum(&mut self, unused: u32) {
        let all = (1 << self.free.len()) - 1;
        for set in subsets(all, unused) {
            self.sums[set as usize] = 1 << (SUM_BITS - 1);
        }
        // A seat that needs nothing leaves the sums as they are.
        for place in self.places.iter().rev().filter(|place| place.needs > 0) {
            let total = |left| place.terms(&self.sums, left).map(|(_, term)| term).sum();
            let totals: Vec<(Set, u128)> =
                subsets(all, place.left).map(|left| (left, total(left))).collect();
            let most = totals.iter().map(|(_, total)| total.checked_ilog2().unwrap_or(0)).max();
            let shift = most.unwrap_or(0).saturating_sub(SUM_BITS - 1);
            for (left, total) in totals {
                let least = u64::from(total > 0);
                self.sums[left as usize] = ((total >> shift) as u64).max(least);
            }
        }
    }

    /// `count` worlds, at most 2³², in an order drawn at random.
    pub(super) fn draw(&self, count: usize, random: &mut Random) -> Vec<BySeat<TileSet>> {
        let mut worlds = Vec::with_capacity(count);
        let all = (1 << self.free.len()) - 1;
        self.share(&self.places, all, self.known, count as u64, random, &mut worlds);
        random.shuffle(&mut worlds);
        worlds
    }

    /// Shares out `count` worlds among the hands of the first of `places`, and so on, in proportion
    /// to the weight of each with all that follows. The wheel is turned once for all (systematic
    /// resampling, Kitagawa 1996), so that each hand gets its expected number, rounded down or up.
    fn share(
        &self,
        places: &[Place],
        left: Set,
        hands: BySeat<TileSet>,
        count: u64,
        random: &mut Random,
        worlds: &mut Vec<BySeat<TileSet>>,
    ) {
        let Some((place, others)) = places.split_first() else {
            worlds.extend((0..count).map(|_| hands));
            return;
        };
        let total: u128 = place.terms(&self.sums, left).map(|(_, term)| term).sum();
        let stop = random.next_u64() >> (64 - WHEEL_BITS);
        // Mark i of the wheel is at (i + stop) / count of the total.
        let mark = |i| ((u128::from(i) << WHEEL_BITS | u128::from(stop)) * total) >> WHEEL_BITS;
        let (mut sum, mut given) = (0, 0);
        for (hand, term) in place.terms(&self.sums, left) {
            sum += term * u128::from(count);
            let before = given;
            while given < count && mark(given) < sum {
                given += 1;
            }
            if given > before {
                let mut hands = hands;
                let tiles = deposit(hand, self.free.bits());
                hands[place.seat] = hands[place.seat] | TileSet::from_bits(tiles);
                self.share(others, left & !hand, hands, given - before, random, worlds);
            }
        }
    }
}

impl Place {
    /// The hands out of `left`, each with its weight times that of all that follows.
    fn terms(&self, sums: &[u64], left: Set) -> impl Iterator<Item = (Set, u128)> {
        subsets(left, self.needs).map(move |hand| {
            let after = sums[(left & !hand) as usize];
            (hand, u128::from(self.weights[hand as usize]) * u128::from(after))
        })
    }
}

/// The weights of all hands of `needs` tiles, at least 1 save for those not allowed.
fn hand_weights(
    free: TileSet,
    allowed: TileSet,
    needs: u32,
    mut weigh: impl FnMut(TileSet) -> Weight,
) -> Vec<u32> {
    let places = 1 << free.len();
    let hands: Vec<_> = subsets(places - 1, needs)
        .map(|set| (set, TileSet::from_bits(deposit(set, free.bits()))))
        .filter(|(_, hand)| (*hand - allowed).is_empty())
        .map(|(set, hand)| (set, weigh(hand)))
        .collect();
    let likeliest = hands.iter().map(|(_, weight)| weight.halvings()).min().unwrap_or(0);
    let mut weights = vec![0; places as usize];
    for (set, weight) in hands {
        weights[set as usize] = weight.in_units(likeliest, HAND_BITS) as u32;
    }
    weights
}

/// The subsets of `set` that have `size` elements.
fn subsets(set: Set, size: u32) -> impl Iterator<Item = Set> {
    let end = if size > set.count_ones() { 0 } else { 1 << set.count_ones() };
    let mut next = (1u64 << size) - 1;
    std::iter::from_fn(move || {
        let mask = (next < end).then_some(next)?;
        // The next number with as many bits (Gosper's hack, HAKMEM 175); the empty set is alone.
        let low = mask & mask.wrapping_neg();
        let carried = mask + low;
        next =
            if mask == 0 { end } else { carried | (mask ^ carried) >> (2 + low.trailing_zeros()) };
        Some(deposit(mask as u32, set))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_each_of_their_size_once() {
        let set = 0b1011_0101;
        for size in 0..=6 {
            let mut found: Vec<_> = subsets(set, size).collect();
            let wanted = (0..=255).filter(|&mask: &u32| mask & !set == 0);
            let wanted: Vec<_> = wanted.filter(|mask| mask.count_ones() == size).collect();
            found.sort_unstable();
            assert_eq!(found, wanted);
        }
    }
}
