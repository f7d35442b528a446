//! The judge that plays: candidates against their opponents, on all threads, block by block.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::judge::{Judge, JudgeError, Phase, Request};
use super::plan::{Objective, Plan};
use crate::engine::{Seat, Seed};
use crate::strategies::{Entrant, Params, Registry, Spec};
use crate::tournament::{BlockOutput, Instead, Players};

/// How often progress is told while games are played.
const TICK: Duration = Duration::from_millis(250);
/// Blocks whose rows are let go together.
const TOGETHER: u64 = 64;

/// Games of a plan.
pub struct Bench<'a> {
    plan: &'a Plan,
    registry: &'a Registry,
    pool: &'a rayon::ThreadPool,
    stop: &'a AtomicBool,
}

/// A candidate at its tables.
enum Seated {
    /// Its elections are played to their end.
    Whole(Players),
    /// Each round is played by the incumbent and once more by the candidate.
    Instead(Instead),
}

impl<'a> Bench<'a> {
    /// On the threads of `pool`, until `stop` is set.
    pub const fn new(
        plan: &'a Plan,
        registry: &'a Registry,
        pool: &'a rayon::ThreadPool,
        stop: &'a AtomicBool,
    ) -> Self {
        Self { plan, registry, pool, stop }
    }

    fn spec(&self, params: &Params) -> Result<Spec, JudgeError> {
        let entry = self.registry.get(&self.plan.incumbent.name);
        // The plan was made with this registry.
        let entry = entry.ok_or_else(|| io::Error::other("the strategy is not registered"))?;
        Ok(Spec::new(entry, params.clone()))
    }

    fn seat(&self, request: &Request<'_>, params: &Params) -> Result<Seated, JudgeError> {
        let seed = Seed(self.plan.seed).tuner_games(request.phase.number());
        let spec = self.spec(params)?;
        let others = match request.others {
            None => self.plan.opponents.clone(),
            Some(params) => {
                let spec = self.spec(params)?;
                vec![Entrant { label: "other".to_owned(), spec }]
            }
        };
        if self.plan.objective == Objective::Equity && !request.phase.confirms() {
            let experiment = self.plan.table(&self.plan.incumbent, &others, seed);
            return Ok(Seated::Instead(Instead::new(&experiment, &spec, self.registry)?));
        }
        let experiment = self.plan.table(&spec, &others, seed);
        Ok(Seated::Whole(Players::new(&experiment, self.registry)?))
    }

    /// What a candidate gets in a batch that begins with block `first`; none if it was stopped.
    fn batch(&self, seated: &Seated, first: u64, per: u64) -> io::Result<Option<i64>> {
        let stopped = || self.stop.load(Ordering::Relaxed);
        let blocks = first..first + per;
        let players = match seated {
            Seated::Whole(players) => players,
            Seated::Instead(instead) => return Ok(instead.gain(blocks, stopped)),
        };
        let mut schedule = players.experiment().schedule();
        let mut output = BlockOutput::default();
        let mut sum = 0;
        for number in blocks {
            if !players.play_block(&schedule.block(number), stopped, &mut output)? {
                return Ok(None);
            }
            if number % TOGETHER == 0 {
                sum += self.sum(&output);
                output.clear();
            }
        }
        Ok(Some(sum + self.sum(&output)))
    }

    /// What blocks gave the candidate, the first of the pool.
    fn sum(&self, output: &BlockOutput) -> i64 {
        let own = output.tally.arms().filter_map(|standings| standings.first());
        let of = own.map(|standing| match self.plan.objective {
            Objective::MeanStones => standing.sums.stones,
            Objective::WinRate | Objective::Equity => standing.sums.elections_won,
        });
        of.sum::<u64>() as i64
    }
}

impl Judge for Bench<'_> {
    fn judge(
        &mut self,
        request: &Request<'_>,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Vec<Vec<i64>>, JudgeError> {
        let stretch = request.stretch;
        let seated: Result<Vec<Seated>, JudgeError> =
            request.candidates.iter().map(|one| self.seat(request, &one.params)).collect();
        let seated = seated?;
        let jobs: Vec<(usize, u64)> = (0..seated.len())
            .flat_map(|place| (0..stretch.batches).map(move |batch| (place, batch)))
            .collect();
        let played = AtomicU64::new(0);
        let this = &*self;
        let play = |&(place, batch): &(usize, u64)| {
            let sum =
                this.batch(&seated[place], stretch.first + batch * stretch.per, stretch.per)?;
            played.fetch_add(stretch.per * Seat::COUNT as u64, Ordering::Relaxed);
            Ok(sum)
        };
        // One thread waits for the others and tells how far they are.
        let (sender, receiver) = mpsc::channel();
        let sums: io::Result<Vec<Option<i64>>> = std::thread::scope(|scope| {
            scope.spawn(|| {
                let sender = sender;
                // Where nobody waits any more, nothing is lost.
                let _ = sender.send(this.pool.install(|| jobs.par_iter().map(play).collect()));
            });
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(sums) => break sums,
                    Err(RecvTimeoutError::Timeout) => tick(played.load(Ordering::Relaxed)),
                    // A strategy panicked; the scope passes it on.
                    Err(RecvTimeoutError::Disconnected) => {
                        break Err(io::Error::other(
                            "a worker ended before its blocks were played",
                        ));
                    }
                }
            }
        });
        let sums: Option<Vec<i64>> = sums?.into_iter().collect();
        let sums = sums.ok_or(JudgeError::Stopped)?;
        Ok(sums.chunks(stretch.batches.max(1) as usize).map(<[i64]>::to_vec).collect())
    }

    fn size(&self, phase: Phase) -> u64 {
        let scale = if phase.confirms() { 1 } else { self.plan.objective.scale() };
        Seat::COUNT as u64 * scale
    }
}
