//! The command line: one file a subcommand. Everything else may be used here; nothing uses it.

mod ask;
mod beliefs;
mod bench;
mod compare;
mod decide;
mod equity;
mod exit;
mod experiment;
mod interrupt;
mod path;
mod play;
mod progress;
mod report;
mod reproduce;
mod rules;
mod search;
mod show;
mod simulate;
mod strategies;
mod tournament;
mod tune;
mod turn;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use exit::{Failure, Outcome};

/// A research and simulation harness for Domeng, a Bugis domino game for five.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 80,
    after_help = "Examples:\n  \
        domeng tournament                          random to Monte Carlo, from one seed\n  \
        domeng tournament -s greedy -s random --games 100000 --seed 7 --out runs/mine\n  \
        domeng experiment check mine.toml          what it is, takes and can find\n  \
        domeng simulate -s greedy --elections 1000000000 --out greedy.json\n  \
        domeng equity show --stones 3,0,5,2,1      what stones are worth\n  \
        domeng tune experiments/tune-heuristic.toml  better weights, and proof\n  \
        domeng strategies heuristic                its parameters\n  \
        domeng verify runs/mine                    every file of it checked\n  \
        domeng reproduce runs/mine                 run again, and compared byte for byte\n  \
        domeng compare runs/mine runs/yours        differences, with intervals\n  \
        domeng decide runs/mine                    what is real, and ratings\n  \
        domeng report runs/mine                    a page that people look at\n  \
        domeng show runs/mine --game 17            a game told move by move\n  \
        domeng ask --record runs/mine/records.jsonl --game 17 --round 3 --ply 5\n  \
        domeng beliefs --record runs/mine/records.jsonl --game 17 --round 3 --ply 5\n  \
        domeng play -s greedy                      you against four\n\n\
        DOMENG_LOCKSTEP in the environment forces an instruction set (`domeng bench`).\n\n\
        Exit codes: 0 fine, 1 the run or the check failed, 2 wrong usage."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Tournament(tournament::TournamentArgs),
    Tune(tune::TuneArgs),
    Experiment(experiment::ExperimentCommand),
    Simulate(simulate::SimulateArgs),
    Equity(equity::EquityCommand),
    Strategies(strategies::StrategiesArgs),
    Bench(bench::BenchArgs),
    Verify(verify::VerifyArgs),
    Reproduce(reproduce::ReproduceArgs),
    Compare(compare::CompareArgs),
    Decide(decide::DecideArgs),
    Report(report::ReportArgs),
    Show(show::ShowArgs),
    Ask(ask::AskArgs),
    Beliefs(beliefs::BeliefsArgs),
    Play(play::PlayArgs),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let command = Arguments::parse().command;
    exit::code(path::force_from_environment().and_then(|()| run(&command)))
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Tournament(arguments) => tournament::run(arguments),
        Command::Tune(arguments) => tune::run(arguments),
        Command::Experiment(arguments) => experiment::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Equity(command) => equity::run(command),
        Command::Strategies(arguments) => strategies::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Reproduce(arguments) => reproduce::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Decide(arguments) => decide::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Ask(arguments) => ask::run(arguments),
        Command::Beliefs(arguments) => beliefs::run(arguments),
        Command::Play(arguments) => play::run(arguments),
    }
}
