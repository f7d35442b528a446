//! Parameters of strategies: named, bounded, in whole numbers, thousandths or words.

use std::fmt;

/// What values a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Integer { low: i64, high: i64 },
    /// A number with up to three decimals; bounds in thousandths.
    Decimal { low: i64, high: i64 },
    /// One of these words.
    Choice(&'static [&'static str]),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer { low, high } => write!(f, "{low} to {high}"),
            Kind::Decimal { low, high } => write!(f, "{} to {}", Decimal(*low), Decimal(*high)),
            Kind::Choice(words) => f.write_str(&words.join(", ")),
        }
    }
}

/// Thousandths, written without trailing zeros.
struct Decimal(i64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let part = format!("{part:03}");
        let part = part.trim_end_matches('0');
        let point = if part.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{part}")
    }
}

/// A value of a parameter: a whole number, thousandths, or the place of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value(pub i64);

/// A parameter of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    pub key: &'static str,
    pub kind: Kind,
    pub default: Value,
    /// One line.
    pub meaning: &'static str,
}

/// A value that a parameter does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is `{found}`; it must be {allowed}")]
pub struct ParamError {
    pub key: &'static str,
    pub found: String,
    pub allowed: String,
}

impl Param {
    /// Reads a value as a spec string or a strategy file gives it.
    pub fn parse(&self, text: &str) -> Result<Value, ParamError> {
        let value = match self.kind {
            Kind::Integer { low, high } => {
                text.parse().ok().filter(|n| (low..=high).contains(n) && is_plain(text))
            }
            Kind::Decimal { low, high } => thousandths(text).filter(|n| (low..=high).contains(n)),
            Kind::Choice(words) => words.iter().position(|&word| word == text).map(|at| at as i64),
        };
        value.map(Value).ok_or_else(|| ParamError {
            key: self.key,
            found: text.chars().take(40).collect::<String>().escape_debug().to_string(),
            allowed: match self.kind {
                Kind::Integer { .. } => format!("a whole number, {}", self.kind),
                Kind::Decimal { .. } => {
                    format!("a number with at most three decimals, {}", self.kind)
                }
                Kind::Choice(_) => format!("one of {}", self.kind),
            },
        })
    }

    /// Whether it takes this value.
    pub fn allows(&self, value: Value) -> bool {
        match self.kind {
            Kind::Integer { low, high } | Kind::Decimal { low, high } => {
                (low..=high).contains(&value.0)
            }
            Kind::Choice(words) => usize::try_from(value.0).is_ok_and(|at| at < words.len()),
        }
    }

    /// A value as it is written.
    pub fn show(&self, value: Value) -> String {
        match self.kind {
            Kind::Integer { .. } => value.0.to_string(),
            Kind::Decimal { .. } => Decimal(value.0).to_string(),
            Kind::Choice(words) => {
                words.get(value.0 as usize).copied().unwrap_or_default().to_owned()
            }
        }
    }
}

/// Digits with an optional minus: one way to write each number.
fn is_plain(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Thousandths of a decimal such as `-1`, `0.8` or `1.25`; `None` for anything else.
fn thousandths(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    if !is_plain(whole) || !is_plain(part) || whole.starts_with('-') || part.starts_with('-') {
        return None;
    }
    let part = part.trim_end_matches('0');
    if part.len() > 3 {
        return None;
    }
    let whole: i64 = whole.parse().ok().filter(|&n| n < 1_000_000_000)?;
    let part: i64 = format!("{part:0<3}").parse().ok()?;
    Some(if negative { -1 } else { 1 } * (whole * 1000 + part))
}

/// A value for each parameter of a strategy, in the order it declares them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Params(Vec<(&'static str, Value)>);

impl Params {
    /// The defaults of `declared`.
    pub fn defaults(declared: &[Param]) -> Self {
        Self(declared.iter().map(|param| (param.key, param.default)).collect())
    }

    /// The value of `key`: whole number, thousandths, or place of the word. 0 for a key that was
    /// not declared, which the strategy's own tests would show.
    pub fn get(&self, key: &str) -> i64 {
        debug_assert!(self.0.iter().any(|(name, _)| *name == key), "{key} is not declared");
        self.0.iter().find(|(name, _)| *name == key).map_or(0, |(_, value)| value.0)
    }

    /// Sets a declared key.
    pub(crate) fn set(&mut self, key: &str, value: Value) {
        if let Some(found) = self.0.iter_mut().find(|(name, _)| *name == key) {
            found.1 = value;
        }
    }

    /// Lowers a value to `most` where `key` is declared and higher: for quick looks at a strategy.
    pub fn lower(&mut self, key: &str, most: i64) {
        for (_, value) in self.0.iter_mut().filter(|(name, _)| *name == key) {
            value.0 = value.0.min(most);
        }
    }

    /// Keys and values in the order declared.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_thousandths() {
        for (text, value) in
            [("0.8", 800), ("1", 1000), ("-1.25", -1250), ("0.001", 1), ("2.500", 2500)]
        {
            assert_eq!(thousandths(text), Some(value), "{text}");
        }
        for wrong in
            ["", ".5", "1.", "0.0001", "1e3", "nan", "inf", "--1", "1.-5", "+1", "9999999999"]
        {
            assert_eq!(thousandths(wrong), None, "{wrong}");
        }
        assert_eq!(Decimal(-1250).to_string(), "-1.25");
        assert_eq!(Decimal(-5).to_string(), "-0.005");
        assert_eq!(Decimal(3000).to_string(), "3");
    }

    #[test]
    fn messages_name_what_is_allowed() {
        let kind = Kind::Decimal { low: 0, high: 5000 };
        let param = Param { key: "heavy", kind, default: Value(0), meaning: "" };
        let message = param.parse("5.1").unwrap_err().to_string();
        assert_eq!(
            message,
            "`heavy` is `5.1`; it must be a number with at most three decimals, 0 to 5"
        );
        let kind = Kind::Choice(&["round", "stones"]);
        let param = Param { key: "objective", kind, default: Value(0), meaning: "" };
        assert_eq!(param.parse("stones"), Ok(Value(1)));
        assert!(param.parse("stone").unwrap_err().to_string().contains("one of round, stones"));
    }
}
