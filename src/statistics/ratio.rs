//! A ratio of sums over blocks, and the interval about it.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::interval::Interval;
use super::student::t_critical;

/// Exact sums over blocks, for a ratio Σy / Σn: elections won over seatings, stones over seatings,
/// differences of stones over meetings. It takes blocks one by one in constant memory; sums of
/// parts merge into the same as the whole, in any order.
///
/// Blocks may differ in size: an entrant sits in one or more seats, and rounds are as many as there
/// are. The games within a block may depend on each other in any way; blocks are independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatioSums {
    blocks: u64,
    y: i128,
    n: i128,
    /// `None` once one has left its integer.
    squares: Option<Squares>,
}

/// Sums over blocks of the products of y and n. They fit as long as y and n stay below 2⁴⁶ in
/// blocks fewer than 2³⁴.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Squares {
    yy: i128,
    yn: i128,
    nn: i128,
}

impl Squares {
    fn of(y: i128, n: i128) -> Option<Self> {
        Some(Self { yy: y.checked_mul(y)?, yn: y.checked_mul(n)?, nn: n.checked_mul(n)? })
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            yy: self.yy.checked_add(other.yy)?,
            yn: self.yn.checked_add(other.yn)?,
            nn: self.nn.checked_add(other.nn)?,
        })
    }
}

impl Default for RatioSums {
    fn default() -> Self {
        Self::new()
    }
}

impl RatioSums {
    /// No blocks.
    pub const fn new() -> Self {
        Self { blocks: 0, y: 0, n: 0, squares: Some(Squares { yy: 0, yn: 0, nn: 0 }) }
    }

    /// Independent trials, each a block of its own, of which `successes` ≤ `trials` succeeded.
    pub fn of_trials(successes: u64, trials: u64) -> Self {
        let (y, n) = (i128::from(successes), i128::from(trials));
        // In a trial n is 1 and y is 0 or 1, so that y² = y n = y.
        Self { blocks: trials, y, n, squares: Some(Squares { yy: y, yn: y, nn: n }) }
    }

    /// Adds a block with the numerator `y` and the denominator `n`. One in which both are 0 had
    /// nothing to count, and is no block.
    pub fn add(&mut self, y: i64, n: u64) {
        if (y, n) == (0, 0) {
            return;
        }
        let (y, n) = (i128::from(y), i128::from(n));
        self.merge(&Self { blocks: 1, y, n, squares: Squares::of(y, n) });
    }

    /// Adds all blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.y += other.y;
        self.n += other.n;
        self.squares = self.squares.zip(other.squares).and_then(|(ours, its)| ours.plus(its));
    }

    /// How many blocks were added.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Σy.
    pub(super) const fn y(&self) -> i128 {
        self.y
    }

    /// Σn ≥ 0.
    pub(super) const fn n(&self) -> i128 {
        self.n
    }

    /// Σy / Σn, the ratio of sums and not the mean of ratios: each seating weighs the same. `None`
    /// where Σn = 0.
    pub fn ratio(&self) -> Option<f64> {
        (self.n > 0).then(|| self.y as f64 / self.n as f64)
    }

    /// The variance of [`ratio`](Self::ratio) r between samples of as many blocks, estimated from
    /// the spread of the blocks: m / (m − 1) · Σ (y − r n)² / (Σn)² with m blocks. It is that of
    /// the ratio estimator (Cochran 1977, 3.12 and 6.4), which regression calls cluster-robust; for
    /// blocks of equal size it is the variance of the mean of the blocks' means.
    ///
    /// `None` below two blocks, where Σn = 0, and where a sum of squares has left its 128 bits.
    pub fn variance(&self) -> Option<f64> {
        if self.blocks < 2 || self.n == 0 {
            return None;
        }
        let (blocks, n) = (self.blocks as f64, self.n as f64);
        let residuals = self.scaled_residuals()?.to_f64()?;
        Some(blocks / (blocks - 1.0) * (residuals / (n * n) / (n * n)))
    }

    /// (Σn)² Σ (y − r n)² = (Σn)² Σy² − 2 Σn Σy Σyn + (Σy)² Σn², an integer. In floating point the
    /// terms would cancel, so it is left for the caller to round once, at the end.
    pub(super) fn scaled_residuals(&self) -> Option<BigInt> {
        let Squares { yy, yn, nn } = self.squares?;
        let (y, n) = (&BigInt::from(self.y), &BigInt::from(self.n));
        Some(n * n * yy - n * y * 2 * yn + y * y * nn)
    }

    /// 95 % for a mean, which may be anything: Student's t with one degree of freedom less than
    /// there are blocks, about the ratio, with its [`variance`](Self::variance). `None` where that
    /// is. Where all blocks have the same mean it has no width.
    pub fn mean_interval(&self) -> Option<Interval> {
        let critical = t_critical(self.blocks.checked_sub(1)?)?;
        Some(Interval::student(self.ratio()?, self.variance()?, critical))
    }

    /// 95 % for a rate, 0 ≤ y ≤ n in each block: Wilson's score interval (1927) for the effective
    /// sample size r (1 − r) / [`variance`](Self::variance), the number of independent trials that
    /// would leave as much doubt (Korn and Graubard 1998; Dean and Pagano 2015), with Student's t
    /// for the normal quantile. It lies within 0 and 1.
    ///
    /// Where all blocks have the same rate, as when there are no wins at all, their spread is no
    /// estimate. Then the effective size is the number of blocks: right if each block is won or
    /// lost as a whole, too small and so on the safe side if it is not.
    ///
    /// `None` where the variance is, and where the ratio is no rate.
    pub fn rate_interval(&self) -> Option<Interval> {
        let critical = t_critical(self.blocks.checked_sub(1)?)?;
        let (rate, variance) = (self.ratio()?, self.variance()?);
        let rest = (self.n - self.y) as f64 / self.n as f64;
        let size = if variance > 0.0 { rate * rest / variance } else { self.blocks as f64 };
        let is_rate = (0..=self.n).contains(&self.y) && size > 0.0;
        is_rate.then(|| Interval::wilson(rate, size, critical))
    }
}
