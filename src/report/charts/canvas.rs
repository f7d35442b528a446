//! A drawing that becomes an SVG. Sizes are pixels of the drawing, which a page scales.

use askama::filters::{Escaper as _, Html};
use std::fmt::Write as _;

use plotters::coord::Shift;
use plotters::prelude::{
    Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon, Rectangle, SVGBackend, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoTextStyle, RGBAColor, RGBColor, ShapeStyle};

use super::ChartError;
use super::letters::{cut, width};

/// What something is drawn in. The page says what colour that is, on light ground and on dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    /// Text and what matters.
    Text,
    /// Ticks and names of axes.
    Soft,
    Grid,
    Axis,
    /// A strategy, by place in the pool.
    Tint(usize),
    /// −[`DEEPEST`] to [`DEEPEST`].
    Heat(i8),
}

/// Strategies with a colour of their own; more take these again with another mark.
pub(super) const TINTS: usize = 7;
/// Steps of heat either way.
pub(super) const DEEPEST: i8 = 4;

/// The first byte of a colour that stands for an ink.
const MARK: u8 = 0x01;

impl Ink {
    /// A colour that stands for it in what plotters writes.
    fn code(self) -> RGBColor {
        let (kind, number) = match self {
            Self::Text => (0, 0),
            Self::Soft => (1, 0),
            Self::Grid => (2, 0),
            Self::Axis => (3, 0),
            Self::Tint(usize::MAX) => (4, TINTS as u8),
            Self::Tint(place) => (4, (place % TINTS) as u8),
            Self::Heat(step) => (5, (step.clamp(-DEEPEST, DEEPEST) + DEEPEST) as u8),
        };
        RGBColor(MARK, kind, number)
    }

    /// The name that the page gives a value.
    fn name(kind: u8, number: u8) -> String {
        match kind {
            0 => "--ink".to_owned(),
            1 => "--soft".to_owned(),
            2 => "--grid".to_owned(),
            3 => "--axis".to_owned(),
            4 => format!("--s{number}"),
            _ => format!("--h{number}"),
        }
    }
}

/// The size of text, in pixels.
pub(super) const SIZE: f64 = 13.0;
/// By which the backend divides sizes of text.
const OF_BACKEND: f64 = 1.24;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Where text stands, beside or about a point.
#[derive(Clone, Copy)]
pub(super) enum Beside {
    Right,
    Left,
    Middle,
}

/// Two corners, and what is told to who points between them.
type Tip = ((i32, i32), (i32, i32), String);

/// A drawing in the making.
pub(super) struct Canvas<'a> {
    area: Area<'a>,
    /// Pixels from left to right.
    width: i32,
    tips: Vec<Tip>,
    failed: Option<String>,
}

