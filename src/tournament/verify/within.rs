//! The sums of a block against each other: what no play can change.

use super::super::experiment::Experiment;
use super::super::schedule::Block;
use super::super::tally::{BlockSums, EntrantSums};
use super::ends;
use crate::engine::{End, Seat};

/// A row of a block, by its place among them, with what it has and what would be right.
pub(super) type Odd = (usize, String, String);

/// What is wrong in the sums of a block: the first thing in each row, and one of the rows together.
pub(super) fn odd(sums: &BlockSums, block: &Block, experiment: &Experiment) -> Vec<Odd> {
    let mut odd = Vec::new();
    let Some(games) = games(sums, block) else {
        let found = "by_rotation is a list of other games than in another row".to_owned();
        return vec![(0, found, "the same games in all rows of a block".to_owned())];
    };
    for (at, (entrant, row)) in sums.entrants.iter().enumerate() {
        let copies = copies(block, *entrant);
        let wrong = totals(row)
            .or_else(|| bounds(row, experiment))
            .or_else(|| seats(row, block, *entrant, &games))
            .or_else(|| games_of(row, copies, &games))
            .or_else(|| versus(sums, block, at, &games));
        odd.extend(wrong.map(|(found, right)| (at, found, right)));
    }
    if odd.is_empty() {
        odd.extend(together(sums, experiment, &games).map(|(found, right)| (0, found, right)));
    }
    odd
}

pub(super) type Found = Option<(String, String)>;

/// A column that has something else than what follows.
pub(super) fn unequal(column: &str, found: u64, right: u64, from: &str) -> Found {
    (found != right).then(|| (format!("{column} is {found}"), format!("{right}, by {from}")))
}

/// Elections and rounds of each game.
struct Games {
    elections: [u64; Seat::COUNT],
    rounds: [u64; Seat::COUNT],
}

fn copies(block: &Block, entrant: usize) -> u64 {
    block.seating.iter().filter(|&&sitter| sitter == entrant).count() as u64
}

/// The games of a block, if its rows agree on them.
fn games(sums: &BlockSums, block: &Block) -> Option<Games> {
    let of_row = |(entrant, row): &(usize, EntrantSums)| {
        let copies = copies(block, *entrant);
        row.by_rotation.map(|n| {
            let whole = n.seatings % copies == 0 && n.rounds % copies == 0;
            whole.then_some((n.seatings / copies, n.rounds / copies))
        })
    };
    let first = of_row(sums.entrants.first()?);
    let same = sums.entrants.iter().all(|row| of_row(row) == first);
    let whole: Vec<(u64, u64)> = first.into_iter().collect::<Option<_>>()?;
    let list = |part: fn(&(u64, u64)) -> u64| {
        let mut list = [0; Seat::COUNT];
        list.iter_mut().zip(&whole).for_each(|(to, from)| *to = part(from));
        list
    };
    same.then(|| Games { elections: list(|game| game.0), rounds: list(|game| game.1) })
}

/// Lists of a row against its totals. Whoever adds up here adds numbers that the journal has found
/// small enough.
fn totals(row: &EntrantSums) -> Found {
    let held = || (0..).zip(row.holdings.iter().copied());
    let seats =
        |part: fn(&super::super::tally::SeatSums) -> u64| row.by_seat.iter().map(part).sum();
    let games = |part: fn(&super::super::tally::RotationSums) -> u64| {
        row.by_rotation.iter().map(part).sum()
    };
    let holdings = row.holdings.iter().sum();
    let stones = held().map(|(stones, n): (u64, u64)| stones.saturating_mul(n));
    let stones = stones.fold(0, u64::saturating_add);
    unequal("seatings", row.seatings, holdings, "holdings")
        .or_else(|| unequal("stones", row.stones, stones, "holdings"))
        .or_else(|| unequal("seatings", row.seatings, seats(|n| n.seatings), "by_seat"))
        .or_else(|| {
            unequal("elections_won", row.elections_won, seats(|n| n.elections_won), "by_seat")
        })
        .or_else(|| unequal("stones", row.stones, seats(|n| n.stones), "by_seat"))
        .or_else(|| unequal("seatings", row.seatings, games(|n| n.seatings), "by_rotation"))
        .or_else(|| {
            unequal("elections_won", row.elections_won, games(|n| n.elections_won), "by_rotation")
        })
        .or_else(|| unequal("stones", row.stones, games(|n| n.stones), "by_rotation"))
        .or_else(|| unequal("rounds", row.rounds, games(|n| n.rounds), "by_rotation"))
        .or_else(|| unequal("rounds_won", row.rounds_won(), games(|n| n.rounds_won), "by_rotation"))
        // All stones are on the table when an election begins (R9.3).
        .or_else(|| {
            let paid = row.stones.checked_add(row.stones_out).unwrap_or_default();
            unequal("stones_in", row.stones_in, paid, "stones and stones_out (R9.3)")
        })
}

