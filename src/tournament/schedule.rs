//! Who sits where in each block: a pure function of design, pool size, seed and block number.

use serde::{Deserialize, Serialize};

use crate::engine::{BySeat, Random, Seat, Seed};

/// A kind of seating in a design (formats.md).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Arm {
    /// Free-for-all.
    #[serde(rename = "all")]
    All,
    /// One of the first entrant, four of the second.
    #[serde(rename = "1v4")]
    OneAgainstFour,
}

impl Arm {
    /// The word the tables use.
    pub const fn word(self) -> &'static str {
        match self {
            Arm::All => "all",
            Arm::OneAgainstFour => "1v4",
        }
    }
}

/// How entrants are brought together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// All meet all, five at a table.
    #[default]
    FreeForAll,
    /// The first entrant, the challenger, against four of the second, the baseline.
    Duel,
}

impl Design {
    /// Its kinds of seating.
    pub const fn arms(self) -> &'static [Arm] {
        match self {
            Design::FreeForAll => &[Arm::All],
            Design::Duel => &[Arm::OneAgainstFour],
        }
    }

    /// All designs.
    pub const ALL: [Design; 2] = [Design::FreeForAll, Design::Duel];

    /// The design of a word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|design| design.word() == word)
    }

    /// The word files and the command line use.
    pub const fn word(self) -> &'static str {
        match self {
            Design::FreeForAll => "free-for-all",
            Design::Duel => "duel",
        }
    }
}

/// One seating, to be played in its five rotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub number: u64,
    pub arm: Arm,
    /// The entrant, by place in the pool, first at each seat.
    pub seating: BySeat<usize>,
}

impl Block {
    /// The number of its game in a rotation (formats.md).
    pub const fn game(&self, rotation: usize) -> u64 {
        self.number * Seat::COUNT as u64 + rotation as u64
    }

    /// Who sits where in rotation k: the entrant first at seat s sits at (s + k) mod 5.
    pub fn rotated(&self, rotation: usize) -> BySeat<usize> {
        BySeat::from_fn(|seat| self.seating[seat.after(Seat::COUNT - rotation % Seat::COUNT)])
    }
}

/// All blocks of an experiment, in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    design: Design,
    pool: usize,
    seed: Seed,
    /// The last cycle drawn, since blocks are asked for in order.
    cycle: Option<(u64, Vec<[usize; Seat::COUNT]>)>,
}

impl Schedule {
    /// The schedule of a pool of `pool` entrants, 1 or more.
    pub const fn new(design: Design, pool: usize, seed: Seed) -> Self {
        Self { design, pool, seed, cycle: None }
    }

    /// The least number of blocks after which each entrant has had equally many seats.
    pub fn cycle_length(&self) -> u64 {
        match self.design {
            Design::Duel => 1,
            Design::FreeForAll if self.pool.is_multiple_of(Seat::COUNT) => {
                (self.pool / Seat::COUNT) as u64
            }
            Design::FreeForAll => self.pool as u64,
        }
    }

    /// The block of a number.
    pub fn block(&mut self, number: u64) -> Block {
        match self.design {
            Design::Duel => {
                let seating = BySeat::from_fn(|seat| usize::from(seat != Seat::ALL[0]));
                Block { number, arm: Arm::OneAgainstFour, seating }
            }
            Design::FreeForAll => {
                let length = self.cycle_length();
                let entrants = self.cycle(number / length)[(number % length) as usize];
                let seating = BySeat(self.seat(number, entrants));
                Block { number, arm: Arm::All, seating }
            }
        }
    }

    /// The blocks of a cycle, each as a set of entrants.
    fn cycle(&mut self, cycle: u64) -> &[[usize; Seat::COUNT]] {
        if self.cycle.as_ref().is_none_or(|(drawn, _)| *drawn != cycle) {
            let blocks = draw_cycle(self.pool, self.cycle_length(), self.seed.schedule(cycle));
            self.cycle = Some((cycle, blocks));
        }
        self.cycle.as_ref().map_or(&[], |(_, blocks)| blocks)
    }

