//! The strategy file of a winner that was confirmed, with where it comes from.

use std::fmt::Write as _;

use super::confirm::{Question, Test};
use super::plan::Plan;
use super::run::Tuned;
use crate::strategies::{Entry, Kind, Params};

/// The file's text. `hash` is that of the plan.
pub fn strategy_file(plan: &Plan, entry: &Entry, hash: &str, tuned: &Tuned) -> String {
    let mut text = String::new();
    let mut say = |line: String| {
        // Writing to memory does not fail.
        let _ = writeln!(text, "# {line}");
    };
    say(format!("Found by `domeng tune`, from `{}` by {}.", plan.incumbent, plan.method.word()));
    say(format!("Plan {hash}, seed {}.", plan.seed));
    say(format!("{} trials, {} elections.", tuned.trials, tuned.elections));
    for test in tuned.confirmation.iter().flat_map(|confirmation| &confirmation.tests) {
        say(told(plan, test));
    }
    text + &format!("strategy = \"{}\"\n\n[parameters]\n", entry.name)
        + &parameters(entry, &tuned.winner)
}

fn parameters(entry: &Entry, params: &Params) -> String {
    let line = |(param, (key, value)): (&crate::strategies::Param, (&str, _))| {
        let shown = param.show(value);
        match param.kind {
            Kind::Choice(_) => format!("{key} = \"{shown}\"\n"),
            Kind::Integer { .. } | Kind::Decimal { .. } => format!("{key} = {shown}\n"),
        }
    };
    entry.params.iter().zip(params.iter()).map(line).collect()
}

/// A test in one line.
fn told(plan: &Plan, test: &Test) -> String {
    let Test { question, h0, h1, blocks, estimate, confidence, stop } = test;
    let what = match question {
        Question::Opponents => "Less the incumbent, among the opponents",
        Question::AmongIncumbent => "One among four of the incumbent",
        Question::AmongItself => "One incumbent among four of it",
    };
    let unit = if plan.by_wins() { "elections won" } else { "stones" };
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.4}"));
    format!(
        "{what}: {unit} {} ({} – {}), {} of H0 {h0:.4} and H1 {h1:.4}, {blocks} blocks.",
        number(*estimate),
        number(confidence.map(|interval| interval.low)),
        number(confidence.map(|interval| interval.high)),
        stop.word(),
    )
}
