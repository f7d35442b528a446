//! Strength against budget, where the pool has a strategy with several.

use std::collections::BTreeMap;

use super::Told;
use super::parts::{Curve, Estimate, Figure, Panel, Picture, Section, Series, Table, Unit};

/// Entrants that differ in a budget alone: what they are besides, and each budget with its place.
type Groups = BTreeMap<(String, &'static str, String), Vec<(u64, usize)>>;

fn groups(told: &Told<'_>) -> Groups {
    let mut groups = Groups::new();
    for (place, written) in told.run.manifest.pool().iter().enumerate() {
        let Some(entry) = told.registry.get(&written.strategy) else { continue };
        for budget in entry.budgets() {
            let value = written.parameters.get(budget.key).and_then(|value| value.parse().ok());
            let mut rest = written.parameters.clone();
            rest.remove(budget.key);
            if let Some(value) = value {
                let key = (written.strategy.clone(), budget.key, format!("{rest:?}"));
                groups.entry(key).or_default().push((value, place));
            }
        }
    }
    groups.values_mut().for_each(|group| group.sort_unstable());
    groups.retain(|_, group| {
        let mut budgets: Vec<u64> = group.iter().map(|(budget, _)| *budget).collect();
        budgets.dedup();
        budgets.len() > 1
    });
    groups
}

pub(super) fn section(told: &Told<'_>) -> Option<Section> {
    let groups = groups(told);
    if groups.is_empty() {
        return None;
    }
    let rating = |place: usize| {
        let rating = told.results.ratings.of(place).ok();
        Estimate {
            value: rating.map(|rating| rating.value),
            interval: rating.and_then(|rating| rating.interval),
        }
    };
    let unit = Unit::PLAIN.decimals(0);
    let panel = |((strategy, key, _), group): (&(String, &'static str, String), &Vec<_>)| Panel {
        title: format!("{strategy} by {key}"),
        x: format!("{key}, logarithmic"),
        y: "rating, points".to_owned(),
        log: true,
        references: Vec::new(),
        curves: vec![Curve {
            label: strategy.clone(),
            tint: group.first().map_or(0, |&(_, place): &(u64, usize)| place),
            series: Series::Joined,
            points: group
                .iter()
                .map(|&(budget, place)| ((budget as f64).max(0.5), rating(place)))
                .collect(),
        }],
        unit,
    };
    let mut table =
        Table::new("Rating by budget", &["strategy", "budget"], &["worth", "rating", "95 %"]);
    for ((_, key, _), group) in &groups {
        for &(budget, place) in group {
            let estimate = rating(place);
            table.rows.push(vec![
                told.label(place),
                (*key).to_owned(),
                budget.to_string(),
                unit.value(estimate.value),
                unit.interval(estimate.interval),
            ]);
        }
    }
    Some(Section {
        id: "budget",
        title: "Strength against budget".to_owned(),
        text: vec![
            "Entrants that are the same but for a budget, by rating: 400 points are odds of ten to one \
             to end ahead."
                .to_owned(),
        ],
        figures: vec![Figure {
            title: "Rating by budget".to_owned(),
            words: "Points are ratings, whiskers 95 % by bootstrap over blocks; the anchor, 1500 by \
                    definition, has none."
                .to_owned(),
            picture: Picture::Curves(groups.iter().map(panel).collect()),
            rest: None,
        }],
        tables: vec![table.within("summary.csv")],
        ..Section::default()
    })
}
