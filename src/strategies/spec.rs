//! Spec strings: `greedy`, `heuristic:heavy=0.8,keep=1.2`, `strategies/mine.toml`, `NAME=SPEC`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::params::{ParamError, Params};
use super::registry::{Entry, Registry, is_name};
use super::setting::{Setting, Unsuited};
use super::strategy::Strategy;
use crate::engine::Rules;

/// A strategy with a value for each of its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Its name in the registry.
    pub name: String,
    /// Every parameter, in registry order.
    pub params: Params,
    /// The file it was read from, if it was.
    pub file: Option<SpecFile>,
    canonical: String,
}

/// A file that a spec or an equity table was read from, as it was then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpecFile {
    /// As it was given.
    pub path: String,
    /// The BLAKE3 hash of its bytes; of a table, of those before the hash it ends with.
    pub blake3: String,
}

impl SpecFile {
    /// The file of a path as it is now.
    ///
    /// # Errors
    /// It can't be read, or is too large to be one.
    pub fn read(path: &str) -> io::Result<Self> {
        Ok(Self::of(path, &read_text(Path::new(path))?))
    }

    fn of(path: &str, text: &str) -> Self {
        let blake3 = blake3::hash(text.as_bytes()).to_hex().to_string();
        Self { path: path.to_owned(), blake3 }
    }
}

/// A spec that can't be read.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    #[error("unknown strategy `{found}`{}; there are {known}", nearest(.near))]
    Strategy { found: String, near: Option<String>, known: String },
    #[error("strategy `{strategy}` has no parameter `{found}`{}; {known}", nearest(.near))]
    Key { strategy: String, found: String, near: Option<String>, known: String },
    #[error("strategy `{strategy}`: {cause}")]
    Value { strategy: String, cause: ParamError },
    #[error("strategy `{strategy}`: `{key}` is given twice")]
    Twice { strategy: String, key: String },
    #[error("strategy `{strategy}`: `{found}` is not KEY=VALUE")]
    Pair { strategy: String, found: String },
    #[error("strategy file {path}: {cause}")]
    File { path: String, cause: String },
    #[error("strategy file is for `{found}`, not for `{expected}`")]
    OtherStrategy { found: String, expected: String },
    #[error("{0}")]
    Toml(String),
    #[error("strategy `{strategy}`: {cause}")]
    Unsuited { strategy: String, cause: Unsuited },
    #[error(
        "label `{0}`: a label is 1 to 100 characters, none of them a control character; give it one as \
         in NAME=SPEC"
    )]
    Label(String),
    #[error(
        "label `{0}`: `(sees all)` marks strategies that are shown all hands, which this one isn't"
    )]
    Mark(String),
}

