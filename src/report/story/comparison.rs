//! The story of several runs: each beside the first.

use super::experiment::incomplete;
use super::parts::{Dots, Estimate, Figure, Picture, Row, Section, Story, Table, Unit};
use super::ranking::{DRAWN, left_out};
use crate::records::legible;
use crate::report::compare::{label, sample, unit, untold, value_in_words};
use crate::report::text::capital;
use crate::tabletop::plural;
use crate::tournament::{
    Comparison, Difference, MEASURES, Matching, Measured, Side, is_of_the_game,
};

/// A run beside the first.
#[derive(Debug)]
pub struct Compared {
    pub run: Side,
    pub matching: Matching,
    pub measured: Measured,
}

/// Differences named at most.
const NAMED: usize = 12;

/// The story of `first` and others beside it.
pub fn comparison(first: &Side, others: &[Compared]) -> Story {
    let runs: Vec<&Side> = std::iter::once(first).chain(others.iter().map(|o| &o.run)).collect();
    let names = names(&runs);
    let notices = runs.iter().zip(&names);
    let notices: Vec<String> = notices
        .filter_map(|(run, name)| incomplete(run).map(|notice| format!("{name}: {notice}")))
        .chain(others.iter().zip(&names[1..]).filter_map(|(other, name)| other_games(other, name)))
        .collect();
    let mut verdict =
        Section { id: "verdict", title: "Verdict".to_owned(), brief: true, ..Section::default() };
    let mut sections = vec![what(&runs)];
    for (at, (other, name)) in others.iter().zip(&names[1..]).enumerate() {
        let title = format!("{name} beside {}", names[0]);
        verdict.text.push(format!("{title}: {}", real(first, other)));
        sections.push(beside(first, other, at, &title));
    }
    sections.insert(0, verdict);
    let title = match &names[..] {
        [first, second] => format!("{second} beside {first}"),
        _ => format!("{} beside {}", plural(others.len() as u64, "run"), names[0]),
    };
    let notice = (!notices.is_empty()).then(|| notices.join(" "));
    Story { title, notice, sections }
}

/// That a run was of other games than the first, if it was.
fn other_games(other: &Compared, name: &str) -> Option<String> {
    let keys: Vec<String> = other
        .matching
        .differences
        .iter()
        .filter(|difference| is_of_the_game(&difference.path))
        .map(|Difference { path, first, second }| {
            format!("{path} {} – {}", value_in_words(first), value_in_words(second))
        })
        .collect();
    (!keys.is_empty()).then(|| format!("{name} is of OTHER GAMES: {}.", keys.join(", ")))
}

/// The runs by the last parts of their paths, or by all of these where that does not tell them apart.
fn names(runs: &[&Side]) -> Vec<String> {
    let path = |run: &&Side| legible(&run.folder.to_string_lossy(), 100);
    let last = |run: &&Side| {
        run.folder.file_name().map(|name| legible(&name.to_string_lossy(), 60)).unwrap_or_default()
    };
    let short: Vec<String> = runs.iter().map(last).collect();
    let apart = |name: &String| short.iter().filter(|other| *other == name).count() == 1;
    let all = short.iter().all(|name| !name.is_empty() && apart(name));
    if all { short } else { runs.iter().map(path).collect() }
}

/// Which differences are real, in words.
fn real(first: &Side, other: &Compared) -> String {
    let told: Vec<&Comparison> =
        other.measured.comparisons.iter().filter(|row| row.interval.is_some()).collect();
    if let Some(why) = untold(&told) {
        return why;
    }
    let named = told.iter().filter(|row| row.is_real() == Some(true)).map(|row| {
        let (name, by, sign) = unit(row.measure);
        let shown = Unit { by, sign: points(sign), ..Unit::PLAIN.signed() };
        let estimate = Estimate { value: row.difference, interval: row.interval };
        format!("{name} of {} {}", named(first, other, row), shown.with_interval(estimate))
    });
    let named: Vec<String> = named.collect();
    let made = plural((told.len() / MEASURES.len()) as u64, "comparison");
    let corrected = format!("corrected for {made} by each measure (Holm)");
    let more = match named.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    match named.len() {
        0 => format!("no difference is real at 5 %, {corrected}."),
        _ => {
            let some = named[..named.len().min(NAMED)].join("; ");
            format!("real at 5 %, {corrected}: {some}{more}. Intervals are 95 % each.")
        }
    }
}

