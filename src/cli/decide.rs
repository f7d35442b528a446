//! `domeng decide`: what a run decides.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

use super::exit::{Outcome, quiet_pipe};
use super::progress::Meter;
use super::verify::label;
use crate::report::print_decision;
use crate::statistics::Stop;
use crate::strategies::Registry;
use crate::tournament::{
    Decision, Family, Measure, Named, Proportion, Results, Side, Stake, Thriving, Verdict, Watch,
    decide,
};

/// Tell what a run decides: which differences are real, who thrives among whom, ratings
///
/// All of it follows from the blocks of the run. Differences are between entrants of the same blocks;
/// which of them are real is corrected (Holm) for how many were looked at. A run that is not
/// complete is told as far as it goes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng decide runs/duel\n  \
    domeng decide --json runs/duel\n\n\
    Exit codes: 0 told, 1 the run can't be read, 2 wrong usage.")]
pub(super) struct DecideArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &DecideArgs) -> Outcome {
    let run = Side::open(&arguments.folder, &Registry::builtin())?;
    let mut meter = Meter::reading(run.blocks, arguments.quiet);
    let decision = decide(&run, |done| meter.read(done));
    meter.end();
    let decision = decision?;
    let named = Named::of(&run.experiment);
    let results = named.results(&decision.tally, &decision.ratings, decision.watch.as_ref());
    let mut out = io::stdout().lock();
    quiet_pipe(match arguments.json {
        true => print_json(&mut out, &run, results, &decision),
        false => print(&mut out, &run, results, &decision),
    })
}

fn print(
    out: &mut impl Write,
    run: &Side,
    results: Results<'_>,
    decision: &Decision,
) -> io::Result<()> {
    let (blocks, of) = (run.blocks, run.experiment.blocks());
    if blocks < of && !run.manifest.complete {
        writeln!(out, "INCOMPLETE: {blocks} of {of} blocks\n")?;
    }
    print_decision(out, results, decision)
}

/// The object of `--json` (formats.md).
#[derive(Serialize)]
struct Decided<'a> {
    run: String,
    blocks: u64,
    of: u64,
    families: Vec<Families<'a>>,
    thriving: Vec<Thrives<'a>>,
    anchor: &'a str,
    ratings: Vec<Rated<'a>>,
    ties: [f64; 4],
    errors: Vec<Errors<'a>>,
    test: Option<Test>,
}

#[derive(Serialize)]
struct Test {
    measure: &'static str,
    h0: f64,
    h1: f64,
    alpha: f64,
    beta: f64,
    most: u64,
    blocks: u64,
    llr: Option<f64>,
    lower: f64,
    upper: f64,
    estimate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    stop: Option<&'static str>,
}

impl Test {
    fn of(watch: &Watch) -> Self {
        let (until, step) = (watch.until(), watch.now());
        Self {
            measure: until.measure.word(),
            h0: until.h0.value(),
            h1: until.h1.value(),
            alpha: until.alpha.value(),
            beta: until.beta.value(),
            most: until.blocks,
            blocks: step.blocks,
            llr: step.llr,
            lower: step.bounds.0,
            upper: step.bounds.1,
            estimate: step.estimate,
            low: step.confidence.map(|interval| interval.low),
            high: step.confidence.map(|interval| interval.high),
            stop: step.stop.map(Stop::word),
        }
    }
}

#[derive(Serialize)]
struct Families<'a> {
    measure: &'static str,
    family: usize,
    comparisons: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    arm: &'a str,
    strategy: &'a str,
    opponent: &'a str,
    blocks: u64,
    difference: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    p: Option<f64>,
    p_holm: Option<f64>,
    real: Option<bool>,
}

#[derive(Serialize)]
struct Thrives<'a> {
    first: &'a str,
    second: &'a str,
    proportions: Vec<Share<'a>>,
    first_among_second: Option<&'static str>,
    second_among_first: Option<&'static str>,
}

#[derive(Serialize)]
struct Share<'a> {
    copies: usize,
    arm: &'a str,
    first: Option<f64>,
    second: Option<f64>,
    difference: Option<f64>,
    real: Option<bool>,
}

#[derive(Serialize)]
struct Rated<'a> {
    strategy: &'a str,
    rating: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct Errors<'a> {
    arm: &'a str,
    strategy: &'a str,
    win_rate: Option<f64>,
    win_rate_bootstrap: Option<f64>,
    mean_stones: Option<f64>,
    mean_stones_bootstrap: Option<f64>,
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Invades => "invades",
        Verdict::Resisted => "resisted",
        Verdict::Open => "open",
        Verdict::Untold => "untold",
    }
}

fn families<'a>(results: Results<'a>, families: &[Family]) -> Vec<Families<'a>> {
    let family = |family: &Family| Families {
        measure: Measure::word(family.measure),
        family: family.comparisons.len(),
        comparisons: family
            .comparisons
            .iter()
            .map(|compared| Row {
                arm: &results.arms[compared.arm].word,
                strategy: results.labels[compared.places.0],
                opponent: results.labels[compared.places.1],
                blocks: compared.blocks,
                difference: compared.difference,
                low: compared.interval.map(|interval| interval.low),
                high: compared.interval.map(|interval| interval.high),
                p: compared.p,
                p_holm: compared.p.map(|_| compared.p_holm),
                real: compared.is_real(),
            })
            .collect(),
    };
    families.iter().map(family).collect()
}

fn thrives<'a>(results: Results<'a>, thriving: &Thriving) -> Thrives<'a> {
    let share = |one: &Proportion| Share {
        copies: one.copies,
        arm: &results.arms[one.arm].word,
        first: one.win.0.ratio(),
        second: one.win.1.ratio(),
        difference: one.difference,
        real: one.real,
    };
    Thrives {
        first: results.labels[thriving.places.0],
        second: results.labels[thriving.places.1],
        proportions: thriving.proportions.iter().map(share).collect(),
        first_among_second: thriving.invasions.0.map(word),
        second_among_first: thriving.invasions.1.map(word),
    }
}

fn rated<'a>(results: Results<'a>, place: usize) -> Rated<'a> {
    let rating = results.ratings.of(place);
    let interval = rating.ok().and_then(|rating| rating.interval);
    Rated {
        strategy: results.labels[place],
        rating: rating.ok().map(|rating| rating.value),
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
        reason: rating.err().map(|reason| reason.to_string()),
    }
}

fn print_json(
    out: &mut impl Write,
    run: &Side,
    results: Results<'_>,
    decision: &Decision,
) -> io::Result<()> {
    let errors = |stake: &Stake| Errors {
        arm: &results.arms[stake.arm].word,
        strategy: results.labels[stake.place],
        win_rate: stake.win.0,
        win_rate_bootstrap: stake.win.1,
        mean_stones: stake.stones.0,
        mean_stones_bootstrap: stake.stones.1,
    };
    let decided = Decided {
        run: label(&run.folder),
        blocks: run.blocks,
        of: run.experiment.blocks(),
        families: families(results, &decision.families),
        thriving: decision.thriving.iter().map(|one| thrives(results, one)).collect(),
        anchor: results.labels[decision.ratings.anchor],
        ratings: (0..results.labels.len()).map(|place| rated(results, place)).collect(),
        ties: decision.ratings.ties,
        errors: decision.stakes.iter().map(errors).collect(),
        test: decision.watch.as_ref().map(Test::of),
    };
    serde_json::to_writer(&mut *out, &decided)?;
    writeln!(out)?;
    out.flush()
}
