//! What a tuning came to, as Markdown that is read in a terminal as well: within 80 columns where
//! names are not long.

use std::fmt::Write as _;

use super::text::{filled, filled_after};
use crate::statistics::Interval;
use crate::strategies::{Params, Value};
use crate::tabletop::plural;
use crate::tune::{Objective, Plan, Tuned, test_told};

/// The report of a tuning.
pub fn tuning_report(plan: &Plan, tuned: &Tuned) -> String {
    let mut text = String::new();
    // Writing to memory does not fail.
    let _ = write_report(&mut text, plan, tuned);
    text
}

fn write_report(out: &mut String, plan: &Plan, tuned: &Tuned) -> std::fmt::Result {
    let labels: Vec<&str> = plan.opponents.iter().map(|one| one.label.as_str()).collect();
    writeln!(out, "# Tuning {}\n", plan.name)?;
    let about = format!(
        "`{}` against {}, by {} of {} candidates a generation; {} of {}, seed {}. {} trials in {} \
         generations, {} elections with the confirmation.",
        plan.incumbent,
        labels.join(", "),
        plan.method.word(),
        plan.population,
        plan.objective.word(),
        plural(plan.budget, "election"),
        plan.seed,
        tuned.trials,
        tuned.found.generations,
        tuned.elections,
    );
    writeln!(out, "{}\n", filled(&about))?;
    selection(out, plan, tuned)?;
    parameters(out, plan, &tuned.winner)?;
    confirmation(out, plan, tuned)?;
    sensitivity(out, plan, tuned)
}

fn number(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.4}"))
}

fn interval(interval: Option<Interval>) -> String {
    interval.map_or("–".to_owned(), |Interval { low, high }| format!("{low:.4} – {high:.4}"))
}

/// The incumbent and the finalists, on blocks that the search has not seen.
fn selection(out: &mut String, plan: &Plan, tuned: &Tuned) -> std::fmt::Result {
    let unit = match plan.objective {
        Objective::WinRate => "elections won",
        Objective::Equity => "elections won more than the incumbent, by equity",
        Objective::MeanStones => "mean stones",
    };
    let title = format!("## Finalists, on blocks of their own: {unit}");
    writeln!(out, "{}\n\n| | mean | 95 % |\n|---|---:|---|", filled(&title))?;
    for (place, (params, sums)) in tuned.finalists.iter().enumerate() {
        let name = match place {
            0 => "incumbent".to_owned(),
            _ if *params == tuned.winner => format!("{place}, the best"),
            _ => place.to_string(),
        };
        writeln!(
            out,
            "| {name} | {} | {} |",
            number(sums.ratio()),
            interval(sums.mean_interval())
        )?;
    }
    let chosen = "Those that were clearly behind were played less. The best of several is better here \
                  than it is.";
    writeln!(out, "\n{}\n", filled(chosen))
}

fn parameters(out: &mut String, plan: &Plan, winner: &Params) -> std::fmt::Result {
    writeln!(out, "## Parameters\n\n| key | range | incumbent | best |\n|---|---|---:|---:|")?;
    for axis in plan.space.axes() {
        let key = axis.param.key;
        let show = |params: &Params| axis.param.show(Value(params.get(key)));
        let (before, after) = (show(plan.space.incumbent()), show(winner));
        writeln!(out, "| {key} | {} | {before} | {after} |", axis.told())?;
    }
    writeln!(out)
}

fn confirmation(out: &mut String, plan: &Plan, tuned: &Tuned) -> std::fmt::Result {
    writeln!(out, "## Confirmation\n")?;
    let Some(confirmation) = &tuned.confirmation else {
        let text = "Nothing better was found: the incumbent itself came out best.";
        return writeln!(out, "{text}\n");
    };
    for test in &confirmation.tests {
        let line = test_told(plan, test);
        writeln!(out, "{}", filled_after(&line, "- ", "  "))?;
    }
    let verdict = match confirmation.is_confirmed() {
        true => {
            "Confirmed: better among the opponents, among four of the incumbent, and among itself."
        }
        false => "Not confirmed: nothing better was found.",
    };
    let how = "Sequential tests on deals that the search has not seen; intervals are 95 % confidence \
               sequences, which hold wherever a test stops.";
    let verdict = filled(verdict);
    writeln!(out, "\n{verdict}\n\n{}\n", filled(how))
}

fn sensitivity(out: &mut String, plan: &Plan, tuned: &Tuned) -> std::fmt::Result {
    writeln!(
        out,
        "## Sensitivity: one parameter moved, moved less unmoved\n\n\
         | key | to | difference | 95 % |\n|---|---:|---:|---|"
    )?;
    for shift in &tuned.shifts {
        let param = &plan.space.axes()[shift.axis].param;
        let to = param.show(Value(shift.params.get(param.key)));
        let (difference, interval) = (number(shift.difference), interval(shift.interval));
        writeln!(out, "| {} | {to} | {difference} | {interval} |", param.key)?;
    }
    Ok(())
}
