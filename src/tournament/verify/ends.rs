//! How the elections of a block ended, `ranks`, against the sums of its rows.

use std::ops::Range;

use super::super::ranks::Ranks;
use super::super::tally::BlockSums;
use super::within::{Found, unequal};
use crate::engine::Seat;

/// What is wrong in the ranks of a block with so many elections in each rotation.
pub(super) fn odd(sums: &BlockSums, elections: &[u64; Seat::COUNT]) -> Found {
    let seats = seats(sums, elections[0]);
    let ended = count(sums, |_| 1);
    unequal("elections in ranks", ended, elections.iter().sum(), "by_rotation")
        .or_else(|| order(sums, &seats))
        .or_else(|| won(sums, &seats))
        .or_else(|| versus(sums, &seats))
}

/// The seats of each row in ranks, where they are in the order of the rows.
fn seats(sums: &BlockSums, elections: u64) -> Vec<Range<usize>> {
    let mut end = 0;
    let seats = sums.entrants.iter().map(|(_, row)| {
        let begin = end;
        end += (row.by_rotation[0].seatings / elections.max(1)) as usize;
        begin.min(Seat::COUNT)..end.min(Seat::COUNT)
    });
    seats.collect()
}

/// The sum over all elections of what a way to end counts.
fn count(sums: &BlockSums, of: impl Fn(&[u8; Seat::COUNT]) -> u64) -> u64 {
    let counted = sums.ranks.iter().map(|(ranks, n)| of(ranks.each()).saturating_mul(*n));
    counted.fold(0, u64::saturating_add)
}

/// The ranks of one entrant rise.
fn order(sums: &BlockSums, seats: &[Range<usize>]) -> Found {
    let rise = |ranks: &Ranks| seats.iter().all(|seats| ranks.each()[seats.clone()].is_sorted());
    let (ranks, _) = sums.ranks.iter().find(|(ranks, _)| !rise(ranks))?;
    let found = format!("ranks has {}", ranks.number());
    Some((found, "the ranks of an entrant with several seats rising".to_owned()))
}

/// Elections are won by those who won them.
fn won(sums: &BlockSums, seats: &[Range<usize>]) -> Found {
    sums.entrants.iter().zip(seats).find_map(|((entrant, row), seats)| {
        let won = count(sums, |ranks| u64::from(ranks[seats.clone()].contains(&1)));
        let column = format!("elections won by entrant {entrant}, in ranks,");
        unequal(&column, won, row.elections_won, "elections_won")
    })
}

/// Of two entrants one is as often ahead as `versus` has it better.
fn versus(sums: &BlockSums, seats: &[Range<usize>]) -> Found {
    for ((entrant, row), ours) in sums.entrants.iter().zip(seats) {
        for (opponent, n) in &row.versus {
            let its = sums.entrants.iter().zip(seats).find(|((other, _), _)| other == opponent);
            let (_, its) = its?;
            let ahead = |ranks: &[u8; Seat::COUNT]| {
                let pairs = ranks[ours.clone()]
                    .iter()
                    .flat_map(|rank| ranks[its.clone()].iter().filter(move |other| rank < *other));
                pairs.count() as u64
            };
            let column = format!("entrant {entrant} ahead of {opponent}, in ranks,");
            let wrong = unequal(&column, count(sums, ahead), n.better, "versus");
            if wrong.is_some() {
                return wrong;
            }
        }
    }
    None
}
