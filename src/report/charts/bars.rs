//! A panel of bars from zero, or by powers of ten, with a line for how sure each is.

use super::ChartError;
use super::canvas::{Beside, Canvas, Ink, draw as canvas};
use super::letters::cut;
use super::scale::Scale;
use crate::report::story::{Bars, Figure};

const WIDTH: i32 = 300;
const HEIGHT: i32 = 200;
const LEFT: i32 = 44;
const RIGHT: i32 = WIDTH - 8;
const TOP: i32 = 42;
const BOTTOM: i32 = HEIGHT - 40;

pub(super) fn draw(
    figure: &Figure,
    bars: &Bars,
    at: usize,
    log: bool,
    id: &str,
) -> Result<String, ChartError> {
    let all = || bars.panels.iter().flat_map(|(_, _, panel)| panel);
    let y = match log {
        // Limits may be all but zero: what was seen says how far down the scale goes.
        true => {
            let highest = all().flat_map(|one| one.all()).fold(0.0, f64::max);
            let seen = all().filter_map(|one| one.value).chain([highest]);
            Scale::log(seen, (BOTTOM, TOP))
        }
        false => Scale::of(all().flat_map(|one| one.all()), true, (BOTTOM, TOP)),
    };
    let (title, tint, panel) = &bars.panels[at];
    let scale = if log { ", logarithmic" } else { "" };
    let heading = format!("{}: {title}{scale}", figure.title);
    canvas((WIDTH, HEIGHT), (id, &heading, &figure.words), |canvas| {
        canvas.text(&cut(title, RIGHT - 4), (4, 10), Beside::Right, Ink::Text);
        let unit = format!("{}{scale}", bars.y);
        canvas.text(&unit, (4, 29), Beside::Right, Ink::Soft);
        for (value, text) in y.ticks() {
            let ink = if value == 0.0 { Ink::Axis } else { Ink::Grid };
            canvas.line(&[(LEFT, y.at(value)), (RIGHT, y.at(value))], ink, 1);
            canvas.text(&text, (LEFT - 5, y.at(value)), Beside::Left, Ink::Soft);
        }
        let zero = y.at(if log { y.low() } else { 0.0 });
        let each = f64::from(RIGHT - LEFT) / panel.len().max(1) as f64;
        let left = |bar: usize| LEFT + (bar as f64 * each).round() as i32;
        for (bar, estimate) in panel.iter().enumerate() {
            let (from, to) = (left(bar), left(bar + 1));
            let gap = i32::from(to - from > 3);
            if let Some(value) = estimate.value.filter(|value| *value > 0.0) {
                canvas.fill((from, y.at(value).min(zero - 1)), (to - gap, zero), Ink::Tint(*tint));
                if let Some(interval) = estimate.interval {
                    let middle = (from + to - gap) / 2;
                    let limits = [(middle, y.at(interval.low)), (middle, y.at(interval.high))];
                    canvas.line(&limits, Ink::Text, 1);
                }
                let told = bars.unit.with_interval(*estimate);
                let text = format!("{} {}: {told}", named(bars, panel.len(), bar), bars.x);
                canvas.tip((from, TOP), (to, BOTTOM), text);
            }
        }
        feet(canvas, bars, panel.len(), left);
    })
}

/// The values of a bar.
fn named(bars: &Bars, count: usize, bar: usize) -> String {
    let first = bars.first + bar as u64 * bars.width;
    match bars.width {
        _ if bars.open && bar == 39 && bar + 1 == count => format!("{first} or more"),
        1 => first.to_string(),
        width => format!("{first} – {}", first + width - 1),
    }
}

/// Ticks below some bars, and what they count.
fn feet(canvas: &mut Canvas<'_>, bars: &Bars, count: usize, left: impl Fn(usize) -> i32) {
    let every = match count {
        0..=10 => 1,
        11..=30 => 5,
        _ => 10,
    };
    for bar in (0..count).step_by(every) {
        let middle = (left(bar) + left(bar + 1)) / 2;
        let text = (bars.first + bar as u64 * bars.width).to_string();
        canvas.text(&text, (middle, BOTTOM + 12), Beside::Middle, Ink::Soft);
    }
    let each = match bars.width {
        1 => bars.x.clone(),
        several => format!("{}, {several} a bar", bars.x),
    };
    canvas.text(&each, ((LEFT + RIGHT) / 2, BOTTOM + 29), Beside::Middle, Ink::Soft);
}
