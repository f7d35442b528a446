//! How stones are spread.

use super::Told;
use super::parts::{Bars, Estimate, Figure, Picture, Section, Table, Unit};
use super::ranking::not_drawn;

/// Panels of a picture at most.
pub(super) const PANELS: usize = 12;

pub(super) fn section(told: &Told<'_>) -> Section {
    let reading = told.reading;
    let all = reading.lines.iter().zip(&reading.accounts);
    let panels = all.clone().take(PANELS).map(|(line, account)| {
        let shares = account.holdings.iter().map(|share| Estimate::rate(share).times(100.0));
        (told.line(line), line.place, shares.collect())
    });
    let unit = Unit { by: 1.0, ..Unit::PERCENT };
    let each = match reading.per_bin {
        1 => String::new(),
        several => format!(", {several} numbers of stones a bar"),
    };
    let mut table = Table::new(
        "Shares of seatings by stones held",
        &["strategy"],
        &["stones", "share", "95 %"],
    )
    .folded();
    for (line, account) in all {
        for (bin, share) in account.holdings.iter().enumerate() {
            let estimate = Estimate::rate(share);
            let (first, last) = (bin * reading.per_bin, (bin + 1) * reading.per_bin - 1);
            let last = last.min(usize::from(told.results.stones));
            let stones =
                if first == last { first.to_string() } else { format!("{first} – {last}") };
            table.rows.push(vec![
                told.line(line),
                stones,
                Unit::PERCENT.value(estimate.value),
                Unit::PERCENT.interval(estimate.interval),
            ]);
        }
    }
    let table = table.within("stones.csv");
    let figure = Figure {
        title: "Stones at the election".to_owned(),
        words: format!(
            "How many of a strategy's seatings ended with so many stones. Bars are shares of \
             seatings, from zero{each}; lines on them 95 % intervals; all panels are on one scale. \
             On the logarithmic scale there is no zero: what was never seen is left out."
        ),
        picture: Picture::Bars(Bars {
            x: "stones".to_owned(),
            y: "% of seatings".to_owned(),
            first: 0,
            width: reading.per_bin as u64,
            open: false,
            panels: panels.collect(),
            unit,
            log: true,
        }),
        rest: not_drawn(reading.lines.len(), PANELS, &table, "stones.csv"),
    };
    Section {
        id: "stones",
        title: "How stones are spread".to_owned(),
        text: told.over_arms("stones.csv").into_iter().collect(),
        figures: vec![figure],
        tables: vec![table],
        ..Section::default()
    }
}
