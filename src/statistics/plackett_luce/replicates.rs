//! How sure strengths are: the block bootstrap.

use super::Finish;
use super::fit::Strengths;

/// Replicates of strengths, each with its own weight for every block.
///
/// A replicate is not fitted anew but takes one step of Newton's method from the strengths of the
/// whole (the one-step bootstrap: Shao and Tu 1995, chapter 5), which is what it comes to where blocks
/// are many. It needs of each block the slope of its likelihood and nothing else, so that blocks
/// may depend within themselves in any way, and pools may be of any size.
#[derive(Clone, Debug)]
pub struct StrengthReplicates<'a> {
    strengths: &'a Strengths,
    blocks: u64,
    /// A slope for each replicate, one after the other.
    slopes: Vec<f64>,
    /// That of a block.
    slope: Vec<f64>,
}

impl<'a> StrengthReplicates<'a> {
    /// Of so many replicates, without any blocks.
    pub fn new(strengths: &'a Strengths, replicates: usize) -> Self {
        let count = strengths.count();
        let (slopes, slope) = (vec![0.0; replicates * count], vec![0.0; count]);
        Self { strengths, blocks: 0, slopes, slope }
    }

    /// Adds a block of elections; `weights` are its weights in all replicates, in order. Sums are of
    /// floating point: the same blocks in the same order give the same bits.
    pub fn add<'b>(
        &mut self,
        block: impl Iterator<Item = (Finish<'b>, u64)>,
        weights: impl Iterator<Item = u64>,
    ) {
        self.blocks += 1;
        self.slope.fill(0.0);
        for (finish, count) in block {
            self.strengths.add_slope(&finish, count, &mut self.slope);
        }
        let touched: Vec<usize> =
            (0..self.slope.len()).filter(|&at| self.slope[at] != 0.0).collect();
        let replicates = self.slopes.chunks_exact_mut(self.slope.len().max(1));
        for (sums, weight) in replicates.zip(weights) {
            for &at in touched.iter().filter(|_| weight > 0) {
                sums[at] += weight as f64 * self.slope[at];
            }
        }
    }

    /// Blocks that were added.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The variance of ln of each contender's strength beside the anchor's, by contender, with the
    /// factor m / (m − 1) of m blocks; 0 of the anchor. `None` below two blocks or replicates.
    pub fn variances(&self) -> Option<Vec<f64>> {
        let count = self.strengths.count();
        let replicates = self.slopes.len() / count.max(1);
        if self.blocks < 2 || replicates < 2 {
            return None;
        }
        let mut squares = vec![0.0; count];
        for slope in self.slopes.chunks_exact(count) {
            let step = self.strengths.factor.solve(slope);
            squares.iter_mut().zip(&step).for_each(|(sum, step)| *sum += step * step);
        }
        let blocks = self.blocks as f64;
        let factor = blocks / (blocks - 1.0) / replicates as f64;
        let variance =
            |contender| self.strengths.parameter(contender).map_or(0.0, |at| factor * squares[at]);
        Some((0..self.strengths.contenders()).map(variance).collect())
    }
}
