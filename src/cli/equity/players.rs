//! Who plays the rounds of a table: a strategy that lanes can play, with slips perhaps.

use anyhow::{Context as _, anyhow};

use crate::engine::Rules;
use crate::engine::lockstep::LanePolicy;
use crate::equity::Maker;
use crate::strategies::{Builtin, Light, Random, Registry, Slips, Spec};

/// A policy for all five seats.
///
/// `greedy` is one without slips: the loop that plays is compiled for each kind, which takes long.
pub(super) enum Players {
    Random(Random),
    Greedy(Slips),
    Light(Light),
}

/// What is done with a policy, whichever it is.
pub(super) trait With {
    type Output;
    fn with<P: LanePolicy + Sync>(self, policy: &P) -> Self::Output;
}

impl Players {
    /// The players of a spec that make a random move in `slips` of a hundred decisions, and their
    /// name.
    ///
    /// # Errors
    /// There is no such strategy, or it can't be played in lockstep so.
    pub fn parse(spec: &str, slips: u32, registry: &Registry) -> anyhow::Result<(Self, Maker)> {
        let spec = Spec::parse(spec, registry)?;
        let parameters = spec.written_out(registry);
        let maker = Maker { strategy: spec.name.clone(), parameters, slips };
        Ok((Self::of(&spec, slips, registry)?, maker))
    }

    /// The players that a table was made from.
    ///
    /// # Errors
    /// This program has no such players.
    pub fn again(maker: &Maker, registry: &Registry) -> anyhow::Result<Self> {
        let spec = Spec::from_written(&maker.strategy, &maker.parameters, registry);
        spec.map_err(anyhow::Error::from)
            .and_then(|spec| Self::of(&spec, maker.slips, registry))
            .context("who the table was made from")
    }

    fn of(spec: &Spec, slips: u32, registry: &Registry) -> anyhow::Result<Self> {
        let builtin = spec.build(registry, &Rules::default())?.builtin().ok_or_else(|| {
            anyhow!(
                "`{spec}` can't be played in lockstep, and a table takes a thousand million rounds \
                 and more; random, greedy and light can"
            )
        })?;
        match (slips, builtin) {
            (percent, Builtin::Greedy(_)) => Ok(Self::Greedy(Slips { percent })),
            (0, Builtin::Random(policy)) => Ok(Self::Random(policy)),
            (0, Builtin::Light(policy)) => Ok(Self::Light(policy)),
            _ => Err(anyhow!("`{spec}` has no form with slips; only greedy has")),
        }
    }

    /// Does `what` with the policy.
    pub fn with<W: With>(&self, what: W) -> W::Output {
        match self {
            Self::Random(policy) => what.with(policy),
            Self::Greedy(policy) => what.with(policy),
            Self::Light(policy) => what.with(policy),
        }
    }
}

/// `greedy`, or `greedy with slips in 10 % of decisions`.
pub(super) fn describe(maker: &Maker, registry: &Registry) -> String {
    let Maker { strategy, parameters, slips } = maker;
    let name = match Spec::from_written(strategy, parameters, registry) {
        Ok(spec) => spec.to_string(),
        Err(_) => strategy.escape_debug().to_string(),
    };
    match slips {
        0 => name,
        _ => format!("{name} with slips in {slips} % of decisions"),
    }
}
