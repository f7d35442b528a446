//! One parameter that is tuned: its range, and the way from 0 to 1 to its values and back.

use crate::statistics::{exp, ln};
use crate::strategies::{Kind, Param, Params, Value};

/// How the values of a number are spread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal steps are alike.
    #[default]
    Linear,
    /// Equal ratios are alike.
    Log,
}

impl Scale {
    pub(super) const WORDS: [&'static str; 2] = ["linear", "log"];

    /// In a word, as files have it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Log => "log",
        }
    }
}

/// A range that can't be searched; the message goes on after the key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AxisError {
    #[error(
        "is for words, and has no `low`, `high` or `scale`; give `words`, or none for all of {0}"
    )]
    Words(String),
    #[error("is a number, and has no `words`; give `low` and `high`")]
    Number,
    #[error("has no `{0}`; give it, within {1}")]
    Missing(&'static str, String),
    #[error("is empty: `low` is {0} and `high` is {1}; it must be `low` < `high`")]
    Empty(String, String),
    #[error("has `low` {0} on a log scale; it must be above 0")]
    Log(String),
    #[error("has {0}; give two different words or more, of {1}")]
    FewWords(String, String),
}

/// A parameter that is tuned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    pub param: Param,
    range: Range,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Range {
    /// `low` < `high`, in the unit of the parameter.
    Number { low: i64, high: i64, scale: Scale },
    /// Places of words, two or more.
    Words(Vec<i64>),
}

impl Axis {
    /// A number from `low` to `high`, both values of `param`.
    ///
    /// # Errors
    /// There is nothing between them, or they can't be on a log scale.
    pub fn number(param: &Param, low: Value, high: Value, scale: Scale) -> Result<Self, AxisError> {
        if matches!(param.kind, Kind::Choice(_)) {
            return Err(AxisError::Words(param.kind.to_string()));
        }
        if low.0 >= high.0 {
            return Err(AxisError::Empty(param.show(low), param.show(high)));
        }
        if scale == Scale::Log && low.0 <= 0 {
            return Err(AxisError::Log(param.show(low)));
        }
        let range = Range::Number { low: low.0, high: high.0, scale };
        Ok(Self { param: param.clone(), range })
    }

    /// These words of a choice.
    ///
    /// # Errors
    /// `param` is a number, or words are fewer than two different ones.
    pub fn words(param: &Param, words: &[Value]) -> Result<Self, AxisError> {
        if !matches!(param.kind, Kind::Choice(_)) {
            return Err(AxisError::Number);
        }
        let places: Vec<i64> = words.iter().map(|word| word.0).collect();
        let mut different = places.clone();
        different.sort_unstable();
        different.dedup();
        if different.len() < 2 || different.len() < places.len() {
            let given: Vec<_> = words.iter().map(|&word| param.show(word)).collect();
            let given = if given.is_empty() { "no words".to_owned() } else { given.join(", ") };
            return Err(AxisError::FewWords(given, param.kind.to_string()));
        }
        Ok(Self { param: param.clone(), range: Range::Words(places) })
    }

    /// The value at `unit`, 0 to 1; what is outside is taken as the end next to it. Words share it
    /// evenly, and so do whole numbers on a linear scale.
    pub fn value(&self, unit: f64) -> Value {
        let unit = unit.clamp(0.0, 1.0);
        Value(match &self.range {
            Range::Number { low, high, scale: Scale::Linear } => match self.param.kind {
                Kind::Integer { .. } => {
                    low + ((unit * (high - low + 1) as f64) as i64).min(high - low)
                }
                _ => low + (unit * (high - low) as f64).round() as i64,
            },
            Range::Number { low, high, scale: Scale::Log } => {
                let (from, to) = (ln(*low as f64), ln(*high as f64));
                (exp(from + unit * (to - from)).round() as i64).clamp(*low, *high)
            }
            Range::Words(places) => places[self.bin(unit, places.len())],
        })
    }

    /// Which of so many equal parts `unit` is in.
    fn bin(&self, unit: f64, parts: usize) -> usize {
        ((unit * parts as f64) as usize).min(parts - 1)
    }

    /// A place at which the value is `value`: in the middle of those there are. None if it is out of
    /// range.
    pub fn unit(&self, value: Value) -> Option<f64> {
        match &self.range {
            Range::Number { low, high, .. } if !(*low..=*high).contains(&value.0) => None,
            Range::Number { low, high, scale: Scale::Linear } => Some(match self.param.kind {
                Kind::Integer { .. } => ((value.0 - low) as f64 + 0.5) / (high - low + 1) as f64,
                _ => (value.0 - low) as f64 / (high - low) as f64,
            }),
            Range::Number { low, high, scale: Scale::Log } => {
                let (from, to) = (ln(*low as f64), ln(*high as f64));
                Some(((ln(value.0 as f64) - from) / (to - from)).clamp(0.0, 1.0))
            }
            Range::Words(places) => {
                let at = places.iter().position(|&place| place == value.0)?;
                Some((at as f64 + 0.5) / places.len() as f64)
            }
        }
    }

    /// The number next to `value`, above or below, if there is one within the range; none of words.
    pub fn next(&self, value: Value, above: bool) -> Option<Value> {
        let Range::Number { low, high, .. } = self.range else { return None };
        let next = value.0 + if above { 1 } else { -1 };
        (low..=high).contains(&next).then_some(Value(next))
    }

    /// The values at 0 and at 1.
    pub fn ends(&self) -> (Value, Value) {
        (self.value(0.0), self.value(1.0))
    }

    /// The words it is among, if it is a choice.
    pub fn choices(&self) -> Option<Vec<Value>> {
        match &self.range {
            Range::Words(places) => Some(places.iter().map(|&place| Value(place)).collect()),
            Range::Number { .. } => None,
        }
    }

    /// How wide one of its values is, if it has few: a search that is narrower sees no other.
    pub fn grain(&self) -> Option<f64> {
        match (&self.range, self.param.kind) {
            (Range::Words(places), _) => Some(1.0 / places.len() as f64),
            (Range::Number { low, high, scale: Scale::Linear }, Kind::Integer { .. }) => {
                Some(1.0 / (high - low + 1) as f64)
            }
            _ => None,
        }
    }

    /// Its value in `params`, as it is written.
    pub fn show(&self, params: &Params) -> String {
        self.param.show(Value(params.get(self.param.key)))
    }

    /// Its range, as it is told and as a plan is known by it.
    pub fn told(&self) -> String {
        let show = |value: i64| self.param.show(Value(value));
        match &self.range {
            Range::Number { low, high, scale } => {
                let scale = if *scale == Scale::Log { ", log" } else { "" };
                format!("{} to {}{scale}", show(*low), show(*high))
            }
            Range::Words(places) => {
                places.iter().map(|&place| show(place)).collect::<Vec<_>>().join(", ")
            }
        }
    }
}
