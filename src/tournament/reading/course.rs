//! How win rates went as a run went on.

use super::super::tally::{Standing, Tally};
use crate::statistics::{Interval, RatioSums};

/// Who is told of: an entrant in an arm, or over all arms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// By place among the arms; none for all of them.
    pub arm: Option<usize>,
    /// By place in the pool.
    pub place: usize,
}

impl Line {
    /// Its standings in a tally.
    pub(super) fn standings(self, tally: &Tally) -> impl Iterator<Item = &Standing> {
        let arms = tally.arms().enumerate();
        let arms = arms.filter(move |(at, _)| self.arm.is_none_or(|arm| arm == *at));
        arms.filter_map(move |(_, standings)| standings.get(self.place))
    }

    /// Elections won of its seatings.
    pub fn win(self, tally: &Tally) -> RatioSums {
        let mut all = RatioSums::new();
        self.standings(tally).for_each(|standing| all.merge(&standing.win));
        all
    }
}

/// Looks at a run in the course of it: as many at most, evenly over its blocks.
const LOOKS: u64 = 160;

/// The win rate of each line after some of the blocks, the last look being after all.
#[derive(Clone, Debug)]
pub struct Course {
    blocks: u64,
    /// Blocks after which it was looked at, with the rate of each line.
    pub looks: Vec<(u64, Vec<Rate>)>,
}

/// A rate with its 95 % interval, as far as there is one.
pub type Rate = (Option<f64>, Option<Interval>);

impl Course {
    pub(super) fn new(blocks: u64) -> Self {
        Self { blocks, looks: Vec::new() }
    }

    /// Takes down the rates if it is time for a look.
    pub(super) fn look(&mut self, tally: &Tally, lines: &[Line]) {
        let all = LOOKS.min(self.blocks);
        let next = self.looks.len() as u128 + 1;
        let due = (next * u128::from(self.blocks)).div_ceil(u128::from(all.max(1)));
        if u128::from(tally.blocks) >= due {
            let rate = |line: &Line| {
                let win = line.win(tally);
                (win.ratio(), win.rate_interval())
            };
            self.looks.push((tally.blocks, lines.iter().map(rate).collect()));
        }
    }
}
