//! Worlds drawn exactly uniformly from all that are possible.
//!
//! Seats are served in order of how few tiles they may hold. Seat i with needs cᵢ finds at most
//! Mᵢ = |Aᵢ| − Σ_{earlier j} max(0, cⱼ − |Aⱼ∖Aᵢ|) of its allowed tiles Aᵢ still free, however the
//! earlier seats were served. A rank below C(Mᵢ, cᵢ) is drawn: one that reaches the number of
//! subsets really free starts the world over, else it names the hand. So every world is drawn with
//! the same probability Π 1/C(Mᵢ, cᵢ), and no table per decision is needed. Where that is refused
//! too often, exact counts draw instead.

use std::sync::LazyLock;

use super::choose::choose;
use super::constraints::Constraints;
use super::counts::Counts;
use crate::engine::{BySeat, HAND, Random, Seat, Tile, TileSet, deposit};

/// Refusals of one world before exact counts take over.
const TRIES: u32 = 64;

/// k-subsets of up to 28 positions as masks in colex order, for k = 0..=5: those of the first n
/// positions are the first C(n, k).
static SUBSETS: LazyLock<[Vec<u32>; HAND + 1]> = LazyLock::new(|| {
    std::array::from_fn(|k| {
        let mut masks: Vec<u32> = vec![0];
        for _ in 0..k {
            // Each smaller subset with one more position above its highest.
            masks = masks
                .iter()
                .flat_map(|&mask| {
                    (32 - mask.leading_zeros()..Tile::COUNT as u32).map(move |p| mask | 1 << p)
                })
                .collect();
        }
        masks.sort_unstable();
        masks
    })
});

/// A seat as the sampler serves it.
#[derive(Clone, Copy, Debug)]
struct Place {
    seat: Seat,
    allowed: TileSet,
    needs: usize,
    /// C(Mᵢ, cᵢ).
    ranks: u32,
}

/// A sampler of the worlds that constraints allow.
#[derive(Clone, Debug)]
pub struct Worlds {
    subsets: &'static [Vec<u32>; HAND + 1],
    constraints: Constraints,
    places: [Place; Seat::COUNT - 1],
    counts: Option<Counts>,
}

impl Worlds {
    /// A sampler for `constraints`. Those of an observation allow a world; where others allow none,
    /// what is drawn are the hands as far as they are known.
    pub fn new(constraints: Constraints) -> Self {
        let mut order: [Seat; Seat::COUNT - 1] =
            std::array::from_fn(|i| constraints.seat.after(i + 1));
        order.sort_by_key(|&seat| constraints.allowed[seat].len());
        let places = std::array::from_fn(|i| {
            let seat = order[i];
            let allowed = constraints.allowed[seat];
            let needs = constraints.needs[seat];
            let taken = order[..i].iter().fold(0_u32, |taken, &j| {
                let elsewhere = (constraints.allowed[j] - allowed).len();
                taken.saturating_add(constraints.needs[j].saturating_sub(elsewhere))
            });
            let most_free = allowed.len().saturating_sub(taken);
            let ranks = choose(most_free, needs);
            Place { seat, allowed, needs: needs as usize, ranks }
        });
        Self { subsets: &SUBSETS, constraints, places, counts: None }
    }

    /// The hands of a world, all five; tiles in none of them and not played are unused.
    #[inline(always)]
    pub fn draw(&mut self, random: &mut Random) -> BySeat<TileSet> {
        for _ in 0..TRIES {
            if let Some(hands) = self.try_draw(random) {
                return hands;
            }
        }
        self.draw_by_counts(random)
    }

    #[cold]
    fn draw_by_counts(&mut self, random: &mut Random) -> BySeat<TileSet> {
        let constraints = &self.constraints;
        let counts = self.counts.get_or_insert_with(|| Counts::new(constraints));
        counts.draw(random).unwrap_or(constraints.known)
    }

    #[inline(always)]
    fn try_draw(&self, random: &mut Random) -> Option<BySeat<TileSet>> {
        let mut hands = self.constraints.known;
        let mut free = self.constraints.free;
        for place in &self.places {
            let open = free & place.allowed;
            let rank = random.below(u64::from(place.ranks.max(1))) as usize;
            if rank >= choose(open.len(), place.needs as u32) as usize {
                return None;
            }
            let mask = self.subsets.get(place.needs)?.get(rank)?;
            let drawn = TileSet::from_bits(deposit(*mask, open.bits()));
            hands[place.seat] = hands[place.seat] | drawn;
            free = free - drawn;
        }
        Some(hands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::counts::tests::{set, small};
    use crate::engine::Seed;
    use std::collections::BTreeMap;

    fn chi_square(
        mut draw: impl FnMut() -> BySeat<TileSet>,
        constraints: &Constraints,
        worlds: usize,
    ) {
        let mut seen = BTreeMap::<[u32; 5], u32>::new();
        let draws = 200 * worlds as u32;
        for _ in 0..draws {
            let hands = draw();
            assert!(constraints.allow(&hands));
            *seen.entry(hands.0.map(TileSet::bits)).or_default() += 1;
        }
        assert_eq!(seen.len(), worlds);
        let square: f64 = seen.values().map(|&n| (f64::from(n) - 200.0).powi(2) / 200.0).sum();
        // Mean worlds − 1, variance twice that: five standard deviations.
        let df = worlds as f64 - 1.0;
        assert!((square - df).abs() < 5.0 * (2.0 * df).sqrt(), "{square} for {df}");
    }

    /// Worlds of `small` by hand: seat 2 takes 66 or 65 (2); seat 1 takes the other two of its three
    /// (1); seat 3 two of four (6); seat 4 one of the two left (2): 24.
    const SMALL_WORLDS: usize = 24;

    #[test]
    fn sampler_is_uniform_over_all_worlds() {
        let mut worlds = Worlds::new(small());
        let mut random = Seed(1).schedule(0);
        chi_square(|| worlds.draw(&mut random), &small(), SMALL_WORLDS);
    }

    /// Nine tiles in three threes x, y and z, all of them held: seat 1 has three of x and y, seat 2
    /// of x and z, seat 3 of y and z. If seat 1 has i of x, seat 2 has the rest of x and i of z, and
    /// seat 3 what is left: ΣC(3,i)³ = 1 + 27 + 27 + 1 = 56 worlds. The bounds Mᵢ see no more than
    /// six free tiles for each, C(6,3)³ = 8000 ways, so that tries succeed once in 143.
    #[test]
    fn where_tries_are_refused_exact_counts_draw_uniformly() {
        let (x, y, z) = (set("00 10 11"), set("20 21 22"), set("30 31 32"));
        let known = BySeat([TileSet::EMPTY; 5]);
        let allowed = BySeat([TileSet::EMPTY, x | y, x | z, y | z, TileSet::EMPTY]);
        let needs = BySeat([0, 3, 3, 3, 0]);
        let seat = Seat::ALL[0];
        let hard = Constraints { seat, free: x | y | z, known, allowed, needs };
        let mut worlds = Worlds::new(hard.clone());
        assert_eq!(worlds.places.map(|place| place.ranks).iter().product::<u32>(), 8000);
        let mut random = Seed(3).schedule(0);
        chi_square(|| worlds.draw(&mut random), &hard, 56);
        assert!(worlds.counts.is_some());
    }
}
