//! A panel of curves: lines with bands, or points with whiskers.

use super::ChartError;
use super::canvas::{Beside, Canvas, Ink, draw as canvas};
use super::letters::{cut, width, wrapped};
use super::scale::Scale;
use crate::report::story::{Curve, Figure, Panel, Series};

const WIDTH: i32 = 300;
const LEFT: i32 = 46;
/// What a line across means stands right of it, in so much room at least and at most.
const LEAST: i32 = 40;
const MOST: i32 = 120;
/// Right of a panel where no line across has a name: half of the last number below it.
const NONE: i32 = 20;
/// Lines of a title at most.
const TITLE: usize = 6;
/// Between the names above and the axis below.
const PLOT: i32 = 140;
const LINE: i32 = 18;

pub(super) fn draw(
    figure: &Figure,
    panels: &[Panel],
    at: usize,
    id: &str,
) -> Result<String, ChartError> {
    let panel = &panels[at];
    // A name a curve where there are several, else the title, then the unit.
    let title = |panel: &Panel| wrapped(&panel.title, WIDTH - 4, TITLE);
    let lines = panels.iter().map(|panel| match panel.curves.len() {
        0 | 1 => title(panel).len(),
        several => several,
    });
    let top = 12 + LINE * (lines.max().unwrap_or(1) as i32 + 1);
    let right = WIDTH - aside(panels);
    let (bottom, height) = (top + PLOT, top + PLOT + 42);
    let y = values(panels, (bottom, top));
    let xs = || panels.iter().flat_map(|panel| &panel.curves).flat_map(|c| &c.points).map(|p| p.0);
    let x = match panel.log {
        true => Scale::log(xs(), (LEFT + 6, right - 6)),
        false => spread(xs(), panel, right),
    };
    let heading = format!("{}: {}", figure.title, panel.title);
    canvas((WIDTH, height), (id, &heading, &figure.words), |canvas| {
        let line = |at: usize| 10 + LINE * at as i32;
        if panel.curves.len() > 1 {
            for (at, curve) in panel.curves.iter().enumerate() {
                canvas.mark((9, line(at)), curve.tint);
                let label = cut(&curve.label, WIDTH - 24);
                canvas.text(&label, (19, line(at)), Beside::Right, Ink::Text);
            }
        } else {
            for (at, text) in title(panel).iter().enumerate() {
                canvas.text(text, (4, line(at)), Beside::Right, Ink::Text);
            }
        }
        canvas.text(&panel.y, (4, top - 16), Beside::Right, Ink::Soft);
        grid(canvas, panel, (x, y), (right, top, bottom));
        for (at, curve) in panel.curves.iter().enumerate() {
            // Beside each other, where several have the same x.
            let aside = if panel.curves.len() > 1 { 6 * at as i32 - 3 } else { 0 };
            one(canvas, panel, curve, (x, y), aside, (right, top, bottom));
        }
        canvas.text(&panel.x, ((LEFT + right) / 2, bottom + 31), Beside::Middle, Ink::Soft);
    })
}

/// The room right of all panels.
fn aside(panels: &[Panel]) -> i32 {
    let texts = panels.iter().flat_map(|panel| &panel.references).map(|(_, text)| text);
    let widest = texts.filter(|text| !text.is_empty()).map(|text| width(text)).max();
    widest.map_or(NONE, |widest| (widest + 6).clamp(LEAST, MOST))
}

/// The scale of all panels. Where there are bands it is that of the last nine tenths of each, as the
/// first bands have nearly everything in them.
fn values(panels: &[Panel], pixels: (i32, i32)) -> Scale {
    let curves = || panels.iter().flat_map(|panel| &panel.curves);
    let settled = curves().flat_map(|curve| {
        let skip = if curve.series == Series::Band { curve.points.len() / 10 } else { 0 };
        curve.points.iter().skip(skip).flat_map(|(_, estimate)| estimate.all())
    });
    let lines = panels.iter().flat_map(|panel| &panel.references).map(|(value, _)| *value);
    let bands = curves().any(|curve| curve.series == Series::Band);
    let zero = panels.iter().any(|panel| panel.y.ends_with('%')) && !bands;
    Scale::of(settled.chain(lines), zero, pixels)
}

