//! Exact sums of what was played: of a block, and of all blocks together.

use super::ranks::Ranks;
use super::schedule::Block;
use crate::engine::{BySeat, End, Seat};
use crate::statistics::{CrossSums, RatioSums};

/// What an entrant did at one seat number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSums {
    pub seatings: u64,
    pub elections_won: u64,
    pub stones: u64,
}

/// What an entrant did in one rotation of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RotationSums {
    pub seatings: u64,
    pub elections_won: u64,
    pub stones: u64,
    pub rounds: u64,
    pub rounds_won: u64,
}

/// How an entrant fared against another in the same elections, over pairs of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VersusSums {
    pub meetings: u64,
    /// Elected while the other was not, else fewer stones.
    pub better: u64,
    pub worse: u64,
    /// Σ own stones − the other's.
    pub difference: i64,
}

/// Sums of an entrant over some elections. A seating is a seat in one election; rounds are rounds
/// sat in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntrantSums {
    pub seatings: u64,
    pub elections_won: u64,
    pub undecided: u64,
    pub stones: u64,
    pub rounds: u64,
    /// Rounds won by how they ended, in the order of [`End::ALL`].
    pub won: [u64; End::COUNT],
    pub passes: u64,
    pub passebunge: u64,
    pub cucuq: u64,
    pub stones_in: u64,
    pub stones_out: u64,
    /// Turns with a choice of two moves or more.
    pub decisions: u64,
    /// Choices that were not legal.
    pub faults: u64,
    /// Seatings that ended with 0, 1, 2, … stones.
    pub holdings: Vec<u64>,
    pub by_seat: [SeatSums; Seat::COUNT],
    pub by_rotation: [RotationSums; Seat::COUNT],
    /// By opponent's place in the pool; in a block in that order.
    pub versus: Vec<(usize, VersusSums)>,
}

impl EntrantSums {
    /// Rounds won in any way.
    pub fn rounds_won(&self) -> u64 {
        self.won.iter().sum()
    }

    /// The sums against an opponent, begun at zero where there are none.
    fn against(&mut self, opponent: usize) -> &mut VersusSums {
        let at = match self.versus.iter().position(|(other, _)| *other == opponent) {
            Some(at) => at,
            None => {
                self.versus.push((opponent, VersusSums::default()));
                self.versus.len() - 1
            }
        };
        &mut self.versus[at].1
    }

    /// Adds seatings that ended with so many stones.
    pub(super) fn add_holdings(&mut self, stones: u8, seatings: u64) {
        let stones = usize::from(stones);
        if self.holdings.len() <= stones {
            self.holdings.resize(stones + 1, 0);
        }
        self.holdings[stones] += seatings;
    }

    /// Back to nothing, keeping the memory.
    fn reset(&mut self) {
        let (mut holdings, mut versus) =
            (std::mem::take(&mut self.holdings), std::mem::take(&mut self.versus));
        holdings.fill(0);
        versus.clear();
        *self = Self { holdings, versus, ..Self::default() };
    }

    fn add(&mut self, other: &Self) {
        self.seatings += other.seatings;
        self.elections_won += other.elections_won;
        self.undecided += other.undecided;
        self.stones += other.stones;
        self.rounds += other.rounds;
        self.won.iter_mut().zip(other.won).for_each(|(sum, n)| *sum += n);
        self.passes += other.passes;
        self.passebunge += other.passebunge;
        self.cucuq += other.cucuq;
        self.stones_in += other.stones_in;
        self.stones_out += other.stones_out;
        self.decisions += other.decisions;
        self.faults += other.faults;
        if self.holdings.len() < other.holdings.len() {
            self.holdings.resize(other.holdings.len(), 0);
        }
        self.holdings.iter_mut().zip(&other.holdings).for_each(|(sum, n)| *sum += n);
        for (sum, n) in self.by_seat.iter_mut().zip(&other.by_seat) {
            sum.seatings += n.seatings;
            sum.elections_won += n.elections_won;
            sum.stones += n.stones;
        }
        for (sum, n) in self.by_rotation.iter_mut().zip(&other.by_rotation) {
            sum.seatings += n.seatings;
            sum.elections_won += n.elections_won;
            sum.stones += n.stones;
            sum.rounds += n.rounds;
            sum.rounds_won += n.rounds_won;
        }
        for (opponent, n) in &other.versus {
            let sum = self.against(*opponent);
            sum.meetings += n.meetings;
            sum.better += n.better;
            sum.worse += n.worse;
            sum.difference += n.difference;
        }
    }
}

