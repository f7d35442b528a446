//! A matrix of numbers on colours: darker the farther from zero.

use super::ChartError;
use super::canvas::{Beside, Canvas, DEEPEST, Ink, draw as canvas};
use super::letters::{cut, width as wide};
use crate::report::story::{Figure, Heat};

/// Cells that hold a number, and a tip each, where there are no more in a row.
const NUMBERED: usize = 16;
/// Room for the number of a row and its name, at most.
const LABELS: i32 = 340;
const TOP: i32 = 26;
/// What colours mean, and what rows and columns are.
const BELOW: i32 = 52;
/// The side of a colour that is explained.
const KEY: i32 = 16;

/// The size of a cell.
fn cell(count: usize) -> (i32, i32) {
    match count {
        0..=4 => (66, 34),
        5..=8 => (56, 30),
        9..=NUMBERED => (42, 26),
        _ => (17, 17),
    }
}

/// The number of a row, and its name.
fn name(heat: &Heat, at: usize) -> String {
    format!("{} {}", at + 1, heat.labels[at])
}

/// Pixels left of the cells: what the longest name takes.
fn left(heat: &Heat) -> i32 {
    let names = (0..heat.labels.len()).map(|at| wide(&name(heat, at)) + 10);
    names.max().unwrap_or(0).min(LABELS)
}

/// Pixels from left to right.
pub(super) fn width(heat: &Heat) -> i32 {
    let count = heat.labels.len();
    (left(heat) + cell(count).0 * count as i32 + 4).max(300)
}

pub(super) fn draw(figure: &Figure, heat: &Heat, id: &str) -> Result<String, ChartError> {
    let count = heat.labels.len();
    let numbered = count <= NUMBERED;
    let (cell, row) = cell(count);
    let (width, height) = (width(heat), TOP + row * count as i32 + BELOW);
    let left = left(heat);
    canvas((width, height), (id, &figure.title, &figure.words), |canvas| {
        for at in 0..count {
            let (x, y) = (left + cell * at as i32, TOP + row * at as i32);
            if cell > 20 || at % 2 == 0 {
                let number = (at + 1).to_string();
                canvas.text(&number, (x + cell / 2, TOP - 10), Beside::Middle, Ink::Soft);
            }
            canvas.text(
                &cut(&name(heat, at), left - 8),
                (2, y + row / 2),
                Beside::Right,
                Ink::Text,
            );
        }
        for (at, row_of) in heat.cells.iter().enumerate() {
            for (other, value) in row_of.iter().enumerate() {
                let from = (left + cell * other as i32, TOP + row * at as i32);
                let to = (from.0 + cell - 1, from.1 + row - 1);
                let Some(value) = value else { continue };
                canvas.fill(from, to, Ink::Heat(step(*value, heat.full)));
                if numbered {
                    one(canvas, heat, (at, other), *value, (from, to));
                }
            }
        }
        key(canvas, heat, height - BELOW + 16);
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

/// What the colours mean.
fn key(canvas: &mut Canvas<'_>, heat: &Heat, y: i32) {
    let ends = [-heat.full, heat.full].map(|end| heat.unit.decimals(0).value(Some(end)));
    let from = 2 + wide(&ends[0]) + 6;
    canvas.text(&ends[0], (2, y), Beside::Right, Ink::Soft);
    let mut x = from;
    for deep in -DEEPEST..=DEEPEST {
        canvas.fill((x, y - KEY / 2), (x + KEY - 1, y + KEY / 2), Ink::Heat(deep));
        x += KEY;
    }
    canvas.text(&ends[1], (x + 6, y), Beside::Right, Ink::Soft);
}

/// How deep a value is coloured; `full` is what is as deep as can be.
fn step(value: f64, full: f64) -> i8 {
    let deepest = f64::from(DEEPEST);
    (value / full * deepest).round().clamp(-deepest, deepest) as i8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_small_beside_full_colour_is_pale() {
        let steps = [-9.0, -5.0, -1.0, -0.5, 0.0, 0.5, 0.7, 2.5, 5.0].map(|value| step(value, 5.0));
        assert_eq!(steps, [-4, -4, -1, 0, 0, 0, 1, 2, 4]);
    }
}
