//! One pass over the files that grow with a run, block by block.

use std::collections::BTreeSet;
use std::io::BufRead;

use super::super::experiment::Experiment;
use super::super::growing::Growing;
use super::super::journal::{Journal, JournalError};
use super::super::tally::{BlockSums, EntrantSums, Tally};
use super::super::until::Watch;
use super::against::Rows;
use super::findings::Findings;
use super::followers::{Followers, lines};
use super::told::Told;
use super::within;
use crate::engine::Seat;

/// Bytes of the header at most.
const HEADER: usize = 1 << 12;

/// What was read.
pub(super) struct Read {
    /// Of all blocks, where the journal tells them all.
    pub(super) tally: Option<Tally>,
    /// Of a run that ends when it has decided: what the blocks read come to.
    pub(super) watch: Option<Watch>,
    pub(super) blocks: u64,
    pub(super) elections: u64,
    pub(super) rounds: u64,
    /// Of each growing file.
    pub(super) rows: Vec<(&'static str, Option<u64>)>,
}

/// The journal and what follows it.
pub(super) struct Pass<'a> {
    experiment: &'a Experiment,
    labels: Vec<&'a str>,
    /// The run has not ended: its files may be torn.
    open: bool,
    /// Blocks to be checked at most.
    most: u64,
    name: &'static str,
    journal: Option<Journal<Box<dyn BufRead>>>,
    followers: Followers<'a>,
    /// Files that are not as the manifest says.
    changed: Vec<&'static str>,
}

impl<'a> Pass<'a> {
    pub(super) fn begin(told: &Told<'a>, limit: usize, findings: &mut Findings) -> Self {
        let Told { folder, manifest, experiment, .. } = *told;
        let zstd = experiment.outputs.zstd;
        let name = Growing::Blocks.name(zstd);
        let names = Growing::ALL.into_iter().map(|file| file.name(zstd));
        let changed = names.filter(|name| findings.has(name)).collect();
        let is_open = manifest.ended.is_none();
        let opened = Growing::Blocks.open(folder, zstd).ok().filter(|_| {
            // The journal says what is wrong with its header; here it is whether it has one.
            !is_open || lines(told, Growing::Blocks, HEADER, findings).is_some()
        });
        let journal = opened.and_then(|reader| {
            let journal = Journal::new(reader, experiment);
            journal.map_err(|error| say(name, 1, &error, findings)).ok()
        });
        Self {
            experiment,
            labels: experiment.labels(),
            open: is_open,
            most: manifest.blocks_done.unwrap_or(u64::MAX).min(experiment.blocks()),
            name,
            journal,
            followers: Followers::open(told, limit, findings),
            changed,
        }
    }

    /// Reads all there is. `progress` hears of the blocks read, of how many, and of elections.
    pub(super) fn run(
        mut self,
        mut progress: impl FnMut(u64, u64, u64),
        findings: &mut Findings,
    ) -> Read {
        let mut schedule = self.experiment.schedule();
        let mut tally = Tally::new(self.experiment.arms().len(), self.experiment.pool.len());
        let (mut elections, mut rounds, mut number) = (0, 0, 0);
        let mut watch = self.experiment.until.map(Watch::new);
        findings.keep_block();
        while number < self.most && self.goes_on() {
            let block = schedule.block(number);
            self.followers.begin(&block);
            let sums = self.next_of_journal(number, findings);
            let (of_elections, of_rounds) = self.followers.elections(&block, findings);
            if self.open && (sums.is_none() || self.followers.is_short()) {
                findings.drop_block();
                break;
            }
            self.followers.give_up(number, findings);
            if let Some(sums) = &sums {
                let mut rows = self.rows_of(sums);
                for (at, found, right) in within::odd(sums, &block, self.experiment) {
                    rows.say(at, &found, right, findings);
                }
                self.followers.follow().iter().for_each(|follows| rows.check(follows, findings));
                tally.add(sums);
                watch.iter_mut().for_each(|watch| watch.take(sums));
            }
            elections += of_elections.max(a_seat(sums.as_ref(), |sums| sums.seatings));
            rounds += of_rounds.max(a_seat(sums.as_ref(), |sums| sums.rounds));
            findings.keep_block();
            number += 1;
            progress(number, self.most, elections);
        }
        let rows = self.end(findings);
        findings.keep_block();
        let tally = (tally.blocks == self.most).then_some(tally);
        Read { tally, watch, blocks: number, elections, rounds, rows }
    }

    /// Whether a file can be read on; of a run that has not ended it takes all.
    fn goes_on(&self) -> bool {
        let journal = self.journal.is_some();
        match self.open {
            true => journal && self.followers.are_all(),
            false => journal || self.followers.are_any(),
        }
    }

    /// The sums of the next block, as far as the journal can be read.
    fn next_of_journal(&mut self, number: u64, findings: &mut Findings) -> Option<BlockSums> {
        let journal = self.journal.as_mut()?;
        let line = journal.rows() + 2;
        match journal.next_block() {
            Ok(Some(sums)) => return Some(sums),
            Ok(None) => {
                let right = format!("all rows of block {number}, and of those after it if any");
                findings.say(self.name, Some(line), "no more rows", right);
            }
            Err(error) => {
                say(self.name, line, &error, findings);
                // A torn end of a run that has not ended goes with its block; a row that is whole
                // and wrong does not.
                if self.open && !journal.is_torn() && matches!(error, JournalError::Line { .. }) {
                    findings.keep_block();
                }
            }
        }
        self.journal = None;
        None
    }

    /// The rows of the block that the journal has just told.
    fn rows_of<'b>(&'b self, sums: &'b BlockSums) -> Rows<'b> {
        let read = self.journal.as_ref().map_or(0, Journal::rows);
        Rows {
            sums,
            // After the header, from 1.
            line: read + 2 - sums.entrants.len() as u64,
            journal: self.name,
            labels: &self.labels,
            changed: &self.changed,
            told: BTreeSet::new(),
        }
    }

    /// The ends of all files; their rows by name.
    fn end(&mut self, findings: &mut Findings) -> Vec<(&'static str, Option<u64>)> {
        let mut journal = self.journal.take();
        if !self.open {
            if let Some(journal) = &mut journal {
                let line = journal.rows() + 2;
                if !matches!(journal.next_block(), Ok(None)) {
                    findings.say(self.name, Some(line), "more rows", "the end of the file");
                }
            }
            self.followers.end(findings);
        }
        let rows = journal.map(|journal| journal.rows());
        std::iter::once((self.name, rows)).chain(self.followers.rows()).collect()
    }
}

/// A number that every seat counts once, over a block.
fn a_seat(sums: Option<&BlockSums>, part: fn(&EntrantSums) -> u64) -> u64 {
    let rows = sums.into_iter().flat_map(|sums| &sums.entrants);
    rows.map(|(_, sums)| part(sums)).sum::<u64>() / Seat::COUNT as u64
}

/// Takes down what the journal can't be read for.
fn say(name: &str, line: u64, error: &JournalError, findings: &mut Findings) {
    match error {
        JournalError::Io(cause) => {
            findings.say(name, Some(line), format!("can't be read: {cause}"), "a row");
        }
        JournalError::Line { line, found, expected } => {
            let right = format!("{expected}; the rest of the file is not read");
            findings.say(name, Some((*line).max(1)), found.clone(), right);
        }
    }
}
