//! A run checked from its files alone: the manifest, every growing file against the schedule, the
//! seed, the rules and each other, and the summaries against `blocks.csv`.
//!
//! One pass, block by block, in constant memory. Nothing is played, so what is not by the strategies
//! but by the rules is not seen here: that takes the run to be played again.

mod account;
mod against;
mod ends;
mod fields;
mod findings;
mod follower;
mod followers;
mod games;
mod pass;
mod records;
mod rounds;
mod steps;
mod summaries;
mod told;
mod within;

use std::collections::BTreeSet;
use std::path::Path;

use findings::Findings;
pub use findings::RunFinding;
use pass::{Pass, Read};
use told::Told;

use super::experiment::Experiment;
use super::folder::RunFolder;
use super::growing::Growing;
use super::manifest::{MANIFEST, Manifest, ManifestError};
use super::summaries::{SEQUENTIAL, SUMMARIES};
use crate::strategies::Registry;

/// A file that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    pub name: String,
    /// Rows of it that were read, without the header; none where it could not be.
    pub rows: Option<u64>,
    /// The first findings in it, by line.
    pub findings: Vec<RunFinding>,
    /// How many more there were.
    pub more: u64,
}

impl Checked {
    /// Findings in it, all told.
    pub fn wrong(&self) -> u64 {
        self.findings.len() as u64 + self.more
    }
}

/// What came of checking a run.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Those the experiment has, and others in which something was found.
    pub files: Vec<Checked>,
    /// Blocks checked.
    pub blocks: u64,
    /// Blocks of the whole experiment; none where the manifest does not tell.
    pub of: Option<u64>,
    /// Elections and rounds in them.
    pub elections: u64,
    pub rounds: u64,
    /// Whether the run says that it is complete.
    pub complete: bool,
    /// Whether summaries could not be computed again, since blocks.csv is not right.
    pub without_summaries: bool,
}

impl Verified {
    /// Findings in all files.
    pub fn wrong(&self) -> u64 {
        self.files.iter().map(Checked::wrong).sum()
    }

    /// Rows read of all files.
    pub fn rows(&self) -> u64 {
        self.files.iter().filter_map(|file| file.rows).sum()
    }
}

/// Checks the run of a folder. Lines of `records.jsonl` of more than `limit` bytes are wrong.
/// `progress` hears of the blocks checked, of how many, and of the elections in them.
///
/// Of a run that has not ended, whatever all its files have whole is checked; what comes after that
/// is no finding, since a run may be broken off at any byte.
pub fn verify(
    folder: &Path,
    registry: &Registry,
    limit: usize,
    progress: impl FnMut(u64, u64, u64),
) -> Verified {
    let mut findings = Findings::default();
    let mut verified = Verified::default();
    let mut rows = Vec::new();
    if RunFolder::is_being_written(folder) {
        findings.say(MANIFEST, None, "a run is writing to the folder", "a run that has ended");
    } else if let Some((manifest, experiment, text)) = read(folder, registry, &mut findings) {
        let told = Told { folder, text: &text, manifest: &manifest, experiment: &experiment };
        told.check_manifest(registry, &mut findings);
        verified.of = Some(manifest.blocks());
        verified.complete = manifest.complete;
        rows = check(&told, limit, progress, &mut findings, &mut verified);
    }
    findings.keep_block();
    let mut names: Vec<String> = vec![MANIFEST.to_owned()];
    names.extend(rows.iter().map(|(name, _)| (*name).to_owned()));
    let others = findings.files().into_iter().filter(|name| !names.contains(name));
    let others: Vec<String> = others.collect();
    names.extend(others);
    verified.files = names
        .into_iter()
        .map(|name| {
            let (findings, more) = findings.take(&name);
            let rows = rows.iter().find(|(other, _)| *other == name).and_then(|(_, rows)| *rows);
            Checked { name, rows, findings, more }
        })
        .collect();
    verified
}

/// The manifest with its experiment and its text, if it can be read.
fn read(
    folder: &Path,
    registry: &Registry,
    findings: &mut Findings,
) -> Option<(Manifest, Experiment, String)> {
    let right = "the manifest of a run (docs/formats.md)";
    let read = || {
        let manifest = Manifest::read(folder)?;
        let experiment = manifest.experiment(registry)?;
        Ok((manifest, experiment))
    };
    match read() {
        Ok((manifest, experiment)) => {
            let text = std::fs::read_to_string(folder.join(MANIFEST)).unwrap_or_default();
            Some((manifest, experiment, text))
        }
        Err(error) => {
            let (line, found) = match error {
                ManifestError::Io { cause, .. } => (None, format!("can't be read: {cause}")),
                ManifestError::Json { cause, .. } => (Some(cause.line() as u64), cause.to_string()),
                ManifestError::Content { cause, .. } => (None, cause),
            };
            findings.say(MANIFEST, line, found, right);
            None
        }
    }
}

type RowsRead = Vec<(&'static str, Option<u64>)>;

/// Checks the files of a run whose manifest could be read; the rows of each.
fn check(
    told: &Told<'_>,
    limit: usize,
    progress: impl FnMut(u64, u64, u64),
    findings: &mut Findings,
    verified: &mut Verified,
) -> RowsRead {
    let Told { folder, manifest, experiment, .. } = *told;
    let outputs = &experiment.outputs;
    let growing: Vec<Growing> = Growing::written(outputs).collect();
    if manifest.ended.is_some() {
        told.check_files(findings);
    } else if manifest.checkpoint.is_none() {
        // What the folder holds is of an earlier run, if of any.
        return Vec::new();
    } else {
        let names = growing.iter().map(|file| file.name(outputs.zstd));
        let sequential = experiment.until.map(|_| SEQUENTIAL);
        // Summaries are written last, and perhaps some of them were.
        let expected: BTreeSet<&str> = names.chain(SUMMARIES).chain(sequential).collect();
        told.check_left_over(&expected, findings);
        told.check_marks(findings);
    }
    findings.keep_block();
    let Read { tally, watch, blocks, elections, rounds, rows } =
        Pass::begin(told, limit, findings).run(progress, findings);
    (verified.blocks, verified.elections, verified.rounds) = (blocks, elections, rounds);
    if manifest.ended.is_none() {
        return rows;
    }
    for (name, rows) in &rows {
        if let Some(rows) = rows {
            told.check_rows(name, *rows, findings);
        }
    }
    if let Some(watch) = watch.as_ref().filter(|_| tally.is_some()) {
        told.check_decided(watch, findings);
    }
    let mut rows = rows;
    // Where blocks.csv is wrong it would be told again in every summary.
    let journal = Growing::Blocks.name(outputs.zstd);
    let again = tally
        .filter(|_| !findings.has(journal))
        .and_then(|tally| summaries::again(folder, &tally, watch.as_ref(), experiment).ok());
    verified.without_summaries = again.is_none();
    for summary in again.iter().flatten() {
        let read = summaries::check(folder, summary, findings);
        if let Some(read) = read {
            told.check_rows(summary.0, read, findings);
        }
        rows.push((summary.0, read));
    }
    rows
}
