//! Reads the TOML of an experiment file against the table of its keys, and says what is wrong in
//! the words of the format.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeInteger, DeString, DeTable, DeValue};

use super::error::ExperimentError;
use super::keys::{ENTRANT, Key, SEATING, Takes};
use super::places::Places;
use crate::strategies::{nearest_of, quote};
use crate::tournament::until::Decimal;

/// Something wrong, and where.
struct Fault {
    span: Range<usize>,
    cause: ExperimentError,
}

/// Checks every key and value of a file that has these keys, but not whether they make sense
/// together, and gives their places.
///
/// # Errors
/// The first thing in the file that is wrong.
pub(crate) fn check(text: &str, origin: &str, keys: &[Key]) -> Result<Places, ExperimentError> {
    let mut places = Places::new(origin, text);
    let document = match DeTable::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let cause = syntax(error.message(), text.get(span.clone()).unwrap_or_default().trim());
            return Err(cause.at(places.show(&span)));
        }
    };
    let mut reader = Reader { text, all: keys, places: &mut places, faults: Vec::new() };
    reader.table("", document.get_ref(), keys);
    match reader.faults.into_iter().min_by_key(|fault| fault.span.start) {
        Some(Fault { span, cause }) => Err(cause.at(places.show(&span))),
        None => Ok(places),
    }
}

