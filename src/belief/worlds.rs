//! Worlds drawn exactly uniformly from all that are possible.
//!
//! Seats are served in order of how few tiles they may hold. Seat i with needs cᵢ finds at most
//! Mᵢ = |Aᵢ| − Σ_{earlier j} max(0, cⱼ − |Aⱼ∖Aᵢ|) of its allowed tiles Aᵢ still free, however the
//! earlier seats were served. A rank below C(Mᵢ, cᵢ) is drawn: one that reaches the number of
//! subsets really free starts the world over, else it names the hand. So every world is drawn with
//! the same probability Π 1/C(Mᵢ, cᵢ), and no table per decision is needed. Where that is refused
//! too often, tiles are placed one at a time in proportion to exact counts of the worlds left.

use std::sync::LazyLock;

use super::constraints::Constraints;
use crate::engine::{BySeat, HAND, Random, Seat, Tile, TileSet, deposit};

/// Refusals of one world before exact counts take over.
const TRIES: u32 = 64;
/// Free tiles at most: 28 less a seat's own hand of one or more.
const MOST_FREE: usize = Tile::COUNT - 1;

/// k-subsets of up to [`MOST_FREE`] positions as masks in colex order, for k = 0..=5: those of the
/// first n positions are the first C(n, k).
static SUBSETS: LazyLock<[Vec<u32>; HAND + 1]> = LazyLock::new(|| {
    std::array::from_fn(|k| {
        let mut masks: Vec<u32> = vec![0];
        for _ in 0..k {
            // Each smaller subset with one more position above its highest.
            masks = masks
                .iter()
                .flat_map(|&mask| {
                    (32 - mask.leading_zeros()..MOST_FREE as u32).map(move |p| mask | 1 << p)
                })
                .collect();
        }
        masks.sort_unstable();
        masks
    })
});

/// C(n, k) for n ≤ 28 and k ≤ 5.
static CHOOSE: [[u32; HAND + 1]; Tile::COUNT + 1] = {
    let mut table = [[0; HAND + 1]; Tile::COUNT + 1];
    let mut n = 0;
    while n <= Tile::COUNT {
        table[n][0] = 1;
        let mut k = 1;
        while k <= HAND && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

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
    /// A sampler for `constraints`, which must allow a world, as those of an observation do.
    pub fn new(constraints: Constraints) -> Self {
        let mut order: [Seat; Seat::COUNT - 1] =
            std::array::from_fn(|i| constraints.seat.after(i + 1));
        order.sort_by_key(|&seat| constraints.allowed[seat].len());
        let places = std::array::from_fn(|i| {
            let seat = order[i];
            let allowed = constraints.allowed[seat];
            let needs = constraints.needs[seat];
            let taken: u32 = order[..i]
                .iter()
                .map(|&j| {
                    constraints.needs[j].saturating_sub((constraints.allowed[j] - allowed).len())
                })
                .sum();
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
        self.counts.get_or_insert_with(|| Counts::new(constraints)).draw(constraints, random)
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

#[inline(always)]
fn choose(n: u32, k: u32) -> u32 {
    CHOOSE.get(n as usize).and_then(|row| row.get(k as usize)).copied().unwrap_or(0)
}

/// How many ways there are to place the free tiles from each on, for every state of needs.
#[derive(Clone, Debug)]
struct Counts {
    tiles: Vec<Tile>,
    /// `ways[t][state]`: tiles t and on placed so that needs `state` are met; at most
    /// 23!/(5!⁴·3!) < 2⁴⁵ for the 23 hidden tiles of five full hands.
    ways: Vec<Vec<u64>>,
}

/// Needs of the four others in base 6, nearest seat first. A need is at most a hand; of more there
/// is no world, and what is counted then means nothing.
fn state_of(needs: [u32; 4]) -> usize {
    needs.iter().rev().fold(0, |state, &need| state * (HAND + 1) + (need as usize).min(HAND))
}

impl Counts {
    fn new(constraints: &Constraints) -> Self {
        let tiles: Vec<Tile> = constraints.free.iter().collect();
        let states = (HAND + 1).pow(4);
        let mut ways = vec![vec![0; states]; tiles.len() + 1];
        ways[tiles.len()][0] = 1;
        for t in (0..tiles.len()).rev() {
            for state in 0..states {
                ways[t][state] = choices(constraints, tiles[t], state)
                    .map(|(_, next)| ways[t + 1][next])
                    .fold(ways[t + 1][state], |sum, n| sum + n);
            }
        }
        Self { tiles, ways }
    }

    fn draw(&self, constraints: &Constraints, random: &mut Random) -> BySeat<TileSet> {
        let mut hands = constraints.known;
        let mut state =
            state_of(std::array::from_fn(|i| constraints.needs[constraints.seat.after(i + 1)]));
        for (t, &tile) in self.tiles.iter().enumerate() {
            let mut rank = random.below(self.ways[t][state].max(1));
            let found = choices(constraints, tile, state).find(|&(_, next)| {
                let ways = self.ways[t + 1][next];
                let here = rank < ways;
                rank = rank.wrapping_sub(if here { 0 } else { ways });
                here
            });
            if let Some((seat, next)) = found {
                hands[seat].insert(tile);
                state = next;
            }
        }
        hands
    }
}

/// The seats that may be given `tile` in `state`, with the state after.
fn choices(
    constraints: &Constraints,
    tile: Tile,
    state: usize,
) -> impl Iterator<Item = (Seat, usize)> {
    (0..4).filter_map(move |i| {
        let seat = constraints.seat.after(i + 1);
        let place = (HAND + 1).pow(i as u32);
        let needed = !(state / place).is_multiple_of(HAND + 1);
        (needed && constraints.allowed[seat].contains(tile)).then(|| (seat, state - place))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seed;
    use std::collections::BTreeMap;

    fn set(text: &str) -> TileSet {
        text.split_whitespace().map(|t| t.parse::<Tile>().unwrap()).collect()
    }

    /// Seat 0 looks; three seats need one or two tiles of seven, with different values forbidden.
    fn small() -> Constraints {
        let free = set("66 65 54 43 32 21 10");
        let mut allowed = BySeat([free; 5]);
        allowed.0[1] = set("66 65 54");
        allowed.0[2] = set("66 65");
        allowed.0[3] = set("43 32 21 10");
        let known = BySeat([TileSet::EMPTY; 5]);
        Constraints { seat: Seat::ALL[0], free, known, allowed, needs: BySeat([0, 2, 1, 2, 1]) }
    }

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

    #[test]
    fn exact_counts_count_and_draw_uniformly() {
        let constraints = small();
        let counts = Counts::new(&constraints);
        assert_eq!(counts.ways[0][state_of([2, 1, 2, 1])], SMALL_WORLDS as u64);
        let mut random = Seed(2).schedule(0);
        chi_square(|| counts.draw(&constraints, &mut random), &constraints, SMALL_WORLDS);
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

    #[test]
    fn full_hands_have_the_multinomial_count() {
        let free = !set("66 65 64 63 62");
        let known = BySeat([TileSet::EMPTY; 5]);
        let needs = BySeat([0, 5, 5, 5, 5]);
        let allowed = BySeat([free; 5]);
        let counts = Counts::new(&Constraints { seat: Seat::ALL[0], free, known, allowed, needs });
        // 23! / (5!⁴ · 3!)
        let factorial = |n: u128| (1..=n).product::<u128>();
        let expected = factorial(23) / (factorial(5).pow(4) * factorial(3));
        assert_eq!(u128::from(counts.ways[0][state_of([5; 4])]), expected);
    }
}
