//! The table as a seat sees it, in rows of 80 columns.

use std::io::{self, Write};

use super::chain::Chain;
use super::phrases;
use super::tell::{WIDTH, paragraph, varied};
use crate::engine::{Observation, Seat};
use crate::records::legible;

/// Columns before what a row says.
pub(super) const LABEL: usize = 11;

/// The line, how many tiles each seat holds, and all stones.
///
/// # Errors
/// As `out` has them.
pub(super) fn table(seen: &Observation<'_>, chain: &Chain, out: &mut impl Write) -> io::Result<()> {
    for (at, drawn) in chain.rows(WIDTH - LABEL).iter().enumerate() {
        writeln!(out, "{:LABEL$}{drawn}", if at == 0 { "the line" } else { "" })?;
    }
    let each = |count: &dyn Fn(Seat) -> u32| -> String {
        let counts = Seat::ALL.map(|seat| format!("{seat:?} {}", count(seat)));
        counts.join(", ")
    };
    row("tiles", &each(&|seat| seen.tiles_held(seat)), out)?;
    let holdings = seen.holdings();
    let stones = each(&|seat| holdings.seats[seat].into());
    row("stones", &format!("table {}; {stones}", holdings.table), out)
}

/// All that a seat knows of its place in the game: who sits there, who started and why, the table,
/// what passes have shown, and its hand, if it is to move with a star at what can be played.
///
/// # Errors
/// As `out` has them.
pub fn position(seen: &Observation<'_>, chain: &Chain, out: &mut impl Write) -> io::Result<()> {
    let seat = seen.seat();
    let name = format!("{seat:?}, {}", legible(seen.sitting().names[seat], 60));
    if seen.turn() == seat {
        row("to move", &name, out)?;
    } else {
        row("looks", &name, out)?;
        row("to move", &format!("{:?}", seen.turn()), out)?;
    }
    let varied = varied(seen.rules());
    if !varied.is_empty() {
        row("rules", &varied.join(", "), out)?;
    }
    row("start", &phrases::starts(seen.start(), seen.camat()), out)?;
    if seen.line().is_empty() {
        row("the line", "nothing is led yet", out)?;
    }
    table(seen, chain, out)?;
    let lacking: Vec<String> = seat.others().filter_map(|other| lacks(seen, other)).collect();
    if !lacking.is_empty() {
        row("passed", &lacking.join("; "), out)?;
    }
    let mut hand: Vec<String> = seen
        .hand()
        .iter()
        .map(|tile| {
            let mark = if seen.legal().tiles().contains(tile) { "*" } else { "" };
            format!("{tile:?}{mark}")
        })
        .collect();
    hand.reverse();
    let mark = if seen.legal().is_empty() { "" } else { " (* can be played)" };
    row("its hand", &format!("{}{mark}", hand.join(" ")), out)
}

/// `seat 2 has no 6 and 4`, if it has passed.
fn lacks(seen: &Observation<'_>, seat: Seat) -> Option<String> {
    let lacks = seen.lacks(seat);
    let values = (0..=6).rev().filter(|value| lacks >> value & 1 == 1);
    (lacks != 0).then(|| {
        format!("{seat:?} has no {}", values.map(|v| v.to_string()).collect::<Vec<_>>().join(", "))
    })
}

/// A label and what it is a label of, broken at the width.
///
/// # Errors
/// As `out` has them.
pub(crate) fn row(label: &str, text: &str, out: &mut impl Write) -> io::Result<()> {
    paragraph(out, &format!("{label:LABEL$}"), &" ".repeat(LABEL), text)
}
