//! How many worlds constraints allow, and in how many of them each tile is where, all exact.
//!
//! Free tiles that the same seats may hold are alike: they form a class, and there are at most 2⁴ with
//! four hidden hands. Classes are given out one after another. All that matters of those before is how
//! many tiles each seat still needs, at most 6⁴ states for hands of five. Ways to come to a state are
//! summed forward, ways to go on from it backward; a class of n tiles gives gᵢ to seat i in
//! n! / (Π gᵢ! · (n − Σ gᵢ)!) ways, and the rest stays unused.

use std::collections::BTreeMap;

use super::choose::choose;
use super::constraints::Constraints;
use crate::engine::{BySeat, Random, Seat, Tile, TileSet};

/// Exact counts of the worlds that constraints allow.
///
/// ```
/// use domeng::belief::{Constraints, Counts};
/// use domeng::engine::{BySeat, Seat, TileSet};
/// // Seat 0 holds five tiles and nothing was played: 23! / (5!⁴ · 3!) worlds.
/// let hand = TileSet::from_bits(0b11111);
/// let mut known = BySeat([TileSet::EMPTY; 5]);
/// known.0[0] = hand;
/// let (free, needs) = (!hand, BySeat([0, 5, 5, 5, 5]));
/// let allowed = BySeat([free; 5]);
/// let counts = Counts::new(&Constraints { seat: Seat::ALL[0], free, known, allowed, needs });
/// assert_eq!(counts.worlds(), 20_778_691_437_504);
/// ```
#[derive(Clone, Debug)]
pub struct Counts {
    known: BySeat<TileSet>,
    needs: Needs,
    classes: Vec<Class>,
    /// `before[k][state]`: ways to give out the classes before k so that `state` is still needed.
    before: Vec<Vec<u64>>,
    /// `after[k][state]`: ways to meet `state` from the classes k and on; only for states that can be
    /// come to. No count here is over 28! / (5!⁴ · 4!²) < 2⁶², the most ways to split 28 tiles in six.
    after: Vec<Vec<u64>>,
}

/// Free tiles that the same seats may hold.
#[derive(Clone, Debug)]
struct Class {
    tiles: TileSet,
    holders: Vec<Seat>,
}

/// How many tiles each seat needs, as digits of one number: a digit is 0 ..= the needs at first.
#[derive(Clone, Copy, Debug)]
struct Needs {
    first: BySeat<u32>,
    /// What one tile of a seat counts.
    place: BySeat<usize>,
    states: usize,
}

/// What a class gives the seats.
struct Share {
    given: BySeat<u32>,
    ways: u64,
    /// How far the state goes down.
    step: usize,
}

impl Counts {
    /// Counts the hands that [`Constraints::allow`] allows, whatever is in `constraints`; there may
    /// be none.
    pub fn new(constraints: &Constraints) -> Self {
        let known = constraints.known;
        let wanted = constraints.needs.iter().fold(0_u32, |sum, &need| sum.saturating_add(need));
        if wanted > constraints.free.len() {
            let needs = Needs::new(BySeat([0; Seat::COUNT]));
            return Self {
                known,
                needs,
                classes: vec![],
                before: vec![vec![1]],
                after: vec![vec![0]],
            };
        }
        let needs = Needs::new(constraints.needs);
        let classes = classes(constraints);
        let before = forward(&classes, &needs);
        let after = backward(&classes, &needs, &before);
        Self { known, needs, classes, before, after }
    }

    /// How many worlds there are; 0 where the constraints contradict each other.
    pub fn worlds(&self) -> u64 {
        self.after[0][self.needs.all()]
    }

    /// In how many of them each seat holds each tile.
    pub fn marginals(&self) -> Marginals {
        let worlds = self.worlds();
        let mut held = [BySeat([0; Seat::COUNT]); Tile::COUNT];
        for (k, class) in self.classes.iter().enumerate() {
            // Tiles of the class in each hand, summed over all worlds: as many for each tile.
            let mut sums = BySeat([0_u128; Seat::COUNT]);
            for (state, &before) in self.before[k].iter().enumerate().filter(|(_, n)| **n > 0) {
                class.shares(&self.needs, state, &mut |share| {
                    let worlds = before * share.ways * self.after[k + 1][state - share.step];
                    for seat in Seat::ALL {
                        sums[seat] += u128::from(worlds) * u128::from(share.given[seat]);
                    }
                });
            }
            let each = sums.map(|sum| (sum / u128::from(class.tiles.len())) as u64);
            class.tiles.iter().for_each(|tile| held[usize::from(tile.index())] = each);
        }
        let mut open = self.classes.iter().fold(TileSet::EMPTY, |all, class| all | class.tiles);
        for (seat, &tiles) in self.known.enumerate() {
            open = open - tiles;
            tiles.iter().for_each(|tile| held[usize::from(tile.index())][seat] = worlds);
        }
        Marginals { worlds, open, held }
    }

