//! The story of a tuning: what came of it and how sure that is, where the search went, and what each
//! parameter is worth.

mod course;
mod sensitivity;

use super::parts::{Dots, Estimate, Figure, Picture, Row, Section, Story, Table, Unit};
use crate::records::legible;
use crate::report::text::capital;
use crate::statistics::{RatioSums, Stop};
use crate::strategies::{Params, Registry, Spec};
use crate::tabletop::{listed, plural};
use crate::tune::{Finalist, Objective, Plan, Question, Test, Tuned};

/// What sections are told from.
struct Told<'a> {
    plan: &'a Plan,
    tuned: &'a Tuned,
    registry: &'a Registry,
    /// What the objective counts.
    unit: Unit,
}

impl Told<'_> {
    /// What the objective counts, in words.
    const fn objective(&self) -> &'static str {
        match self.plan.objective {
            Objective::WinRate => "elections won",
            Objective::Equity => "elections won by equity, more than the incumbent",
            Objective::MeanStones => "mean stones, fewer are better",
        }
    }

    /// What it counts along an axis.
    const fn axis(&self) -> &'static str {
        match self.plan.objective {
            Objective::WinRate => "elections won, %",
            Objective::Equity => "equity over the incumbent, %",
            Objective::MeanStones => "mean stones",
        }
    }

    /// What a picture's numbers are times, so that they are in the unit of its axis.
    const fn by(&self) -> f64 {
        self.unit.by
    }

    /// The unit of numbers that are times [`by`](Self::by) already.
    const fn drawn(&self) -> Unit {
        Unit { by: 1.0, ..self.unit }
    }

    /// A point of the search where the incumbent's worth is known without any game.
    fn even(&self) -> Option<(f64, String)> {
        (self.plan.objective == Objective::Equity).then(|| (0.0, "incumbent".to_owned()))
    }

    fn spec(&self, params: &Params) -> String {
        let entry = self.registry.get(&self.plan.incumbent.name);
        entry.map(|entry| Spec::new(entry, params.clone()).to_string()).unwrap_or_default()
    }

    fn opponents(&self) -> String {
        let labels = self.plan.opponents.iter().map(|one| legible(&one.label, 40));
        listed(labels.collect::<Vec<_>>())
    }
}

/// The story of a tuning that has ended.
pub fn tuning(plan: &Plan, tuned: &Tuned, registry: &Registry) -> Story {
    let unit = match plan.objective {
        Objective::WinRate => Unit::PERCENT,
        Objective::Equity => Unit::PERCENT.decimals(3).signed(),
        Objective::MeanStones => Unit::PLAIN.decimals(4),
    };
    let told = &Told { plan, tuned, registry, unit };
    let sections = vec![
        verdict(told),
        run(told),
        finalists(told),
        parameters(told),
        course::progress(told),
        course::traces(told),
        sensitivity::section(told),
        files(told),
    ];
    Story { title: format!("Tuning {}", plan.name), notice: None, sections }
}

fn verdict(told: &Told<'_>) -> Section {
    let (plan, tuned) = (told.plan, told.tuned);
    let mut text = Vec::new();
    let mut code = Vec::new();
    let mut tables = Vec::new();
    let incumbent = legible(&plan.incumbent.to_string(), 200);
    match &tuned.confirmation {
        None => text.push(format!(
            "Nothing better was found: among those that the search held for best, the incumbent, \
             {incumbent}, came out best itself."
        )),
        Some(confirmation) => {
            text.push(match confirmation.is_confirmed() {
                true => format!(
                    "Confirmed: what the search found is better than the incumbent, {incumbent}: \
                     among the opponents, as one among four of the incumbent, and among itself."
                ),
                false => format!(
                    "Not confirmed: nothing is known to be better than the incumbent, {incumbent}. \
                     What the search held for best did not pass all three tests."
                ),
            });
            text.push(format!(
                "Sequential tests on deals that the search has not seen, α {} and β {}. Intervals \
                 are 95 % confidence sequences, which hold wherever a test stops; estimates are of \
                 tests that stopped because of them.",
                plan.confirm.alpha.value(),
                plan.confirm.beta.value()
            ));
            code.push(("The best".to_owned(), told.spec(&tuned.winner)));
            tables.push(tests(told, &confirmation.tests));
        }
    }
    let won = |finalist: &Finalist| finalist.sums.ratio().is_some_and(|rate| rate > 0.0);
    if plan.objective == Objective::WinRate && !tuned.finalists.iter().any(won) {
        text.push(
            "None of them won a single election. Where rules leave elections undecided (R9.6), wins tell \
             nothing."
                .to_owned(),
        );
    }
    let title = "Verdict".to_owned();
    Section { id: "verdict", title, brief: true, text, code, tables, ..Section::default() }
}

