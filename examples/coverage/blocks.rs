//! Blocks whose true ratio is known, and how often intervals hold it. The test `coverage` uses them
//! too.

use domeng::engine::Random;
use domeng::statistics::{Interval, RatioSums};

/// Games, and so seatings of an entrant in one seat, in a block.
pub const GAMES: usize = 5;

/// Stones in an election.
const STONES: usize = 25;

/// What a block can be, each with the probability of that or an earlier one.
pub struct Law<T>(Vec<(f64, T)>);

/// A kind of block: (y, n).
pub type Blocks = Law<(i64, u64)>;

impl<T: Copy> Law<T> {
    /// From probabilities, which sum to 1.
    pub fn new(cells: impl IntoIterator<Item = (f64, T)>) -> Self {
        let sum = |sum: &mut f64, (probability, block)| {
            *sum += probability;
            Some((*sum, block))
        };
        Self(cells.into_iter().scan(0.0, sum).collect())
    }

    pub fn draw(&self, random: &mut Random) -> T {
        let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        // The last cell takes what rounding left of 1.
        let cell = self.0.partition_point(|&(upto, _)| upto <= uniform).min(self.0.len() - 1);
        self.0[cell].1
    }

    /// The mean of a number of a block.
    pub fn mean(&self, of: impl Fn(T) -> f64) -> f64 {
        let (mut sum, mut before) = (0.0, 0.0);
        for &(upto, block) in &self.0 {
            sum += (upto - before) * of(block);
            before = upto;
        }
        sum
    }
}

impl Blocks {
    /// The true ratio: the mean of y by the mean of n.
    pub fn ratio(&self) -> f64 {
        self.mean(|(y, _)| y as f64) / self.mean(|(_, n)| n as f64)
    }

    /// As many blocks, drawn.
    pub fn sums(&self, blocks: u64, random: &mut Random) -> RatioSums {
        let mut sums = RatioSums::new();
        for _ in 0..blocks {
            let (y, n) = self.draw(random);
            sums.add(y, n);
        }
        sums
    }

    /// The share of `replicates` runs of so many `blocks` whose interval holds the true ratio.
    pub fn coverage(
        &self,
        blocks: u64,
        replicates: u64,
        random: &mut Random,
        interval: fn(&RatioSums) -> Option<Interval>,
    ) -> f64 {
        let ratio = self.ratio();
        share(replicates, || {
            interval(&self.sums(blocks, random)).is_some_and(|it| holds(it, ratio))
        })
    }
}

/// The share of `replicates` in which something is `so`.
pub fn share(replicates: u64, mut so: impl FnMut() -> bool) -> f64 {
    (0..replicates).map(|_| u64::from(so())).sum::<u64>() as f64 / replicates as f64
}

pub fn holds(interval: Interval, truth: f64) -> bool {
    interval.low <= truth && truth <= interval.high
}

/// How many of `n` seatings are won, where any two of a block correlate by `correlation`:
/// beta-binomial. The chance of a win is (1 − c) `rate` + c · wins so far, by 1 − c + c · seatings
/// so far (Pólya's urn).
pub fn wins(n: usize, rate: f64, correlation: f64) -> Vec<f64> {
    let mut law = vec![1.0];
    for seatings in 0..n {
        let mut next = vec![0.0; seatings + 2];
        for (wins, probability) in law.into_iter().enumerate() {
            let urn = (1.0 - correlation) * rate + correlation * wins as f64;
            let win = urn / (1.0 - correlation + correlation * seatings as f64);
            next[wins] += probability * (1.0 - win);
            next[wins + 1] += probability * win;
        }
        law = next;
    }
    law
}

/// Blocks of `n` seatings with correlated wins.
pub fn correlated(n: usize, rate: f64, correlation: f64) -> Blocks {
    let law = wins(n, rate, correlation).into_iter().enumerate();
    Blocks::new(law.map(|(wins, probability)| (probability, (wins as i64, n as u64))))
}

/// Blocks in which the entrant sits in one to five of the five seats, equally often.
fn of_unequal_size(rate: f64, correlation: f64) -> Blocks {
    Blocks::new((1..=5).flat_map(|seats| {
        let law = wins(seats * GAMES, rate, correlation).into_iter().enumerate();
        law.map(move |(wins, chance)| (chance / 5.0, (wins as i64, (seats * GAMES) as u64)))
    }))
}