    /// Seats the entrants of a block: who sits beside whom.
    ///
    /// A pool of five meets in every block, so neighbours can be balanced exactly: four blocks in a
    /// row seat one random order 0 1 2 3 4 of it at steps of 1, 2, 3 and 4, in random order. Five
    /// being prime, each entrant then has each other one at each distance once. Otherwise the order
    /// is drawn for each block.
    fn seat(&self, number: u64, mut entrants: [usize; Seat::COUNT]) -> [usize; Seat::COUNT] {
        const STEPS: u64 = Seat::COUNT as u64 - 1;
        if self.pool != Seat::COUNT {
            self.seed.seating(number).shuffle(&mut entrants);
            return entrants;
        }
        let mut random = self.seed.seating(number / STEPS);
        entrants.sort_unstable();
        random.shuffle(&mut entrants);
        let mut steps = [1, 2, 3, 4];
        random.shuffle(&mut steps);
        let step = steps[(number % STEPS) as usize];
        std::array::from_fn(|seat| entrants[seat * step % Seat::COUNT])
    }
}

/// Draws who plays in each block of a cycle: one random order of the pool after another, cut into
/// fives. Where an order is used up within a block, the next begins with those who are in that
/// block least, so that no one is in it twice while another is not.
fn draw_cycle(pool: usize, blocks: u64, mut random: Random) -> Vec<[usize; Seat::COUNT]> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn blocks(pool: usize, count: u64) -> Vec<Block> {
        let mut schedule = Schedule::new(Design::FreeForAll, pool, Seed(7));
        (0..count).map(|number| schedule.block(number)).collect()
    }

    #[test]
    fn every_cycle_gives_equal_seats_and_no_block_is_lopsided() {
        for pool in 1..=64 {
            let length = Schedule::new(Design::FreeForAll, pool, Seed(7)).cycle_length();
            let mut seats = vec![0; pool];
            for block in blocks(pool, 3 * length) {
                let mut counts = vec![0; pool];
                block.seating.iter().for_each(|&entrant| counts[entrant] += 1);
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
            let schedule = Schedule::new(Design::FreeForAll, pool, Seed(7));
            assert_eq!(schedule.cycle_length(), length, "pool {pool}");
        }
    }

    #[test]
    fn five_entrants_have_each_other_at_each_distance_once_in_four_blocks() {
        let mut met = BTreeMap::new();
        for block in blocks(5, 4) {
            for seat in Seat::ALL {
                for distance in 1..Seat::COUNT {
                    let pair = (block.seating[seat], block.seating[seat.after(distance)], distance);
                    *met.entry(pair).or_insert(0) += 1;
                }
            }
        }
        assert_eq!(met.len(), 5 * 4 * 4);
        assert!(met.values().all(|&times| times == 1));
    }

    #[test]
    fn any_block_can_be_asked_alone() {
        let inorder = blocks(7, 30);
        for number in [29, 3, 14, 0] {
            let alone = Schedule::new(Design::FreeForAll, 7, Seed(7)).block(number);
            assert_eq!(alone, inorder[number as usize]);
        }
    }

    #[test]
    fn rotation_moves_everyone_clockwise() {
        let block = blocks(5, 1)[0];
        assert_eq!(block.rotated(0), block.seating);
        for rotation in 0..5 {
            for seat in Seat::ALL {
                assert_eq!(block.rotated(rotation)[seat.after(rotation)], block.seating[seat]);
            }
        }
    }

    #[test]
    fn a_duel_is_one_against_four() {
        let mut schedule = Schedule::new(Design::Duel, 2, Seed(7));
        assert_eq!(schedule.block(9).seating, BySeat([0, 1, 1, 1, 1]));
        assert_eq!(schedule.cycle_length(), 1);
    }
}
