//! Who meets whom, and beside whom, where seatings are drawn: the free-for-all.

use super::design::Seating;
use crate::engine::{Random, Seat, Seed};

/// Blocks at least over which neighbours are balanced together.
const GROUP: u64 = 32;
/// Blocks over which those of a pool of five are.
const FIVES: u64 = Seat::COUNT as u64 - 1;

/// The seatings of a free-for-all.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    pool: usize,
    seed: Seed,
    /// The last group drawn, since blocks are asked for in order.
    group: Option<(u64, Vec<Seating>)>,
}

impl Draw {
    /// Of a pool of `pool` entrants, 1 or more.
    pub(super) const fn new(pool: usize, seed: Seed) -> Self {
        Self { pool, seed, group: None }
    }

    /// The least number of blocks after which each entrant has had equally many seats.
    pub(super) const fn cycle_length(&self) -> u64 {
        if self.pool.is_multiple_of(Seat::COUNT) {
            (self.pool / Seat::COUNT) as u64
        } else {
            self.pool as u64
        }
    }

    /// The seating of a block of the free-for-all, by its number.
    pub(super) fn seating(&mut self, number: u64) -> Seating {
        let length = match self.pool {
            Seat::COUNT => FIVES,
            _ => GROUP.next_multiple_of(self.cycle_length()),
        };
        let group = number / length;
        if self.group.as_ref().is_none_or(|(drawn, _)| *drawn != group) {
            self.group = Some((group, self.draw_group(group, length)));
        }
        let drawn =
            self.group.as_ref().and_then(|(_, drawn)| drawn.get((number % length) as usize));
        drawn.copied().unwrap_or_default()
    }

    /// The seatings of a group of so many blocks: whole cycles.
    fn draw_group(&self, group: u64, blocks: u64) -> Vec<Seating> {
        let mut random = self.seed.seating(group);
        if self.pool == Seat::COUNT {
            return seat_five(&mut random).to_vec();
        }
        let cycle = self.cycle_length();
        let mut beside = Beside::new(self.pool);
        (group * blocks / cycle..(group + 1) * blocks / cycle)
            .flat_map(|number| draw_cycle(self.pool, cycle, self.seed.schedule(number)))
            .map(|block| beside.seat(block, &mut random))
            .collect()
    }
}

/// Draws who plays in each block of a cycle: one random order of the pool after another, cut into
/// fives. Where an order is used up within a block, the next begins with those who are in that
/// block least, so that no one is in it twice while another is not.
fn draw_cycle(pool: usize, blocks: u64, mut random: Random) -> Vec<Seating> {
    let mut waiting: Vec<usize> = Vec::new();
    (0..blocks)
        .map(|_| {
            let mut block = [0; Seat::COUNT];
            let mut counts = vec![0; pool];
            for (taken, place) in block.iter_mut().enumerate() {
                if waiting.is_empty() {
                    waiting = next_order(&counts, Seat::COUNT - taken, &mut random);
                }
                // Taken from the end; the pool is never empty, so neither is a new order.
                *place = waiting.pop().unwrap_or_default();
                counts[*place] += 1;
            }
            block
        })
        .collect()
}

/// A random order of the pool, to be taken from its end, in which the first `wanted` taken are among
/// those that `counts` shows least often.
fn next_order(counts: &[usize], wanted: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..counts.len()).collect();
    random.shuffle(&mut order);
    order.sort_by_key(|&entrant| counts[entrant]);
    let head = wanted.min(order.len());
    random.shuffle(&mut order[head..]);
    random.shuffle(&mut order[..head]);
    order.reverse();
    order
}

/// Seats a pool of five, which meets in every block, so that neighbours are balanced exactly: four
/// blocks in a row seat one random order 0 1 2 3 4 of it at steps of 1, 2, 3 and 4, in random order.
/// Five being prime, each entrant then has each other one at each distance once.
fn seat_five(random: &mut Random) -> [Seating; FIVES as usize] {
    let mut order = [0, 1, 2, 3, 4];
    random.shuffle(&mut order);
    let mut steps = [1, 2, 3, 4];
    random.shuffle(&mut steps);
    steps.map(|step| std::array::from_fn(|seat| order[seat * step % Seat::COUNT]))
}