fn bounds(row: &EntrantSums, experiment: &Experiment) -> Found {
    let most = usize::from(experiment.rules.stones);
    if row.holdings.len() > most + 1 {
        let found = format!("holdings has {} stones", row.holdings.len() - 1);
        return Some((found, format!("{most} at most (R1.3)")));
    }
    [
        ("elections_won", row.elections_won, row.seatings - row.undecided.min(row.seatings)),
        ("undecided", row.undecided, row.seatings),
        ("rounds_won", row.rounds_won(), row.rounds),
        ("cucuq", row.cucuq, row.rounds),
        ("faults", row.faults, row.decisions),
    ]
    .into_iter()
    .find(|(_, found, most)| found > most)
    .map(|(column, found, most)| (format!("{column} is {found}"), format!("{most} at most")))
}

/// In each rotation it sits where the schedule says.
fn seats(row: &EntrantSums, block: &Block, entrant: usize, games: &Games) -> Found {
    let mut seatings = [0; Seat::COUNT];
    for (rotation, elections) in games.elections.into_iter().enumerate() {
        let sitters = block.rotated(rotation);
        let here = sitters.enumerate().filter(|(_, sitter)| **sitter == entrant);
        here.for_each(|(seat, _)| seatings[seat.index()] += elections);
    }
    let told = row.by_seat.map(|n| n.seatings);
    (told != seatings)
        .then(|| (format!("by_seat has seatings {told:?}"), format!("{seatings:?} (schedule)")))
}

/// What an entrant does in a game at most.
fn games_of(row: &EntrantSums, copies: u64, games: &Games) -> Found {
    let all = row.by_rotation.iter().zip(games.elections).zip(games.rounds).enumerate();
    for (rotation, ((n, elections), rounds)) in all {
        if n.elections_won > elections || n.rounds_won > rounds {
            let found = format!("by_rotation has more won in game {rotation} than there was");
            let right = format!("{elections} elections and {rounds} rounds at most");
            return Some((found, right));
        }
    }
    let undecided = row.undecided.is_multiple_of(copies);
    let right = format!("a multiple of its {copies} seats");
    (!undecided).then(|| (format!("undecided is {}", row.undecided), right))
}

/// Two entrants that meet say the same of it.
fn versus(sums: &BlockSums, block: &Block, at: usize, games: &Games) -> Found {
    let (entrant, row) = &sums.entrants[at];
    let elections: u64 = games.elections.iter().sum();
    for (opponent, n) in &row.versus {
        let meetings = copies(block, *entrant) * copies(block, *opponent) * elections;
        let reverse = sums.entrants.iter().find(|(other, _)| other == opponent);
        let its =
            reverse.and_then(|(_, its)| its.versus.iter().find(|(other, _)| other == entrant));
        let (_, its) = its?;
        if n.meetings != meetings {
            let found = format!("versus has {} meetings with entrant {opponent}", n.meetings);
            return Some((found, format!("{meetings}, by by_rotation")));
        }
        if (n.better, n.worse, n.difference) != (its.worse, its.better, -its.difference) {
            let found = format!("versus has another outcome against entrant {opponent}");
            return Some((found, "the reverse of what that one's row has".to_owned()));
        }
    }
    None
}

/// All rows together: who wins what there is to win, and the stones there are.
fn together(sums: &BlockSums, experiment: &Experiment, games: &Games) -> Found {
    let rows = || sums.entrants.iter().map(|(_, row)| row);
    let mut undecided = 0;
    for rotation in 0..Seat::COUNT {
        let (elections, rounds) = (games.elections[rotation], games.rounds[rotation]);
        let won: u64 = rows().map(|row| row.by_rotation[rotation].elections_won).sum();
        let all = u64::from(experiment.elections);
        // A game ends with its first undecided election (R9.6).
        let ends = (won == elections && elections == all)
            || (won + 1 == elections && (1..=all).contains(&elections));
        if !ends {
            let found = format!("{won} of {elections} elections of game {rotation} are won");
            return Some((found, format!("{all}, or all but a last one (R9.5, R9.6)")));
        }
        undecided += elections - won;
        let rounds_won: u64 = rows().map(|row| row.by_rotation[rotation].rounds_won).sum();
        if rounds_won != rounds {
            let found = format!("{rounds_won} rounds of game {rotation} are won");
            return Some((found, format!("all {rounds} of them (R5)")));
        }
        let most = elections.saturating_mul(experiment.rules.max_rounds.into());
        if !(elections..=most).contains(&rounds) {
            let found = format!("{rounds} rounds in game {rotation}");
            return Some((found, format!("{elections} to {most} (R9.6)")));
        }
        let stones: u64 = rows().map(|row| row.by_rotation[rotation].stones).sum();
        let table = u64::from(experiment.rules.stones);
        if stones < won * table || stones > elections * table {
            let found = format!("{stones} stones are held in game {rotation}");
            return Some((found, format!("{} to {} (R1.3)", won * table, elections * table)));
        }
    }
    if let Some(wrong) = ends::odd(sums, &games.elections) {
        return Some(wrong);
    }
    let seats = Seat::COUNT as u64;
    let told: u64 = rows().map(|row| row.undecided).sum();
    unequal("undecided, in all rows,", told, seats * undecided, "elections_won").or_else(|| {
        let cucuq: u64 = rows().map(|row| row.cucuq).sum();
        let without: u64 = rows().map(|row| row.won[End::Mattikkeng.index()]).sum();
        let rounds: u64 = games.rounds.iter().sum();
        unequal("cucuq, in all rows,", cucuq, rounds - without.min(rounds), "rounds (R5.7)")
    })
}
