//! `domeng ask`: what strategies would play at a turn of a recorded game, and what they make of
//! each legal move.

mod answers;
mod json;
mod text;

use std::io::{self, BufWriter, Write as _};

use self::answers::{Answers, Whom};
use super::exit::{Failure, Outcome, quiet_pipe};
use super::turn::TurnArgs;
use crate::engine::Seed;
use crate::strategies::{Entrant, Registry, SpecFile, entrants};
use crate::tabletop::Turn;

/// Ask strategies about a turn of a recorded game
///
/// Shows the position as the seat to move sees it, then for each strategy its value of every legal
/// move and the move that it plays, beside the move that was played. A strategy is asked as in a
/// tournament of the seed: with the seed of the run that the records are of, one that draws draws
/// the same.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        domeng ask --record runs/mine/records.jsonl --game 17 --round 3 --ply 5\n  \
        domeng ask --record mine.jsonl --game 0 --round 0 --ply 0 -s heuristic:keep=12\n  \
        domeng ask --record mine.jsonl --game 0 --round 0 --ply 0 --seed 7 --json\n  \
        domeng ask --record mine.jsonl --game 0 --round 2 --ply 9 \\\n    \
            -s monte-carlo:worlds=10000 -s stones=monte-carlo:objective=stones\n  \
        domeng ask --record ten.jsonl --game 0 --round 0 --ply 0 --equity ten.bin\n  \
        zcat records.jsonl.gz | domeng ask --record - --game 17 --round 3 --ply 5\n\n\
        `domeng show` tells rounds and plies by their numbers.\n\n\
        Exit codes: 0 told, 1 no such turn, or its record is not by the rules, 2 wrong usage.")]
pub(super) struct AskArgs {
    #[command(flatten)]
    turn: TurnArgs,

    /// A strategy to ask, repeated for more; all that can play by the rules of the record if not
    /// given
    #[arg(short = 's', long = "strategy", value_name = "SPEC")]
    strategies: Vec<String>,

    /// Seed of what strategies draw
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,

    /// Equity table for the rules of the record, as `domeng equity build` makes it
    #[arg(long, value_name = "FILE")]
    equity: Option<String>,

    /// Print one JSON object (see docs/formats.md)
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &AskArgs) -> Outcome {
    let mut registry = Registry::builtin();
    let pool = pool(&arguments.strategies, &registry)?;
    let record = arguments.turn.find()?;
    let turn = Turn::of(&record, arguments.turn.round, arguments.turn.ply)?;
    if let Some(path) = &arguments.equity {
        let read = SpecFile::read_table(path, turn.seen().rules());
        registry = registry.with_equity(read.map_err(Failure::usage)?.1);
    }
    let whom = if arguments.strategies.is_empty() { Whom::AllWhoCan } else { Whom::Each };
    let answers = Answers::ask(&turn, (&pool, whom), &registry, Seed(arguments.seed));
    let answers = answers.map_err(Failure::usage)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if arguments.json {
        json::print(&record, &turn, &answers, arguments, &mut out)
    } else {
        text::print(&record, &turn, &answers, &mut out)
    };
    quiet_pipe(written.and_then(|()| out.flush()))
}

/// The strategies named, or all players that there are.
fn pool(specs: &[String], registry: &Registry) -> Result<Vec<Entrant>, Failure> {
    let all: Vec<&str> = registry.players().map(|entry| entry.name).collect();
    let named: Vec<&str> = specs.iter().map(String::as_str).collect();
    let specs = if named.is_empty() { all } else { named };
    entrants(&specs, registry).map_err(Failure::usage)
}
