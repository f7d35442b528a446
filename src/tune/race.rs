//! A generation is played in stages; who is clearly behind is dropped in between.

use super::judge::{Candidate, Judge, JudgeError, Phase, Request, Stretch};
use super::method::Ranked;
use crate::statistics::{Interval, RatioSums};

/// How a generation is played.
#[derive(Clone, Copy, Debug)]
pub struct Racing {
    pub phase: Phase,
    pub generation: u64,
    /// Blocks and batches of one stage.
    pub stretch: Stretch,
    pub stages: u64,
    /// How many of the best have to be told apart from the rest.
    pub keep: usize,
    /// 1 where more is better, −1 where less is.
    pub sign: i64,
}

/// How a generation came out.
#[derive(Clone, Debug)]
pub struct Heat {
    pub ranked: Ranked,
    /// Of each candidate, over the batches that it had.
    pub sums: Vec<RatioSums>,
    /// Each candidate less the best, over the batches that both had.
    pub to_best: Vec<RatioSums>,
    /// Of the one that was played in the first stage alone, if there was one.
    pub centre: Option<RatioSums>,
    /// Blocks played, over all candidates.
    pub blocks: u64,
    /// Whether the best is clearly ahead of the last that is to be kept.
    pub is_clear: bool,
}

/// Who is still in, with what each batch gave.
struct Field {
    sums: Vec<Vec<i64>>,
    /// The stage after which it was dropped.
    dropped: Vec<Option<u64>>,
    sign: i64,
    /// Of a batch.
    size: u64,
}

impl Field {
    fn ratio(&self, place: usize) -> RatioSums {
        let mut ratio = RatioSums::new();
        self.sums[place].iter().for_each(|&y| ratio.add(y, self.size));
        ratio
    }

    fn worth(&self, place: usize) -> f64 {
        self.sign as f64 * self.ratio(place).ratio().unwrap_or_default()
    }

    /// Places, the best first: by worth, those that were dropped after those that were not, the later
    /// before the earlier. Ties by place.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sums.len()).collect();
        let stage = |place: usize| self.dropped[place].unwrap_or(u64::MAX);
        order.sort_by(|&a, &b| {
            stage(b).cmp(&stage(a)).then(self.worth(b).total_cmp(&self.worth(a))).then(a.cmp(&b))
        });
        order
    }

    /// One less another, over the batches of both.
    fn difference(&self, of: usize, less: usize) -> RatioSums {
        let mut difference = RatioSums::new();
        for (a, b) in self.sums[of].iter().zip(&self.sums[less]) {
            difference.add(a - b, self.size);
        }
        difference
    }

    /// Whether one is ahead of another by more than chance does: 95 % about their paired difference.
    fn is_ahead(&self, ahead: usize, behind: usize) -> bool {
        let interval = self.difference(ahead, behind).mean_interval();
        interval.is_some_and(|Interval { low, high }| match self.sign {
            ..0 => high < 0.0,
            _ => low > 0.0,
        })
    }

    /// Drops who is clearly behind the last that is to be kept.
    fn drop_behind(&mut self, keep: usize, stage: u64) {
        let order = self.order();
        let Some(&pivot) = order.get(keep.saturating_sub(1)) else { return };
        for &place in &order[keep..] {
            if self.dropped[place].is_none() && self.is_ahead(pivot, place) {
                self.dropped[place] = Some(stage);
            }
        }
    }
}