fn tests(told: &Told<'_>, tests: &[Test]) -> Table {
    let by_wins = told.plan.by_wins();
    let (what, unit) = match by_wins {
        true => ("elections won", Unit::PERCENT),
        false => ("mean stones", Unit::PLAIN),
    };
    let numbers = ["H0", "H1", "estimate", "95 %", "blocks"];
    let mut table = Table::new(format!("Confirmation: {what}"), &["test", "ended"], &numbers);
    for test in tests {
        let (name, unit) = match test.question {
            Question::Opponents => ("best less incumbent", unit.signed()),
            Question::AmongIncumbent => ("one best among four incumbents", unit),
            Question::AmongItself => ("one incumbent among four best", unit),
        };
        let ended = match test.stop {
            Stop::H0 => "H0",
            Stop::H1 => "H1",
            Stop::Undecided => "undecided",
        };
        let hypothesis = |value| Unit { signed: false, ..unit }.value(Some(value));
        table.rows.push(vec![
            name.to_owned(),
            ended.to_owned(),
            hypothesis(test.h0),
            hypothesis(test.h1),
            unit.value(test.estimate),
            unit.interval(test.confidence),
            test.blocks.to_string(),
        ]);
    }
    table
}

/// What was run, in full.
fn run(told: &Told<'_>) -> Section {
    let (plan, tuned) = (told.plan, told.tuned);
    let mut facts = Table::new("The tuning", &["what", "value"], &[]);
    let mut fact = |what: &str, value: String| facts.rows.push(vec![what.to_owned(), value]);
    fact("incumbent", legible(&plan.incumbent.to_string(), 200));
    fact("opponents", format!("{}, in turns", told.opponents()));
    fact("objective", format!("{}: {}", plan.objective.word(), told.objective()));
    let each = format!("{}, {} a generation", plan.method.word(), plan.population);
    fact("method", each);
    fact("budget", format!("{} without the confirmation", plural(plan.budget, "election")));
    fact("seed", plan.seed.to_string());
    let generations = plural(tuned.found.generations, "generation");
    fact("searched", format!("{generations}, {}", plural(tuned.found.elections, "election")));
    let trials = plural(tuned.trials, "trial");
    fact("in all", format!("{trials}, {}", plural(tuned.elections, "election")));
    fact("program", format!("domeng {}", env!("CARGO_PKG_VERSION")));
    fact("hash of the plan", plan.hash(told.registry));
    let title = "What was run".to_owned();
    Section { id: "run", title, brief: true, tables: vec![facts], ..Section::default() }
}

