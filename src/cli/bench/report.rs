//! What is measured, in the form in which it is printed, saved and compared.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::checksum::checksum;
use super::decisions::decisions;
use super::lockstep::lockstep;
use super::self_play::self_play;
use super::speed::{Rate, Speed};
use super::worlds::{Shuffled, positions, shuffled, worlds};
use crate::engine::Rules;
use crate::engine::lockstep::Path;
use crate::strategies::{Greedy, Params, Random, Registry, Unsuited};

/// All speeds of a machine. What a saved one lacks is `None`; one that was just measured has all,
/// save the processor's name.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Report {
    pub threads: Option<u16>,
    pub random: Speed,
    pub greedy: Speed,
    pub lockstep: LockstepSpeeds,
    pub worlds_per_s: Option<Rate>,
    pub shuffled: Shuffled,
    pub strategies: BTreeMap<String, Decisions>,
    pub checksum: Option<String>,
    pub machine: Machine,
}

/// Speeds in lockstep, on the path that the machine takes.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct LockstepSpeeds {
    pub path: Option<String>,
    pub random: Speed,
    pub greedy: Speed,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Decisions {
    pub decisions_per_s: Option<Rate>,
}

/// What the speeds were measured on.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Machine {
    /// The processor's own name, where the system tells it.
    pub processor: Option<String>,
    pub target: Option<String>,
    /// Of this program.
    pub version: Option<String>,
}

impl Report {
    /// Measures everything on `threads` threads, each speed for `span`.
    pub fn measure(threads: u16, span: Duration) -> anyhow::Result<Self> {
        let registry = Registry::builtin();
        let rules = Rules::default();
        let path = Path::preferred();
        let positions = positions();
        let strategies = registry.iter().map(|entry| {
            let params = Params::defaults(&entry.params);
            let strategy = entry.build(&params, &registry.setting(&rules))?;
            let decisions_per_s = Some(decisions(&*strategy, span));
            Ok((entry.name.to_owned(), Decisions { decisions_per_s }))
        });
        Ok(Self {
            threads: Some(threads),
            random: self_play(Random, threads, span)?,
            greedy: self_play(Greedy, threads, span)?,
            lockstep: LockstepSpeeds {
                path: Some(path.word().to_owned()),
                random: lockstep(&Random, path, threads, span)?,
                greedy: lockstep(&Greedy, path, threads, span)?,
            },
            worlds_per_s: Some(worlds(&positions, span)),
            shuffled: shuffled(&positions, span),
            strategies: strategies.collect::<Result<_, Unsuited>>()?,
            checksum: Some(checksum(&registry)?),
            machine: Machine::this(),
        })
    }

    /// Every speed with its keys, joined by dots.
    pub fn speeds(&self) -> Vec<(String, Option<Rate>)> {
        let mut all = Vec::new();
        let played = [
            ("random", &self.random),
            ("greedy", &self.greedy),
            ("lockstep.random", &self.lockstep.random),
            ("lockstep.greedy", &self.lockstep.greedy),
        ];
        for (what, speed) in played {
            all.push((format!("{what}.elections_per_s"), speed.elections_per_s));
            all.push((format!("{what}.rounds_per_s"), speed.rounds_per_s));
            all.push((format!("{what}.plies_per_s"), speed.plies_per_s));
        }
        all.push(("worlds_per_s".to_owned(), self.worlds_per_s));
        all.push(("shuffled.worlds_per_s".to_owned(), self.shuffled.worlds_per_s));
        for (name, Decisions { decisions_per_s }) in &self.strategies {
            all.push((format!("strategies.{name}.decisions_per_s"), *decisions_per_s));
        }
        all
    }
}

impl Machine {
    /// The one that this runs on.
    fn this() -> Self {
        Self {
            processor: processor(),
            target: Some(env!("DOMENG_TARGET").to_owned()),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }
    }
}

/// The name that Linux gives the first processor; other systems and some processors have none
/// there.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
