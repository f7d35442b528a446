//! What differences, families of them and strengths come to, against answers known from elsewhere and
//! by simulation.

#![expect(clippy::disallowed_methods, reason = "what is expected may differ in the last bit")]

use domeng::engine::{Random, Seed};
use domeng::statistics::{
    BootstrapSums, CrossSums, Finish, PairedSums, Rankings, RatioSums, StrengthReplicates, holm,
    poisson_weight, t_critical, t_tail,
};

fn random(id: u64) -> Random {
    Seed(1).schedule(id)
}

fn uniform(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

fn weights(block: u64, count: u64) -> impl Iterator<Item = u64> {
    let stream = Seed(5).bootstrap(block);
    (0..count).map(move |replicate| poisson_weight(stream.word(replicate)))
}

/// Families of ten without any difference: one in twenty has one that seems real, if they are
/// independent. 1 − (1 − 0.005)^10 = 0.0489 of 40 000, ± four standard errors.
#[test]
fn holm_errs_in_one_family_of_twenty() {
    let mut random = random(1);
    let mut wrong = 0;
    for _ in 0..40_000 {
        let p: [Option<f64>; 10] = std::array::from_fn(|_| Some(uniform(&mut random)));
        wrong += u32::from(holm(&p).iter().any(|&p| p <= 0.05));
    }
    assert!((1784..=2128).contains(&wrong), "{wrong}");
}

#[test]
fn bootstrap_parts_merge_into_the_whole() {
    let (mut whole, mut parts) =
        (BootstrapSums::new(50), [BootstrapSums::new(50), BootstrapSums::new(50)]);
    for block in 0..40 {
        let (y, weights) = ((block * 7 % 5) as i64, weights(block, 50).collect::<Vec<_>>());
        whole.add(y, 5, &weights);
        parts[usize::from(block % 3 == 0)].add(y, 5, &weights);
    }
    let [mut first, second] = parts;
    first.merge(&second);
    assert_eq!(first, whole);
}

/// Of 2000 blocks, 2000 replicates: the variance between them is known to 3.2 % (one standard
/// error), and that of the formula to as much.
#[test]
fn bootstrap_comes_to_the_variance_of_the_formula() {
    let (mut formula, mut bootstrap) = (RatioSums::new(), BootstrapSums::new(2_000));
    let mut random = random(2);
    for block in 0..2_000 {
        let n = 1 + random.below(5);
        let y = random.below(n + 1) as i64;
        formula.add(y, n);
        bootstrap.add(y, n, &weights(block, 2_000).collect::<Vec<_>>());
    }
    let by = bootstrap.variance().unwrap() / formula.variance().unwrap();
    assert!((0.88..1.12).contains(&by), "{by}");
}

/// Sides that are summed alone, and what they have in common, come to the same as block by block.
#[test]
fn pairs_from_parts_are_those_block_by_block() {
    let (mut first, mut second) = (RatioSums::new(), RatioSums::new());
    let (mut both, mut whole) = (CrossSums::default(), PairedSums::new());
    let mut random = random(3);
    for _ in 0..200 {
        let mut side = || match random.below(3) {
            0 => (0, 0),
            _ => (random.below(6) as i64 - 2, 1 + random.below(4)),
        };
        let (one, two) = (side(), side());
        first.add(one.0, one.1);
        second.add(two.0, two.1);
        whole.add(one, two);
        if one != (0, 0) && two != (0, 0) {
            both.add(one, two);
        }
    }
    assert_eq!(PairedSums::of(&first, &second, &both), whole);
    assert!(both.blocks() > 50);
}

/// The limits of an interval that ends at 0 are those of p = 0.05.
#[test]
fn p_values_go_with_intervals() {
    let mut sums = PairedSums::new();
    for block in 0..30 {
        sums.add((block % 4, 5), (block % 3, 5));
    }
    let t = sums.difference().unwrap() / sums.variance().unwrap().sqrt();
    assert_eq!(sums.p_value(), t_tail(t, 29));
    let real = t.abs() > t_critical(29).unwrap();
    assert_eq!(sums.p_value().unwrap() < 0.05, real);
    let mut same = PairedSums::new();
    (0..9).for_each(|block| same.add((block, 9), (block, 9)));
    assert_eq!(same.p_value(), None);
}

/// Elections of two, with a winner.
fn beats(rankings: &mut Rankings, winner: usize, loser: usize, count: u64) {
    rankings.add(&Finish { contenders: &[winner, loser], ranks: &[1, 2] }, count);
}

/// Games of the American League East, 1987, wins of the team of the row: what Agresti (2002, table
/// 10.10) and the R package BradleyTerry2 fit, beside Baltimore.
#[test]
fn strengths_of_baseball_teams_as_published() {
    const WINS: [[u64; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut rankings = Rankings::new(7);
    for (team, wins) in WINS.iter().enumerate() {
        wins.iter().enumerate().for_each(|(other, &n)| beats(&mut rankings, team, other, n));
    }
    let strengths = rankings.strengths(6).unwrap();
    let told: Vec<String> =
        (0..7).map(|team| format!("{:.3}", strengths.ln_strength(team))).collect();
    assert_eq!(told, ["1.581", "1.436", "1.294", "1.248", "1.108", "0.684", "0.000"]);
}

/// Of two contenders Davidson's model is as free as the data: strengths are as wins, and δ is ties by
/// the root of the product of wins.
#[test]
fn ties_of_two_have_a_closed_form() {
    let mut rankings = Rankings::new(2);
    for (ranks, count) in [([2, 3], 18), ([3, 2], 8), ([2, 2], 24)] {
        rankings.add(&Finish { contenders: &[0, 1], ranks: &ranks }, count);
    }
    let strengths = rankings.strengths(1).unwrap();
    assert!((strengths.ln_strength(0) - (18.0_f64 / 8.0).ln()).abs() < 1e-12);
    assert!((strengths.ties(2) - 24.0 / (18.0_f64 * 8.0).sqrt()).abs() < 1e-12);
    assert_eq!(strengths.ties(3), 0.0);
}

/// Plackett–Luce of three with strengths 4, 2 and 1: of 105 elections the order 0 1 2 has
/// 4/7 · 2/3 · 105 = 40, and so on. Counts that are the chances give the strengths back.
#[test]
fn enumerated_orders_of_three() {
    let mut rankings = Rankings::new(3);
    for (ranks, count) in [
        ([1, 2, 3], 40),
        ([1, 3, 2], 20),
        ([2, 1, 3], 24),
        ([3, 1, 2], 6),
        ([2, 3, 1], 10),
        ([3, 2, 1], 5),
    ] {
        rankings.add(&Finish { contenders: &[0, 1, 2], ranks: &ranks }, count);
    }
    let strengths = rankings.strengths(2).unwrap();
    for (contender, strength) in [(0, 4.0_f64), (1, 2.0), (2, 1.0)] {
        assert!((strengths.ln_strength(contender) - strength.ln()).abs() < 1e-12);
    }
}

/// One election of a made-up world: the first is chosen alone, the others may tie.
fn draw(strengths: &[f64], contenders: &[usize], ties: f64, random: &mut Random) -> Vec<u8> {
    let mut ranks = vec![0; contenders.len()];
    let mut left: Vec<usize> = (0..contenders.len()).collect();
    let mut rank = 1;
    while !left.is_empty() {
        let size = |group: usize| group.count_ones() as usize;
        let weight = |group: usize| {
            let members = (0..left.len()).filter(|at| group >> at & 1 == 1);
            let sum: f64 = members.map(|at| strengths[contenders[left[at]]]).sum();
            let tie = if size(group) == 2 { ties } else { 1.0 };
            tie * (sum / size(group) as f64).exp()
        };
        let most = if rank == 1 { 1 } else { 2 };
        let groups: Vec<usize> =
            (1..1 << left.len()).filter(|&group| size(group) <= most).collect();
        let mut draw = uniform(random) * groups.iter().map(|&group| weight(group)).sum::<f64>();
        let chosen = groups.iter().find(|&&group| {
            draw -= weight(group);
            draw < 0.0
        });
        let group = *chosen.unwrap_or(&1);
        let (taken, rest) =
            left.iter().enumerate().partition::<Vec<_>, _>(|(at, _)| group >> at & 1 == 1);
        taken.iter().for_each(|&(_, &seat)| ranks[seat] = rank);
        rank += taken.len() as u8;
        left = rest.into_iter().map(|(_, &seat)| seat).collect();
    }
    ranks
}

/// Simulated runs, each of blocks of five elections at one table: how many of the intervals of each
/// strength hold it.
fn coverage(strengths: &[f64], runs: u64, blocks: u64) -> Vec<u64> {
    let mut held = vec![0; strengths.len()];
    for run in 0..runs {
        let mut random = random(1000 + run);
        let mut all = Vec::new();
        let mut rankings = Rankings::new(strengths.len());
        for _ in 0..blocks {
            let mut order: Vec<usize> = (0..strengths.len()).collect();
            random.shuffle(&mut order);
            let mut contenders: Vec<usize> = order.into_iter().cycle().take(5).collect();
            contenders.sort_unstable();
            let ends: Vec<Vec<u8>> =
                (0..5).map(|_| draw(strengths, &contenders, 0.3, &mut random)).collect();
            for ranks in &ends {
                rankings.add(&Finish { contenders: &contenders, ranks }, 1);
            }
            all.push((contenders, ends));
        }
        let fit = rankings.strengths(0).unwrap();
        let mut replicates = StrengthReplicates::new(&fit, 200);
        for (number, (contenders, ends)) in (0..).zip(&all) {
            let finishes = ends.iter().map(|ranks| (Finish { contenders, ranks }, 1));
            replicates.add(finishes, weights(run << 32 | number, 200));
        }
        let critical = t_critical(blocks - 1).unwrap();
        for (at, variance) in replicates.variances().unwrap().iter().enumerate() {
            let off = (fit.ln_strength(at) - strengths[at]).abs();
            held[at] += u64::from(off <= critical * variance.sqrt());
        }
    }
    held
}

/// Of 400 runs 95 % are 380, with a standard error of 4.4.
#[test]
fn known_strengths_lie_within_their_intervals() {
    let held = coverage(&[0.0, 0.7, -0.5, 1.5, 0.2, -1.0], 400, 60);
    assert_eq!(held[0], 400, "the anchor");
    assert!(held[1..].iter().all(|held| (362..=396).contains(held)), "{held:?}");
}

/// One strategy under several labels, with five at the table where there are two.
#[test]
fn equal_contenders_have_equal_strengths_within_their_intervals() {
    let held = coverage(&[0.0, 0.0, 0.0, 0.0, 0.0], 200, 60);
    assert!(held[1..].iter().all(|held| (178..=200).contains(held)), "{held:?}");
    let held = coverage(&[0.0, 0.0], 200, 60);
    assert!((178..=200).contains(&held[1]), "{held:?}");
}

#[test]
fn parts_of_rankings_merge_and_order_does_not_matter() {
    let mut random = random(7);
    let finishes: Vec<(Vec<usize>, Vec<u8>)> = (0..60)
        .map(|_| {
            let contenders: Vec<usize> = (0..5).map(|_| random.below(4) as usize).collect();
            let ranks = (0..5).map(|_| 2 + random.below(3) as u8).collect();
            (contenders, ranks)
        })
        .collect();
    let of = |finishes: &mut dyn Iterator<Item = &(Vec<usize>, Vec<u8>)>| {
        let mut rankings = Rankings::new(4);
        finishes.for_each(|(contenders, ranks)| rankings.add(&Finish { contenders, ranks }, 1));
        rankings
    };
    let whole = of(&mut finishes.iter());
    let mut parts = of(&mut finishes[..20].iter());
    parts.merge(&of(&mut finishes[20..].iter()));
    assert_eq!(parts, whole);
    assert_eq!(of(&mut finishes.iter().rev()), whole);
}

#[test]
fn who_always_wins_has_no_strength() {
    let mut rankings = Rankings::new(3);
    beats(&mut rankings, 0, 1, 9);
    beats(&mut rankings, 0, 2, 9);
    beats(&mut rankings, 1, 2, 4);
    beats(&mut rankings, 2, 1, 5);
    assert!(rankings.strengths(1).is_none());
    beats(&mut rankings, 1, 0, 1);
    assert!(rankings.strengths(1).is_some());
    assert!(Rankings::new(2).strengths(0).is_none());
}
