//! The end of a run in a terminal: a table and small pictures, within 80 columns, without colour.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::bars::{BARS, bar, grouped};
use crate::statistics::Interval;
use crate::tournament::{Arm, Standing, Tally};

const WIDTH: u16 = 80;

/// Writes the results of every arm: a row an entrant, then how its stones are spread.
///
/// # Errors
/// Those of `out`.
pub fn print_results(
    out: &mut impl Write,
    tally: &Tally,
    labels: &[&str],
    stones: u8,
) -> io::Result<()> {
    for (arm, standings) in tally.arms() {
        writeln!(out, "{}", title(arm))?;
        writeln!(out, "{}", results(labels, standings))?;
        writeln!(out)?;
        pictures(out, labels, standings, stones)?;
    }
    Ok(())
}

fn title(arm: Arm) -> &'static str {
    match arm {
        Arm::All => "Free-for-all (an even share of elections is 20 %)",
        Arm::OneAgainstFour => "Duel: one of the first against four of the second (even: 20 %)",
    }
}

fn results(labels: &[&str], standings: &[Standing]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header([
        "strategy",
        "elections\nwon",
        "win rate\n95 %",
        "mean stones\n95 %",
        "rounds\nwon",
    ]);
    for (label, Standing { sums, win, stones, .. }) in labels.iter().zip(standings) {
        let rounds = (sums.rounds > 0).then(|| sums.rounds_won() as f64 / sums.rounds as f64);
        table.add_row([
            (*label).to_owned(),
            format!("{}\nof {}", sums.elections_won, sums.seatings),
            with_interval(win.ratio(), win.rate_interval(), 100.0, " %"),
            with_interval(stones.ratio(), stones.mean_interval(), 1.0, ""),
            rounds.map(|rate| format!("{:.2} %", 100.0 * rate)).unwrap_or_default(),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// `20.12 %`, and below it `19.80 – 20.44`.
fn with_interval(value: Option<f64>, interval: Option<Interval>, unit: f64, sign: &str) -> String {
    let value = value.map(|value| format!("{:.2}{sign}", unit * value)).unwrap_or_default();
    let interval =
        interval.map(|Interval { low, high }| format!("\n{:.2} – {:.2}", unit * low, unit * high));
    value + &interval.unwrap_or_default()
}

/// A line of bars an entrant, all on one scale.
fn pictures(
    out: &mut impl Write,
    labels: &[&str],
    standings: &[Standing],
    stones: u8,
) -> io::Result<()> {
    let holdings = usize::from(stones) + 1;
    let per_bar = holdings.div_ceil(BARS);
    let shares: Vec<Vec<f64>> = standings
        .iter()
        .map(|Standing { sums, .. }| {
            let mut counts = sums.holdings.clone();
            counts.resize(holdings, 0);
            let share = |count| count as f64 / sums.seatings.max(1) as f64;
            grouped(&counts, per_bar).map(share).collect()
        })
        .collect();
    let highest = shares.iter().flatten().copied().fold(0.0, f64::max);
    let each = if per_bar == 1 { String::new() } else { format!(", {per_bar} a bar") };
    writeln!(
        out,
        "Stones at the election, 0 to {stones} from left to right{each}; a full bar is {:.1} %",
        100.0 * highest
    )?;
    for (label, shares) in labels.iter().zip(&shares) {
        let bars: String =
            shares.iter().map(|share| bar(share / highest.max(f64::MIN_POSITIVE))).collect();
        writeln!(out, "  {} {bars}", fit(label, 24))?;
    }
    Ok(())
}

/// `text` in exactly `width` columns, cut with an ellipsis or padded.
fn fit(text: &str, width: usize) -> String {
    let cut = console::truncate_str(text, width, "…");
    console::pad_str(&cut, width, console::Alignment::Left, None).into_owned()
}
