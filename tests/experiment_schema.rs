//! The schema of experiment files against their parser.

use domeng::engine::Rules;
use domeng::strategies::{PoolError, Registry};
use domeng::tournament::{
    Experiment, ExperimentError, ExperimentFile, OutputsFile, experiment_schema,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Whether a document is as a schema says, for the words that ours uses; any other is a panic.
fn valid(schema: &Value, document: &Value) -> bool {
    let words = match schema {
        Value::Bool(any) => return *any,
        other => other.as_object().expect("a schema"),
    };
    words.iter().all(|(word, says)| match word.as_str() {
        "$schema" | "title" | "description" | "default" => true,
        "type" => is_of(says.as_str().unwrap(), document),
        "const" => document == says,
        "enum" => says.as_array().unwrap().contains(document),
        "minimum" => document.as_number().is_none_or(|_| whole(document) >= whole(says)),
        "maximum" => document.as_number().is_none_or(|_| whole(document) <= whole(says)),
        "items" => items(document).iter().all(|item| valid(says, item)),
        "minItems" => !document.is_array() || items(document).len() as i128 >= whole(says),
        "maxItems" => items(document).len() as i128 <= whole(says),
        "properties" => fields(document)
            .iter()
            .all(|(key, value)| says.get(key).is_none_or(|schema| valid(schema, value))),
        "additionalProperties" => {
            assert_eq!(*says, json!(false));
            let known = |key: &String| words["properties"].get(key).is_some();
            fields(document).keys().all(known)
        }
        "required" => {
            let has = |key: &Value| fields(document).contains_key(key.as_str().unwrap());
            !document.is_object() || says.as_array().unwrap().iter().all(has)
        }
        "allOf" => says.as_array().unwrap().iter().all(|schema| valid(schema, document)),
        "not" => !valid(says, document),
        "if" => !valid(says, document) || valid(&words["then"], document),
        "then" => true,
        other => panic!("the schema has the word {other}"),
    })
}

fn is_of(kind: &str, document: &Value) -> bool {
    match kind {
        "object" => document.is_object(),
        "array" => document.is_array(),
        "string" => document.is_string(),
        "boolean" => document.is_boolean(),
        "integer" => document.is_i64() || document.is_u64(),
        other => panic!("the schema has the type {other}"),
    }
}

/// Of a number that is not whole nothing is asked but that it is no integer, which its type tells.
fn whole(number: &Value) -> i128 {
    let (signed, unsigned) = (number.as_i64().map(i128::from), number.as_u64().map(i128::from));
    signed.or(unsigned).unwrap_or_default()
}

fn items(document: &Value) -> &[Value] {
    document.as_array().map_or(&[], Vec::as_slice)
}

fn fields(document: &Value) -> Map<String, Value> {
    document.as_object().cloned().unwrap_or_default()
}

/// A value in TOML, on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let pairs = fields.iter().map(|(key, value)| format!("{key} = {}", inline(value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        // Numbers, words and strings without escapes are alike in both.
        other => other.to_string(),
    }
}

fn toml_of(document: &Value) -> String {
    fields(document).iter().map(|(key, value)| format!("{key} = {}\n", inline(value))).collect()
}

fn resolve(document: &Value) -> Result<Experiment, ExperimentError> {
    let file = ExperimentFile::parse(&toml_of(document), "test")?;
    Experiment::resolve(&file, &Registry::builtin())
}

/// What a schema can't tell: it is not about the form of one value.
fn is_beyond(error: &ExperimentError, document: &Value) -> bool {
    match error {
        ExperimentError::At { cause, .. } => is_beyond(cause, document),
        ExperimentError::EmptyPool => document.get("pool").is_none(),
        ExperimentError::Entrants(PoolError::Spec { .. } | PoolError::UnusedBudget { .. })
        | ExperimentError::Table(_)
        | ExperimentError::Sitter { .. }
        | ExperimentError::SeatingTwice { .. }
        | ExperimentError::Seatless { .. }
        | ExperimentError::NoSeatings(_) => true,
        _ => false,
    }
}

