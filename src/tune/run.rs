//! A tuning from its plan to its files: search, selection, sensitivity, confirmation.

use std::cell::{Cell, RefCell};

use super::confirm::Confirmation;
use super::journal::{Logged, Row, TRIALS};
use super::judge::{Candidate, Judge, JudgeError, Phase, Request, Stretch};
use super::plan::Plan;
use super::race::{Heat, Racing, race};
use super::search::{Found, SearchLimits, search};
use super::sensitivity::{Shift, shifts};
use super::space::Point;
use crate::engine::{Seat, Seed};
use crate::statistics::RatioSums;
use crate::strategies::Params;

/// What the search itself may take of the budget, and what the choice among its finalists, in
/// percent; sensitivities have the rest.
const SEARCH: u64 = 75;
const SELECT: u64 = 15;
/// Stages and batches in which finalists are played.
const SELECT_STAGES: u64 = 4;
const SELECT_BATCHES: u64 = 16;

/// A tuning that failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error("{path}: {cause}")]
    Io { path: String, cause: std::io::Error },
}

/// How far a tuning is.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// What is played, and how many blocks of it have been.
    pub phase: Phase,
    pub blocks: u64,
    /// Played or taken from the journal, in all.
    pub elections: u64,
    /// Rows of the journal.
    pub trials: u64,
    /// The last of them.
    pub row: Option<Row>,
}

/// One that may be the best, in the selection.
#[derive(Clone, Debug)]
pub struct Finalist {
    pub params: Params,
    /// Over all batches that it had.
    pub sums: RatioSums,
    /// It less the best, over the batches that both had.
    pub to_best: RatioSums,
}

/// What a tuning came to.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The best of the search, or the incumbent.
    pub winner: Params,
    /// In the selection, on common blocks: the incumbent first, then the finalists.
    pub finalists: Vec<Finalist>,
    pub found: Found,
    /// Moves of one parameter of the winner.
    pub shifts: Vec<Shift>,
    /// None where the incumbent itself came out best.
    pub confirmation: Option<Confirmation>,
    /// Rows of `trials.csv`, and elections of them.
    pub trials: u64,
    pub elections: u64,
}

impl Tuned {
    /// Whether there is something better than the incumbent.
    pub fn is_confirmed(&self) -> bool {
        self.confirmation.as_ref().is_some_and(Confirmation::is_confirmed)
    }
}

/// Blocks in a batch so that `batches` of them, and a few in turns, take about so many elections.
pub(super) fn batch_size(elections: u64, batches: u64, turns: u64) -> u64 {
    let per = elections / (batches.max(1) * Seat::COUNT as u64);
    (per / turns.max(1)).max(1) * turns.max(1)
}

impl Plan {
    /// What its search may cost.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits {
            elections: self.budget / 100 * SEARCH,
            turns: self.opponents.len() as u64,
            blocks: self.blocks,
            sign: self.objective.sign(),
        }
    }
}

/// A judge that is seen at what it plays: the phase, and blocks of it that were played.
struct Watched<'a, J> {
    inner: J,
    at: &'a Cell<(Phase, u64)>,
}

impl<J: Judge> Judge for Watched<'_, J> {
    fn judge(
        &mut self,
        request: &Request<'_>,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Vec<Vec<i64>>, JudgeError> {
        let each = (request.candidates.len().max(1) * Seat::COUNT) as u64;
        let Self { inner, at } = self;
        inner.judge(request, &mut |elections| {
            at.set((request.phase, request.stretch.first + elections / each));
            tick(elections);
        })
    }

    fn size(&self, phase: Phase) -> u64 {
        self.inner.size(phase)
    }
}

/// Carries a plan out, with its journal in `folder`. `heard` is told of every row, and now and then in
/// between.
///
/// # Errors
/// It was stopped, or the journal can't be written or is of another search.
pub fn tune<J: Judge>(
    plan: &Plan,
    folder: &std::path::Path,
    judge: J,
    heard: &RefCell<dyn FnMut(Told) + '_>,
) -> Result<Tuned, RunError> {
    let row = |row: Row| {
        let Row { phase, blocks, elections, trials, .. } = row;
        (heard.borrow_mut())(Told { phase, blocks, elections, trials, row: Some(row) });
    };
    let at = Cell::new((Phase::Search, 0));
    let mut tick = |elections| {
        let (phase, blocks) = at.get();
        (heard.borrow_mut())(Told { phase, blocks, elections, trials: 0, row: None });
    };
    let judge = Watched { inner: judge, at: &at };
    let logged = Logged::open(&folder.join(TRIALS), &plan.space, judge, row);
    let mut judge = logged.map_err(JudgeError::Journal)?;
    let (seed, limits) = (Seed(plan.seed), plan.limits());
    let start = plan.space.point(plan.space.incumbent()).unwrap_or_default();
    let grains: Vec<Option<f64>> = plan.space.axes().iter().map(|axis| axis.grain()).collect();
    let generations = limits.elections / limits.generation(plan.population).max(1);
    let (method, spread) = (plan.method, plan.spread.value());
    let mut method = method.begin(start, spread, plan.population, &grains, generations);
    let found = search(&mut judge, &plan.space, &mut *method, seed, &limits, &mut tick)?;
    let (candidates, heat) = select(&mut judge, plan, &found.finalists, &mut tick)?;
    let best = heat.ranked.order.first().map_or(0, |&place| place);
    let winner = candidates[best].params.clone();
    let turns = plan.opponents.len() as u64;
    let rest = plan.budget / 100 * (100 - SEARCH - SELECT);
    let shifts = shifts(&mut judge, &plan.space, &winner, (rest, turns), &mut tick)?;
    let confirmation = match best {
        0 => None,
        _ => Some(Confirmation::of(&mut judge, plan, &winner, &mut tick)?),
    };
    judge.finish().map_err(JudgeError::Journal)?;
    let of = |((candidate, sums), to_best): ((Candidate, _), _)| Finalist {
        params: candidate.params,
        sums,
        to_best,
    };
    let finalists = candidates.into_iter().zip(heat.sums).zip(heat.to_best).map(of).collect();
    let (trials, elections) = (judge.trials(), judge.elections());
    Ok(Tuned { winner, finalists, found, shifts, confirmation, trials, elections })
}

/// Plays the finalists and the incumbent, number 0, on blocks of their own.
fn select<J: Judge>(
    judge: &mut J,
    plan: &Plan,
    finalists: &[Point],
    tick: &mut dyn FnMut(u64),
) -> Result<(Vec<Candidate>, Heat), JudgeError> {
    let mut candidates = vec![Candidate { number: 0, params: plan.space.incumbent().clone() }];
    for params in finalists.iter().map(|point| plan.space.params(point)) {
        if candidates.iter().all(|other| other.params != params) {
            candidates.push(Candidate { number: candidates.len(), params });
        }
    }
    let batches = candidates.len() as u64 * SELECT_STAGES * SELECT_BATCHES;
    let turns = plan.opponents.len() as u64;
    let per = batch_size(plan.budget / 100 * SELECT, batches, turns);
    let racing = Racing {
        phase: Phase::Select,
        generation: 0,
        stretch: Stretch { first: 0, per, batches: SELECT_BATCHES },
        stages: SELECT_STAGES,
        keep: 1,
        sign: plan.objective.sign(),
    };
    let heat = race(judge, &racing, &candidates, None, tick)?;
    Ok((candidates, heat))
}
