//! Records changed in one place: what is changed in meaning is always refused, and nothing makes the
//! referee panic.

use std::sync::LazyLock;

use domeng::records::{Verifier, read, referee};
use proptest::prelude::*;
use serde_json::{Value, json};

static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let files = ["reference.jsonl", "reference_variants.jsonl"];
    let text = files.map(|name| std::fs::read_to_string(format!("tests/cases/{name}")).unwrap());
    text.concat().lines().map(str::to_owned).collect()
});

/// A place in a record, as a JSON pointer, where a change can't be by the rules.
#[derive(Clone, Debug)]
enum Place {
    /// A number, or null in place of one.
    Number(String),
    /// A text in which any other character is wrong.
    Text(String),
    /// An item of an array, to drop or to have twice.
    Item(String, usize),
    /// A key of an object, to drop or to rename.
    Key(String, String),
    /// A move, to drop, to have twice, or to make that of a tile already played.
    Ply(String, usize),
}

/// Every such place. Left out is what may be changed to something that is right: labels, the number
/// of the game, stakes that were never due, and which end of the line a tile is played on.
fn places(record: &Value) -> Vec<Place> {
    let mut places = Vec::new();
    collect(record, String::new(), &mut places);
    places
}

fn collect(value: &Value, pointer: String, places: &mut Vec<Place>) {
    let free = ["/game", "/election", "/seats", "/rules/max_rounds"].contains(&&*pointer)
        || (pointer.starts_with("/rules/") && value.is_number() && pointer != "/rules/stones");
    match value {
        _ if free => {}
        Value::Null | Value::Number(_) => places.push(Place::Number(pointer)),
        Value::String(play) if pointer.ends_with("/play") => {
            let plies = 0..play.split(' ').count();
            places.extend(plies.map(|ply| Place::Ply(pointer.clone(), ply)));
        }
        Value::String(_) => places.push(Place::Text(pointer)),
        Value::Array(items) => {
            // A round before the last could be left out unseen if it moved no stone.
            let from = if pointer == "/rounds" { items.len().saturating_sub(1) } else { 0 };
            for (index, item) in items.iter().enumerate() {
                if index >= from {
                    places.push(Place::Item(pointer.clone(), index));
                }
                collect(item, format!("{pointer}/{index}"), places);
            }
        }
        Value::Object(keys) => {
            for (key, item) in keys {
                places.push(Place::Key(pointer.clone(), key.clone()));
                collect(item, format!("{pointer}/{key}"), places);
            }
        }
        Value::Bool(_) => unreachable!("records have no truth values"),
    }
}

/// Changes the place; `way` and `by` say how. False if that way leaves it as it is.
fn change(record: &mut Value, place: &Place, way: usize, by: u64) -> bool {
    let mut at = |pointer: &str| record.pointer_mut(pointer).unwrap().take();
    let (pointer, changed) = match place {
        Place::Number(pointer) => {
            let before = at(pointer);
            let near = before.as_i64().unwrap_or(0);
            let step = (by % 200 + 1) as i64;
            let ways = [
                json!(near + step),
                json!(near - step),
                json!(by),
                json!(-(by as f64)),
                json!(1e30),
                json!(near as f64 + 0.5),
                Value::Null,
                json!(near.to_string()),
                json!([near]),
            ];
            let changed = ways[way % ways.len()].clone();
            if changed == before {
                return false;
            }
            (pointer, changed)
        }
        Place::Text(pointer) => {
            let mut text: Vec<char> = at(pointer).as_str().unwrap().chars().collect();
            let index = by as usize % text.len();
            let other = ['0', '6', '7', ' ', 'a', 'é', '\u{0}'][way % 7];
            if text[index] == other {
                return false;
            }
            text[index] = other;
            (pointer, json!(text.into_iter().collect::<String>()))
        }
        Place::Item(pointer, index) => {
            let mut items = at(pointer).as_array().unwrap().clone();
            if way.is_multiple_of(2) {
                items.remove(*index);
            } else {
                items.insert(*index, items[*index].clone());
            }
            (pointer, json!(items))
        }
        Place::Key(pointer, key) => {
            let mut object = at(pointer).as_object().unwrap().clone();
            let value = object.remove(key).unwrap();
            if way.is_multiple_of(2) {
                object.insert(format!("{key}_"), value);
            }
            (pointer, json!(object))
        }
        Place::Ply(pointer, ply) => {
            let play = at(pointer);
            let mut words: Vec<&str> = play.as_str().unwrap().split(' ').collect();
            let lead = format!("{}L", words[0]);
            match way % 3 {
                0 => drop(words.remove(*ply)),
                1 if words[*ply] == "-" => words.insert(*ply, &lead),
                1 => words.insert(*ply, words[*ply]),
                _ if *ply == 0 => words[0] = "-",
                _ => words[*ply] = &lead,
            }
            (pointer, json!(words.join(" ")))
        }
    };
    *record.pointer_mut(pointer).unwrap() = changed;
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_change_of_meaning_is_refused(
        line in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        way in 0..1_000_usize,
        by: u64,
    ) {
        let line = line.get(LINES.as_slice());
        let mut record: Value = serde_json::from_str(line).unwrap();
        let places = places(&record);
        let place = place.get(&places);
        prop_assume!(change(&mut record, place, way, by));
        let changed = record.to_string();
        let finding = referee(changed.as_bytes()).finding;
        prop_assert!(finding.is_some(), "{place:?} in {changed}");
        prop_assert_eq!(read(changed.as_bytes()).err(), finding);
    }

    #[test]
    fn bytes_changed_at_random_never_panic(
        line in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, any::<u8>()), 1..6),
    ) {
        let mut bytes = line.get(LINES.as_slice()).clone().into_bytes();
        for (place, edit, byte) in edits {
            let place = place.index(bytes.len());
            match edit {
                0 => bytes[place] = byte,
                1 => bytes.insert(place, byte),
                _ => drop(bytes.remove(place)),
            }
        }
        let finding = referee(&bytes).finding;
        prop_assert_eq!(read(&bytes).err(), finding);
    }

    #[test]
    fn random_streams_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut verifier = Verifier::new(bytes.as_slice(), 64);
        let mut wrong = 0;
        while let Some(reports) = verifier.next_batch().unwrap() {
            wrong += reports.len() as u64;
        }
        prop_assert_eq!(wrong, verifier.lines().max(1));
    }
}
