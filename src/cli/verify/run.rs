//! The folder of a run, checked.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::super::progress::Meter;
use super::label;
use crate::strategies::Registry;
use crate::tabletop::plural;
use crate::tournament::{Checked, RunFinding, Verified, verify};

/// Elections between two looks at the clock.
const SELDOM: u64 = 1000;

/// What came of a run, for the last object of `--json` (formats.md).
#[derive(Serialize)]
pub(super) struct Counts {
    run: String,
    complete: bool,
    blocks: u64,
    /// Null where the manifest can't be read.
    of: Option<u64>,
    elections: u64,
    rounds: u64,
    lines: u64,
    wrong: u64,
}

impl Counts {
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    pub(super) fn wrong(&self) -> u64 {
        self.wrong
    }
}

/// Checks the run of a folder, and writes what is found.
///
/// # Errors
/// Those of `out` alone.
pub(super) fn check(
    folder: &Path,
    (limit, json, quiet): (usize, bool, bool),
    out: &mut impl Write,
) -> (Verified, io::Result<()>) {
    let mut meter = None;
    let mut shown = 0;
    let verified = verify(folder, &Registry::builtin(), limit, |done, of, elections| {
        if elections >= shown + SELDOM || meter.is_none() {
            let meter = meter.get_or_insert_with(|| Meter::new("blocks", 0, of, quiet));
            meter.show(done, elections);
            shown = elections;
        }
    });
    if let Some(meter) = meter {
        meter.end();
    }
    let told = findings(folder, &verified, json, out);
    let told = if json { told } else { told.and_then(|()| summary(folder, &verified, out)) };
    (verified, told)
}

/// The counts of a run.
pub(super) fn counts(folder: &Path, verified: &Verified) -> Counts {
    let Verified { complete, blocks, of, elections, rounds, .. } = *verified;
    let (lines, wrong) = (verified.rows(), verified.wrong());
    Counts { run: label(folder), complete, blocks, of, elections, rounds, lines, wrong }
}

fn findings(
    folder: &Path,
    verified: &Verified,
    json: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    for Checked { name, findings, more, .. } in &verified.files {
        let path = label(&folder.join(name));
        for RunFinding { line, finding, .. } in findings {
            if json {
                let (finding, file) = (finding.clone(), path.clone());
                serde_json::to_writer(&mut *out, &RunFinding { line: *line, finding, file })?;
                writeln!(out)?;
                continue;
            }
            let line = line.map(|line| format!("{line}:")).unwrap_or_default();
            if name.starts_with("records.jsonl") && finding.game.is_some() {
                writeln!(out, "{path}:{line} {finding}")?;
            } else {
                let (place, found) = (finding.place(), &finding.record);
                writeln!(out, "{path}:{line} {place}{found}; it should be {}", finding.rules)?;
            }
        }
        if *more > 0 && !json {
            writeln!(out, "{path}: and {more} more")?;
        }
    }
    Ok(())
}

/// What was checked, file by file, and the verdict.
fn summary(folder: &Path, verified: &Verified, out: &mut impl Write) -> io::Result<()> {
    let Verified { blocks, of, elections, rounds, complete, .. } = *verified;
    let folder = label(folder);
    let counts = [plural(blocks, "block"), plural(elections, "election")];
    let rounds = if rounds > 0 { format!(", {}", plural(rounds, "round")) } else { String::new() };
    writeln!(out, "{folder}: {}{rounds} checked", counts.join(", "))?;
    for file in &verified.files {
        let rows = file.rows.map(|rows| plural(rows, "row")).unwrap_or_default();
        let verdict = match file.wrong() {
            0 => "right".to_owned(),
            wrong => format!("{wrong} wrong"),
        };
        writeln!(out, "  {:<20} {rows:>16}   {verdict}", file.name)?;
    }
    if verified.without_summaries {
        writeln!(out, "Summaries were not computed again, since blocks.csv is not right.")?;
    }
    let wrong = verified.wrong();
    let verdict = match wrong {
        0 => "all of it is right".to_owned(),
        _ => format!("{wrong} wrong"),
    };
    match of {
        Some(of) if !complete => {
            writeln!(out, "INCOMPLETE: {blocks} of {}; {verdict}", plural(of, "block"))
        }
        _ => writeln!(out, "{verdict}"),
    }
}
