//! What an entrant did: sums of which each can say how sure it is.

use std::collections::BTreeMap;

use super::super::design::Arm;
use super::super::experiment::Experiment;
use super::super::schedule::Block;
use super::super::tally::{BlockSums, EntrantSums};
use super::course::Line;
use crate::engine::{End, Seat};
use crate::statistics::RatioSums;

/// What flows are of, in the order of [`Account::flows`].
pub const FLOWS: [&str; 5] = ["passes", "PASSEBUNGE", "cucuq", "stones in", "stones out"];

/// What an entrant did in an arm, or over all of them.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Shares of seatings that ended with so many stones; several counts share a place where there
    /// are many.
    pub holdings: Vec<RatioSums>,
    /// By seat number: elections won of seatings, stones of seatings.
    pub seats: [(RatioSums, RatioSums); Seat::COUNT],
    /// Rounds won so, of rounds sat in, in the order of [`End::ALL`].
    pub ends: [RatioSums; End::COUNT],
    /// Of rounds sat in, as [`FLOWS`] names them.
    pub flows: [RatioSums; FLOWS.len()],
    /// Rounds of seatings.
    pub length: RatioSums,
    /// By opponent's place in the pool: meetings in which it fared better, less those in which it
    /// fared worse, of all meetings.
    pub ahead: BTreeMap<usize, RatioSums>,
    /// Elections won of seatings by who plays directly before it, and directly after, in blocks in
    /// which it has one seat.
    pub before: BTreeMap<usize, RatioSums>,
    pub after: BTreeMap<usize, RatioSums>,
    pub decisions: u64,
    pub faults: u64,
    pub seatings: u64,
    pub undecided: u64,
}

impl Account {
    fn add(&mut self, sums: &EntrantSums, holdings: usize, per_bin: usize) {
        let Self { seats, ends, flows, .. } = self;
        self.holdings.resize_with(holdings.div_ceil(per_bin), RatioSums::new);
        for (bin, share) in self.holdings.iter_mut().enumerate() {
            let counts = sums.holdings.iter().skip(bin * per_bin).take(per_bin);
            share.add(counts.sum::<u64>() as i64, sums.seatings);
        }
        for ((win, stones), at) in seats.iter_mut().zip(&sums.by_seat) {
            win.add(at.elections_won as i64, at.seatings);
            stones.add(at.stones as i64, at.seatings);
        }
        for (rate, won) in ends.iter_mut().zip(sums.won) {
            rate.add(won as i64, sums.rounds);
        }
        let EntrantSums { passes, passebunge, cucuq, stones_in, stones_out, .. } = *sums;
        for (flow, count) in
            flows.iter_mut().zip([passes, passebunge, cucuq, stones_in, stones_out])
        {
            flow.add(count as i64, sums.rounds);
        }
        self.length.add(sums.rounds as i64, sums.seatings);
        for (opponent, versus) in &sums.versus {
            let ahead = versus.better as i64 - versus.worse as i64;
            self.ahead.entry(*opponent).or_default().add(ahead, versus.meetings);
        }
        self.decisions += sums.decisions;
        self.faults += sums.faults;
        self.seatings += sums.seatings;
        self.undecided += sums.undecided;
    }

    fn merge(&mut self, other: &Self) {
        self.holdings.resize_with(self.holdings.len().max(other.holdings.len()), RatioSums::new);
        let all = self.holdings.iter_mut().zip(&other.holdings);
        all.for_each(|(ours, its)| ours.merge(its));
        for (ours, its) in self.seats.iter_mut().zip(&other.seats) {
            ours.0.merge(&its.0);
            ours.1.merge(&its.1);
        }
        self.ends.iter_mut().zip(&other.ends).for_each(|(ours, its)| ours.merge(its));
        self.flows.iter_mut().zip(&other.flows).for_each(|(ours, its)| ours.merge(its));
        self.length.merge(&other.length);
        for (ours, its) in [
            (&mut self.ahead, &other.ahead),
            (&mut self.before, &other.before),
            (&mut self.after, &other.after),
        ] {
            its.iter().for_each(|(place, sums)| ours.entry(*place).or_default().merge(sums));
        }
        self.decisions += other.decisions;
        self.faults += other.faults;
        self.seatings += other.seatings;
        self.undecided += other.undecided;
    }
}

