//! Pools: the entrants of an experiment, from `[NAME=]SPEC`s and the budgets they share.

use std::collections::{BTreeMap, BTreeSet};

use super::params::ParamError;
use super::registry::{Entry, Registry};
use super::spec::{Spec, SpecError, find, nearest, nearest_of, quote};

/// A spec with the label it goes by in results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    pub label: String,
    pub spec: Spec,
}

/// Budgets by key, for each entrant that takes them: of `worlds = 100` its parameter `worlds`, if
/// that is a budget of its strategy and its spec does not give it.
pub type Budgets = BTreeMap<String, i64>;

/// A pool that can't be had.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// By the place of the entrant, from 0.
    #[error("{cause}")]
    Spec { place: usize, cause: SpecError },
    #[error("unknown budget `{}`{}; {known}", quote(.key), nearest(.near))]
    UnknownBudget { key: String, near: Option<String>, known: String },
    #[error("budget of strategy `{strategy}`: {cause}")]
    Budget { key: String, strategy: String, cause: ParamError },
    #[error(
        "no entrant takes the budget `{key}`: no strategy of the pool has it, or each spec gives \
         it itself"
    )]
    UnusedBudget { key: String },
}

/// Reads a pool of `[NAME=]SPEC`s and gives each its label: NAME or the canonical spec, the same
/// label twice becoming `greedy`, `greedy#2` (formats.md).
pub fn entrants<S: AsRef<str>>(
    specs: &[S],
    registry: &Registry,
) -> Result<Vec<Entrant>, PoolError> {
    entrants_within(specs, registry, &Budgets::new())
}

/// As [`entrants`], with these budgets.
pub fn entrants_within<S: AsRef<str>>(
    specs: &[S],
    registry: &Registry,
    budgets: &Budgets,
) -> Result<Vec<Entrant>, PoolError> {
    if let Some(key) = budgets.keys().find(|key| declared(registry).all(|known| known != *key)) {
        return Err(unknown_budget(key, registry));
    }
    let mut used = BTreeSet::new();
    let mut pool = Vec::new();
    let mut named = Vec::new();
    for (place, text) in specs.iter().enumerate() {
        let (name, text) = split(text.as_ref());
        let fail = |cause| PoolError::Spec { place, cause };
        let (spec, given) = Spec::parse_given(text, registry).map_err(fail)?;
        let entry = find(&spec.name, registry).map_err(fail)?;
        let spec = within(entry, spec, &given, budgets, &mut used)?;
        let stands = registry.get(text.split(':').next().unwrap_or_default()).is_none();
        // What an alias or a file known by name stands for may change; the label says what was asked for.
        let asked_for = stands && !text.ends_with(".toml");
        let unnamed = || match asked_for {
            true => text.to_owned(),
            false => {
                Some(spec.to_string()).filter(|told| is_label(told)).unwrap_or_else(|| stem(text))
            }
        };
        let label = marked(entry, name.map_or_else(unnamed, str::to_owned));
        if !entry.sees_all() && label.contains(SEES_ALL.trim_start()) {
            return Err(fail(SpecError::Mark(quote(&label))));
        }
        if !is_label(&label) {
            return Err(fail(SpecError::Label(quote(&label))));
        }
        named.push(name.is_some());
        pool.push(Entrant { label, spec });
    }
    if let Some(key) = budgets.keys().find(|key| !used.contains(key.as_str())) {
        return Err(PoolError::UnusedBudget { key: key.clone() });
    }
    // A label that someone has given stays with the entrant it was given to.
    let mut taken = BTreeSet::new();
    for given in [true, false] {
        for (entrant, _) in pool.iter_mut().zip(&named).filter(|(_, named)| **named == given) {
            entrant.label = unused(&entrant.label, &taken);
            taken.insert(entrant.label.clone());
        }
    }
    Ok(pool)
}

