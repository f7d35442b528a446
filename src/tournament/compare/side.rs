//! One of two runs to be compared.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use super::super::experiment::Experiment;
use super::super::folder::RunFolder;
use super::super::growing::Growing;
use super::super::journal::{Journal, JournalError};
use super::super::manifest::{MANIFEST, Manifest, ManifestError};
use super::super::recover::recover;
use super::super::whole::hash_file;
use crate::strategies::Registry;

/// A run that can't be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    #[error("{0} is no folder of a run: it has no {MANIFEST}")]
    NoRun(String),
    #[error("{0}")]
    Manifest(String),
    #[error("{0}: its experiment is not the one that the run was begun with; `domeng verify` it")]
    Experiment(String),
    #[error("a run is writing to {0}; wait for it")]
    Busy(String),
    #[error("{path}: {cause}")]
    Journal { path: String, cause: JournalError },
    #[error("{path}: it ends after {found} blocks; its manifest tells of {told}")]
    Short { path: String, found: u64, told: u64 },
    #[error(
        "{path}: its BLAKE3 is {found}, by manifest.json it was {told}; `domeng verify` names the \
         line"
    )]
    Changed { path: String, found: String, told: String },
    #[error("{0} holds no whole block")]
    Empty(String),
}

/// A run, with as many blocks as can be compared.
#[derive(Debug)]
pub struct Side {
    pub folder: PathBuf,
    pub manifest: Manifest,
    pub experiment: Experiment,
    /// Blocks its journal holds.
    pub blocks: u64,
}

impl Side {
    /// The run of a folder.
    ///
    /// # Errors
    /// It is being written, or its manifest or journal is not there as it was written.
    pub fn open(folder: &Path, registry: &Registry) -> Result<Self, CompareError> {
        let path = folder.display().to_string();
        if RunFolder::is_being_written(folder) {
            return Err(CompareError::Busy(path));
        }
        if !folder.join(MANIFEST).exists() {
            return Err(CompareError::NoRun(path));
        }
        let side = Self::read(folder, registry)?;
        side.check_hash()?;
        Ok(side)
    }

    /// The run that has just been written to a folder by who holds it, and so is as it was written.
    ///
    /// # Errors
    /// Its files can't be read.
    pub fn held(folder: &RunFolder, registry: &Registry) -> Result<Self, CompareError> {
        Self::read(folder.path(), registry)
    }

    fn read(folder: &Path, registry: &Registry) -> Result<Self, CompareError> {
        let path = folder.display().to_string();
        let read = || {
            let manifest = Manifest::read(folder)?;
            let experiment = manifest.experiment(registry)?;
            Ok((manifest, experiment))
        };
        let (manifest, experiment) =
            read().map_err(|cause| CompareError::Manifest(in_folder(folder, cause)))?;
        if !manifest.is_of_its_experiment() {
            return Err(CompareError::Experiment(folder.join(MANIFEST).display().to_string()));
        }
        let mut side = Self { folder: folder.to_owned(), manifest, experiment, blocks: 0 };
        side.blocks = match (&side.manifest.ended, &side.manifest.checkpoint) {
            (Some(_), _) => side.manifest.blocks_done.unwrap_or(0),
            (None, Some(_)) => recover(folder, &side.experiment).tally.blocks,
            // What the folder holds is not of this run.
            (None, None) => 0,
        };
        // What is wrong with the header is said before there is nothing to read.
        side.journal()?;
        if side.blocks == 0 {
            return Err(CompareError::Empty(path));
        }
        Ok(side)
    }

    fn name(&self) -> &'static str {
        Growing::Blocks.name(self.experiment.outputs.zstd)
    }

    fn path(&self) -> String {
        self.folder.join(self.name()).display().to_string()
    }

    /// Its journal, at the first block.
    pub(in super::super) fn journal(&self) -> Result<Journal<Box<dyn BufRead>>, CompareError> {
        let fail = |cause| CompareError::Journal { path: self.path(), cause };
        let reader = Growing::Blocks.open(&self.folder, self.experiment.outputs.zstd);
        let reader = reader.map_err(|cause| fail(JournalError::Io(cause)))?;
        Journal::new(reader, &self.experiment).map_err(fail)
    }

    /// The journal must be as the manifest tells. Where it is not, the line at which it can't be read
    /// says more than a hash.
    fn check_hash(&self) -> Result<(), CompareError> {
        let Some(entry) = self.manifest.files.get(self.name()) else { return Ok(()) };
        let hashed = hash_file(&self.folder.join(self.name()));
        let (_, found) = hashed.map_err(|cause| CompareError::Journal {
            path: self.path(),
            cause: JournalError::Io(cause),
        })?;
        if found == entry.blake3 {
            return Ok(());
        }
        let mut journal = self.journal()?;
        while self.next(&mut journal)?.is_some() {}
        let told = crate::records::legible(&entry.blake3, 64);
        Err(CompareError::Changed { path: self.path(), found, told })
    }

    /// The next block of its journal; none at the end of those it has.
    pub(in super::super) fn next(
        &self,
        journal: &mut Journal<Box<dyn BufRead>>,
    ) -> Result<Option<super::super::tally::BlockSums>, CompareError> {
        journal.next_block().map_err(|cause| CompareError::Journal { path: self.path(), cause })
    }

    pub(in super::super) fn short(&self, found: u64) -> CompareError {
        CompareError::Short { path: self.path(), found, told: self.blocks }
    }
}

/// An error of a manifest with its folder, which not all of them name.
fn in_folder(folder: &Path, error: ManifestError) -> String {
    match error {
        ManifestError::Content { cause, .. } => {
            format!("{}: {cause}", folder.join(MANIFEST).display())
        }
        other => other.to_string(),
    }
}
