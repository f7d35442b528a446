//! A test that looks after every block, and ends when it has seen enough.

use super::elementary::ln;
use super::interval::Interval;
use super::ratio::RatioSums;

/// What a ratio is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tested {
    /// 0 ≤ y ≤ n in each block.
    Rate,
    Mean,
}

/// What is asked, and how often the answer may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialPlan {
    pub tested: Tested,
    /// The ratio by the one hypothesis, and by the other; not the same, and of a rate above 0 and
    /// below 1.
    pub h0: f64,
    pub h1: f64,
    /// The chance to end with H1 where H0 is true, and the other way round; each above 0 and below ½.
    pub alpha: f64,
    pub beta: f64,
    /// Blocks at most.
    pub most: u64,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The ratio is rather that of H0, or beyond it.
    H0,
    /// Rather that of H1, or beyond it.
    H1,
    /// All blocks were played, and neither is sure.
    Undecided,
}

impl Stop {
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::H0 => "h0",
            Self::H1 => "h1",
            Self::Undecided => "undecided",
        }
    }
}

/// A running test of a ratio Σy / Σn over blocks that come in the order of the schedule: the sequential
/// probability ratio test of Wald (1945), generalised to a variance that is estimated from the
/// blocks themselves, as chess engines are tested.
///
/// With r the ratio and v its [`variance`](RatioSums::variance), the logarithm of the likelihood ratio of
/// a mean is that of normal sums, (h₁ − h₀) (r − (h₀ + h₁) / 2) / v. That of a rate is that of
/// e = r (1 − r) / v independent trials, the effective sample size that its interval goes by too:
/// e (r ln (h₁ / h₀) + (1 − r) ln ((1 − h₁) / (1 − h₀))). (With v itself, which is small where wins
/// happen to be few, errors would be unlike: 8 % for H0 where 5 are asked for.) The test ends where that reaches
/// ln ((1 − β) / α), with H1, or ln (β / (1 − α)), with H0, but not before
/// [`FIRST`](Self::FIRST) blocks, in which v is too uncertain, nor while blocks have no spread.
#[derive(Clone, Debug)]
pub struct Sequential {
    plan: SequentialPlan,
    bounds: (f64, f64),
    /// ln (h₁ / h₀) and ln ((1 − h₁) / (1 − h₀)), of a rate.
    logs: (f64, f64),
    sums: RatioSums,
    taken: u64,
    stop: Option<Stop>,
}

impl Sequential {
    /// Blocks before which it does not end.
    pub const FIRST: u64 = 50;

    /// About to begin.
    pub fn new(plan: SequentialPlan) -> Self {
        let SequentialPlan { tested, h0, h1, alpha, beta, .. } = plan;
        let logs = match tested {
            Tested::Rate => (ln(h1 / h0), ln((1.0 - h1) / (1.0 - h0))),
            Tested::Mean => (0.0, 0.0),
        };
        let bounds = (ln(beta / (1.0 - alpha)), ln((1.0 - beta) / alpha));
        Self { plan, bounds, logs, sums: RatioSums::new(), taken: 0, stop: None }
    }

    /// Takes the next block of the schedule, if the test goes on.
    pub fn take(&mut self, y: i64, n: u64) {
        if self.stop.is_some() {
            return;
        }
        self.sums.add(y, n);
        self.taken += 1;
        let (lower, upper) = self.bounds;
        let llr = self.llr().filter(|_| self.taken >= Self::FIRST);
        self.stop = match llr {
            Some(llr) if llr >= upper => Some(Stop::H1),
            Some(llr) if llr <= lower => Some(Stop::H0),
            _ => (self.taken >= self.plan.most).then_some(Stop::Undecided),
        };
    }

    /// How it ended, if it has.
    pub const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Blocks taken.
    pub const fn blocks(&self) -> u64 {
        self.taken
    }

    /// ln (β / (1 − α)) and ln ((1 − β) / α).
    pub const fn bounds(&self) -> (f64, f64) {
        self.bounds
    }

    /// The logarithm of the likelihood ratio; `None` where blocks have no spread.
    pub fn llr(&self) -> Option<f64> {
        let SequentialPlan { tested, h0, h1, .. } = self.plan;
        let (ratio, variance) = (self.sums.ratio()?, self.sums.variance()?);
        let of_one = match tested {
            Tested::Rate => {
                let (won, lost) = self.logs;
                ratio * (1.0 - ratio) * (ratio * won + (1.0 - ratio) * lost)
            }
            Tested::Mean => (h1 - h0) * (ratio - (h0 + h1) / 2.0),
        };
        (variance > 0.0).then(|| of_one / variance)
    }