/// Few whole numbers have a tick each; many begin at zero.
fn spread(xs: impl Iterator<Item = f64>, panel: &Panel, right: i32) -> Scale {
    let (low, high) = xs.fold((f64::INFINITY, 0.0_f64), |(l, h), x| (l.min(x), h.max(x)));
    let bands = panel.curves.iter().any(|curve| curve.series == Series::Band);
    match bands || low > high {
        true => Scale::exact(0.0, high, (LEFT, right)),
        false => Scale::exact(low, high, (LEFT + 14, right - 14)),
    }
}

fn grid(
    canvas: &mut Canvas<'_>,
    panel: &Panel,
    (x, y): (Scale, Scale),
    (right, top, bottom): (i32, i32, i32),
) {
    for (value, text) in y.ticks() {
        let ink = if value == 0.0 { Ink::Axis } else { Ink::Grid };
        canvas.line(&[(LEFT, y.at(value)), (right, y.at(value))], ink, 1);
        canvas.text(&text, (LEFT - 5, y.at(value)), Beside::Left, Ink::Soft);
    }
    canvas.line(&[(LEFT, top), (LEFT, bottom)], Ink::Axis, 1);
    let whole = panel.curves.iter().all(|curve| curve.series != Series::Band) && !panel.log;
    for (value, text) in x.ticks() {
        // Seats and copies are whole numbers.
        let text = match (whole, value.fract() == 0.0) {
            (true, false) => continue,
            (true, true) => value.to_string(),
            (false, _) => text,
        };
        let at = x.at(value);
        canvas.line(&[(at, bottom), (at, bottom + 4)], Ink::Axis, 1);
        canvas.text(&text, (at, bottom + 13), Beside::Middle, Ink::Soft);
    }
    for (value, text) in panel.references.iter().filter(|(value, _)| y.has(*value)) {
        canvas.dashes((LEFT, y.at(*value)), (right, y.at(*value)), Ink::Soft);
        if !text.is_empty() {
            canvas.text(text, (right + 5, y.at(*value)), Beside::Right, Ink::Soft);
        }
    }
}

fn one(
    canvas: &mut Canvas<'_>,
    panel: &Panel,
    curve: &Curve,
    (x, y): (Scale, Scale),
    aside: i32,
    (right, top, bottom): (i32, i32, i32),
) {
    let told = curve.points.iter().filter_map(|(at, estimate)| Some((*at, estimate.value?)));
    let line: Vec<(i32, i32)> = told.map(|(at, value)| (x.at(at) + aside, y.at(value))).collect();
    if curve.series == Series::Band {
        let limits = curve.points.iter().filter_map(|(at, e)| Some((x.at(*at), e.interval?)));
        let limits: Vec<_> = limits.collect();
        let high = limits.iter().map(|(at, limits)| (*at, y.at(limits.high)));
        let low = limits.iter().rev().map(|(at, limits)| (*at, y.at(limits.low)));
        canvas.band(&high.chain(low).collect::<Vec<_>>(), Ink::Tint(curve.tint));
    }
    if curve.series != Series::Points && line.len() > 1 {
        canvas.line(&line, Ink::Tint(curve.tint), 2);
    }
    for (at, estimate) in &curve.points {
        let at_x = x.at(*at) + aside;
        let told = panel.unit.with_interval(*estimate);
        if curve.series != Series::Band {
            if let Some(interval) = estimate.interval {
                let limits = [(at_x, y.at(interval.low)), (at_x, y.at(interval.high))];
                canvas.line(&limits, Ink::Tint(curve.tint), 2);
            }
            if let Some(value) = estimate.value {
                canvas.mark((at_x, y.at(value)), curve.tint);
            }
            let text = format!("{}, {at}: {told}", curve.label);
            canvas.tip((at_x - 5, top), (at_x + 5, bottom), text);
        }
    }
    if let (Series::Band, Some((at, last))) = (curve.series, curve.points.last()) {
        if let (Some(value), 1) = (last.value, curve.points.len()) {
            canvas.mark((x.at(*at), y.at(value)), curve.tint);
        }
        // "blocks played", "elections searched"
        let what = panel.x.split(' ').next().unwrap_or_default();
        let told = panel.unit.with_interval(*last);
        let text = format!("{}, after all {at} {what}: {told}", curve.label);
        canvas.tip((LEFT, top), (right, bottom), text);
    }
}