/// What the parser of TOML says of text that is none.
fn syntax(message: &str, found: &str) -> ExperimentError {
    match message {
        "duplicate key" => ExperimentError::Twice(quote(found)),
        other if other.starts_with("string values must be quoted") => {
            let said = if found.is_empty() {
                "a value is missing after the `=`"
            } else {
                "what is no number, true, false or list is a string, and needs quotes"
            };
            ExperimentError::Syntax(said.to_owned())
        }
        other => ExperimentError::Syntax(other.trim_end_matches(", expected nothing").to_owned()),
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The keys at the top.
    all: &'a [Key],
    places: &'a mut Places,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, span: Range<usize>, cause: ExperimentError) {
        self.faults.push(Fault { span, cause });
    }

    /// A value that is not what it must be.
    fn wrong(&mut self, path: &str, value: &Spanned<DeValue<'_>>, near: Option<&str>, must: &str) {
        let found = match value.get_ref() {
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
            _ => format!("`{}`", as_written(self.text.get(value.span()).unwrap_or_default())),
        };
        let near = near.map(|word| format!("\"{word}\""));
        let (key, must) = (path.to_owned(), must.to_owned());
        self.fault(value.span(), ExperimentError::Value { key, found, near, must });
    }

    /// A table with these keys; `within` is its name, empty at the top.
    fn table(&mut self, within: &str, table: &DeTable<'_>, keys: &[Key]) {
        for (name, value) in table {
            let path = join(within, name.get_ref());
            match keys.iter().find(|key| key.name == name.get_ref()) {
                Some(key) => {
                    self.places.note(path.clone(), value.span());
                    self.value(&path, value, key);
                }
                None => {
                    let cause = self.unknown(within, name, keys);
                    self.fault(name.span(), cause);
                }
            }
        }
    }

    fn unknown(&self, within: &str, name: &Spanned<DeString<'_>>, keys: &[Key]) -> ExperimentError {
        let names = || keys.iter().map(|key| key.name);
        let near = match self.belongs(name.get_ref()) {
            Some(place) => Some(place),
            None => {
                nearest_of(name.get_ref(), names()).map(|near| format!("did you mean `{near}`?"))
            }
        };
        let known = names().collect::<Vec<_>>().join(", ");
        let whose =
            if within.is_empty() { "there are".to_owned() } else { format!("`[{within}]` has") };
        ExperimentError::UnknownKey {
            found: quote(&join(within, name.get_ref())),
            near,
            whose,
            known,
        }
    }

    /// Where a key belongs that is not known where it stands.
    fn belongs(&self, name: &str) -> Option<String> {
        if self.all.iter().any(|key| key.name == name) {
            return Some(format!("`{name}` belongs at the top, before any `[table]`"));
        }
        self.all.iter().find_map(|key| match &key.takes {
            Takes::Table(keys) if keys.iter().any(|key| key.name == name) => {
                Some(format!("`{name}` belongs in `[{}]`", key.name))
            }
            _ => None,
        })
    }

    fn value(&mut self, path: &str, value: &Spanned<DeValue<'_>>, key: &Key) {
        match (&key.takes, value.get_ref()) {
            (Takes::Switch, DeValue::Boolean(_)) => {}
            (Takes::Whole { low, high }, DeValue::Integer(number))
                if whole(number).is_some_and(|number| (low..=high).contains(&&number)) => {}
            (Takes::Word(words), DeValue::String(word)) if words.contains(&word.as_ref()) => {}
            (Takes::Word(words), DeValue::String(word)) => {
                let near = nearest_of(word, words.iter().copied());
                self.wrong(path, value, near.as_deref(), &key.takes.allowed());
            }
            (Takes::Path | Takes::Label | Takes::Text(_), DeValue::String(_)) => {}
            (Takes::Decimal { low, high }, DeValue::Float(_) | DeValue::Integer(_))
                if Decimal::parse(self.text.get(value.span()).unwrap_or_default())
                    .is_some_and(|number| (low..=high).contains(&&number)) => {}
            (Takes::Entrants, DeValue::Array(specs)) => self.strings(path, specs, ENTRANT),
            (Takes::Seatings, DeValue::Array(seatings)) => self.seatings(path, seatings),
            (Takes::Table(keys), DeValue::Table(table)) => self.table(path, table, keys),
            (Takes::Number, DeValue::Float(_) | DeValue::Integer(_)) => {}
            (Takes::Words, DeValue::Array(words)) => self.strings(path, words, "a word"),
            (Takes::Named(keys), DeValue::Table(table)) => self.named(path, table, keys),
            (Takes::Budgets, DeValue::Table(table)) => self.budgets(path, table),
            (takes, _) => self.wrong(path, value, None, &takes.allowed()),
        }
    }

    fn strings(&mut self, path: &str, list: &DeArray<'_>, what: &str) {
        for (at, item) in list.iter().enumerate() {
            let path = format!("{path}[{at}]");
            self.places.note(path.clone(), item.span());
            if item.get_ref().as_str().is_none() {
                self.wrong(&path, item, None, &format!("a string, {what}"));
            }
        }
    }

    fn seatings(&mut self, path: &str, list: &DeArray<'_>) {
        for (at, item) in list.iter().enumerate() {
            let path = format!("{path}[{at}]");
            self.places.note(path.clone(), item.span());
            match item.get_ref() {
                DeValue::Array(labels) => self.strings(&path, labels, "a label of the pool"),
                _ => self.wrong(&path, item, None, &format!("a {SEATING}")),
            }
        }
    }

    /// Names are asked for later.
    fn named(&mut self, path: &str, table: &DeTable<'_>, keys: &[Key]) {
        for (name, value) in table {
            let path = join(path, name.get_ref());
            self.places.note(path.clone(), value.span());
            self.places.note(name_of(&path), name.span());
            match value.get_ref() {
                DeValue::Table(table) => self.table(&path, table, keys),
                _ => self.wrong(&path, value, None, "a table"),
            }
        }
    }

    /// Keys and bounds are those of strategies, which are asked later.
    fn budgets(&mut self, path: &str, table: &DeTable<'_>) {
        for (name, value) in table {
            let path = join(path, name.get_ref());
            self.places.note(path.clone(), value.span());
            self.places.note(name_of(&path), name.span());
            let fits = |number| whole(number).is_some_and(|number| i64::try_from(number).is_ok());
            if !value.get_ref().as_integer().is_some_and(fits) {
                self.wrong(&path, value, None, "a whole number");
            }
        }
    }
}

/// The path of a key's name, where that of its value is `path`.
pub(crate) fn name_of(path: &str) -> String {
    format!("name of {path}")
}

/// At most 60 characters of the file, on one line.
fn as_written(text: &str) -> String {
    text.chars()
        .take(60)
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() })
        .collect()
}

fn join(within: &str, name: &str) -> String {
    if within.is_empty() { name.to_owned() } else { format!("{within}.{name}") }
}

fn whole(number: &DeInteger<'_>) -> Option<i128> {
    i128::from_str_radix(number.as_str(), number.radix()).ok()
}