/// The accounts of all entrants of all arms.
pub(super) struct Accounts {
    /// By arm, in the order of its entrants.
    arms: Vec<Vec<Account>>,
    /// By arm and place in the pool, where in the arm an entrant is.
    at: Vec<Vec<Option<usize>>>,
    holdings: usize,
    per_bin: usize,
    /// Whether an entrant may have one neighbour or another.
    neighbours: bool,
}

impl Accounts {
    pub(super) fn new(
        arms: &[Arm],
        pool: usize,
        holdings: usize,
        per_bin: usize,
        neighbours: bool,
    ) -> Self {
        let at = |arm: &Arm| {
            (0..pool).map(|place| arm.entrants.iter().position(|&other| other == place)).collect()
        };
        let accounts = |arm: &Arm| vec![Account::default(); arm.entrants.len()];
        Self {
            arms: arms.iter().map(accounts).collect(),
            at: arms.iter().map(at).collect(),
            holdings,
            per_bin,
            neighbours,
        }
    }

    /// Adds a block, whose seating is that of `block`.
    pub(super) fn add(&mut self, sums: &BlockSums, block: &Block) {
        for (place, entrant) in &sums.entrants {
            let Some(at) = self.at[sums.arm][*place] else { continue };
            let account = &mut self.arms[sums.arm][at];
            account.add(entrant, self.holdings, self.per_bin);
            let seats: Vec<Seat> =
                block.seating.enumerate().filter(|(_, sits)| *sits == place).map(|s| s.0).collect();
            if let ([seat], true) = (&seats[..], self.neighbours) {
                let won = entrant.elections_won as i64;
                for (by, steps) in [(&mut account.before, Seat::COUNT - 1), (&mut account.after, 1)]
                {
                    let neighbour = block.seating[seat.after(steps)];
                    by.entry(neighbour).or_default().add(won, entrant.seatings);
                }
            }
        }
    }

    /// The account of a line.
    pub(super) fn of(&self, line: &Line) -> Account {
        let mut all = Account::default();
        for (arm, accounts) in self.arms.iter().enumerate() {
            if line.arm.is_none_or(|only| only == arm)
                && let Some(at) = self.at[arm][line.place]
            {
                all.merge(&accounts[at]);
            }
        }
        all
    }
}

/// How many rounds the games of an arm took.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// Shares of games, by rounds: of `width` values each, the last with all that are longer.
    pub shares: Vec<RatioSums>,
    pub width: u64,
    /// Rounds of games.
    pub mean: RatioSums,
    /// The shortest and the longest.
    pub range: Option<(u64, u64)>,
}

/// Places for lengths.
const PLACES: u64 = 40;

impl Lengths {
    /// Of no games of an experiment yet; elections by more stones are longer.
    pub(super) fn new(experiment: &Experiment) -> Self {
        let stones = u64::from(experiment.rules.stones).div_ceil(25);
        let width = stones.max(1) * u64::from(experiment.elections);
        let shares = vec![RatioSums::new(); PLACES as usize];
        Self { shares, width, mean: RatioSums::new(), range: None }
    }

    /// Adds the games of a block, whose five rotations are a game each.
    pub(super) fn add(&mut self, block: &BlockSums, elections: u32) {
        let Some((_, sums)) = block.entrants.first() else { return };
        let elections = u64::from(elections);
        let mut games = [0_i64; PLACES as usize];
        let (mut rounds, mut count) = (0, 0);
        for game in sums.by_rotation.iter().filter(|game| game.seatings > 0) {
            // Each of its seats sat in every round of the game, and in each of its elections.
            let length = (u128::from(game.rounds) * u128::from(elections)
                / u128::from(game.seatings)) as u64;
            games[(length / self.width).min(PLACES - 1) as usize] += 1;
            let (least, most) = self.range.unwrap_or((length, length));
            self.range = Some((least.min(length), most.max(length)));
            rounds += length;
            count += 1;
        }
        for (share, games) in self.shares.iter_mut().zip(games) {
            share.add(games, count);
        }
        self.mean.add(rounds as i64, count);
    }

    /// Leaves out lengths at the end that no game had.
    pub(super) fn finish(&mut self) {
        let last = self.range.map_or(0, |(_, longest)| (longest / self.width).min(PLACES - 1));
        self.shares.truncate(last as usize + 1);
    }
}