    /// A world drawn uniformly, all five hands; `None` where there is none.
    pub fn draw(&self, random: &mut Random) -> Option<BySeat<TileSet>> {
        if self.worlds() == 0 {
            return None;
        }
        let mut hands = self.known;
        let mut state = self.needs.all();
        for (k, class) in self.classes.iter().enumerate() {
            let mut rank = random.below(self.after[k][state]);
            let mut drawn = None;
            class.shares(&self.needs, state, &mut |share| {
                let ways = share.ways * self.after[k + 1][state - share.step];
                if drawn.is_none() && rank < ways {
                    drawn = Some(share);
                } else if drawn.is_none() {
                    rank -= ways;
                }
            });
            let share = drawn?;
            state -= share.step;
            let mut left = class.tiles;
            for seat in Seat::ALL {
                for _ in 0..share.given[seat] {
                    let tile = left.nth(random.below(u64::from(left.len())) as u32)?;
                    left.remove(tile);
                    hands[seat].insert(tile);
                }
            }
        }
        Some(hands)
    }
}

impl Needs {
    fn new(first: BySeat<u32>) -> Self {
        let mut states = 1;
        let place = first.map(|need| {
            let place = states;
            states *= need as usize + 1;
            place
        });
        Self { first, place, states }
    }

    /// The state in which nothing is met.
    fn all(&self) -> usize {
        self.states - 1
    }

    /// What `seat` needs in `state`.
    fn of(&self, state: usize, seat: Seat) -> u32 {
        (state / self.place[seat]) as u32 % (self.first[seat] + 1)
    }
}

impl Class {
    /// Calls `visit` with every way to share the tiles out in `state`.
    fn shares(&self, needs: &Needs, state: usize, visit: &mut impl FnMut(Share)) {
        let share = Share { given: BySeat([0; Seat::COUNT]), ways: 1, step: 0 };
        self.share_on(&self.holders, self.tiles.len(), share, needs, state, visit);
    }

    /// The same with what `share` gives already, `left` tiles being left for `seats`.
    fn share_on(
        &self,
        seats: &[Seat],
        left: u32,
        share: Share,
        needs: &Needs,
        state: usize,
        visit: &mut impl FnMut(Share),
    ) {
        let Some((&seat, seats)) = seats.split_first() else { return visit(share) };
        for n in 0..=needs.of(state, seat).min(left) {
            let mut given = share.given;
            given[seat] = n;
            let ways = share.ways * u64::from(choose(left, n));
            let step = share.step + n as usize * needs.place[seat];
            self.share_on(seats, left - n, Share { given, ways, step }, needs, state, visit);
        }
    }
}

/// The free tiles by who may hold them. A seat that needs none holds none.
fn classes(constraints: &Constraints) -> Vec<Class> {
    let mut classes = BTreeMap::<[bool; Seat::COUNT], TileSet>::new();
    for tile in constraints.free {
        let may_hold = Seat::ALL.map(|seat| {
            let allowed = constraints.allowed[seat] - constraints.known[seat];
            constraints.needs[seat] > 0 && allowed.contains(tile)
        });
        classes.entry(may_hold).or_default().insert(tile);
    }
    let class = |(may_hold, tiles)| {
        let holders = BySeat(may_hold);
        Class { tiles, holders: Seat::ALL.into_iter().filter(|&seat| holders[seat]).collect() }
    };
    classes.into_iter().map(class).collect()
}

fn forward(classes: &[Class], needs: &Needs) -> Vec<Vec<u64>> {
    let mut before = vec![vec![0; needs.states]; classes.len() + 1];
    before[0][needs.all()] = 1;
    for (k, class) in classes.iter().enumerate() {
        let (now, next) = before.split_at_mut(k + 1);
        for (state, &ways) in now[k].iter().enumerate().filter(|(_, n)| **n > 0) {
            class.shares(needs, state, &mut |share| {
                next[0][state - share.step] += ways * share.ways;
            });
        }
    }
    before
}

fn backward(classes: &[Class], needs: &Needs, before: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let mut after = vec![vec![0; needs.states]; classes.len() + 1];
    after[classes.len()][0] = 1;
    for (k, class) in classes.iter().enumerate().rev() {
        let (now, next) = after.split_at_mut(k + 1);
        for (state, _) in before[k].iter().enumerate().filter(|(_, n)| **n > 0) {
            class.shares(needs, state, &mut |share| {
                now[k][state] += share.ways * next[0][state - share.step];
            });
        }
    }
    after
}

