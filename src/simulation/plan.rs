//! What is simulated: everything that decides the result.

use crate::engine::{Rules, RulesError};
use crate::strategies::{Spec, SpecFile};

/// Elections at most.
pub const MAX_SIMULATED: u64 = 1_000_000_000_000;
/// Rounds at most: with 101 plies in each, no count can leave 64 bits.
const MAX_ROUNDS: u64 = 100_000_000_000_000_000;

/// Elections in which `spec` sits in all five seats; each stands alone, with all stones on the table
/// and no CAMAT before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulation {
    pub spec: Spec,
    pub rules: Rules,
    /// The equity table that is played by, where it is not the shipped one.
    pub equity: Option<SpecFile>,
    pub seed: u64,
    /// Elections asked for, 1 to [`MAX_SIMULATED`]: those numbered from 0. More of them leave the
    /// earlier ones as they are.
    pub elections: u64,
}

/// A simulation that can't be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SimulationError {
    #[error("{0} elections; it must be 1 to {MAX_SIMULATED}")]
    Elections(u64),
    #[error(
        "{elections} elections of up to {max_rounds} rounds could be more than {MAX_ROUNDS} \
         rounds; ask for at most {}, or lower max_rounds",
        MAX_ROUNDS / u64::from(*.max_rounds)
    )]
    Rounds { elections: u64, max_rounds: u32 },
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl Simulation {
    /// Refuses what is out of bounds.
    ///
    /// # Errors
    /// Elections or rules are out of their bounds, or together they could overflow a count.
    pub fn check(&self) -> Result<(), SimulationError> {
        let Self { elections, rules, .. } = *self;
        rules.validate()?;
        if !(1..=MAX_SIMULATED).contains(&elections) {
            return Err(SimulationError::Elections(elections));
        }
        match elections.checked_mul(u64::from(rules.max_rounds)) {
            Some(rounds) if rounds <= MAX_ROUNDS => Ok(()),
            _ => Err(SimulationError::Rounds { elections, max_rounds: rules.max_rounds }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::Registry;

    #[test]
    fn bounds_keep_every_count_in_64_bits() {
        let spec = Spec::parse("random", &Registry::builtin()).unwrap();
        let check = |elections, max_rounds| {
            let rules = Rules { max_rounds, ..Rules::default() };
            Simulation { spec: spec.clone(), rules, equity: None, seed: 1, elections }.check()
        };
        assert_eq!(check(MAX_SIMULATED, 10_000), Ok(()));
        assert_eq!(check(MAX_SIMULATED, 100_000), Ok(()));
        assert!(
            check(MAX_SIMULATED, 100_001).unwrap_err().to_string().contains("at most 999990000")
        );
        assert_eq!(check(0, 10), Err(SimulationError::Elections(0)));
        assert!(check(MAX_SIMULATED + 1, 10).is_err());
        assert!(check(1, 0).is_err());
        // 101 plies a round at most (engine/round.rs).
        assert!(MAX_ROUNDS.checked_mul(101).is_some());
    }
}
