//! A matrix of numbers on colours: darker the farther from zero.

use super::ChartError;
use super::canvas::{Beside, Canvas, DEEPEST, Ink, draw as canvas};
use super::letters::cut;
use crate::report::story::{Figure, Heat};

/// Cells that hold a number, and a tip each, where there are no more in a row.
const NUMBERED: usize = 16;
/// The number of a row, and its name.
const LABELS: i32 = 150;
const TOP: i32 = 26;

/// The size of a cell.
fn cell(count: usize) -> (i32, i32) {
    match count {
        0..=4 => (66, 34),
        5..=8 => (56, 30),
        9..=NUMBERED => (42, 26),
        _ => (17, 17),
    }
}

/// Pixels from left to right.
pub(super) fn width(heat: &Heat) -> i32 {
    let count = heat.labels.len();
    (LABELS + cell(count).0 * count as i32 + 4).max(300)
}

pub(super) fn draw(figure: &Figure, heat: &Heat, id: &str) -> Result<String, ChartError> {
    let count = heat.labels.len();
    let numbered = count <= NUMBERED;
    let (cell, row) = cell(count);
    let (width, height) = (width(heat), TOP + row * count as i32 + 26);
    let farthest = heat.cells.iter().flatten().flatten().fold(0.0_f64, |far, v| far.max(v.abs()));
    canvas((width, height), (id, &figure.title, &figure.words), |canvas| {
        for (at, label) in heat.labels.iter().enumerate() {
            let (x, y) = (LABELS + cell * at as i32, TOP + row * at as i32);
            if cell > 20 || at % 2 == 0 {
                let number = (at + 1).to_string();
                canvas.text(&number, (x + cell / 2, TOP - 10), Beside::Middle, Ink::Soft);
            }
            let name = format!("{} {label}", at + 1);
            canvas.text(&cut(&name, LABELS - 6), (2, y + row / 2), Beside::Right, Ink::Text);
        }
        for (at, row_of) in heat.cells.iter().enumerate() {
            for (other, value) in row_of.iter().enumerate() {
                let from = (LABELS + cell * other as i32, TOP + row * at as i32);
                let to = (from.0 + cell - 1, from.1 + row - 1);
                let Some(value) = value else { continue };
                canvas.fill(from, to, Ink::Heat(step(*value, farthest)));
                if numbered {
                    one(canvas, heat, (at, other), *value, (from, to));
                }
            }
        }
        let text = format!("rows: {}; columns, by number: {}", heat.row, heat.column);
        canvas.text(&text, (2, height - 11), Beside::Right, Ink::Soft);
    })
}

fn one(
    canvas: &mut Canvas<'_>,
    heat: &Heat,
    (at, other): (usize, usize),
    value: f64,
    (from, to): ((i32, i32), (i32, i32)),
) {
    let text = heat.unit.value(Some(value));
    canvas.text(&text, ((from.0 + to.0) / 2, (from.1 + to.1) / 2), Beside::Middle, Ink::Text);
    let (row, column) = (&heat.labels[at], &heat.labels[other]);
    let tip = format!("{} {row}, {} {column}: {text}", heat.row, heat.column);
    canvas.tip(from, to, tip);
}

/// How deep a value is coloured.
fn step(value: f64, farthest: f64) -> i8 {
    if farthest <= 0.0 || value == 0.0 {
        return 0;
    }
    let deep = (value.abs() / farthest * f64::from(DEEPEST)).ceil().clamp(1.0, f64::from(DEEPEST));
    deep as i8 * value.signum() as i8
}
