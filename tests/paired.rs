//! Differences of two ratios against answers that are known from elsewhere.

use domeng::engine::{Random, Seed};
use domeng::statistics::{
    Apart, Interval, PairedSums, RatioSums, detectable, independent_difference, pairing_gain,
    t_critical,
};
use proptest::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};

type Block = (i64, u64);

fn pairs(blocks: impl IntoIterator<Item = (Block, Block)>) -> PairedSums {
    let mut pairs = PairedSums::new();
    for (first, second) in blocks {
        pairs.add(first, second);
    }
    pairs
}

fn sums(blocks: impl IntoIterator<Item = Block>) -> RatioSums {
    let mut sums = RatioSums::new();
    for (y, n) in blocks {
        sums.add(y, n);
    }
    sums
}

fn close(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

/// Hours of sleep gained under two drugs, times ten: the ten patients of Student (1908), the data
/// set `sleep` of R.
const SLEEP: [(i64, i64); 10] = [
    (7, 19),
    (-16, 8),
    (-2, 11),
    (-12, 1),
    (-1, -1),
    (34, 44),
    (37, 55),
    (8, 16),
    (0, 46),
    (20, 34),
];

fn slept((first, second): (i64, i64)) -> (Block, Block) {
    ((first, 10), (second, 10))
}

/// `t.test(extra ~ group, data = sleep, paired = TRUE)` of R prints t = −4.0621, 9 degrees of freedom,
/// −2.4598858 to −0.7001142; the further digits are those of `scipy.stats.ttest_rel`.
#[test]
fn paired_as_in_r() {
    let sleep = pairs(SLEEP.map(slept));
    assert!(close(sleep.first().ratio().unwrap(), 0.75));
    assert!(close(sleep.second().ratio().unwrap(), 2.33));
    let difference = sleep.difference().unwrap();
    assert!(close(difference, -1.58));
    assert!(close(difference / sleep.variance().unwrap().sqrt(), -4.062127683382037));
    let Interval { low, high } = sleep.interval().unwrap();
    assert!(close(low, -2.459885763276983) && close(high, -0.7001142367230175), "{low} {high}");
}

/// `t.test(extra ~ group, data = sleep)` of R has t = −1.8608135 with 17.776 degrees of freedom and
/// the interval −3.3654832 to 0.2054832. Here it is that of 17 degrees: t is 2.1098156 and not
/// 2.1028, the standard error 1.58 / 1.8608135 = 0.8490910.
#[test]
fn independent_as_in_r_but_for_whole_degrees() {
    let sleep = pairs(SLEEP.map(slept));
    let Apart { difference, interval: Interval { low, high }, p } =
        independent_difference(sleep.first(), sleep.second()).unwrap();
    assert!(close(difference, -1.58));
    let error = (high - low) / 2.0 / t_critical(17).unwrap();
    assert!(close(difference / error, -1.8608134674868526));
    assert_eq!(format!("{low:.6} {high:.6}"), "-3.371425 0.211425");
    let student = StudentsT::new(0.0, 1.0, 17.0).unwrap();
    assert!((p.unwrap() - 2.0 * student.sf(1.8608134674868526)).abs() < 1e-10);
}

/// Blocks 1/5 and 2/5, 3/5 and 0/0, 2/10 and 1/5. The ratios are 6/20 = 0.3 and 3/10 = 0.3.
/// Residuals of the first, by 20: −0.5/20, 1.5/20, −1/20 = −0.025, 0.075, −0.05; of the second, by
/// 10: 0.5/10, 0, −0.5/10 = 0.05, 0, −0.05. Their differences: −0.075, 0.075, 0; the squares sum to
/// 0.01125, times 3/2 is 0.016875, the root 0.1299038; t with two degrees is 4.3026527.
#[test]
fn by_hand() {
    let pairs = pairs([((1, 5), (2, 5)), ((3, 5), (0, 0)), ((2, 10), (1, 5))]);
    assert_eq!(pairs.blocks(), 3);
    assert_eq!((pairs.first().blocks(), pairs.second().blocks()), (3, 2));
    assert_eq!(pairs.difference(), Some(0.0));
    assert!(close(pairs.variance().unwrap(), 0.016875));
    let Interval { low, high } = pairs.interval().unwrap();
    assert_eq!(format!("{low:.6} {high:.6}"), "-0.558931 0.558931");
}

/// The last bits too are the same on every machine, and stay so. Python gives these for the same
/// operations in the same order.
#[test]
fn to_the_last_bit() {
    let bits = |Interval { low, high }| format!("{:016x} {:016x}", low.to_bits(), high.to_bits());
    let pairs = pairs([((1, 5), (2, 5)), ((3, 5), (0, 0)), ((2, 10), (1, 5)), ((4, 7), (3, 10))]);
    assert_eq!(bits(pairs.interval().unwrap()), "bfd20616144f27a9 3fdb07fb87fbb7c7");
    // 3.83 degrees of freedom.
    let apart = independent_difference(pairs.first(), pairs.second()).unwrap();
    assert_eq!(bits(apart.interval), "bfd40f68bd227ea5 3fdd114e30cf0ec3");
    let least = detectable(pairs.variance().unwrap(), 4, 10).unwrap();
    assert_eq!(format!("{:016x}", least.to_bits()), "3fcc2a3cc49a8786");
}

#[test]
fn nothing_is_made_of_nothing() {
    let given = |pairs: PairedSums| {
        (pairs.difference(), pairs.variance().is_some(), pairs.interval().is_some())
    };
    assert_eq!(given(PairedSums::new()), (None, false, false));
    // A single block has a difference and no spread.
    assert_eq!(given(pairs([((2, 4), (1, 4))])), (Some(0.25), false, false));
    // A side that never had a seat has no ratio.
    let absent = [((2, 4), (0, 0)), ((1, 4), (0, 0))];
    assert_eq!(given(pairs(absent)), (None, false, false));
    assert_eq!(given(pairs(absent.map(|(first, second)| (second, first)))), (None, false, false));
    // A block in which neither had anything to count is none.
    let block = ((2, 4), (1, 4));
    assert_eq!(pairs([block, ((0, 0), (0, 0))]), pairs([block]));

    let one = sums([(1, 5)]);
    let two = sums([(1, 5), (2, 5)]);
    assert_eq!(independent_difference(&one, &two), None);
    assert_eq!(independent_difference(&two, &one), None);
    assert_eq!(independent_difference(&two, &RatioSums::new()), None);
    assert_eq!(pairing_gain(&one, &two), None);
}

/// Beyond 128 bits there is no interval, and no panic; below, the greatest and least blocks have one.
#[test]
fn too_great_sums_are_told() {
    let great = (i64::MIN, u64::MAX);
    let sums = pairs([(great, great), ((1, 1), great)]);
    assert_eq!((sums.variance(), sums.interval()), (None, None));
    assert!(sums.difference().is_some());
    // The squares of a side may leave their integer alone.
    assert_eq!(pairs([(great, (1, 1)), ((1, 1), (0, 1))]).variance(), None);

    // Residuals of the first ±2⁶¹ / 2⁶³ = ±1/4, of the second ±1/4 the other way round, so that the
    // differences are ±1/2 and the variance is 2/1 · (1/4 + 1/4).
    let n = 1u64 << 62;
    let half = (1i64 << 61, n);
    let spread = pairs([(((1i64 << 62), n), (0, 1)), ((0, n), (1, 1))]);
    assert!(close(spread.variance().unwrap(), 1.0), "{:?}", spread.variance());
    assert_eq!(pairs([(half, half), (half, half)]).variance(), Some(0.0));
}

/// The games of a block, five values, drawn in one of two ways.
type Games = fn(&mut Random) -> [i64; 5];

/// +1 or −1, equally often.
fn coin(random: &mut Random) -> i64 {
    2 * random.below(2) as i64 - 1
}

/// What the five games have in common, twice a coin, with a coin of each: the variance of a game is
/// 4 + 1 = 5, that of the sum of five 25 · 4 + 5 · 1 = 105.
fn together(random: &mut Random) -> [i64; 5] {
    let common = 2 * coin(random);
    [(); 5].map(|()| common + coin(random))
}

/// The luck of five hands, −2 to 2, of which each game has another, with a coin of each: the
/// variance of a game is 10/5 + 1 = 3; the luck of all five is 0, so that of the sum is 5.
fn balanced(random: &mut Random) -> [i64; 5] {
    let mut luck = [-2, -1, 0, 1, 2];
    random.shuffle(&mut luck);
    luck.map(|luck| luck + coin(random))
}

/// As many blocks of these games: each game alone, and each block as a whole.
fn shared(games: Games, blocks: u64, random: &mut Random) -> (RatioSums, RatioSums) {
    let (mut alone, mut whole) = (RatioSums::new(), RatioSums::new());
    for _ in 0..blocks {
        let block = games(random);
        block.into_iter().for_each(|y| alone.add(y, 1));
        whole.add(block.into_iter().sum(), 5);
    }
    (alone, whole)
}

/// With 20 000 blocks the standard error of a variance is about 1 % of it. The gain is five times
/// the variance of a game by that of the sum of five: 25/105 and 15/5.
#[test]
fn what_pairing_gains() {
    for (name, games, gain) in [
        ("together", together as Games, 25.0 / 105.0),
        ("balanced", balanced, 3.0),
        ("independent", |random| [(); 5].map(|()| coin(random)), 1.0),
    ] {
        let (alone, whole) = shared(games, 20_000, &mut Seed(1).schedule(0));
        let found = pairing_gain(&alone, &whole).unwrap();
        assert!((found / gain - 1.0).abs() < 0.05, "{name}: {found}, not {gain}");
    }
}

/// The variance over games of runs that share deals is the one that runs have which share none:
/// 4000 runs of 10 blocks of each kind. Both shares of the truth are 1 ± 4 / 49 for the correction
/// and 1 ± √(2 / 4000) = 1 ± 0.022 for chance.
#[test]
fn games_alone_have_the_variance_of_unshared_deals() {
    const RUNS: u64 = 4_000;
    for (name, games) in [("together", together as Games), ("balanced", balanced)] {
        let mut random = Seed(2).schedule(0);
        let (mut told, mut unshared) = (0.0, 0.0);
        for _ in 0..RUNS {
            told += shared(games, 10, &mut random).0.variance().unwrap();
            // A game of each of fifty blocks, so that no two share anything. The mean is 0.
            let sum = (0..50).map(|_| games(&mut random)[0]).sum::<i64>();
            unshared += (sum as f64 / 50.0).powi(2);
        }
        let share = told / unshared;
        assert!((share - 1.0).abs() < 0.16, "{name}: {told} by {unshared}");
    }
}

/// Games of which the sum of a block is always 0, and sums that are not of the same games.
#[test]
fn no_gain_is_told_without_spread_or_of_other_games() {
    let games = sums([(1, 1), (-1, 1), (2, 1), (-2, 1)]);
    assert_eq!(pairing_gain(&games, &sums([(0, 2), (0, 2)])), None);
    assert!(pairing_gain(&games, &sums([(3, 2), (-3, 2)])).is_some());
    assert_eq!(pairing_gain(&games, &sums([(3, 2), (-2, 2)])), None);
    assert_eq!(pairing_gain(&games, &sums([(3, 2), (-3, 3)])), None);
}

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![6 => (-2_000i64..2_000, 1u64..100), 1 => Just((0, 0))]
}

