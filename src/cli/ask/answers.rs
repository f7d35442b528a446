//! What every strategy of a pool answers.

use crate::engine::Seed;
use crate::strategies::{Entrant, Registry, SpecError};
use crate::tabletop::{Answer, Turn};

/// The answers of a pool on one turn.
pub(super) struct Answers<'a> {
    pub seed: u64,
    /// In the order of the pool; empty where no strategy is asked.
    pub given: Vec<Given<'a>>,
}

/// The answer of one strategy.
pub(super) struct Given<'a> {
    pub entrant: &'a Entrant,
    /// What it is, in one line of the registry.
    pub summary: &'static str,
    pub answer: Answer,
}

impl<'a> Answers<'a> {
    /// Asks each strategy of `pool`.
    ///
    /// # Errors
    /// A spec is not of `registry`.
    pub fn ask(
        turn: &Turn<'_>,
        pool: &'a [Entrant],
        registry: &Registry,
        seed: Seed,
    ) -> Result<Self, SpecError> {
        let mut given = Vec::new();
        for entrant in pool {
            let strategy = entrant.spec.build(registry, turn.seen().rules())?;
            let summary = registry.get(&entrant.spec.name).map_or("", |entry| entry.summary);
            let answer = turn.ask(&*strategy, seed);
            given.extend(answer.map(|answer| Given { entrant, summary, answer }));
        }
        Ok(Self { seed: seed.0, given })
    }
}
