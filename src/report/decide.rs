//! What a run decides, in a terminal: within 80 columns, without colour.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::names::cut;
use super::sequential::print_test;
use super::text::{WIDTH, say, signed};
use crate::records::legible;
use crate::statistics::{Interval, RatioSums};
use crate::tabletop::plural;
use crate::tournament::{
    Compared, Decision, FEWEST_BLOCKS, Family, Measure, Proportion, Rating, Results, Thriving,
    Unrated, Verdict,
};

/// Differences and ratings named at the end of a run.
const NAMED: usize = 10;

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(header);
    table
}

fn right(table: &mut Table, from: usize) {
    for column in table.column_iter_mut().skip(from) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// Name of a measure, in what unit its differences are, and that unit.
pub(super) fn unit(measure: Measure) -> (&'static str, f64, &'static str) {
    match measure {
        Measure::WinRate => ("win rate", 100.0, " points"),
        Measure::MeanStones => ("mean stones", 1.0, ""),
    }
}

fn label(results: Results<'_>, place: usize) -> String {
    cut(&legible(results.labels[place], 200), 40)
}

/// `a – b +1.20 %`, with the arm where there are several.
fn named(results: Results<'_>, measure: Measure, compared: &Compared) -> String {
    let (_, by, sign) = unit(measure);
    let (first, second) = compared.places;
    let arm = match results.arms.len() {
        1 => String::new(),
        _ => format!(" in {}", legible(&results.arms[compared.arm].word, 40)),
    };
    let value = signed(by * compared.difference.unwrap_or_default());
    format!("{} – {} {value}{sign}{arm}", label(results, first), label(results, second))
}

/// Why some differences have no p-value.
pub(super) fn untold(results: Results<'_>) -> String {
    match results.watch {
        Some(_) => "p-values do not hold where results decide how many blocks there are, and the \
                    sequential test is what tells"
            .to_owned(),
        None => format!("fewer than {FEWEST_BLOCKS} blocks, or no spread between them"),
    }
}

/// Some items in a row, and how many more there are.
pub(super) fn listed(items: &[String]) -> String {
    let some = items[..items.len().min(NAMED)].join("; ");
    match items.len().saturating_sub(NAMED) {
        0 => some,
        more => format!("{some}; and {more} more"),
    }
}

/// Writes which differences of a run are real, and its ratings, in short.
///
/// # Errors
/// Those of `out`.
pub fn print_decisions(out: &mut impl Write, results: Results<'_>) -> io::Result<()> {
    for family in Family::all(results).iter().filter(|family| !family.comparisons.is_empty()) {
        say(out, &told(results, family))?;
    }
    if results.labels.len() > 1 {
        say(out, &ratings_in_short(results))?;
        unrated(out, results)?;
    }
    writeln!(out)
}

/// A family in a sentence or three.
fn told(results: Results<'_>, family: &Family) -> String {
    let name = unit(family.measure).0;
    let of = |real: Option<bool>| -> Vec<String> {
        let such = family.comparisons.iter().filter(|compared| compared.is_real() == real);
        such.map(|compared| named(results, family.measure, compared)).collect()
    };
    let (real, not) = (of(Some(true)), of(Some(false)));
    let made = plural(family.comparisons.len() as u64, "comparison");
    if real.is_empty() && not.is_empty() {
        return format!("By {name} nothing is called real: {}.", untold(results));
    }
    let mut text = format!("By {name}, real at 5 % (Holm, {made}): ");
    text += if real.is_empty() { "none".to_owned() } else { listed(&real) }.as_str();
    text += ".";
    if !not.is_empty() {
        text += &format!(" Not real: {}.", listed(&not));
    }
    text
}

fn rated(rating: Rating) -> String {
    let interval = rating.interval.map(|Interval { low, high }| format!(" ({low:.0} – {high:.0})"));
    format!("{:.0}{}", rating.value, interval.unwrap_or_default())
}

fn ratings_in_short(results: Results<'_>) -> String {
    let all: Vec<String> = (0..results.labels.len())
        .map(|place| match results.ratings.of(place) {
            Ok(rating) => format!("{} {}", label(results, place), rated(rating)),
            Err(_) => format!("{} none", label(results, place)),
        })
        .collect();
    format!("Ratings, 400 points for odds of ten to one: {}.", listed(&all))
}

/// Writes all that a run decides.
///
/// # Errors
/// Those of `out`.
pub fn print_decision(
    out: &mut impl Write,
    results: Results<'_>,
    decision: &Decision,
) -> io::Result<()> {
    for family in &decision.families {
        differences(out, results, family)?;
    }
    for thriving in &decision.thriving {
        thrives(out, results, thriving)?;
    }
    if let Some(watch) = results.watch {
        print_test(out, watch)?;
        writeln!(out)?;
    }
    ratings(out, results)?;
    errors(out, results, decision)?;
    out.flush()
}

fn differences(out: &mut impl Write, results: Results<'_>, family: &Family) -> io::Result<()> {
    let (name, by, sign) = unit(family.measure);
    let in_unit = if sign.is_empty() { "" } else { ", in percentage points," };
    let size = family.comparisons.len() as u64;
    if size == 0 {
        return Ok(());
    }
    say(
        out,
        &format!(
            "Differences in {name}{in_unit} between entrants of the same blocks, the first less the second. \
             The family is each two entrants of each arm of this run by {name}, {}; p is \
             corrected for it (Holm), and a difference is real where that is 0.05 or less. Intervals \
             are 95 % each, not corrected.",
            plural(size, "comparison")
        ),
    )?;
    let mut rows = table(&["first", "second", "blocks", "difference", "95 %", "p", "real"]);
    let mut arm = None;
    for compared in &family.comparisons {
        if results.arms.len() > 1 && arm.replace(compared.arm) != Some(compared.arm) {
            rows.add_row([format!("arm {}", legible(&results.arms[compared.arm].word, 30))]);
        }
        let interval = compared
            .interval
            .map(|Interval { low, high }| format!("{} – {}", signed(by * low), signed(by * high)));
        let difference = compared.difference.map(|value| signed(by * value));
        rows.add_row([
            label(results, compared.places.0),
            label(results, compared.places.1),
            compared.blocks.to_string(),
            difference.unwrap_or_default(),
            interval.unwrap_or_default(),
            compared.p.map(|_| p_value(compared.p_holm)).unwrap_or_default(),
            match compared.is_real() {
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
                None => "?".to_owned(),
            },
        ]);
    }
    right(&mut rows, 2);
    writeln!(out, "{rows}")?;
    if family.comparisons.iter().any(|compared| compared.is_real().is_none()) {
        say(
            out,
            &format!("? can't be told: {}. It counts in the family all the same.", untold(results)),
        )?;
    }
    writeln!(out)
}

pub(super) fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

fn rate(sums: &RatioSums) -> String {
    let value = sums.ratio().map(|value| format!("{:.2} %", 100.0 * value)).unwrap_or_default();
    let interval = sums
        .rate_interval()
        .map(|Interval { low, high }| format!("\n{:.2} – {:.2}", 100.0 * low, 100.0 * high));
    value + &interval.unwrap_or_default()
}

/// Two entrants in several proportions, and who invades whom.
fn thrives(out: &mut impl Write, results: Results<'_>, thriving: &Thriving) -> io::Result<()> {
    let (first, second) = (label(results, thriving.places.0), label(results, thriving.places.1));
    say(
        out,
        &format!(
            "{first} among {second}: win rate a seat by how many of the five are {first}, 95 %; \
             even is 20 %."
        ),
    )?;
    let mut rows = table(&["copies", &first, &second, "difference", "real"]);
    for Proportion { copies, win, difference, real, .. } in &thriving.proportions {
        rows.add_row([
            format!("{copies} and {}", 5 - copies),
            rate(&win.0),
            rate(&win.1),
            difference.map(|value| signed(100.0 * value)).unwrap_or_default(),
            real.map_or("?", |real| if real { "yes" } else { "no" }).to_owned(),
        ]);
    }
    right(&mut rows, 1);
    writeln!(out, "{rows}")?;
    let (one, other) = thriving.invasions;
    let sentences = [
        one.map(|verdict| invasion(verdict, &first, &second)),
        other.map(|verdict| invasion(verdict, &second, &first)),
    ];
    let text: Vec<String> = sentences.into_iter().flatten().collect();
    say(out, &text.join(" "))?;
    writeln!(out)
}

/// Whether a single one does better among four of another than they do.
pub(super) fn invasion(verdict: Verdict, one: &str, others: &str) -> String {
    let single = format!("one {one} among four {others} wins");
    match verdict {
        Verdict::Invades => format!("{one} invades {others}: {single} more than each of them."),
        Verdict::Resisted => format!("{others} resists {one}: {single} less than each of them."),
        Verdict::Open => {
            format!("Whether {one} invades {others} is open: the difference may be chance.")
        }
        Verdict::Untold => format!("Whether {one} invades {others} can't be told."),
    }
}

fn ratings(out: &mut impl Write, results: Results<'_>) -> io::Result<()> {
    if results.labels.len() < 2 {
        return say(out, "A single entrant: there is nothing to compare it with, and no rating.\n");
    }
    let anchor = results.ratings.anchor;
    say(
        out,
        &format!(
            "Ratings by the order of finish in all elections (the CAMAT first, then fewer stones; \
             Plackett–Luce with ties), beside {}, which is 1500. 400 points more are odds of ten to \
             one to end ahead. 95 % over blocks, by bootstrap.",
            label(results, anchor)
        ),
    )?;
    let mut rows = table(&["strategy", "rating", "95 %"]);
    let mut places: Vec<usize> = (0..results.labels.len()).collect();
    let value = |place: usize| results.ratings.of(place).map_or(f64::NEG_INFINITY, |r| r.value);
    places.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
    for place in places {
        let label = label(results, place);
        match results.ratings.of(place) {
            Ok(Rating { value, interval }) => {
                let interval =
                    interval.map(|Interval { low, high }| format!("{low:.1} – {high:.1}"));
                rows.add_row([label, format!("{value:.1}"), interval.unwrap_or_default()]);
            }
            Err(_) => {
                rows.add_row([label, "none".to_owned(), String::new()]);
            }
        }
    }
    right(&mut rows, 1);
    writeln!(out, "{rows}")?;
    unrated(out, results)?;
    writeln!(out)
}

/// Who has no rating, and why: a line for each reason.
fn unrated(out: &mut impl Write, results: Results<'_>) -> io::Result<()> {
    let mut reasons: Vec<(Unrated, Vec<String>)> = Vec::new();
    for place in 0..results.labels.len() {
        let Err(why) = results.ratings.of(place) else { continue };
        let label = label(results, place);
        match reasons.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, labels)) => labels.push(label),
            None => reasons.push((why, vec![label])),
        }
    }
    for (reason, labels) in reasons {
        say(out, &format!("No rating, {reason}: {}.", listed(&labels)))?;
    }
    Ok(())
}

/// Standard errors by formula and by bootstrap.
fn errors(out: &mut impl Write, results: Results<'_>, decision: &Decision) -> io::Result<()> {
    say(
        out,
        "Standard errors by formula and, as a check, by a bootstrap over blocks. Where they are far \
         apart, blocks are too few or too much alike for either.",
    )?;
    let mut rows = table(&["arm", "strategy", "win rate", "bootstrap", "mean stones", "bootstrap"]);
    let error = |value: Option<f64>, by: f64, sign: &str| {
        value.map(|value| format!("{:.3}{sign}", by * value)).unwrap_or_default()
    };
    for stake in &decision.stakes {
        rows.add_row([
            legible(&results.arms[stake.arm].word, 30),
            label(results, stake.place),
            error(stake.win.0, 100.0, " %"),
            error(stake.win.1, 100.0, " %"),
            error(stake.stones.0, 1.0, ""),
            error(stake.stones.1, 1.0, ""),
        ]);
    }
    right(&mut rows, 2);
    writeln!(out, "{rows}")
}
