//! Where a search went, and what that was worth.

use super::{Told, binned};
use crate::report::story::course::some;
use crate::report::story::parts::{
    Curve, Estimate, Figure, Panel, Picture, Section, Series, Table, Unit,
};
use crate::statistics::RatioSums;
use crate::strategies::Value;
use crate::tune::method::MethodKind;
use crate::tune::{Axis, Step};

/// Points of progress: each is over several generations, so that it is less noise.
const BINS: usize = 20;
/// Points of a trace at most.
const POINTS: usize = 200;
/// Rows of its table.
const ROWS: usize = 12;

/// Where what is left out is.
const WHOLE: &str = "each generation is in trials.csv.";
/// Along which traces and progress are drawn.
const ALONG: &str = "elections searched";

pub(super) fn progress(told: &Told<'_>) -> Section {
    let steps = &told.tuned.found.path;
    let of = |step: &Step| Some((step.elections, step.sums?));
    let all: Vec<(u64, RatioSums)> = steps.iter().filter_map(of).collect();
    let bins = binned(&all, BINS);
    let words = match told.plan.method {
        MethodKind::Random => {
            "The best of each generation by the games that chose it, which is too good: of \
             many that are alike, the luckiest is taken."
        }
        MethodKind::CmaEs | MethodKind::Spsa => {
            "What the centre of the search is worth, on the games of each generation's first \
             stage, which have not chosen it."
        }
    };
    let mut table = Table::new("Progress", &[], &[ALONG, told.axis(), "95 %"]).folded();
    for (elections, sums) in &bins {
        let estimate = Estimate::mean(sums);
        table.rows.push(vec![
            elections.to_string(),
            told.unit.value(estimate.value),
            told.unit.interval(estimate.interval),
        ]);
    }
    table.rest = thinned(all.len(), BINS).map(|every| {
        format!(
            "A row is over {every} generations of {}, the last over what is left; {WHOLE}",
            all.len()
        )
    });
    let point = |(elections, sums): &(u64, RatioSums)| {
        (*elections as f64, Estimate::mean(sums).times(told.by()))
    };
    let figure = Figure {
        title: "Progress".to_owned(),
        words: format!(
            "{words} The line is the mean over some generations each, the band its 95 % interval."
        ),
        picture: Picture::Curves(vec![Panel {
            title: told.plan.method.word().to_owned(),
            x: ALONG.to_owned(),
            y: told.axis().to_owned(),
            log: false,
            references: told.even().into_iter().map(|(at, _)| (at, String::new())).collect(),
            curves: vec![Curve {
                label: told.plan.method.word().to_owned(),
                tint: 0,
                series: Series::Band,
                points: bins.iter().map(point).collect(),
            }],
            unit: told.drawn(),
        }]),
        rest: None,
    };
    Section {
        id: "progress",
        title: "Progress of the search".to_owned(),
        figures: vec![figure],
        tables: vec![table],
        ..Section::default()
    }
}

/// How many go into one so that there are `most` at most; none where all have a place.
fn thinned(all: usize, most: usize) -> Option<usize> {
    Some(all.div_ceil(most)).filter(|&every| every > 1)
}

/// The range of an axis for a heading: its ends, or its words with that of the incumbent in brackets.
fn range(told: &Told<'_>, axis: &Axis) -> String {
    let before = Value(told.plan.space.incumbent().get(axis.param.key));
    let Some(words) = axis.choices() else { return axis.told() };
    let show = |&word: &Value| match axis.param.show(word) {
        shown if word == before => format!("({shown})"),
        shown => shown,
    };
    words.iter().map(show).collect::<Vec<_>>().join(", ")
}

pub(super) fn traces(told: &Told<'_>) -> Section {
    let space = &told.plan.space;
    let steps = &told.tuned.found.path;
    let incumbent = space.point(space.incumbent());
    let panels = space.axes().iter().enumerate().map(|(at, axis)| {
        let point = |step: &&Step| {
            let value = 100.0 * step.centre.as_ref()?.get(at)?;
            Some((step.elections as f64, Estimate { value: Some(value), interval: None }))
        };
        let before = incumbent.as_ref().and_then(|point| point.get(at));
        // Borders of words, each of which is as wide as the others; else the incumbent's value.
        let words = axis.choices().map(|words| words.len());
        let lines: Vec<f64> = match words {
            Some(words) => (1..words).map(|at| at as f64 / words as f64).collect(),
            None => before.copied().into_iter().collect(),
        };
        let lines = [0.0, 1.0].into_iter().chain(lines);
        Panel {
            title: format!("{}: {}", axis.param.key, range(told, axis)),
            x: ALONG.to_owned(),
            y: "of its range, %".to_owned(),
            log: false,
            references: lines.map(|at| (100.0 * at, String::new())).collect(),
            curves: vec![Curve {
                label: axis.param.key.to_owned(),
                tint: at,
                series: Series::Band,
                points: some(steps, POINTS).iter().filter_map(point).collect(),
            }],
            unit: Unit { by: 1.0, ..Unit::PERCENT.decimals(0) },
        }
    });
    let keys: Vec<&str> = space.axes().iter().map(|axis| axis.param.key).collect();
    let columns = [&[ALONG], &keys[..]].concat();
    let mut table = Table::new("The centre of the search", &[], &columns).folded();
    for step in some(steps, ROWS) {
        if let Some(point) = &step.centre {
            let values = space.written(&space.params(point));
            table.rows.push([vec![step.elections.to_string()], values].concat());
        }
    }
    if let Some(every) = thinned(steps.len(), ROWS) {
        table.left = steps.len() - table.rows.len();
        table.rest = Some(format!("One row in {every} generations is shown; {WHOLE}"));
    }
    let drawn = steps.iter().any(|step| step.centre.is_some());
    let figure = Figure {
        title: "Where the search was".to_owned(),
        words: "Its centre along the range of each parameter, from its first value at 0 to its last at \
                100. A dashed line between the ends is the incumbent's value; of words dashed lines are \
                the borders, the first word lowest, and the incumbent's is in brackets."
            .to_owned(),
        picture: Picture::Curves(panels.collect()),
        rest: None,
    };
    Section {
        id: "traces",
        title: "Traces of the parameters".to_owned(),
        text: match drawn {
            true => Vec::new(),
            false => vec!["Random search is nowhere in between: it has no traces.".to_owned()],
        },
        figures: if drawn { vec![figure] } else { Vec::new() },
        tables: if drawn { vec![table] } else { Vec::new() },
        ..Section::default()
    }
}
