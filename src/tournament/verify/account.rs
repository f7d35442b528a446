//! What an election came to as one of the files tells it, and the sums of a block that follow.

use super::super::listen::SeatCount;
use super::super::ranks::Ranks;
use super::super::schedule::Block;
use super::super::tally::{BlockSums, EntrantSums, RotationSums, VersusSums};
use super::fields::Wrong;
use crate::engine::{BySeat, Seat};
use crate::records::legible;

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
        let seats = Seat::ALL.map(|seat| (at.entrants[seat], self.stones[seat]));
        block.add_ranks(Ranks::of(seats, self.camat.map(Seat::index)));
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
    let mut sums = vec![
        ("seatings", row.seatings, follow.seatings),
        ("elections_won", row.elections_won, follow.elections_won),
        ("undecided", row.undecided, follow.undecided),
        ("stones", row.stones, follow.stones),
        ("rounds", row.rounds, follow.rounds),
    ];
    if depth >= Depth::Rounds {
        let names = ["won_cappu", "won_ceki", "won_pollo", "won_manguno", "won_mattikkeng"];
        sums.push(("rounds_won", row.rounds_won(), follow.rounds_won()));
        sums.extend(names.into_iter().zip(row.won).zip(follow.won).map(|((n, a), b)| (n, a, b)));
        sums.push(("cucuq", row.cucuq, follow.cucuq));
    }
    if depth >= Depth::Payments {
        sums.extend([
            ("passes", row.passes, follow.passes),
            ("passebunge", row.passebunge, follow.passebunge),
            ("stones_in", row.stones_in, follow.stones_in),
            ("stones_out", row.stones_out, follow.stones_out),
        ]);
    }
    if let Some((column, found, right)) = sums.into_iter().find(|(_, a, b)| a != b) {
        return Some((column, found.to_string(), right.to_string()));
    }
    let lists =
        |sums: &EntrantSums| [holdings(sums), by_seat(sums), versus(sums), games(sums, depth)];
    let names = ["holdings", "by_seat", "versus", "by_rotation"];
    let mut pairs = names.into_iter().zip(lists(row)).zip(lists(follow));
    let differing = pairs.find(|((_, found), right)| found != right);
    differing.map(|((column, found), right)| (column, listed(&found), listed(&right)))
}

/// How the elections of a block ended, as `blocks.csv` has it.
pub(super) fn ranks(sums: &BlockSums) -> String {
    let item = |(ranks, n): &(Ranks, u64)| vec![ranks.number().into(), (*n).into()];
    listed(&sums.ranks.iter().map(item).collect())
}

/// A list as `blocks.csv` has it: items of numbers.
type List = Vec<Vec<i128>>;

fn listed(list: &List) -> String {
    let item = |item: &Vec<i128>| item.iter().map(i128::to_string).collect::<Vec<_>>().join(":");
    format!("`{}`", legible(&list.iter().map(item).collect::<Vec<_>>().join(";"), 200))
}

fn holdings(sums: &EntrantSums) -> List {
    let held = (0..).zip(&sums.holdings).filter(|(_, seatings)| **seatings > 0);
    held.map(|(stones, &seatings)| vec![stones, seatings.into()]).collect()
}

fn by_seat(sums: &EntrantSums) -> List {
    let seats = sums.by_seat.iter();
    seats.map(|n| vec![n.seatings.into(), n.elections_won.into(), n.stones.into()]).collect()
}

fn versus(sums: &EntrantSums) -> List {
    let item = |(opponent, n): &(usize, VersusSums)| {
        let counts = [n.meetings, n.better, n.worse].map(i128::from);
        let mut item = vec![*opponent as i128];
        item.extend(counts);
        item.push(n.difference.into());
        item
    };
    sums.versus.iter().map(item).collect()
}

/// Rounds won are told by files that tell of rounds.
fn games(sums: &EntrantSums, depth: Depth) -> List {
    let item = |n: &RotationSums| {
        let mut item = [n.seatings, n.elections_won, n.stones, n.rounds].map(i128::from).to_vec();
        item.extend((depth >= Depth::Rounds).then_some(i128::from(n.rounds_won)));
        item
    };
    sums.by_rotation.iter().map(item).collect()
}