/// In how many worlds each tile is where, exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    worlds: u64,
    /// Free tiles that are not known to be anywhere.
    open: TileSet,
    held: [BySeat<u64>; Tile::COUNT],
}

impl Marginals {
    /// How many worlds there are.
    pub fn worlds(&self) -> u64 {
        self.worlds
    }

    /// In how many of them `seat` holds `tile`: all, where it is known to.
    pub fn held(&self, seat: Seat, tile: Tile) -> u64 {
        self.held[usize::from(tile.index())][seat]
    }

    /// In how many of them `tile` is unused, if its place is not certain; else 0.
    pub fn unused(&self, tile: Tile) -> u64 {
        if !self.open.contains(tile) {
            return 0;
        }
        let held = self.held[usize::from(tile.index())];
        self.worlds - held.iter().sum::<u64>()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn set(text: &str) -> TileSet {
        text.split_whitespace().map(|t| t.parse::<Tile>().unwrap()).collect()
    }

    /// Seat 0 looks at seven free tiles. Seat 2 takes 66 or 65 (2 ways); seat 1 the other two of 66, 65
    /// and 54 (1); seat 3 two of the last four (6); seat 4 any one of the two left (2): 24 worlds.
    pub fn small() -> Constraints {
        let free = set("66 65 54 43 32 21 10");
        let mut allowed = BySeat([free; 5]);
        allowed.0[1] = set("66 65 54");
        allowed.0[2] = set("66 65");
        allowed.0[3] = set("43 32 21 10");
        let mut known = BySeat([TileSet::EMPTY; 5]);
        known.0[0] = set("60 50");
        known.0[4] = set("11");
        Constraints { seat: Seat::ALL[0], free, known, allowed, needs: BySeat([0, 2, 1, 2, 1]) }
    }

    #[test]
    fn a_small_case_counted_by_hand() {
        let marginals = Counts::new(&small()).marginals();
        assert_eq!(marginals.worlds(), 24);
        let row = |text: &str| {
            let tile = text.parse().unwrap();
            let held = Seat::ALL.map(|seat| marginals.held(seat, tile));
            (held, marginals.unused(tile))
        };
        // One of them is with seat 2, the other with seat 1, and so is 54.
        assert_eq!(row("66"), ([0, 12, 12, 0, 0], 0));
        assert_eq!(row("65"), ([0, 12, 12, 0, 0], 0));
        assert_eq!(row("54"), ([0, 24, 0, 0, 0], 0));
        // Two of the four are with seat 3, one with seat 4, one is unused.
        for tile in ["43", "32", "21", "10"] {
            assert_eq!(row(tile), ([0, 0, 0, 12, 6], 6), "{tile}");
        }
        // Known, and neither known nor free.
        assert_eq!(row("50"), ([24, 0, 0, 0, 0], 0));
        assert_eq!(row("11"), ([0, 0, 0, 0, 24], 0));
        assert_eq!(row("00"), ([0; 5], 0));
    }

    /// All 28 tiles between five seats and the unused, as evenly as they go: the most worlds there are.
    #[test]
    fn no_count_is_too_large() {
        let (free, known) = (TileSet::ALL, BySeat([TileSet::EMPTY; 5]));
        let (allowed, needs) = (BySeat([free; 5]), BySeat([5, 5, 5, 5, 4]));
        let counts = Counts::new(&Constraints { seat: Seat::ALL[0], free, known, allowed, needs });
        let factorial = |n: u128| (1..=n).product::<u128>();
        let worlds = factorial(28) / (factorial(5).pow(4) * factorial(4).pow(2));
        assert_eq!(u128::from(counts.worlds()), worlds);
        let (first, tile) = (Seat::ALL[0], Tile::all().next().unwrap());
        assert_eq!(u128::from(counts.marginals().held(first, tile)), worlds * 5 / 28);
    }

    #[test]
    fn contradictions_have_no_world() {
        let mut random = crate::engine::Seed(1).schedule(0);
        let needs = [[0, 3, 1, 2, 1], [0, 2, 2, 2, 1], [0, 2, 1, 2, u32::MAX], [u32::MAX; 5]];
        for needs in needs.map(BySeat) {
            let counts = Counts::new(&Constraints { needs, ..small() });
            assert_eq!(counts.worlds(), 0, "{needs:?}");
            assert_eq!(counts.draw(&mut random), None);
            let marginals = counts.marginals();
            for tile in Tile::all() {
                assert_eq!(Seat::ALL.map(|seat| marginals.held(seat, tile)), [0; 5]);
                assert_eq!(marginals.unused(tile), 0);
            }
        }
    }
}