/// Blocks of five games in which the entrant sits in `seats` of the five seats and one of these
/// wins with the chance `rate`: never two, so that seats of a game correlate negatively.
fn with_one_winner(seats: u64, rate: f64) -> Blocks {
    let law = wins(GAMES, rate, 0.0).into_iter().enumerate();
    Blocks::new(law.map(|(wins, probability)| (probability, (wins as i64, seats * GAMES as u64))))
}

/// A holding of stones, 0 to 25: each number is `ratio` times as likely as the one before.
fn holding(ratio: f64) -> Vec<f64> {
    let powers = std::iter::successors(Some(1.0), |power| Some(power * ratio));
    let weights: Vec<f64> = powers.take(STONES + 1).collect();
    let sum = weights.iter().sum::<f64>();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The sum of two independent numbers.
fn sum(left: &[f64], right: &[f64]) -> Vec<f64> {
    let mut law = vec![0.0; left.len() + right.len() - 1];
    for (x, first) in left.iter().enumerate() {
        for (y, second) in right.iter().enumerate() {
            law[x + y] += first * second;
        }
    }
    law
}

/// The stones of one seat in five games with a [`holding`] by `ratio`.
pub fn stones(ratio: f64) -> Vec<f64> {
    let one = holding(ratio);
    (1..GAMES).fold(one.clone(), |law, _| sum(&law, &one))
}

/// Blocks in which holdings go by any of `ratios`, equally often, in all five games alike: the
/// further these lie apart, the more the games of a block correlate.
pub fn of_stones(ratios: &[f64]) -> Blocks {
    let share = 1.0 / ratios.len() as f64;
    Blocks::new(ratios.iter().flat_map(|&ratio| {
        let law = stones(ratio).into_iter().enumerate();
        law.map(move |(stones, probability)| (share * probability, (stones as i64, GAMES as u64)))
    }))
}

/// Blocks of differences: stones by the one ratio less stones by the other.
fn of_differences(ratio: f64, other: f64) -> Blocks {
    let mut negative = stones(other);
    let shift = negative.len() - 1;
    negative.reverse();
    let law = sum(&stones(ratio), &negative).into_iter().enumerate();
    Blocks::new(law.map(|(y, probability)| (probability, (y as i64 - shift as i64, GAMES as u64))))
}

/// A name and, for a rate, the blocks.
pub type RateKind = (&'static str, fn(f64) -> Blocks);

/// Blocks with a rate.
pub const RATES: [RateKind; 9] = [
    ("5 seatings, independent", |rate| correlated(5, rate, 0.0)),
    ("5 seatings, correlation 0.05", |rate| correlated(5, rate, 0.05)),
    ("5 seatings, correlation 0.3", |rate| correlated(5, rate, 0.3)),
    ("25 seatings, independent", |rate| correlated(25, rate, 0.0)),
    ("25 seatings, correlation 0.05", |rate| correlated(25, rate, 0.05)),
    ("25 seatings, correlation 0.3", |rate| correlated(25, rate, 0.3)),
    ("5 to 25 seatings, correlation 0.05", |rate| of_unequal_size(rate, 0.05)),
    ("2 seats, of which one wins at the rate", |rate| with_one_winner(2, rate)),
    ("4 seats, of which one wins at the rate", |rate| with_one_winner(4, rate)),
];

/// A name and the blocks.
pub type MeanKind = (&'static str, fn() -> Blocks);

/// Blocks with a mean, the last one very skewed.
pub const MEANS: [MeanKind; 5] = [
    ("stones, mean 0.4, independent", || of_stones(&[0.3])),
    ("stones, mean 3.9, independent", || of_stones(&[0.8])),
    ("stones, mean 4.4, two kinds of block", || of_stones(&[0.6, 0.9])),
    ("differences of stones, mean −2.4", || of_differences(0.6, 0.8)),
    ("stones, mean 1.1, a tenth of the blocks rich", || {
        of_stones(&[0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.9])
    }),
];
