//! Who thrives among whom.

use super::Told;
use super::parts::{Curve, Estimate, Figure, Panel, Picture, Section, Series, Table, Unit};
use super::ranking::not_drawn;
use super::stones::PANELS;
use crate::engine::Seat;
use crate::report::decide::invasion;
use crate::tournament::{Proportion, Thriving};

/// Pairs that are put in words at most.
const NAMED: usize = 6;

/// Who invades whom, in words.
pub(super) fn sentences(told: &Told<'_>) -> Vec<String> {
    let thriving = &told.reading.thriving;
    if thriving.len() > NAMED {
        return Vec::new();
    }
    thriving.iter().map(|one| in_words(told, one)).filter(|text| !text.is_empty()).collect()
}

fn in_words(told: &Told<'_>, one: &Thriving) -> String {
    let (first, second) = (told.label(one.places.0), told.label(one.places.1));
    let sentences = [
        one.invasions.0.map(|verdict| invasion(verdict, &first, &second)),
        one.invasions.1.map(|verdict| invasion(verdict, &second, &first)),
    ];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

pub(super) fn thriving(told: &Told<'_>) -> Option<Section> {
    let all = &told.reading.thriving;
    if all.is_empty() {
        return None;
    }
    let numbers =
        ["copies of the first", "win rate", "95 %", "of the second", "95 % of it", "real"];
    let mut table = Table::new("Win rate a seat by proportion", &["first", "second"], &numbers);
    table.folded = all.len() > 4;
    for one in all {
        for Proportion { copies, win, real, .. } in &one.proportions {
            table.rows.push(vec![
                told.label(one.places.0),
                told.label(one.places.1),
                copies.to_string(),
                Unit::PERCENT.value(win.0.ratio()),
                Unit::PERCENT.interval(win.0.rate_interval()),
                Unit::PERCENT.value(win.1.ratio()),
                Unit::PERCENT.interval(win.1.rate_interval()),
                real.map_or("?", |real| if real { "yes" } else { "no" }).to_owned(),
            ]);
        }
    }
    let table = table.within("differences.csv");
    Some(Section {
        id: "thriving",
        title: "Who thrives among whom".to_owned(),
        brief: true,
        text: all.iter().take(NAMED).map(|one| in_words(told, one)).collect(),
        figures: vec![Figure {
            title: "Win rate by how many there are".to_owned(),
            words: "Two strategies share the five seats; from left to right there are more of the \
                    first. Points are win rates a seat, whiskers 95 % intervals; the dashed line is \
                    an even share, 20 %. Who is above it alone, and stays above it as it grows in \
                    number, takes the table over."
                .to_owned(),
            picture: Picture::Curves(all.iter().take(PANELS).map(|one| panel(told, one)).collect()),
            rest: not_drawn(all.len(), PANELS, &table, "differences.csv"),
        }],
        tables: vec![table],
        ..Section::default()
    })
}

fn panel(told: &Told<'_>, one: &Thriving) -> Panel {
    let curve = |place: usize, first: bool| Curve {
        label: told.label(place),
        tint: place,
        series: Series::Joined,
        points: one
            .proportions
            .iter()
            .map(|Proportion { copies, win, .. }| {
                let sums = if first { &win.0 } else { &win.1 };
                (*copies as f64, Estimate::rate(sums).times(100.0))
            })
            .collect(),
    };
    let (first, second) = one.places;
    Panel {
        title: format!("{} among {}", told.label(first), told.label(second)),
        x: format!("copies of {} in {} seats", told.label(first), Seat::COUNT),
        y: "win rate, %".to_owned(),
        log: false,
        references: vec![(20.0, "even".to_owned())],
        curves: vec![curve(first, true), curve(second, false)],
        unit: Unit { by: 1.0, ..Unit::PERCENT },
    }
}
