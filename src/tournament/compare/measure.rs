//! How far the entrants of two runs differ, over both journals in one pass.

use super::matching::{Matching, Pair};
use super::side::{CompareError, Side};
use crate::statistics::{Interval, PairedSums, RatioSums, holm, independent_difference};
use crate::tournament::decide::{FEWEST_BLOCKS, REAL};
use crate::tournament::tally::{BlockSums, EntrantSums};

/// What is measured, by the names of the columns of `summary.csv`.
pub const MEASURES: [&str; 3] = ["win_rate", "mean_stones", "rounds_won_rate"];

/// An entrant of an arm by one measure in both runs.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub pair: Pair,
    /// One of [`MEASURES`].
    pub measure: &'static str,
    pub first: Option<f64>,
    pub second: Option<f64>,
    /// The second less the first.
    pub difference: Option<f64>,
    /// 95 % about it, for it alone.
    pub interval: Option<Interval>,
    /// For it alone; none where blocks are too few, or have no spread.
    pub p: Option<f64>,
    /// Corrected for all comparisons of the two runs by this measure, which are a family (Holm).
    pub p_holm: f64,
    /// Blocks of the arm in which the entrant sat, in the first and the second run; where they are
    /// paired, those in which it sat in either.
    pub blocks: (u64, u64),
    /// The variance that the difference would have of two independent runs, by the variance it has:
    /// so many times the blocks it would take without shared deals. None where deals are not shared,
    /// and where there is no variance.
    pub variance_ratio: Option<f64>,
}

impl Comparison {
    /// Whether the difference is real, among all of its family; none where that can't be told.
    pub fn is_real(&self) -> Option<bool> {
        self.p.map(|_| self.p_holm <= REAL)
    }
}

/// What came of comparing two runs.
#[derive(Clone, Debug)]
pub struct Measured {
    pub comparisons: Vec<Comparison>,
    /// Blocks that were used of either.
    pub blocks: (u64, u64),
}

/// Sums over the blocks of two runs for one comparison.
#[derive(Clone, Copy, Default)]
struct Sums {
    paired: PairedSums,
    first: RatioSums,
    second: RatioSums,
}

/// Compares two runs as they were matched. `progress` hears of the blocks read, and of how many.
///
/// # Errors
/// A journal can't be read, or has fewer blocks than its manifest says.
pub fn measure(
    first: &Side,
    second: &Side,
    matching: &Matching,
    mut progress: impl FnMut(u64, u64),
) -> Result<Measured, CompareError> {
    let mut sums = vec![[Sums::default(); MEASURES.len()]; matching.pairs.len()];
    let (mut ours, mut its) = (first.journal()?, second.journal()?);
    let shared = first.blocks.min(second.blocks);
    let blocks = match matching.paired {
        true => (shared, shared),
        false => (first.blocks, second.blocks),
    };
    let most = blocks.0.max(blocks.1);
    for number in 0..most {
        let next = |side: &Side, journal: &mut _, blocks: u64| match number < blocks {
            true => side.next(journal)?.ok_or_else(|| side.short(number)).map(Some),
            false => Ok(None),
        };
        let read = (next(first, &mut ours, blocks.0)?, next(second, &mut its, blocks.1)?);
        for (pair, sums) in matching.pairs.iter().zip(&mut sums) {
            let one = read.0.as_ref().map(|read| told(read, pair.arms.0, pair.entrants.0));
            let two = read.1.as_ref().map(|read| told(read, pair.arms.1, pair.entrants.1));
            let (one, two) = (one.unwrap_or_default(), two.unwrap_or_default());
            for ((sums, one), two) in sums.iter_mut().zip(one).zip(two) {
                match matching.paired {
                    // The difference is the second less the first.
                    true => sums.paired.add(two, one),
                    false => {
                        sums.first.add(one.0, one.1);
                        sums.second.add(two.0, two.1);
                    }
                }
            }
        }
        progress(number + 1, most);
    }
    let all = matching.pairs.iter().zip(&sums);
    let mut comparisons: Vec<Comparison> = all
        .flat_map(|(&pair, sums)| {
            let measures = MEASURES.into_iter().zip(sums);
            measures.map(move |(name, sums)| sums.compare(pair, name, matching.paired))
        })
        .collect();
    MEASURES.iter().for_each(|measure| correct(&mut comparisons, measure));
    Ok(Measured { comparisons, blocks })
}

/// Corrects the p-values of a family. An entrant that sat in one of the runs alone is not compared.
fn correct(comparisons: &mut [Comparison], measure: &str) {
    let is_of = |row: &&mut Comparison| row.measure == measure && row.difference.is_some();
    let p: Vec<_> = comparisons.iter_mut().filter(is_of).map(|row| row.p).collect();
    for (row, p) in comparisons.iter_mut().filter(is_of).zip(holm(&p)) {
        row.p_holm = p;
    }
}

/// Numerator and denominator of each measure for an entrant of an arm in a block; nothing where it
/// is not in it.
fn told(block: &BlockSums, arm: usize, entrant: usize) -> [(i64, u64); MEASURES.len()] {
    let row = block.entrants.iter().find(|(place, _)| *place == entrant && block.arm == arm);
    let Some((_, row)) = row else { return Default::default() };
    let EntrantSums { seatings, elections_won, stones, rounds, .. } = *row;
    [(elections_won as i64, seatings), (stones as i64, seatings), (row.rounds_won() as i64, rounds)]
}

impl Sums {
    fn compare(&self, pair: Pair, measure: &'static str, paired: bool) -> Comparison {
        if !paired {
            let apart = independent_difference(&self.second, &self.first);
            let (first, second) = (self.first.ratio(), self.second.ratio());
            let fewest = self.first.blocks().min(self.second.blocks());
            return Comparison {
                pair,
                measure,
                first,
                second,
                difference: second.zip(first).map(|(second, first)| second - first),
                interval: apart.map(|apart| apart.interval),
                p: apart.and_then(|apart| apart.p).filter(|_| fewest >= FEWEST_BLOCKS),
                p_holm: 1.0,
                blocks: (self.first.blocks(), self.second.blocks()),
                variance_ratio: None,
            };
        }
        let Self { paired, .. } = self;
        let (second, first) = (paired.first(), paired.second());
        let apart = first.variance().zip(second.variance()).map(|(one, two)| one + two);
        let ratio = apart.zip(paired.variance()).filter(|(_, together)| *together > 0.0);
        Comparison {
            pair,
            measure,
            first: first.ratio(),
            second: second.ratio(),
            difference: paired.difference(),
            interval: paired.interval(),
            p: paired.p_value().filter(|_| paired.blocks() >= FEWEST_BLOCKS),
            p_holm: 1.0,
            blocks: (paired.blocks(), paired.blocks()),
            variance_ratio: ratio.map(|(apart, together)| apart / together),
        }
    }
}
