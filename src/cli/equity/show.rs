//! `domeng equity show`: what a table says.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;

use super::super::exit::{Failure, Outcome, quiet_pipe};
use super::players::describe;
use super::table;
use crate::engine::{BySeat, Holdings, Seat};
use crate::equity::Equity;
use crate::report::{print_chances, print_origin};
use crate::strategies::Registry;

/// Show the chances of given stones, or what a table is and some of its states
///
/// Chances are those before a round that is not the first of a game. Without --camat the winner of
/// each round starts the next (R3.3); with it the starter is the CAMAT, who starts every round
/// (R9.4).
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng equity show\n  \
    domeng equity show --stones 3,0,5,2,1\n  \
    domeng equity show --stones 3,0,5,2,1 --starter 2 --camat\n  \
    domeng equity show --file ten.bin --stones 1,0,2,2,1")]
pub(super) struct ShowArgs {
    /// Stones of seats 0 to 4; the rest is on the table
    #[arg(long, value_name = "N,N,N,N,N")]
    stones: Option<String>,
    /// The seat that starts
    #[arg(long, value_name = "SEAT", default_value_t = 0, requires = "stones",
          value_parser = clap::value_parser!(u8).range(0..=4))]
    starter: u8,
    /// The starter is the CAMAT
    #[arg(long, requires = "stones")]
    camat: bool,
    /// File of the table; the shipped one if not given
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

pub(super) fn run(arguments: &ShowArgs) -> Outcome {
    let table = table(arguments.file.as_deref())?;
    let mut out = io::stdout().lock();
    let Some(text) = &arguments.stones else {
        return quiet_pipe(summary(&mut out, &table));
    };
    let holdings = holdings(text, table.origin().rules.stones).map_err(Failure::Usage)?;
    let starter = Seat::ALL[usize::from(arguments.starter)];
    quiet_pipe(print_chances(&mut out, &table, &[(holdings, starter, arguments.camat)]))
}

/// What `--stones` says.
fn holdings(text: &str, stones: u8) -> anyhow::Result<Holdings> {
    let wrong = || {
        let shown: String = text.chars().take(60).collect();
        anyhow!(
            "--stones is `{}`; it must be five whole numbers with commas between them, {stones} \
             stones together at the most",
            shown.escape_debug()
        )
    };
    let held: Option<Vec<u8>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let held: [u8; Seat::COUNT] = held.and_then(|all| all.try_into().ok()).ok_or_else(wrong)?;
    let sum: u32 = held.iter().map(|&n| u32::from(n)).sum();
    let table = u32::from(stones).checked_sub(sum).ok_or_else(wrong)?;
    Ok(Holdings { table: table as u8, seats: BySeat(held) })
}

/// What the table is, and a few of its states.
fn summary(out: &mut impl Write, table: &Equity) -> io::Result<()> {
    let origin = table.origin();
    print_origin(out, table, &describe(&origin.maker, &Registry::builtin()))?;
    writeln!(out)?;
    let stones = origin.rules.stones;
    let part = |of: u8| stones / of;
    let states = [
        [0; 5],
        [0, 0, 0, 0, part(5)],
        [part(5); 5],
        [1, part(5), part(5), part(5), part(5)],
        [0, part(4), part(4), part(4), part(4)],
        [part(4), 0, part(4), part(4), part(4)],
        [0, 0, 0, part(2), stones - part(2)],
        [part(2), 0, 0, 0, stones - part(2)],
        [stones, 0, 0, 0, 0],
    ];
    let rows = [false, true].into_iter().flat_map(|camat| {
        states.map(|held: [u8; 5]| {
            let off = held.iter().fold(0, |sum: u8, &n| sum.saturating_add(n));
            let table = stones.saturating_sub(off);
            (Holdings { table, seats: BySeat(held) }, Seat::ALL[0], camat)
        })
    });
    // With one stone or two some of these are none.
    let fits = |(holdings, ..): &(Holdings, Seat, bool)| holdings.total() == u32::from(stones);
    print_chances(out, table, &rows.filter(fits).collect::<Vec<_>>())
}
