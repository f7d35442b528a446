//! What an election came to as one of the files tells it, and the sums of a block that follow.

use super::super::listen::SeatCount;
use super::super::schedule::Block;
use super::super::tally::{BlockSums, EntrantSums};
use super::fields::Wrong;
use crate::engine::{BySeat, Seat};

/// The election that is being checked.
pub(super) struct At<'a> {
    pub(super) block: &'a Block,
    pub(super) rotation: usize,
    pub(super) election: u32,
    /// Who sits where, by place in the pool.
    pub(super) entrants: BySeat<usize>,
    /// The CAMAT of the election before, where it is known.
    pub(super) camat_before: Option<Seat>,
}

impl At<'_> {
    pub(super) fn game(&self) -> u64 {
        self.block.game(self.rotation)
    }
}

/// How much a file tells of an election.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Depth {
    /// How it ended.
    Elections,
    /// How each round ended.
    Rounds,
    /// Every payment.
    Payments,
}

/// An election as a file tells it.
#[derive(Clone)]
pub(super) struct Account {
    /// The line that tells it, or its last.
    pub(super) line: u64,
    pub(super) rounds: u64,
    pub(super) plies: u64,
    pub(super) camat: Option<Seat>,
    pub(super) stones: BySeat<u8>,
    /// As far as the file goes into it; of rounds alone, the passes are those of all seats, at
    /// seat 0.
    pub(super) seats: BySeat<SeatCount>,
}

impl Account {
    /// The first thing that `other` tells otherwise.
    pub(super) fn differs(&self, other: &Self) -> Option<Wrong> {
        let camat = |account: &Self| match account.camat {
            Some(seat) => seat.to_string(),
            None => "empty".to_owned(),
        };
        let stones = |account: &Self| format!("{:?}", account.stones.0);
        let pairs = [
            ("rounds", other.rounds.to_string(), self.rounds.to_string()),
            ("plies", other.plies.to_string(), self.plies.to_string()),
            ("camat_seat", camat(other), camat(self)),
            ("stones", stones(other), stones(self)),
        ];
        let (column, found, right) = pairs.into_iter().find(|(_, found, right)| found != right)?;
        Some(Wrong { found: format!("{column} is {found}"), right })
    }

    /// Adds it to the sums of its block. Independent of how a run adds up.
    pub(super) fn add(&self, at: &At<'_>, block: &mut BlockSums) {
        for seat in Seat::ALL {
            let entrant = at.entrants[seat];
            let Some((_, sums)) = block.entrants.iter_mut().find(|(place, _)| *place == entrant)
            else {
                continue;
            };
            self.add_seat(seat, at.rotation, sums);
            for other in seat.others().filter(|&other| at.entrants[other] != entrant) {
                let opponent = at.entrants[other];
                let versus = sums.versus.iter_mut().find(|(place, _)| *place == opponent);
                let Some((_, versus)) = versus else { continue };
                let (ours, its) = (self.rank(seat), self.rank(other));
                versus.meetings += 1;
                versus.better += u64::from(ours < its);
                versus.worse += u64::from(ours > its);
                versus.difference += i64::from(self.stones[seat]) - i64::from(self.stones[other]);
            }
        }
    }

    /// Elected first, then fewer stones.
    fn rank(&self, seat: Seat) -> (bool, u8) {
        (self.camat != Some(seat), self.stones[seat])
    }

    fn add_seat(&self, seat: Seat, rotation: usize, sums: &mut EntrantSums) {
        let (stones, won) = (self.stones[seat], u64::from(self.camat == Some(seat)));
        let counts = &self.seats[seat];
        sums.seatings += 1;
        sums.elections_won += won;
        sums.undecided += u64::from(self.camat.is_none());
        sums.stones += u64::from(stones);
        sums.rounds += self.rounds;
        sums.add_holdings(stones, 1);
        let seated = &mut sums.by_seat[seat.index()];
        seated.seatings += 1;
        seated.elections_won += won;
        seated.stones += u64::from(stones);
        let game = &mut sums.by_rotation[rotation];
        game.seatings += 1;
        game.elections_won += won;
        game.stones += u64::from(stones);
        game.rounds += self.rounds;
        for (sum, n) in sums.won.iter_mut().zip(counts.won) {
            *sum += u64::from(n);
            game.rounds_won += u64::from(n);
        }
        sums.cucuq += u64::from(counts.cucuq);
        sums.passes += u64::from(counts.passes);
        sums.passebunge += u64::from(counts.passebunge);
        sums.stones_in += u64::from(counts.stones_in);
        sums.stones_out += u64::from(counts.stones_out);
    }
}

/// The first column in which the sums of a row of `blocks.csv` are not those that follow from a
/// file: its name, what the row has, and what follows.
pub(super) fn differs(
    row: &EntrantSums,
    follow: &EntrantSums,
    depth: Depth,
) -> Option<(&'static str, String, String)> {
    let mut games = vec![
        ("seatings", row.seatings, follow.seatings),
        ("elections_won", row.elections_won, follow.elections_won),
        ("undecided", row.undecided, follow.undecided),
        ("stones", row.stones, follow.stones),
        ("rounds", row.rounds, follow.rounds),
    ];
    if depth >= Depth::Rounds {
        let names = ["won_cappu", "won_ceki", "won_pollo", "won_manguno", "won_mattikkeng"];
        games.push(("rounds_won", row.rounds_won(), follow.rounds_won()));
        games.extend(names.into_iter().zip(row.won).zip(follow.won).map(|((n, a), b)| (n, a, b)));
        games.push(("cucuq", row.cucuq, follow.cucuq));
    }
    if depth >= Depth::Payments {
        games.extend([
            ("passes", row.passes, follow.passes),
            ("passebunge", row.passebunge, follow.passebunge),
            ("stones_in", row.stones_in, follow.stones_in),
            ("stones_out", row.stones_out, follow.stones_out),
        ]);
    }
    if let Some((column, found, right)) = games.into_iter().find(|(_, a, b)| a != b) {
        return Some((column, found.to_string(), right.to_string()));
    }
    let trimmed = |sums: &EntrantSums| {
        let mut holdings = sums.holdings.clone();
        while holdings.pop_if(|last| *last == 0).is_some() {}
        holdings
    };
    let games = |sums: &EntrantSums| {
        sums.by_rotation.map(|n| {
            let rounds_won = if depth >= Depth::Rounds { n.rounds_won } else { 0 };
            [n.seatings, n.elections_won, n.stones, n.rounds, rounds_won]
        })
    };
    let column = if trimmed(row) != trimmed(follow) {
        "holdings"
    } else if row.by_seat != follow.by_seat {
        "by_seat"
    } else if row.versus != follow.versus {
        "versus"
    } else if games(row) != games(follow) {
        "by_rotation"
    } else {
        return None;
    };
    Some((column, "another list".to_owned(), "a list of its own".to_owned()))
}
