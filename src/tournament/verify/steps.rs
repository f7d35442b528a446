//! Rows of a file that grows with a run, read in step with the schedule.

use std::collections::VecDeque;
use std::io::{BufRead, Read as _};

use super::findings::Findings;
use crate::records::Finding;

/// What a row is of: its game, its election, and its round where rows are rounds.
pub(super) type Key = (u64, u64, u64);

/// How the lines of a file ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Whole,
    /// The last line has no end.
    Torn,
    /// It can't be read further.
    Failed(String),
}

/// The lines of a file, each in bounded memory.
pub(super) struct Lines {
    reader: Box<dyn BufRead>,
    limit: usize,
    /// Whole lines read so far.
    pub(super) count: u64,
    pub(super) ended: Option<Ended>,
}

impl Lines {
    /// Of lines of at most `limit` bytes.
    pub(super) fn new(reader: Box<dyn BufRead>, limit: usize) -> Self {
        Self { reader, limit, count: 0, ended: None }
    }

    /// The next line without its end.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        if self.ended.is_some() {
            return None;
        }
        let mut line = Vec::new();
        let most = (self.limit as u64).saturating_add(1);
        let ended = match self.reader.by_ref().take(most).read_until(b'\n', &mut line) {
            Err(error) => Ended::Failed(error.to_string()),
            Ok(0) => Ended::Whole,
            Ok(_) if line.pop_if(|last| *last == b'\n').is_some() => {
                self.count += 1;
                return Some(line);
            }
            Ok(length) if length as u64 == most => {
                Ended::Failed(format!("a line of more than {} bytes", self.limit))
            }
            Ok(_) => Ended::Torn,
        };
        self.ended = Some(ended);
        None
    }
}

/// A row that was read.
pub(super) struct Item<T> {
    /// Number of its line, from 1.
    pub(super) line: u64,
    /// What it says it is of, if it says so.
    pub(super) key: Option<Key>,
    pub(super) content: T,
}

/// Lines that are read together.
pub(super) type Batch = Vec<(u64, Vec<u8>)>;

/// The rows of a file, a few of them read ahead.
pub(super) struct Steps<T> {
    pub(super) file: &'static str,
    lines: Lines,
    ahead: VecDeque<Item<T>>,
    /// Bytes in a batch, or more by a line.
    batch: usize,
    parse: fn(Batch) -> Vec<Item<T>>,
    /// Whether a row was asked for after the last.
    pub(super) starved: bool,
}

/// What stands where a row should.
pub(super) enum Step<T> {
    Row(Item<T>),
    /// A later one; this one is not there.
    Missing,
    /// Nothing more.
    End,
}

impl<T> Steps<T> {
    pub(super) fn new(
        file: &'static str,
        lines: Lines,
        batch: usize,
        parse: fn(Batch) -> Vec<Item<T>>,
    ) -> Self {
        Self { file, lines, ahead: VecDeque::new(), batch, parse, starved: false }
    }

    /// How the file ended, once there are no more rows.
    pub(super) fn ended(&self) -> Option<&Ended> {
        self.lines.ended.as_ref().filter(|_| self.ahead.is_empty())
    }

    /// Lines read, and of the rest the count.
    pub(super) fn count_all(&mut self) -> u64 {
        while self.lines.next().is_some() {}
        self.lines.count
    }

    /// What the row `at` places ahead says it is of; none if there is none.
    pub(super) fn peek(&mut self, at: usize) -> Option<&Item<T>> {
        while self.ahead.len() <= at {
            let mut batch = Batch::new();
            let mut bytes = 0;
            while bytes < self.batch
                && let Some(line) = self.lines.next()
            {
                bytes += line.len() + 1;
                batch.push((self.lines.count, line));
            }
            if batch.is_empty() {
                return None;
            }
            self.ahead.extend((self.parse)(batch));
        }
        self.ahead.get(at)
    }

    /// The row of `key`. One that says it is of something else is taken for it, with its key
    /// altered, unless those around it say that a row is missing or one too many.
    pub(super) fn step(&mut self, key: Key, findings: &mut Findings) -> Step<T> {
        loop {
            let Some(here) = self.peek(0) else {
                self.starved = true;
                return Step::End;
            };
            let (line, found) = (here.line, here.key);
            if found != Some(key) {
                let next = self.peek(1).and_then(|item| item.key);
                let (game, election, _) = key;
                let about = |record: &str, rules: String| Finding {
                    game: Some(game),
                    election: Some(election),
                    ..Finding::of_line(record, rules)
                };
                // Rows in order up to this one, or anything before it.
                let before = found.zip(next).is_some_and(|(a, b)| a < b && b <= key);
                if before || next == Some(key) {
                    let finding = about("a row before it that belongs elsewhere", row_of(key));
                    findings.add(self.file, Some(line), finding);
                    self.ahead.pop_front();
                    continue;
                }
                if let (Some(found), Some(next)) = (found, next)
                    && next > found
                    && found > key
                {
                    let finding = about(&row_of(found), format!("{} first", row_of(key)));
                    findings.add(self.file, Some(line), finding);
                    return Step::Missing;
                }
            }
            return self.ahead.pop_front().map_or(Step::End, Step::Row);
        }
    }
}

fn row_of((game, election, round): Key) -> String {
    let round = if round > 0 { format!(", round {round}") } else { String::new() };
    format!("the row of game {game}, election {election}{round}")
}
