//! Beliefs for people: the position, then a table with a row a hidden tile, 80 columns at most.

use std::io::{self, Write};

use comfy_table::{CellAlignment, LineStyle, Table, presets};

use super::shares::Shares;
use crate::engine::{ElectionRecord, Observation, Seat};
use crate::tabletop::{Turn, listed, position as draw, row};

/// Tiles that are dealt to nobody (R2.1).
const UNUSED: u32 = 3;

/// Prints the position as the seat sees it, what it knows for certain of hidden tiles, and how many
/// worlds that leaves.
///
/// # Errors
/// As `out` has them.
pub(super) fn position(
    record: &ElectionRecord,
    turn: &Turn<'_>,
    seen: &Observation<'_>,
    worlds: u64,
    out: &mut impl Write,
) -> io::Result<()> {
    let (ply, round) = (seen.ply(), seen.sitting().round);
    writeln!(out, "Game {}, election {}, round {round}, ply {ply}", record.game, record.election)?;
    draw(seen, &turn.chain(), out)?;
    let certain = certain(seen);
    if !certain.is_empty() {
        row("certain", &listed(certain), out)?;
    }
    row("worlds", &grouped(worlds), out)?;
    writeln!(out)
}

/// What the start tells of tiles that are hidden still (R3.4).
fn certain(seen: &Observation<'_>) -> Vec<String> {
    let announced = seen.announced().filter(|&(holder, _)| holder != seen.seat());
    let held = announced.map(|(holder, double)| format!("{holder:?} holds {double:?}"));
    let unused = (seen.known_unused() & seen.hidden()).iter().map(|d| format!("{d:?} is unused"));
    held.into_iter().chain(unused.collect::<Vec<_>>().into_iter().rev()).collect()
}

/// Prints how likely each hidden tile is where.
///
/// # Errors
/// As `out` has them.
pub(super) fn table(
    seen: &Observation<'_>,
    shares: &Shares,
    out: &mut impl Write,
) -> io::Result<()> {
    let others: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| seat != seen.seat()).collect();
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    let heading = others.iter().map(|seat| format!("{seat:?}"));
    table.set_header(["tile".to_owned()].into_iter().chain(heading).chain(["unused".to_owned()]));
    for share in &shares.0 {
        let held = others.iter().map(|&seat| percent(share.held[seat]));
        let row = [format!("{:?}", share.tile)].into_iter().chain(held);
        table.add_row(row.chain([percent(share.unused)]));
    }
    let held = others.iter().map(|&seat| seen.tiles_held(seat).to_string());
    let row = ["tiles".to_owned()].into_iter().chain(held);
    table.add_row(row.chain([UNUSED.to_string()]));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "{table}\n")?;
    writeln!(out, "In how many of all worlds a tile is there, in per cent; – is none of them.")
}

/// `12.5`; a dash for what is never, and `100` for what is always.
fn percent(share: f64) -> String {
    match share {
        0.0 => "–".to_owned(),
        100.0 => "100".to_owned(),
        some => format!("{some:.1}"),
    }
}

/// `1 234 567`.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_they_are_printed() {
        let counts = [0, 999, 1_000, 20_778_691_437_504];
        assert_eq!(counts.map(grouped), ["0", "999", "1 000", "20 778 691 437 504"]);
        assert_eq!([0.0, 0.01, 99.99, 100.0].map(percent), ["–", "0.0", "100.0", "100"]);
    }
}