/// Plays `candidates` on the same blocks, and `centre`, if there is one, in the first stage with them.
///
/// # Errors
/// Not all was played.
pub fn race<J: Judge + ?Sized>(
    judge: &mut J,
    racing: &Racing,
    candidates: &[Candidate],
    centre: Option<&Candidate>,
    tick: &mut dyn FnMut(u64),
) -> Result<Heat, JudgeError> {
    let Racing { phase, generation, stretch, stages, keep, sign } = *racing;
    let size = judge.size(phase) * stretch.per;
    let count = candidates.len();
    let mut field = Field { sums: vec![Vec::new(); count], dropped: vec![None; count], sign, size };
    let mut middle = None;
    let mut blocks = 0;
    for stage in 0..stages {
        let places: Vec<usize> = (0..count).filter(|&at| field.dropped[at].is_none()).collect();
        let mut asked: Vec<&Candidate> = places.iter().map(|&at| &candidates[at]).collect();
        let centre = centre.filter(|_| stage == 0);
        asked.extend(centre);
        let stretch = Stretch { first: stretch.first + stage * stretch.blocks(), ..stretch };
        let request =
            Request { phase, generation, stage, stretch, candidates: &asked, others: None };
        let mut sums = judge.judge(&request, tick)?;
        blocks += asked.len() as u64 * stretch.blocks();
        if centre.is_some() {
            middle = sums.pop().map(|batches| {
                let mut ratio = RatioSums::new();
                batches.into_iter().for_each(|y| ratio.add(y, size));
                ratio
            });
        }
        for (place, batches) in places.into_iter().zip(sums) {
            field.sums[place].extend(batches);
        }
        if stage + 1 < stages {
            field.drop_behind(keep, stage);
        }
    }
    let order = field.order();
    let is_clear = match (order.first(), order.get(keep.saturating_sub(1))) {
        (Some(&best), Some(&last)) if best != last => field.is_ahead(best, last),
        _ => true,
    };
    let worth = (0..count).map(|place| field.worth(place)).collect();
    let sums = (0..count).map(|place| field.ratio(place)).collect();
    let best = order.first().map_or(0, |&place| place);
    let to_best = (0..count).map(|place| field.difference(place, best)).collect();
    let ranked = Ranked { order, worth };
    Ok(Heat { ranked, sums, to_best, centre: middle, blocks, is_clear })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::Params;

    /// Candidate k gets `worth[k]` and −1, +1 in turns, common to all.
    struct Table {
        worth: Vec<i64>,
        asked: Vec<Vec<usize>>,
    }

    impl Judge for Table {
        fn judge(
            &mut self,
            request: &Request<'_>,
            _tick: &mut dyn FnMut(u64),
        ) -> Result<Vec<Vec<i64>>, JudgeError> {
            self.asked.push(request.candidates.iter().map(|one| one.number).collect());
            let noise = |at: u64, k: i64| (at as i64 * 7 + k * 3) % 5 - 2;
            let batches = request.stretch.first..request.stretch.first + request.stretch.batches;
            let of = |one: &&Candidate| {
                let k = one.number;
                batches.clone().map(|at| self.worth[k] + noise(at, k as i64)).collect()
            };
            Ok(request.candidates.iter().map(of).collect())
        }

        fn size(&self, _phase: Phase) -> u64 {
            5
        }
    }

    fn run(worth: &[i64], keep: usize, sign: i64) -> (Heat, Vec<Vec<usize>>) {
        let mut table = Table { worth: worth.to_vec(), asked: Vec::new() };
        let candidate = |number| Candidate { number, params: Params::default() };
        let candidates: Vec<_> = (1..worth.len()).map(candidate).collect();
        let stretch = Stretch { first: 0, per: 1, batches: 8 };
        let phase = Phase::Search;
        let racing = Racing { phase, generation: 0, stretch, stages: 3, keep, sign };
        let heat =
            race(&mut table, &racing, &candidates, Some(&candidate(0)), &mut |_| {}).unwrap();
        (heat, table.asked)
    }

    /// 1 and 2 are level, 3 is far behind them, 4 further: with two to keep the last two are
    /// dropped after the first stage, and no one of the first two.
    #[test]
    fn who_is_clearly_behind_is_dropped() {
        let (heat, asked) = run(&[50, 100, 100, 50, 0], 2, 1);
        assert_eq!(asked, [vec![1, 2, 3, 4, 0], vec![1, 2], vec![1, 2]]);
        assert_eq!(heat.ranked.order[2..], [2, 3]);
        assert_eq!(heat.blocks, 8 * (5 + 2 + 2));
        assert_eq!(heat.centre.unwrap().blocks(), 8);
        assert!(!heat.is_clear);
        // Those that were dropped are held against the best over the batches that they had.
        let best = heat.ranked.order[0];
        assert_eq!(heat.to_best.iter().map(RatioSums::blocks).collect::<Vec<_>>(), [24, 24, 8, 8]);
        assert_eq!(heat.to_best[best].ratio(), Some(0.0));
        let behind = heat.to_best[3].mean_interval().unwrap();
        assert!(behind.low < -20.0 && behind.high > -20.0 && behind.high < -19.0, "{behind:?}");
        let (heat, asked) = run(&[50, 100, 100, 50, 0], 2, -1);
        assert_eq!(asked[1], [3, 4]);
        assert_eq!(heat.ranked.order[..2], [3, 2]);
        assert!(heat.is_clear);
        assert!(heat.ranked.worth[3] > heat.ranked.worth[2], "less is better");
    }

    #[test]
    fn nobody_is_dropped_where_all_are_to_be_kept() {
        let (_, asked) = run(&[0, 100, 0, -100], 3, 1);
        assert_eq!(asked, [vec![1, 2, 3, 0], vec![1, 2, 3], vec![1, 2, 3]]);
    }
}
