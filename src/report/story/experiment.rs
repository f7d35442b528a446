//! What was run, by which statistics it is told, and the whole of it.

use super::Told;
use super::parts::{Section, Table};
use crate::records::legible;
use crate::report::text::capital;
use crate::tabletop::plural;
use crate::tournament::{Side, experiment_toml};

pub(super) fn title(told: &Told<'_>) -> String {
    let experiment = &told.run.experiment;
    let pool: Vec<String> = (0..experiment.pool.len()).map(|place| told.label(place)).collect();
    let named = match pool.len() {
        0..=4 => pool.join(", "),
        many => format!("{} and {} others", pool[..3].join(", "), many - 3),
    };
    format!("{}: {named}", capital(experiment.design.word()))
}

/// What is to be said of a run that has not all its blocks.
pub(super) fn incomplete(run: &Side) -> Option<String> {
    let (blocks, of) = (run.blocks, run.experiment.blocks());
    (!run.manifest.complete).then(|| {
        format!(
            "INCOMPLETE: {blocks} of {of} blocks. What follows is of these alone; domeng \
             tournament --resume DIR goes on with the run."
        )
    })
}

pub(super) fn what_was_run(told: &Told<'_>) -> Section {
    let (run, experiment) = (told.run, &told.run.experiment);
    let (elections, undecided) = told.results.tally.elections();
    let program = &run.manifest.program;
    let mut facts = Table::new("The run", &["what", "value"], &[]);
    let mut fact = |what: &str, value: String| facts.rows.push(vec![what.to_owned(), value]);
    fact("design", experiment.design.word().to_owned());
    fact("arms", arms(told));
    fact("blocks", format!("{} of {}", run.blocks, experiment.blocks()));
    fact("elections", format!("{elections}, {undecided} of them undecided (R9.6)"));
    fact("elections a game", experiment.elections.to_string());
    fact("seed", experiment.seed.to_string());
    fact("rules", rules(told));
    if let Some(table) = &experiment.equity {
        fact("equity table", legible(&table.path, 200));
    }
    let commit = program.git_commit.as_deref().map(|commit| format!(", commit {commit}"));
    let dirty = if program.git_dirty == Some(true) { " with changes" } else { "" };
    let name = format!("{} {}", program.name, program.version);
    fact("program", legible(&(name + &commit.unwrap_or_default() + dirty), 200));
    if let Some(hash) = &run.manifest.run_hash {
        fact("hash of the run", legible(hash, 64));
    }
    let words = ["entrant", "label", "strategy", "what it is"];
    let mut pool = Table::new("The pool", &words, &[]);
    for (place, written) in run.manifest.pool().iter().enumerate() {
        let entrant = &experiment.pool[place];
        let summary = told.registry.get(&written.strategy).map(|entry| entry.summary.to_owned());
        pool.rows.push(vec![
            (place + 1).to_string(),
            legible(&entrant.label, 200),
            legible(&written.spec, 200),
            summary.unwrap_or_default(),
        ]);
    }
    let mut code = Vec::new();
    if let Some(toml) = experiment_toml(experiment, told.registry) {
        let what = "With this in experiment.toml, domeng tournament experiment.toml plays it again, \
                    to the same bytes";
        code.push((what.to_owned(), toml));
    }
    let what = "Beside the run's folder, here DIR, this plays it again and compares every file";
    code.push((what.to_owned(), "domeng reproduce DIR".to_owned()));
    Section {
        id: "run",
        title: "What was run".to_owned(),
        brief: true,
        code,
        tables: vec![facts, pool],
        ..Section::default()
    }
}

fn arms(told: &Told<'_>) -> String {
    let arms = told.results.arms;
    let words: Vec<String> = (0..arms.len().min(12)).map(|arm| told.arm(arm)).collect();
    match arms.len() - words.len() {
        0 => words.join(", "),
        more => format!("{} and {more} more", words.join(", ")),
    }
}

/// The rules that are not at their defaults.
fn rules(told: &Told<'_>) -> String {
    let plain = crate::engine::Rules::default();
    let as_value = |rules| serde_json::to_value(rules).unwrap_or_default();
    let (ours, plain) = (as_value(told.run.manifest.rules()), as_value(&plain));
    let changed: Vec<String> = ours
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(key, value)| plain[key.as_str()] != **value)
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    if changed.is_empty() { "all at their defaults".to_owned() } else { changed.join(", ") }
}

pub(super) fn statistics(told: &Told<'_>) -> Section {
    let mut table =
        Table::new("What figures are of, and how sure", &["figure", "is", "interval"], &[]);
    for [figure, is, interval] in [
        [
            "win rate",
            "elections won / seatings, undecided elections included",
            "Wilson's score \
          interval for the effective sample size over blocks, Student's t",
        ],
        [
            "mean stones",
            "stones at the election / seatings",
            "Student's t over blocks, ratio \
          estimator",
        ],
        ["share of a holding", "seatings that ended with so many stones / seatings", "as win rate"],
        [
            "ahead",
            "(meetings fared better − fared worse) / meetings; better: elected while the \
          other was not, else fewer stones",
            "as mean stones",
        ],
        ["by seat", "elections won at the seat / seatings at it", "as win rate"],
        [
            "by neighbour",
            "elections won / seatings, of blocks in which the entrant has one seat",
            "as win rate",
        ],
        ["how rounds end", "rounds won so / rounds sat in", "as win rate"],
        [
            "passes, PASSEBUNGE, cucuq, stones in and out",
            "count / rounds sat in; passes are those \
          that are not PASSEBUNGE",
            "as mean stones",
        ],
        ["length", "rounds / games", "as mean stones; shares of games as win rate"],
        [
            "difference",
            "first − second, over the blocks in which either sat",
            "Student's t over \
          blocks; p by Holm within its family",
        ],
        [
            "rating",
            "Plackett–Luce with ties, 400 points for odds of ten to one",
            "bootstrap over \
          blocks",
        ],
    ] {
        table.rows.push(vec![figure.to_owned(), is.to_owned(), interval.to_owned()]);
    }
    let blocks = plural(told.run.blocks, "block");
    Section {
        id: "statistics",
        title: "Statistics used".to_owned(),
        text: vec![format!(
            "The block is the unit: a seating in its five rotations on shared deals. All \
             intervals are 95 %, over {blocks} or those of them that an entrant sat in, and each \
             for itself; only the differences are corrected for how many there are. A figure \
             without an interval has too few blocks for one. Denominators stand beside each \
             figure. More: docs/methodology.md of the program."
        )],
        tables: vec![table],
        ..Section::default()
    }
}

/// Lines of a manifest on when and on how many threads a run was played: without them the same run
/// has the same page.
const PLAYED: [&str; 3] = ["  \"started\": ", "  \"ended\": ", "  \"threads\": "];

/// The manifest as it is in the folder, but for [`PLAYED`].
pub(super) fn files(told: &Told<'_>) -> Section {
    let manifest = serde_json::to_string_pretty(&told.run.manifest).unwrap_or_default();
    let lines = manifest.lines().filter(|line| !PLAYED.iter().any(|key| line.starts_with(key)));
    let manifest = lines.collect::<Vec<_>>().join("\n");
    let text = match &told.run.manifest.ended {
        Some(_) => {
            "The whole experiment, what ran it, and the hash of every file. When, and on how many threads, \
                    is in the file alone."
        }
        None => "The whole experiment and what ran it; the run has not ended.",
    };
    Section {
        id: "manifest",
        title: "Experiment and manifest".to_owned(),
        text: vec![text.to_owned()],
        code: vec![("manifest.json".to_owned(), manifest)],
        ..Section::default()
    }
}
