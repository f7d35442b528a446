//! `domeng equity`: tables of what stones are worth, made, shown and held against play.

mod build;
mod check;
mod players;
mod show;

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;

use super::exit::{Failure, Outcome};
use crate::equity::{Equity, FileError};

/// Make, show and check equity tables: each seat's chance to be the next CAMAT
///
/// A table has that chance for every way the stones can lie between two rounds. The program has one
/// for the default rules with it; for other rules one is built. docs/equity.md says how it is made and
/// how far it can be trusted.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    domeng equity show --stones 3,0,5,2,1              seats 0 to 4, seat 0 starts\n  \
    domeng equity show --stones 3,0,5,2,1 --starter 2 --camat\n  \
    domeng equity build --rule stones=10 --out ten.bin\n  \
    domeng equity check --file ten.bin")]
pub(super) struct EquityCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Build(build::BuildArgs),
    Show(show::ShowArgs),
    Check(check::CheckArgs),
}

pub(super) fn run(arguments: &EquityCommand) -> Outcome {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Check(arguments) => check::run(arguments),
    }
}

/// The table of a file; the shipped one if none is named.
fn table(file: Option<&Path>) -> Result<Arc<Equity>, Failure> {
    let Some(path) = file else { return Ok(Equity::shipped()) };
    let table = Equity::read(path);
    let misnamed = matches!(table, Err(FileError::Io(_)));
    let table = table.with_context(|| format!("equity table {}", path.display()));
    table.map(Arc::new).map_err(if misnamed { Failure::Usage } else { Failure::Run })
}