/// ` (did you mean …?)`, or nothing.
pub(crate) fn nearest(near: &Option<String>) -> String {
    near.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// The candidate most like `found`, if it is like enough to be a slip of the hand.
pub(crate) fn nearest_of<'a>(
    found: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<String> {
    // Jaro–Winkler similarity, 1 for equal.
    candidates
        .map(|name| (strsim::jaro_winkler(found, name), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name.to_owned())
}

/// Where strategy files are that are known by name.
pub(crate) const FOLDER: &str = "strategies";

/// Largest strategy or experiment file: far more than either needs.
const LARGEST_FILE: u64 = 1 << 20;

/// The text of a strategy or experiment file, refused if it has no end in sight.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        let message = format!("it is larger than {LARGEST_FILE} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let (before, after) = error.as_bytes().split_at(good);
        let before = String::from_utf8_lossy(before);
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        let wrong = after.first().copied().unwrap_or_default();
        let message = format!(
            "line {line}, column {column}: the byte {wrong:#04x} is not UTF-8, as text must be"
        );
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// The form of a strategy file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyFile {
    strategy: String,
    #[serde(default)]
    parameters: toml::Table,
}

impl StrategyFile {
    fn parse(text: &str) -> Result<Self, SpecError> {
        toml::from_str(text)
            .map_err(|cause| SpecError::Toml(cause.to_string().trim_end().to_owned()))
    }

    /// The parameters, those not named at their defaults.
    fn params(&self, entry: &Entry) -> Result<Params, SpecError> {
        let mut params = Params::defaults(&entry.params);
        for (key, value) in &self.parameters {
            let text = match value {
                toml::Value::String(word) => word.clone(),
                other => other.to_string(),
            };
            set(entry, &mut params, key, &text)?;
        }
        Ok(params)
    }
}

/// The parameters that a strategy file of `entry` gives.
pub(super) fn read_parameters(entry: &Entry, file: &str) -> Result<Params, SpecError> {
    let file = StrategyFile::parse(file)?;
    if file.strategy != entry.name {
        let expected = entry.name.to_owned();
        return Err(SpecError::OtherStrategy { found: file.strategy, expected });
    }
    file.params(entry)
}

fn set(entry: &Entry, params: &mut Params, key: &str, text: &str) -> Result<(), SpecError> {
    let strategy = entry.name.to_owned();
    let Some(param) = entry.params.iter().find(|param| param.key == key) else {
        let keys: Vec<_> = entry.params.iter().map(|param| param.key).collect();
        let known = if keys.is_empty() {
            "it has none".to_owned()
        } else {
            format!("it has {}", keys.join(", "))
        };
        let near = nearest_of(key, keys.into_iter());
        return Err(SpecError::Key { strategy, found: quote(key), near, known });
    };
    let value = param.parse(text).map_err(|cause| SpecError::Value { strategy, cause })?;
    params.set(key, value);
    Ok(())
}

/// At most 60 characters of user text, made printable.
pub(crate) fn quote(text: &str) -> String {
    text.chars().take(60).collect::<String>().escape_debug().to_string()
}

impl Spec {
    /// Reads `NAME`, `NAME:KEY=VALUE,…`, NAME being of a strategy, an alias or a file
    /// `strategies/NAME.toml` from where the program runs, or the path of a strategy file (`….toml`).
    pub fn parse(text: &str, registry: &Registry) -> Result<Self, SpecError> {
        Ok(Self::parse_given(text, registry)?.0)
    }

    /// As [`parse`](Self::parse), with the keys of the parameters that are given, be it at their
    /// defaults.
    pub(super) fn parse_given(
        text: &str,
        registry: &Registry,
    ) -> Result<(Self, BTreeSet<String>), SpecError> {
        if text.ends_with(".toml") {
            return Self::from_file(text, registry);
        }
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let (spec, preset) = Self::parse_name(name, registry)?;
        if rest.is_none() {
            return Ok((spec, preset));
        }
        let Self { name, mut params, .. } = spec;
        let entry = find(&name, registry)?;
        let mut given = BTreeSet::new();
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let strategy = || name.clone();
            let Some((key, value)) = pair.split_once('=') else {
                return Err(SpecError::Pair { strategy: strategy(), found: quote(pair) });
            };
            if !given.insert(key.to_owned()) {
                return Err(SpecError::Twice { strategy: strategy(), key: quote(key) });
            }
            set(entry, &mut params, key, value)?;
        }
        given.extend(preset);
        Ok((Self::new(entry, params), given))
    }

    /// The spec of a name alone, and the keys that it gives as an alias.
    fn parse_name(name: &str, registry: &Registry) -> Result<(Self, BTreeSet<String>), SpecError> {
        match registry.alias(name) {
            Some(alias) => Self::parse_given(alias.spec, registry),
            None if registry.get(name).is_none() && is_name(name) => {
                let path = format!("{FOLDER}/{name}.toml");
                match Path::new(&path).is_file() {
                    true => Self::from_file(&path, registry),
                    false => Err(unknown(name, registry)),
                }
            }
            None => {
                let entry = find(name, registry)?;
                Ok((Self::new(entry, Params::defaults(&entry.params)), BTreeSet::new()))
            }
        }
    }

    fn from_file(path: &str, registry: &Registry) -> Result<(Self, BTreeSet<String>), SpecError> {
        let fail = |cause: String| SpecError::File { path: path.to_owned(), cause };
        let text = read_text(Path::new(path)).map_err(|cause| fail(cause.to_string()))?;
        let read = || {
            let file = StrategyFile::parse(&text)?;
            let entry = find(&file.strategy, registry)?;
            let spec = Self::new(entry, file.params(entry)?);
            let spec = Self { file: Some(SpecFile::of(path, &text)), ..spec };
            Ok((spec, file.parameters.into_iter().map(|(key, _)| key).collect()))
        };
        read().map_err(|cause: SpecError| fail(cause.to_string()))
    }

    /// A spec of `entry` with these values; its canonical form leaves out the defaults.
    pub fn new(entry: &Entry, params: Params) -> Self {
        let pairs: Vec<String> = entry
            .params
            .iter()
            .zip(params.iter())
            .filter(|(param, (_, value))| *value != param.default)
            .map(|(param, (key, value))| format!("{key}={}", param.show(value)))
            .collect();
        let colon = if pairs.is_empty() { "" } else { ":" };
        let canonical = format!("{}{colon}{}", entry.name, pairs.join(","));
        Self { name: entry.name.to_owned(), params, file: None, canonical }
    }

    /// Every parameter by its key, as it is written in a spec.
    pub fn written_out(&self, registry: &Registry) -> BTreeMap<String, String> {
        let declared = registry.get(&self.name).map(|entry| entry.params.as_slice());
        let shown = declared.unwrap_or_default().iter().zip(self.params.iter());
        shown.map(|(param, (key, value))| (key.to_owned(), param.show(value))).collect()
    }

    /// The spec whose parameters were [`written_out`](Self::written_out).
    pub fn from_written(
        name: &str,
        parameters: &BTreeMap<String, String>,
        registry: &Registry,
    ) -> Result<Self, SpecError> {
        let entry = find(name, registry)?;
        let mut params = Params::defaults(&entry.params);
        parameters.iter().try_for_each(|(key, value)| set(entry, &mut params, key, value))?;
        Ok(Self::new(entry, params))
    }

    /// The strategy it names, to play by `rules`.
    ///
    /// # Errors
    /// The registry does not have it, or it can't play by these rules.
    pub fn build(
        &self,
        registry: &Registry,
        rules: &Rules,
    ) -> Result<Box<dyn Strategy>, SpecError> {
        self.build_in(registry, &registry.setting(rules))
    }

    /// The strategy it names, to play in `setting`.
    ///
    /// # Errors
    /// The registry does not have it, or it can't play by the rules of the setting.
    pub fn build_in(
        &self,
        registry: &Registry,
        setting: &Setting<'_>,
    ) -> Result<Box<dyn Strategy>, SpecError> {
        let built = find(&self.name, registry)?.build(&self.params, setting);
        built.map_err(|cause| SpecError::Unsuited { strategy: self.name.clone(), cause })
    }
}

