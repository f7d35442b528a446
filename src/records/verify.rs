//! A stream of lines refereed on all processors, in constant memory, reported in line order.

use std::io::{self, BufRead};
use std::ops::Range;

use rayon::prelude::*;

use super::finding::Finding;
use super::lines::{LineRead, read_line, too_long};
use super::referee::{Verdict, referee};
use super::sequence::Sequence;

/// A batch is read until it has this many bytes or lines.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_LINES: usize = 4096;

/// A line that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Number of the line in its file, from 1.
    pub line: u64,
    pub finding: Finding,
}

/// Referees lines batch by batch. Memory is bounded by a batch and the longest line allowed,
/// however long the stream.
///
/// ```
/// use domeng::records::Verifier;
/// let mut verifier = Verifier::new(&b"{}\n"[..], 1 << 20);
/// let reports = verifier.next_batch().unwrap().unwrap();
/// assert_eq!((reports.len(), verifier.lines()), (1, 1));
/// assert_eq!(reports[0].finding.record, "missing field `domeng`, at column 2");
/// assert!(verifier.next_batch().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Verifier<R> {
    reader: R,
    limit: usize,
    sequence: Sequence,
    lines: u64,
    stream: Stream,
    bytes: Vec<u8>,
    /// Where each line of the batch is in `bytes`; none for one over the limit.
    places: Vec<Option<Range<usize>>>,
}

/// How the stream stands.
#[derive(Debug)]
enum Stream {
    Open,
    /// It ended without a line, which is not yet told.
    Empty,
    /// Reading failed, which is told after the lines before it.
    Failed(io::Error),
    Ended,
}

impl<R: BufRead> Verifier<R> {
    /// A referee of the lines of `reader`, of at most `limit` bytes each.
    pub fn new(reader: R, limit: usize) -> Self {
        Self {
            reader,
            limit,
            sequence: Sequence::default(),
            lines: 0,
            stream: Stream::Open,
            bytes: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Lines refereed so far.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Referees the next batch of lines and reports those that are wrong, in their order; `None`
    /// after the last. A stream without a line is reported as wrong in its first.
    ///
    /// # Errors
    /// As the reader has them, after all lines before the error; there is no going on after one.
    pub fn next_batch(&mut self) -> io::Result<Option<Vec<Report>>> {
        self.fill();
        if self.places.is_empty() {
            return match std::mem::replace(&mut self.stream, Stream::Ended) {
                Stream::Failed(error) => Err(error),
                Stream::Empty => Ok(Some(vec![nothing()])),
                Stream::Open | Stream::Ended => Ok(None),
            };
        }
        let judge = |place: &Option<Range<usize>>| {
            let line = place.clone().and_then(|place| self.bytes.get(place));
            line.map_or_else(
                || Verdict { head: None, finding: Some(too_long(self.limit)) },
                referee,
            )
        };
        let verdicts: Vec<Verdict> = self.places.par_iter().with_min_len(4).map(judge).collect();
        let mut reports = Vec::new();
        for verdict in verdicts {
            self.lines += 1;
            let found = self.sequence.follow(verdict);
            reports.extend(found.map(|finding| Report { line: self.lines, finding }));
        }
        Ok(Some(reports))
    }

    /// Reads the next batch; it is empty once the stream has ended or failed.
    fn fill(&mut self) {
        self.bytes.clear();
        self.places.clear();
        while matches!(self.stream, Stream::Open)
            && self.bytes.len() < BATCH_BYTES
            && self.places.len() < BATCH_LINES
        {
            let start = self.bytes.len();
            match read_line(&mut self.reader, self.limit, &mut self.bytes) {
                Ok(LineRead::Line) => self.places.push(Some(start..self.bytes.len())),
                Ok(LineRead::TooLong) => self.places.push(None),
                Ok(LineRead::End) => {
                    let empty = self.lines == 0 && self.places.is_empty();
                    self.stream = if empty { Stream::Empty } else { Stream::Ended };
                }
                Err(error) => self.stream = Stream::Failed(error),
            }
        }
    }
}

/// The report on a stream without a line.
fn nothing() -> Report {
    let finding = Finding::of_line("no line at all", "one election a line, at least one");
    Report { line: 1, finding }
}