/// What one block came to: its entrants in pool order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockSums {
    pub block: u64,
    /// By place among the arms of the experiment.
    pub arm: usize,
    pub entrants: Vec<(usize, EntrantSums)>,
    /// How its elections ended, rising, and how many ended so.
    pub ranks: Vec<(Ranks, u64)>,
}

impl BlockSums {
    /// Of a block about to be played, at nothing for each of its entrants and their opponents;
    /// `used` is of another block, whose memory is taken over.
    pub(super) fn begin(block: &Block, used: Option<Self>) -> Self {
        let (mut entrants, mut ranks) =
            used.map(|used| (used.entrants, used.ranks)).unwrap_or_default();
        ranks.clear();
        let (present, count) = block.present();
        let present = &present[..count];
        entrants.truncate(count);
        for (at, &entrant) in present.iter().enumerate() {
            match entrants.get_mut(at) {
                Some((place, sums)) => {
                    *place = entrant;
                    sums.reset();
                }
                None => entrants.push((entrant, EntrantSums::default())),
            }
        }
        for (entrant, sums) in &mut entrants {
            let opponents = present.iter().filter(|opponent| *opponent != entrant);
            sums.versus.extend(opponents.map(|&opponent| (opponent, VersusSums::default())));
        }
        Self { block: block.number, arm: block.arm, entrants, ranks }
    }

    /// Adds an election that ended so.
    pub(super) fn add_ranks(&mut self, ranks: Ranks) {
        match self.ranks.binary_search_by_key(&ranks, |(ranks, _)| *ranks) {
            Ok(at) => self.ranks[at].1 += 1,
            Err(at) => self.ranks.insert(at, (ranks, 1)),
        }
    }

    /// Where each entrant of the block's seating is in `entrants`, as a block.
    pub(super) fn places(&self, block: &Block) -> Block {
        let place = |entrant| self.entrants.iter().position(|(other, _)| *other == entrant);
        // Each entrant of the block has its sums.
        let seating = BySeat::from_fn(|seat| place(block.seating[seat]).unwrap_or_default());
        Block { seating, ..*block }
    }
}

/// An entrant over all blocks of an arm: sums, and what intervals need of their spread over blocks.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    pub sums: EntrantSums,
    /// Elections won of seatings.
    pub win: RatioSums,
    /// Stones of seatings.
    pub stones: RatioSums,
    /// Rounds won of rounds sat in.
    pub rounds: RatioSums,
    /// The same three with each game as a block of its own: how they would spread if the games of a
    /// block had not shared their deals.
    pub apart: Apart,
    /// Difference of stones of meetings, by opponent.
    pub difference: Vec<(usize, RatioSums)>,
    /// What it and a later entrant of the pool have in the same blocks, by that one's place.
    pub beside: Vec<(usize, Beside)>,
}

/// What two entrants have in the blocks in which both sat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside {
    pub win: CrossSums,
    pub stones: CrossSums,
}

/// Ratios whose blocks are single games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Apart {
    pub win: RatioSums,
    pub stones: RatioSums,
    pub rounds: RatioSums,
}

impl Standing {
    fn difference(&mut self, opponent: usize) -> &mut RatioSums {
        let known = self.difference.iter().position(|(other, _)| *other == opponent);
        let at = known.unwrap_or_else(|| {
            self.difference.push((opponent, RatioSums::default()));
            self.difference.len() - 1
        });
        &mut self.difference[at].1
    }

    fn beside(&mut self, other: usize) -> &mut Beside {
        let known = self.beside.iter().position(|(place, _)| *place == other);
        let at = known.unwrap_or_else(|| {
            self.beside.push((other, Beside::default()));
            self.beside.len() - 1
        });
        &mut self.beside[at].1
    }

    /// Adds a block in which it sat together with a later entrant.
    fn add_beside(&mut self, sums: &EntrantSums, other: usize, its: &EntrantSums) {
        let of = |sums: &EntrantSums, y: u64| (y as i64, sums.seatings);
        let beside = self.beside(other);
        beside.win.add(of(sums, sums.elections_won), of(its, its.elections_won));
        beside.stones.add(of(sums, sums.stones), of(its, its.stones));
    }

