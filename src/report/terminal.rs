//! The end of a run in a terminal: a table and small pictures, within 80 columns, without colour.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::bars::{BARS, bar, grouped, whiskered};
use super::text::{WIDTH, say};
use crate::engine::Seat;
use crate::statistics::{Interval, RatioSums, pairing_gain};
use crate::strategies::SEES_ALL;
use crate::tournament::{Arm, Design, Results, Seating, Standing};

/// Writes the results of every arm: a row an entrant, how its stones are spread, and what shared
/// deals bought.
///
/// # Errors
/// Those of `out`.
pub fn print_results(out: &mut impl Write, design: Design, results: Results<'_>) -> io::Result<()> {
    for (arm, standings) in results.arms.iter().zip(results.tally.arms()) {
        let rows: Vec<(&str, &Standing)> =
            arm.entrants.iter().map(|&place| (results.labels[place], &standings[place])).collect();
        say(out, &title(design, arm, results.labels))?;
        writeln!(out, "{}", table(&rows))?;
        writeln!(out)?;
        win_rates(out, &rows)?;
        pictures(out, &rows, results.stones)?;
        gains(out, &rows)?;
        writeln!(out)?;
    }
    Ok(())
}

fn title(design: Design, arm: &Arm, labels: &[&str]) -> String {
    let seats = |seating: &Seating| seating.map(|place| labels[place]);
    match (design, arm.seatings.first()) {
        (Design::Seating, Some(seating)) => {
            let clockwise = seats(seating).join(", ");
            format!("Seating, clockwise: {clockwise} (an even share of elections is 20 %)")
        }
        (_, Some(seating)) => {
            let [first, .., last] = seats(seating);
            let copies = seating.iter().filter(|&&place| place == seating[0]).count();
            let design = match design {
                Design::Duel => "Duel",
                Design::Gauntlet => "Gauntlet",
                Design::Ladder => "Ladder",
                _ => "Mix",
            };
            let others = Seat::COUNT - copies;
            format!("{design}, {copies} of {first} and {others} of {last} (even: 20 % a seat)")
        }
        (_, None) => "Free-for-all (an even share of elections is 20 %)".to_owned(),
    }
}

/// Blocks from which on it is said what shared deals bought: with fewer the figures are off by a
/// quarter and more.
const GAINS_FROM: u64 = 50;

/// What it bought that the games of a block share their deals, over the entrants.
fn gains(out: &mut impl Write, rows: &[(&str, &Standing)]) -> io::Result<()> {
    let range = |of: fn(&Standing) -> (&RatioSums, &RatioSums)| {
        let gains = rows.iter().filter_map(|(_, standing)| {
            let (games, blocks) = of(standing);
            pairing_gain(games, blocks).filter(|_| blocks.blocks() >= GAINS_FROM)
        });
        let (low, high) = gains
            .fold((f64::INFINITY, 0.0_f64), |(low, high), gain| (low.min(gain), high.max(gain)));
        (high > 0.0).then(|| match format!("{low:.2}") == format!("{high:.2}") {
            true => format!("{low:.2}"),
            false => format!("{low:.2} to {high:.2}"),
        })
    };
    let by_election = range(|standing| (&standing.apart.win, &standing.win));
    let by_round = range(|standing| (&standing.apart.rounds, &standing.rounds));
    let Some((win, rounds)) = by_election.zip(by_round) else { return Ok(()) };
    let text = format!(
        "Shared deals: win rates vary as those of {win} times the elections would on deals of \
         their own, shares of rounds won as those of {rounds} times the rounds"
    );
    say(out, &text)
}

fn table(rows: &[(&str, &Standing)]) -> Table {
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
    for (label, Standing { sums, win, stones, .. }) in rows {
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

/// A bar an entrant for its win rate, from zero, with the interval.
fn win_rates(out: &mut impl Write, rows: &[(&str, &Standing)]) -> io::Result<()> {
    let highest = rows
        .iter()
        .map(|(_, standing)| {
            let win = &standing.win;
            win.rate_interval().map(|limits| limits.high).or(win.ratio()).unwrap_or(0.0)
        })
        .fold(0.0, f64::max);
    if highest <= 0.0 {
        return Ok(());
    }
    writeln!(
        out,
        "Win rate, 0 to {:.1} % from left to right; ▒ is the 95 % interval",
        100.0 * highest
    )?;
    for (label, standing) in rows {
        let share = |value: f64| value / highest;
        let interval = standing.win.rate_interval();
        let interval = interval.map(|i| Interval { low: share(i.low), high: share(i.high) });
        let drawn = whiskered(standing.win.ratio().map(share), interval, BARS);
        writeln!(out, "{}", format!("  {} {drawn}", fit(label, 24)).trim_end())?;
    }
    writeln!(out)
}

/// A line of bars an entrant, all on one scale.
fn pictures(out: &mut impl Write, rows: &[(&str, &Standing)], stones: u8) -> io::Result<()> {
    let holdings = usize::from(stones) + 1;
    let per_bar = holdings.div_ceil(BARS);
    let shares: Vec<Vec<f64>> = rows
        .iter()
        .map(|(_, Standing { sums, .. })| {
            let mut counts = sums.holdings.clone();
            counts.resize(holdings, 0);
            let share = |count| count as f64 / sums.seatings.max(1) as f64;
            grouped(&counts, per_bar).map(share).collect()
        })
        .collect();
    let highest = shares.iter().flatten().copied().fold(0.0, f64::max);
    let each = if per_bar == 1 { String::new() } else { format!(", {per_bar} a bar") };
    let text = format!(
        "Stones at the election, 0 to {stones} from left to right{each}; a full bar is {:.1} %",
        100.0 * highest
    );
    say(out, &text)?;
    for ((label, _), shares) in rows.iter().zip(&shares) {
        let bars: String =
            shares.iter().map(|share| bar(share / highest.max(f64::MIN_POSITIVE))).collect();
        writeln!(out, "  {} {bars}", fit(label, 24))?;
    }
    Ok(())
}

/// A label in exactly `width` columns, cut with an ellipsis or padded; that someone is shown all hands
/// is not cut.
fn fit(label: &str, width: usize) -> String {
    let cut = match label.strip_suffix(SEES_ALL) {
        Some(name) => {
            let left = width.saturating_sub(SEES_ALL.len());
            console::truncate_str(name, left, "…").into_owned() + SEES_ALL
        }
        None => console::truncate_str(label, width, "…").into_owned(),
    };
    console::pad_str(&cut, width, console::Alignment::Left, None).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_but_not_the_mark_of_who_sees_all() {
        let fitted = ["greedy", "a-name-that-is-longer-than-it-may-be", "a-long-name (sees all)"]
            .map(|label| fit(label, 20));
        assert_eq!(
            fitted,
            ["greedy              ", "a-name-that-is-long…", "a-long-n… (sees all)"]
        );
        assert_eq!(fit("宽宽宽宽宽宽 (sees all)", 20), "宽宽宽宽… (sees all)");
    }
}
