//! The random streams: pinned values, so that a change of a generator is noticed, and that draws of
//! neighbouring decisions are uniform and independent.

mod chance;

use std::collections::BTreeMap;

use chance::assert_uniform;
use domeng::engine::{MAX_PLIES, Random, Seat, Seed, Stream};

/// The stream of a decision: seed, block, rotation, election, round, ply, seat.
fn decision([seed, block, rotation, election, round, ply, seat]: [u64; 7]) -> Stream {
    let round = Seed(seed).decisions(block, rotation).round(election as u32, round as u32);
    round.stream(ply as usize, Seat::ALL[seat as usize])
}

/// `n` values of `draw`.
fn draws<T>(n: usize, draw: impl FnMut() -> T) -> Vec<T> {
    std::iter::repeat_with(draw).take(n).collect()
}

// The pinned values are those of scripts/golden_values.py, a second implementation.

#[test]
fn golden_words_of_a_stream() {
    let mut stream = Stream::new(7);
    let words = draws(4, || stream.next_word());
    assert_eq!(words, [0x0B45_A785, 0x5A97_6ACF, 0x42A6_4BE9, 0xA2CE_AB76]);
    let mut stream = Stream::new(u64::MAX);
    assert_eq!(draws(2, || stream.next_word()), [0x7F74_7A7A, 0x2561_B73C]);
}

#[test]
fn golden_numbers_below_a_bound() {
    for (n, numbers) in [
        (1, [0, 0, 0, 0, 0, 0, 0, 0]),
        (2, [0, 0, 1, 1, 1, 1, 0, 1]),
        (3, [2, 0, 1, 1, 1, 0, 0, 1]),
        (5, [2, 0, 0, 0, 1, 4, 4, 0]),
        (6, [0, 2, 4, 3, 5, 2, 0, 4]),
        (49_152, [13_882, 20_711, 31_090, 48_033, 48_476, 9_746, 20_663, 6_604]),
        (65_535, [52_109, 45_721, 15_448, 32_423, 45_271, 31_694, 63_972, 53_119]),
        (65_536, [23_020, 25_283, 4_279, 33_709, 18_613, 1_006, 23_821, 57_095]),
    ] {
        let mut stream = Stream::new(u64::from(n));
        assert_eq!(draws(8, || stream.below(n)), numbers, "below {n}");
    }
}

#[test]
fn golden_words_of_decisions() {
    for (path, words) in [
        ([1, 0, 0, 0, 0, 0, 0], [0x501F_FD52, 0xB451_9C46]),
        ([1, 0, 0, 0, 0, 0, 1], [0x5F41_FEF6, 0xBF05_9168]),
        ([1, 0, 0, 0, 0, 1, 0], [0x4A48_FAC0, 0xF8FC_B4AD]),
        ([1, 2, 3, 4, 5, 6, 1], [0xD84A_132F, 0x4444_0C41]),
        ([u64::MAX, u64::MAX, 4, 9, 9_999, 100, 4], [0x81D7_5493, 0x8E47_4F82]),
    ] {
        let mut stream = decision(path);
        assert_eq!(draws(2, || stream.next_word()), words, "{path:?}");
    }
}

#[test]
fn golden_generators_do_not_depend_on_what_was_drawn() {
    let mut parent = Stream::new(7);
    for _ in 0..2 {
        let mut generator = parent.generator(0);
        assert_eq!(
            draws(3, || generator.next_u64()),
            [0x092A_BC8F_3F15_1CE1, 0xF637_1236_A512_3F13, 0xAD60_0FCD_3864_5AED]
        );
        parent.next_word();
    }
}

fn generator() -> Random {
    Stream::new(7).generator(0)
}

