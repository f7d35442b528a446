//! Ways to search the unit cube: each proposes points, and hears how they ranked.
//!
//! A method draws from the stream that it is given and keeps its state in plain numbers, + − × ÷, √ and
//! the `exp` and `ln` of `statistics`: the same search on every machine.

mod cma;
mod eigen;
mod normal;
mod random;
mod spsa;

pub use cma::{CmaEs, Weights};
pub use eigen::eigen;
pub use normal::normal;
pub use random::RandomSearch;
pub use spsa::Spsa;

use super::space::Point;
use crate::engine::Random;

/// How points of a generation came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// Places of the points, the best first.
    pub order: Vec<usize>,
    /// What each is worth, more being better, as far as it was played.
    pub worth: Vec<f64>,
}

/// A way to search.
pub trait Method: Send {
    /// Points to try in the next generation.
    fn ask(&mut self, random: &mut Random) -> Vec<Point>;

    /// How many of the best have to be told apart from the rest: those that are clearly behind them
    /// may be dropped. As many as there are points where each has to be known.
    fn keep(&self) -> usize;

    /// How the points that were asked for came out.
    fn tell(&mut self, points: &[Point], ranked: &Ranked);

    /// Where the search is, if it is anywhere: worth a look on its own.
    fn centre(&self) -> Option<Point>;

    /// Points that may be the best it has found, those it trusts most last.
    fn finalists(&self) -> Vec<Point>;
}

/// Which way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MethodKind {
    /// Covariance matrix adaptation (Hansen 2016), with blocks that grow where noise decides ranks.
    #[default]
    CmaEs,
    /// Simultaneous perturbation (Spall 1998).
    Spsa,
    /// Points drawn evenly: the yardstick.
    Random,
}

impl MethodKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::CmaEs, Self::Spsa, Self::Random];

    /// In a word, as files have it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::CmaEs => "cma-es",
            Self::Spsa => "spsa",
            Self::Random => "random",
        }
    }

    /// Reads a word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Candidates in a generation where nothing else is said.
    pub fn population(self, dimension: usize) -> usize {
        match self {
            Self::CmaEs => Weights::population(dimension),
            Self::Spsa => 2,
            Self::Random => 16,
        }
    }

    /// A search from `start`, with points as far from it as `spread` at first; `grains` are how
    /// wide the values of axes are that have few. `generations` is about how many there will be.
    pub fn begin(
        self,
        start: Point,
        spread: f64,
        population: usize,
        grains: &[Option<f64>],
        generations: u64,
    ) -> Box<dyn Method> {
        match self {
            Self::CmaEs => Box::new(CmaEs::new(start, spread, population, grains)),
            Self::Spsa => Box::new(Spsa::new(start, spread, grains, generations)),
            Self::Random => Box::new(RandomSearch::new(start.len(), population)),
        }
    }
}

/// Of the places that a search has been at, those worth another look: one half way, one after three
/// quarters and the last.
fn milestones(path: &[Point]) -> Vec<Point> {
    let Some(last) = path.len().checked_sub(1) else { return Vec::new() };
    let mut places = vec![last / 2, last * 3 / 4, last * 7 / 8, last];
    places.dedup();
    places.into_iter().map(|place| path[place].clone()).collect()
}
