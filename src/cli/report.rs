//! `domeng report`: what people look at, of one run or several.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use super::compare::refuse;
use super::exit::{Failure, Outcome, quiet_pipe};
use super::progress::Meter;
use crate::files::{replace, try_place};
use crate::report::{Compared, Story, comparison, page, print_markdown, print_story, story};
use crate::strategies::Registry;
use crate::tournament::{MANIFEST, Matching, REPORT, Ratings, RunFolder, Side, measure, read};
use crate::tune::TuneFolder;

/// Runs on a page at most.
const RUNS: usize = 9;

/// How a report is written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One page that needs nothing else
    Html,
    /// For an issue or a README
    Markdown,
    /// For here, within 80 columns
    Terminal,
}

/// Make the report of a run, or of several beside the first
///
/// Of one run the page goes to its folder, as at the end of `domeng tournament`; all else is printed.
/// Runs are held against the first: in pairs where they share deals. A run that is not complete is
/// told as far as it goes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng report runs/duel                             runs/duel/report.html anew\n  \
    domeng report runs/duel --format markdown           for an issue\n  \
    domeng report runs/duel --out duel.html\n  \
    domeng report runs/before runs/after --out both.html\n\n\
    Exit codes: 0 made, 1 a run can't be read or should not be compared, 2 wrong usage.")]
pub(super) struct ReportArgs {
    /// The folders of the runs
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Where to, in place of a file that is there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How it is written
    #[arg(long, value_enum, default_value = "html")]
    format: Format,
    /// Compare runs by other rules, or with other elections a game
    #[arg(long)]
    force: bool,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &ReportArgs) -> Outcome {
    let (first, others) = arguments.folders.split_first().ok_or_else(|| Failure::Said)?;
    if arguments.folders.len() > RUNS {
        let found = arguments.folders.len();
        return Err(Failure::Usage(anyhow!("{found} runs; a report has room for {RUNS}")));
    }
    let out = match (&arguments.out, arguments.format, others) {
        (Some(out), _, _) => Some(out.clone()),
        (None, Format::Html, []) => Some(first.join(REPORT)),
        (None, Format::Html, _) => {
            let cause = anyhow!("a page of several runs needs --out FILE to go to");
            return Err(Failure::Usage(cause));
        }
        (None, _, _) => None,
    };
    if let Some(path) = &arguments.out {
        refuse_place(path)?;
    }
    if let Some(tuning) = arguments.folders.iter().find(|path| TuneFolder::is_one(path)) {
        let shown = tuning.display();
        return Err(Failure::Usage(anyhow!(
            "{shown} holds a tuning and no run; a tuning that has ended has its report in {shown}/report.html"
        )));
    }
    let registry = Registry::builtin();
    let story = match others {
        [] => of_one(&Side::open(first, &registry)?, None, &registry, arguments.quiet)?,
        _ => of_several(first, others, &registry, arguments)?,
    };
    let mut text = Vec::new();
    match arguments.format {
        Format::Html => text = page(&story)?.into_bytes(),
        Format::Markdown => print_markdown(&mut text, &story)?,
        Format::Terminal => print_story(&mut text, &story)?,
    }
    match out {
        None => quiet_pipe(print(&text)),
        Some(path) => {
            write(&path, &text)?;
            if !arguments.quiet {
                let said = format!("report: {}\n", path.display());
                let _ = io::stderr().write_all(said.as_bytes());
            }
            Ok(())
        }
    }
}

fn print(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

/// Refuses a place where no report can be, or where a run has another of its files, before runs are
/// read.
fn refuse_place(path: &Path) -> Result<(), Failure> {
    let is_report = path.file_name().is_some_and(|name| name == REPORT);
    if !is_report && path.exists() && path.with_file_name(MANIFEST).exists() {
        return Err(Failure::Usage(anyhow!(
            "{} is a file of a run, and left alone; choose another --out",
            path.display()
        )));
    }
    let tried = try_place(path);
    tried.with_context(|| format!("{}: the report can't be written", path.display()))?;
    Ok(())
}

fn write(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    replace(path, text).with_context(|| format!("{}: the report can't be written", path.display()))
}

/// Writes the page of a run into the folder that is held, and says where it is; its ratings may be
/// known already.
pub(super) fn of_run(
    folder: &RunFolder,
    ratings: Option<&Ratings>,
    quiet: bool,
) -> anyhow::Result<PathBuf> {
    let registry = Registry::builtin();
    let story = of_one(&Side::held(folder, &registry)?, ratings, &registry, quiet)?;
    let path = folder.path().join(REPORT);
    write(&path, page(&story)?.as_bytes())?;
    Ok(path)
}

fn of_one(
    run: &Side,
    ratings: Option<&Ratings>,
    registry: &Registry,
    quiet: bool,
) -> anyhow::Result<Story> {
    let mut meter = Meter::reading(run.blocks, quiet);
    meter.note(Some("read for the report".to_owned()));
    let reading = read(run, ratings, |done| meter.read(done));
    meter.end();
    Ok(story(run, &reading?, registry))
}

fn of_several(
    first: &Path,
    others: &[PathBuf],
    registry: &Registry,
    arguments: &ReportArgs,
) -> Result<Story, Failure> {
    let first = Side::open(first, registry)?;
    let mut compared = Vec::new();
    for folder in others {
        let run = Side::open(folder, registry)?;
        let matching = Matching::of(&first, &run, arguments.force).map_err(refuse)?;
        let mut meter = Meter::reading(first.blocks.max(run.blocks), arguments.quiet);
        let measured = measure(&first, &run, &matching, |done, _| meter.read(done));
        meter.end();
        compared.push(Compared { run, matching, measured: measured? });
    }
    Ok(comparison(&first, &compared))
}
