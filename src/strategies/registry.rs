//! The strategies there are, by name.

use std::sync::Arc;

use super::params::{Kind, Param, Params};
use super::setting::{Setting, Unsuited};
use super::spec::read_parameters;
use super::strategy::Strategy;
use super::{greedy, heuristic, light, monte_carlo, omniscient, random};
use crate::engine::Rules;
use crate::equity::Equity;

type Build =
    Box<dyn Fn(&Params, &Setting<'_>) -> Result<Box<dyn Strategy>, Unsuited> + Send + Sync>;

/// A strategy in the registry: its name, what it is in one line, its parameters, and how to make
/// one from their values.
pub struct Entry {
    pub name: &'static str,
    pub summary: &'static str,
    pub params: Vec<Param>,
    /// Keys of those parameters that are budgets.
    budgets: Vec<&'static str>,
    sees_all: bool,
    build: Build,
}

impl Entry {
    /// An entry; `build` is given a value for each of `params`.
    pub fn new<S: Strategy + 'static>(
        name: &'static str,
        summary: &'static str,
        params: Vec<Param>,
        build: impl Fn(&Params) -> S + Send + Sync + 'static,
    ) -> Self {
        Self::with_setting(name, summary, params, move |params, _| Ok(build(params)))
    }

    /// The same for a strategy that depends on the rules it is to play by; `build` refuses those it
    /// can't play by.
    pub fn with_setting<S: Strategy + 'static>(
        name: &'static str,
        summary: &'static str,
        params: Vec<Param>,
        build: impl Fn(&Params, &Setting<'_>) -> Result<S, Unsuited> + Send + Sync + 'static,
    ) -> Self {
        let build: Build = Box::new(move |params, setting| Ok(Box::new(build(params, setting)?)));
        Self { name, summary, params, budgets: Vec::new(), sees_all: false, build }
    }

    /// Marks a parameter as a budget: a whole number that says how much a decision may cost, and
    /// that an experiment can set for all its entrants at once.
    pub fn with_budget(mut self, key: &'static str) -> Self {
        self.budgets.push(key);
        self
    }

    /// Marks it as one that is shown every hand, against R10.1: the mark is in its label wherever it
    /// takes part.
    pub(super) fn that_sees_all(mut self) -> Self {
        self.sees_all = true;
        self
    }

    /// Whether it is shown every hand: a bound and no player.
    pub fn sees_all(&self) -> bool {
        self.sees_all
    }

    /// The parameters that are budgets, in the order declared.
    pub fn budgets(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|param| self.budgets.contains(&param.key))
    }

    /// Takes the defaults of the parameters from a strategy file, as the built-in ones do from
    /// those in `strategies/`.
    ///
    /// # Errors
    /// The file names another strategy, an unknown key, or a value out of range.
    pub fn with_defaults(mut self, file: &str) -> Result<Self, RegistryError> {
        let defaults = read_parameters(&self, file)
            .map_err(|cause| RegistryError::Defaults(self.name, cause.to_string()))?;
        for (param, (_, value)) in self.params.iter_mut().zip(defaults.iter()) {
            param.default = value;
        }
        Ok(self)
    }

    /// The strategy with these values.
    ///
    /// # Errors
    /// It can't play by the rules of the setting.
    pub fn build(
        &self,
        params: &Params,
        setting: &Setting<'_>,
    ) -> Result<Box<dyn Strategy>, Unsuited> {
        (self.build)(params, setting)
    }
}

