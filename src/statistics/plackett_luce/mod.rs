//! Strengths from orders of finish: Plackett–Luce, with ties as Davidson and Luce have them.
//!
//! An election is a sequence of choices: the first of all, the first of those left, and so on. In
//! each the chance of a group S among those left is δ(|S|) · (Π strengths of S)^(1/|S|), by the sum
//! of that over all groups that could have been: one alone, or several that tie (Turner, van Etten,
//! Firth and Kosmidis 2020; of two it is Davidson's model of 1970, without ties Plackett's of 1975,
//! and of two without ties that of Bradley and Terry 1952). δ(1) is 1, the others are estimated; of
//! sizes that no tie had it is 0.

mod fit;
mod replicates;
mod symmetric;

use std::collections::BTreeMap;

pub use fit::Strengths;
pub use replicates::StrengthReplicates;

/// Contenders of an election at most.
const MOST: usize = 5;
/// Stands for no contender.
const NONE: usize = usize::MAX;

/// How an election ended for its contenders.
#[derive(Clone, Copy, Debug)]
pub struct Finish<'a> {
    /// 1 to 5 of them, by number; one that has several seats is there several times.
    pub contenders: &'a [usize],
    /// The rank of each, less is better; those that tie have the same. Rank 1 is a place that can't be
    /// shared, and no tie was possible in the choice of who has it.
    pub ranks: &'a [u8],
}

/// Those left in a choice, rising, and whether it could have been a tie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Choice {
    left: [usize; MOST],
    ties: bool,
}

impl Choice {
    fn left(&self) -> &[usize] {
        let count = self.left.iter().position(|&one| one == NONE).unwrap_or(MOST);
        &self.left[..count]
    }
}

impl Finish<'_> {
    /// Hands over every choice among two or more, with those that were chosen, rising.
    fn choices(&self, mut made: impl FnMut(Choice, &[usize])) {
        let mut seats = [(0, NONE); MOST];
        let count = self.contenders.len().min(self.ranks.len()).min(MOST);
        let seats = &mut seats[..count];
        for (seat, (&contender, &rank)) in
            seats.iter_mut().zip(self.contenders.iter().zip(self.ranks))
        {
            *seat = (rank, contender);
        }
        seats.sort_unstable();
        let mut begin = 0;
        while count - begin >= 2 {
            let rank = seats[begin].0;
            let chosen = seats[begin..].iter().take_while(|seat| seat.0 == rank).count();
            let mut choice = Choice { left: [NONE; MOST], ties: rank != 1 };
            let mut group = [NONE; MOST];
            for (at, seat) in seats[begin..].iter().enumerate() {
                choice.left[at] = seat.1;
                group[at] = seat.1;
            }
            choice.left.sort_unstable();
            made(choice, &group[..chosen]);
            begin += chosen;
        }
    }
}

/// Elections together: all that the most likely strengths follow from. Counts are whole numbers, so
/// parts merge into the same as the whole, in any order. It grows with the different groups of
/// contenders that were met, not with the elections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rankings {
    choices: BTreeMap<Choice, u64>,
    /// Of each contender how often it was chosen alone, with one other, with two, …
    chosen: Vec<[u64; MOST]>,
}

impl Rankings {
    /// None, of so many contenders.
    pub fn new(contenders: usize) -> Self {
        Self { choices: BTreeMap::new(), chosen: vec![[0; MOST]; contenders] }
    }

    /// Adds `count` elections that ended like this.
    pub fn add(&mut self, finish: &Finish<'_>, count: u64) {
        let Self { choices, chosen } = self;
        finish.choices(|choice, group| {
            *choices.entry(choice).or_default() += count;
            for &contender in group {
                chosen[contender][group.len() - 1] += count;
            }
        });
    }

    /// Adds all of `other`, which has the same contenders.
    pub fn merge(&mut self, other: &Self) {
        for (choice, count) in &other.choices {
            *self.choices.entry(*choice).or_default() += count;
        }
        for (ours, its) in self.chosen.iter_mut().zip(&other.chosen) {
            ours.iter_mut().zip(its).for_each(|(sum, n)| *sum += n);
        }
    }

    /// Ties of each size from 1, which is none, to 5.
    fn ties(&self) -> [u64; MOST] {
        std::array::from_fn(|at| {
            self.chosen.iter().map(|sizes| sizes[at]).sum::<u64>() / (at as u64 + 1)
        })
    }
}