#[test]
fn golden_draws_of_a_generator() {
    for (n, numbers) in [
        (1, [0, 0, 0, 0]),
        (6, [0, 5, 4, 1]),
        (1_000, [35, 961, 677, 291]),
        // One word in four is refused.
        (
            3 << 62,
            [
                495_410_714_090_919_336,
                13_306_251_962_217_246_542,
                9_369_752_055_310_926_897,
                180_933_227_644_613_376,
            ],
        ),
        (
            u64::MAX,
            [
                660_547_618_787_892_448,
                17_741_669_282_956_328_722,
                12_493_002_740_414_569_196,
                5_369_615_716_965_993_391,
            ],
        ),
    ] {
        let mut random = generator();
        assert_eq!(draws(4, || random.below(n)), numbers, "below {n}");
    }
    let mut items: Vec<u8> = (0..10).collect();
    generator().shuffle(&mut items);
    assert_eq!(items, [1, 7, 4, 3, 6, 9, 2, 5, 8, 0]);
    generator().shuffle::<u8>(&mut []);
}

#[test]
fn golden_branches_of_a_seed() {
    let mut schedule = Seed(1).schedule(5);
    assert_eq!(draws(2, || schedule.next_u64()), [0x2BEE_3B2E_C8E9_A085, 0x4C4B_D943_3B2D_62B7]);
    let mut seating = Seed(1).seating(5);
    assert_eq!(draws(2, || seating.next_u64()), [0xC152_8767_B787_54EC, 0xCF3C_49A1_BDF0_46C7]);
    let mut tuner = Seed(1).tuner(5);
    assert_eq!(draws(2, || tuner.next_u64()), [0x8722_B76B_3FC4_1D0E, 0x833D_1D7B_D574_E25C]);
    assert_eq!(Seed(1).tuner_games(5), Seed(0x7290_8CE0_377D_2744));
    for (seed, block, election, round, number) in [
        (0, 0, 0, 0, 558_561_307_088_434_859),
        (1, 0, 0, 0, 798_902_132_129_589_675),
        (1, 1, 0, 0, 1_369_990_719_697_751_548),
        (1, 0, 1, 0, 154_922_843_101_090_030),
        (1, 0, 0, 1, 731_012_978_800_051_656),
        (u64::MAX, u64::MAX, u32::MAX, u32::MAX, 562_322_337_015_923_776),
    ] {
        assert_eq!(Seed(seed).deals(block).deal(election, round).number(), number);
    }
}

/// Paths of many decisions, every number even, so that a neighbour of one is never another; with
/// plies up to 94 a neighbour five plies on is within a round.
fn paths() -> impl Iterator<Item = [u64; 7]> {
    (0..110_000_u64).map(|n| {
        let (ply, n) = (n % 48, n / 48);
        let (seat, n) = (n % 3, n / 3);
        let (round, n) = (n % 8, n / 8);
        let (rotation, n) = (n % 3, n / 3);
        let (election, n) = (n % 4, n / 4);
        let (block, seed) = (n % 3, n / 3);
        [seed, block, rotation, election, round, ply, seat].map(|place| place * 2)
    })
}

#[test]
fn numbers_below_2_to_6_are_even_at_each_ply_and_seat_and_over_rounds_and_blocks() {
    for n in 2..=6_u64 {
        // The first draw of a decision at each (ply, seat), over rounds of several blocks.
        for ply in 0..30 {
            for seat in 0..5 {
                let mut counts = vec![0; n as usize];
                for path in 0..3_000 {
                    let (block, round) = (path % 10, path / 10);
                    let mut stream = decision([5, block, 0, 0, round, ply, seat]);
                    counts[stream.below(n as u32) as usize] += 1;
                }
                assert_uniform(&counts, &format!("below {n}, ply {ply}, seat {seat}"));
            }
        }
        // All decisions of one round, over words drawn in a row.
        let mut counts = vec![0; n as usize];
        for ply in 0..MAX_PLIES as u64 {
            let mut stream = decision([5, 0, 0, 0, 0, ply, ply % 5]);
            (0..200).for_each(|_| counts[stream.below(n as u32) as usize] += 1);
        }
        assert_uniform(&counts, &format!("below {n}, one round"));
    }
}

