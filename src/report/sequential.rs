//! A test that ended a run, in a terminal.

use std::io::{self, Write};

use super::text::say;
use crate::statistics::{Interval, Stop};
use crate::tabletop::plural;
use crate::tournament::{Measure, Step, Until, Watch};

/// Writes what a run until decided has come to, and how its estimate is to be taken.
///
/// # Errors
/// Those of `out`.
pub fn print_test(out: &mut impl Write, watch: &Watch) -> io::Result<()> {
    say(out, &outcome(watch.until(), &watch.now()))
}

/// The same in a paragraph.
pub(super) fn outcome(until: &Until, step: &Step) -> String {
    let Until { measure, h0, h1, alpha, beta, .. } = until;
    let name = match measure {
        Measure::WinRate => "win rate",
        Measure::MeanStones => "mean stones",
    };
    let blocks = plural(step.blocks, "block");
    let verdict = match step.stop {
        Some(Stop::H0) => format!("H0: {name} {h0} rather than {h1}, decided after {blocks}"),
        Some(Stop::H1) => format!("H1: {name} {h1} rather than {h0}, decided after {blocks}"),
        Some(Stop::Undecided) => {
            format!("Undecided between {name} {h0} and {h1} after all {blocks}")
        }
        None => format!("Not decided yet between {name} {h0} and {h1}, after {blocks}"),
    };
    let (lower, upper) = step.bounds;
    let number =
        |value: Option<f64>| value.map_or("none".to_owned(), |value| format!("{value:.2}"));
    let sequence = match step.confidence {
        Some(Interval { low, high }) => format!(
            " {low:.4} – {high:.4} is the 95 % confidence sequence, which holds wherever a run \
             stops{}",
            beyond(until, step.stop, (low, high))
        ),
        None => " There is no confidence sequence, for lack of blocks or of spread".to_owned(),
    };
    let estimate = step.estimate.map_or("none".to_owned(), |value| format!("{value:.4}"));
    let taken = match step.stop {
        Some(Stop::H0 | Stop::H1) => {
            "is that of a run that stopped because of it: it is biased, and intervals"
        }
        _ => "is that of a run that might have stopped before: intervals",
    };
    format!(
        "Sequential test of the challenger. {verdict} (α {alpha}, β {beta}; LLR {} within {lower:.2} \
         to {upper:.2}). The estimate {estimate} {taken} elsewhere in this run are not adjusted for \
         that.{sequence}.",
        number(step.llr)
    )
}

/// What is to be said where the hypothesis decided for is not in the confidence sequence.
fn beyond(until: &Until, stop: Option<Stop>, (low, high): (f64, f64)) -> String {
    let (name, value) = match stop {
        Some(Stop::H0) => ("H0", until.h0.value()),
        Some(Stop::H1) => ("H1", until.h1.value()),
        Some(Stop::Undecided) | None => return String::new(),
    };
    match (low..=high).contains(&value) {
        true => String::new(),
        false => format!(
            ": it does not hold {name} itself, which is the nearer of the two, not the truth"
        ),
    }
}