/// The unit of differences of what has a unit.
const fn points(sign: &'static str) -> &'static str {
    if sign.is_empty() { "" } else { " points" }
}

/// Who is compared, with the arm where there are several.
fn named(first: &Side, other: &Compared, row: &Comparison) -> String {
    let arms = first.experiment.arms();
    let label = label(row, (first, &other.run));
    match arms.len() {
        1 => label,
        _ => format!("{label} in {}", legible(&arms[row.pair.arms.0].word, 60)),
    }
}

fn what(runs: &[&Side]) -> Section {
    let words = ["run", "design", "seed", "complete", "hash of the run"];
    let mut table =
        Table::new("The runs, the first being what others are held against", &words, &["blocks"]);
    for run in runs {
        let hash = run.manifest.run_hash.as_deref().unwrap_or("none: it has not ended");
        table.rows.push(vec![
            legible(&run.folder.to_string_lossy(), 100),
            run.experiment.design.word().to_owned(),
            run.experiment.seed.to_string(),
            if run.manifest.complete { "yes" } else { "no" }.to_owned(),
            legible(hash, 64),
            run.blocks.to_string(),
        ]);
    }
    Section {
        id: "runs",
        title: "What was run".to_owned(),
        brief: true,
        code: vec![("To make each again".to_owned(), "domeng reproduce DIR".to_owned())],
        tables: vec![table],
        ..Section::default()
    }
}

/// Anchors of sections.
const IDS: [&str; 8] = [
    "second-run",
    "third-run",
    "fourth-run",
    "fifth-run",
    "sixth-run",
    "seventh-run",
    "eighth-run",
    "ninth-run",
];

fn beside(first: &Side, other: &Compared, at: usize, names: &str) -> Section {
    let Compared { run, matching, measured } = other;
    let named = |row: &Comparison| named(first, other, row);
    let mut section = Section {
        id: IDS.get(at).copied().unwrap_or("another-run"),
        title: names.to_owned(),
        brief: true,
        text: vec![sample(first, run, matching, measured)],
        ..Section::default()
    };
    for (which, labels) in [("first", &matching.alone.0), ("second", &matching.alone.1)] {
        if !labels.is_empty() {
            let labels: Vec<String> = labels.iter().map(|label| legible(label, 40)).collect();
            let text = format!("Only in the {which}, and not compared: {}.", labels.join(", "));
            section.text.push(text);
        }
    }
    for measure in MEASURES {
        let rows: Vec<&Comparison> =
            measured.comparisons.iter().filter(|row| row.measure == measure).collect();
        let (title, by, sign) = unit(measure);
        let shown = Unit { by, sign, ..Unit::PLAIN };
        let apart = Unit { by, sign: points(sign), ..Unit::PLAIN.signed() };
        let row = |row: &&Comparison| Row {
            label: named(row),
            tint: row.pair.entrants.0,
            estimate: Estimate { value: row.difference, interval: row.interval }.times(by),
        };
        section.figures.push(Figure {
            title: format!("Difference in {title}"),
            words:
                "The second run less the first. Dots are estimates, whiskers 95 % intervals; where \
                    a whisker crosses zero, the dashed line, there may be no difference. Which \
                    are real among all is in the table."
                    .to_owned(),
            picture: Picture::Dots(Dots {
                axis: format!(
                    "difference in {title}{}",
                    if by > 1.0 { ", percentage points" } else { "" }
                ),
                reference: Some((0.0, "the same".to_owned())),
                rows: rows.iter().take(DRAWN).map(row).collect(),
                unit: Unit { by: 1.0, ..apart },
                from_zero: false,
            }),
            rest: left_out(rows.len(), DRAWN),
        });
        let numbers = ["first", "second", "difference", "95 %", "real", "gain"];
        let caption = capital(title);
        let mut table = Table::new(caption, &["strategy"], &numbers);
        for row in &rows {
            table.rows.push(vec![
                named(row),
                shown.value(row.first),
                shown.value(row.second),
                apart.value(row.difference),
                apart.interval(row.interval),
                match row.is_real() {
                    None => "?",
                    Some(true) => "yes",
                    Some(false) => "no",
                }
                .to_owned(),
                row.variance_ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default(),
            ]);
        }
        section.tables.push(table.within("the output of domeng compare --json"));
    }
    let words = ["key", "first", "second"];
    let mut keys = Table::new("Keys in which the experiments differ", &words, &[]).folded();
    for difference in &matching.differences {
        keys.rows.push(vec![
            difference.path.clone(),
            value_in_words(&difference.first),
            value_in_words(&difference.second),
        ]);
    }
    if keys.rows.is_empty() {
        let same = "The experiments are the same in all that decides results.";
        section.text.push(same.to_owned());
    } else {
        section.tables.push(keys.within("the output of domeng compare --json"));
    }
    section
}
