//! `monte-carlo`: determinization. Hidden hands are dealt as the observation allows, and as the
//! choices of others make them likely; each legal move is rolled out in each of these worlds, and
//! the move of highest mean value is played.

use super::heuristic::Heuristic;
use super::light::Light;
use super::models::Softmax;
use super::params::{Kind, Param, Params, Value};
use super::registry::{Entry, with_file};
use super::rollout::Slips;
use super::search::{Searcher, Tally};
use super::setting::{Setting, Unsuited};
use super::strategy::Strategy;
use super::values::Values;
use crate::belief::{ChoiceModel, Constraints, Either, Inference, Worlds};
use crate::engine::{Move, Observation, Stream};

/// Worlds that inference draws at most; a longer search goes through them again, under other chances.
const SAMPLE: u32 = 16_384;

/// Monte Carlo over worlds that all moves share.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    searcher: Searcher,
    belief: Belief,
}

/// How likely the worlds are held to be that constraints allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Belief {
    /// All alike.
    Uniform,
    /// As others choose who are greedy with slips.
    Greedy(Slips),
    /// As others choose who go by points, but not strictly.
    Light(Softmax<Light>),
    Heuristic(Softmax<Heuristic>),
    /// As one of these, or anyhow: it is not known who of them sits where.
    Any(Anyone),
}

/// Greedy, going by points, or random, each as likely.
type Anyone = Either<Slips, Either<Softmax<Light>, Slips>>;

impl Belief {
    const WORDS: &'static [&'static str] = &["off", "greedy", "light", "heuristic", "any"];

    fn new(params: &Params) -> Self {
        let slips = params.get("doubt") as u32;
        let half = params.get("half") as u32;
        match params.get("inference") {
            0 => Self::Uniform,
            1 => Self::Greedy(Slips { percent: slips }),
            2 => Self::Light(Softmax { strategy: Light::default(), half, slips }),
            3 => Self::Heuristic(Softmax { strategy: Heuristic::default(), half, slips }),
            _ => {
                let light = Softmax { strategy: Light::default(), half, slips };
                Self::Any(Either(Slips { percent: slips }, Either(light, Slips { percent: 100 })))
            }
        }
    }
}

impl MonteCarlo {
    fn new(params: &Params, setting: &Setting<'_>) -> Result<Self, Unsuited> {
        Ok(Self { searcher: Searcher::new(params, setting)?, belief: Belief::new(params) })
    }

    fn search(&self, seen: &Observation<'_>, random: &Stream) -> Tally {
        match &self.belief {
            Belief::Uniform => {
                let mut worlds = Worlds::new(Constraints::new(seen));
                self.searcher.search(seen, &mut worlds, random)
            }
            Belief::Greedy(model) => self.infer(model, seen, random),
            Belief::Light(model) => self.infer(model, seen, random),
            Belief::Heuristic(model) => self.infer(model, seen, random),
            Belief::Any(model) => self.infer(model, seen, random),
        }
    }

    fn infer(&self, model: &impl ChoiceModel, seen: &Observation<'_>, random: &Stream) -> Tally {
        let count = self.searcher.worlds().min(SAMPLE);
        let mut worlds = Inference::new(seen, model, count, &mut random.generator(1));
        self.searcher.search(seen, &mut worlds, random)
    }
}

impl Strategy for MonteCarlo {
    fn choose(&self, seen: &Observation<'_>, random: &mut Stream) -> Move {
        self.searcher.choice(seen, &self.search(seen, random))
    }

    fn values(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Values> {
        Some(self.searcher.values(seen, &self.search(seen, random)))
    }
}

/// Its place in the registry.
pub(super) fn entry() -> Entry {
    let summary = "rolls out each move in worlds dealt as play allows";
    let mut params = Searcher::parameters();
    let param = |key, kind, meaning| Param { key, kind, default: Value(0), meaning };
    params.extend([
        param(
            "inference",
            Kind::Choice(Belief::WORDS),
            "who others are taken for by their choices; any of greedy, light and random",
        ),
        param(
            "doubt",
            Kind::Integer { low: 1, high: 100 },
            "per cent of the choices of others that are taken for random",
        ),
        param(
            "half",
            Kind::Integer { low: 1, high: 1000 },
            "points less that make a choice half as likely",
        ),
    ]);
    let entry = Entry::with_setting("monte-carlo", summary, params, MonteCarlo::new);
    with_file(entry.with_budget("worlds"), include_str!("../../strategies/monte-carlo.toml"))
}
