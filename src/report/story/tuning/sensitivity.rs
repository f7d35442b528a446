//! What is lost where one parameter of the best is moved.

use super::Told;
use crate::report::story::parts::{
    Curve, Dots, Estimate, Figure, Panel, Picture, Row, Section, Series, Table, Unit,
};
use crate::tune::Shift;

fn estimate(shift: &Shift) -> Estimate {
    Estimate { value: shift.difference, interval: shift.interval }
}

/// Moves in a table.
fn table<'a>(
    told: &Told<'_>,
    caption: impl Into<String>,
    shifts: impl IntoIterator<Item = &'a Shift>,
) -> Table {
    let columns = ["from", "to", "difference", "95 %"];
    let mut table = Table::new(caption, &["parameter"], &columns);
    let unit = told.unit.signed();
    for shift in shifts {
        let axis = &told.plan.space.axes()[shift.axis];
        table.rows.push(vec![
            axis.param.key.to_owned(),
            axis.show(&told.tuned.winner),
            axis.show(&shift.params),
            unit.value(shift.difference),
            unit.interval(shift.interval),
        ]);
    }
    table
}

pub(super) fn section(told: &Told<'_>) -> Section {
    let shifts = &told.tuned.shifts;
    let text = match shifts.iter().any(|shift| shift.interval.is_some()) {
        true => format!(
            "Each parameter of the best was moved alone, by a tenth and a fifth of its range to \
             either side, and to each other word; all on the same {} blocks. What would leave the \
             range is left out, and where a fifth is no other number it is the next. Differences are \
             moved less unmoved.",
            shifts.first().map_or(0, |shift| shift.blocks)
        ),
        false => "There were too few blocks to tell differences.".to_owned(),
    };
    let caption = format!("Moved less unmoved: {}", told.objective());
    let all = table(told, caption, shifts).folded();
    Section {
        id: "sensitivity",
        title: "Sensitivity".to_owned(),
        brief: true,
        text: vec![text],
        figures: numbers(told).into_iter().chain(words(told)).collect(),
        tables: [steepest(told), all].into_iter().filter(|table| !table.rows.is_empty()).collect(),
        ..Section::default()
    }
}

/// The move of each parameter that costs most, those first whose costs most.
fn steepest(told: &Told<'_>) -> Table {
    let sign = told.plan.objective.sign() as f64;
    let worth = |shift: &Shift| sign * shift.difference.unwrap_or_default();
    let axes = 0..told.plan.space.dimension();
    let of = |axis| {
        let own = told.tuned.shifts.iter().filter(move |shift| shift.axis == axis);
        own.min_by(|a, b| worth(a).total_cmp(&worth(b)))
    };
    let mut worst: Vec<&Shift> = axes.filter_map(of).collect();
    worst.sort_by(|a, b| worth(a).total_cmp(&worth(b)));
    let caption = "The move of each that cost most (the worst of several looks worse than it is)";
    table(told, caption, worst)
}

/// A panel for each number.
fn numbers(told: &Told<'_>) -> Option<Figure> {
    let space = &told.plan.space;
    let panel = |at: usize| {
        let own = told.tuned.shifts.iter().filter(|shift| shift.axis == at);
        let point =
            |shift: &Shift| Some(((100.0 * shift.by?).round(), estimate(shift).times(told.by())));
        let mut points: Vec<(f64, Estimate)> = own.filter_map(point).collect();
        if points.is_empty() {
            return None;
        }
        points.push((0.0, Estimate { value: Some(0.0), interval: None }));
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let axis = &space.axes()[at];
        let (key, value) = (axis.param.key, axis.show(&told.tuned.winner));
        Some(Panel {
            title: format!("{key}, {value} at 0"),
            x: "moved by, % of its range".to_owned(),
            y: told.axis().to_owned(),
            log: false,
            references: Vec::new(),
            curves: vec![Curve { label: key.to_owned(), tint: at, series: Series::Joined, points }],
            unit: Unit { signed: true, ..told.drawn() },
        })
    };
    let panels: Vec<Panel> = (0..space.dimension()).filter_map(panel).collect();
    (!panels.is_empty()).then(|| Figure {
        title: "What is lost where a number moves".to_owned(),
        words: "Differences to the best, with their 95 % intervals; it is itself at 0. All panels \
                are on one scale."
            .to_owned(),
        picture: Picture::Curves(panels),
        rest: None,
    })
}

/// A row for each other word.
fn words(told: &Told<'_>) -> Option<Figure> {
    let row = |shift: &Shift| {
        let axis = &told.plan.space.axes()[shift.axis];
        shift.by.is_none().then(|| Row {
            label: format!("{}={}", axis.param.key, axis.show(&shift.params)),
            tint: shift.axis,
            estimate: estimate(shift).times(told.by()),
        })
    };
    let rows: Vec<Row> = told.tuned.shifts.iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| Figure {
        title: "What is lost by another word".to_owned(),
        words: "Differences to the best, with their 95 % intervals.".to_owned(),
        picture: Picture::Dots(Dots {
            axis: told.axis().to_owned(),
            reference: Some((0.0, "the best".to_owned())),
            rows,
            unit: Unit { signed: true, ..told.drawn() },
            from_zero: false,
        }),
        rest: None,
    })
}
