//! What the files of a run hold that can be gone on from: the blocks that all of them have whole.
//!
//! A run can end at any moment, and a power cut can leave any of its files shorter than it was.
//! The journal says how many rows each block has in the other files, so each is read until a block
//! is not whole in one of them. What comes after is played again, to the same bytes.

use std::io::{self, BufRead};
use std::path::Path;

use super::appender::Kept;
use super::experiment::Experiment;
use super::folder::FolderError;
use super::growing::Growing;
use super::journal::Journal;
use super::manifest::Manifest;
use super::tally::{BlockSums, Tally};
use super::until::Watch;
use super::whole::refuse_changed;
use crate::engine::Seat;

/// The blocks that a run goes on from.
#[derive(Debug, Default)]
pub struct Recovered {
    pub tally: Tally,
    /// Of a run that ends when it has decided: how far that is.
    pub watch: Option<Watch>,
    /// The first and the last of them.
    pub ends: Option<(BlockSums, BlockSums)>,
    /// By file, in the order of [`Growing::ALL`].
    pub kept: [Kept; Growing::ALL.len()],
}

impl Recovered {
    /// No blocks.
    fn nothing(experiment: &Experiment) -> Self {
        let tally = Tally::new(experiment.arms().len(), experiment.pool.len());
        Self { tally, watch: experiment.until.map(Watch::new), ..Self::default() }
    }

    /// What the run of a manifest goes on from, to the end of `experiment`: none of it where its own
    /// files were never begun.
    ///
    /// # Errors
    /// A file was changed, and not cut off (it has all the bytes that the checkpoint has seen of it, but others). Nothing is touched then.
    pub fn of(
        folder: &Path,
        manifest: &Manifest,
        experiment: &Experiment,
    ) -> Result<Self, FolderError> {
        let Some(checkpoint) = &manifest.checkpoint else { return Ok(Self::nothing(experiment)) };
        refuse_changed(folder, checkpoint)?;
        Ok(recover(folder, experiment))
    }
}

/// Reads the files of the run that `folder` holds, as far as they go together.
pub fn recover(folder: &Path, experiment: &Experiment) -> Recovered {
    let outputs = &experiment.outputs;
    let mut recovered = Recovered::nothing(experiment);
    // What can't be opened holds nothing.
    let open = |file: Growing| file.open_sound(folder, outputs.zstd).ok();
    let journal = open(Growing::Blocks).and_then(|file| Journal::new(file, experiment).ok());
    let others = Growing::written(outputs).filter(|file| *file != Growing::Blocks);
    let others: Option<Vec<Follower>> =
        others.map(|file| Follower::new(file, open(file)?).ok()?).collect();
    let (Some(mut journal), Some(mut others)) = (journal, others) else {
        return recovered;
    };
    let blocks = experiment.blocks();
    loop {
        recovered.kept[Growing::Blocks as usize] =
            Kept { content: journal.content(), rows: journal.rows() };
        for follower in &others {
            recovered.kept[follower.file as usize] = follower.kept;
        }
        let has_decided = recovered.watch.as_ref().is_some_and(Watch::has_ended);
        if has_decided || recovered.tally.blocks == blocks {
            return recovered;
        }
        let Ok(Some(sums)) = journal.next_block() else { return recovered };
        if !others.iter_mut().all(|follower| matches!(follower.read_block(&sums), Ok(true))) {
            return recovered;
        }
        others.iter_mut().for_each(Follower::accept);
        recovered.tally.add(&sums);
        recovered.watch.iter_mut().for_each(|watch| watch.take(&sums));
        let first = recovered.ends.take().map_or_else(|| sums.clone(), |(first, _)| first);
        recovered.ends = Some((first, sums));
    }
}

/// A file that is read block by block behind the journal.
struct Follower {
    file: Growing,
    reader: Box<dyn BufRead>,
    text: Vec<u8>,
    /// What was read, and of that the part that is accepted.
    read: Kept,
    kept: Kept,
}

impl Follower {
    /// None if it has another header.
    fn new(file: Growing, mut reader: Box<dyn BufRead>) -> io::Result<Option<Self>> {
        let header = file.header().as_bytes();
        let mut text = vec![0; header.len()];
        reader.read_exact(&mut text)?;
        let read = Kept { content: header.len() as u64, rows: 0 };
        let same = text == header;
        Ok(same.then_some(Self { file, reader, text, read, kept: read }))
    }

    /// Reads the rows of a block; false if they are not all there, or another's.
    fn read_block(&mut self, sums: &BlockSums) -> io::Result<bool> {
        for _ in 0..rows_of(self.file, sums) {
            self.text.clear();
            let length = self.reader.read_until(b'\n', &mut self.text)?;
            if !self.text.ends_with(b"\n") || block_of(self.file, &self.text) != Some(sums.block) {
                return Ok(false);
            }
            self.read.content += length as u64;
            self.read.rows += 1;
        }
        Ok(true)
    }

    fn accept(&mut self) {
        self.kept = self.read;
    }
}

/// How many rows a block has in a file that follows the journal.
fn rows_of(file: Growing, sums: &BlockSums) -> u64 {
    // Five sit in each election and in each round.
    let seats = Seat::COUNT as u64;
    let entrants = || sums.entrants.iter().map(|(_, sums)| sums);
    match file {
        Growing::Blocks => sums.entrants.len() as u64,
        Growing::Games | Growing::Records => {
            entrants().map(|sums| sums.seatings).sum::<u64>() / seats
        }
        Growing::Rounds => entrants().map(|sums| sums.rounds).sum::<u64>() / seats,
    }
}

/// The block that a row is of.
fn block_of(file: Growing, row: &[u8]) -> Option<u64> {
    let field = |at: usize| row.split(|&byte| byte == b',').nth(at);
    let number = |field: &[u8]| std::str::from_utf8(field).ok()?.parse::<u64>().ok();
    match file {
        Growing::Blocks => number(field(0)?),
        Growing::Games => number(field(2)?),
        Growing::Rounds => number(field(3)?),
        Growing::Records => {
            Some(number(field(1)?.strip_prefix(b"\"game\":")?)? / Seat::COUNT as u64)
        }
    }
}
