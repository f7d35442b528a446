//! What is said of a run before and after it.

use std::io::{self, Write};
use std::path::Path;

use crate::report::{print_decisions, print_results, print_test};
use crate::tabletop::plural;
use crate::tournament::{Balanced, Experiment, Imbalance, Named, Step, Summary};

/// How far a test is, in some words.
pub(super) fn step(step: &Step) -> String {
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.2}"));
    let Step { blocks, llr, bounds: (lower, upper), estimate, .. } = step;
    let estimate = estimate.map_or("–".to_owned(), |value| format!("{value:.4}"));
    format!("block {blocks}, LLR {} ({lower:.2} to {upper:.2}), estimate {estimate}", number(*llr))
}

/// Says what is about to be run, and what of it was rounded.
pub(super) fn announce(experiment: &Experiment, folder: &Path, before: u64) {
    let Experiment { pool, design, games, seed, elections, .. } = experiment;
    let at_most = if experiment.until.is_some() { "at most " } else { "" };
    let mut text = format!(
        "{}: {}, {at_most}{} games in {}, {} a game, seed {seed}\n",
        design.word(),
        plural(pool.len() as u64, "entrant"),
        experiment.games_played(),
        plural(experiment.blocks(), "block"),
        plural((*elections).into(), "election"),
    );
    if experiment.games_played() != *games {
        text += &format!(
            "{games} games were asked for; blocks of five are played, \
             and whole cycles where they fit\n"
        );
    }
    if let Some(Imbalance { of, least, most }) = experiment.imbalance() {
        text += &match of {
            Balanced::Seats => format!(
                "the last cycle is not whole: entrants have {least} to {most} seats in each \
                 rotation\n"
            ),
            Balanced::Arms => {
                format!("the last cycle is not whole: arms have {least} to {most} blocks\n")
            }
        };
    }
    if before > 0 {
        text += &format!("{} of them are there\n", plural(before, "block"));
    }
    text += &format!("results: {}\n", folder.display());
    // Progress is for whoever watches; if no one can, the run is none the worse.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// The command that goes on with the run of a folder.
pub(super) fn resume_command(folder: &Path) -> String {
    format!("domeng tournament --resume {}", as_word(folder))
}

/// A path as a shell wants it.
fn as_word(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = path.chars().all(|c| c.is_alphanumeric() || "/._-+=,@".contains(c));
    if plain { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// Says that a run has no report, which is made of its files and can be made again.
pub(super) fn no_report(error: &anyhow::Error, folder: &Path) {
    let text = format!(
        "the run has no report: {error:#}\nall else is there; make it with: domeng report {}\n",
        as_word(folder)
    );
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Prints what came of a run, and where its report is.
pub(super) fn print(
    experiment: &Experiment,
    summary: &Summary,
    folder: &Path,
    report: Option<&Path>,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Summary { tally, ratings, watch, .. } = summary;
    let (named, watch) = (Named::of(experiment), watch.as_ref());
    let results = named.results(tally, ratings, watch);
    print_results(&mut out, experiment.design, results)?;
    print_decisions(&mut out, results)?;
    if let Some(watch) = watch {
        print_test(&mut out, watch)?;
    }
    let (all, undecided) = tally.elections();
    if undecided > 0 {
        writeln!(out, "{undecided} of {all} elections ended undecided, won by no one (R9.6)")?;
    }
    if !summary.complete {
        let blocks = experiment.blocks();
        writeln!(out, "INCOMPLETE: interrupted after {} of {blocks} blocks", tally.blocks)?;
    }
    let seconds = summary.elapsed.as_secs_f64();
    let now = if summary.elections == all { String::new() } else { format!(" of {all}") };
    let intervals = match tally.blocks {
        0 | 1 => "there are no intervals over a single block".to_owned(),
        blocks => format!("intervals are over {blocks} blocks"),
    };
    writeln!(
        out,
        "{}{now} elections in {seconds:.1} s ({:.0} a second); {intervals}\nfiles: {}",
        summary.elections,
        summary.elections as f64 / seconds.max(1e-9),
        folder.display()
    )?;
    if let Some(report) = report {
        writeln!(out, "report: {}", report.display())?;
    }
    out.flush()
}
