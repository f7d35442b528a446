//! Beliefs as one JSON object (formats.md, "`domeng beliefs --json`").

use std::io::{self, Write};

use serde::Serialize;

use super::shares::unused;
use crate::belief::Marginals;
use crate::cli::turn::{Position, TurnArgs};
use crate::engine::{BySeat, ElectionRecord, MAX_VALUE, Observation};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    lacks: BySeat<Vec<u8>>,
    worlds: u64,
    hidden: Vec<Row>,
}

/// In how many worlds a hidden tile is where.
#[derive(Serialize)]
struct Row {
    tile: String,
    held: BySeat<u64>,
    unused: u64,
}

/// Prints the object on a line.
///
/// # Errors
/// As `out` has them.
pub(super) fn print(
    record: &ElectionRecord,
    place: &TurnArgs,
    seen: &Observation<'_>,
    marginals: &Marginals,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut hidden: Vec<Row> = seen
        .hidden()
        .iter()
        .map(|tile| Row {
            tile: tile.to_string(),
            held: BySeat::from_fn(|seat| marginals.held(seat, tile)),
            unused: unused(seen, marginals, tile),
        })
        .collect();
    hidden.reverse();
    let lacks = |lacks: u8| (0..=MAX_VALUE).filter(|value| lacks >> value & 1 == 1).collect();
    let object = Object {
        position: Position::new(record, place, seen),
        lacks: BySeat::from_fn(|seat| lacks(seen.lacks(seat))),
        worlds: marginals.worlds(),
        hidden,
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
