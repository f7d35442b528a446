//! A turn of a recorded game, as it is named on the command line and printed as JSON.

mod json;

use std::path::PathBuf;

use anyhow::anyhow;

pub(super) use self::json::Position;
use super::exit::Failure;
use super::search::Search;
use super::verify::label;
use crate::engine::ElectionRecord;

/// Where a turn is.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct TurnArgs {
    /// Records (JSON Lines, see docs/formats.md); `-` is standard input
    #[arg(long, value_name = "FILE")]
    record: PathBuf,

    /// Number of the game, from 0
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    game: u64,

    /// Number of the election in the game, from 0
    #[arg(long, value_name = "E", default_value_t = 0, allow_negative_numbers = true)]
    election: u64,

    /// Number of the round in the election, from 0
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub round: u64,

    /// Number of the ply in the round, from 0
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub ply: u64,
}

impl TurnArgs {
    /// The record of the election.
    ///
    /// # Errors
    /// The file can't be read, has no such election, or its record is not by the rules.
    pub fn find(&self) -> Result<ElectionRecord, Failure> {
        if self.record.is_dir() {
            let folder = label(&self.record);
            let error = anyhow!("{folder} is a folder; the records of a run are its records.jsonl");
            return Err(Failure::Usage(error));
        }
        let mut search = Search::open(&self.record, self.game, Some(self.election))?;
        let Some(found) = search.next()? else { return Err(search.no_such().into()) };
        let record = found.record.map_err(|finding| {
            let (file, line) = (&search.file, found.line);
            anyhow!("{file}:{line}: this record is not by the rules: {finding}")
        })?;
        Ok(record)
    }
}
