//! What the seat does, and who sits beside one.

use std::collections::BTreeMap;

use super::Told;
use super::parts::{Curve, Estimate, Figure, Heat, Panel, Picture, Section, Series, Table, Unit};
use super::ranking::not_drawn;
use super::stones::PANELS;
use crate::statistics::RatioSums;

/// Entrants whose neighbours are drawn as a matrix, at most: cells must hold a number.
const MATRIX: usize = 16;

pub(super) fn seats(told: &Told<'_>) -> Section {
    let reading = told.reading;
    let all = reading.lines.iter().zip(&reading.accounts);
    let panel = |(line, account): (&crate::tournament::Line, &crate::tournament::Account)| {
        let points = account.seats.iter().enumerate();
        let points = points.filter(|(_, (win, _))| win.blocks() > 0);
        Panel {
            title: told.line(line),
            x: "seat".to_owned(),
            y: "win rate, %".to_owned(),
            log: false,
            references: vec![(20.0, "even".to_owned())],
            curves: vec![Curve {
                label: told.line(line),
                tint: line.place,
                series: Series::Points,
                points: points
                    .map(|(seat, (win, _))| (seat as f64, Estimate::rate(win).times(100.0)))
                    .collect(),
            }],
            unit: Unit { by: 1.0, ..Unit::PERCENT },
        }
    };
    let numbers = ["seat", "win rate", "95 %", "mean stones", "95 % of it"];
    let mut table = Table::new("By seat", &["strategy"], &numbers).folded();
    for (line, account) in all.clone() {
        for (seat, (win, stones)) in account.seats.iter().enumerate() {
            table.rows.push(vec![
                told.line(line),
                seat.to_string(),
                Unit::PERCENT.value(win.ratio()),
                Unit::PERCENT.interval(win.rate_interval()),
                Unit::PLAIN.value(stones.ratio()),
                Unit::PLAIN.interval(stones.mean_interval()),
            ]);
        }
    }
    let mut text = vec![
        "What the number of a seat does: nothing, as far as the points of a panel are level."
            .to_owned(),
    ];
    text.extend(told.over_arms("seats.csv"));
    let table = table.within("seats.csv");
    Section {
        id: "seats",
        title: "Seats".to_owned(),
        text,
        figures: vec![Figure {
            title: "Win rate by seat".to_owned(),
            words:
                "Points are win rates at seats 0 to 4, whiskers 95 % intervals, the dashed line \
                    an even share, 20 %. All panels are on one scale."
                    .to_owned(),
            picture: Picture::Curves(all.take(PANELS).map(panel).collect()),
            rest: not_drawn(reading.lines.len(), PANELS, &table, "seats.csv"),
        }],
        tables: vec![table],
        ..Section::default()
    }
}

type Beside = BTreeMap<(usize, usize), RatioSums>;

/// What it does who plays before one, and after.
pub(super) fn neighbours(told: &Told<'_>) -> Option<Section> {
    let (mut before, mut after, mut own): (Beside, Beside, Own) = Default::default();
    for (line, account) in told.reading.lines.iter().zip(&told.reading.accounts) {
        for (into, from) in [(&mut before, &account.before), (&mut after, &account.after)] {
            for (other, sums) in from {
                into.entry((line.place, *other)).or_default().merge(sums);
            }
        }
        // Each block in which it has one seat has one who plays before it.
        for sums in account.before.values() {
            own.entry(line.place).or_default().merge(sums);
        }
    }
    let several = |place: usize| before.keys().filter(|(one, _)| *one == place).count() > 1;
    if !own.keys().any(|&place| several(place)) {
        return None;
    }
    // One scale for both.
    let maps = [&before, &after];
    let apart = maps.iter().flat_map(|beside| beside.keys().map(|&pair| apart(beside, &own, pair)));
    let full = Heat::full_of(apart.flatten());
    let figures = [(&before, "before it", "played by"), (&after, "after it", "followed by")]
        .into_iter()
        .filter(|_| told.results.labels.len() <= MATRIX)
        .map(|(beside, which, column)| heat(told, (beside, &own, full), which, column))
        .collect();
    let numbers = ["blocks", "win rate", "95 %", "less its own mean"];
    let words = ["strategy", "where", "neighbour"];
    let mut table = Table::new("By who sits beside", &words, &numbers).folded();
    for (beside, which) in [(&before, "before it"), (&after, "after it")] {
        for ((place, other), sums) in beside {
            let own = own.get(place).and_then(RatioSums::ratio);
            let apart = sums.ratio().zip(own).map(|(rate, own)| rate - own);
            table.rows.push(vec![
                told.label(*place),
                which.to_owned(),
                told.label(*other),
                sums.blocks().to_string(),
                Unit::PERCENT.value(sums.ratio()),
                Unit::PERCENT.interval(sums.rate_interval()),
                Unit::PERCENT.signed().value(apart),
            ]);
        }
    }
    Some(Section {
        id: "neighbours",
        title: "Neighbours".to_owned(),
        text: vec![
            "Who plays directly before one, and directly after (R4.1), of blocks in which the \
             strategy has one seat. Each figure is looked at alone: among many some seem far off by \
             chance, and the table has their intervals."
                .to_owned(),
        ],
        figures,
        tables: vec![table.within("no file; a run of the design seating asks for them")],
        ..Section::default()
    })
}

type Own = BTreeMap<usize, RatioSums>;

/// The win rate of one where another sits beside it, less its own, in percentage points.
fn apart(beside: &Beside, own: &Own, (row, column): (usize, usize)) -> Option<f64> {
    let rate = beside.get(&(row, column))?.ratio()?;
    Some(100.0 * (rate - own.get(&row)?.ratio()?))
}

fn heat(
    told: &Told<'_>,
    (beside, own, full): (&Beside, &Own, f64),
    which: &str,
    column: &str,
) -> Figure {
    let pool = told.results.labels.len();
    let cell = |row: usize, column: usize| apart(beside, own, (row, column));
    Figure {
        title: format!("Win rate by who sits {which}"),
        words: format!(
            "The win rate of the row's strategy where the column's plays directly {which}, less its \
             win rate whoever does, in percentage points. Zero is no effect; {}, here and in the other map; intervals are in \
             the table.",
            Heat::full_in_words(full)
        ),
        picture: Picture::Heat(Heat {
            labels: (0..pool).map(|place| told.label(place)).collect(),
            cells: (0..pool).map(|row| (0..pool).map(|c| cell(row, c)).collect()).collect(),
            full,
            unit: Unit { by: 1.0, sign: "", ..Unit::PLAIN.signed().decimals(1) },
            row: "of".to_owned(),
            column: column.to_owned(),
        }),
        rest: None,
    }
}
