//! Who is how good.

use super::Told;
use super::parts::{Dots, Estimate, Figure, Picture, Row, Section, Table, Unit};
use crate::tournament::Standing;

/// Rows of a picture at most.
pub(super) const DRAWN: usize = 64;

pub(super) fn section(told: &Told<'_>) -> Section {
    let mut rows: Vec<(usize, usize, &Standing)> = told
        .results
        .arms
        .iter()
        .zip(told.results.tally.arms())
        .enumerate()
        .flat_map(|(at, (arm, standings))| {
            arm.entrants.iter().map(move |&place| (at, place, &standings[place]))
        })
        .collect();
    let rate = |standing: &Standing| standing.win.ratio().unwrap_or(-1.0);
    // Within arms, the best first.
    rows.sort_by(|one, other| (one.0.cmp(&other.0)).then(rate(other.2).total_cmp(&rate(one.2))));
    let mut section =
        Section { id: "ranking", title: "Ranking".to_owned(), brief: true, ..Section::default() };
    let table = table(told, &rows);
    let rest = not_drawn(rows.len(), DRAWN, &table, "summary.csv");
    for by_wins in [true, false] {
        section.figures.push(Figure { rest: rest.clone(), ..picture(told, &rows, by_wins) });
    }
    section.tables.push(table);
    if told.results.labels.len() > 1 {
        let (figure, table) = ratings(told);
        section.figures.extend(figure);
        section.tables.push(table);
    }
    section
}

fn name(told: &Told<'_>, arm: usize, place: usize) -> String {
    match told.has_arms() {
        true => format!("{} in {}", told.label(place), told.arm(arm)),
        false => told.label(place),
    }
}

/// What is left out of a picture.
pub(super) fn left_out(all: usize, most: usize) -> Option<String> {
    let more = all.saturating_sub(most);
    (more > 0).then(|| format!("{more} more are not drawn; the table has them."))
}

/// The same where the table is cut too, and `file` has the rest.
pub(super) fn not_drawn(all: usize, most: usize, table: &Table, file: &str) -> Option<String> {
    match all.saturating_sub(most) {
        more if more > 0 && table.left > 0 => {
            Some(format!("{more} more are not drawn; they are in {file}."))
        }
        _ => left_out(all, most),
    }
}

fn picture(told: &Told<'_>, rows: &[(usize, usize, &Standing)], by_wins: bool) -> Figure {
    let row = |&(arm, place, standing): &(usize, usize, &Standing)| Row {
        label: name(told, arm, place),
        tint: place,
        estimate: match by_wins {
            true => Estimate::rate(&standing.win).times(100.0),
            false => Estimate::mean(&standing.stones),
        },
    };
    let (title, axis, reference, unit) = match by_wins {
        true => (
            "Win rate",
            "elections won, % of seatings",
            Some((20.0, "even".to_owned())),
            Unit { by: 1.0, ..Unit::PERCENT },
        ),
        false => {
            ("Mean stones", "stones at the election, mean; fewer is better", None, Unit::PLAIN)
        }
    };
    let even = if by_wins { " The dashed line is an even share, 20 %." } else { "" };
    Figure {
        title: title.to_owned(),
        words: format!("Dots are estimates, whiskers 95 % intervals over blocks.{even}"),
        picture: Picture::Dots(Dots {
            axis: axis.to_owned(),
            reference,
            rows: rows.iter().take(DRAWN).map(row).collect(),
            unit,
            from_zero: true,
        }),
        rest: None,
    }
}

fn table(told: &Told<'_>, rows: &[(usize, usize, &Standing)]) -> Table {
    let numbers = [
        "seatings",
        "elections won",
        "win rate",
        "95 %",
        "mean stones",
        "95 % of it",
        "rounds won",
    ];
    let words: &[&str] = if told.has_arms() { &["strategy", "arm"] } else { &["strategy"] };
    let mut table = Table::new("Entrants, the most wins first", words, &numbers);
    for &(arm, place, Standing { sums, win, stones, rounds, .. }) in rows {
        let mut row = vec![told.label(place)];
        row.extend(told.has_arms().then(|| told.arm(arm)));
        row.extend([
            sums.seatings.to_string(),
            sums.elections_won.to_string(),
            Unit::PERCENT.value(win.ratio()),
            Unit::PERCENT.interval(win.rate_interval()),
            Unit::PLAIN.value(stones.ratio()),
            Unit::PLAIN.interval(stones.mean_interval()),
            Unit::PERCENT.value(rounds.ratio()),
        ]);
        table.rows.push(row);
    }
    table.within("summary.csv")
}

fn ratings(told: &Told<'_>) -> (Option<Figure>, Table) {
    let ratings = told.results.ratings;
    let anchor = told.label(ratings.anchor);
    let mut places: Vec<usize> = (0..told.results.labels.len()).collect();
    let value = |place: usize| ratings.of(place).map_or(f64::NEG_INFINITY, |r| r.value);
    places.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
    let unit = Unit::PLAIN.decimals(0);
    let mut table = Table::new(
        format!(
            "Ratings, beside {anchor}, which is 1500 by definition; 400 points are odds of ten to \
             one to end ahead"
        ),
        &["strategy", "why none"],
        &["rating", "95 %"],
    );
    let mut rows = Vec::new();
    for place in places {
        let label = told.label(place);
        match ratings.of(place) {
            Ok(rating) => {
                let estimate = Estimate { value: Some(rating.value), interval: rating.interval };
                let limits = unit.interval(rating.interval);
                table.rows.push(vec![
                    label.clone(),
                    String::new(),
                    unit.value(estimate.value),
                    limits,
                ]);
                rows.push(Row { label, tint: place, estimate });
            }
            Err(reason) => {
                let none = String::new();
                table.rows.push(vec![label, reason.to_string(), "none".to_owned(), none]);
            }
        }
    }
    let drawn = (rows.len() > 1).then(|| Figure {
        title: "Ratings".to_owned(),
        words: format!(
            "Strength by the order of finish in all elections; dots are estimates, whiskers 95 % \
             by bootstrap over blocks. {anchor} has none: it is 1500 by definition."
        ),
        picture: Picture::Dots(Dots {
            axis: "rating, points".to_owned(),
            reference: Some((1500.0, "anchor".to_owned())),
            rows,
            unit,
            from_zero: false,
        }),
        rest: None,
    });
    if table.rows.iter().all(|row| row[1].is_empty()) {
        table.columns.remove(1);
        table.rows.iter_mut().for_each(|row| drop(row.remove(1)));
    }
    (drawn, table)
}
