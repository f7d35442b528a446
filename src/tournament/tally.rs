//! Exact sums of what was played: of a block, and of all blocks together.

use super::schedule::{Arm, Block};
use crate::engine::{BySeat, End, Seat};
use crate::statistics::RatioSums;

/// What an entrant did at one seat number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSums {
    pub seatings: u64,
    pub elections_won: u64,
    pub stones: u64,
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

    pub(super) fn count_holding(&mut self, stones: u8) {
        let stones = usize::from(stones);
        if self.holdings.len() <= stones {
            self.holdings.resize(stones + 1, 0);
        }
        self.holdings[stones] += 1;
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
    pub arm: Arm,
    pub entrants: Vec<(usize, EntrantSums)>,
}

impl BlockSums {
    /// Of a block about to be played, at nothing for each of its entrants and their opponents;
    /// `used` is of another block, whose memory is taken over.
    pub(super) fn begin(block: &Block, used: Option<Self>) -> Self {
        let mut entrants = used.map(|used| used.entrants).unwrap_or_default();
        let mut present = block.seating.0;
        present.sort_unstable();
        let mut count = 0;
        for at in 0..present.len() {
            let entrant = present[at];
            if count > 0 && present[count - 1] == entrant {
                continue;
            }
            present[count] = entrant;
            match entrants.get_mut(count) {
                Some((place, sums)) => {
                    *place = entrant;
                    sums.reset();
                }
                None => entrants.push((entrant, EntrantSums::default())),
            }
            count += 1;
        }
        entrants.truncate(count);
        for (entrant, sums) in &mut entrants {
            let opponents = present[..count].iter().filter(|opponent| *opponent != entrant);
            sums.versus.extend(opponents.map(|&opponent| (opponent, VersusSums::default())));
        }
        Self { block: block.number, arm: block.arm, entrants }
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
    /// Difference of stones of meetings, by opponent.
    pub difference: Vec<(usize, RatioSums)>,
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

    /// Adds what the entrant did in a block.
    fn add(&mut self, sums: &EntrantSums) {
        self.win.add(sums.elections_won as i64, sums.seatings);
        self.stones.add(sums.stones as i64, sums.seatings);
        for (opponent, versus) in &sums.versus {
            self.difference(*opponent).add(versus.difference, versus.meetings);
        }
        self.sums.add(sums);
    }

    fn merge(&mut self, other: &Self) {
        self.sums.add(&other.sums);
        self.win.merge(&other.win);
        self.stones.merge(&other.stones);
        for (opponent, difference) in &other.difference {
            self.difference(*opponent).merge(difference);
        }
    }

    /// Back to nothing, keeping the memory.
    fn clear(&mut self) {
        self.sums.reset();
        (self.win, self.stones) = (RatioSums::default(), RatioSums::default());
        self.difference.clear();
    }
}

/// Blocks together: some of a run, or all.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    arms: Vec<(Arm, Vec<Standing>)>,
    /// Blocks added.
    pub blocks: u64,
}

impl Tally {
    /// Of a pool of `pool` entrants in these arms, each of which then has its standing, played or
    /// not.
    pub fn new(arms: &[Arm], pool: usize) -> Self {
        let standings = || vec![Standing::default(); pool];
        Self { arms: arms.iter().map(|&arm| (arm, standings())).collect(), blocks: 0 }
    }

    /// The standings of an arm, at least `count`.
    fn standings(&mut self, arm: Arm, count: usize) -> &mut [Standing] {
        let known = self.arms.iter().position(|(other, _)| *other == arm);
        let at = known.unwrap_or_else(|| {
            self.arms.push((arm, Vec::new()));
            self.arms.len() - 1
        });
        let standings = &mut self.arms[at].1;
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
    }

    /// Adds all blocks of `other`. The sums are exact, so the order of parts is indifferent.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        for (arm, standings) in &other.arms {
            let ours = self.standings(*arm, standings.len());
            ours.iter_mut().zip(standings).for_each(|(ours, its)| ours.merge(its));
        }
    }

    /// Back to no blocks, keeping the memory.
    pub(super) fn clear(&mut self) {
        self.blocks = 0;
        self.arms.iter_mut().flat_map(|(_, standings)| standings).for_each(Standing::clear);
    }

    /// Arms with their standings in pool order.
    pub fn arms(&self) -> impl Iterator<Item = (Arm, &[Standing])> {
        self.arms.iter().map(|(arm, standings)| (*arm, standings.as_slice()))
    }
}
