//! `trials.csv`: every evaluation as it happens, and what a search that is taken up goes by.
//!
//! A search is a function of its plan and of what games give. So it is not saved: it is searched
//! again from the start, and what the journal has is taken in the place of games. A row is
//! written by what was asked and what came of it; one that does not come out the same, byte for byte, is of
//! another search.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::judge::{Candidate, Judge, JudgeError, Phase, Request, Stretch};
use super::space::Space;
use crate::engine::Seat;
use crate::records::legible;
use crate::statistics::{Interval, RatioSums};

/// The name of the journal.
pub const TRIALS: &str = "trials.csv";
/// The name of the file of sensitivities.
pub const SENSITIVITY: &str = "sensitivity.csv";

/// A journal that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("{TRIALS}: {0}")]
    Io(#[from] io::Error),
    #[error(
        "{TRIALS}: line {line} is `{found}`; this search comes to `{expected}`; put back the file as it \
         was, or begin again"
    )]
    Other { line: u64, found: String, expected: String },
    #[error(
        "{TRIALS}: line {line} is `{found}`; this tuning ends with the line before it; put back the file \
         as it was, or begin again"
    )]
    More { line: u64, found: String },
    #[error("{TRIALS}: line {0} has no sums of its batches; put back the file as it was")]
    Sums(u64),
    #[error(
        "{TRIALS}: this program plays what line {0} tells otherwise; take the program that began the \
         tuning, or begin again"
    )]
    OtherPlay(u64),
}

/// The first line of `trials.csv`.
pub fn header(space: &Space) -> String {
    let keys = space.axes().iter().map(|axis| format!("parameter_{},", axis.param.key));
    format!(
        "trial,phase,generation,stage,candidate,{}first_block,blocks_per_batch,batches,elections,sums,\
         mean,low,high\n",
        keys.collect::<String>()
    )
}

/// What of a row is worth to be told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    pub phase: Phase,
    pub generation: u64,
    pub stage: u64,
    pub candidate: usize,
    /// Of the candidate in its generation so far.
    pub mean: Option<f64>,
    pub interval: Option<Interval>,
    /// Blocks of the phase up to the last that the row is of.
    pub blocks: u64,
    /// Of all rows so far.
    pub elections: u64,
    pub trials: u64,
    /// Whether it was there and not played.
    pub is_replayed: bool,
    /// Whether it is of the last stage of a race.
    pub is_last: bool,
}

/// A judge whose answers are in a journal, or go into it.
pub struct Logged<'a, J> {
    inner: J,
    space: &'a Space,
    file: File,
    /// Rows that are there, to be taken.
    there: VecDeque<String>,
    trials: u64,
    elections: u64,
    /// Of the generation that is played, by candidate.
    sums: BTreeMap<usize, RatioSums>,
    /// Phase and generation of `sums`.
    of: Option<(Phase, u64)>,
    heard: Box<dyn FnMut(Row) + 'a>,
}

impl<'a, J: Judge> Logged<'a, J> {
    /// With the journal at `path`, begun if it is not there; what follows its last whole line is cut away.
    /// `heard` is told of every row, those included that are there.
    ///
    /// # Errors
    /// It can't be read or written, or is for other parameters.
    pub fn open(
        path: &Path,
        space: &'a Space,
        inner: J,
        heard: impl FnMut(Row) + 'a,
    ) -> Result<Self, JournalError> {
        if path.exists() && !path.is_file() {
            return Err(io::Error::other("it is no plain file").into());
        }
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        bytes.truncate(whole);
        let text = String::from_utf8_lossy(&bytes);
        let mut there: VecDeque<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        let header = header(space);
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        match there.pop_front() {
            None => file.write_all(header.as_bytes())?,
            Some(line) if line == header => {}
            Some(line) => return Err(other(1, &line, &header)),
        }
        let heard = Box::new(heard);
        Ok(Self {
            inner,
            space,
            file,
            there,
            trials: 0,
            elections: 0,
            sums: BTreeMap::new(),
            of: None,
            heard,
        })
    }

    /// Refuses what is there after the last row that was asked for.
    ///
    /// # Errors
    /// There is something.
    pub fn finish(&self) -> Result<(), JournalError> {
        match self.there.front() {
            None => Ok(()),
            Some(line) => Err(JournalError::More { line: self.trials + 2, found: shown(line) }),
        }
    }

    /// Rows so far.
    pub const fn trials(&self) -> u64 {
        self.trials
    }

    /// Elections of all rows so far.
    pub const fn elections(&self) -> u64 {
        self.elections
    }

