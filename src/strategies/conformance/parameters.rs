//! Whether parameters can be set, and whether play shows it.

use super::games::Decision;
use super::instance::Instance;
use super::{ConformanceError, Place};
use crate::strategies::{Kind, Param, Registry, Spec, Value};

/// What came of giving a parameter another value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    pub key: &'static str,
    /// The value as it is written in a spec.
    pub value: String,
    /// Decisions asked with it, until one changed.
    pub asked: u64,
    /// The first decision that it changed.
    pub first: Option<Place>,
}

/// The strategy with one parameter changed.
pub(super) struct Variant {
    instance: Instance,
    pub effect: Effect,
}

impl Variant {
    /// Asks a decision, unless one has changed before.
    pub fn ask(&mut self, decision: &Decision) {
        if self.effect.first.is_none() {
            if !self.instance.plays_by(decision.round.rules()) {
                return;
            }
            self.effect.asked += 1;
            let then = decision.ask(&self.instance.asking(), &decision.round);
            self.effect.first = (then != decision.choice).then_some(decision.place);
        }
    }
}

/// A variant for each value to be tried of each parameter, read from a spec as a user writes it.
pub(super) fn variants(spec: &Spec, registry: &Registry) -> Result<Vec<Variant>, ConformanceError> {
    let declared = registry.get(&spec.name).map_or(&[][..], |entry| &entry.params);
    let mut variants = Vec::new();
    for (param, (key, current)) in declared.iter().zip(spec.params.iter()) {
        for bound in bounds(param.kind) {
            read(spec, declared, registry, (param, bound))?;
        }
        for value in others(param.kind, current) {
            let changed = read(spec, declared, registry, (param, value))?;
            let instance = Instance::new(&changed, registry)?;
            let effect = Effect { key, value: param.show(value), asked: 0, first: None };
            variants.push(Variant { instance, effect });
        }
    }
    Ok(variants)
}

/// Reads `spec` with `param` at `value`, written out in full, and makes sure that this and nothing
/// else has come of it.
fn read(
    spec: &Spec,
    declared: &[Param],
    registry: &Registry,
    (param, value): (&Param, Value),
) -> Result<Spec, ConformanceError> {
    let wanted = || {
        let pairs = spec.params.iter();
        pairs.map(|(key, old)| (key, if key == param.key { value } else { old }))
    };
    let pairs: Vec<String> = declared
        .iter()
        .zip(wanted())
        .map(|(param, (key, value))| format!("{key}={}", param.show(value)))
        .collect();
    let text = format!("{}:{}", spec.name, pairs.join(","));
    let fail = |cause: String| {
        Err(ConformanceError::Parameter { key: param.key, spec: text.clone(), cause })
    };
    let read = match Spec::parse(&text, registry) {
        Ok(read) => read,
        Err(cause) => return fail(cause.to_string()),
    };
    if !read.params.iter().eq(wanted()) {
        return fail(format!("it is read as `{read}`"));
    }
    match Spec::parse(&read.to_string(), registry) {
        Ok(back) if back == read => Ok(read),
        Ok(back) => fail(format!("its canonical form `{read}` is read as `{back}`")),
        Err(cause) => fail(format!("its canonical form `{read}`: {cause}")),
    }
}

/// The least and the greatest value.
fn bounds(kind: Kind) -> [Value; 2] {
    match kind {
        Kind::Integer { low, high } | Kind::Decimal { low, high } => [Value(low), Value(high)],
        Kind::Choice(words) => [Value(0), Value(words.len().saturating_sub(1) as i64)],
    }
}

/// Values to play with in place of `current`: all other words; the bounds of a decimal; of a whole
/// number, which may count work, the lower bound and about twice `current`.
fn others(kind: Kind, current: Value) -> Vec<Value> {
    let mut values: Vec<i64> = match kind {
        Kind::Integer { low, high } => {
            let more = current.0.saturating_add(current.0.saturating_abs()).saturating_add(1);
            vec![low, more.min(high)]
        }
        Kind::Decimal { low, high } => vec![low, high],
        Kind::Choice(words) => (0..words.len() as i64).collect(),
    };
    values.dedup();
    values.into_iter().filter(|&value| value != current.0).map(Value).collect()
}
