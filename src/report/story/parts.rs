//! What a story is made of. All of it is plain text and numbers; a rendering decides how it looks.

use crate::statistics::{Interval, RatioSums};

/// A story.
#[derive(Clone, Debug)]
pub struct Story {
    pub title: String,
    /// What must be known before anything else.
    pub notice: Option<String>,
    pub sections: Vec<Section>,
}

/// A part of a story with a heading.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Its anchor: lower-case letters and hyphens.
    pub id: &'static str,
    pub title: String,
    /// Whether it is told where there is little room.
    pub brief: bool,
    /// Paragraphs.
    pub text: Vec<String>,
    /// Lines as they are typed or kept, with what they are.
    pub code: Vec<(String, String)>,
    pub figures: Vec<Figure>,
    pub tables: Vec<Table>,
}

/// Rows of a table at most; so a page has a size at any size of the pool.
pub const ROWS: usize = 250;

/// A table. The first column names its rows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub caption: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
    /// Whether it is detail, told where there is room.
    pub folded: bool,
    /// Rows that are left out of it.
    pub left: usize,
    /// What is left out of it, and where that is.
    pub rest: Option<String>,
}

/// A column: its name, and whether it has numbers.
#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub numbers: bool,
}

/// What a cell says.
pub type Cell = String;

impl Table {
    /// Of columns that have words, then those that have numbers.
    pub fn new(caption: impl Into<String>, words: &[&str], numbers: &[&str]) -> Self {
        let column = |numbers| move |name: &&str| Column { name: (*name).to_owned(), numbers };
        let columns = words.iter().map(column(false)).chain(numbers.iter().map(column(true)));
        Self { caption: caption.into(), columns: columns.collect(), ..Self::default() }
    }

    /// Whether it is worth to be sorted.
    pub fn sorts(&self) -> bool {
        self.rows.len() > 1 && self.columns.iter().any(|column| column.numbers)
    }

    /// How many rows it has, and of how many.
    pub fn size(&self) -> String {
        match (self.rows.len(), self.left) {
            (1, 0) => "1 row".to_owned(),
            (rows, 0) => format!("{rows} rows"),
            (rows, left) => format!("{rows} of {} rows", rows + left),
        }
    }

    /// As one that is folded away.
    pub fn folded(self) -> Self {
        Self { folded: true, ..self }
    }

    /// Cut to a length that fits; the rest is in `file`.
    pub fn within(mut self, file: &str) -> Self {
        let more = self.rows.len().saturating_sub(ROWS);
        if more > 0 {
            self.rows.truncate(ROWS);
            self.left = more;
            self.rest = Some(format!("{more} more rows are not shown here; they are in {file}."));
        }
        self
    }
}

/// A picture with what it shows in words, for those who do not see it.
#[derive(Clone, Debug)]
pub struct Figure {
    pub title: String,
    /// Axes, units, what marks mean.
    pub words: String,
    pub picture: Picture,
    /// What is left out of it, and where that is.
    pub rest: Option<String>,
}

/// Kinds of pictures.
#[derive(Clone, Debug)]
pub enum Picture {
    Dots(Dots),
    Bars(Bars),
    Curves(Vec<Panel>),
    Heat(Heat),
}

/// A value with its 95 % interval, as far as there is one.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    pub value: Option<f64>,
    pub interval: Option<Interval>,
}

impl Estimate {
    /// Of a rate, within 0 and 1.
    pub fn rate(sums: &RatioSums) -> Self {
        Self { value: sums.ratio(), interval: sums.rate_interval() }
    }

    /// Of a mean.
    pub fn mean(sums: &RatioSums) -> Self {
        Self { value: sums.ratio(), interval: sums.mean_interval() }
    }

    /// In another unit.
    pub fn times(self, by: f64) -> Self {
        let interval = self.interval.map(|i| Interval { low: by * i.low, high: by * i.high });
        Self { value: self.value.map(|value| by * value), interval }
    }

    /// Its numbers: the value and both limits.
    pub fn all(self) -> impl Iterator<Item = f64> {
        let limits = self.interval.map(|Interval { low, high }| [low, high]);
        self.value.into_iter().chain(limits.into_iter().flatten())
    }
}

/// How a number is told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Unit {
    pub by: f64,
    pub sign: &'static str,
    pub decimals: usize,
    /// Whether a plus is written.
    pub signed: bool,
}

