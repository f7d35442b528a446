//! Values must tell of the choice: they are held against it in every decision.

use std::fmt;

use super::ConformanceError;
use super::games::Decision;
use crate::engine::Observation;
use crate::strategies::{Strategy, Valued, Values};

/// What is wrong with the values of a decision.
#[derive(Clone, PartialEq, Debug)]
pub enum WrongValues {
    /// They are not of the legal moves in their order.
    Moves(Values),
    /// A unit is divided into so many parts.
    Scale(i64),
    /// What was chosen has not the highest.
    NotTheBest(Values),
    /// They were these first and those where the hidden hands are others.
    Unstable(Values, Values),
}

impl fmt::Display for WrongValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |values: &Values| {
            let each = |Valued { play, amount, .. }: &Valued| format!("{play} {amount}");
            values.moves.iter().map(each).collect::<Vec<_>>().join(", ")
        };
        match self {
            WrongValues::Moves(values) => {
                write!(f, "and its values ({}) are not of the legal moves in order", show(values))
            }
            WrongValues::Scale(scale) => write!(f, "and the scale of its values is {scale}"),
            WrongValues::NotTheBest(values) => {
                write!(f, "which has not the highest of its values ({})", show(values))
            }
            WrongValues::Unstable(first, then) => write!(
                f,
                "with the values {} first, then {} with hidden hands that look the same to it (R10.1)",
                show(first),
                show(then)
            ),
        }
    }
}

/// Whether there are values; they must be of the legal moves, make the choice the best of them, and
/// be the same in another world that looks the same.
pub(super) fn agree(
    decision: &Decision,
    strategy: &dyn Strategy,
) -> Result<bool, ConformanceError> {
    let Decision { place, choice, ref round, ref sitting, stream } = *decision;
    let wrong = |wrong| Err(ConformanceError::Values { place, choice, wrong: Box::new(wrong) });
    let seen = Observation::new(round, sitting, place.seat);
    let Some(values) = strategy.values(&seen, &mut stream.clone()) else { return Ok(false) };
    if !values.moves.iter().map(|valued| valued.play).eq(seen.legal().iter()) {
        return wrong(WrongValues::Moves(values));
    }
    if values.scale < 1 {
        return wrong(WrongValues::Scale(values.scale));
    }
    if !values.is_best(choice) {
        return wrong(WrongValues::NotTheBest(values));
    }
    if let Some((_, world)) = decision.other_world() {
        let seen = Observation::new(&world, sitting, place.seat);
        let then = strategy.values(&seen, &mut stream.clone());
        if then.as_ref() != Some(&values) {
            let none = || Values::exact(values.unit, 1, std::iter::empty());
            let then = then.unwrap_or_else(none);
            return wrong(WrongValues::Unstable(values, then));
        }
    }
    Ok(true)
}