    /// Adds what the entrant did in a block.
    fn add(&mut self, sums: &EntrantSums) {
        self.win.add(sums.elections_won as i64, sums.seatings);
        self.stones.add(sums.stones as i64, sums.seatings);
        self.rounds.add(sums.rounds_won() as i64, sums.rounds);
        for game in &sums.by_rotation {
            self.apart.win.add(game.elections_won as i64, game.seatings);
            self.apart.stones.add(game.stones as i64, game.seatings);
            self.apart.rounds.add(game.rounds_won as i64, game.rounds);
        }
        for (opponent, versus) in &sums.versus {
            self.difference(*opponent).add(versus.difference, versus.meetings);
        }
        self.sums.add(sums);
    }

    /// Whether its entrant sat in any election.
    fn is_played(&self) -> bool {
        self.sums.seatings > 0
    }

    fn merge(&mut self, other: &Self) {
        self.sums.add(&other.sums);
        self.win.merge(&other.win);
        self.stones.merge(&other.stones);
        self.rounds.merge(&other.rounds);
        self.apart.win.merge(&other.apart.win);
        self.apart.stones.merge(&other.apart.stones);
        self.apart.rounds.merge(&other.apart.rounds);
        for (opponent, difference) in &other.difference {
            self.difference(*opponent).merge(difference);
        }
        for (other, its) in &other.beside {
            let ours = self.beside(*other);
            ours.win.merge(&its.win);
            ours.stones.merge(&its.stones);
        }
    }

    /// Back to nothing, keeping the memory.
    fn clear(&mut self) {
        self.sums.reset();
        self.difference.clear();
        self.beside.clear();
        let difference = std::mem::take(&mut self.difference);
        let beside = std::mem::take(&mut self.beside);
        let sums = std::mem::take(&mut self.sums);
        *self = Self { sums, difference, beside, ..Self::default() };
    }
}

/// Blocks together: some of a run, or all.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The standings of each arm, in pool order.
    arms: Vec<Vec<Standing>>,
    /// Blocks added.
    pub blocks: u64,
}

impl Tally {
    /// Of a pool of `pool` entrants in this many arms, each of which then has its standings, played
    /// or not.
    pub fn new(arms: usize, pool: usize) -> Self {
        Self { arms: vec![vec![Standing::default(); pool]; arms], blocks: 0 }
    }

    /// The standings of an arm, at least `count`.
    fn standings(&mut self, arm: usize, count: usize) -> &mut [Standing] {
        if self.arms.len() <= arm {
            self.arms.resize_with(arm + 1, Vec::new);
        }
        let standings = &mut self.arms[arm];
        if standings.len() < count {
            standings.resize_with(count, Standing::default);
        }
        standings
    }

    /// Adds a block.
    pub fn add(&mut self, block: &BlockSums) {
        self.blocks += 1;
        for (entrant, sums) in &block.entrants {
            self.standings(block.arm, entrant + 1)[*entrant].add(sums);
        }
        for (at, (entrant, sums)) in block.entrants.iter().enumerate() {
            for (other, its) in &block.entrants[at + 1..] {
                self.arms[block.arm][*entrant].add_beside(sums, *other, its);
            }
        }
    }

    /// Adds all blocks of `other`. The sums are exact, so the order of parts is indifferent.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        for (arm, standings) in other.arms.iter().enumerate() {
            let ours = self.standings(arm, standings.len());
            // Most are empty where there are many arms.
            let played = ours.iter_mut().zip(standings).filter(|(_, its)| its.is_played());
            played.for_each(|(ours, its)| ours.merge(its));
        }
    }

    /// Back to no blocks, keeping the memory.
    pub(super) fn clear(&mut self) {
        self.blocks = 0;
        let played = self.arms.iter_mut().flatten().filter(|standing| standing.is_played());
        played.for_each(Standing::clear);
    }

    /// The standings of every arm, in the order of arms, each in pool order.
    pub fn arms(&self) -> impl Iterator<Item = &[Standing]> {
        self.arms.iter().map(Vec::as_slice)
    }

    /// Elections played, and those of them that R9.6 ended.
    pub fn elections(&self) -> (u64, u64) {
        let seats = Seat::COUNT as u64;
        let all = || self.arms.iter().flatten().map(|standing| &standing.sums);
        // Each election is sat in, and undecided, for five seats at once.
        let seatings = all().map(|sums| sums.seatings).sum::<u64>();
        (seatings / seats, all().map(|sums| sums.undecided).sum::<u64>() / seats)
    }
}