/// Blocks of which each side has at least two.
fn blocks() -> impl Strategy<Value = Vec<(Block, Block)>> {
    proptest::collection::vec((block(), block()), 2..60).prop_map(|mut blocks| {
        blocks.extend([((3, 5), (4, 7)), ((2, 5), (6, 7))]);
        blocks
    })
}

proptest! {
    /// Parts merge into the whole, whatever the order.
    #[test]
    fn merging_is_adding(mut blocks in blocks(), cut in 0usize..60) {
        let whole = pairs(blocks.iter().copied());
        let (left, right) = blocks.split_at(cut.min(blocks.len()));
        let mut merged = pairs(right.iter().copied());
        merged.merge(&pairs(left.iter().copied()));
        prop_assert_eq!(merged, whole);
        blocks.reverse();
        prop_assert_eq!(pairs(blocks), whole);
    }

    /// The definition, with residuals taken block by block.
    #[test]
    fn the_variance_is_its_definition(blocks in blocks()) {
        let pairs = pairs(blocks.iter().copied());
        let (r1, r2) = (pairs.first().ratio().unwrap(), pairs.second().ratio().unwrap());
        let total = |of: fn(&(Block, Block)) -> u64| blocks.iter().map(of).sum::<u64>() as f64;
        let (n1, n2) = (total(|it| it.0.1), total(|it| it.1.1));
        let squares = blocks.iter().map(|&((y1, m1), (y2, m2))| {
            let first = (y1 as f64 - r1 * m1 as f64) / n1;
            (first - (y2 as f64 - r2 * m2 as f64) / n2).powi(2)
        });
        let m = pairs.blocks() as f64;
        let variance = m / (m - 1.0) * squares.sum::<f64>();
        prop_assert!((pairs.variance().unwrap() - variance).abs() <= 1e-9 * variance.max(1e-9));
    }

    /// Each side alone is what it is without the other, and turned round the interval is mirrored.
    #[test]
    fn sides_are_their_own_and_mirror(blocks in blocks()) {
        let pairs_of = |blocks: &[(Block, Block)]| pairs(blocks.iter().copied());
        let turned: Vec<_> = blocks.iter().map(|&(first, second)| (second, first)).collect();
        let (pairs, turned) = (pairs_of(&blocks), pairs_of(&turned));
        prop_assert_eq!(*pairs.first(), sums(blocks.iter().map(|block| block.0)));
        prop_assert_eq!(*pairs.second(), sums(blocks.iter().map(|block| block.1)));
        let (it, other) = (pairs.interval().unwrap(), turned.interval().unwrap());
        prop_assert!(close(it.low, -other.high) && close(it.high, -other.low));
    }

    /// Nothing differs from itself, to the last bit.
    #[test]
    fn from_itself_by_nothing(blocks in proptest::collection::vec(block(), 2..60)) {
        let mut blocks = blocks;
        blocks.extend([(3, 5), (4, 7)]);
        let pairs = pairs(blocks.into_iter().map(|block| (block, block)));
        prop_assert_eq!(pairs.difference(), Some(0.0));
        prop_assert_eq!(pairs.interval(), Some(Interval { low: 0.0, high: 0.0 }));
    }

    /// Where both sides have the same seats, it is one ratio of differences.
    #[test]
    fn of_equal_seats_one_sample_of_differences(
        blocks in proptest::collection::vec((-500i64..500, -500i64..500, 1u64..50), 2..60),
    ) {
        let pairs = pairs(blocks.iter().map(|&(y1, y2, n)| ((y1, n), (y2, n))));
        let alone = sums(blocks.iter().map(|&(y1, y2, n)| (y1 - y2, n)));
        let (it, one) = (pairs.interval().unwrap(), alone.mean_interval().unwrap());
        prop_assert!((it.low - one.low).abs() < 1e-8 && (it.high - one.high).abs() < 1e-8);
    }

    /// A side without spread adds no doubt: the interval of the other, moved.
    #[test]
    fn a_constant_only_moves(
        blocks in proptest::collection::vec((-500i64..500, 1u64..50), 2..60),
        n in 1u64..9,
    ) {
        let fixed = pairs(blocks.iter().map(|&block| (block, (3 * n as i64, n))));
        let (it, alone) = (fixed.interval().unwrap(), fixed.first().mean_interval().unwrap());
        prop_assert!((it.low - (alone.low - 3.0)).abs() < 1e-8);
        prop_assert!((it.high - (alone.high - 3.0)).abs() < 1e-8);
    }

    /// Without blocks in common: the variances add, and the degrees of freedom lie where they must.
    #[test]
    fn independent_variances_add(
        first in proptest::collection::vec((-500i64..500, 1u64..50), 2..40),
        second in proptest::collection::vec((-500i64..500, 1u64..50), 2..40),
    ) {
        let free = (first.len().min(second.len()) as u64 - 1, (first.len() + second.len()) as u64 - 2);
        let (first, second) = (sums(first), sums(second));
        let Apart { difference, interval: it, .. } = independent_difference(&first, &second).unwrap();
        prop_assert!(close(difference, first.ratio().unwrap() - second.ratio().unwrap()));
        let error = (first.variance().unwrap() + second.variance().unwrap()).sqrt();
        let half = (it.high - it.low) / 2.0;
        prop_assert!(half <= t_critical(free.0).unwrap() * error * (1.0 + 1e-9) + 1e-9);
        prop_assert!(half >= t_critical(free.1).unwrap() * error * (1.0 - 1e-9) - 1e-9);
    }
}
