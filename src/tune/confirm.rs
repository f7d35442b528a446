//! Whether the winner is better than the incumbent, on deals that no part of the search has seen.

use super::judge::{Candidate, Judge, JudgeError, Phase, Request, Stretch};
use super::plan::Plan;
use crate::statistics::{Interval, Sequential, SequentialPlan, Stop, Tested};
use crate::strategies::Params;

/// Batches that are asked for at once; the test ends within them.
const BATCHES: u64 = 50;
/// Blocks in a batch at least.
const BATCH: u64 = 5;

/// What is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Is the winner better among the opponents than the incumbent is, on the same deals?
    Opponents,
    /// Does a single winner do better than its share among four of the incumbent?
    AmongIncumbent,
    /// Does a single incumbent do worse than its share among four of the winner?
    AmongItself,
}

impl Question {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Opponents, Self::AmongIncumbent, Self::AmongItself];

    /// Its phase.
    pub const fn phase(self) -> Phase {
        match self {
            Self::Opponents => Phase::Opponents,
            Self::AmongIncumbent => Phase::AmongIncumbent,
            Self::AmongItself => Phase::AmongItself,
        }
    }

    /// What is tested, and its value by either hypothesis.
    fn hypotheses(self, plan: &Plan) -> (Tested, f64, f64) {
        let gain = plan.confirm.gain.value();
        let better = if plan.by_wins() { gain } else { -gain };
        let even = if plan.by_wins() { 0.2 } else { plan.even_stones() };
        let tested = if plan.by_wins() { Tested::Rate } else { Tested::Mean };
        match self {
            Self::Opponents => (Tested::Mean, 0.0, better),
            Self::AmongIncumbent => (tested, even, even + better),
            Self::AmongItself => (tested, even, even - better),
        }
    }
}

/// A test that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    pub question: Question,
    /// The difference, or what the one among four gets, by either hypothesis.
    pub h0: f64,
    pub h1: f64,
    /// The blocks it took.
    pub blocks: u64,
    pub estimate: Option<f64>,
    /// Holds at any stop.
    pub confidence: Option<Interval>,
    pub stop: Stop,
}

/// How the winner came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Confirmation {
    pub tests: Vec<Test>,
}

impl Confirmation {
    /// Whether every test ended with H1.
    pub fn is_confirmed(&self) -> bool {
        !self.tests.is_empty() && self.tests.iter().all(|test| test.stop == Stop::H1)
    }

    /// Plays all tests of a plan.
    ///
    /// # Errors
    /// Not all was played.
    pub fn of<J: Judge + ?Sized>(
        judge: &mut J,
        plan: &Plan,
        winner: &Params,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Self, JudgeError> {
        let test = |question| run(judge, plan, winner, question, tick);
        let tests: Result<Vec<Test>, JudgeError> = Question::ALL.into_iter().map(test).collect();
        Ok(Self { tests: tests? })
    }
}

fn run<J: Judge + ?Sized>(
    judge: &mut J,
    plan: &Plan,
    winner: &Params,
    question: Question,
    tick: &mut dyn FnMut(u64),
) -> Result<Test, JudgeError> {
    let (tested, h0, h1) = question.hypotheses(plan);
    let incumbent = Candidate { number: 0, params: plan.space.incumbent().clone() };
    let winner = Candidate { number: 1, params: winner.clone() };
    let (both, first, second) = ([&incumbent, &winner], [&winner], [&incumbent]);
    let (candidates, others): (&[&Candidate], _) = match question {
        Question::Opponents => (&both, None),
        Question::AmongIncumbent => (&first, Some(&incumbent.params)),
        Question::AmongItself => (&second, Some(&winner.params)),
    };
    let turns = if others.is_none() { plan.opponents.len() as u64 } else { 1 };
    let per = BATCH.next_multiple_of(turns);
    let confirm = &plan.confirm;
    let (alpha, beta) = (confirm.alpha.value(), confirm.beta.value());
    let most = (confirm.blocks / per).max(Sequential::FIRST);
    let mut test = Sequential::new(SequentialPlan { tested, h0, h1, alpha, beta, most });
    let phase = question.phase();
    let size = judge.size(phase) * per;
    let mut generation = 0;
    loop {
        let first = generation * BATCHES * per;
        let stretch = Stretch { first, per, batches: BATCHES };
        let request = Request { phase, generation, stage: 0, stretch, candidates, others };
        let sums = judge.judge(&request, tick)?;
        for batch in 0..BATCHES as usize {
            let y = match sums.as_slice() {
                [incumbent, winner] => winner[batch] - incumbent[batch],
                [one] => one[batch],
                _ => 0,
            };
            test.take(y, size);
        }
        if let Some(stop) = test.stop() {
            let (blocks, estimate) = (test.blocks() * per, test.ratio());
            let confidence = test.confidence();
            return Ok(Test { question, h0, h1, blocks, estimate, confidence, stop });
        }
        generation += 1;
    }
}
