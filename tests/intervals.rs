//! Intervals against answers that are known from elsewhere.

use domeng::statistics::{Interval, RatioSums, t_critical};
use proptest::prelude::*;

fn sums(blocks: impl IntoIterator<Item = (i64, u64)>) -> RatioSums {
    let mut sums = RatioSums::new();
    for (y, n) in blocks {
        sums.add(y, n);
    }
    sums
}

fn close(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

/// Blocks 1/5, 3/5, 2/10. The ratio is 6/20 = 0.3; the residuals are 1 − 1.5 = −0.5, 3 − 1.5 = 1.5,
/// 2 − 3 = −1; their squares sum to 0.25 + 2.25 + 1 = 3.5. The variance is 3/2 · 3.5 / 20² =
/// 0.013125, its root 0.1145644; t with two degrees of freedom is 4.3026527.
#[test]
fn by_hand() {
    let sums = sums([(1, 5), (3, 5), (2, 10)]);
    assert_eq!(sums.blocks(), 3);
    assert!(close(sums.ratio().unwrap(), 0.3));
    assert!(close(sums.variance().unwrap(), 0.013125));
    // 0.3 ± 4.3026527 · 0.1145644 = 0.3 ± 0.4929308.
    let Interval { low, high } = sums.mean_interval().unwrap();
    assert_eq!(format!("{low:.6} {high:.6}"), "-0.192931 0.792931");
    // The effective size is 0.3 · 0.7 / 0.013125 = 16; h = t² / 16 = 18.5128205 / 16 = 1.1570513;
    // (0.3 + h/2 ∓ √(h (0.3 · 0.7 + h/4))) / (1 + h) = (0.8785256 ∓ 0.7600478) / 2.1570513.
    let Interval { low, high } = sums.rate_interval().unwrap();
    assert_eq!(format!("{low:.6} {high:.6}"), "0.054926 0.759636");
}

/// A sample of whole school districts from the Californian Academic Performance Index, `apiclus1` of
/// the R package `survey` (Lumley 2004): schools, of them elementary and high, and the sums of
/// their scores `api00` and of their pupils `enroll`, a row a district.
const DISTRICTS: [(u64, i64, i64, i64, u64); 15] = [
    (11, 8, 1, 7359, 6081),
    (4, 2, 1, 1888, 1436),
    (2, 1, 0, 905, 680),
    (13, 10, 0, 8593, 6958),
    (2, 2, 0, 1116, 683),
    (4, 2, 1, 2493, 1641),
    (4, 2, 1, 2077, 1668),
    (16, 13, 0, 11369, 9025),
    (9, 4, 4, 6386, 2180),
    (34, 34, 0, 22508, 15038),
    (21, 16, 2, 13761, 14968),
    (37, 30, 3, 20394, 25814),
    (13, 10, 0, 9372, 6777),
    (1, 1, 0, 551, 274),
    (12, 9, 1, 9111, 7375),
];

/// What `svymean` and `svyratio` of `survey` 4.5 give for the design `svydesign(id = ~dnum,
/// weights = ~pw, data = apiclus1)`, and `confint(…, df = 14)` for the scores.
#[test]
fn as_survey_in_r() {
    let elementary = sums(DISTRICTS.map(|(schools, elementary, ..)| (elementary, schools)));
    let high = sums(DISTRICTS.map(|(schools, _, high, ..)| (high, schools)));
    let scores = sums(DISTRICTS.map(|(schools, _, _, api00, _)| (api00, schools)));
    let per_pupil = sums(DISTRICTS.map(|(.., api00, enroll)| (api00, enroll)));
    for (sums, ratio, error) in [
        (elementary, 0.78688524590164, 0.0468025716133837),
        (high, 0.0765027322404372, 0.0270798559291773),
        (scores, 644.169398907104, 23.7790107208869),
        (per_pupil, 1.17182250144138, 0.127544610789565),
    ] {
        assert!(close(sums.ratio().unwrap(), ratio));
        assert!(close(sums.variance().unwrap().sqrt(), error));
    }
    let Interval { low, high } = scores.mean_interval().unwrap();
    assert!(close(low, 593.168493261091) && close(high, 695.170304553117), "{low} {high}");
}

#[test]
fn nothing_is_made_of_nothing() {
    let none = |sums: RatioSums| {
        (sums.variance(), sums.mean_interval(), sums.rate_interval()) == (None, None, None)
    };
    assert!(none(RatioSums::new()));
    assert_eq!(RatioSums::new().ratio(), None);
    // A single block has a ratio and no spread.
    assert!(none(sums([(2, 5)])));
    assert_eq!(sums([(2, 5)]).ratio(), Some(0.4));
    // A block in which there was nothing to count is none.
    assert_eq!(sums([(2, 5), (0, 0)]), sums([(2, 5)]));
    // Differences are no rates.
    assert_eq!(sums([(-3, 5), (1, 5)]).rate_interval(), None);
    assert_eq!(sums([(7, 5), (6, 5)]).rate_interval(), None);
    assert_eq!(sums([(-1, 5), (1, 5)]).rate_interval(), None);
    assert!(sums([(-3, 5), (1, 5)]).mean_interval().is_some());
}

/// With no wins in m blocks the effective size is m: the upper limit is t² / (m + t²). For 10
/// blocks t with 9 degrees of freedom is 2.2621572: 5.1173552 / 15.1173552 = 0.3385086.
#[test]
fn blocks_that_agree() {
    let lost = sums([(0, 5); 10]).rate_interval().unwrap();
    assert_eq!(format!("{} {:.6}", lost.low, lost.high), "0 0.338509");
    let won = sums([(25, 25); 10]).rate_interval().unwrap();
    assert_eq!(format!("{:.6} {}", won.low, won.high), "0.661491 1");
    // Two blocks of 2/5: h = 12.7062047² / 2 = 80.7238194; (0.4 + h/2 ∓ √(h (0.4 · 0.6 + h/4))) /
    // (1 + h) = (40.7619097 ∓ 40.6012004) / 81.7238194.
    let even = sums([(2, 5), (2, 5)]).rate_interval().unwrap();
    assert_eq!(format!("{:.6} {:.6}", even.low, even.high), "0.001966 0.995586");
    assert_eq!(sums([(2, 5), (2, 5)]).mean_interval(), Some(Interval { low: 0.4, high: 0.4 }));
}

/// 10¹⁰ blocks and more of 10⁹, in which y is by turns n − 1 and n − 3. The ratio is 1 − 2/n, all
/// residuals are ±1, so that the variance is m / (m − 1) · m / (m n)² = 1 / ((m − 1) n²). A sum of
/// squares is 10¹⁸ a block, of which a residual is 1: in floating point nothing would be left.
#[test]
fn great_sums_stay_exact() {
    let n = 1_000_000_000;
    let mut sums = sums([(n - 1, n as u64), (n - 3, n as u64)]);
    for _ in 0..34 {
        let half = sums;
        sums.merge(&half);
    }
    let (blocks, n) = ((1u64 << 35) as f64, n as f64);
    assert_eq!(sums.blocks(), 1 << 35);
    assert!((sums.ratio().unwrap() - (1.0 - 2.0 / n)).abs() < 1e-15);
    let scaled = sums.variance().unwrap() * (blocks - 1.0) * n * n;
    assert!(close(scaled, 1.0), "{scaled}");
    let Interval { low, high } = sums.rate_interval().unwrap();
    assert!(low < 1.0 - 2.0 / n && 1.0 - 2.0 / n < high && high < 1.0);
}

/// Beyond 128 bits there is no interval, and no panic.
#[test]
fn too_great_sums_are_told() {
    let sums = sums([(i64::MIN, u64::MAX), (i64::MAX, u64::MAX), (i64::MAX, 1)]);
    assert_eq!((sums.variance(), sums.mean_interval(), sums.rate_interval()), (None, None, None));
    assert!(close(sums.ratio().unwrap(), 0.25));
}

fn blocks() -> impl Strategy<Value = Vec<(i64, u64)>> {
    proptest::collection::vec((-2_000i64..2_000, 1u64..100), 2..60)
}

proptest! {
    /// Parts merge into the whole, whatever the order.
    #[test]
    fn merging_is_adding(mut blocks in blocks(), cut in 0usize..60) {
        let whole = sums(blocks.iter().copied());
        let (left, right) = blocks.split_at(cut.min(blocks.len()));
        let mut merged = sums(right.iter().copied());
        merged.merge(&sums(left.iter().copied()));
        prop_assert_eq!(merged, whole);
        blocks.reverse();
        prop_assert_eq!(sums(blocks), whole);
    }

    /// The definition, with residuals taken block by block.
    #[test]
    fn the_variance_is_its_definition(blocks in blocks()) {
        let sums = sums(blocks.iter().copied());
        let ratio = sums.ratio().unwrap();
        let residuals = blocks.iter().map(|&(y, n)| (y as f64 - ratio * n as f64).powi(2));
        let total = blocks.iter().map(|&(_, n)| n as f64).sum::<f64>();
        let m = blocks.len() as f64;
        let variance = m / (m - 1.0) * residuals.sum::<f64>() / (total * total);
        prop_assert!((sums.variance().unwrap() - variance).abs() <= 1e-9 * variance);
    }

    /// Blocks of equal size: the usual t interval of the blocks' means.
    #[test]
    fn equal_blocks_are_students_t(
        ys in proptest::collection::vec(-500i64..500, 2..60),
        n in 1u64..50,
    ) {
        let means: Vec<_> = ys.iter().map(|&y| y as f64 / n as f64).collect();
        let m = means.len() as f64;
        let mean = means.iter().sum::<f64>() / m;
        let variance = means.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (m - 1.0);
        let half = t_critical(ys.len() as u64 - 1).unwrap() * (variance / m).sqrt();
        let interval = sums(ys.into_iter().map(|y| (y, n))).mean_interval().unwrap();
        prop_assert!((interval.low - (mean - half)).abs() < 1e-8);
        prop_assert!((interval.high - (mean + half)).abs() < 1e-8);
    }

    /// Wins and losses are mirror images, and the limits hold the rate.
    #[test]
    fn rates_mirror(blocks in proptest::collection::vec((0i64..=25, 25u64..=25), 2..60)) {
        let sums_of = |blocks: &[(i64, u64)]| sums(blocks.iter().copied());
        let lost: Vec<_> = blocks.iter().map(|&(y, n)| (n as i64 - y, n)).collect();
        let (won, lost) = (sums_of(&blocks), sums_of(&lost));
        let rate = won.ratio().unwrap();
        let (won, lost) = (won.rate_interval().unwrap(), lost.rate_interval().unwrap());
        prop_assert!(0.0 <= won.low && won.low <= rate && rate <= won.high && won.high <= 1.0);
        prop_assert!(close(won.low, 1.0 - lost.high) && close(won.high, 1.0 - lost.low));
    }
}

/// The last bits too are the same on every machine, and stay so. Python gives these for the same
/// operations in the same order.
#[test]
fn to_the_last_bit() {
    let sums = sums(DISTRICTS.map(|(schools, elementary, ..)| (elementary, schools)));
    let bits = |Interval { low, high }| format!("{:016x} {:016x}", low.to_bits(), high.to_bits());
    assert_eq!(bits(sums.rate_interval().unwrap()), "3fe57f3d78b980a8 3febd2aa9017df2c");
    assert_eq!(bits(sums.mean_interval().unwrap()), "3fe5f7d6a2acc506 3fec647d4c89c9aa");
    assert_eq!(format!("{:016x}", t_critical(100).unwrap().to_bits()), "3fffbe58eb3efc77");
}

#[test]
fn trials_at_once_are_those_one_by_one() {
    for (successes, trials) in [(0, 7), (3, 7), (7, 7), (0, 0)] {
        let one_by_one = sums((0..trials).map(|trial| (i64::from(trial < successes), 1)));
        assert_eq!(RatioSums::of_trials(successes, trials), one_by_one);
    }
    // Of 10¹² trials nothing is lost: 1.96 · √(0.2 · 0.8 / 10¹²) = 7.84 · 10⁻⁷ to either side.
    let Interval { low, high } =
        RatioSums::of_trials(200_000_000_000, 1_000_000_000_000).rate_interval().unwrap();
    assert_eq!(format!("{low:.8} {high:.8}"), "0.19999922 0.20000078");
}