pub(super) fn find<'a>(name: &str, registry: &'a Registry) -> Result<&'a Entry, SpecError> {
    registry.get(name).ok_or_else(|| unknown(name, registry))
}

fn unknown(name: &str, registry: &Registry) -> SpecError {
    let entries = registry.iter().map(|entry| entry.name);
    let names: Vec<_> = entries.chain(registry.aliases().map(|alias| alias.name)).collect();
    let known = names.join(", ");
    SpecError::Strategy { found: quote(name), near: nearest_of(name, names.into_iter()), known }
}

/// The canonical form: keys in registry order, defaults left out.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.canonical)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Spec, SpecError> {
        Spec::parse(text, &Registry::builtin())
    }

    #[test]
    fn canonical_form_is_in_registry_order_without_defaults() {
        assert_eq!(parse("greedy").unwrap().to_string(), "greedy");
        let spec = parse("heuristic:keep=1.200,heavy=0.8").unwrap();
        assert_eq!(spec.to_string(), "heuristic:heavy=0.8,keep=1.2");
        assert_eq!(parse("monte-carlo:worlds=100").unwrap().to_string(), "monte-carlo:worlds=100");
        let text = spec.to_string();
        assert_eq!(parse(&text).unwrap(), spec);
    }

    #[test]
    fn errors_name_the_valid_ones_and_the_nearest() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            message("gredy"),
            "unknown strategy `gredy` (did you mean `greedy`?); there are random, greedy, light, heuristic, monte-carlo, omniscient, champion"
        );
        assert_eq!(message("greedy:x=1"), "strategy `greedy` has no parameter `x`; it has none");
        assert!(message("monte-carlo:world=3").contains("(did you mean `worlds`?)"));
        assert!(
            message("monte-carlo:worlds=0").contains("`worlds` is `0`; it must be a whole number")
        );
        assert!(message("heuristic:heavy").contains("`heavy` is not KEY=VALUE"));
        assert!(message("heuristic:heavy=1,heavy=1").contains("given twice"));
        assert!(message("no/such.toml").starts_with("strategy file no/such.toml: "));
        assert!(parse("").is_err());
        assert!(parse("greedy:").is_err());
    }
}
