//! Answers for people: the position, then tables of 80 columns with a row a legal move.

use std::io::{self, Write};

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, Width, presets,
};
use console::measure_text_width;

use super::answers::{Answers, Given};
use crate::engine::{Action, ElectionRecord, Observation};
use crate::strategies::{Valued, Values};
use crate::tabletop::{Turn, paragraph, position};

const WIDTH: usize = 80;
/// Columns of a label before it is broken.
const LABEL: usize = 24;
/// Columns beside what a cell holds.
const PADDING: usize = 2;
/// The same with what is between it and the next cell.
const BESIDE: usize = PADDING + 1;

/// Prints the position and all answers.
///
/// # Errors
/// As `out` has them.
pub(super) fn print(
    record: &ElectionRecord,
    turn: &Turn<'_>,
    answers: &Answers<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let seen = turn.seen();
    let (ply, round) = (seen.ply(), seen.sitting().round);
    writeln!(out, "Game {}, election {}, round {round}, ply {ply}", record.game, record.election)?;
    position(&seen, &turn.chain(), out)?;
    writeln!(out)?;
    let legal = seen.legal();
    if let Some(only) = legal.first().filter(|_| !legal.is_choice()) {
        let only = Action::Play(only).notation(ply);
        let has = format!("has one legal move, {only}");
        return writeln!(out, "At ply {ply} {:?} {has}: no strategy is asked.", seen.seat());
    }
    if legal.is_empty() {
        return writeln!(out, "At ply {ply} {:?} must pass: no strategy is asked.", seen.seat());
    }
    let columns: Vec<Column<'_>> =
        answers.given.iter().map(|given| Column::new(given, &seen)).collect();
    let moves = moves(turn, &seen);
    let taken: usize = moves.iter().map(|column| column.width() + BESIDE).sum();
    for columns in packed(&columns, WIDTH - taken) {
        writeln!(out, "{}\n", table(&moves, columns))?;
    }
    notes(answers, out)
}

/// A column of a table: its heading and a cell for each legal move.
struct Column<'a> {
    heading: &'a str,
    cells: Vec<String>,
}

impl<'a> Column<'a> {
    /// The values of a strategy, a star at the move that it plays.
    fn new(given: &Given<'a>, seen: &Observation<'_>) -> Self {
        let cells = seen.legal().iter().enumerate().map(|(at, play)| {
            let values = given.answer.values.as_ref();
            let value = values.and_then(|of| of.moves.get(at).map(|valued| number(of, valued)));
            let mark = if play == given.answer.choice { '*' } else { ' ' };
            format!("{} {mark}", value.unwrap_or_default())
        });
        Self { heading: &given.entrant.label, cells: cells.collect() }
    }

    /// Columns that it takes.
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| measure_text_width(cell));
        cells.max().unwrap_or(0).max(measure_text_width(self.heading).min(LABEL))
    }
}

/// `41`, or with three decimals `0.231 ± 0.004`.
fn number(values: &Values, valued: &Valued) -> String {
    if values.scale == 1 {
        return valued.amount.to_string();
    }
    // Rounded first, so that nothing is written -0.000.
    let thousandths = (values.in_units(valued.amount) * 1000.0).round() + 0.0;
    let error = valued.error.map(|error| format!(" ± {error:.3}")).unwrap_or_default();
    format!("{:.3}{error}", thousandths / 1000.0)
}

/// The moves, with the ends that each leaves.
fn moves(turn: &Turn<'_>, seen: &Observation<'_>) -> [Column<'static>; 2] {
    let name = |play| {
        let played = if turn.played() == Action::Play(play) { " played" } else { "" };
        format!("{}{played}", Action::Play(play).notation(seen.ply()))
    };
    let ends = |play| {
        let ends = seen.line().after(play).ends();
        ends.map(|(left, right)| format!("{left} {right}")).unwrap_or_default()
    };
    [
        Column { heading: "move", cells: seen.legal().iter().map(name).collect() },
        Column { heading: "ends", cells: seen.legal().iter().map(ends).collect() },
    ]
}

/// The columns in order, as many together as fit `width`, one at least.
fn packed<'a, 'b>(columns: &'b [Column<'a>], width: usize) -> Vec<&'b [Column<'a>]> {
    let (mut tables, mut first, mut taken) = (Vec::new(), 0, 0);
    for (at, column) in columns.iter().enumerate() {
        let more = column.width() + BESIDE;
        if at > first && taken + more > width {
            tables.push(&columns[first..at]);
            (first, taken) = (at, 0);
        }
        taken += more;
    }
    tables.push(&columns[first..]);
    tables
}

fn table(moves: &[Column<'_>], strategies: &[Column<'_>]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
    let columns: Vec<&Column<'_>> = moves.iter().chain(strategies).collect();
    table.set_header(columns.iter().map(|column| column.heading));
    for row in 0..columns[0].cells.len() {
        table.add_row(columns.iter().map(|column| column.cells[row].as_str()));
    }
    for (drawn, column) in table.column_iter_mut().zip(&columns) {
        let width = (column.width() + PADDING) as u16;
        drawn.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
    }
    for column in table.column_iter_mut().skip(moves.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// What the numbers are.
fn notes(answers: &Answers<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "* is what a strategy plays, `played` what was played in the record.")?;
    for Given { entrant, summary, answer } in &answers.given {
        let label = &entrant.label;
        let text = match &answer.values {
            None => format!("{label}: no values ({summary}); asked with seed {}", answers.seed),
            Some(values) if values.moves.iter().any(|valued| valued.error.is_some()) => {
                format!("{label}: {} ± standard error, with seed {}", values.unit, answers.seed)
            }
            Some(values) => format!("{label}: {}", values.unit),
        };
        paragraph(out, "", "  ", &text)?;
    }
    for (entrant, cause) in &answers.left_out {
        paragraph(out, "", "  ", &format!("{}: left out, for its {cause}", entrant.label))?;
    }
    Ok(())
}
