//! What a probe lets one expect of a run, marked as the estimate it is.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::{DecimalBytes, HumanDuration};

use super::plan::{lines, table};
use crate::tabletop::plural;
use crate::tournament::{Experiment, Finds, Growing, Probe};

pub(super) fn print(out: &mut dyn Write, experiment: &Experiment, probe: &Probe) -> io::Result<()> {
    let threads = plural(probe.threads as u64, "thread");
    writeln!(out)?;
    lines(
        out,
        &format!(
            "Estimates, from a probe of {} ({}) in {:.1} s on {threads}; nothing of it is kept:",
            plural(probe.blocks(), "block"),
            plural(probe.elections(), "election"),
            probe.elapsed.as_secs_f64(),
        ),
    )?;
    let unseen = probe.arms_unseen();
    if probe.blocks() == 0 {
        let least = probe.elapsed.mul_f64(experiment.blocks() as f64 / probe.threads as f64);
        return lines(
            out,
            &format!(
                "not one block was played to its end, so they can't be told; the run takes more \
                 than {}",
                human(least)
            ),
        );
    }
    if unseen > 0 {
        let text = format!(
            "{} had no block in it and are taken for average",
            plural(unseen as u64, "arm")
        );
        lines(out, &text)?;
    }
    costs(out, experiment, probe, &threads)?;
    finds(out, experiment, probe)
}

/// Time and bytes.
fn costs(
    out: &mut dyn Write,
    experiment: &Experiment,
    probe: &Probe,
    threads: &str,
) -> io::Result<()> {
    if let Some(time) = probe.time() {
        writeln!(out, "  {:<18} about {} on {threads}", "time", human(time))?;
    }
    let outputs = &experiment.outputs;
    let sizes = Growing::written(outputs).map(|file| (file, probe.bytes(file).unwrap_or_default()));
    let sizes: Vec<_> = sizes.collect();
    for (file, bytes) in &sizes {
        let name = file.name(outputs.zstd);
        writeln!(out, "  {name:<18} about {}", DecimalBytes(*bytes))?;
    }
    if sizes.len() > 1 {
        let all = sizes.iter().fold(0, |all: u64, (_, bytes)| all.saturating_add(*bytes));
        writeln!(out, "  {:<18} about {}", "together", DecimalBytes(all))?;
    }
    Ok(())
}

/// The smallest differences that the run finds.
fn finds(out: &mut dyn Write, experiment: &Experiment, probe: &Probe) -> io::Result<()> {
    let labels = experiment.labels();
    let mut rows = Vec::new();
    for (number, arm) in experiment.arms().iter().enumerate() {
        for &entrant in &arm.entrants {
            let finds = [probe.finds(number, entrant)];
            rows.push(row(&arm.word, labels[entrant], &finds));
        }
        let between = probe.finds_between(number, &arm.entrants);
        if !between.is_empty() {
            let finds: Vec<Finds> = between.into_iter().map(|(_, finds)| finds).collect();
            rows.push(row(&arm.word, "between two", &finds));
        }
    }
    writeln!(out)?;
    lines(
        out,
        "Smallest difference that the run finds with a power of 80 % (at 5 %, two-sided): of an \
         entrant from a fixed value, such as the even share of 20 %, and between two entrants",
    )?;
    writeln!(out, "{}", table(&["arm", "entrant", "win rate", "mean stones"], rows, 2))?;
    lines(out, &trust(experiment, probe))
}

/// How far these can be trusted.
fn trust(experiment: &Experiment, probe: &Probe) -> String {
    let arms = experiment.arms();
    let fewest = arms
        .iter()
        .enumerate()
        .flat_map(|(number, arm)| arm.entrants.iter().map(move |&entrant| (number, entrant)));
    match fewest.map(|(arm, entrant)| probe.blocks_of(arm, entrant)).min() {
        Some(blocks) if blocks >= Probe::FEWEST => format!(
            "They come from {} or more each, and are themselves good to about {:.0} %",
            plural(blocks, "block"),
            100.0 / (2.0 * (blocks - 1) as f64).sqrt()
        ),
        _ => format!(
            "? is what the probe can't tell: it takes {} blocks or more, and that they differ",
            Probe::FEWEST
        ),
    }
}

fn row(arm: &str, entrant: &str, finds: &[Finds]) -> Vec<String> {
    let rates = finds.iter().map(|finds| finds.win_rate);
    let stones = finds.iter().map(|finds| finds.mean_stones);
    vec![
        arm.to_owned(),
        entrant.to_owned(),
        range(rates, |rate| format!("{:.2}", 100.0 * rate), " points"),
        range(stones, |stones| format!("{stones:.3}"), ""),
    ]
}

/// The smallest to the largest of those that are known.
fn range(
    values: impl Iterator<Item = Option<f64>>,
    show: impl Fn(f64) -> String,
    unit: &str,
) -> String {
    let known = values.flatten();
    let (low, high) = known
        .fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    match (show(low), show(high)) {
        _ if low > high => "?".to_owned(),
        (low, high) if low == high => format!("{low}{unit}"),
        (low, high) => format!("{low} to {high}{unit}"),
    }
}

fn human(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        return "a second".to_owned();
    }
    HumanDuration(time).to_string()
}
