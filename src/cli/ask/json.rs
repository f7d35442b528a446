//! Answers as one JSON object (formats.md, "`domeng ask --json`").

use std::io::{self, Write};

use serde::Serialize;

use super::AskArgs;
use super::answers::{Answers, Given};
use crate::engine::{Action, BySeat, ElectionRecord, Move, Observation, Seat};
use crate::tabletop::Turn;

#[derive(Serialize)]
struct Object<'a> {
    game: u64,
    election: u32,
    round: u64,
    ply: u64,
    seat: Seat,
    label: &'a str,
    starter: Seat,
    announced: Option<String>,
    camat: Option<Seat>,
    play: String,
    ends: Option<(u8, u8)>,
    hand: String,
    tiles: BySeat<u32>,
    table: u8,
    stones: BySeat<u8>,
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
        game: record.game,
        election: record.election,
        round: arguments.round,
        ply: arguments.ply,
        seat: seen.seat(),
        label: seen.sitting().names[seen.seat()],
        starter: seen.start().seat,
        announced: seen.start().announced.map(|double| double.to_string()),
        camat: seen.camat(),
        play: so_far(&seen),
        ends: seen.line().ends(),
        hand: seen.hand().to_string(),
        tiles: BySeat::from_fn(|seat| seen.tiles_held(seat)),
        table: seen.holdings().table,
        stones: seen.holdings().seats,
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

/// What was done in the round before, as records write it.
fn so_far(seen: &Observation<'_>) -> String {
    let words = seen.history().enumerate().map(|(ply, (_, done))| done.notation(ply).to_string());
    words.collect::<Vec<_>>().join(" ")
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
