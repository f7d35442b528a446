//! How often intervals of ratings hold strengths that are known.

use std::io::{self, Write};

use domeng::engine::{Random, Seed};
use domeng::statistics::{Finish, Rankings, StrengthReplicates, poisson_weight, t_critical};

use crate::uniform;

const RUNS: u64 = 1000;
/// As a run has them.
const REPLICATES: u64 = 200;
const ELECTIONS: usize = 5;

/// The chance of a tie of two, beside that of one alone.
const TIES: f64 = 0.3;

/// Who is next among `left`, one or two that tie, by strengths themselves and not their logarithms.
fn choose(left: &[(usize, f64)], ties: bool, random: &mut Random) -> Vec<usize> {
    let mut groups: Vec<(Vec<usize>, f64)> =
        left.iter().map(|&(seat, strength)| (vec![seat], strength)).collect();
    for (at, one) in left.iter().enumerate().filter(|_| ties) {
        let pairs = left[at + 1..].iter();
        groups.extend(pairs.map(|two| (vec![one.0, two.0], TIES * (one.1 * two.1).sqrt())));
    }
    let mut draw = uniform(random) * groups.iter().map(|(_, weight)| weight).sum::<f64>();
    let last = groups.len() - 1;
    let chosen = groups.iter().position(|(_, weight)| {
        draw -= weight;
        draw < 0.0
    });
    groups.swap_remove(chosen.unwrap_or(last)).0
}

/// The ranks of an election: the first is alone.
fn election(strengths: &[f64], contenders: &[usize], random: &mut Random) -> Vec<u8> {
    let mut left: Vec<(usize, f64)> =
        contenders.iter().enumerate().map(|(seat, &one)| (seat, strengths[one])).collect();
    let mut ranks = vec![0; contenders.len()];
    let mut rank = 1;
    while !left.is_empty() {
        let chosen = choose(&left, rank > 1, random);
        chosen.iter().for_each(|&seat| ranks[seat] = rank);
        rank += chosen.len() as u8;
        left.retain(|(seat, _)| !chosen.contains(seat));
    }
    ranks
}

/// Of all contenders but the anchor, how many intervals of one run hold the strength.
fn held(strengths: &[f64], ln: &[f64], blocks: u64, number: u64) -> u64 {
    let mut random = Seed(4).schedule(number);
    let mut rankings = Rankings::new(strengths.len());
    let all: Vec<(Vec<usize>, Vec<Vec<u8>>)> = (0..blocks)
        .map(|_| {
            let mut order: Vec<usize> = (0..strengths.len()).collect();
            random.shuffle(&mut order);
            let mut contenders: Vec<usize> = order.into_iter().cycle().take(5).collect();
            contenders.sort_unstable();
            let end = |_| election(strengths, &contenders, &mut random);
            let ends: Vec<Vec<u8>> = (0..ELECTIONS).map(end).collect();
            (contenders, ends)
        })
        .collect();
    for (contenders, ends) in &all {
        ends.iter().for_each(|ranks| rankings.add(&Finish { contenders, ranks }, 1));
    }
    let Some(fit) = rankings.strengths(0) else { return 0 };
    let mut replicates = StrengthReplicates::new(&fit, REPLICATES as usize);
    for (block, (contenders, ends)) in (0..).zip(&all) {
        let words = Seed(number).bootstrap(block);
        let weights = (0..REPLICATES).map(|replicate| poisson_weight(words.word(replicate)));
        let finishes = ends.iter().map(|ranks| (Finish { contenders, ranks }, 1));
        replicates.add(finishes, weights);
    }
    let critical = t_critical(blocks - 1).unwrap_or(f64::INFINITY);
    let variances = replicates.variances().unwrap_or_default();
    let holds =
        |at: &usize| (fit.ln_strength(*at) - ln[*at]).abs() <= critical * variances[*at].sqrt();
    (1..strengths.len()).filter(holds).count() as u64
}

/// A row for each pool, a column for each number of blocks.
pub(crate) fn table(out: &mut impl Write) -> io::Result<()> {
    const BLOCKS: [u64; 4] = [20, 50, 200, 1000];
    writeln!(out, "\n| pool | 20 | 50 | 200 | 1000 |\n|---|---:|---:|---:|---:|")?;
    // Strengths, and their logarithms.
    let pools: [(&str, &[f64], &[f64]); 3] = [
        ("two, equal", &[1.0, 1.0], &[0.0, 0.0]),
        ("five, equal", &[1.0; 5], &[0.0; 5]),
        (
            "six, strengths 1 to 8",
            &[2.0, 1.0, 4.0, 8.0, 2.0, 1.0],
            &[
                0.0,
                -std::f64::consts::LN_2,
                std::f64::consts::LN_2,
                2.0 * std::f64::consts::LN_2,
                0.0,
                -std::f64::consts::LN_2,
            ],
        ),
    ];
    for (name, strengths, ln) in pools {
        write!(out, "| {name} |")?;
        for blocks in BLOCKS {
            let runs = if blocks > 200 { RUNS / 5 } else { RUNS };
            let held: u64 = (0..runs).map(|number| held(strengths, ln, blocks, number)).sum();
            let all = runs * (strengths.len() as u64 - 1);
            write!(out, " {:.1} |", 100.0 * held as f64 / all as f64)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
