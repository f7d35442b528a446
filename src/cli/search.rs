//! A game looked for in records.

use std::io::BufRead;
use std::path::Path;

use anyhow::{Context as _, anyhow};

use super::verify::{label, open};
use crate::engine::ElectionRecord;
use crate::records::{
    DEFAULT_LINE_LIMIT, Finding, LineRead, Name, Sequence, name, read, read_line, referee,
};

/// Reads records for the elections of one game.
pub(super) struct Search {
    /// The file's name for messages.
    pub file: String,
    reader: Box<dyn BufRead>,
    game: u64,
    /// All of them if none.
    election: Option<u64>,
    sequence: Sequence,
    seen: Seen,
    line: u64,
    found: bool,
}

/// An election that was looked for: its line, from 1, and its record or what is wrong with it.
pub(super) struct Found {
    pub line: u64,
    pub record: Result<ElectionRecord, Finding>,
}

impl Search {
    /// Looks in `file`, or standard input for `-`.
    ///
    /// # Errors
    /// It can't be opened.
    pub fn open(file: &Path, game: u64, election: Option<u64>) -> anyhow::Result<Self> {
        let label = label(file);
        let reader = open(file).with_context(|| format!("{label} can't be read"))?;
        Ok(Self {
            file: label,
            reader,
            game,
            election,
            sequence: Sequence::default(),
            seen: Seen::default(),
            line: 0,
            found: false,
        })
    }

    /// The next election that is looked for; none after the last.
    ///
    /// # Errors
    /// The file can't be read further.
    pub fn next(&mut self) -> anyhow::Result<Option<Found>> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            self.line += 1;
            let read_one = read_line(&mut self.reader, DEFAULT_LINE_LIMIT, &mut bytes);
            let place = || format!("{}:{} can't be read", self.file, self.line);
            let named = match read_one.with_context(place)? {
                LineRead::End => return Ok(None),
                LineRead::TooLong => None,
                LineRead::Line => name(&bytes),
            };
            self.seen.line(self.game, named);
            let Some(named) = named else { continue };
            if named.game != self.game {
                // The lines of a game stand together.
                if self.found {
                    return Ok(None);
                }
                continue;
            }
            let finding = self.sequence.follow(referee(&bytes));
            if self.election.is_none_or(|election| election == named.election) {
                self.found = true;
                let record = finding.map_or_else(|| read(&bytes), Err);
                return Ok(Some(Found { line: self.line, record }));
            }
        }
    }

    /// Why nothing was found, for a search that has found nothing to its end.
    pub fn no_such(&self) -> anyhow::Error {
        self.seen.no_such(&self.file, self.game, self.election)
    }
}

/// What a search has come past, for the message if it finds nothing.
#[derive(Default)]
struct Seen {
    /// Lowest and highest number.
    games: Option<(u64, u64)>,
    /// Likewise, of elections in the game that is looked for.
    elections: Option<(u64, u64)>,
    unread: u64,
}

impl Seen {
    fn line(&mut self, game: u64, found: Option<Name>) {
        let widen = |range: Option<(u64, u64)>, number: u64| {
            let (low, high) = range.unwrap_or((number, number));
            Some((low.min(number), high.max(number)))
        };
        let Some(found) = found else {
            self.unread += 1;
            return;
        };
        self.games = widen(self.games, found.game);
        if found.game == game {
            self.elections = widen(self.elections, found.election);
        }
    }

    fn no_such(&self, file: &str, game: u64, election: Option<u64>) -> anyhow::Error {
        let range = |noun: &str, (low, high): (u64, u64)| match low == high {
            true => format!("{noun} {low} alone"),
            false => format!("{noun}s {low} to {high}"),
        };
        let unread = match self.unread {
            0 => String::new(),
            n => format!("; lines that can't be read: {n} (`domeng verify` says why)"),
        };
        match (self.games, self.elections, election) {
            (None, ..) => anyhow!("{file} has no game{unread}"),
            (Some(_), Some(elections), Some(election)) => {
                let has = range("election", elections);
                anyhow!("{file} has no election {election} of game {game}; it has {has}{unread}")
            }
            (Some(games), ..) => {
                anyhow!("{file} has no game {game}; it has {}{unread}", range("game", games))
            }
        }
    }
}
