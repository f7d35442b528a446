//! `domeng reproduce`: runs a run again and compares.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};

use super::exit::{Failure, Outcome, quiet_pipe};
use super::interrupt::stop_on_interrupt;
use super::progress::{Meter, threads};
use crate::records::legible;
use crate::strategies::Registry;
use crate::tabletop::plural;
use crate::tournament::{
    Again, Experiment, FirstDifference, Held, Manifest, Players, RunFolder, RunOptions, ThenAndNow,
    compare_again, run_blocks,
};

/// Digits shown of a hash.
const DIGITS: usize = 16;

/// Run the experiment of a folder again and compare all files byte for byte
///
/// The experiment is taken from the manifest, with every rule and parameter as it was then. It is
/// said first what is otherwise now; then it is run into a folder beside the first, which is removed
/// again, and every file compared by its hash. Of a run that is incomplete the blocks it holds are
/// compared.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng reproduce runs/duel\n  \
    domeng reproduce runs/duel --threads 1\n  \
    domeng reproduce runs/duel --keep runs/duel-again\n\n\
    Exit codes: 0 all files are the same, 1 one is not or it can't be run, 2 wrong usage.")]
pub(super) struct ReproduceArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Threads to play on; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Run into this folder, new or empty, and keep it
    #[arg(long, value_name = "OUT")]
    keep: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &ReproduceArgs) -> Outcome {
    let registry = Registry::builtin();
    let folder = &arguments.folder;
    if RunFolder::is_being_written(folder) {
        return Err(anyhow!("a run is writing to {}; wait for it", folder.display()).into());
    }
    let manifest = Manifest::read(folder)?;
    let mut out = io::stdout().lock();
    let told = ThenAndNow::of(&manifest, &registry);
    quiet_pipe(announce(&mut out, &manifest, &told))?;
    if !told.obstacles.is_empty() {
        return Err(Failure::Said);
    }
    let experiment =
        manifest.experiment(&registry).with_context(|| folder.display().to_string())?;
    let held = Held::by(folder, &manifest, &experiment);
    if held.blocks == 0 {
        return Err(anyhow!("{} holds no whole block to compare", folder.display()).into());
    }
    if held.blocks < experiment.blocks() && !manifest.complete {
        let all = plural(experiment.blocks(), "block");
        quiet_pipe(writeln!(out, "INCOMPLETE: {} of {all} are run again", held.blocks))?;
    }
    let (into, _temporary) = place(arguments)?;
    let now = again(arguments, &experiment, &registry, &into, held.blocks)?;
    let (then, again) = ((&**folder, &manifest), (into.path(), &now));
    let files = compare_again(then, again, &experiment, &held)
        .with_context(|| format!("{} can't be read back", into.path().display()))?;
    quiet_pipe(tell(&mut out, &files, (&manifest, &now), &held))?;
    let same = files.iter().all(Again::is_same);
    if same { Ok(()) } else { Err(Failure::Said) }
}

/// Where it is run: the folder to be kept, or one beside the run that goes when it is dropped.
fn place(arguments: &ReproduceArgs) -> Result<(RunFolder, Option<tempfile::TempDir>), Failure> {
    if let Some(keep) = &arguments.keep {
        return Ok((RunFolder::prepare(keep, false)?, None));
    }
    let folder = std::path::absolute(&arguments.folder)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let parent = folder.parent().unwrap_or(&folder);
    let made = tempfile::Builder::new().prefix(&format!(".{name}-again-")).tempdir_in(parent);
    let made = made.with_context(|| {
        format!("no folder can be made in {}; --keep OUT names another place", parent.display())
    })?;
    Ok((RunFolder::prepare(made.path(), false)?, Some(made)))
}

