//! Makes a table, by value iteration.
//!
//! One sweep gives every state the mean, over rounds played from it, of what the rounds end in: the
//! winner for certain where it is elected, else the values that the sweep before gave the state
//! after. There is no best move to be found, so this is linear in the values: with fresh rounds in
//! every sweep the values of a sweep are right in the mean once those they began with are
//! forgotten, and what they err by is averaged away over many sweeps.
//!
//! How much of the beginning is left is known: its weight in a state is the chance that no election
//! has come yet, which is carried along as one more value. Averaging begins when that is below
//! 1/1024 in every state.
//!
//! Everything is whole numbers and every state has rounds of its own in every sweep, so the bytes do
//! not depend on threads or processors.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSliceMut as _;

use super::lanes;
use super::rounds::{ONE, Rounds, Row, Sweep};
use super::table::{Equity, Maker, Origin, UNITS, essence};
use super::vectors::{self, MOST_STONES};
use crate::engine::lockstep::LanePolicy;
use crate::engine::{Rules, Seat, Seed};

/// What is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    pub rules: Rules,
    pub seed: u64,
    /// Rounds from each state in a sweep, 1 or more.
    pub rounds: u32,
    /// Sweeps that are averaged, 1 or more.
    pub sweeps: u32,
}

impl Plan {
    /// Rounds a state and sweep, where nothing else is asked for.
    pub const ROUNDS: u32 = 64;
    /// Sweeps, likewise.
    pub const SWEEPS: u32 = 500;

    /// States of the table.
    pub fn states(&self) -> u64 {
        2 * vectors::count(self.rules.stones) as u64
    }

    /// Rounds of all sweeps that are averaged.
    pub fn all_rounds(&self) -> u64 {
        self.states() * u64::from(self.rounds) * u64::from(self.sweeps)
    }
}

/// How it is carried out; nothing here changes the table.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// 1 or more.
    pub threads: usize,
    /// Set from outside to end it early.
    pub stop: &'a AtomicBool,
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stage {
    /// So many sweeps are done, and this much is left of what the values began with.
    BurnIn { sweeps: u32, left: f64 },
    /// So many more rounds are played of those that are averaged.
    Rounds(u64),
}

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("rules.stones is {0}; a table is made for {MOST_STONES} at the most")]
    Stones(u8),
    #[error(
        "after {sweeps} sweeps there are states that no election has come of in {left:.1} % of \
         cases: by these rules they are too rare for a table"
    )]
    Rare { sweeps: u32, left: f64 },
    #[error("threads can't be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("stopped")]
    Stopped,
}

/// The most that may be left of what the values began with when averaging begins.
const FORGOTTEN: u32 = ONE >> 10;
/// Sweeps in which that must come about.
const LONGEST_BURN_IN: u32 = 400;
/// States that are a task.
const STRETCH: usize = 512;

/// Values of all states: where the winner of a round starts the next, and where the CAMAT does.
type Values = [Vec<Row>; 2];

/// Makes the table of `plan` from play by `policy`, which `maker` names. `heard` is told now and
/// then how far it is, from any thread.
///
/// # Errors
/// The rules have no table, threads can't be started, or it was stopped.
pub fn build<P: LanePolicy + Sync>(
    policy: &P,
    maker: Maker,
    plan: &Plan,
    work: Work<'_>,
    heard: &(impl Fn(Stage) + Sync),
) -> Result<Equity, BuildError> {
    let rules = essence(&plan.rules);
    if rules.stones > MOST_STONES {
        return Err(BuildError::Stones(rules.stones));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(work.threads).build()?;
    let plan = Plan { rules, ..*plan };
    let sweeps = Sweeps { policy, plan, stop: work.stop };
    pool.install(|| {
        let (values, burn_in) = sweeps.burn_in(heard)?;
        let sums = sweeps.add_up(values, burn_in, heard)?;
        let Plan { rules, seed, rounds, sweeps } = plan;
        let chances = sums.iter().map(|sums| units(sums, sweeps)).collect();
        Ok(Equity { origin: Origin { rules, maker, seed, rounds, sweeps, burn_in }, chances })
    })
}

struct Sweeps<'a, P> {
    policy: &'a P,
    plan: Plan,
    stop: &'a AtomicBool,
}