/// Whether both take it. They must agree but for what is beyond a schema.
fn agree(schema: &Value, document: &Value) -> bool {
    let said = valid(schema, document);
    match resolve(document) {
        Ok(_) => assert!(said, "the parser takes it, the schema does not:\n{}", toml_of(document)),
        Err(error) => assert!(
            !said || is_beyond(&error, document),
            "the schema takes it, the parser does not: {error}\n{}",
            toml_of(document)
        ),
    }
    said
}

/// Places in a document, some of them of no key.
fn paths() -> Vec<(&'static str, &'static str)> {
    let top = ["design", "both", "pool", "seatings", "games", "elections", "seed", "equity"];
    let top = top.into_iter().chain(["records"]);
    let tables = ["outputs", "budget", "rules", "nothing"];
    let outputs = ["games", "rounds", "records", "zstd", "blocks"].map(|key| ("outputs", key));
    let budgets = ["worlds", "world"].map(|key| ("budget", key));
    let rules = Rules::FIELDS.map(|field| ("rules", field.key));
    let all = top.chain(tables).map(|key| ("", key));
    all.chain(outputs).chain(budgets).chain(rules).chain([("rules", "stone")]).collect()
}

/// Values on either side of every bound, and of every type.
fn values() -> Vec<Value> {
    let seat = |label: &str| json!([[label, "b", "b", "b", "b"]]);
    let mut values = vec![
        json!(true),
        json!(false),
        json!(1.5),
        json!(1.0),
        json!("any"),
        json!("double"),
        json!("after-payment"),
        json!("before-payment"),
        json!("free-for-all"),
        json!("duel"),
        json!("mix"),
        json!("gauntlet"),
        json!("seating"),
        json!("Duel"),
        json!(""),
        json!([]),
        json!(["greedy"]),
        json!(["greedy", "b=random"]),
        json!(["greedy", "b=light", "random"]),
        json!(["greedy", 5]),
        json!(vec!["greedy"; 64]),
        json!(vec!["greedy"; 65]),
        json!([[]]),
        json!([["greedy", "b"]]),
        seat("greedy"),
        seat("c"),
        json!({}),
        json!({ "games": 1 }),
        json!({ "records": true }),
        json!({ "worlds": 3 }),
        json!({ "stones": 3 }),
    ];
    for bound in [0, 1, 25, 200, 1_000_000, 1_000_000_000_000, i64::MAX] {
        values.extend([bound - 1, bound, bound.saturating_add(1)].map(|n| json!(n)));
    }
    values.push(json!(u64::MAX));
    values
}

fn put(document: &mut Value, (table, key): (&str, &str), value: &Value) {
    let fields = document.as_object_mut().unwrap();
    if table.is_empty() {
        fields.insert(key.to_owned(), value.clone());
        return;
    }
    let within = fields.entry(table).or_insert_with(|| json!({}));
    if let Some(within) = within.as_object_mut() {
        within.insert(key.to_owned(), value.clone());
    }
}

/// A right document of each design.
fn bases() -> Vec<Value> {
    // It needs no equity table, which a schema can't ask for.
    let two = ["greedy", "b=monte-carlo:objective=stones"];
    vec![
        json!({ "pool": ["greedy", "monte-carlo", "random"] }),
        json!({ "pool": two, "design": "duel", "both": true, "budget": { "worlds": 5 } }),
        json!({ "pool": two, "design": "mix", "outputs": { "zstd": false, "records": true } }),
        json!({ "pool": two, "design": "gauntlet", "rules": { "stones": 10 } }),
        json!({ "pool": two, "design": "seating", "seatings": [["greedy", "b", "b", "b", "b"]] }),
    ]
}