    /// The ratio so far. Where the test has ended it is biased away from the middle, since a test
    /// ends when luck is great.
    pub fn ratio(&self) -> Option<f64> {
        self.sums.ratio()
    }

    /// The 95 % confidence sequence for the ratio: the truth lies in it at *all* numbers of blocks at
    /// once with that chance, so it holds at any stop. It is the asymptotic one of Waudby-Smith et al.
    /// (2024, theorem 2.2), r ± √(v · 2 (1 + 1/(m ρ²)) · ln (√(1 + m ρ²) / 0.05)) after m
    /// blocks, with ρ chosen so that it is narrowest at a tenth of the most blocks. `None` before
    /// [`FIRST`](Self::FIRST) blocks, and where they have no spread.
    pub fn confidence(&self) -> Option<Interval> {
        const ALPHA: f64 = 0.05;
        if self.taken < Self::FIRST {
            return None;
        }
        let (ratio, variance) = (self.sums.ratio()?, self.sums.variance()?);
        let narrowest = (self.plan.most / 10).max(Self::FIRST) as f64;
        let twice = -2.0 * ln(ALPHA);
        let rho = (twice + ln(twice + 1.0)) / narrowest;
        let at = self.sums.blocks() as f64 * rho;
        let stretch = (1.0 + 1.0 / at) * (twice + ln(1.0 + at));
        (variance > 0.0).then(|| Interval::student(ratio, variance * stretch, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: SequentialPlan = SequentialPlan {
        tested: Tested::Rate,
        h0: 0.2,
        h1: 0.3,
        alpha: 0.05,
        beta: 0.1,
        most: 400,
    };

    /// Blocks of 5 with 1 and 2 wins in turn: after 50 of them r = 0.3, v = 50/49 · 50 · 0.25 / 250² =
    /// 1/4900, and e = 0.21 · 4900 = 1029 trials: 1029 (0.3 ln 1.5 + 0.7 ln 0.875). As a mean it is
    /// 0.1 · 0.05 · 4900.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "the platform's are held against ours")]
    fn by_hand() {
        let mut test = Sequential::new(PLAN);
        let (lower, upper) = test.bounds();
        assert!((lower - (0.1_f64 / 0.95).ln()).abs() < 1e-14);
        assert!((upper - (0.9_f64 / 0.05).ln()).abs() < 1e-14);
        for block in 0..100 {
            assert_eq!(test.stop(), (block >= 50).then_some(Stop::H1), "{block}");
            test.take(1 + block % 2, 5);
        }
        assert_eq!(test.blocks(), 50);
        let llr = 1029.0 * (0.3 * 1.5_f64.ln() + 0.7 * 0.875_f64.ln());
        assert!((test.llr().unwrap() - llr).abs() < 1e-9);
        let mut mean = Sequential::new(SequentialPlan { tested: Tested::Mean, ..PLAN });
        (0..50).for_each(|block| mean.take(1 + block % 2, 5));
        assert!((mean.llr().unwrap() - 0.1 * 0.05 * 4900.0).abs() < 1e-9);
        assert_eq!(test.ratio(), Some(0.3));
        // v is 1/4900; ρ² is 7.93647 / 50, so that m ρ² is 7.93647.
        let half = (1.0_f64 / 4900.0 * (1.0 + 1.0 / 7.93647) * (5.99146 + 8.93647_f64.ln())).sqrt();
        let interval = test.confidence().unwrap();
        assert!((interval.high - 0.3 - half).abs() < 1e-6, "{interval:?} {half}");
    }

    #[test]
    fn ends_at_the_most_blocks_and_the_other_way_too() {
        let mut test = Sequential::new(SequentialPlan { most: 60, ..PLAN });
        (0..60).for_each(|_| test.take(1, 5));
        assert_eq!((test.stop(), test.llr()), (Some(Stop::Undecided), None));
        let mut test = Sequential::new(PLAN);
        (0..60).for_each(|block| test.take(block % 2, 5));
        assert_eq!((test.stop(), test.blocks()), (Some(Stop::H0), 50));
        let mut test =
            Sequential::new(SequentialPlan { tested: Tested::Mean, h0: 3.0, h1: 2.5, ..PLAN });
        (0..60).for_each(|block| test.take(block % 2, 1));
        assert_eq!(test.stop(), Some(Stop::H1), "less can be better");
    }
}
