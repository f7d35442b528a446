//! `domeng beliefs`: what a seat can know of the hidden tiles at a turn of a recorded game.

mod json;
mod shares;
mod text;

use std::io::{self, BufWriter, Write as _};

use self::shares::Shares;
use super::exit::{Outcome, quiet_pipe};
use super::turn::TurnArgs;
use crate::belief::{Constraints, Counts};
use crate::engine::Seat;
use crate::tabletop::Turn;

/// Show where the hidden tiles may be for a seat at a turn of a recorded game
///
/// Shows the position as the seat sees it, how many worlds (ways in which the hidden tiles can lie)
/// agree with all that is certain, and in how many of them, in per cent, each tile is in each other
/// hand or unused. Certain is what passes and the start tell; every world counts the same. Any seat
/// may look, not only the one to move.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        domeng beliefs --record runs/mine/records.jsonl --game 17 --round 3 --ply 5\n  \
        domeng beliefs --record mine.jsonl --game 0 --round 0 --ply 9 --seat 2\n  \
        domeng beliefs --record mine.jsonl --game 0 --round 0 --ply 9 --json\n  \
        zcat records.jsonl.gz | domeng beliefs --record - --game 17 --round 3 --ply 5\n\n\
        `domeng show` tells rounds and plies by their numbers.\n\n\
        Exit codes: 0 told, 1 no such turn, or its record is not by the rules, 2 wrong usage.")]
pub(super) struct BeliefsArgs {
    #[command(flatten)]
    turn: TurnArgs,

    /// The seat that looks, 0 to 4; the one to move if not given
    #[arg(long, value_name = "S", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(0..=4))]
    seat: Option<u8>,

    /// Print one JSON object (see docs/formats.md)
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &BeliefsArgs) -> Outcome {
    let record = arguments.turn.find()?;
    let turn = Turn::of(&record, arguments.turn.round, arguments.turn.ply)?;
    let seen = match arguments.seat.and_then(Seat::new) {
        Some(seat) => turn.seen_by(seat),
        None => turn.seen(),
    };
    let marginals = Counts::new(&Constraints::new(&seen)).marginals();
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if arguments.json {
        json::print(&record, &arguments.turn, &seen, &marginals, &mut out)
    } else {
        let shares = Shares::exact(&seen, &marginals);
        text::position(&record, &turn, &seen, marginals.worlds(), &mut out)
            .and_then(|()| text::table(&seen, &shares, &mut out))
    };
    quiet_pipe(written.and_then(|()| out.flush()))
}