#[test]
fn both_take_the_same_with_one_key_changed() {
    let schema = experiment_schema(&Registry::builtin());
    let (mut right, mut wrong) = (0, 0);
    for base in bases() {
        assert!(resolve(&base).is_ok() && valid(&schema, &base), "{base}");
        for path in paths() {
            for value in values() {
                let mut document = base.clone();
                put(&mut document, path, &value);
                *if agree(&schema, &document) { &mut right } else { &mut wrong } += 1;
            }
        }
    }
    // Neither takes all or nothing.
    assert!(right > 500 && wrong > 500, "{right} {wrong}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn both_take_the_same_with_several_keys_changed(
        base in prop::sample::select(bases()),
        changes in prop::collection::vec(
            (prop::sample::select(paths()), prop::sample::select(values())),
            2..6,
        ),
    ) {
        let mut document = base;
        for (path, value) in changes {
            put(&mut document, path, &value);
        }
        agree(&experiment_schema(&Registry::builtin()), &document);
    }
}

/// The names that serde knows, from its own message about one that it does not.
fn known<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> Vec<String> {
    let error = toml::from_str::<T>("nothing = 1").unwrap_err();
    let names = error.message().split("expected one of ").nth(1).unwrap().to_owned();
    let mut names: Vec<_> =
        names.split(", ").map(|name| name.trim_matches('`').to_owned()).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_key_of_the_form_is_in_the_schema() {
    let schema = experiment_schema(&Registry::builtin());
    let told = |pointer: &str| -> Vec<String> {
        fields(schema.pointer(pointer).unwrap()).keys().cloned().collect()
    };
    assert_eq!(told("/properties"), known::<ExperimentFile>());
    assert_eq!(told("/properties/outputs/properties"), known::<OutputsFile>());
    assert_eq!(told("/properties/rules/properties"), known::<Rules>());
    assert_eq!(told("/properties/budget/properties"), ["worlds"]);
}

/// A default that is written out changes nothing, and each key says what it is for.
#[test]
fn defaults_are_those_that_are_taken() {
    let schema = experiment_schema(&Registry::builtin());
    let base = json!({ "pool": ["greedy", "monte-carlo"] });
    let expected = resolve(&base).unwrap();
    let mut told = 0;
    for (table, pointer) in [
        ("", "/properties"),
        ("outputs", "/properties/outputs/properties"),
        ("rules", "/properties/rules/properties"),
    ] {
        for (key, value) in fields(schema.pointer(pointer).unwrap()) {
            assert!(value["description"].as_str().is_some_and(|text| text.len() > 10), "{key}");
            if let Some(default) = value.get("default") {
                let mut document = base.clone();
                put(&mut document, (table, &key), default);
                assert_eq!(resolve(&document).unwrap(), expected, "{key}");
                told += 1;
            }
        }
    }
    // All but pool, seatings, budget, records and the tables themselves.
    assert_eq!(told, 5 + 4 + 12);
}

#[test]
fn bounds_are_told() {
    let schema = experiment_schema(&Registry::builtin());
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(
        schema["properties"]["rules"]["properties"]["stones"],
        json!({
            "type": "integer", "minimum": 1, "maximum": 200, "default": 25,
            "description": "stones in play (R1.3)",
        })
    );
    assert_eq!(schema["properties"]["seed"]["maximum"], json!(u64::MAX));
    assert_eq!(schema["properties"]["budget"]["properties"]["worlds"]["maximum"], json!(1_000_000));
}

/// The default experiment, and the files beside it; those of tunings have a form of their own.
#[test]
fn experiments_that_are_kept_are_right() {
    let schema = experiment_schema(&Registry::builtin());
    for entry in std::fs::read_dir("experiments").unwrap() {
        let path = entry.unwrap().path();
        let is_tuning =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tune-"));
        if !is_tuning && path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let table: toml::Table = toml::from_str(&text).unwrap();
            assert!(valid(&schema, &serde_json::to_value(table).unwrap()), "{}", path.display());
        }
    }
}
