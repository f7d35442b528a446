//! What the referee found wrong in a line.

use std::fmt;

use serde::Serialize;

/// The first thing in a line that is not by the rules: where, what the record says and what the
/// rules say. Serialized, its keys are those of `domeng verify --json` (formats.md).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Number of the game, where the line says it.
    pub game: Option<u64>,
    /// Number of the election in it, likewise.
    pub election: Option<u64>,
    /// The round it is in, from 0; none if it is in no round.
    pub round: Option<usize>,
    /// The ply it is at, from 0; none if it is at no ply.
    pub ply: Option<usize>,
    /// What the record says.
    pub record: String,
    /// What the rules, or the format, say.
    pub rules: String,
}

impl Finding {
    /// A finding about a line as a whole.
    pub fn of_line(record: impl Into<String>, rules: impl Into<String>) -> Self {
        Self {
            game: None,
            election: None,
            round: None,
            ply: None,
            record: record.into(),
            rules: rules.into(),
        }
    }

    /// What is wrong at a round or a ply of it.
    pub(super) fn at(
        round: impl Into<Option<usize>>,
        ply: impl Into<Option<usize>>,
        record: impl fmt::Display,
        rules: impl fmt::Display,
    ) -> Self {
        Self {
            round: round.into(),
            ply: ply.into(),
            ..Self::of_line(record.to_string(), rules.to_string())
        }
    }
}

impl Finding {
    /// Where it is, as far as known, with a colon: `game 3, election 0, round 2, ply 7: `.
    pub fn place(&self) -> String {
        let mut text = String::new();
        let places = [
            ("game", self.game),
            ("election", self.election),
            ("round", self.round.map(|n| n as u64)),
            ("ply", self.ply.map(|n| n as u64)),
        ];
        for (name, number) in places {
            if let Some(number) = number {
                let gap = if text.is_empty() { "" } else { ", " };
                text += &format!("{gap}{name} {number}");
            }
        }
        if !text.is_empty() {
            text += ": ";
        }
        text
    }
}

/// `game 3, election 0, round 2, ply 7: record: …; rules: …`
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}record: {}; rules: {}", self.place(), self.record, self.rules)
    }
}

/// `text` for a message or a terminal: control characters are shown escaped, and past `most`
/// characters it is cut.
pub fn legible(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == most {
            shown.push('…');
            break;
        }
        // Also what reverses or hides text around it: format characters are no controls.
        if c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
        {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_as_far_as_known() {
        let finding = Finding::at(2, 7, "`66`", "`-` (R4.5)");
        assert_eq!(finding.to_string(), "round 2, ply 7: record: `66`; rules: `-` (R4.5)");
        let finding = Finding::of_line("nothing", "a record");
        assert_eq!(finding.to_string(), "record: nothing; rules: a record");
    }

    #[test]
    fn nothing_reaches_a_terminal_but_text() {
        assert_eq!(legible("ab\u{1b}[31mé", 99), "ab\\u{1b}[31mé");
        assert_eq!(legible("abcdef", 3), "abc…");
    }
}
