//! `domeng verify`: referees game records, and checks whole runs.

mod run;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::builder::TypedValueParser;
use serde::Serialize;

use super::exit::{Failure, Outcome, quiet_pipe};
use crate::records::{DEFAULT_LINE_LIMIT, Finding, Report, Verifier, legible};
use crate::tournament::unpacked_if_packed;

const MIB: usize = 1 << 20;

/// Check game records by the rules, and the folders of runs in all they hold
///
/// Of a file every line is replayed and compared with what it says of itself, and the first thing
/// wrong in it is reported with its place: game, election, round, ply. Where a line is the next
/// election of the game before it, CAMAT, seats and rules must carry over. Keys that are not known
/// are passed over, and lines may end in CR LF. A file without a line is wrong.
///
/// Of a folder the manifest is checked, every file against it, blocks, games, rounds and records
/// against schedule, seed and rules and against each other, and the summaries against blocks.csv.
/// Of a run that is incomplete it is what all its files have. Nothing is played again: for that there
/// is `domeng reproduce`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        domeng verify runs/first                   all files of a run\n  \
        domeng verify runs/first/records.jsonl\n  \
        domeng verify --json a.jsonl b.jsonl       one JSON object for each wrong line\n  \
        zcat records.jsonl.gz | domeng verify -\n\n\
        Of each file of a run the first 20 findings are told, and how many more there are.\n\n\
        Exit codes: 0 all is right, 1 something is wrong or can't be read.")]
pub(super) struct VerifyArgs {
    /// Records (JSON Lines, see docs/formats.md), or folders of runs; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    files: Vec<PathBuf>,

    /// Print JSON: an object for each wrong line, then one with the counts
    #[arg(long)]
    json: bool,

    /// Longest line read, in MiB; a longer one counts as wrong
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = DEFAULT_LINE_LIMIT / MIB,
        value_parser = clap::value_parser!(u16).range(1..).map(usize::from),
    )]
    line_limit: usize,

    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

/// How many lines there were and how many findings, a file that can't be read being one.
#[derive(Default, Serialize)]
struct Summary {
    lines: u64,
    wrong: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    runs: Vec<run::Counts>,
    /// Files that are no runs.
    #[serde(skip)]
    files: u64,
}

/// A reader that has seen enough and closes standard output ends the work; what was found until then
/// decides.
pub(super) fn run(arguments: &VerifyArgs) -> Outcome {
    let mut summary = Summary::default();
    let mut out = BufWriter::new(io::stdout().lock());
    quiet_pipe(verify(arguments, &mut out, &mut summary).and_then(|()| out.flush()))?;
    if summary.wrong == 0 { Ok(()) } else { Err(Failure::Said) }
}

/// Verifies all files, writes what is found to `out` and counts it in `summary`.
///
/// # Errors
/// Those of `out` alone: a file that can't be read is a finding.
fn verify(arguments: &VerifyArgs, out: &mut impl Write, summary: &mut Summary) -> io::Result<()> {
    let limit = arguments.line_limit.saturating_mul(MIB);
    for file in &arguments.files {
        if file.is_dir() {
            let how = (limit, arguments.json, arguments.quiet);
            let (verified, told) = run::check(file, how, out);
            summary.lines += verified.rows();
            summary.wrong += verified.wrong();
            summary.runs.push(run::counts(file, &verified));
            told?;
            continue;
        }
        summary.files += 1;
        let label = label(file);
        let mut print = |Report { line, finding }: Report| {
            summary.wrong += 1;
            if !arguments.json {
                return writeln!(out, "{label}:{line}: {finding}");
            }
            let file = (arguments.files.len() > 1).then_some(&*label);
            serde_json::to_writer(&mut *out, &Row { line, finding: &finding, file })?;
            writeln!(out)
        };
        let reader = match open(file) {
            Ok(reader) => reader,
            Err(error) => {
                print(unreadable(1, &error))?;
                continue;
            }
        };
        let mut verifier = Verifier::new(reader, limit);
        let told = loop {
            match verifier.next_batch() {
                Ok(Some(reports)) => {
                    if let Err(error) = reports.into_iter().try_for_each(&mut print) {
                        break Err(error);
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break print(unreadable(verifier.lines() + 1, &error)),
            }
        };
        summary.lines += verifier.lines();
        told?;
    }
    summarize(arguments.json, out, summary)
}

/// A wrong line in JSON (formats.md); the file is named where there are several.
#[derive(Serialize)]
struct Row<'a> {
    line: u64,
    #[serde(flatten)]
    finding: &'a Finding,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
}

fn summarize(json: bool, out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    if json {
        serde_json::to_writer(&mut *out, summary)?;
        return writeln!(out);
    }
    // Runs have told their own.
    if summary.files == 0 {
        return Ok(());
    }
    let lines = summary.lines - summary.runs.iter().map(run::Counts::lines).sum::<u64>();
    let wrong = summary.wrong - summary.runs.iter().map(run::Counts::wrong).sum::<u64>();
    let s = if lines == 1 { "" } else { "s" };
    match wrong {
        0 => writeln!(out, "{lines} line{s}, all by the rules"),
        _ => writeln!(out, "{lines} line{s}, {wrong} wrong"),
    }
}

fn unreadable(line: u64, error: &io::Error) -> Report {
    Report { line, finding: Finding::of_line(format!("can't be read: {error}"), "a readable file") }
}

/// A file, or standard input for `-`; compressed or not.
pub(super) fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file.as_os_str() == "-" {
        return unpacked_if_packed(Box::new(BufReader::with_capacity(MIB, io::stdin())));
    }
    unpacked_if_packed(Box::new(BufReader::with_capacity(MIB, File::open(file)?)))
}

/// A file's name for messages.
pub(super) fn label(file: &Path) -> String {
    if file.as_os_str() == "-" {
        return "standard input".to_owned();
    }
    legible(&file.to_string_lossy(), usize::MAX)
}
