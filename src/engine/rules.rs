//! The rules that can be varied, with their bounds (rules.md, "Bounds of `Rules`").

use serde::{Deserialize, Deserializer, Serialize};

/// What may open the first round of a game (R3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// Any tile of the starter's.
    #[default]
    Any,
    /// The double that gave the start.
    Double,
}

/// When R9.1 asks for an empty table and a FIRST CAPPU without stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CamatCheck {
    /// After R7.3 to R7.5 are paid.
    #[default]
    AfterPayment,
    /// Before they are.
    BeforePayment,
}

/// The rules of a game. Every value is within its bounds: reading checks them, and so does
/// [`Rules::validate`] for one built in code.
///
/// ```
/// use domeng::engine::Rules;
/// let rules = Rules { stones: 10, ..Rules::default() };
/// assert!(rules.validate().is_ok());
/// assert!(Rules { pass: 26, ..rules }.validate().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// What may open the first round (R3.2).
    pub opening: Opening,
    /// When a CAMAT is looked for (R9.1).
    pub camat_check: CamatCheck,
    /// Stones in play (R1.3), 1–200.
    #[serde(deserialize_with = "stones")]
    pub stones: u8,
    /// R7.1, 0–25, as all stakes.
    #[serde(deserialize_with = "stake")]
    pub pass: u8,
    /// R7.2.
    #[serde(deserialize_with = "stake")]
    pub passebunge: u8,
    /// R7.3.
    #[serde(deserialize_with = "stake")]
    pub cappu: u8,
    /// R7.4.
    #[serde(deserialize_with = "stake")]
    pub ceki: u8,
    /// R7.5.
    #[serde(deserialize_with = "stake")]
    pub pollo: u8,
    /// R7.6.
    #[serde(deserialize_with = "stake")]
    pub manguno: u8,
    /// R7.7.
    #[serde(deserialize_with = "stake")]
    pub mattikkeng: u8,
    /// R7.8.
    #[serde(deserialize_with = "stake")]
    pub mattikkeng_shared: u8,
    /// Rounds in one election before it ends undecided (R9.6), 1–1 000 000.
    #[serde(deserialize_with = "max_rounds")]
    pub max_rounds: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            opening: Opening::Any,
            camat_check: CamatCheck::AfterPayment,
            stones: 25,
            pass: 1,
            passebunge: 2,
            cappu: 1,
            ceki: 3,
            pollo: 5,
            manguno: 1,
            mattikkeng: 5,
            mattikkeng_shared: 1,
            max_rounds: 10_000,
        }
    }
}

/// A value of [`Rules`] out of its bounds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("rules.{key} is {found}; it must be {low} to {high}")]
pub struct RulesError {
    pub key: &'static str,
    pub found: i64,
    pub low: i64,
    pub high: i64,
}

/// Largest number of stones (R1.3).
pub const MAX_STONES: u8 = 200;
const MAX_STAKE: u8 = 25;
const MAX_ROUNDS: u32 = 1_000_000;
/// Largest number of elections in a game (R9.5).
pub const MAX_ELECTIONS: u32 = 1_000_000;

/// What a field of [`Rules`] takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleValues {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number within these bounds, both of them taken.
    Whole { low: i64, high: i64 },
}

/// A field of [`Rules`] as files and messages have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleField {
    pub key: &'static str,
    pub takes: RuleValues,
    /// One line.
    pub meaning: &'static str,
}

impl RuleField {
    const fn words(
        key: &'static str,
        words: &'static [&'static str],
        meaning: &'static str,
    ) -> Self {
        Self { key, takes: RuleValues::Words(words), meaning }
    }

    const fn whole(key: &'static str, (low, high): (i64, i64), meaning: &'static str) -> Self {
        Self { key, takes: RuleValues::Whole { low, high }, meaning }
    }
}

const STAKE: (i64, i64) = (0, MAX_STAKE as i64);

impl Rules {
    /// All fields, with their bounds.
    pub const FIELDS: [RuleField; 12] = [
        RuleField::words("opening", &["any", "double"], "what may open the first round (R3.2)"),
        RuleField::words(
            "camat_check",
            &["after-payment", "before-payment"],
            "when a CAMAT is looked for (R9.1)",
        ),
        RuleField::whole("stones", (1, MAX_STONES as i64), "stones in play (R1.3)"),
        RuleField::whole("pass", STAKE, "stones for a pass (R7.1)"),
        RuleField::whole("passebunge", STAKE, "stones for a PASSEBUNGE (R7.2)"),
        RuleField::whole("cappu", STAKE, "stones for a plain CAPPU (R7.3)"),
        RuleField::whole("ceki", STAKE, "stones for a CEKI (R7.4)"),
        RuleField::whole("pollo", STAKE, "stones for a POLLO (R7.5)"),
        RuleField::whole("manguno", STAKE, "stones for a MANGUNO without MATTIKKENG (R7.6)"),
        RuleField::whole(
            "mattikkeng",
            STAKE,
            "stones for a MANGUNO with one MATTIKKENG of a lower sum (R7.7)",
        ),
        RuleField::whole(
            "mattikkeng_shared",
            STAKE,
            "stones for a MANGUNO with an equal or several MATTIKKENG (R7.8)",
        ),
        RuleField::whole(
            "max_rounds",
            (1, MAX_ROUNDS as i64),
            "rounds after which an election ends undecided (R9.6)",
        ),
    ];

