//! An experiment as a file: what `domeng tournament` would take to run it again.

use toml::{Table, Value};

use super::{Experiment, ExperimentFile, Outputs};
use crate::engine::{Rules, Seat};
use crate::strategies::{Entrant, Registry, SEES_ALL};

/// The text of an experiment file that resolves to `experiment`; none where there is no such text, and
/// where it names an equity table, as that may be elsewhere now.
pub fn experiment_toml(experiment: &Experiment, registry: &Registry) -> Option<String> {
    if experiment.equity.is_some() {
        return None;
    }
    let mut file = Table::new();
    let mut put = |key: &str, value: Value| drop(file.insert(key.to_owned(), value));
    put("design", experiment.design.word().into());
    if experiment.both {
        put("both", true.into());
    }
    let pool: Vec<Value> = experiment.pool.iter().map(|entrant| spec(entrant).into()).collect();
    put("pool", pool.into());
    if !experiment.seatings.is_empty() {
        let label = |&place: &usize| Value::from(experiment.pool[place].label.as_str());
        let seating = |seats: &[usize; Seat::COUNT]| seats.iter().map(label).collect::<Vec<_>>();
        let all: Vec<Value> = experiment.seatings.iter().map(|one| seating(one).into()).collect();
        put("seatings", all.into());
    }
    if experiment.until.is_none() {
        put("games", i64::try_from(experiment.games).ok()?.into());
    }
    put("elections", i64::from(experiment.elections).into());
    put("seed", i64::try_from(experiment.seed).ok()?.into());
    if experiment.anchor > 0 {
        put("anchor", experiment.pool[experiment.anchor].label.as_str().into());
    }
    put_tables(experiment, &mut put)?;
    let text = toml::to_string_pretty(&file).ok()?;
    // What can't be told so is not told.
    let read = ExperimentFile::parse(&text, "experiment.toml").ok()?;
    let again = Experiment::resolve(&read, registry).ok()?;
    is_same(&again, experiment).then_some(text)
}

/// The tables `[until]`, `[outputs]` and `[rules]`, each with what is not a default.
fn put_tables(experiment: &Experiment, put: &mut impl FnMut(&str, Value)) -> Option<()> {
    if let Some(until) = &experiment.until {
        put("until", Value::try_from(until).ok()?);
    }
    let mut of_default = |key: &str, ours: Value, plain: Value| {
        let mut ours = ours.try_into::<Table>().ok()?;
        ours.retain(|key, value| plain.get(key) != Some(value));
        if !ours.is_empty() {
            put(key, ours.into());
        }
        Some(())
    };
    let value = |outputs: Outputs| Value::try_from(outputs).ok();
    of_default("outputs", value(experiment.outputs)?, value(Outputs::default())?)?;
    let value = |rules: Rules| Value::try_from(rules).ok();
    of_default("rules", value(experiment.rules)?, value(Rules::default())?)
}

/// An entrant as a pool has it.
fn spec(entrant: &Entrant) -> String {
    let (label, spec) = (&entrant.label, entrant.spec.to_string());
    let name = label.strip_suffix(SEES_ALL).unwrap_or(label);
    let numbered = name.strip_prefix(&spec).is_some_and(|rest| rest.starts_with('#'));
    if name == spec || numbered { spec } else { format!("{name}={spec}") }
}

/// Whether two experiments are the same in all but which file a spec came from.
fn is_same(one: &Experiment, other: &Experiment) -> bool {
    let plain = |experiment: &Experiment| {
        let mut experiment = experiment.clone();
        experiment.pool.iter_mut().for_each(|entrant| entrant.spec.file = None);
        experiment
    };
    plain(one) == plain(other)
}
