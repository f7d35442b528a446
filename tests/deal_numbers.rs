//! Deals and their numbers by another method, and that drawn deals are uniform (R2, formats.md).

mod chance;

use chance::{assert_chi_square, assert_uniform, statistic};
use domeng::engine::{Deal, Seed, Tile};
use proptest::prelude::*;

/// Tiles by index as they are written: `00 10 11 20 …`.
fn all_tiles() -> Vec<String> {
    (0..7).flat_map(|a| (0..=a).map(move |b| format!("{a}{b}"))).collect()
}

fn choose(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The positions c₁ < … < c₅ of the colex rank C(c₁,1) + … + C(c₅,5).
fn positions(mut rank: u64) -> Vec<usize> {
    let mut positions = Vec::new();
    for k in (1..=5).rev() {
        let position = (0..28).rev().find(|&c| choose(c, k) <= rank).expect("C(0, k) is 0");
        rank -= choose(position, k);
        positions.insert(0, position as usize);
    }
    positions
}

/// The five hands and the unused tiles of a deal number, straight from formats.md: high tile first.
fn plain_hands(number: u64) -> Vec<String> {
    let radix = [choose(23, 5), choose(18, 5), choose(13, 5), choose(8, 5)];
    let mut rest = number;
    let mut ranks = Vec::new();
    for size in radix.into_iter().rev() {
        ranks.insert(0, rest % size);
        rest /= size;
    }
    ranks.insert(0, rest);
    let mut left = all_tiles();
    let mut hands = Vec::new();
    for rank in ranks {
        let mut hand = Vec::new();
        for position in positions(rank).into_iter().rev() {
            hand.push(left.remove(position));
        }
        hands.push(hand.join(" "));
    }
    left.reverse();
    hands.push(left.join(" "));
    hands
}

/// The same as the engine has it.
fn hands(number: u64) -> Vec<String> {
    let hands = Deal::from_number(number).expect("a deal").hands();
    hands.seats.iter().chain([&hands.unused]).map(ToString::to_string).collect()
}

#[test]
fn deals_are_those_of_the_format() {
    // From scripts/golden_values.py, which lists all subsets in colex order.
    for (number, written) in [
        (
            0,
            [
                "21 20 11 10 00",
                "33 32 31 30 22",
                "44 43 42 41 40",
                "54 53 52 51 50",
                "63 62 61 60 55",
                "66 65 64",
            ],
        ),
        (
            111683364506899429,
            [
                "51 44 21 11 00",
                "66 63 40 20 10",
                "54 52 42 32 31",
                "64 61 43 33 30",
                "62 60 53 50 22",
                "65 55 41",
            ],
        ),
        (
            143064825536938736,
            [
                "52 42 41 33 10",
                "60 54 53 51 21",
                "65 55 44 32 20",
                "64 62 31 30 22",
                "66 61 50 40 11",
                "63 43 00",
            ],
        ),
        (
            530445201382180217,
            [
                "60 55 43 40 20",
                "62 61 22 21 11",
                "64 54 51 30 10",
                "63 52 50 32 31",
                "66 65 53 42 00",
                "44 41 33",
            ],
        ),
        (
            798632461818636652,
            [
                "62 54 53 44 20",
                "55 51 43 22 11",
                "63 61 40 21 10",
                "52 50 32 31 00",
                "64 60 42 41 30",
                "66 65 33",
            ],
        ),
        (
            915571986408104412,
            [
                "63 50 41 32 10",
                "51 31 30 20 00",
                "66 55 43 40 22",
                "64 61 44 42 21",
                "65 62 54 53 33",
                "60 52 11",
            ],
        ),
        (
            980047273998304532,
            [
                "63 54 52 50 00",
                "66 65 53 44 40",
                "61 51 33 30 22",
                "31 21 20 11 10",
                "62 60 55 43 42",
                "64 41 32",
            ],
        ),
        (
            1083511681893474280,
            [
                "63 62 52 50 10",
                "60 55 40 22 11",
                "61 44 31 30 00",
                "65 64 53 42 32",
                "66 54 51 33 21",
                "43 41 20",
            ],
        ),
        (
            1229484715220320983,
            [
                "64 60 31 30 22",
                "62 61 55 51 40",
                "65 63 53 43 00",
                "54 44 41 32 21",
                "66 52 33 20 11",
                "50 42 10",
            ],
        ),
        (
            1346066267577507604,
            [
                "64 63 54 41 10",
                "52 30 20 11 00",
                "55 53 44 40 31",
                "60 50 33 32 21",
                "66 65 61 51 42",
                "62 43 22",
            ],
        ),
        (
            1544876500237322890,
            [
                "65 61 55 50 33",
                "51 43 31 22 10",
                "62 60 54 52 11",
                "66 53 41 21 20",
                "64 63 44 40 30",
                "42 32 00",
            ],
        ),
        (
            2042129794477893119,
            [
                "66 65 64 63 62",
                "61 60 55 54 53",
                "52 51 50 44 43",
                "42 41 40 33 32",
                "31 30 22 21 20",
                "11 10 00",
            ],
        ),
    ] {
        assert_eq!(hands(number), written, "deal {number}");
        assert_eq!(plain_hands(number), written, "deal {number} by the formula");
    }
}

#[test]
fn past_the_last_deal_there_is_none() {
    for number in [Deal::COUNT, Deal::COUNT + 1, u64::MAX] {
        assert_eq!(Deal::from_number(number).map_err(|error| error.0), Err(number));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_deal_is_that_of_the_formula_and_has_its_number(number in 0..Deal::COUNT) {
        let deal = Deal::from_number(number).unwrap();
        prop_assert_eq!(deal.number(), number);
        prop_assert_eq!(hands(number), plain_hands(number));
        prop_assert_eq!(Deal::from_hands(&deal.hands().seats), Some(deal));
    }
}

/// Deals of 40 blocks, 20 elections each, 100 rounds each: as a tournament draws them.
fn drawn(seed: u64) -> impl Iterator<Item = Deal> {
    (0..40).flat_map(move |block| {
        let deals = Seed(seed).deals(block);
        (0..20).flat_map(move |election| (0..100).map(move |round| deals.deal(election, round)))
    })
}

#[test]
fn each_tile_falls_to_each_seat_5_times_in_28_and_is_unused_3_times() {
    for seed in [0, 1, 20_260_101] {
        let mut counts = [[0_u64; 6]; Tile::COUNT];
        let mut deals = 0;
        for deal in drawn(seed) {
            let hands = deal.hands();
            for (place, held) in hands.seats.iter().chain([&hands.unused]).enumerate() {
                for tile in held.iter() {
                    counts[usize::from(tile.index())][place] += 1;
                }
            }
            deals += 1;
        }
        let expected = |place| f64::from(deals) * if place < 5 { 5.0 } else { 3.0 } / 28.0;
        let against = |counts: [u64; 6]| {
            statistic(counts.into_iter().enumerate().map(|(place, n)| (n, expected(place))))
        };
        for (index, counts) in counts.into_iter().enumerate() {
            assert_chi_square(against(counts), 5, &format!("seed {seed}, tile {index}"));
        }
        // All tiles together: two tiles of a deal are not independent, since places are filled
        // without replacement. Their covariance is −1/27 of a tile's own, and so Σ χ² over the tiles
        // is 28/27 of a χ² with (28 − 1)·(6 − 1) degrees of freedom.
        let all: f64 = counts.into_iter().map(against).sum();
        assert_chi_square(all * 27.0 / 28.0, 27 * 5, &format!("seed {seed}, all tiles"));
    }
}

/// Equal stretches of deal numbers; 2⁹ divides the number of deals.
fn bin(deal: Deal, bins: u64) -> usize {
    (deal.number() / (Deal::COUNT / bins)) as usize
}

#[test]
fn deal_numbers_fall_evenly_into_64_bins() {
    assert_eq!(Deal::COUNT % 64, 0);
    for seed in [0, 1, 20_260_101] {
        let mut counts = [0; 64];
        drawn(seed).for_each(|deal| counts[bin(deal, 64)] += 1);
        assert_uniform(&counts, &format!("seed {seed}"));
        // The other end of the number: what the last seat gets of the last eight tiles.
        let mut counts = [0; 56];
        drawn(seed).for_each(|deal| counts[(deal.number() % 56) as usize] += 1);
        assert_uniform(&counts, &format!("seed {seed}, last rank"));
    }
}

#[test]
fn neighbouring_deals_are_independent() {
    let deal = |seed, block, election, round| Seed(seed).deals(block).deal(election, round);
    for (what, step) in [
        ("seed", [1, 0, 0, 0]),
        ("block", [0, 1, 0, 0]),
        ("election", [0, 0, 1, 0]),
        ("round", [0, 0, 0, 1]),
    ] {
        let mut counts = [0; 64];
        for n in 0..80_000_u64 {
            // Places far enough apart that no deal comes into two pairs.
            let [seed, block, election, round] =
                [n % 4 * 2, n / 4 % 10 * 2, n / 40 % 20 * 2, n / 800 * 2];
            let first = deal(seed, block, election as u32, round as u32);
            let second = deal(
                seed + step[0],
                block + step[1],
                (election + step[2]) as u32,
                (round + step[3]) as u32,
            );
            counts[bin(first, 8) * 8 + bin(second, 8)] += 1;
        }
        assert_uniform(&counts, &format!("next {what}"));
    }
}
