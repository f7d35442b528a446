//! The form of experiment files as a JSON Schema, for editors and other programs.

use serde_json::{Map, Value, json};

use super::keys::{Key, Takes, budgets, keys};
use super::{Experiment, MAX_POOL, Outputs};
use crate::engine::{Rules, Seat};
use crate::strategies::Registry;
use crate::tournament::design::Design;
use crate::tournament::until::Until;

/// A JSON Schema (draft 2020-12) of experiment files, from the table of keys that reads them and
/// the budgets that strategies of `registry` declare.
///
/// Of what values mean together it tells what design, pool, `both` and `seatings` have to do with
/// each other, and that `records` is given in one place. What it can't tell: whether a spec or a
/// label is good, whether seatings differ and everyone sits in one, whether an entrant takes a
/// budget, and whether a file is there.
pub fn experiment_schema(registry: &Registry) -> Value {
    let default = defaults();
    let mut schema = table(&keys(), &default, registry);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Experiment file of domeng, as TOML");
    schema["allOf"] = Design::ALL.into_iter().map(of_design).collect();
    schema["not"] = json!({
        "required": ["records", "outputs"],
        "properties": { "outputs": { "required": ["records"] } },
    });
    schema
}

/// What keys are where a file does not say.
fn defaults() -> Value {
    let Experiment { design, both, games, elections, seed, .. } = Experiment::of(Vec::new());
    json!({
        "design": design.word(),
        "both": both,
        "games": games,
        "elections": elections,
        "seed": seed,
        "outputs": Outputs::default(),
        "until": Until::DEFAULT,
        "rules": Rules::default(),
    })
}

fn table(keys: &[Key], default: &Value, registry: &Registry) -> Value {
    let property = |key: &Key| {
        let default = default.get(key.name).unwrap_or(&Value::Null);
        let mut value = form(&key.takes, default, registry);
        value["description"] = json!(key.meaning);
        if !default.is_null() && !default.is_object() {
            value["default"] = default.clone();
        }
        (key.name.to_owned(), value)
    };
    let properties: Map<String, Value> = keys.iter().map(property).collect();
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn form(takes: &Takes, default: &Value, registry: &Registry) -> Value {
    let string = json!({ "type": "string" });
    match takes {
        Takes::Switch => json!({ "type": "boolean" }),
        Takes::Whole { low, high } => {
            json!({ "type": "integer", "minimum": number(*low), "maximum": number(*high) })
        }
        Takes::Word(words) => json!({ "enum": words }),
        Takes::Path | Takes::Label | Takes::Text(_) => string,
        Takes::Decimal { low, high } => {
            json!({ "type": "number", "minimum": low.value(), "maximum": high.value() })
        }
        Takes::Entrants => {
            json!({ "type": "array", "items": string, "minItems": 1, "maxItems": MAX_POOL })
        }
        Takes::Seatings => {
            let five = json!({
                "type": "array",
                "items": string,
                "minItems": Seat::COUNT,
                "maxItems": Seat::COUNT,
            });
            json!({ "type": "array", "items": five, "minItems": 1 })
        }
        Takes::Number => json!({ "type": "number" }),
        Takes::Words => json!({ "type": "array", "items": string }),
        Takes::Named(keys) => json!({
            "type": "object",
            "additionalProperties": table(keys, default, registry),
        }),
        Takes::Table(keys) => table(keys, default, registry),
        Takes::Budgets => table(&budgets(registry), default, registry),
    }
}

/// A bound: all are within 64 bits, with or without a sign.
fn number(bound: i128) -> Value {
    u64::try_from(bound).map_or_else(|_| json!(bound as i64), |bound| json!(bound))
}

/// What a design asks of the other keys. One that is not named is the default one.
fn of_design(design: Design) -> Value {
    let named = json!({ "properties": { "design": { "const": design.word() } } });
    let when = if design == Design::default() {
        named
    } else {
        json!({ "properties": named["properties"], "required": ["design"] })
    };
    let (fewest, most) = design.pool(MAX_POOL);
    let mut then = Map::new();
    then.insert("pool".to_owned(), json!({ "minItems": fewest, "maxItems": most }));
    if !design.has_reverse() {
        then.insert("both".to_owned(), json!({ "const": false }));
    }
    if design != Design::Seating {
        then.insert("seatings".to_owned(), json!(false));
    }
    json!({ "if": when, "then": { "properties": then } })
}
