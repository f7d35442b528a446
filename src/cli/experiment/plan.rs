//! An experiment as it is resolved, in words and tables within 80 columns.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::engine::{Rules, Seat};
use crate::records::legible;
use crate::strategies::{Registry, SpecFile};
use crate::tabletop::plural;
use crate::tournament::{Arm, Balanced, Design, Experiment, Growing, Imbalance, Until};

const WIDTH: u16 = 80;

pub(super) fn print(
    out: &mut dyn Write,
    experiment: &Experiment,
    registry: &Registry,
) -> io::Result<()> {
    let design = experiment.design.word();
    let both = if experiment.both { ", both ways" } else { "" };
    let at_most = if experiment.until.is_some() { "at most " } else { "" };
    writeln!(
        out,
        "{design}{both}: {at_most}{} in {}, {} a game, seed {}",
        plural(experiment.games_played(), "game"),
        plural(experiment.blocks(), "block"),
        plural(experiment.elections.into(), "election"),
        experiment.seed
    )?;
    lines(out, &rounding(experiment))?;
    writeln!(out, "\n{}\n\n{}\n", pool(experiment, registry), arms(experiment))?;
    lines(out, &rules(&experiment.rules))?;
    if let Some(SpecFile { path, .. }) = &experiment.equity {
        lines(out, &format!("Equity table: {}", legible(path, 200)))?;
    }
    lines(out, &files(experiment))
}

/// A paragraph.
pub(super) fn lines(out: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(out, "{}", textwrap::fill(text, usize::from(WIDTH)))
}

/// A table in the style of all of them, whose columns from the `numbers`th on are numbers.
pub(super) fn table(header: &[&str], rows: Vec<Vec<String>>, numbers: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(header);
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// What was asked for, what cycles are, and what the last one leaves unequal.
fn rounding(experiment: &Experiment) -> String {
    if let Some(Until { measure, h0, h1, alpha, beta, blocks }) = experiment.until {
        let measure = measure.word();
        return format!(
            "until decided: {measure} of the challenger {h0} (H0) or {h1} (H1), errors {alpha} and \
             {beta}, {blocks} blocks at most"
        );
    }
    let cycle = plural(experiment.schedule().cycle_length(), "block");
    let asked = plural(experiment.games, "game");
    let rest = match experiment.imbalance() {
        None => "the last one is whole".to_owned(),
        Some(Imbalance { of, least, most }) => match of {
            Balanced::Seats => format!(
                "the last one is not whole, so entrants have {least} to {most} seats in each \
                 rotation"
            ),
            Balanced::Arms => {
                format!("the last one is not whole, so arms have {least} to {most} blocks")
            }
        },
    };
    format!("{asked} asked for; a cycle is {cycle}; {rest}")
}

fn pool(experiment: &Experiment, registry: &Registry) -> Table {
    let rows = experiment.pool.iter().map(|entrant| {
        let parameters = entrant.spec.written_out(registry);
        let declared = registry.get(&entrant.spec.name).map_or(&[][..], |entry| &entry.params);
        let pairs = declared.iter().filter_map(|param| {
            parameters.get(param.key).map(|value| format!("{}={value}", param.key))
        });
        let pairs: Vec<String> = pairs.collect();
        vec![entrant.label.clone(), entrant.spec.to_string(), pairs.join(" ")]
    });
    table(&["entrant", "strategy", "all parameters"], rows.collect(), 3)
}

fn arms(experiment: &Experiment) -> Table {
    let arms = experiment.arms();
    let rows = arms.iter().zip(experiment.blocks_by_arm()).map(|(arm, blocks)| {
        let games = Seat::COUNT as u64 * blocks;
        vec![arm.word.clone(), sitters(experiment, arm), blocks.to_string(), games.to_string()]
    });
    table(&["arm", "who sits", "blocks", "games"], rows.collect(), 2)
}

fn sitters(experiment: &Experiment, arm: &Arm) -> String {
    let labels = experiment.labels();
    let Some(seating) = arm.seatings.first() else {
        return match labels.len() {
            1 => "the entrant alone, five times".to_owned(),
            _ => "five of the pool, drawn".to_owned(),
        };
    };
    if experiment.design == Design::Seating {
        return seating.map(|place| labels[place]).join(", ");
    }
    let count = |place: usize| seating.iter().filter(|&&sitter| sitter == place).count();
    let each = arm.entrants.iter().map(|&place| format!("{} × {}", count(place), labels[place]));
    each.collect::<Vec<_>>().join(", ")
}

fn rules(rules: &Rules) -> String {
    let changed = changed(rules);
    if changed.is_empty() {
        return "Rules: the default ones".to_owned();
    }
    let each = changed.iter().map(|(key, now, default)| format!("{key} = {now} (not {default})"));
    format!("Rules: {}", each.collect::<Vec<_>>().join(", "))
}

/// The fields that are not the default ones: key, value, default.
pub(super) fn changed(rules: &Rules) -> Vec<(&'static str, String, String)> {
    let written = |rules: &Rules| serde_json::to_value(rules).unwrap_or_default();
    let (now, default) = (written(rules), written(&Rules::default()));
    let fields = Rules::FIELDS.into_iter().map(|field| field.key);
    fields
        .filter(|&key| now[key] != default[key])
        .map(|key| (key, now[key].to_string(), default[key].to_string()))
        .collect()
}

fn files(experiment: &Experiment) -> String {
    let outputs = &experiment.outputs;
    let names: Vec<_> = Growing::written(outputs).map(|file| file.name(outputs.zstd)).collect();
    format!("Files that grow with the run: {}", names.join(", "))
}
