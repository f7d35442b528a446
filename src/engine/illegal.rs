//! Actions that the rules refuse, and why.

use std::fmt;

use super::action::Action;
use super::line::Legal;
use super::seat::Seat;

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The round has ended (R5).
    Over,
    /// A pass with a playable tile (R4.4).
    MustPlay,
    /// The tile is not in the hand (R2.1).
    NotHeld,
    /// The first round must be led with its double (R3.2).
    Opening,
    /// The tile does not show the value of that end (R4.2).
    DoesNotFit,
}

/// An action refused, with what would have been legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal {
    pub ply: u8,
    pub seat: Seat,
    pub action: Action,
    pub reason: Reason,
    pub legal: Legal,
}

impl Illegal {
    /// The number of the rule broken, as in rules.md.
    pub const fn rule(&self) -> &'static str {
        match self.reason {
            Reason::Over => "R5",
            Reason::MustPlay => "R4.4",
            Reason::NotHeld => "R2.1",
            Reason::Opening => "R3.2",
            Reason::DoesNotFit => "R4.2",
        }
    }

    /// What is wrong with the action, as the end of a sentence that begins with it.
    pub const fn because(&self) -> &'static str {
        match self.reason {
            Reason::Over => "after the end of the round",
            Reason::MustPlay => "with a playable tile in hand",
            Reason::NotHeld => "is not in its hand",
            Reason::Opening => "is not the double that gave the start",
            Reason::DoesNotFit => "does not fit there",
        }
    }

    /// What the rules allow: moves in their order, `-` for a pass, nothing after the end.
    pub fn allowed(&self) -> String {
        if self.reason == Reason::Over {
            return "nothing more".to_owned();
        }
        let ply = usize::from(self.ply);
        let words: Vec<String> =
            self.legal.iter().map(|play| Action::Play(play).notation(ply).to_string()).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.action.notation(usize::from(self.ply));
        write!(f, "seat {} at ply {}: `{what}` {} ", self.seat, self.ply, self.because())?;
        write!(f, "({}); legal: {}", self.rule(), self.allowed())
    }
}

impl std::error::Error for Illegal {}