/// The incumbent and the finalists, on blocks that the search has not seen.
fn finalists(told: &Told<'_>) -> Section {
    let (table, rows) = selected(told);
    let figure = Figure {
        title: "The finalists".to_owned(),
        words: "Dots are means over the blocks of the selection, lines their 95 % intervals, each for \
                itself: those who were played together had the same blocks, so that the differences \
                in the table are surer than that."
            .to_owned(),
        picture: Picture::Dots(Dots {
            axis: told.axis().to_owned(),
            reference: told.even(),
            rows,
            unit: told.drawn(),
            from_zero: false,
        }),
        rest: None,
    };
    let mut text = vec![
        "Where the search was now and then, and the incumbent. Those that were clearly behind \
         were played less, and a mean over fewer batches may be higher than that of the best: \
         what counts is the difference to the best over the batches that both had. The best \
         of several is better here than it is."
            .to_owned(),
    ];
    if told.even().is_some() {
        let zero = "The incumbent is at 0 without any doubt, as equity is told over what it makes \
                    of the same rounds itself.";
        text.push(zero.to_owned());
    }
    Section {
        id: "finalists",
        title: "Finalists, on blocks of their own".to_owned(),
        brief: true,
        text,
        figures: if told.tuned.finalists.len() > 1 { vec![figure] } else { Vec::new() },
        tables: vec![table],
        ..Section::default()
    }
}

/// The selection as a table, and the rows of its picture.
fn selected(told: &Told<'_>) -> (Table, Vec<Row>) {
    let columns = ["mean", "95 %", "batches", "less the best", "95 %"];
    let mut table = Table::new(capital(told.objective()), &["who"], &columns);
    let mut rows = Vec::new();
    for (place, Finalist { params, sums, to_best }) in told.tuned.finalists.iter().enumerate() {
        let is_best = *params == told.tuned.winner;
        let label = match (place, is_best) {
            (0, _) => "incumbent".to_owned(),
            (_, true) => format!("finalist {place}, the best"),
            (_, false) => format!("finalist {place}"),
        };
        // The incumbent less itself is nothing, which is no estimate and needs no picture.
        let is_zero = place == 0 && told.even().is_some();
        let estimate = match Estimate::mean(sums) {
            Estimate { value, .. } if is_zero => Estimate { value, interval: None },
            estimate => estimate,
        };
        let behind = if is_best { Estimate::default() } else { Estimate::mean(to_best) };
        let unit = told.unit.signed();
        table.rows.push(vec![
            label.clone(),
            told.unit.value(estimate.value),
            told.unit.interval(estimate.interval),
            sums.blocks().to_string(),
            unit.value(behind.value),
            unit.interval(behind.interval),
        ]);
        if !is_zero {
            rows.push(Row { label, tint: place, estimate: estimate.times(told.by()) });
        }
    }
    (table, rows)
}

fn parameters(told: &Told<'_>) -> Section {
    let space = &told.plan.space;
    let columns = (&["parameter", "range"][..], &["incumbent", "best"][..]);
    let mut table = Table::new("Values", columns.0, columns.1);
    for axis in space.axes() {
        let (before, after) = (axis.show(space.incumbent()), axis.show(&told.tuned.winner));
        table.rows.push(vec![axis.param.key.to_owned(), axis.told(), before, after]);
    }
    let title = "Parameters".to_owned();
    Section { id: "parameters", title, brief: true, tables: vec![table], ..Section::default() }
}

fn files(told: &Told<'_>) -> Section {
    let written = match told.tuned.is_confirmed() {
        true => format!(
            "strategies/{0}.toml has the best with where it comes from, and -s {0} plays it.",
            told.plan.name
        ),
        false => "No strategy file was written.".to_owned(),
    };
    Section {
        id: "files",
        title: "Files".to_owned(),
        text: vec![
            written,
            "Beside this page, trials.csv has every evaluation, sensitivity.csv each move of a \
             parameter, tune.json the spec as it was given. More: docs/tuning.md of the program."
                .to_owned(),
        ],
        ..Section::default()
    }
}

/// The mean over consecutive sums, at most `most` of them in all, each with what it goes up to.
fn binned<T: Copy>(all: &[(T, RatioSums)], most: usize) -> Vec<(T, RatioSums)> {
    let merged = |bin: &[(T, RatioSums)]| {
        let mut sums = RatioSums::new();
        bin.iter().for_each(|(_, other)| sums.merge(other));
        bin.last().map(|(upto, _)| (*upto, sums))
    };
    all.chunks(all.len().div_ceil(most).max(1)).filter_map(merged).collect()
}
