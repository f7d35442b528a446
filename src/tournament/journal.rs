//! Reads `blocks.csv` back, row by row, against the schedule it must follow.

use std::io::{self, BufRead, Read as _};

use super::experiment::Experiment;
use super::ranks::Ranks;
use super::rows::{self, Names};
use super::schedule::Schedule;
use super::tally::{BlockSums, EntrantSums, RotationSums, SeatSums, VersusSums};
use crate::engine::{End, Seat};

/// A line that is not what the run would have written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("can't be read: {0}")]
    Io(#[from] io::Error),
    #[error("line {line}: {found}; it should be {expected}")]
    Line { line: u64, found: String, expected: String },
}

/// The blocks of a run as its journal tells them, in order.
pub struct Journal<R> {
    reader: R,
    names: Names,
    schedule: Schedule,
    next: u64,
    text: Vec<u8>,
    line: u64,
    /// Bytes of the blocks told so far, and of the header.
    content: u64,
    /// No sum over the rows told so far is larger.
    largest: u64,
}

/// Bytes of a line at most: no row comes near.
const LONGEST: u64 = 1 << 20;
/// What no sum of a run comes near. Larger ones are refused, so that adding up can't overflow.
const LARGEST: u64 = 1 << 55;

impl<R: BufRead> Journal<R> {
    /// Of the run of an experiment. Reads the header.
    pub fn new(reader: R, experiment: &Experiment) -> Result<Self, JournalError> {
        let (names, schedule) = (Names::of(experiment), experiment.schedule());
        let text = Vec::new();
        let (next, line, content, largest) = (0, 0, 0, 0);
        let mut journal = Self { reader, names, schedule, next, text, line, content, largest };
        journal.read_line()?;
        if journal.text != rows::BLOCKS.as_bytes() {
            let early = rows::BLOCKS.replace(",ranks", "");
            let earlier = early.replace(",by_rotation", "");
            let found = match &journal.text {
                text if text == early.as_bytes() => {
                    "the header of an early 0.2, without the column ranks"
                }
                text if text == earlier.as_bytes() => {
                    "the header of an early 0.1, without the column by_rotation"
                }
                _ => "another header",
            };
            return Err(journal.wrong(found, &format!("`{}`", rows::BLOCKS.trim_end())));
        }
        journal.content = journal.text.len() as u64;
        Ok(journal)
    }

    /// Bytes of the header and the blocks told so far.
    pub fn content(&self) -> u64 {
        self.content
    }

    /// Rows told so far, without the header.
    pub fn rows(&self) -> u64 {
        self.line.saturating_sub(1)
    }

    /// Whether the last line read has no end, or there was none.
    pub fn is_torn(&self) -> bool {
        !self.text.ends_with(b"\n")
    }

    /// The next block; none at the end.
    ///
    /// # Errors
    /// The next rows are not those of the next block, or not whole. Nothing more can be read then.
    pub fn next_block(&mut self) -> Result<Option<BlockSums>, JournalError> {
        let block = self.schedule.block(self.next);
        let mut sums = BlockSums::begin(&block, None);
        let mut length = 0;
        for at in 0..sums.entrants.len() {
            if !self.read_line()? && at == 0 {
                return Ok(None);
            }
            let ranks = (at == 0).then_some(&mut sums.ranks);
            let (entrant, entrant_sums) = &mut sums.entrants[at];
            let begins = self.names.block_row_begins(&block, *entrant);
            let row = self.text.strip_suffix(b"\n").and_then(|row| row.strip_prefix(&*begins));
            let Some(rest) = row.and_then(|row| row.strip_prefix(b",")) else {
                let begins = String::from_utf8_lossy(&begins).into_owned();
                return Err(self.wrong("another row, or part of one", &format!("`{begins},…`")));
            };
            let largest = match parse(rest, entrant_sums, ranks) {
                Ok(largest) => largest,
                Err(column) => {
                    let found = format!("{column} can't be read, or does not fit its row");
                    return Err(self.wrong(&found, "numbers as formats.md has them"));
                }
            };
            self.largest = self.largest.saturating_add(largest);
            if self.largest > LARGEST {
                return Err(self.wrong("sums too large to be added up", "those of a run"));
            }
            length += self.text.len() as u64;
        }
        self.next += 1;
        self.content += length;
        Ok(Some(sums))
    }

    /// Reads a line with its end; false if there is none.
    fn read_line(&mut self) -> io::Result<bool> {
        self.text.clear();
        let length = self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut self.text)?;
        self.line += u64::from(length > 0);
        Ok(length > 0)
    }

    fn wrong(&self, found: &str, expected: &str) -> JournalError {
        JournalError::Line { line: self.line, found: found.into(), expected: expected.into() }
    }
}

/// The fields of a row after the strategy, with the names of their columns.
struct Fields<'a> {
    names: Box<dyn Iterator<Item = &'static str>>,
    fields: Box<dyn Iterator<Item = &'a [u8]> + 'a>,
    /// The largest number so far, whatever its sign.
    largest: u64,
}

/// The name of a column that can't be read.
type Column<T> = Result<T, &'static str>;

impl<'a> Fields<'a> {
    fn of(row: &'a [u8]) -> Self {
        Self {
            names: Box::new(rows::BLOCKS.trim_end().split(',').skip(3)),
            fields: Box::new(row.split(|&byte| byte == b',')),
            largest: 0,
        }
    }

    fn next(&mut self) -> Column<(&'static str, &'a [u8])> {
        let name = self.names.next().unwrap_or("column after the last");
        self.fields.next().map(|field| (name, field)).ok_or(name)
    }

