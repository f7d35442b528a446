//! What JSON objects about a turn have in common (formats.md, "`domeng ask --json`").

use serde::Serialize;

use super::TurnArgs;
use crate::engine::{BySeat, ElectionRecord, Observation, Seat};

/// The position as the seat that looks sees it.
#[derive(Serialize)]
pub(in crate::cli) struct Position<'a> {
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
}

impl<'a> Position<'a> {
    pub fn new(record: &ElectionRecord, place: &TurnArgs, seen: &Observation<'a>) -> Self {
        Self {
            game: record.game,
            election: record.election,
            round: place.round,
            ply: place.ply,
            seat: seen.seat(),
            label: seen.sitting().names[seen.seat()],
            starter: seen.start().seat,
            announced: seen.start().announced.map(|double| double.to_string()),
            camat: seen.camat(),
            play: so_far(seen),
            ends: seen.line().ends(),
            hand: seen.hand().to_string(),
            tiles: BySeat::from_fn(|seat| seen.tiles_held(seat)),
            table: seen.holdings().table,
            stones: seen.holdings().seats,
        }
    }
}

/// What was done in the round before, as records write it.
fn so_far(seen: &Observation<'_>) -> String {
    let words = seen.history().enumerate().map(|(ply, (_, done))| done.notation(ply).to_string());
    words.collect::<Vec<_>>().join(" ")
}