impl Unit {
    /// Shares, as parts of a hundred.
    pub const PERCENT: Self = Self { by: 100.0, sign: " %", decimals: 2, signed: false };
    /// Means of counts.
    pub const PLAIN: Self = Self { by: 1.0, sign: "", decimals: 2, signed: false };

    /// With a plus or minus.
    pub const fn signed(self) -> Self {
        Self { signed: true, ..self }
    }

    /// With so many decimals.
    pub const fn decimals(self, decimals: usize) -> Self {
        Self { decimals, ..self }
    }

    /// The number without its sign.
    fn number(self, value: f64) -> String {
        let Self { by, decimals, .. } = self;
        let value = by * value;
        let text = match self.signed {
            true => format!("{value:+.decimals$}"),
            false => format!("{value:.decimals$}"),
        };
        // Nothing has no sign.
        match text.trim_start_matches(['+', '-']) {
            plain if plain.chars().all(|c| c == '0' || c == '.') => plain.to_owned(),
            _ => text,
        }
    }

    /// `20.12 %`; empty where there is none.
    pub fn value(self, value: Option<f64>) -> String {
        value.map(|value| self.number(value) + self.sign).unwrap_or_default()
    }

    /// `19.80 – 20.44`; empty where there is none.
    pub fn interval(self, interval: Option<Interval>) -> String {
        let limits = |i: Interval| format!("{} – {}", self.number(i.low), self.number(i.high));
        interval.map(limits).unwrap_or_default()
    }

    /// `20.12 % (19.80 – 20.44)`.
    pub fn with_interval(self, estimate: Estimate) -> String {
        match estimate.interval {
            None => self.value(estimate.value),
            interval => format!("{} ({})", self.value(estimate.value), self.interval(interval)),
        }
    }
}

/// Rows with a dot and a whisker each, on one scale.
#[derive(Clone, Debug)]
pub struct Dots {
    /// What the axis counts, with its unit.
    pub axis: String,
    /// A line across all rows: where it is, and what it means.
    pub reference: Option<(f64, String)>,
    pub rows: Vec<Row>,
    /// What a row's number is told in; the picture's own numbers are in it already.
    pub unit: Unit,
    /// Whether the axis begins at zero.
    pub from_zero: bool,
}

/// A row of dots.
#[derive(Clone, Debug)]
pub struct Row {
    pub label: String,
    pub tint: usize,
    pub estimate: Estimate,
}

/// Small multiples of bars, all on one scale.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What the axes count, with their units.
    pub x: String,
    pub y: String,
    /// The value of the first bar, and values that a bar is wide.
    pub first: u64,
    pub width: u64,
    /// Whether the last bar has all that is higher.
    pub open: bool,
    /// A title, a tint and the bars.
    pub panels: Vec<(String, usize, Vec<Estimate>)>,
    pub unit: Unit,
    /// Whether there is a form with a logarithmic scale too.
    pub log: bool,
}

/// A panel of curves; the panels of a picture are on one scale.
#[derive(Clone, Debug)]
pub struct Panel {
    pub title: String,
    pub x: String,
    pub y: String,
    /// Whether x is on a logarithmic scale.
    pub log: bool,
    /// Lines across: where, and what they mean.
    pub references: Vec<(f64, String)>,
    pub curves: Vec<Curve>,
    pub unit: Unit,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    pub label: String,
    pub tint: usize,
    pub series: Series,
    pub points: Vec<(f64, Estimate)>,
}

/// How a curve is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Series {
    /// A line with its band.
    Band,
    /// Points with whiskers, joined.
    Joined,
    /// Points with whiskers.
    Points,
}

/// A matrix, darker the farther from zero.
#[derive(Clone, Debug)]
pub struct Heat {
    /// The names of rows and columns, which are the same.
    pub labels: Vec<String>,
    /// By row and column.
    pub cells: Vec<Vec<Option<f64>>>,
    /// What has full colour, above 0.
    pub full: f64,
    pub unit: Unit,
    pub row: String,
    pub column: String,
}

/// Points that full colour stands for at least: the noise of a short run stays pale.
const FULL: f64 = 5.0;

impl Heat {
    /// What has full colour in maps that have these numbers and stand beside each other: the whole
    /// number that is not below any of them, and 5 at least.
    pub fn full_of(numbers: impl Iterator<Item = f64>) -> f64 {
        numbers.fold(FULL, |full, number| full.max(number.abs().ceil()))
    }

    /// The same in words.
    pub fn full_in_words(full: f64) -> String {
        format!("full colour is {full:.0} points from zero (5 at least, so that noise is pale)")
    }
}