/// The 24 orders of five around a table, the first staying where it is: rotation tells the rest.
const ORDERS: [[u8; Seat::COUNT]; 24] = {
    let mut orders = [[0; Seat::COUNT]; 24];
    let (mut a, mut count) = (1, 0);
    while a < 5 {
        let mut b = 1;
        while b < 5 {
            let mut c = 1;
            while c < 5 {
                if a != b && a != c && b != c {
                    orders[count] = [0, a, b, c, 10 - a - b - c];
                    count += 1;
                }
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    orders
};

/// The pairs of seats at distances 1 and 2; 3 and 4 are the same seen from the other.
const PAIRS: usize = 2 * Seat::COUNT;

/// How much more often than random seatings would have it one entrant was seated one or two places
/// before another.
struct Beside {
    pool: usize,
    /// In quarters, by distance, then entrant, then the other.
    excess: Vec<i32>,
}

impl Beside {
    fn new(pool: usize) -> Self {
        Self { pool, excess: vec![0; 2 * pool * pool] }
    }

    /// Seats a block: in the order that leaves the least sum of squared excess, or one of them.
    fn seat(&mut self, block: Seating, random: &mut Random) -> Seating {
        self.expect(block);
        // Every step has no divisor in common with the 24.
        let [first, step] =
            [random.below(24), [1, 5, 7, 11, 13, 17, 19, 23][random.below(8) as usize]];
        let orders = (0..24).map(|n| ORDERS[((first + step * n) % 24) as usize]);
        let seatings = orders.map(|order| order.map(|place| block[usize::from(place)]));
        let best = seatings.min_by_key(|&seating| self.cost(seating)).unwrap_or(block);
        self.add(best, 4);
        best
    }

    /// How the sum of squares grows by a seating, but for what is the same for all, and for a pair
    /// that is in it twice, which grows a little more than is counted.
    fn cost(&self, seating: Seating) -> i32 {
        (0..PAIRS).map(|pair| self.excess[self.at(seating, pair)]).sum()
    }

    /// Takes away what random seatings of a block would have on average: each of the four other
    /// seats is as likely at each distance.
    fn expect(&mut self, block: Seating) {
        for seat in 0..Seat::COUNT {
            for other in (0..Seat::COUNT).filter(|&other| other != seat) {
                for far in [0, 1] {
                    self.excess[(far * self.pool + block[seat]) * self.pool + block[other]] -= 1;
                }
            }
        }
    }

    /// Adds `quarters` for each pair of a seating.
    fn add(&mut self, seating: Seating, quarters: i32) {
        for pair in 0..PAIRS {
            let at = self.at(seating, pair);
            self.excess[at] += quarters;
        }
    }

    /// Where a pair of a seating is in `excess`.
    fn at(&self, seating: Seating, pair: usize) -> usize {
        let (far, seat) = (pair / Seat::COUNT, pair % Seat::COUNT);
        (far * self.pool + seating[seat]) * self.pool + seating[(seat + 1 + far) % Seat::COUNT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn blocks(pool: usize, count: u64) -> Vec<Seating> {
        let mut draw = Draw::new(pool, Seed(7));
        (0..count).map(|number| draw.seating(number)).collect()
    }

    #[test]
    fn every_cycle_gives_equal_seats_and_no_block_is_lopsided() {
        for pool in 1..=64 {
            let length = Draw::new(pool, Seed(7)).cycle_length();
            let mut seats = vec![0; pool];
            for block in blocks(pool, 3 * length) {
                let mut counts = vec![0; pool];
                block.iter().for_each(|&entrant| counts[entrant] += 1);
                let most = counts.iter().max().unwrap();
                assert_eq!(*most, Seat::COUNT.div_ceil(pool), "pool {pool}: {block:?}");
                if pool <= Seat::COUNT {
                    assert!(counts.iter().min().unwrap() + 1 >= *most, "pool {pool}: {block:?}");
                }
                seats.iter_mut().zip(&counts).for_each(|(sum, n)| *sum += n);
            }
            let each = 3 * length as usize * Seat::COUNT / pool;
            assert!(seats.iter().all(|&n| n == each), "pool {pool}: {seats:?}");
        }
    }

    #[test]
    fn cycle_is_the_shortest_that_divides_evenly() {
        // 5 seats a block among p: L·5/p must be whole.
        for (pool, length) in
            [(1, 1), (2, 2), (3, 3), (4, 4), (5, 1), (6, 6), (10, 2), (12, 12), (60, 12)]
        {
            assert_eq!(Draw::new(pool, Seed(7)).cycle_length(), length, "pool {pool}");
        }
    }

    #[test]
    fn five_entrants_have_each_other_at_each_distance_once_in_four_blocks() {
        let mut met = BTreeMap::new();
        for block in blocks(5, 8).split_off(4) {
            for seat in 0..Seat::COUNT {
                for distance in 1..Seat::COUNT {
                    let other = block[(seat + distance) % Seat::COUNT];
                    *met.entry((block[seat], other, distance)).or_insert(0) += 1;
                }
            }
        }
        assert_eq!(met.len(), 5 * 4 * 4);
        assert!(met.values().all(|&times| times == 1));
    }

    #[test]
    fn any_block_can_be_asked_alone() {
        let inorder = blocks(7, 100);
        for number in [99, 3, 40, 0] {
            assert_eq!(Draw::new(7, Seed(7)).seating(number), inorder[number as usize]);
        }
    }

    #[test]
    fn orders_are_all_there_are() {
        let mut orders = ORDERS;
        orders.sort_unstable();
        assert!(orders.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(orders.iter().all(|order| {
            let mut sorted = *order;
            sorted.sort_unstable();
            order[0] == 0 && sorted == [0, 1, 2, 3, 4]
        }));
    }

    /// Pairs of neighbours come near what random seatings of the same blocks have on average: over
    /// some groups the squares of what is left differ from those of random seatings as told.
    #[test]
    fn neighbours_are_balanced_over_a_group() {
        for (pool, times) in [(2, 20), (3, 20), (4, 20), (6, 5), (8, 5), (10, 3)] {
            let (mut seated, mut at_random) = (Beside::new(pool), Beside::new(pool));
            let mut random = Seed(3).seating(0);
            for mut block in blocks(pool, 10 * GROUP.next_multiple_of(pool as u64)) {
                seated.expect(block);
                seated.add(block, 4);
                at_random.expect(block);
                random.shuffle(&mut block);
                at_random.add(block, 4);
            }
            let squares = |beside: &Beside| beside.excess.iter().map(|n| n * n).sum::<i32>();
            let (ours, drawn) = (squares(&seated), squares(&at_random));
            assert!(times * ours < drawn, "pool {pool}: {ours} of {drawn}");
        }
    }
}
