//! Every two entrants that sit in the same blocks, and which of their differences are real.

use serde::{Deserialize, Serialize};

use super::super::summaries::Results;
use super::super::tally::Standing;
use crate::statistics::{Interval, PairedSums, holm};

/// A difference is called real where its p-value is this or less when corrected for its family.
pub const REAL: f64 = 0.05;
/// Blocks from which on p-values are given: with fewer, those of rates are not what they say.
pub const FEWEST_BLOCKS: u64 = 30;

/// What is compared. All comparisons of a run by one measure are a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    WinRate,
    MeanStones,
}

impl Measure {
    /// Both.
    pub const ALL: [Self; 2] = [Self::WinRate, Self::MeanStones];

    /// The column of `summary.csv`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::WinRate => "win_rate",
            Self::MeanStones => "mean_stones",
        }
    }
}

/// Two entrants of an arm.
#[derive(Clone, Debug)]
pub struct Compared {
    /// By place among the arms.
    pub arm: usize,
    /// By place in the pool.
    pub places: (usize, usize),
    /// In which either sat.
    pub blocks: u64,
    /// The first less the second.
    pub difference: Option<f64>,
    /// 95 % about it, for it alone.
    pub interval: Option<Interval>,
    /// For it alone; none where blocks are too few, or have no spread, and in a run that ends when it
    /// has decided.
    pub p: Option<f64>,
    /// Corrected for the family (Holm).
    pub p_holm: f64,
}

impl Compared {
    /// Whether the difference is real, among all of its family; none where that can't be told.
    pub fn is_real(&self) -> Option<bool> {
        self.p.map(|_| self.p_holm <= REAL)
    }
}

/// All comparisons of a run by one measure: every two entrants of every arm.
#[derive(Clone, Debug)]
pub struct Family {
    pub measure: Measure,
    pub comparisons: Vec<Compared>,
}

impl Family {
    /// Those of a run.
    pub fn all(results: Results<'_>) -> Vec<Self> {
        Measure::ALL.into_iter().map(|measure| Self::of(results, measure)).collect()
    }

    fn of(results: Results<'_>, measure: Measure) -> Self {
        let mut comparisons = Vec::new();
        for (at, (arm, standings)) in results.arms.iter().zip(results.tally.arms()).enumerate() {
            for (which, &first) in arm.entrants.iter().enumerate() {
                for &second in &arm.entrants[which + 1..] {
                    let paired = paired(standings, (first, second), measure);
                    // Who has not sat yet is not compared.
                    if paired.difference().is_some() {
                        let mut compared = compare(at, (first, second), &paired);
                        // p-values are of numbers of blocks that results did not choose.
                        compared.p = compared.p.filter(|_| results.watch.is_none());
                        comparisons.push(compared);
                    }
                }
            }
        }
        let p: Vec<Option<f64>> = comparisons.iter().map(|compared| compared.p).collect();
        for (compared, p) in comparisons.iter_mut().zip(holm(&p)) {
            compared.p_holm = p;
        }
        Self { measure, comparisons }
    }

    /// The comparison of two entrants in an arm, in the order of the pool.
    pub fn find(&self, arm: usize, places: (usize, usize)) -> Option<&Compared> {
        self.comparisons.iter().find(|compared| (compared.arm, compared.places) == (arm, places))
    }
}

fn paired(standings: &[Standing], (first, second): (usize, usize), measure: Measure) -> PairedSums {
    let (ours, its) = (&standings[first], &standings[second]);
    let beside = ours.beside.iter().find(|(other, _)| *other == second);
    let beside = beside.map(|(_, beside)| *beside).unwrap_or_default();
    match measure {
        Measure::WinRate => PairedSums::of(&ours.win, &its.win, &beside.win),
        Measure::MeanStones => PairedSums::of(&ours.stones, &its.stones, &beside.stones),
    }
}

fn compare(arm: usize, places: (usize, usize), paired: &PairedSums) -> Compared {
    let blocks = paired.blocks();
    Compared {
        arm,
        places,
        blocks,
        difference: paired.difference(),
        interval: paired.interval(),
        p: paired.p_value().filter(|_| blocks >= FEWEST_BLOCKS),
        p_holm: 1.0,
    }
}
