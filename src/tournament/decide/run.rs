//! All that the files of a run decide.

use std::io;

use super::super::compare::{CompareError, Side};
use super::super::ratings::Ratings;
use super::super::summaries::Named;
use super::super::tally::Tally;
use super::super::until::Watch;
use super::differences::Family;
use super::follow::{Followed, follow};
use super::thriving::Thriving;
use crate::engine::Seed;
use crate::statistics::{BootstrapSums, RatioSums, poisson_weight};

/// Replicates that formulas are held against: a standard error is then known to 3.5 %.
const REPLICATES: u64 = 400;

/// A run that nothing can be decided from.
#[derive(Debug, thiserror::Error)]
pub enum DecideError {
    #[error(transparent)]
    Run(#[from] CompareError),
    #[error("{path}: ratings can't be read from it: {cause}")]
    Ratings { path: String, cause: io::Error },
}

/// An entrant of an arm: how sure its figures are by formula, and by a bootstrap over blocks.
#[derive(Clone, Copy, Debug)]
pub struct Stake {
    /// By place among the arms.
    pub arm: usize,
    /// By place in the pool.
    pub place: usize,
    /// Standard errors of the win rate and of mean stones, each by formula and by bootstrap.
    pub win: (Option<f64>, Option<f64>),
    pub stones: (Option<f64>, Option<f64>),
}

/// What a run decides.
#[derive(Clone, Debug)]
pub struct Decision {
    pub tally: Tally,
    pub ratings: Ratings,
    pub families: Vec<Family>,
    pub thriving: Vec<Thriving>,
    pub stakes: Vec<Stake>,
    /// Of a run that ends when it has decided.
    pub watch: Option<Watch>,
}

/// Decides what the blocks of a run decide. `progress` hears of the blocks read.
///
/// # Errors
/// Its journal can't be read, or has fewer blocks than its manifest says.
pub fn decide(run: &Side, mut progress: impl FnMut(u64)) -> Result<Decision, DecideError> {
    let named = Named::of(&run.experiment);
    let mut replicates = Replicates::new(named.arms.len(), named.labels.len());
    let seed = Seed(run.experiment.seed);
    let followed = follow(run, None, |block, tally| {
        let words = seed.bootstrap(block.block);
        replicates.weights.clear();
        replicates.weights.extend((0..REPLICATES).map(|at| poisson_weight(words.word(at))));
        for (place, sums) in &block.entrants {
            let won = sums.elections_won as i64;
            replicates.add((block.arm, *place), won, sums.stones as i64, sums.seatings);
        }
        progress(tally.blocks);
    })?;
    let stakes = replicates.stakes(&followed.tally);
    let Followed { tally, ratings, families, thriving, watch } = followed;
    Ok(Decision { tally, ratings, families, thriving, stakes, watch })
}

/// Replicates of every entrant's figures, by arm and place.
struct Replicates {
    sums: Vec<Vec<Option<[BootstrapSums; 2]>>>,
    /// Of a block.
    weights: Vec<u64>,
}

impl Replicates {
    fn new(arms: usize, pool: usize) -> Self {
        Self { sums: vec![vec![None; pool]; arms], weights: Vec::new() }
    }

    fn add(&mut self, (arm, place): (usize, usize), won: i64, stones: i64, seatings: u64) {
        let empty = || [(); 2].map(|()| BootstrapSums::new(REPLICATES as usize));
        let [win, mean] = self.sums[arm][place].get_or_insert_with(empty);
        win.add(won, seatings, &self.weights);
        mean.add(stones, seatings, &self.weights);
    }

    fn stakes(&self, tally: &Tally) -> Vec<Stake> {
        // Where a formula has too little to go by, so has the bootstrap.
        let errors = |sums: &RatioSums, replicates: &BootstrapSums| {
            let formula = sums.variance().map(f64::sqrt);
            (formula, formula.and_then(|_| replicates.variance()).map(f64::sqrt))
        };
        let mut stakes = Vec::new();
        for (arm, standings) in tally.arms().enumerate() {
            for (place, standing) in standings.iter().enumerate() {
                let Some([win, stones]) = &self.sums[arm][place] else { continue };
                stakes.push(Stake {
                    arm,
                    place,
                    win: errors(&standing.win, win),
                    stones: errors(&standing.stones, stones),
                });
            }
        }
        stakes
    }
}
