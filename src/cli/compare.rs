//! `domeng compare`: two runs beside each other.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::exit::{Failure, Outcome, quiet_pipe};
use super::progress::Meter;
use super::verify::label;
use crate::report::{print_comparison, print_differences};
use crate::strategies::Registry;
use crate::tournament::{
    Comparison, Difference, Matched, Matching, Measured, Refusal, Side, measure,
};

/// Compare two runs: what differs in the experiments, and by how much in the results
///
/// Entrants are matched by label; if none match, by place. Where both runs have the same seed, their
/// blocks share deals, whatever the rules, and are compared in pairs, which cancels luck.
/// Differences are the second less the first, with 95 % intervals over blocks; which of them are real
/// is corrected (Holm) for how many were looked at.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng compare runs/before runs/after\n  \
    domeng compare --json runs/before runs/after\n  \
    domeng compare --force runs/stones-25 runs/stones-30      other rules too\n\n\
    Exit codes: 0 compared, 1 a run can't be read or should not be compared, 2 wrong usage.")]
pub(super) struct CompareArgs {
    /// The folder of the first run
    #[arg(value_name = "DIR")]
    first: PathBuf,
    /// The folder of the second
    #[arg(value_name = "DIR")]
    second: PathBuf,
    /// Compare runs by other rules, or with other elections a game
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &CompareArgs) -> Outcome {
    let registry = Registry::builtin();
    let first = Side::open(&arguments.first, &registry)?;
    let second = Side::open(&arguments.second, &registry)?;
    let matching = Matching::of(&first, &second, arguments.force).map_err(refuse)?;
    let mut meter = Meter::reading(first.blocks.max(second.blocks), arguments.quiet);
    let measured = measure(&first, &second, &matching, |done, _| meter.read(done));
    meter.end();
    let measured = measured?;
    let mut out = io::stdout().lock();
    quiet_pipe(match arguments.json {
        true => print_json(&mut out, (&first, &second), &matching, &measured),
        false => print_comparison(&mut out, (&first, &second), &matching, &measured),
    })
}

/// Says why two runs are not compared, and which keys are to blame.
pub(super) fn refuse(refusal: Refusal) -> Failure {
    let (Refusal::OtherGames(differences) | Refusal::Nothing(differences)) = &refusal;
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = print_differences(&mut text, differences);
    let _ = io::stderr().write_all(&text);
    Failure::Run(refusal.into())
}

/// The object of `--json` (formats.md).
#[derive(Serialize)]
struct Compared<'a> {
    first: String,
    second: String,
    differences: Vec<Differing<'a>>,
    matched_by: &'static str,
    only_first: &'a [String],
    only_second: &'a [String],
    paired: bool,
    blocks_first: u64,
    blocks_second: u64,
    comparisons: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Differing<'a> {
    key: &'a str,
    first: &'a Option<Value>,
    second: &'a Option<Value>,
}

impl<'a> Differing<'a> {
    fn of(Difference { path, first, second }: &'a Difference) -> Self {
        Self { key: path, first, second }
    }
}

#[derive(Serialize)]
struct Row<'a> {
    arm: String,
    strategy: &'a str,
    strategy_second: &'a str,
    measure: &'static str,
    blocks_first: u64,
    blocks_second: u64,
    first: Option<f64>,
    second: Option<f64>,
    difference: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    variance_ratio: Option<f64>,
    p: Option<f64>,
    p_holm: Option<f64>,
    real: Option<bool>,
}

fn print_json(
    out: &mut impl Write,
    (first, second): (&Side, &Side),
    matching: &Matching,
    measured: &Measured,
) -> io::Result<()> {
    let arms = first.experiment.arms();
    let row = |row: &Comparison| Row {
        arm: arms[row.pair.arms.0].word.clone(),
        strategy: &first.experiment.pool[row.pair.entrants.0].label,
        strategy_second: &second.experiment.pool[row.pair.entrants.1].label,
        measure: row.measure,
        blocks_first: row.blocks.0,
        blocks_second: row.blocks.1,
        first: row.first,
        second: row.second,
        difference: row.difference,
        low: row.interval.map(|interval| interval.low),
        high: row.interval.map(|interval| interval.high),
        variance_ratio: row.variance_ratio,
        p: row.p,
        p_holm: row.p.map(|_| row.p_holm),
        real: row.is_real(),
    };
    let compared = Compared {
        first: label(&first.folder),
        second: label(&second.folder),
        differences: matching.differences.iter().map(Differing::of).collect(),
        matched_by: match matching.by {
            Matched::ByLabel => "label",
            Matched::ByPlace => "place",
        },
        only_first: &matching.alone.0,
        only_second: &matching.alone.1,
        paired: matching.paired,
        blocks_first: measured.blocks.0,
        blocks_second: measured.blocks.1,
        comparisons: measured.comparisons.iter().map(row).collect(),
    };
    serde_json::to_writer(&mut *out, &compared)?;
    writeln!(out)?;
    out.flush()
}