    fn number(&mut self) -> Column<u64> {
        let (name, field) = self.next()?;
        let number = number(field).ok_or(name)?;
        self.largest = self.largest.max(number);
        Ok(number)
    }

    /// Items separated by `;` of N numbers separated by `:`.
    fn list<const N: usize>(&mut self) -> Column<Vec<[i64; N]>> {
        let (name, field) = self.next()?;
        let items = field.split(|&byte| byte == b';').filter(|_| !field.is_empty());
        let item = |item: &[u8]| {
            let numbers: Option<Vec<i64>> = item.split(|&byte| byte == b':').map(number).collect();
            numbers?.try_into().ok()
        };
        let items: Vec<[i64; N]> = items.map(item).collect::<Option<_>>().ok_or(name)?;
        let numbers = items.iter().flatten().map(|n| n.unsigned_abs());
        self.largest = numbers.fold(self.largest, u64::max);
        Ok(items)
    }

    /// The largest of all numbers, whatever its sign.
    fn end(mut self) -> Column<u64> {
        match self.fields.next() {
            None => Ok(self.largest),
            Some(_) => Err("column after the last"),
        }
    }
}

/// A whole number written the one way: no plus, no zero in front.
fn number<N: std::str::FromStr>(field: &[u8]) -> Option<N> {
    let digits = field.strip_prefix(b"-").filter(|digits| *digits != b"0").unwrap_or(field);
    let plain = digits.iter().all(u8::is_ascii_digit);
    let plain = plain && (digits.len() == 1 || digits.first().is_some_and(|first| *first != b'0'));
    std::str::from_utf8(field).ok().filter(|_| plain)?.parse().ok()
}

/// Numbers of an item that count something.
fn counts<const N: usize>(item: [i64; N]) -> Option<[u64; N]> {
    item.iter().all(|&n| n >= 0).then(|| item.map(i64::unsigned_abs))
}

/// Reads what follows the strategy in a row into `sums`, which has the opponents of its entrant, and
/// of a first row how elections ended. The largest number of the row, whatever its sign.
fn parse(row: &[u8], sums: &mut EntrantSums, ranks: Option<&mut Vec<(Ranks, u64)>>) -> Column<u64> {
    let mut fields = Fields::of(row);
    for sum in [
        &mut sums.seatings,
        &mut sums.elections_won,
        &mut sums.undecided,
        &mut sums.stones,
        &mut sums.rounds,
    ] {
        *sum = fields.number()?;
    }
    let rounds_won = fields.number()?;
    for end in End::ALL {
        sums.won[end.index()] = fields.number()?;
    }
    for sum in [
        &mut sums.passes,
        &mut sums.passebunge,
        &mut sums.cucuq,
        &mut sums.stones_in,
        &mut sums.stones_out,
        &mut sums.decisions,
        &mut sums.faults,
    ] {
        *sum = fields.number()?;
    }
    for [stones, seatings] in fields.list()? {
        let rising = stones >= sums.holdings.len() as i64 && seatings > 0;
        let stones = u8::try_from(stones).ok().filter(|_| rising).ok_or("holdings")?;
        sums.add_holdings(stones, seatings.unsigned_abs());
    }
    let by_seat = fields.list()?.into_iter().map(|item: [i64; 3]| {
        let [seatings, elections_won, stones] = counts(item)?;
        Some(SeatSums { seatings, elections_won, stones })
    });
    sums.by_seat = five(by_seat).ok_or("by_seat")?;
    let versus: Vec<_> = fields.list()?;
    if versus.len() != sums.versus.len() {
        return Err("versus");
    }
    for ([place, meetings, better, worse, difference], (opponent, versus)) in
        versus.into_iter().zip(&mut sums.versus)
    {
        if usize::try_from(place) != Ok(*opponent) {
            return Err("versus");
        }
        let [meetings, better, worse] = counts([meetings, better, worse]).ok_or("versus")?;
        let parts = better.checked_add(worse).is_some_and(|decided| decided <= meetings);
        if !parts {
            return Err("versus");
        }
        *versus = VersusSums { meetings, better, worse, difference };
    }
    let by_rotation = fields.list()?.into_iter().map(|item: [i64; 5]| {
        let [seatings, elections_won, stones, rounds, rounds_won] = counts(item)?;
        Some(RotationSums { seatings, elections_won, stones, rounds, rounds_won })
    });
    sums.by_rotation = five(by_rotation).ok_or("by_rotation")?;
    read_ranks(&fields.list()?, ranks).ok_or("ranks")?;
    let in_all = sums.won.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
    if in_all == Some(rounds_won) { fields.end() } else { Err("rounds_won") }
}

/// Reads how elections ended, rising; in all but a first row there is nothing.
fn read_ranks(items: &[[i64; 2]], ranks: Option<&mut Vec<(Ranks, u64)>>) -> Option<()> {
    let Some(ranks) = ranks else { return items.is_empty().then_some(()) };
    for &[number, elections] in items {
        let (item, last) = (Ranks::from_number(number)?, ranks.last().map(|(ranks, _)| *ranks));
        let count = u64::try_from(elections).ok().filter(|&count| count > 0)?;
        last.is_none_or(|last| last < item).then(|| ranks.push((item, count)))?;
    }
    Some(())
}

/// An item for each of five seats or rotations.
fn five<T>(items: impl Iterator<Item = Option<T>>) -> Option<[T; Seat::COUNT]> {
    items.collect::<Option<Vec<T>>>()?.try_into().ok()
}
