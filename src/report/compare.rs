//! Two runs beside each other in a terminal, within 80 columns, without colour.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::Value;

use super::text::{WIDTH, capital, say, signed};
use crate::records::legible;
use crate::statistics::Interval;
use crate::tabletop::plural;
use crate::tournament::{
    Comparison, Difference, FEWEST_BLOCKS, MEASURES, Matched, Matching, Measured, Side,
};

/// Writes what two runs have alike and what not, a table for each arm, and what is real.
///
/// # Errors
/// Those of `out`.
pub fn print_comparison(
    out: &mut impl Write,
    (first, second): (&Side, &Side),
    matching: &Matching,
    measured: &Measured,
) -> io::Result<()> {
    let shown = |side: &Side| legible(&side.folder.to_string_lossy(), usize::MAX);
    writeln!(out, "first   {}\nsecond  {}\n", shown(first), shown(second))?;
    print_differences(out, &matching.differences)?;
    say(out, &sample(first, second, matching, measured))?;
    alone(out, matching)?;
    let arms = first.experiment.arms();
    for (at, arm) in arms.iter().enumerate() {
        let rows: Vec<&Comparison> =
            measured.comparisons.iter().filter(|row| row.pair.arms.0 == at).collect();
        if rows.is_empty() {
            continue;
        }
        writeln!(out, "\nArm {}", legible(&arm.word, 70))?;
        writeln!(out, "{}", table(&rows, (first, second), matching))?;
    }
    writeln!(out)?;
    say(out, &real(measured, first))?;
    out.flush()
}

/// Writes the keys in which two experiments differ.
///
/// # Errors
/// Those of `out`.
pub fn print_differences(out: &mut impl Write, differences: &[Difference]) -> io::Result<()> {
    if differences.is_empty() {
        return writeln!(out, "The experiments are the same in all that decides results.\n");
    }
    writeln!(out, "The experiments differ in")?;
    for Difference { path, first, second } in differences {
        writeln!(out, "  {path}: {} – {}", value_in_words(first), value_in_words(second))?;
    }
    writeln!(out)
}

/// The value of a key of an experiment.
pub(super) fn value_in_words(value: &Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => legible(text, 40),
        Some(value) => legible(&value.to_string(), 40),
        None => "not there".to_owned(),
    }
}

/// Which blocks, and how they are compared.
pub(super) fn sample(
    first: &Side,
    second: &Side,
    matching: &Matching,
    measured: &Measured,
) -> String {
    let (ours, its) = measured.blocks;
    if !matching.paired {
        return format!(
            "Independent: the seed or the turns of the arms are not the same, so blocks do not \
             share deals. All blocks of both are taken, {ours} and {its}, and intervals are Welch's. \
             Differences are second − first."
        );
    }
    let beyond = first.blocks.abs_diff(second.blocks);
    let left = match beyond {
        0 => String::new(),
        _ => format!(" {} that only one of them has are left out.", plural(beyond, "block")),
    };
    format!(
        "Paired: block by block both have the same deals, over {}.{left} Differences are \
         second − first. `gain` is the variance that independent runs would have, by that of the \
         pairs.",
        plural(ours, "block")
    )
}

fn alone(out: &mut impl Write, matching: &Matching) -> io::Result<()> {
    if matching.by == Matched::ByPlace {
        say(
            out,
            "No label is in both runs, so entrants are matched by their places in the pools.",
        )?;
    }
    let (first, second) = &matching.alone;
    for (which, labels) in [("first", first), ("second", second)] {
        if !labels.is_empty() {
            let labels: Vec<String> = labels.iter().map(|label| legible(label, 60)).collect();
            say(out, &format!("Only in the {which}, and not compared: {}.", labels.join(", ")))?;
        }
    }
    Ok(())
}

/// Name, unit and sign of a measure.
pub(super) fn unit(measure: &str) -> (&'static str, f64, &'static str) {
    match measure {
        "win_rate" => ("win rate", 100.0, " %"),
        "mean_stones" => ("mean stones", 1.0, ""),
        _ => ("rounds won", 100.0, " %"),
    }
}

