//! What a simulation came to, in a terminal: within 80 columns, without colour.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ColumnConstraint, Table, Width, presets};

use super::bars::{BARS, bar, grouped};
use crate::engine::{End, MAX_PLIES, Seat};
use crate::simulation::{LONG, Tally};
use crate::statistics::{Interval, RatioSums};

/// Of the columns of the table with their padding; with one between columns, 80 in all. An interval
/// takes 15.
const WIDTHS: [u16; 6] = [6, 17, 17, 17, 10, 8];

/// Writes sums and rates, then what depends on seats and starters, then three distributions.
/// Elections are independent of each other, so shares of them have intervals; the rounds of one
/// election are not, so their rates have none.
///
/// # Errors
/// Those of `out`.
pub fn print_simulation(out: &mut impl Write, tally: &Tally, stones: u8) -> io::Result<()> {
    counts(out, tally)?;
    writeln!(out, "\n{}", by_place(tally))?;
    writeln!(out, "Steps are clockwise, from who started the first round of the election, or the")?;
    writeln!(
        out,
        "last; those of rounds won, from who started the round. Stones are means (R9.5).\n"
    )?;
    let seats = &tally.stones[..=usize::from(stones)];
    picture(out, "Stones at the election", "seats", 0, seats)?;
    seen(out, "Plies of a round", "rounds", &tally.plies[..=MAX_PLIES])?;
    seen(out, "Rounds of an election", "elections", &tally.rounds[..LONG])?;
    match tally.rounds[LONG] {
        0 => Ok(()),
        longer => writeln!(out, "  and {longer} elections of {LONG} rounds or more"),
    }
}

/// A line a count, each with a rate that names what it is a rate of.
fn counts(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    let (elections, rounds) = (tally.elections(), tally.rounds());
    let mut line = |what: &str, count: u64, rate: &str| {
        writeln!(out, "{}", format!("  {what:<18} {count:>20}   {rate}").trim_end())
    };
    let each = |count: u64, of: u64| count as f64 / of.max(1) as f64;
    line("elections", elections, "")?;
    let undecided = percent(tally.undecided, elections);
    line("undecided (R9.6)", tally.undecided, &format!("{undecided} of elections"))?;
    line("rounds", rounds, &format!("{:.4} an election", each(rounds, elections)))?;
    for (what, count) in
        [("plies", tally.plies()), ("passes", tally.passes), ("PASSEBUNGE", tally.passebunge)]
    {
        line(what, count, &format!("{:.4} a round", each(count, rounds)))?;
    }
    for end in End::ALL {
        let count = tally.ends[end.index()];
        line(end.word(), count, &format!("{} of rounds", percent(count, rounds)))?;
    }
    match tally.faults {
        0 => Ok(()),
        faults => line("faults", faults, "choices that were not legal"),
    }
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.3} %", 100.0 * count as f64 / of.max(1) as f64)
}

/// A row for each seat, which is also so many steps clockwise from someone.
fn by_place(tally: &Tally) -> Table {
    let (elections, rounds) = (tally.elections(), tally.rounds());
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header([
        "seat\nstep",
        "CAMAT at the\nseat, 95 %",
        "steps from who\nstarted first",
        "steps from who\nstarted last",
        "rounds\nwon",
        "mean\nstones",
    ]);
    for place in 0..Seat::COUNT {
        table.add_row([
            place.to_string(),
            share(tally.camat[place], elections),
            share(tally.camat_from_first[place], elections),
            share(tally.camat_from_last[place], elections),
            percent(tally.rounds_won[place], rounds),
            mean(tally.stones_by_seat[place], elections),
        ]);
    }
    for (column, width) in table.column_iter_mut().zip(WIDTHS) {
        column.set_cell_alignment(CellAlignment::Right);
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
    }
    table
}

/// A mean with five digits, so that as many as 200 stones fit the column.
fn mean(sum: u64, of: u64) -> String {
    let mean = sum as f64 / of.max(1) as f64;
    match mean {
        100.0.. => format!("{mean:.2}"),
        10.0.. => format!("{mean:.3}"),
        _ => format!("{mean:.4}"),
    }
}

/// `20.012 %`, and below it `19.987 – 20.037`.
fn share(count: u64, elections: u64) -> String {
    let interval = RatioSums::of_trials(count, elections).rate_interval();
    let interval = interval
        .map(|Interval { low, high }| format!("\n{:.3} – {:.3}", 100.0 * low, 100.0 * high));
    percent(count, elections) + &interval.unwrap_or_default()
}

/// A picture of the values that were seen, from the lowest to the highest.
fn seen(out: &mut impl Write, what: &str, of: &str, counts: &[u64]) -> io::Result<()> {
    let is_seen = |count: &u64| *count > 0;
    let (first, last) = (counts.iter().position(is_seen), counts.iter().rposition(is_seen));
    match first.zip(last) {
        Some((first, last)) => picture(out, what, of, first, &counts[first..=last]),
        None => Ok(()),
    }
}

/// A line of bars for `counts`, the first of which is of the value `first`.
fn picture(
    out: &mut impl Write,
    what: &str,
    of: &str,
    first: usize,
    counts: &[u64],
) -> io::Result<()> {
    let per_bar = counts.len().div_ceil(BARS);
    let sums: Vec<u64> = grouped(counts, per_bar).collect();
    let highest = sums.iter().copied().max().unwrap_or_default();
    let last = first + counts.len() - 1;
    let full = percent(highest, counts.iter().sum());
    let each = if per_bar == 1 { String::new() } else { format!(", {per_bar} a bar") };
    let bars: String = sums.iter().map(|&sum| bar(sum as f64 / highest.max(1) as f64)).collect();
    writeln!(out, "{what}, {first} to {last}{each}; a full bar is {full} of {of}\n  {bars}")
}
