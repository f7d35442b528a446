//! What a finished round is worth to a seat, for strategies that look ahead to the end of one.

use std::sync::Arc;

use super::super::params::Params;
use super::super::setting::{Setting, Unsuited};
use crate::engine::{Holdings, Observation, Seat};
use crate::equity::Equity;

/// What a finished round is worth to a seat.
#[derive(Clone, Debug)]
pub(in crate::strategies) enum Objective {
    /// The chance to be the next CAMAT, from all stones and who starts, by this table.
    Equity(Arc<Equity>),
    /// Few stones of one's own.
    Stones,
    /// 1 for the winner of the round.
    Round,
}

/// The unit of chances: 2¹⁶.
const CERTAIN: i32 = 1 << 16;

impl Objective {
    pub(in crate::strategies) const WORDS: &'static [&'static str] = &["equity", "stones", "round"];

    /// The one that `params` name.
    ///
    /// # Errors
    /// It needs a table, and there is none for the rules of the setting.
    pub(in crate::strategies) fn new(
        params: &Params,
        setting: &Setting<'_>,
    ) -> Result<Self, Unsuited> {
        Ok(match params.get("objective") {
            0 => Self::Equity(setting.equity()?),
            1 => Self::Stones,
            _ => Self::Round,
        })
    }

    /// What the worth of an end is a number of.
    pub(in crate::strategies) const fn unit(&self) -> &'static str {
        match self {
            Self::Equity(_) => "chance to be the next CAMAT",
            Self::Stones => "own stones after the round, with a minus",
            Self::Round => "chance to win the round",
        }
    }

    /// How much of [`Worth::of`] is one of them.
    pub(in crate::strategies) const fn scale(&self) -> i64 {
        match self {
            Self::Equity(_) => CERTAIN as i64,
            Self::Stones | Self::Round => 1,
        }
    }
}

/// An objective for the ends of one round.
pub(in crate::strategies) struct Worth<'a> {
    objective: &'a Objective,
    seat: Seat,
    camat: Option<Seat>,
}

impl<'a> Worth<'a> {
    /// What the ends of the round that is `seen` are worth to the seat that sees it.
    pub fn new(objective: &'a Objective, seen: &Observation<'_>) -> Self {
        Self { objective, seat: seen.seat(), camat: seen.camat() }
    }

    /// The value of an end that leaves `holdings`, in units of 1 / [`Objective::scale`].
    #[inline(always)]
    pub fn of(&self, winner: Seat, elected: bool, holdings: &Holdings) -> i32 {
        match self.objective {
            Objective::Equity(_) if elected => i32::from(winner == self.seat) * CERTAIN,
            Objective::Equity(table) => {
                // The CAMAT starts every round (R9.4), else who won the last one (R3.3).
                let starter = self.camat.unwrap_or(winner);
                table.chance(holdings, starter, self.camat.is_some(), self.seat) as i32
            }
            Objective::Stones => -i32::from(holdings.seats[self.seat]),
            Objective::Round => i32::from(winner == self.seat),
        }
    }
}
