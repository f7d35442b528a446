//! `domeng play`: a person at the table, line by line.

use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context as _;

use super::exit::{Failure, Outcome};
use crate::engine::{BySeat, Rules, Seat, Seed};
use crate::strategies::{Entrant, Registry, Strategy, entrants, unused};
use crate::tabletop::{Ending, Session};

/// Label of the person's seat.
const PERSON: &str = "you";

/// Sit at the table with four strategies, line by line
///
/// Answers are read from standard input, so a session can be scripted: domeng play < moves.txt
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng play\n  \
    domeng play -s monte-carlo --seat 2 --seed 7\n  \
    domeng play -s random -s greedy -s heuristic -s greedy --record mine.jsonl")]
pub(super) struct PlayArgs {
    /// One for all four others, or four clockwise from your left; heuristic if not given
    #[arg(short = 's', long = "strategy", value_name = "SPEC")]
    strategies: Vec<String>,
    /// Your seat
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..5))]
    seat: u8,
    /// Seed of the deals and of the others' draws; a new one if not given
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Write the finished game to this new file, for `domeng verify` and `domeng show`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(super) fn run(arguments: &PlayArgs) -> Outcome {
    let registry = Registry::builtin();
    let others = others(&arguments.strategies, &registry)?;
    let taken = others.iter().map(|entrant| entrant.label.clone()).collect();
    let person_label = unused(PERSON, &taken);
    let rules = Rules::default();
    let built: Vec<Box<dyn Strategy>> = others
        .iter()
        .map(|entrant| entrant.spec.build(&registry, &rules))
        .collect::<Result<_, _>>()
        .map_err(Failure::usage)?;
    // In range: the argument parser allows 0 to 4.
    let person = Seat::new(arguments.seat).unwrap_or(Seat::ALL[0]);
    let steps = |seat: Seat| (seat.index() + Seat::COUNT - person.index()) % Seat::COUNT;
    let at = |seat: Seat| steps(seat).checked_sub(1);
    let seed = arguments.seed.unwrap_or_else(new_seed);
    let session = Session {
        rules,
        seed: Seed(seed),
        players: BySeat::from_fn(|seat| Some(&**built.get(at(seat)?)?)),
        names: BySeat::from_fn(|seat| {
            at(seat)
                .and_then(|at| others.get(at))
                .map_or(person_label.as_str(), |entrant| entrant.label.as_str())
        }),
        echo: !io::stdin().is_terminal(),
    };
    let record = arguments.record.as_deref().map(create).transpose()?;
    let mut out = io::stdout().lock();
    let played = writeln!(out, "Seed {seed}: --seed {seed} gives the same deals again.")
        .and_then(|()| session.play(&mut io::stdin().lock(), &mut out));
    match (played, record) {
        (Ok(Ending::Finished(record)), Some((mut file, path))) => {
            let mut line = Vec::new();
            record.append_line(&mut line)?;
            let written = file.write_all(&line).and_then(|()| file.sync_all());
            if written.is_err() {
                // The game is not lost: its record is said instead.
                out.write_all(&line)?;
                discard(path)?;
            }
            written.with_context(|| format!("{}; the record is printed", path.display()))?;
            writeln!(out, "Recorded in {}.", path.display())?;
        }
        (Ok(Ending::Left), Some((_, path))) => {
            discard(path)?;
            writeln!(out, "The game is not finished, so nothing is recorded.")?;
        }
        (Ok(_), None) => {}
        (Err(error), record) => {
            if let Some((_, path)) = record {
                discard(path)?;
            }
            // No one reads any more, or a person can't be asked: the game ends.
            return match error.kind() {
                io::ErrorKind::BrokenPipe => Ok(()),
                _ => Err(error.into()),
            };
        }
    }
    Ok(())
}

/// The four others, clockwise from the person's left.
fn others(specs: &[String], registry: &Registry) -> Result<Vec<Entrant>, Failure> {
    let specs: Vec<&str> = match specs {
        [] => vec!["heuristic"; 4],
        [one] => vec![one; 4],
        four if four.len() == 4 => four.iter().map(String::as_str).collect(),
        more => {
            let message = "give one strategy for all four others, or four; there are";
            return Err(Failure::Usage(anyhow::anyhow!("{message} {}", more.len())));
        }
    };
    entrants(&specs, registry).map_err(Failure::usage)
}

/// A seed that differs from session to session; it is told, so that a session can be had again.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_micros() as u64 % 1_000_000_000
}

/// Opened before play: a game is not lost to a file that can't be written. One that is there is
/// left alone, unless it is empty, as a game that was broken off leaves it.
fn create(path: &Path) -> anyhow::Result<(File, &Path)> {
    let empty = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0);
    let file = if empty { File::create(path) } else { File::create_new(path) };
    let file =
        file.with_context(|| format!("{} can't be made; name a new file", path.display()))?;
    Ok((file, path))
}

/// Removes the file of a game that was not finished.
fn discard(path: &Path) -> anyhow::Result<()> {
    std::fs::remove_file(path).with_context(|| format!("{}", path.display()))
}
