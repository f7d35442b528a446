//! Sums over the blocks that two sides have in common.

/// Sums over blocks of what one side has by what the other has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Products {
    pub(super) yy: i128,
    /// y of the first side by n of the second.
    pub(super) yn: i128,
    /// n of the first side by y of the second.
    pub(super) ny: i128,
    pub(super) nn: i128,
}

impl Products {
    pub(super) const NONE: Self = Self { yy: 0, yn: 0, ny: 0, nn: 0 };

    pub(super) fn of((y1, n1): (i64, u64), (y2, n2): (i64, u64)) -> Option<Self> {
        let (y1, n1) = (i128::from(y1), i128::from(n1));
        let (y2, n2) = (i128::from(y2), i128::from(n2));
        Some(Self {
            yy: y1.checked_mul(y2)?,
            yn: y1.checked_mul(n2)?,
            ny: n1.checked_mul(y2)?,
            nn: n1.checked_mul(n2)?,
        })
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            yy: self.yy.checked_add(other.yy)?,
            yn: self.yn.checked_add(other.yn)?,
            ny: self.ny.checked_add(other.ny)?,
            nn: self.nn.checked_add(other.nn)?,
        })
    }
}

/// Of two sides, the sums over blocks in which both had something to count: what
/// [`PairedSums`](super::PairedSums::of) needs besides the sums of each side alone. Parts merge into
/// the same as the whole, in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrossSums {
    pub(super) blocks: u64,
    /// `None` once one has left its integer.
    pub(super) products: Option<Products>,
}

impl Default for CrossSums {
    fn default() -> Self {
        Self { blocks: 0, products: Some(Products::NONE) }
    }
}

impl CrossSums {
    /// Adds a block with (y, n) of either side, neither of them (0, 0).
    pub fn add(&mut self, first: (i64, u64), second: (i64, u64)) {
        self.merge(&Self { blocks: 1, products: Products::of(first, second) });
    }

    /// Adds all blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.products = self.products.zip(other.products).and_then(|(ours, its)| ours.plus(its));
    }

    /// Blocks in which both had something to count.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }
}