    /// The line of a row, and what it tells.
    fn row(
        &mut self,
        request: &Request<'_>,
        candidate: &Candidate,
        batches: &[i64],
    ) -> (String, Row) {
        let Request { phase, generation, stage, stretch, .. } = *request;
        if self.of != Some((phase, generation)) {
            self.sums.clear();
            self.of = Some((phase, generation));
        }
        let size = self.inner.size(phase) * stretch.per;
        let sums = self.sums.entry(candidate.number).or_default();
        batches.iter().for_each(|&y| sums.add(y, size));
        let (mean, interval) = (sums.ratio(), sums.mean_interval());
        let elections = stretch.blocks() * Seat::COUNT as u64;
        let number =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
        let line = format!(
            "{},{},{generation},{stage},{},{},{},{},{},{elections},{},{},{},{}\n",
            self.trials,
            phase.word(),
            candidate.number,
            self.space.written(&candidate.params).join(","),
            stretch.first,
            stretch.per,
            stretch.batches,
            batches.iter().map(i64::to_string).collect::<Vec<_>>().join(";"),
            number(mean),
            number(interval.map(|interval| interval.low)),
            number(interval.map(|interval| interval.high)),
        );
        self.trials += 1;
        self.elections += elections;
        let (elections, trials) = (self.elections, self.trials);
        let row = Row {
            phase,
            generation,
            stage,
            candidate: candidate.number,
            mean,
            interval,
            blocks: stretch.first + stretch.blocks(),
            elections,
            trials,
            is_replayed: false,
            is_last: stage + 1 == super::search::SearchLimits::STAGES,
        };
        (line, row)
    }

    /// Takes the next row that is there, for `candidate`.
    fn take(
        &mut self,
        request: &Request<'_>,
        candidate: &Candidate,
    ) -> Result<Vec<i64>, JudgeError> {
        let line = self.trials + 2;
        let there = self.there.pop_front().unwrap_or_default();
        // Sums are the fourth column from the end; none of them has a comma.
        let column = there.trim_end().rsplit(',').nth(3).unwrap_or_default();
        let sums: Result<Vec<i64>, _> = column.split(';').map(str::parse).collect();
        let sums = sums.map_err(|_| JournalError::Sums(line))?;
        if sums.len() as u64 != request.stretch.batches {
            return Err(JournalError::Sums(line).into());
        }
        let (expected, row) = self.row(request, candidate, &sums);
        if expected != there {
            return Err(other(line, &there, &expected).into());
        }
        if self.there.is_empty() {
            // The last one is played again, in part: what follows must be by the same play.
            let stretch = Stretch { batches: 1, ..request.stretch };
            let one = Request { stretch, candidates: &[candidate], ..*request };
            let again = self.inner.judge(&one, &mut |_| {})?;
            if again.first().and_then(|batches| batches.first()) != sums.first() {
                return Err(JournalError::OtherPlay(line).into());
            }
        }
        (self.heard)(Row { is_replayed: true, ..row });
        Ok(sums)
    }
}

fn other(line: u64, found: &str, expected: &str) -> JournalError {
    JournalError::Other { line, found: shown(found), expected: shown(expected) }
}

/// A line with what is odd about it to be seen, be it at its end; not more of it than can be read.
fn shown(line: &str) -> String {
    legible(line.strip_suffix('\n').unwrap_or(line), 1000)
}

impl<J: Judge> Judge for Logged<'_, J> {
    fn judge(
        &mut self,
        request: &Request<'_>,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Vec<Vec<i64>>, JudgeError> {
        let known = request.candidates.len().min(self.there.len());
        let (known, left) = request.candidates.split_at(known);
        let mut all = Vec::new();
        for candidate in known {
            all.push(self.take(request, candidate)?);
        }
        if left.is_empty() {
            return Ok(all);
        }
        let before = self.elections;
        let rest = Request { candidates: left, ..*request };
        let played = self.inner.judge(&rest, &mut |now| tick(before + now))?;
        let mut text = String::new();
        let mut rows = Vec::new();
        for (candidate, batches) in left.iter().zip(&played) {
            let (line, row) = self.row(request, candidate, batches);
            text += &line;
            rows.push(row);
        }
        self.file.write_all(text.as_bytes()).map_err(JournalError::Io)?;
        rows.into_iter().for_each(&mut self.heard);
        all.extend(played);
        Ok(all)
    }

    fn size(&self, phase: Phase) -> u64 {
        self.inner.size(phase)
    }
}
