//! Answers as one JSON object (formats.md, "`domeng ask --json`").

use std::io::{self, Write};

use serde::Serialize;

use super::AskArgs;
use super::answers::{Answers, Given};
use crate::cli::turn::Position;
use crate::engine::{Action, ElectionRecord, Move};
use crate::tabletop::Turn;

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    legal: Vec<String>,
    played: String,
    seed: u64,
    answers: Vec<Row<'a>>,
    left_out: Vec<LeftOut<'a>>,
}

/// A strategy that was not asked.
#[derive(Serialize)]
struct LeftOut<'a> {
    strategy: &'a str,
    why: String,
}

/// What one strategy answers.
#[derive(Serialize)]
struct Row<'a> {
    strategy: &'a str,
    spec: String,
    plays: String,
    unit: Option<&'static str>,
    values: Option<Vec<f64>>,
    errors: Option<Vec<Option<f64>>>,
}

/// Prints the object on a line.
///
/// # Errors
/// As `out` has them.
pub(super) fn print(
    record: &ElectionRecord,
    turn: &Turn<'_>,
    answers: &Answers<'_>,
    arguments: &AskArgs,
    out: &mut impl Write,
) -> io::Result<()> {
    let seen = turn.seen();
    let notation = |action: Action| action.notation(seen.ply()).to_string();
    let object = Object {
        position: Position::new(record, &arguments.turn, &seen),
        legal: seen.legal().iter().map(|play| notation(Action::Play(play))).collect(),
        played: notation(turn.played()),
        seed: answers.seed,
        answers: answers
            .given
            .iter()
            .map(|given| row(given, &|m| notation(Action::Play(m))))
            .collect(),
        left_out: answers
            .left_out
            .iter()
            .map(|(entrant, cause)| LeftOut { strategy: &entrant.label, why: cause.to_string() })
            .collect(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

fn row<'a>(given: &Given<'a>, notation: &dyn Fn(Move) -> String) -> Row<'a> {
    let values = given.answer.values.as_ref();
    let estimates = values.filter(|values| values.moves.iter().any(|m| m.error.is_some()));
    Row {
        strategy: &given.entrant.label,
        spec: given.entrant.spec.to_string(),
        plays: notation(given.answer.choice),
        unit: values.map(|values| values.unit),
        values: values.map(|v| v.moves.iter().map(|m| v.in_units(m.amount)).collect()),
        errors: estimates.map(|values| values.moves.iter().map(|m| m.error).collect()),
    }
}
