//! Elections from given states to their ends, to hold a table against.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::build::{BuildError, Work};
use super::lanes;
use super::table::Equity;
use super::vectors;
use crate::engine::lockstep::{Finished, LANES, LanePolicy, Position, Supply};
use crate::engine::{BySeat, Holdings, Rules, Seat, Seed, Simulated};

/// Which states a table is tried at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum States {
    /// Those between two rounds of self-play.
    Met,
    /// Drawn from all with like chances.
    Uniform,
}

impl States {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Met, Self::Uniform];
}

/// What is to be tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialPlan {
    pub seed: u64,
    /// States of each kind, with a CAMAT and without.
    pub states: u32,
    /// Elections from each state.
    pub elections: u32,
}

/// Elections from one state, and what the table says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Seat 0 starts.
    pub holdings: Holdings,
    /// Whether it is the CAMAT.
    pub camat: bool,
    /// What the table says, in units of 1/65536.
    pub said: BySeat<u32>,
    /// Elections that each seat won.
    pub won: BySeat<u64>,
    /// Elections that `max_rounds` did not end.
    pub elections: u64,
}

/// Trials at one kind of states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trials {
    pub states: States,
    pub camat: bool,
    pub trials: Vec<Trial>,
}

/// Plays `plan` by `policy`, which should be who the table was made from. `heard` is told how many
/// more elections are played, from any thread.
///
/// # Errors
/// Threads can't be started, or it was stopped.
pub fn try_table<P: LanePolicy + Sync>(
    table: &Equity,
    policy: &P,
    plan: &TrialPlan,
    work: Work<'_>,
    heard: &(impl Fn(u64) + Sync),
) -> Result<Vec<Trials>, BuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(work.threads).build()?;
    let bench = Bench { table, policy, plan, stop: work.stop };
    pool.install(|| {
        let mut all = Vec::new();
        for states in States::ALL {
            for camat in [false, true] {
                let from = match states {
                    States::Met => bench.met(camat),
                    States::Uniform => bench.uniform(camat),
                };
                // Groups 0 and 1 are those that states were met in.
                let first = 2 + all.len() as u64 * u64::from(plan.states);
                let trials = bench.try_at(&from, camat, first, heard)?;
                all.push(Trials { states, camat, trials });
            }
        }
        Ok(all)
    })
}

struct Bench<'a, P> {
    table: &'a Equity,
    policy: &'a P,
    plan: &'a TrialPlan,
    stop: &'a AtomicBool,
}

impl<P: LanePolicy + Sync> Bench<'_, P> {
    fn rules(&self) -> &Rules {
        &self.table.origin.rules
    }

    /// States drawn uniformly.
    fn uniform(&self, camat: bool) -> Vec<Holdings> {
        let mut random = Seed(self.plan.seed).equity_states();
        let stones = self.rules().stones;
        let all = vectors::count(stones) as u64;
        let drawn = || vectors::unrank(random.below(all) as usize, stones);
        // One sequence for both kinds, so that they are other states.
        let count = self.plan.states as usize;
        let skipped = if camat { count } else { 0 };
        std::iter::repeat_with(drawn).skip(skipped).take(count).collect()
    }

    /// States after rounds of elections from all stones on the table, as evenly from all that were
    /// met as can be.
    fn met(&self, camat: bool) -> Vec<Holdings> {
        let wanted = self.plan.states as usize;
        let start = Holdings::on_table(self.rules().stones);
        let mut elections = 64 + wanted as u64;
        loop {
            let mut play = self.elections(start, camat, u64::from(camat), elections);
            play.met = Some(Vec::new());
            self.run(&mut play);
            let met = play.met.unwrap_or_default();
            if met.len() >= wanted {
                return (0..wanted).map(|nth| met[nth * met.len() / wanted]).collect();
            }
            // Elections of a round each meet nothing.
            elections *= 2;
            if elections > 1 << 24 {
                return Vec::new();
            }
        }
    }

    /// Elections from each of the states, those of the first in the group `first`.
    fn try_at(
        &self,
        from: &[Holdings],
        camat: bool,
        first: u64,
        heard: &(impl Fn(u64) + Sync),
    ) -> Result<Vec<Trial>, BuildError> {
        let numbered: Vec<_> = (first..).zip(from.iter().copied()).collect();
        let trials = numbered.par_iter().map(|&(group, holdings)| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(BuildError::Stopped);
            }
            let elections = u64::from(self.plan.elections);
            let mut play = self.elections(holdings, camat, group, elections);
            self.run(&mut play);
            heard(elections);
            let said = self.table.chances(&holdings, Seat::ALL[0], camat);
            let BySeat(won) = play.won;
            Ok(Trial { holdings, camat, said, won: play.won, elections: won.iter().sum() })
        });
        trials.collect()
    }

    fn elections(&self, from: Holdings, camat: bool, group: u64, elections: u64) -> Elections<'_> {
        Elections {
            rules: self.rules(),
            seed: Seed(self.plan.seed),
            group,
            from,
            camat,
            next: 0,
            elections,
            lanes: [Underway { rounds_of: Simulated::NONE, rounds: 0 }; LANES],
            won: BySeat([0; Seat::COUNT]),
            met: None,
        }
    }

    fn run(&self, play: &mut Elections<'_>) {
        lanes::play(self.rules(), self.policy, play);
    }
}

/// An election in a lane.
#[derive(Clone, Copy)]
struct Underway {
    rounds_of: Simulated,
    rounds: u32,
}

/// Elections from one state, as a supply.
struct Elections<'a> {
    rules: &'a Rules,
    seed: Seed,
    group: u64,
    from: Holdings,
    camat: bool,
    next: u64,
    elections: u64,
    lanes: [Underway; LANES],
    won: BySeat<u64>,
    /// States after rounds, seen from their starters, where they are asked for.
    met: Option<Vec<Holdings>>,
}

impl Supply for Elections<'_> {
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> Option<Position> {
        if self.next == self.elections {
            return None;
        }
        let mut rounds_of = self.seed.equity_trial(self.group, self.next);
        self.next += 1;
        let first = Position::later(self.rules, Seat::ALL[0], Some(self.from), &mut rounds_of);
        self.lanes[lane] = Underway { rounds_of, rounds: 0 };
        Some(first)
    }

    #[inline(always)]
    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        let underway = &mut self.lanes[lane];
        underway.rounds += 1;
        if end.elected {
            self.won[end.winner] += 1;
            return self.begin(lane);
        }
        if underway.rounds >= self.rules.max_rounds {
            return self.begin(lane);
        }
        let starter = if self.camat { Seat::ALL[0] } else { end.winner };
        if let Some(met) = &mut self.met {
            let seats = BySeat(std::array::from_fn(|n| end.holdings.seats[starter.after(n)]));
            met.push(Holdings { seats, ..end.holdings });
        }
        Some(Position::later(self.rules, starter, None, &mut underway.rounds_of))
    }
}
