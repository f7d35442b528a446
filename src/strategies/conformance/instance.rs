//! A strategy, built for each of the rules that it can play by.

use super::games::kinds;
use crate::engine::{Move, Observation, Round, Rules, Sitting, Stream};
use crate::strategies::{Builtin, Registry, Spec, SpecError, Strategy};

/// A strategy, built for each kind of rules that it can play by, one at least.
pub(super) struct Instance(Vec<(Rules, Box<dyn Strategy>)>);

impl Instance {
    /// Builds what `spec` names.
    ///
    /// # Errors
    /// `registry` does not have it, or it can't play by any of the rules that are tried; then what
    /// it has against the first of them.
    pub fn new(spec: &Spec, registry: &Registry) -> Result<Self, SpecError> {
        let (mut built, mut refused) = (Vec::new(), None);
        for rules in kinds() {
            match spec.build(registry, &rules) {
                Ok(strategy) => built.push((rules, strategy)),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        match refused {
            Some(error) if built.is_empty() => Err(error),
            _ => Ok(Self(built)),
        }
    }

    /// The rules it can play by.
    pub fn rules(&self) -> Vec<Rules> {
        self.0.iter().map(|(rules, _)| *rules).collect()
    }

    /// Whether it can play by `rules`.
    pub fn plays_by(&self, rules: &Rules) -> bool {
        self.0.iter().any(|(known, _)| known == rules)
    }

    /// The strategy for `rules`, which must be among those it can play by.
    pub fn by(&self, rules: &Rules) -> &dyn Strategy {
        let found = self.0.iter().find(|(known, _)| known == rules);
        &*found.unwrap_or_else(|| unreachable!("it is asked by rules it was built for")).1
    }

    /// As it is asked: it is shown an observation.
    pub fn asking(&self) -> impl Fn(&Round, &Sitting<'_>, &mut Stream) -> Move {
        |round, sitting, stream| {
            let seen = Observation::new(round, sitting, round.to_move());
            self.by(round.rules()).choose(&seen, stream)
        }
    }

    /// Its shortcut, if it has one.
    pub fn shortcut(&self) -> Option<Self> {
        let shortcuts = self.0.iter().map(|(rules, strategy)| {
            let shortcut: Box<dyn Strategy> = match strategy.builtin()? {
                Builtin::Random(random) => Box::new(random),
                Builtin::Greedy(greedy) => Box::new(greedy),
                Builtin::Light(light) => Box::new(light),
            };
            Some((*rules, shortcut))
        });
        shortcuts.collect::<Option<Vec<_>>>().map(Self)
    }
}