/// Runs the first blocks of the experiment; the manifest of that.
fn again(
    arguments: &ReproduceArgs,
    experiment: &Experiment,
    registry: &Registry,
    into: &RunFolder,
    blocks: u64,
) -> Result<Manifest, Failure> {
    let players = Players::new(experiment, registry)?;
    let left = match arguments.keep {
        Some(_) => "what was run again is incomplete",
        None => "the temporary folder beside the run is left",
    };
    let stop = stop_on_interrupt("elections in play are finished first", left)?;
    let mut meter = Meter::new("blocks", 0, blocks, arguments.quiet);
    let options = RunOptions { threads: threads(arguments.threads), stop: &stop };
    let result = run_blocks(&players, registry, into, &options, blocks, |now| {
        meter.show(now.blocks, now.elections);
    });
    meter.end();
    let summary = result.context("it could not be run again to its end")?;
    if summary.tally.blocks < blocks {
        let done = summary.tally.blocks;
        return Err(anyhow!("interrupted after {done} of {blocks} blocks; nothing compared").into());
    }
    Ok(Manifest::read(into.path())?)
}

/// What was run, and what is otherwise now.
fn announce(out: &mut impl Write, manifest: &Manifest, told: &ThenAndNow) -> io::Result<()> {
    let program = &manifest.program;
    writeln!(
        out,
        "Run of {} by {} {}, on {}",
        legible(&manifest.started, 40),
        legible(&program.name, 40),
        legible(&program.version, 40),
        plural(manifest.threads as u64, "thread")
    )?;
    for text in &told.remarks {
        writeln!(out, "{}", wrapped("  ", text))?;
    }
    if told.remarks.is_empty() {
        writeln!(out, "  program, rules and files of strategies are those of now")?;
    }
    for text in &told.obstacles {
        writeln!(out, "{}", wrapped("  can't be run again: ", text))?;
    }
    out.flush()
}

fn wrapped(lead: &str, text: &str) -> String {
    textwrap::fill(text, textwrap::Options::new(80).initial_indent(lead).subsequent_indent("    "))
}

/// The files beside each other, and the verdict.
fn tell(
    out: &mut impl Write,
    files: &[Again],
    (then, now): (&Manifest, &Manifest),
    held: &Held,
) -> io::Result<()> {
    let short = |hash: &Option<String>| match hash {
        Some(hash) => hash.chars().take(DIGITS).collect::<String>(),
        None => "–".to_owned(),
    };
    let mut row = |name: &str, then: &str, now: &str, verdict: &str| {
        writeln!(out, "{name:<20} {then:<18} {now:<18} {verdict}")
    };
    row("file", "then", "now", "")?;
    for file in files {
        let verdict = match (file.then == file.now, file.intact) {
            (true, true) => "same",
            (true, false) => "same, but CHANGED since",
            (false, _) => "OTHER",
        };
        row(&file.name, &short(&file.then), &short(&file.now), verdict)?;
    }
    if held.content.is_none() {
        let same = then.run_hash == now.run_hash;
        let verdict = if same { "same" } else { "OTHER" };
        row("the run", &short(&then.run_hash), &short(&now.run_hash), verdict)?;
    }
    for file in files {
        if let Some(first) = &file.first {
            difference(out, &file.name, first)?;
        }
    }
    verdict(out, files, held)
}

fn difference(out: &mut impl Write, name: &str, first: &FirstDifference) -> io::Result<()> {
    let FirstDifference { line, column, then, now } = first;
    let shown = |text: &Option<String>| match text {
        Some(text) => format!("`{text}`"),
        None => "no such line".to_owned(),
    };
    writeln!(out, "\n{name}:{line}: first difference, at byte {column} of the line")?;
    writeln!(out, "  then {}\n  now  {}", shown(then), shown(now))
}

fn verdict(out: &mut impl Write, files: &[Again], held: &Held) -> io::Result<()> {
    let all = plural(files.len() as u64, "file");
    let others = files.iter().filter(|file| file.then != file.now).count();
    let changed = files.iter().filter(|file| file.then == file.now && !file.intact).count();
    let what = match &held.content {
        None => String::new(),
        Some(_) => format!(", as far as {} go", plural(held.blocks, "whole block")),
    };
    match (others, changed) {
        (0, 0) => writeln!(out, "\nReproduced: {all}, the same byte for byte{what}"),
        (0, _) => writeln!(
            out,
            "\nReproduced by its manifest, but {changed} of {all} are not as they were then\n\
             (`domeng verify` tells more)"
        ),
        _ => writeln!(out, "\nNOT reproduced: {others} of {all} are others{what}"),
    }
}
