//! The search: generation after generation, until its elections are played.

use super::judge::{Candidate, Judge, JudgeError, Phase, Stretch};
use super::method::Method;
use super::race::{Racing, race};
use super::space::{Point, Space};
use crate::engine::{Seat, Seed};
use crate::statistics::RatioSums;

/// What a search may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// All that it may play.
    pub elections: u64,
    /// Blocks in a batch are a multiple of this, so that all opponents have as many.
    pub turns: u64,
    /// Blocks for each candidate of the first generation that is not dropped.
    pub blocks: u64,
    /// 1 where more is better, −1 where less is.
    pub sign: i64,
}

impl SearchLimits {
    /// Stages of a generation.
    pub const STAGES: u64 = 4;
    /// Batches in a stage.
    pub const BATCHES: u64 = 8;
    /// No generation takes more than this part of all elections.
    const PART: u64 = 30;

    /// Blocks in a batch of the first generation.
    fn first(&self) -> u64 {
        self.rounded(self.blocks.div_ceil(Self::STAGES * Self::BATCHES))
    }

    fn rounded(&self, per: u64) -> u64 {
        per.max(1).next_multiple_of(self.turns.max(1))
    }

    /// Elections of a generation in which nobody is dropped.
    fn full(per: u64, population: usize) -> u64 {
        let stages = Self::STAGES * population as u64 + 1;
        per.saturating_mul(Self::BATCHES * stages * Seat::COUNT as u64)
    }

    /// Elections of the first generation at most.
    pub fn generation(&self, population: usize) -> u64 {
        Self::full(self.first(), population)
    }

    /// Blocks in a batch after a generation that noise has decided.
    fn grown(&self, per: u64, population: usize) -> u64 {
        let more = self.rounded(per + per.div_ceil(5));
        if Self::full(more, population) <= self.elections / Self::PART { more } else { per }
    }
}

/// What a search comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Points that may be the best, those the method trusts most last.
    pub finalists: Vec<Point>,
    pub generations: u64,
    /// Played.
    pub elections: u64,
    /// Generation by generation.
    pub path: Vec<Step>,
}

/// A generation of a search, as it is looked back on.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Played by the search when it ended.
    pub elections: u64,
    /// Where the search was; none of one that is nowhere.
    pub centre: Option<Point>,
    /// What that came to, or the best of the generation by the games that chose it.
    pub sums: Option<RatioSums>,
}

/// Searches `space` by `method`. Draws of a generation are from `seed` and its number.
///
/// # Errors
/// Not all was played.
pub fn search<J: Judge + ?Sized>(
    judge: &mut J,
    space: &Space,
    method: &mut dyn Method,
    seed: Seed,
    limits: &SearchLimits,
    tick: &mut dyn FnMut(u64),
) -> Result<Found, JudgeError> {
    let mut per = limits.first();
    let (mut generations, mut elections, mut first) = (0, 0, 0);
    let mut path = Vec::new();
    loop {
        let points = method.ask(&mut seed.tuner(generations));
        if elections + SearchLimits::full(per, points.len()) > limits.elections {
            break;
        }
        let number = |(at, point): (usize, &Point)| Candidate {
            number: at + 1,
            params: space.params(point),
        };
        let candidates: Vec<Candidate> = points.iter().enumerate().map(number).collect();
        let centre = method.centre();
        let middle =
            centre.as_ref().map(|point| Candidate { number: 0, params: space.params(point) });
        let stretch = Stretch { first, per, batches: SearchLimits::BATCHES };
        let keep = method.keep();
        let racing = Racing {
            phase: Phase::Search,
            generation: generations,
            stretch,
            stages: SearchLimits::STAGES,
            keep,
            sign: limits.sign,
        };
        let heat = race(judge, &racing, &candidates, middle.as_ref(), tick)?;
        method.tell(&points, &heat.ranked);
        elections += heat.blocks * Seat::COUNT as u64;
        let best = heat.ranked.order.first().map(|&place| heat.sums[place]);
        let sums = if centre.is_some() { heat.centre } else { best };
        path.push(Step { elections, centre, sums });
        first += stretch.blocks() * SearchLimits::STAGES;
        generations += 1;
        // Where ranks among those that count are clear, more games would buy nothing.
        if (2..points.len()).contains(&keep) && !heat.is_clear {
            per = limits.grown(per, points.len());
        }
    }
    Ok(Found { finalists: method.finalists(), generations, elections, path })
}
