//! `domeng show`: tells a game from its records, or plays it again from the manifest of its run.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::anyhow;

use super::exit::{Failure, Outcome};
use super::search::{Found, Search};
use crate::engine::Seat;
use crate::strategies::Registry;
use crate::tabletop::tell;
use crate::tournament::{Manifest, Players};

/// Tell a game move by move, from its records or from its run
///
/// A run's folder needs no records: its manifest says enough to play any of its games again.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        domeng show runs/first --game 17\n  \
        domeng show runs/first/records.jsonl --game 17\n  \
        domeng show runs/first/records.jsonl --game 17 --election 1 | less\n\n\
        Exit codes: 0 told, 1 no such game, or its record is not by the rules.")]
pub(super) struct ShowArgs {
    /// The folder of a run, or records (JSON Lines, see docs/formats.md); `-` is standard input
    #[arg(value_name = "RUNDIR|FILE")]
    file: PathBuf,

    /// Number of the game, from 0
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    game: u64,

    /// Number of the election in the game, from 0; all of them if not given
    #[arg(long, value_name = "M")]
    election: Option<u64>,
}

/// A reader that has seen enough and closes standard output ends the telling.
pub(super) fn run(arguments: &ShowArgs) -> Outcome {
    let mut out = BufWriter::new(io::stdout().lock());
    let tell = if arguments.file.is_dir() { show_run } else { show };
    let shown = tell(arguments, &mut out).and_then(|right| Ok(out.flush().map(|()| right)?));
    match shown {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::Said),
        // The reader of what is told has seen enough.
        Err(error) if is_broken_pipe(&error) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Tells what is asked for to `out`; false if a record of it is not by the rules, which is said in
/// its place.
///
/// # Errors
/// The file can't be read or has no such game; `out` can't be written.
fn show(arguments: &ShowArgs, out: &mut impl Write) -> anyhow::Result<bool> {
    let mut search = Search::open(&arguments.file, arguments.game, arguments.election)?;
    let (mut told, mut right) = (false, true);
    while let Some(found) = search.next()? {
        if told {
            writeln!(out)?;
        }
        told = true;
        right &= tell_line(&search.file, found, out)?;
    }
    if told { Ok(right) } else { Err(search.no_such()) }
}

/// Plays what is asked for again from the manifest of a run, and tells it to `out`.
///
/// # Errors
/// There is no manifest, it is not whole, or the run has no such game; `out` can't be written.
fn show_run(arguments: &ShowArgs, out: &mut impl Write) -> anyhow::Result<bool> {
    let registry = Registry::builtin();
    let manifest = Manifest::read(&arguments.file)?;
    let experiment = manifest.experiment(&registry)?;
    let (game, games) = (arguments.game, experiment.games_played());
    if game >= games {
        return Err(anyhow!("the run has no game {game}; it has games 0 to {}", games - 1));
    }
    if manifest.program.version != env!("CARGO_PKG_VERSION") {
        let _ = writeln!(
            io::stderr(),
            "the run was made by version {}; this is {}, whose strategies may play otherwise",
            manifest.program.version,
            env!("CARGO_PKG_VERSION"),
        );
    }
    let players = Players::new(&experiment, &registry)?;
    let block = experiment.schedule().block(game / Seat::COUNT as u64);
    let rotation = (game % Seat::COUNT as u64) as usize;
    let wanted = |election: u32| arguments.election.is_none_or(|n| n == u64::from(election));
    let (mut elections, mut told, mut written) = (0, 0, Ok(()));
    players.replay(&block, rotation, |record| {
        elections += 1;
        if wanted(record.election) {
            let gap = if told > 0 { "\n" } else { "" };
            written = write!(out, "{gap}").and_then(|()| tell(record, out));
            told += 1;
        }
        written.is_ok()
    });
    written?;
    if told == 0 {
        let asked = arguments.election.unwrap_or_default();
        return Err(anyhow!("game {game} has no election {asked}; it has {elections}, from 0"));
    }
    Ok(true)
}

/// Tells the record of a line, or what is wrong with it; false for that.
fn tell_line(file: &str, found: Found, out: &mut impl Write) -> io::Result<bool> {
    match found.record {
        Ok(record) => tell(&record, out).map(|()| true),
        Err(finding) => {
            let line = found.line;
            writeln!(out, "{file}:{line}: this record is not by the rules: {finding}")?;
            Ok(false)
        }
    }
}
