//! What a strategy makes of the moves it chooses from.

use crate::engine::Move;

/// What a strategy makes of each legal move of a decision: the numbers it chooses by, whole ones so
/// that they compare exactly.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// What one of them is: `points`, a chance of something.
    pub unit: &'static str,
    /// An amount is so many units of 1 / `scale`; 1 or more.
    pub scale: i64,
    /// One for each legal move, in the order of [`Legal::iter`](crate::engine::Legal::iter).
    pub moves: Vec<Valued>,
}

/// A legal move with its value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Valued {
    pub play: Move,
    /// In units of 1 / [`Values::scale`].
    pub amount: i64,
    /// The standard error of the value, in units, where it is an estimate from two draws or more.
    pub error: Option<f64>,
}

impl Values {
    /// Values that are exact.
    pub fn exact(
        unit: &'static str,
        scale: i64,
        amounts: impl Iterator<Item = (Move, i64)>,
    ) -> Self {
        let moves = amounts.map(|(play, amount)| Valued { play, amount, error: None }).collect();
        Self { unit, scale, moves }
    }

    /// The value of an amount, in units.
    pub fn in_units(&self, amount: i64) -> f64 {
        amount as f64 / self.scale as f64
    }

    /// Whether no move has a higher value than `play`, which has one.
    pub fn is_best(&self, play: Move) -> bool {
        let amount = self.moves.iter().find(|valued| valued.play == play).map(|v| v.amount);
        amount.is_some() && amount == self.moves.iter().map(|valued| valued.amount).max()
    }
}