    /// The fields that are whole numbers, in the order of [`FIELDS`](Self::FIELDS).
    fn numbers(&self) -> [i64; 10] {
        [
            self.stones.into(),
            self.pass.into(),
            self.passebunge.into(),
            self.cappu.into(),
            self.ceki.into(),
            self.pollo.into(),
            self.manguno.into(),
            self.mattikkeng.into(),
            self.mattikkeng_shared.into(),
            self.max_rounds.into(),
        ]
    }

    /// Refuses values out of bounds.
    pub fn validate(&self) -> Result<(), RulesError> {
        let bounded = Self::FIELDS.into_iter().filter_map(|RuleField { key, takes, .. }| {
            let RuleValues::Whole { low, high } = takes else { return None };
            Some((key, low, high))
        });
        for ((key, low, high), found) in bounded.zip(self.numbers()) {
            if !(low..=high).contains(&found) {
                return Err(RulesError { key, found, low, high });
            }
        }
        Ok(())
    }
}

/// An integer within bounds, read wide so that the message can name the bounds.
fn bounded<'de, D: Deserializer<'de>>(source: D, low: i64, high: i64) -> Result<i64, D::Error> {
    let found = i64::deserialize(source)?;
    if (low..=high).contains(&found) {
        Ok(found)
    } else {
        Err(serde::de::Error::custom(format!(
            "{found} is out of bounds; it must be {low} to {high}"
        )))
    }
}

/// Reads a number of stones in play.
pub(super) fn stones<'de, D: Deserializer<'de>>(source: D) -> Result<u8, D::Error> {
    bounded(source, 1, i64::from(MAX_STONES)).map(|n| n as u8)
}

/// Reads a stake.
pub(super) fn stake<'de, D: Deserializer<'de>>(source: D) -> Result<u8, D::Error> {
    bounded(source, 0, i64::from(MAX_STAKE)).map(|n| n as u8)
}

/// Reads `max_rounds`.
pub(super) fn max_rounds<'de, D: Deserializer<'de>>(source: D) -> Result<u32, D::Error> {
    bounded(source, 1, i64::from(MAX_ROUNDS)).map(|n| n as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_sheet_and_valid() {
        let rules: Rules = serde_json::from_str("{}").unwrap();
        assert_eq!(rules, Rules::default());
        assert_eq!(rules.validate(), Ok(()));
    }

    /// Each field reads its least and its greatest value, or each of its words, and nothing beyond;
    /// so does [`Rules::validate`], and the error names the field.
    #[test]
    fn fields_are_all_there_are_and_have_the_bounds_that_are_read() {
        let written = serde_json::to_value(Rules::default()).unwrap();
        let mut keys: Vec<_> = written.as_object().unwrap().keys().map(String::as_str).collect();
        let mut told = Rules::FIELDS.map(|field| field.key);
        keys.sort_unstable();
        told.sort_unstable();
        assert_eq!(keys, told);
        for RuleField { key, takes, .. } in Rules::FIELDS {
            let read = |value: serde_json::Value| {
                serde_json::from_value::<Rules>(serde_json::json!({ key: value }))
            };
            match takes {
                RuleValues::Words(words) => {
                    for word in words {
                        let rules = serde_json::to_value(read((*word).into()).unwrap()).unwrap();
                        assert_eq!(rules[key], *word);
                    }
                    let error = read("none".into()).unwrap_err().to_string();
                    assert_eq!(error.matches('`').count(), 2 * (1 + words.len()), "{error}");
                }
                RuleValues::Whole { low, high } => {
                    for inside in [low, high] {
                        let rules = read(inside.into()).unwrap();
                        assert_eq!(rules.validate(), Ok(()));
                        assert_eq!(serde_json::to_value(rules).unwrap()[key], inside);
                    }
                    for outside in [low - 1, high + 1] {
                        let error = read(outside.into()).unwrap_err().to_string();
                        assert!(error.contains(&format!("it must be {low} to {high}")), "{error}");
                    }
                }
            }
        }
        for (wrong, key) in [
            (Rules { stones: 201, ..Rules::default() }, "stones"),
            (Rules { ceki: 26, ..Rules::default() }, "ceki"),
            (Rules { mattikkeng_shared: 26, ..Rules::default() }, "mattikkeng_shared"),
            (Rules { max_rounds: 1_000_001, ..Rules::default() }, "max_rounds"),
        ] {
            assert_eq!(wrong.validate().unwrap_err().key, key);
        }
    }

    #[test]
    fn out_of_bounds_and_unknown_are_refused() {
        for wrong in [
            r#"{"stones":0}"#,
            r#"{"stones":201}"#,
            r#"{"pass":26}"#,
            r#"{"mattikkeng_shared":-1}"#,
            r#"{"max_rounds":0}"#,
            r#"{"max_rounds":1000001}"#,
            r#"{"ceki":3.0}"#,
            r#"{"opening":"none"}"#,
            r#"{"stone":25}"#,
        ] {
            assert!(serde_json::from_str::<Rules>(wrong).is_err(), "{wrong}");
        }
        let message = serde_json::from_str::<Rules>(r#"{"pass":26}"#).unwrap_err().to_string();
        assert!(message.contains("26 is out of bounds; it must be 0 to 25"), "{message}");
        let wrong = Rules { max_rounds: 0, ..Rules::default() };
        assert_eq!(wrong.validate().unwrap_err().key, "max_rounds");
    }
}