/// Whether a text may be a label: 1 to 100 characters, none of them a control character.
fn is_label(text: &str) -> bool {
    (1..=100).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

/// What a strategy file whose spec is too long for a label is called by: the file's name without `.toml`. Of a
/// spec that is no file, itself.
fn stem(text: &str) -> String {
    let name = text.strip_suffix(".toml").and_then(|text| text.rsplit(['/', '\\']).next());
    name.unwrap_or(text).to_owned()
}

/// What the label of a strategy ends with that is shown every hand, so that no table of results
/// leaves it out.
pub(crate) const SEES_ALL: &str = " (sees all)";

/// The label of an entrant, with the mark of its strategy if it has one.
pub(crate) fn marked(entry: &Entry, label: String) -> String {
    if entry.sees_all() && !label.ends_with(SEES_ALL) { label + SEES_ALL } else { label }
}

/// NAME and SPEC. An `=` before any `:` belongs to a label; after it, to a parameter.
fn split(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, spec)) if !name.contains(':') => (Some(name), spec),
        _ => (None, text),
    }
}

/// A spec with the budgets that it takes, which are then in `used`.
fn within(
    entry: &Entry,
    spec: Spec,
    given: &BTreeSet<String>,
    budgets: &Budgets,
    used: &mut BTreeSet<&'static str>,
) -> Result<Spec, PoolError> {
    let mut params = spec.params;
    for param in entry.budgets().filter(|param| !given.contains(param.key)) {
        if let Some(budget) = budgets.get(param.key) {
            let value = param.parse(&budget.to_string()).map_err(|cause| {
                let (key, strategy) = (param.key.to_owned(), entry.name.to_owned());
                PoolError::Budget { key, strategy, cause }
            })?;
            params.set(param.key, value);
            used.insert(param.key);
        }
    }
    let mut within = Spec::new(entry, params);
    within.file = spec.file;
    Ok(within)
}

/// The keys of all budgets there are, some perhaps more than once.
fn declared(registry: &Registry) -> impl Iterator<Item = &'static str> {
    registry.iter().flat_map(Entry::budgets).map(|param| param.key)
}

fn unknown_budget(key: &str, registry: &Registry) -> PoolError {
    let names: BTreeSet<_> = declared(registry).collect();
    let near = nearest_of(key, names.iter().copied());
    let known = if names.is_empty() {
        "no strategy has one".to_owned()
    } else {
        format!("there are {}", names.into_iter().collect::<Vec<_>>().join(", "))
    };
    PoolError::UnknownBudget { key: key.to_owned(), near, known }
}