/// Counts pairs of numbers below `n` in `n` by `n` cells and asks whether all cells are alike.
fn assert_independent(n: u32, what: &str, pair: impl Fn([u64; 7]) -> (u32, u32)) {
    let mut counts = vec![0; (n * n) as usize];
    for path in paths() {
        let (first, second) = pair(path);
        counts[(first * n + second) as usize] += 1;
    }
    assert_uniform(&counts, &format!("below {n}, {what}"));
}

#[test]
fn first_draws_of_neighbouring_decisions_are_independent() {
    let places = ["seed", "block", "rotation", "election", "round", "ply", "seat"];
    for n in [2, 3, 4, 5, 6, 64] {
        for (place, name) in places.into_iter().enumerate() {
            assert_independent(n, &format!("next {name}"), |path| {
                let mut next = path;
                next[place] = if name == "seat" { (path[place] + 1) % 5 } else { path[place] + 1 };
                (decision(path).below(n), decision(next).below(n))
            });
        }
        // As play goes: the next seat at the next ply, and the same seat five plies on.
        for steps in [1, 5] {
            assert_independent(n, &format!("{steps} plies on"), |path| {
                let [seed, block, rotation, election, round, ply, seat] = path;
                let later =
                    [seed, block, rotation, election, round, ply + steps, (seat + steps) % 5];
                (decision(path).below(n), decision(later).below(n))
            });
        }
    }
}

#[test]
fn draws_of_one_stream_and_of_its_generators_are_independent() {
    for n in [2, 3, 4, 5, 6, 64] {
        let part = |path, id| decision(path).generator(id).below(u64::from(n)) as u32;
        assert_independent(n, "next word", |path| {
            let mut stream = decision(path);
            (stream.below(n), stream.below(n))
        });
        assert_independent(n, "generator", |path| (decision(path).below(n), part(path, 0)));
        assert_independent(n, "next generator", |path| (part(path, 6), part(path, 7)));
    }
}

/// The first words of each decision of a round, at every offset up to four, are met nowhere else in
/// the round: two words, 64 bits, would meet by chance once in 10¹² rounds.
#[test]
fn streams_do_not_meet() {
    for seed in 0..20 {
        for round in 0..50 {
            let streams = Seed(seed).decisions(round % 7, seed % 5).round(0, round as u32);
            let mut met = BTreeMap::new();
            for ply in 0..MAX_PLIES {
                for seat in Seat::ALL {
                    let mut stream = streams.stream(ply, seat);
                    let words = draws(5, || stream.next_word());
                    for pair in words.windows(2) {
                        let other = met.insert([pair[0], pair[1]], (ply, seat));
                        assert_eq!(other, None, "seed {seed}, round {round}, {ply}, {seat:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn numbers_and_orders_of_a_generator_are_even() {
    let mut random = generator();
    for n in [2, 3, 5, 6, 7, 28, 100] {
        let mut counts = vec![0; n as usize];
        (0..n * 2_000).for_each(|_| counts[random.below(n) as usize] += 1);
        assert_uniform(&counts, &format!("below {n}"));
    }
    // A bound that refuses one word in four, in thirds.
    let mut counts = [0; 3];
    (0..60_000).for_each(|_| counts[(random.below(3 << 62) >> 62) as usize] += 1);
    assert_uniform(&counts, "below 3 · 2⁶²");
    // All 120 orders of five.
    let mut orders: BTreeMap<[u8; 5], u64> = BTreeMap::new();
    for _ in 0..60_000 {
        let mut items = [0, 1, 2, 3, 4];
        random.shuffle(&mut items);
        *orders.entry(items).or_default() += 1;
    }
    let counts: Vec<u64> = orders.into_values().collect();
    assert_eq!(counts.len(), 120);
    assert_uniform(&counts, "orders");
}