impl<P: LanePolicy + Sync> Sweeps<'_, P> {
    /// Values that have forgotten what they began with, and after how many sweeps.
    fn burn_in(&self, heard: &(impl Fn(Stage) + Sync)) -> Result<(Values, u32), BuildError> {
        let fifth = ONE / Seat::COUNT as u32;
        let even = [fifth, fifth, fifth, fifth, ONE - 4 * fifth, ONE];
        let all = vec![even; vectors::count(self.plan.rules.stones)];
        let mut values = [all.clone(), all];
        for sweep in 0..LONGEST_BURN_IN {
            values = self.sweep(sweep, &values, &|_| ())?;
            let most = values.iter().flatten().map(|row| row[Seat::COUNT]).max();
            let left = most.unwrap_or_default();
            let sweeps = sweep + 1;
            heard(Stage::BurnIn { sweeps, left: share(left) });
            if left <= FORGOTTEN {
                return Ok((values, sweeps));
            }
        }
        let left = values.iter().flatten().map(|row| row[Seat::COUNT]).max().unwrap_or_default();
        Err(BuildError::Rare { sweeps: LONGEST_BURN_IN, left: 100.0 * share(left) })
    }

    /// The sums of the values of all sweeps after the burn-in, both tables in a row.
    fn add_up(
        &self,
        mut values: Values,
        burn_in: u32,
        heard: &(impl Fn(Stage) + Sync),
    ) -> Result<Vec<[u64; Seat::COUNT]>, BuildError> {
        let mut sums = vec![[0; Seat::COUNT]; self.plan.states() as usize];
        for sweep in 0..self.plan.sweeps {
            values =
                self.sweep(burn_in + sweep, &values, &|rounds| heard(Stage::Rounds(rounds)))?;
            for (sums, row) in sums.iter_mut().zip(values.iter().flatten()) {
                for (sum, &chance) in sums.iter_mut().zip(row) {
                    *sum += u64::from(chance);
                }
            }
        }
        Ok(sums)
    }

    /// One sweep over all states.
    fn sweep(
        &self,
        number: u32,
        values: &Values,
        heard: &(impl Fn(u64) + Sync),
    ) -> Result<Values, BuildError> {
        let Plan { ref rules, seed, rounds, .. } = self.plan;
        let mut new = [Vec::new(), Vec::new()];
        for (camat, (values, new)) in values.iter().zip(&mut new).enumerate() {
            let sweep =
                Sweep { rules, seed: Seed(seed), number, camat: camat == 1, rounds, values };
            new.resize(values.len(), [0; Seat::COUNT + 1]);
            new.par_chunks_mut(STRETCH).enumerate().for_each(|(stretch, rows)| {
                if self.stop.load(Ordering::Relaxed) {
                    return;
                }
                self.play(sweep, stretch * STRETCH, rows);
                heard(rows.len() as u64 * u64::from(rounds));
            });
        }
        if self.stop.load(Ordering::Relaxed) { Err(BuildError::Stopped) } else { Ok(new) }
    }

    /// The new `rows` of a stretch of states from the one with this number on.
    fn play(&self, sweep: Sweep<'_>, first: usize, rows: &mut [Row]) {
        let mut rounds = Rounds::new(sweep, first..first + rows.len());
        lanes::play(sweep.rules, self.policy, &mut rounds);
        for (row, new) in rows.iter_mut().zip(rounds.rows()) {
            *row = new;
        }
    }
}

/// As a share of all.
fn share(value: u32) -> f64 {
    f64::from(value) / f64::from(ONE)
}

/// The means of `sweeps` values of [`ONE`] in the units of a table, of which there are [`UNITS`] in
/// all: each rounded down, and what is left given to those that lost most by it. Only the last can be
/// certain, since a file has no room for that in the others.
fn units(sums: &[u64; Seat::COUNT], sweeps: u32) -> [u16; Seat::COUNT] {
    let whole = u64::from(sweeps) * u64::from(ONE) / u64::from(UNITS);
    let mut units = sums.map(|sum| (sum / whole) as u16);
    let mut order: [usize; Seat::COUNT] = std::array::from_fn(|steps| steps);
    order.sort_by_key(|&steps| std::cmp::Reverse(sums[steps] % whole));
    let left = UNITS - units.iter().sum::<u16>();
    for &steps in &order[..usize::from(left)] {
        units[steps] += 1;
    }
    let [others @ .., last] = &mut units;
    for other in others.iter_mut().filter(|other| **other == UNITS) {
        *other -= 1;
        *last += 1;
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_add_up_and_are_the_nearest() {
        let one = u64::from(ONE);
        assert_eq!(units(&[one, 0, 0, 0, 0], 1), [UNITS - 1, 0, 0, 0, 1]);
        assert_eq!(units(&[0, 0, 0, 0, one], 1), [0, 0, 0, 0, UNITS]);
        // A third is 5461 1/3 units.
        let third = one / 3;
        assert_eq!(units(&[third, third, one - 2 * third, 0, 0], 1), [5461, 5461, 5462, 0, 0]);
        // 1.5 and 1.75 units lose most, and the two rests are 8190.375 each.
        let unit = one / u64::from(UNITS);
        let (a, b) = (unit * 3 / 2, unit * 7 / 4);
        let rest = 2 * one - 2 * (a + b);
        assert_eq!(units(&[2 * a, 2 * b, 0, rest / 2, rest / 2], 2), [2, 2, 0, 8190, 8190]);
    }
}