/// `label`, or the first of `label#2`, `label#3`, … that is not taken.
pub(crate) fn unused(label: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{label}#{n}"));
    let mut free = std::iter::once(label.to_owned()).chain(numbered);
    free.find(|label| !taken.contains(label)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_keeps_its_label_and_is_told_by_its_spec() {
        let specs = ["champion", "champion:slips=9", "x=champion"];
        let pool = entrants(&specs, &Registry::builtin()).unwrap();
        let labels: Vec<_> = pool.iter().map(|entrant| entrant.label.as_str()).collect();
        assert_eq!(labels, specs.map(|spec| spec.strip_suffix("=champion").unwrap_or(spec)));
        assert!(pool.iter().all(|entrant| entrant.spec.name == "monte-carlo"));
        assert_eq!(pool[1].spec.params.get("slips"), 9);
        assert_eq!(pool[0].spec, pool[2].spec);
    }

    #[test]
    fn those_that_see_all_are_marked() {
        let specs = ["omniscient", "x=omniscient:worlds=9", "y (sees all)=omniscient", "greedy"];
        let pool = entrants(&specs, &Registry::builtin()).unwrap();
        let labels: Vec<_> = pool.iter().map(|entrant| entrant.label.as_str()).collect();
        let marked = ["omniscient (sees all)", "x (sees all)", "y (sees all)", "greedy"];
        assert_eq!(labels, marked);
        // Nobody else may look so.
        for spec in ["x (sees all)=greedy", "(sees all)=random", "(sees all)#2=greedy"] {
            let refused = entrants(&[spec], &Registry::builtin());
            let cause = match refused {
                Err(PoolError::Spec { cause, .. }) => cause,
                other => panic!("{other:?}"),
            };
            assert!(matches!(cause, SpecError::Mark(_)), "{cause}");
        }
    }

    fn labels(specs: &[&str]) -> Vec<String> {
        let pool = entrants(specs, &Registry::builtin()).unwrap();
        pool.into_iter().map(|entrant| entrant.label).collect()
    }

    #[test]
    fn labels_are_unique() {
        assert_eq!(labels(&["greedy", "greedy", "random"]), ["greedy", "greedy#2", "random"]);
        assert_eq!(
            labels(&["greedy#2=random", "greedy", "greedy"]),
            ["greedy#2", "greedy", "greedy#3"]
        );
        assert_eq!(
            labels(&["greedy", "greedy", "greedy#2=random"]),
            ["greedy", "greedy#3", "greedy#2"]
        );
        assert_eq!(labels(&["a b=heuristic:heavy=0.8"]), ["a b"]);
        assert!(entrants(&["=greedy"], &Registry::builtin()).is_err());
        assert!(entrants(&["a\nb=greedy"], &Registry::builtin()).is_err());
    }

    fn with_worlds(specs: &[&str], worlds: i64) -> Result<Vec<Entrant>, PoolError> {
        let budgets = Budgets::from([("worlds".to_owned(), worlds)]);
        entrants_within(specs, &Registry::builtin(), &budgets)
    }

    #[test]
    fn a_budget_is_of_those_that_have_it_and_do_not_say() {
        let specs = ["greedy", "monte-carlo", "a=monte-carlo:slips=5", "monte-carlo:worlds=1000"];
        let pool = with_worlds(&specs, 7).unwrap();
        let labels: Vec<_> = pool.iter().map(|entrant| entrant.label.as_str()).collect();
        // The last says what the default is, and that is what it keeps.
        assert_eq!(labels, ["greedy", "monte-carlo:worlds=7", "a", "monte-carlo"]);
        let worlds: Vec<_> =
            pool[1..].iter().map(|entrant| entrant.spec.params.get("worlds")).collect();
        assert_eq!(worlds, [7, 7, 1000]);
    }

    #[test]
    fn a_strategy_file_that_gives_it_keeps_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        let path = path.to_str().unwrap();
        let text = "strategy = \"monte-carlo\"\n[parameters]\n";
        std::fs::write(path, format!("{text}worlds = 9\n")).unwrap();
        let pool = with_worlds(&[path, "monte-carlo"], 7).unwrap();
        assert_eq!(pool[0].label, "monte-carlo:worlds=9");
        std::fs::write(path, format!("{text}slips = 9\n")).unwrap();
        assert_eq!(with_worlds(&[path], 7).unwrap()[0].label, "monte-carlo:worlds=7,slips=9");
    }

    #[test]
    fn budgets_that_make_no_sense_are_refused() {
        let of = |key: &str, specs: &[&str]| {
            let budgets = Budgets::from([(key.to_owned(), 3)]);
            entrants_within(specs, &Registry::builtin(), &budgets).unwrap_err().to_string()
        };
        assert_eq!(
            of("world", &["monte-carlo"]),
            "unknown budget `world` (did you mean `worlds`?); there are worlds"
        );
        for specs in [&["greedy"][..], &["monte-carlo:worlds=3"]] {
            assert_eq!(
                of("worlds", specs),
                "no entrant takes the budget `worlds`: no strategy of the pool has it, or each \
                 spec gives it itself"
            );
        }
        assert_eq!(
            with_worlds(&["monte-carlo"], 0).unwrap_err().to_string(),
            "budget of strategy `monte-carlo`: `worlds` is `0`; it must be a whole number, \
             1 to 1000000"
        );
    }
}
