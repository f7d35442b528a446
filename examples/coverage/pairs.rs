//! Two sides whose true difference is known, with blocks in common or apart, and how often
//! intervals hold it. The test `coverage` uses them too.

use domeng::engine::Random;
use domeng::statistics::{Interval, PairedSums, independent_difference};

use crate::blocks::{Blocks, GAMES, Law, correlated, holds, of_stones, share, stones, wins};

/// (y, n) of the first side and of the second.
type Pair = ((i64, u64), (i64, u64));

/// A kind of block that both sides have.
pub type Pairs = Law<Pair>;

impl Pairs {
    /// The true difference of the ratios.
    pub fn difference(&self) -> f64 {
        let first = self.mean(|((y, _), _)| y as f64) / self.mean(|((_, n), _)| n as f64);
        first - self.mean(|(_, (y, _))| y as f64) / self.mean(|(_, (_, n))| n as f64)
    }

    /// As many blocks, drawn.
    pub fn sums(&self, blocks: u64, random: &mut Random) -> PairedSums {
        let mut sums = PairedSums::new();
        for _ in 0..blocks {
            let (first, second) = self.draw(random);
            sums.add(first, second);
        }
        sums
    }

    /// The share of `replicates` runs of so many `blocks` whose interval holds the true difference.
    pub fn coverage(
        &self,
        blocks: u64,
        replicates: u64,
        random: &mut Random,
        interval: fn(&PairedSums) -> Option<Interval>,
    ) -> f64 {
        let difference = self.difference();
        share(replicates, || {
            interval(&self.sums(blocks, random)).is_some_and(|it| holds(it, difference))
        })
    }
}

/// Two sides that have no blocks in common, the second with `times` as many.
pub struct Apart {
    first: Blocks,
    second: Blocks,
    times: u64,
}

impl Apart {
    /// The share of `replicates` pairs of runs, the first of so many `blocks`, whose interval holds
    /// the true difference.
    pub fn coverage(&self, blocks: u64, replicates: u64, random: &mut Random) -> f64 {
        let truth = self.first.ratio() - self.second.ratio();
        share(replicates, || {
            let first = self.first.sums(blocks, random);
            let second = self.second.sums(blocks * self.times, random);
            independent_difference(&first, &second)
                .is_some_and(|apart| holds(apart.interval, truth))
        })
    }
}

/// What is independent on either side: a probability and two counts, each out of so many seatings.
fn both(first: &[f64], second: &[f64], (n1, n2): (usize, usize), chance: f64) -> Vec<(f64, Pair)> {
    let cell = |(y1, p1): (usize, &f64), (y2, p2): (usize, &f64)| {
        (chance * p1 * p2, ((y1 as i64, n1 as u64), (y2 as i64, n2 as u64)))
    };
    let seconds = || second.iter().enumerate();
    first.iter().enumerate().flat_map(|one| seconds().map(move |other| cell(one, other))).collect()
}

/// Wins of five seatings each, at rates of 0.25 and 0.2 times what the deals are worth to both: a
/// half in every other block, one and a half else.
fn luck_in_common() -> Pairs {
    Pairs::new([0.5, 1.5].into_iter().flat_map(|luck| {
        let (first, second) = (wins(GAMES, 0.25 * luck, 0.0), wins(GAMES, 0.2 * luck, 0.0));
        both(&first, &second, (GAMES, GAMES), 0.5)
    }))
}

/// Two runs that win alike, at a rate of 0.2, but for a share `apart` of the blocks, in which the
/// second wins at 0.4 by itself.
fn mostly_alike(apart: f64) -> Pairs {
    let n = GAMES as u64;
    let alike = wins(GAMES, 0.2, 0.0);
    let other = both(&alike, &wins(GAMES, 0.4, 0.0), (GAMES, GAMES), apart);
    let same = alike
        .iter()
        .enumerate()
        .map(|(y, chance)| ((1.0 - apart) * chance, ((y as i64, n), (y as i64, n))));
    Pairs::new(same.chain(other))
}

/// Two entrants in `seats.0` and `seats.1` seats of five games, each game won by the first with
/// the chance `first`, by the second with `second`, else by another.
fn rivals(seats: (usize, usize), first: f64, second: f64) -> Vec<(f64, Pair)> {
    let n = ((seats.0 * GAMES) as u64, (seats.1 * GAMES) as u64);
    let firsts = wins(GAMES, first, 0.0).into_iter().enumerate();
    let cells = firsts.flat_map(|(y1, p1)| {
        let seconds = wins(GAMES - y1, second / (1.0 - first), 0.0).into_iter().enumerate();
        seconds.map(move |(y2, p2)| (p1 * p2, ((y1 as i64, n.0), (y2 as i64, n.1))))
    });
    cells.collect()
}

/// Parts that are equally often.
fn mixed<const N: usize>(parts: [Vec<(f64, Pair)>; N]) -> Pairs {
    let cells = parts.into_iter().flatten();
    Pairs::new(cells.map(|(chance, pair)| (chance / N as f64, pair)))
}

/// The first in one to four of the seats, at a quarter more a seat than the second in the rest.
fn share_the_seats() -> Pairs {
    mixed([1, 2, 3, 4].map(|seats| {
        let (own, others) = (1.25 * seats as f64, (GAMES - seats) as f64);
        let first = own / (own + others);
        rivals((seats, GAMES - seats), first, 1.0 - first)
    }))
}

/// Each in two of three blocks, so that they meet in one of three.
fn seldom_met() -> Pairs {
    mixed([rivals((1, 1), 0.25, 0.2), rivals((1, 0), 0.25, 0.0), rivals((0, 1), 0.0, 0.2)])
}

/// Stones in five games each, in two kinds of block.
fn stones_in_common() -> Pairs {
    let part = |first, second| both(&stones(first), &stones(second), (GAMES, GAMES), 1.0);
    mixed([part(0.6, 0.7), part(0.9, 0.85)])
}

/// A name and the blocks.
pub type PairKind = (&'static str, fn() -> Pairs);

/// Pairs, those last that differ in few blocks.
pub const PAIRS: [PairKind; 7] = [
    ("wins, luck in common", luck_in_common),
    ("wins, two entrants of one run", || Pairs::new(rivals((1, 1), 0.25, 0.2))),
    ("wins, one to four seats against the rest", share_the_seats),
    ("wins, each in two of three blocks", seldom_met),
    ("stones, luck in common", stones_in_common),
    ("wins, alike but for a tenth of the blocks", || mostly_alike(0.1)),
    ("wins, alike but for a hundredth of the blocks", || mostly_alike(0.01)),
];

/// A name and two sides apart.
pub type ApartKind = (&'static str, fn() -> Apart);

fn of_rates(rates: (f64, f64), correlation: f64) -> Apart {
    let side = |rate| correlated(GAMES, rate, correlation);
    Apart { first: side(rates.0), second: side(rates.1), times: 1 }
}

/// Runs that share no deals, those last that seldom win.
pub const APART: [ApartKind; 5] = [
    ("wins, rates 0.25 and 0.2", || of_rates((0.25, 0.2), 0.0)),
    ("wins, rates 0.25 and 0.2, correlation 0.3", || of_rates((0.25, 0.2), 0.3)),
    ("stones, means 3.9 and 1.5", || Apart {
        first: of_stones(&[0.8]),
        second: of_stones(&[0.6]),
        times: 1,
    }),
    ("the same, four times the blocks for the second", || Apart {
        first: of_stones(&[0.8]),
        second: of_stones(&[0.6]),
        times: 4,
    }),
    ("wins, rates 0.02 and 0.01", || of_rates((0.02, 0.01), 0.0)),
];