/// A drawing of a size, as SVG with a title and a description.
///
/// # Errors
/// plotters can't draw it.
pub(super) fn draw(
    (width, height): (i32, i32),
    (id, title, words): (&str, &str, &str),
    paint: impl FnOnce(&mut Canvas<'_>),
) -> Result<String, ChartError> {
    let mut svg = String::new();
    let size = (width.unsigned_abs(), height.unsigned_abs());
    let (tips, failed) = {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let mut canvas = Canvas { area, width, tips: Vec::new(), failed: None };
        paint(&mut canvas);
        let presented = canvas.area.present();
        canvas.keep(presented);
        (canvas.tips, canvas.failed)
    };
    match failed {
        Some(cause) => Err(ChartError(cause)),
        None => Ok(finished(&svg, (width, height), (id, title, words), &tips)),
    }
}

impl Canvas<'_> {
    fn keep<E: std::fmt::Display>(&mut self, drawn: Result<(), E>) {
        if let Err(error) = drawn {
            self.failed.get_or_insert(error.to_string());
        }
    }

    /// Text at a point, moved or cut where it would leave the drawing.
    pub(super) fn text(&mut self, text: &str, at: (i32, i32), beside: Beside, ink: Ink) {
        let (text, at) = match beside {
            Beside::Right => (cut(text, self.width - at.0), at),
            Beside::Left => (text.to_owned(), at),
            Beside::Middle => {
                let text = cut(text, self.width);
                let half = (width(&text) + 1) / 2;
                let within = at.0.min(self.width - half).max(half);
                (text, (within, at.1))
            }
        };
        let anchor = match beside {
            Beside::Right => HPos::Left,
            Beside::Left => HPos::Right,
            Beside::Middle => HPos::Center,
        };
        let style = ("sans-serif", SIZE * OF_BACKEND).into_text_style(&self.area);
        let color = ink.code();
        let style = style.color(&color).pos(Pos::new(anchor, VPos::Center));
        let drawn = self.area.draw(&Text::new(text, at, style));
        self.keep(drawn);
    }

    pub(super) fn line(&mut self, points: &[(i32, i32)], ink: Ink, width: u32) {
        let style = ShapeStyle { color: ink.code().to_rgba(), filled: false, stroke_width: width };
        let drawn = self.area.draw(&PathElement::new(points.to_vec(), style));
        self.keep(drawn);
    }

    /// A line of dashes, straight down or across.
    pub(super) fn dashes(&mut self, from: (i32, i32), to: (i32, i32), ink: Ink) {
        const DASH: i32 = 4;
        let length = (to.0 - from.0).abs().max((to.1 - from.1).abs());
        let along = |step: i32| match to.0 == from.0 {
            true => (from.0, from.1 + step.min(length) * (to.1 - from.1).signum()),
            false => (from.0 + step.min(length) * (to.0 - from.0).signum(), from.1),
        };
        for step in (0..length).step_by(2 * DASH as usize) {
            self.line(&[along(step), along(step + DASH)], ink, 1);
        }
    }

    pub(super) fn fill(&mut self, from: (i32, i32), to: (i32, i32), ink: Ink) {
        let style = ShapeStyle { color: ink.code().to_rgba(), filled: true, stroke_width: 0 };
        let drawn = self.area.draw(&Rectangle::new([from, to], style));
        self.keep(drawn);
    }

    pub(super) fn band(&mut self, points: &[(i32, i32)], ink: Ink) {
        let color: RGBAColor = ink.code().mix(0.25);
        let drawn = self.area.draw(&Polygon::new(points.to_vec(), color.filled()));
        self.keep(drawn);
    }

    /// The mark of a strategy: a dot, and other shapes for those that share a colour.
    pub(super) fn mark(&mut self, (x, y): (i32, i32), place: usize) {
        let color = Ink::Tint(place).code();
        let drawn = match (place / TINTS) % 4 {
            _ if place == usize::MAX => self.area.draw(&Circle::new((x, y), 4, color.filled())),
            0 => self.area.draw(&Circle::new((x, y), 4, color.filled())),
            1 => self.area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], color.filled())),
            2 => {
                let points = vec![(x - 5, y + 4), (x + 5, y + 4), (x, y - 5)];
                self.area.draw(&Polygon::new(points, color.filled()))
            }
            _ => {
                let points = vec![(x - 5, y), (x, y - 5), (x + 5, y), (x, y + 5)];
                self.area.draw(&Polygon::new(points, color.filled()))
            }
        };
        self.keep(drawn);
    }

    /// Tells something to who points at a place.
    pub(super) fn tip(&mut self, from: (i32, i32), to: (i32, i32), text: String) {
        self.tips.push((from, to, text));
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // Writing to memory does not fail.
    let _ = Html.write_escaped_str(&mut escaped, text);
    escaped
}

/// What plotters wrote, with inks for colours, a title, a description and tips, and without what a
/// page does not need.
fn finished(
    svg: &str,
    (width, height): (i32, i32),
    (id, title, words): (&str, &str, &str),
    tips: &[Tip],
) -> String {
    let body = svg.split_once('>').map_or("", |(_, body)| body);
    let body = body.trim_end().trim_end_matches("</svg>");
    let body = body.replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "");
    let body = body.replace(" stroke=\"none\"", "").replace("\n</text>", "</text>");
    let body = body.replace(" font-size=\"13\"", "").replace(" \"/>", "\"/>");
    let mut out = String::with_capacity(body.len());
    let _ = write!(
        out,
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}t {id}d\">\
         <title id=\"{id}t\">{}</title><desc id=\"{id}d\">{}</desc>",
        escaped(title),
        escaped(words)
    );
    inked(&body, &mut out);
    for ((x, y), (right, bottom), text) in tips {
        let (width, height) = (right - x, bottom - y);
        let _ = write!(
            out,
            "<rect class=\"tip\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">\
             <title>{}</title></rect>",
            escaped(text)
        );
    }
    out.push_str("</svg>");
    out
}

/// Puts the names of inks in place of the colours that stand for them.
fn inked(body: &str, out: &mut String) {
    let mut rest = body;
    while let Some(at) = rest.find("\"#01") {
        let (before, code) = rest.split_at(at);
        out.push_str(before);
        let byte = |from: usize| {
            let digits = code.get(from..from + 2)?;
            u8::from_str_radix(digits, 16).ok()
        };
        match (byte(4), byte(6), code.get(8..9)) {
            (Some(kind), Some(number), Some("\"")) => {
                let _ = write!(out, "\"var({})\"", Ink::name(kind, number));
                rest = &code[9..];
            }
            _ => {
                out.push_str(&code[..4]);
                rest = &code[4..];
            }
        }
    }
    out.push_str(rest);
}
