//! The difference of two ratios over the same blocks, and the interval about it.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::cross::{CrossSums, Products};
use super::interval::Interval;
use super::ratio::RatioSums;
use super::student::t_critical;
use super::tail::t_tail;

/// Exact sums over blocks for the difference of two ratios, Σy₁ / Σn₁ − Σy₂ / Σn₂, that have their
/// blocks in common: two runs whose blocks share deals, or two entrants of one run. What luck of a
/// block does to both sides alike is no doubt about their difference.
///
/// As [`RatioSums`] it takes blocks one by one in constant memory, and sums of parts merge into the
/// same as the whole, in any order. The sides may depend on each other in any way; blocks are
/// independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairedSums {
    blocks: u64,
    first: RatioSums,
    second: RatioSums,
    /// `None` once one has left its integer.
    products: Option<Products>,
}

impl Default for PairedSums {
    fn default() -> Self {
        Self::new()
    }
}

impl PairedSums {
    /// No blocks.
    pub const fn new() -> Self {
        Self {
            blocks: 0,
            first: RatioSums::new(),
            second: RatioSums::new(),
            products: Some(Products::NONE),
        }
    }

    /// Of two sides that were summed alone, each over the blocks in which it had something to count,
    /// and of the blocks in which both had: the same as taking all blocks one by one.
    pub fn of(first: &RatioSums, second: &RatioSums, both: &CrossSums) -> Self {
        let blocks = (first.blocks() + second.blocks()).saturating_sub(both.blocks);
        Self { blocks, first: *first, second: *second, products: both.products }
    }

    /// Adds a block with (y, n) of either side. Where one side is (0, 0), as an entrant that had no
    /// seat, it is a block of the pair all the same; where both are it is none.
    pub fn add(&mut self, first: (i64, u64), second: (i64, u64)) {
        let nothing = (0, 0);
        if (first, second) == (nothing, nothing) {
            return;
        }
        let mut block = Self { blocks: 1, products: Products::of(first, second), ..Self::new() };
        block.first.add(first.0, first.1);
        block.second.add(second.0, second.1);
        self.merge(&block);
    }

    /// Adds all blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.products = self.products.zip(other.products).and_then(|(ours, its)| ours.plus(its));
    }

    /// How many blocks were added: those in which either side had something to count.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The sums of the first side alone, over the blocks in which it had something to count.
    pub const fn first(&self) -> &RatioSums {
        &self.first
    }

    /// The sums of the second side alone, likewise.
    pub const fn second(&self) -> &RatioSums {
        &self.second
    }

    /// The ratio of the first side less that of the second. `None` where Σn of either is 0.
    pub fn difference(&self) -> Option<f64> {
        Some(self.first.ratio()? - self.second.ratio()?)
    }

    /// The variance of [`difference`](Self::difference) between samples of as many blocks,
    /// estimated from the spread of the blocks: m / (m − 1) · Σ d² with m blocks, where d is
    /// (y₁ − r₁ n₁) / Σn₁ − (y₂ − r₂ n₂) / Σn₂ of a block and r₁, r₂ are the ratios. It is that of
    /// the difference of two ratio estimators from one sample (Cochran 1977, chapter 6), and a
    /// regression on the two sides, clustered by block, gives it too. It is below the sum of the two
    /// variances as far as the sides go up and down together.
    ///
    /// `None` below two blocks, where Σn of either is 0, and where a sum of products has left its
    /// 128 bits.
    pub fn variance(&self) -> Option<f64> {
        let (n1, n2) = (self.first.n() as f64, self.second.n() as f64);
        if self.blocks < 2 || n1 == 0.0 || n2 == 0.0 {
            return None;
        }
        let (blocks, scale) = (self.blocks as f64, (n1 * n1) * (n2 * n2));
        Some(blocks / (blocks - 1.0) * (self.scaled_residuals()? / scale / scale))
    }

    /// (Σn₁)⁴ (Σn₂)⁴ Σ d², an integer, rounded once at the end. It has at most 800 bits or so, and
    /// a double has room for 1024.
    fn scaled_residuals(&self) -> Option<f64> {
        let Products { yy, yn, ny, nn } = self.products?;
        let [y1, n1] = &[self.first.y(), self.first.n()].map(BigInt::from);
        let [y2, n2] = &[self.second.y(), self.second.n()].map(BigInt::from);
        let (first, second) = (self.first.scaled_residuals()?, self.second.scaled_residuals()?);
        let cross: BigInt = n1 * n2 * yy - n1 * y2 * yn - y1 * n2 * ny + y1 * y2 * nn;
        let (nn1, nn2) = (&(n1 * n1), &(n2 * n2));
        let sum: BigInt = first * nn2 * nn2 - cross * 2 * nn1 * nn2 + second * nn1 * nn1;
        sum.to_f64()
    }

    /// How likely a difference as great as this, to either side, is between sides that are the same:
    /// by Student's t, as the [`interval`](Self::interval). `None` where that is, and where there is
    /// no spread, which leaves nothing to go by.
    pub fn p_value(&self) -> Option<f64> {
        let (difference, variance) = (self.difference()?, self.variance()?);
        let t = difference / variance.sqrt();
        t_tail(t, self.blocks.checked_sub(1)?).filter(|_| variance > 0.0)
    }

    /// 95 % for the difference, two-sided: Student's t with one degree of freedom less than there
    /// are blocks, about [`difference`](Self::difference), with its [`variance`](Self::variance).
    /// `None` where that is.
    ///
    /// Of two rates it may reach beyond ±1. Where both sides differ by the same in all blocks, as
    /// those of a run and its repetition, it has no width.
    pub fn interval(&self) -> Option<Interval> {
        let critical = t_critical(self.blocks.checked_sub(1)?)?;
        Some(Interval::student(self.difference()?, self.variance()?, critical))
    }
}
