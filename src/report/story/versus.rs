//! Who fares how against whom.

use std::collections::BTreeMap;

use super::Told;
use super::parts::{Estimate, Figure, Heat, Picture, Section, Table, Unit};
use crate::report::decide::{p_value, unit, untold};
use crate::statistics::RatioSums;
use crate::tabletop::plural;

pub(super) fn head_to_head(told: &Told<'_>) -> Option<Section> {
    let mut pairs: BTreeMap<(usize, usize), RatioSums> = BTreeMap::new();
    for (line, account) in told.reading.lines.iter().zip(&told.reading.accounts) {
        for (opponent, ahead) in account.ahead.iter().filter(|(_, ahead)| ahead.blocks() > 0) {
            pairs.entry((line.place, *opponent)).or_default().merge(ahead);
        }
    }
    if pairs.is_empty() {
        return None;
    }
    let unit = Unit::PERCENT.signed().decimals(1);
    let pool = told.results.labels.len();
    let cell = |row: usize, column: usize| pairs.get(&(row, column)).and_then(RatioSums::ratio);
    let full =
        Heat::full_of(pairs.values().filter_map(RatioSums::ratio).map(|ratio| 100.0 * ratio));
    let heat = Heat {
        labels: (0..pool).map(|place| told.label(place)).collect(),
        cells: (0..pool)
            .map(|row| (0..pool).map(|column| cell(row, column).map(|v| 100.0 * v)).collect())
            .collect(),
        full,
        unit: Unit { by: 1.0, sign: "", ..unit.decimals(if pool > 8 { 0 } else { 1 }) },
        row: "of".to_owned(),
        column: "against".to_owned(),
    };
    let figure = Figure {
        title: "Ahead more often than behind".to_owned(),
        words: format!(
            "Of all meetings of two seats in an election, the per cent in which the row's \
          strategy fared better, less those in which it fared worse. Zero is even; blue is \
             ahead, orange behind; {}. 95 % intervals are in the table and in head_to_head.csv.",
            Heat::full_in_words(full)
        ),
        picture: Picture::Heat(heat),
        rest: None,
    };
    let numbers = ["meetings in blocks", "ahead less behind", "95 %"];
    let mut table = Table::new("Every two that meet", &["strategy", "opponent"], &numbers).folded();
    for ((first, second), sums) in pairs.iter().filter(|((first, second), _)| first < second) {
        let estimate = Estimate::mean(sums);
        table.rows.push(vec![
            told.label(*first),
            told.label(*second),
            sums.blocks().to_string(),
            unit.value(estimate.value),
            unit.interval(estimate.interval),
        ]);
    }
    let mut text: Vec<String> = Vec::new();
    if told.has_arms() {
        text.push("Over all arms in which two meet; by arm in head_to_head.csv.".to_owned());
    }
    Some(Section {
        id: "head-to-head",
        title: "Head to head".to_owned(),
        text,
        figures: vec![figure],
        tables: vec![table.within("head_to_head.csv")],
        ..Section::default()
    })
}

/// Every two entrants, and which differences are real.
pub(super) fn differences(told: &Told<'_>) -> Option<Section> {
    let families: Vec<_> =
        told.reading.families.iter().filter(|family| !family.comparisons.is_empty()).collect();
    let first = families.first()?;
    let mut tables = Vec::new();
    for family in &families {
        let (name, by, sign) = unit(family.measure);
        let shown = Unit { by, sign, ..Unit::PLAIN.signed() };
        let words: &[&str] =
            if told.has_arms() { &["first", "second", "arm"] } else { &["first", "second"] };
        let caption = format!("Differences in {name}, the first less the second");
        let numbers = ["blocks", "difference", "95 %", "p (Holm)", "real"];
        let mut table = Table::new(caption, words, &numbers);
        table.folded = family.comparisons.len() > 20;
        for compared in &family.comparisons {
            let (one, other) = compared.places;
            let mut row = vec![told.label(one), told.label(other)];
            row.extend(told.has_arms().then(|| told.arm(compared.arm)));
            row.extend([
                compared.blocks.to_string(),
                shown.value(compared.difference),
                shown.interval(compared.interval),
                compared.p.map(|_| p_value(compared.p_holm)).unwrap_or_default(),
                match compared.is_real() {
                    Some(true) => "yes",
                    Some(false) => "no",
                    None => "?",
                }
                .to_owned(),
            ]);
            table.rows.push(row);
        }
        tables.push(table.within("differences.csv"));
    }
    Some(Section {
        id: "differences",
        title: "Which differences are real".to_owned(),
        brief: true,
        text: vec![format!(
            "Between entrants of the same blocks, {} by each measure. p is corrected for all of \
             them (Holm), and a difference is real where that is 0.05 or less; ? can't be told: \
             {}. Intervals are 95 % each, not corrected.",
            plural(first.comparisons.len() as u64, "comparison"),
            untold(told.results)
        )],
        tables,
        ..Section::default()
    })
}
