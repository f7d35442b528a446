//! How a run went on: whether more blocks would still have moved its figures.

use super::Told;
use super::parts::{Curve, Estimate, Figure, Panel, Picture, Section, Series, Table, Unit};
use super::ranking::not_drawn;
use super::stones::PANELS;
use crate::statistics::Sequential;
use crate::tournament::{Step, Watch};

/// Points of a curve at most.
const POINTS: usize = 200;

pub(super) fn section(told: &Told<'_>) -> Section {
    let reading = told.reading;
    let looks = &reading.course.looks;
    let panels = reading.lines.iter().enumerate().take(PANELS).map(|(at, line)| Panel {
        title: told.line(line),
        x: "blocks played".to_owned(),
        y: "win rate, %".to_owned(),
        log: false,
        references: vec![(20.0, "even".to_owned())],
        curves: vec![Curve {
            label: told.line(line),
            tint: line.place,
            series: Series::Band,
            points: looks
                .iter()
                .map(|(blocks, rates)| {
                    let (value, interval) = rates[at];
                    (*blocks as f64, Estimate { value, interval }.times(100.0))
                })
                .collect(),
        }],
        unit: Unit { by: 1.0, ..Unit::PERCENT },
    });
    let mut table =
        Table::new("Win rate after so many blocks", &["strategy"], &["blocks", "win rate", "95 %"])
            .folded();
    // A few of the looks: the curve has the rest.
    let every = looks.len().div_ceil(8).max(1);
    for (at, line) in reading.lines.iter().enumerate() {
        for (blocks, rates) in looks.iter().rev().step_by(every).collect::<Vec<_>>().iter().rev() {
            let (value, interval) = rates[at];
            table.rows.push(vec![
                told.line(line),
                blocks.to_string(),
                Unit::PERCENT.value(value),
                Unit::PERCENT.interval(interval),
            ]);
        }
    }
    let table = table.within("blocks.csv");
    let mut figures = vec![Figure {
        title: "Win rate as blocks came in".to_owned(),
        words: "Lines are win rates over all blocks so far, bands their 95 % intervals, each for \
                that many blocks and not for all at once; the dashed line is an even share. All \
                panels are on one scale, which leaves out the widest bands at the very beginning."
            .to_owned(),
        picture: Picture::Curves(panels.collect()),
        rest: not_drawn(reading.lines.len(), PANELS, &table, "blocks.csv"),
    }];
    figures.extend(told.results.watch.map(|watch| test(told, watch)));
    let mut tables = vec![table];
    tables.extend(told.results.watch.map(steps));
    Section {
        id: "convergence",
        title: "Convergence".to_owned(),
        text: told.over_arms("blocks.csv").into_iter().collect(),
        figures,
        tables,
        ..Section::default()
    }
}

/// Some of the steps of a test or a search, the last of them in any case.
pub(super) fn some<T>(steps: &[T], most: usize) -> Vec<&T> {
    let every = steps.len().div_ceil(most).max(1);
    let mut some: Vec<&T> = steps.iter().rev().step_by(every).collect();
    some.reverse();
    some
}

fn test(told: &Told<'_>, watch: &Watch) -> Figure {
    let steps = some(watch.steps(), POINTS);
    let point = |step: &&Step| {
        let llr = step.llr.filter(|llr| llr.is_finite())?;
        Some((step.blocks as f64, Estimate { value: Some(llr), interval: None }))
    };
    let (lower, upper) = watch.now().bounds;
    let first = Sequential::FIRST;
    Figure {
        title: "The sequential test".to_owned(),
        words: format!(
            "The logarithm of the likelihood ratio of H1 to H0 as blocks came in. From {first} blocks on \
             the run ends for H1 at the upper dashed line, for H0 at the lower; before, a line may be \
             crossed and the run goes on. Zero favours neither."
        ),
        picture: Picture::Curves(vec![Panel {
            title: "LLR of the challenger".to_owned(),
            x: "blocks played".to_owned(),
            y: "log likelihood ratio".to_owned(),
            log: false,
            references: vec![
                (upper, "H1".to_owned()),
                (0.0, String::new()),
                (lower, "H0".to_owned()),
            ],
            curves: vec![Curve {
                label: told.label(0),
                tint: 0,
                series: Series::Band,
                points: steps.iter().filter_map(point).collect(),
            }],
            unit: Unit::PLAIN,
        }]),
        rest: None,
    }
}

fn steps(watch: &Watch) -> Table {
    let numbers = ["blocks", "LLR", "estimate", "95 % confidence sequence"];
    let mut table = Table::new("The test, now and then", &["ended"], &numbers).folded();
    let unit = Unit::PLAIN.decimals(4);
    for step in some(watch.steps(), 24) {
        let stop = step.stop.map_or("", crate::statistics::Stop::word);
        table.rows.push(vec![
            stop.to_owned(),
            step.blocks.to_string(),
            Unit::PLAIN.value(step.llr),
            unit.value(step.estimate),
            unit.interval(step.confidence),
        ]);
    }
    table.rest = Some("All steps are in sequential.csv.".to_owned());
    table
}