/// An entry that can't be registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    #[error("a strategy `{0}` is registered already")]
    Duplicate(&'static str),
    #[error("`{0}` is no name for a strategy; a name is lower-case letters, digits, - and _")]
    Name(&'static str),
    #[error("strategy `{0}`: parameter `{1}` {2}")]
    Param(&'static str, &'static str, &'static str),
    #[error("defaults of `{0}`: {1}")]
    Defaults(&'static str, String),
}

/// A name for a spec: what it stands for may change from version to version, so results and
/// manifests have the spec.
pub struct Alias {
    pub name: &'static str,
    /// Of a strategy that is registered, not of another alias.
    pub spec: &'static str,
    /// One line.
    pub summary: &'static str,
}

/// The strongest shipped strategy that takes 20 ms a decision at most.
const CHAMPION: Alias = Alias {
    name: "champion",
    spec: "monte-carlo:worlds=4096",
    summary: "the strongest at 20 ms a decision or less",
};

/// All strategies that specs can name.
pub struct Registry {
    entries: Vec<Entry>,
    aliases: Vec<Alias>,
    /// Tables of equity beside the shipped one.
    tables: Vec<Arc<Equity>>,
}

impl Registry {
    /// The built-in strategies, weakest first.
    pub fn builtin() -> Self {
        let entries = vec![
            random::entry(),
            greedy::entry(),
            light::entry(),
            heuristic::entry(),
            monte_carlo::entry(),
            omniscient::entry(),
        ];
        Self { entries, aliases: vec![CHAMPION], tables: Vec::new() }
    }

    /// The same with a table of equity more, for strategies that need one for rules like its own; it
    /// comes before the shipped one.
    pub fn with_equity(mut self, table: Arc<Equity>) -> Self {
        self.tables.push(table);
        self
    }

    /// Adds a strategy, of another crate for instance.
    pub fn register(&mut self, entry: Entry) -> Result<(), RegistryError> {
        if !is_name(entry.name) {
            return Err(RegistryError::Name(entry.name));
        }
        if self.get(entry.name).is_some() || self.alias(entry.name).is_some() {
            return Err(RegistryError::Duplicate(entry.name));
        }
        for (at, param) in entry.params.iter().enumerate() {
            let wrong = |what| Err(RegistryError::Param(entry.name, param.key, what));
            if !is_name(param.key) {
                return wrong("is no name; a name is lower-case letters, digits, - and _");
            }
            if entry.params[..at].iter().any(|other| other.key == param.key) {
                return wrong("is declared twice");
            }
            if let Kind::Choice(words) = param.kind
                && !words.iter().all(|word| is_name(word))
            {
                return wrong("has a word that is no name");
            }
            if !param.allows(param.default) {
                return wrong("has a default that it does not take");
            }
        }
        for &key in &entry.budgets {
            let whole = |param: &Param| matches!(param.kind, Kind::Integer { .. });
            if !entry.params.iter().any(|param| param.key == key && whole(param)) {
                let what = "is a budget, and so must be declared and a whole number";
                return Err(RegistryError::Param(entry.name, key, what));
            }
        }
        self.entries.push(entry);
        Ok(())
    }

    /// What a name stands for, if it is an alias.
    pub fn alias(&self, name: &str) -> Option<&Alias> {
        self.aliases.iter().find(|alias| alias.name == name)
    }

    /// All aliases.
    pub fn aliases(&self) -> impl Iterator<Item = &Alias> {
        self.aliases.iter()
    }

    /// The entry of a name.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// The entries that are players: all but those that see what R10.1 hides.
    pub fn players(&self) -> impl Iterator<Item = &Entry> {
        self.iter().filter(|entry| !entry.sees_all)
    }

    /// What strategies are built for that are to play by `rules`.
    pub fn setting<'a>(&'a self, rules: &'a Rules) -> Setting<'a> {
        Setting { rules, tables: &self.tables, own: None }
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }
}

/// Specs give `:`, `,` and `=` a meaning of their own, so names keep to these.
pub(super) fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    !text.is_empty() && text.chars().all(plain)
}

/// A built-in entry with its defaults from its embedded file; the test `builtin_files_are_whole`
/// shows that none fails.
pub(super) fn with_file(entry: Entry, file: &str) -> Entry {
    match entry.with_defaults(file) {
        Ok(entry) => entry,
        Err(error) => unreachable!("embedded strategy file: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::Value;

    #[test]
    fn builtin_files_are_whole() {
        let registry = Registry::builtin();
        let names: Vec<_> = registry.iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["random", "greedy", "light", "heuristic", "monte-carlo", "omniscient"]);
        for entry in registry.iter() {
            let file = std::fs::read_to_string(format!("strategies/{}.toml", entry.name)).unwrap();
            // Every parameter is written out, so that the file shows all there is.
            for param in &entry.params {
                assert!(
                    file.contains(&format!("\n{} = ", param.key)),
                    "{}: {}",
                    entry.name,
                    param.key
                );
            }
            assert_eq!(read_parameters(entry, &file).unwrap(), Params::defaults(&entry.params));
        }
    }

    #[test]
    fn names_are_unique_and_plain() {
        let mut registry = Registry::builtin();
        let entry = |name| Entry::new(name, "", Vec::new(), |_| crate::strategies::Random);
        assert_eq!(registry.register(entry("greedy")), Err(RegistryError::Duplicate("greedy")));
        assert_eq!(registry.register(entry("a=b")), Err(RegistryError::Name("a=b")));
        assert_eq!(registry.register(entry("mine-2")), Ok(()));
        assert!(registry.get("mine-2").is_some());
        let kind = Kind::Integer { low: 1, high: 9 };
        let param = |key, default| Param { key, kind, default: Value(default), meaning: "" };
        for params in
            [vec![param("a,b", 1)], vec![param("a", 0)], vec![param("a", 1), param("a", 2)]]
        {
            let entry = Entry::new("other", "", params, |_| crate::strategies::Random);
            let refused = registry.register(entry).unwrap_err();
            assert!(matches!(refused, RegistryError::Param("other", ..)), "{refused}");
        }
        let word = Param { kind: Kind::Choice(&["a"]), ..param("word", 0) };
        for (params, key) in [(vec![], "worlds"), (vec![word], "word")] {
            let entry = Entry::new("other", "", params, |_| crate::strategies::Random);
            let refused = registry.register(entry.with_budget(key)).unwrap_err().to_string();
            assert_eq!(
                refused,
                format!(
                    "strategy `other`: parameter `{key}` is a budget, and so must be declared and \
                     a whole number"
                )
            );
        }
    }
}
