//! Now and then, while a run goes on: what its files hold is seen onto the disk, and the manifest
//! says so.
//!
//! A kill loses nothing that was written; a power cut may, but not what a checkpoint has seen. The
//! disk is waited for beside the run, which goes on.

use std::fs::File;
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::folder::{FolderError, FolderWriter};
use super::manifest::{Checkpoint, Manifest};

/// How often the last frames of compressed files are put down.
const SETTLE: Duration = Duration::from_secs(1);
/// How often a checkpoint is made.
const EVERY: Duration = Duration::from_secs(5);

/// Makes the checkpoints of a run.
pub(super) struct Checkpoints {
    settled: Instant,
    made: Instant,
    /// Blocks at the last checkpoint asked for.
    blocks: u64,
    /// One checkpoint at a time waits for the disk.
    sender: Option<mpsc::SyncSender<(Checkpoint, Vec<File>)>>,
    worker: JoinHandle<Option<Checkpoint>>,
}

impl Checkpoints {
    pub(super) fn new(folder: &Path, manifest: &Manifest) -> Self {
        let (sender, receiver) = mpsc::sync_channel(0);
        let (folder, manifest) = (folder.to_owned(), manifest.clone());
        let worker = std::thread::spawn(move || keep_all(&folder, manifest, &receiver));
        let now = Instant::now();
        Self { settled: now, made: now, blocks: 0, sender: Some(sender), worker }
    }

    /// Makes one if it is time. `blocks` are those that the files of `writer` hold.
    pub(super) fn keep(
        &mut self,
        writer: &mut FolderWriter,
        blocks: u64,
    ) -> Result<(), FolderError> {
        if self.settled.elapsed() >= SETTLE {
            writer.settle()?;
            self.settled = Instant::now();
        }
        if self.made.elapsed() < EVERY || blocks == self.blocks {
            return Ok(());
        }
        // Where the disk is still at the last one, this one is left out.
        if let Some(sender) = &self.sender {
            let _ = sender.try_send(writer.checkpoint(blocks)?);
        }
        (self.made, self.blocks) = (Instant::now(), blocks);
        Ok(())
    }

    /// The last checkpoint that was made, if any.
    pub(super) fn end(mut self) -> Option<Checkpoint> {
        self.sender = None;
        self.worker.join().unwrap_or_default()
    }
}

/// Sees checkpoints onto the disk one after the other. One that fails leaves the last one as it is:
/// it claims less.
fn keep_all(
    folder: &Path,
    mut manifest: Manifest,
    receiver: &mpsc::Receiver<(Checkpoint, Vec<File>)>,
) -> Option<Checkpoint> {
    let mut last = None;
    for (checkpoint, files) in receiver {
        if files.iter().all(|file| file.sync_data().is_ok()) {
            manifest.checkpoint = Some(checkpoint.clone());
            if manifest.write(folder).is_ok() {
                last = Some(checkpoint);
            }
        }
    }
    last
}
