//! What every strategy of a pool answers.

use crate::engine::Seed;
use crate::strategies::{Entrant, Registry, SpecError, Unsuited};
use crate::tabletop::{Answer, Turn};

/// The answers of a pool on one turn.
pub(super) struct Answers<'a> {
    pub seed: u64,
    /// In the order of the pool; empty where no strategy is asked.
    pub given: Vec<Given<'a>>,
    /// Those that were not asked, for they can't play by the rules of the record.
    pub left_out: Vec<(&'a Entrant, Unsuited)>,
}

/// Who of a pool is to be asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whom {
    /// Each, as it was named.
    Each,
    /// All but those that can't play by the rules.
    AllWhoCan,
}

/// The answer of one strategy.
pub(super) struct Given<'a> {
    pub entrant: &'a Entrant,
    /// What it is, in one line of the registry.
    pub summary: &'static str,
    pub answer: Answer,
}

impl<'a> Answers<'a> {
    /// Asks the strategies of `pool`.
    ///
    /// # Errors
    /// A spec is not of `registry`, or one that was named can't play by the rules.
    pub fn ask(
        turn: &Turn<'_>,
        (pool, whom): (&'a [Entrant], Whom),
        registry: &Registry,
        seed: Seed,
    ) -> Result<Self, SpecError> {
        let (mut given, mut left_out) = (Vec::new(), Vec::new());
        for entrant in pool {
            let strategy = match entrant.spec.build(registry, turn.seen().rules()) {
                Err(SpecError::Unsuited { cause, .. }) if whom == Whom::AllWhoCan => {
                    left_out.push((entrant, cause));
                    continue;
                }
                built => built?,
            };
            let summary = registry.get(&entrant.spec.name).map_or("", |entry| entry.summary);
            let answer = turn.ask(&*strategy, seed);
            given.extend(answer.map(|answer| Given { entrant, summary, answer }));
        }
        Ok(Self { seed: seed.0, given, left_out })
    }
}
