//! Where two JSON values differ, key by key.

use std::collections::BTreeSet;

use serde_json::Value;

/// A key that two values do not have alike: its path, and what either has, none where it has not.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Keys joined by dots, places in lists by number: `rules.stones`, `pool.1.spec`.
    pub path: String,
    pub first: Option<Value>,
    pub second: Option<Value>,
}

/// The keys in which two values differ, in the order of paths. Objects and lists of equal length are
/// gone into, anything else is one value.
pub fn differences(first: &Value, second: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare("", Some(first), Some(second), &mut found);
    found
}

fn compare(path: &str, first: Option<&Value>, second: Option<&Value>, found: &mut Vec<Difference>) {
    let under = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (first, second) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            keys.into_iter().for_each(|key| compare(&under(key), a.get(key), b.get(key), found));
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&under(&at.to_string()), Some(a), Some(b), found);
            }
        }
        _ if first == second => {}
        _ => found.push(Difference {
            path: path.to_owned(),
            first: first.cloned(),
            second: second.cloned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_are_named_with_both_values() {
        let first = json!({"a": 1, "b": {"c": [1, 2], "d": null}, "e": "x"});
        let second = json!({"a": 1, "b": {"c": [1, 3], "d": null}, "f": [0]});
        let found = differences(&first, &second);
        let told: Vec<_> = found
            .iter()
            .map(|Difference { path, first, second }| {
                (path.as_str(), first.clone(), second.clone())
            })
            .collect();
        let expected = [
            ("b.c.1", Some(json!(2)), Some(json!(3))),
            ("e", Some(json!("x")), None),
            ("f", None, Some(json!([0]))),
        ];
        assert_eq!(told, expected);
        assert!(differences(&first, &first).is_empty());
    }
}
