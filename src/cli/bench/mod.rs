//! `domeng bench`: how fast this machine plays, and a checksum of how it plays.

mod checksum;
mod compare;
mod decisions;
mod lockstep;
mod report;
mod self_play;
mod speed;
mod text;
mod worlds;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use atomic_write_file::AtomicWriteFile;
use serde::Serialize;

use self::compare::{Comparison, read_baseline};
use self::report::Report;
use super::exit::{Failure, Outcome, quiet_pipe};

/// Measure the speed of play, and print a checksum of every move of a fixed experiment
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng bench\n  \
    domeng bench --json --threads 1\n  \
    domeng bench --save before.json\n  \
    domeng bench --compare before.json\n\n\
    Play in lockstep takes the widest instruction set that the processor has;\n\
    DOMENG_LOCKSTEP=avx512, avx2 or sse2 in the environment forces one (neon on\n\
    AArch64, portable elsewhere). Results do not depend on it.")]
pub(super) struct BenchArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Threads to measure on; if not given, those of the baseline, else 1, and as text all cores as
    /// well
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How long each speed is measured, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 800,
          value_parser = clap::value_parser!(u32).range(1..=600_000))]
    span: u32,
    /// Write the report to FILE, replacing it as a whole, for --compare
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Compare with the report saved in BASELINE
    #[arg(long, value_name = "BASELINE")]
    compare: Option<PathBuf>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    compare: Option<&'a Comparison>,
}

pub(super) fn run(arguments: &BenchArgs) -> Outcome {
    let baseline = arguments.compare.as_deref().map(read_baseline).transpose();
    let baseline = baseline.map_err(Failure::Usage)?;
    // What can't be written is found out before anything is measured.
    let save = match arguments.save.as_deref() {
        Some(path) => Some((path, open(path)?)),
        None => None,
    };
    let threads = arguments.threads.or(baseline.as_ref().and_then(|saved| saved.threads));
    let span = Duration::from_millis(u64::from(arguments.span));
    let report = Report::measure(threads.unwrap_or(1), span)?;
    if let Some((path, file)) = save {
        write(file, &report).with_context(|| path.display().to_string())?;
    }
    let comparison = baseline.map(|baseline| Comparison::new(&baseline, &report));
    let text = match &comparison {
        compare if arguments.json => {
            let printed = Printed { report: &report, compare: compare.as_ref() };
            serde_json::to_string(&printed)? + "\n"
        }
        Some(comparison) => comparison.to_string(),
        None => text::everything(&report, arguments.threads, span)?,
    };
    quiet_pipe(io::stdout().lock().write_all(text.as_bytes()))
}

/// A place for a report: a new file, or one that holds a report already.
fn open(path: &Path) -> Result<AtomicWriteFile, Failure> {
    if path.symlink_metadata().is_ok() && (!path.is_file() || read_baseline(path).is_err()) {
        let shown = path.display();
        return Err(Failure::Usage(anyhow::anyhow!(
            "{shown} is there and holds no report of `domeng bench`; name another file for --save"
        )));
    }
    Ok(AtomicWriteFile::open(path).with_context(|| path.display().to_string())?)
}

fn write(mut file: AtomicWriteFile, report: &Report) -> io::Result<()> {
    let mut bytes = serde_json::to_vec_pretty(report)?;
    bytes.push(b'\n');
    file.write_all(&bytes)?;
    file.commit()
}
