//! Rows with a dot and a whisker each. Names stand above their rows, so that long ones fit.

use super::ChartError;
use super::canvas::{Beside, Canvas, Ink, draw as canvas};
use super::letters::{cut, width};
use super::scale::Scale;
use crate::report::story::{Dots, Figure};

const WIDTH: i32 = 400;
const LEFT: i32 = 22;
const RIGHT: i32 = WIDTH - 24;
/// Above the first row, of a row, and below the last.
const TOP: i32 = 22;
const ROW: i32 = 40;
const BELOW: i32 = 44;

pub(super) fn draw(figure: &Figure, dots: &Dots, id: &str) -> Result<String, ChartError> {
    let height = TOP + ROW * dots.rows.len() as i32 + BELOW;
    let reference = dots.reference.iter().map(|(value, _)| *value);
    let values = dots.rows.iter().flat_map(|row| row.estimate.all()).chain(reference);
    let scale = Scale::of(values, dots.from_zero, (LEFT, RIGHT));
    canvas((WIDTH, height), (id, &figure.title, &figure.words), |canvas| {
        axes(canvas, dots, scale, height);
        for (at, row) in dots.rows.iter().enumerate() {
            let top = TOP + ROW * at as i32;
            let told = dots.unit.with_interval(row.estimate);
            let room = WIDTH - 16 - width(&told);
            canvas.text(&cut(&row.label, room), (LEFT - 18, top + 9), Beside::Right, Ink::Text);
            canvas.text(&told, (RIGHT + 20, top + 9), Beside::Left, Ink::Soft);
            let y = top + 24;
            if let Some(interval) = row.estimate.interval {
                let (low, high) = (scale.at(interval.low), scale.at(interval.high));
                canvas.line(&[(low, y), (high, y)], Ink::Tint(row.tint), 3);
            }
            if let Some(value) = row.estimate.value {
                canvas.mark((scale.at(value), y), row.tint);
            }
            canvas.tip((0, top), (WIDTH, top + ROW), format!("{}: {told}", row.label));
        }
    })
}

fn axes(canvas: &mut Canvas<'_>, dots: &Dots, scale: Scale, height: i32) {
    let bottom = height - BELOW + 4;
    // Lines stand below the names and values, not across them.
    let rows = || {
        let tops = (0..dots.rows.len() as i32).map(|at| TOP + ROW * at);
        tops.map(|top| (top + 18, top + ROW - 1))
    };
    for (value, text) in scale.ticks() {
        let x = scale.at(value);
        let ink = if value == 0.0 { Ink::Axis } else { Ink::Grid };
        for (from, to) in rows() {
            canvas.line(&[(x, from), (x, to)], ink, 1);
        }
        canvas.line(&[(x, bottom - 4), (x, bottom)], ink, 1);
        canvas.text(&text, (x, bottom + 12), Beside::Middle, Ink::Soft);
    }
    if let Some((value, text)) = &dots.reference {
        let x = scale.at(*value);
        canvas.line(&[(x, TOP - 4), (x, TOP)], Ink::Soft, 1);
        for (from, to) in rows() {
            canvas.dashes((x, from), (x, to), Ink::Soft);
        }
        canvas.text(text, (x, TOP - 12), Beside::Middle, Ink::Soft);
    }
    canvas.text(&dots.axis, (WIDTH / 2, bottom + 31), Beside::Middle, Ink::Soft);
}