/// Who is compared: one label, or two where they are not the same.
pub(super) fn label(row: &Comparison, (first, second): (&Side, &Side)) -> String {
    let (ours, its) = row.pair.entrants;
    let (ours, its) = (&first.experiment.pool[ours].label, &second.experiment.pool[its].label);
    if ours == its { legible(ours, 60) } else { legible(&format!("{ours} – {its}"), 120) }
}

fn table(rows: &[&Comparison], sides: (&Side, &Side), matching: &Matching) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    let mut header = vec!["strategy", "", "first", "second", "difference\n95 %"];
    if matching.paired {
        header.push("gain");
    }
    table.set_header(header);
    for of_one in rows.chunk_by(|a, b| a.pair == b.pair) {
        let lines = |cell: fn(&Comparison) -> String| {
            of_one.iter().map(|row| cell(row)).collect::<Vec<_>>().join("\n")
        };
        let name = of_one.first().map(|row| label(row, sides)).unwrap_or_default();
        let mut cells = vec![
            name,
            lines(|row| format!("{}\n", unit(row.measure).0)),
            lines(|row| value(row, row.first) + "\n"),
            lines(|row| value(row, row.second) + "\n"),
            lines(difference),
        ];
        if matching.paired {
            cells.push(lines(|row| {
                row.variance_ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default() + "\n"
            }));
        }
        table.add_row(cells);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn value(row: &Comparison, value: Option<f64>) -> String {
    let (_, unit, sign) = unit(row.measure);
    value.map(|value| format!("{:.2}{sign}", unit * value)).unwrap_or_default()
}

fn difference(row: &Comparison) -> String {
    let (_, unit, _) = unit(row.measure);
    let mark = if row.is_real() == Some(true) { "* " } else { "" };
    let value = row.difference.map(|value| format!("{mark}{}", signed(unit * value)));
    let interval = row
        .interval
        .map(|Interval { low, high }| format!("{} – {}", signed(unit * low), signed(unit * high)));
    format!("{}\n{}", value.unwrap_or_default(), interval.unwrap_or_default())
}

/// Why nothing can be said of which differences are real, if so: blocks are too few, or there is no
/// difference at all.
pub(super) fn untold(told: &[&Comparison]) -> Option<String> {
    let none = Interval { low: 0.0, high: 0.0 };
    let is_same = |row: &&Comparison| row.difference == Some(0.0) && row.interval == Some(none);
    match () {
        () if told.is_empty() => Some(
            "there are too few blocks for intervals: nothing can be said of the differences."
                .to_owned(),
        ),
        () if told.iter().all(is_same) => {
            let made = plural(told.len() as u64, "comparison");
            Some(format!("in all {made} the runs are the same, block by block."))
        }
        () if told.iter().all(|row| row.is_real().is_none()) => Some(format!(
            "which differences are real can't be told: fewer than {FEWEST_BLOCKS} blocks, or no \
             spread between them."
        )),
        () => None,
    }
}

/// Which differences are real, in words.
fn real(measured: &Measured, first: &Side) -> String {
    let told: Vec<&Comparison> =
        measured.comparisons.iter().filter(|row| row.interval.is_some()).collect();
    if let Some(why) = untold(&told) {
        return capital(&why);
    }
    let arms = first.experiment.arms();
    let named = told.iter().filter(|row| row.is_real() == Some(true)).map(|row| {
        let label = &first.experiment.pool[row.pair.entrants.0].label;
        let (name, unit, sign) = unit(row.measure);
        let arm = match arms.len() {
            1 => String::new(),
            _ => format!(" in {}", arms[row.pair.arms.0].word),
        };
        let by = signed(unit * row.difference.unwrap_or_default());
        let sign = if sign.is_empty() { "" } else { " points" };
        legible(&format!("{label} {name} {by}{sign}{arm}"), 120)
    });
    let named: Vec<String> = named.collect();
    let named = if named.is_empty() { "none".to_owned() } else { named.join("; ") };
    let made = plural((told.len() / MEASURES.len()) as u64, "comparison");
    format!(
        "Real at 5 % (*), corrected for {made} by each measure (Holm): {named}. Intervals are 95 % \
         each, not corrected."
    )
}
