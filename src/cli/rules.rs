//! Rules from the command line: `KEY=VALUE` for each field of [`Rules`].

use std::collections::BTreeSet;

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Map, Value};

use crate::engine::Rules;
use crate::strategies::nearest_of;

/// The default rules with these values over them.
pub(super) fn rules(pairs: &[String]) -> anyhow::Result<Rules> {
    let Value::Object(mut fields) = serde_json::to_value(Rules::default())? else {
        bail!("rules have no fields");
    };
    let mut given = BTreeSet::new();
    for pair in pairs {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| anyhow!("--rule: `{}` is not KEY=VALUE", quote(pair)))?;
        let old = fields.get(key).ok_or_else(|| unknown(key, &fields))?;
        if !given.insert(key) {
            bail!("--rule: `{key}` is given twice");
        }
        let value = read(key, value, old)?;
        // Alone, so that the message is of this key.
        let alone = Map::from_iter([(key.to_owned(), value.clone())]);
        serde_json::from_value::<Rules>(Value::Object(alone))
            .with_context(|| format!("--rule: `{key}`"))?;
        fields.insert(key.to_owned(), value);
    }
    Ok(serde_json::from_value(Value::Object(fields))?)
}

/// A value of the kind that the field has: a word or a whole number.
fn read(key: &str, text: &str, old: &Value) -> anyhow::Result<Value> {
    if old.is_string() {
        return Ok(Value::from(text));
    }
    let number: Result<i64, _> = text.parse();
    number
        .map(Value::from)
        .map_err(|_| anyhow!("--rule: `{key}` is `{}`; it must be a whole number", quote(text)))
}

fn unknown(key: &str, fields: &Map<String, Value>) -> anyhow::Error {
    let names = || fields.keys().map(String::as_str);
    let near = nearest_of(key, names());
    let near = near.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default();
    let known = names().collect::<Vec<_>>().join(", ");
    anyhow!("--rule: there is no rule `{}`{near}; there are {known}", quote(key))
}

/// At most 60 characters of user text, made printable.
fn quote(text: &str) -> String {
    text.chars().take(60).collect::<String>().escape_debug().to_string()
}
