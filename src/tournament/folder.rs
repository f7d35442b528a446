//! A run's folder: never overwritten silently, written by one writer, every file hashed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::manifest::{FileEntry, MANIFEST};
use super::play::BlockOutput;
use super::spool::Spool;
use super::tables::{self, SummaryFile};

/// Every file a run writes besides its manifest.
const FILES: [&str; 8] = [
    "games.csv",
    "blocks.csv",
    "records.jsonl",
    "summary.csv",
    "stones.csv",
    "head_to_head.csv",
    "seats.csv",
    "ends.csv",
];

/// A folder that can't be used, or a write that failed.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("{path}: {cause}")]
    Io { path: String, cause: io::Error },
    #[error("a block on its way to the files: {0}")]
    Spool(#[from] io::Error),
    #[error("{0} holds a run; choose another --out, or --force to replace it")]
    HoldsRun(String),
    #[error("{0} is not empty and holds no run, so it is left alone; choose another --out")]
    HoldsOther(String),
    #[error("another run is writing to {0}; choose another --out, or wait for it")]
    Busy(String),
    #[error("{0} is not a folder")]
    NotFolder(String),
}

fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, FolderError> {
    result.map_err(|cause| FolderError::Io { path: path.display().to_string(), cause })
}

/// Held while a run writes, so that no other writes into the same folder.
const LOCK: &str = ".lock";
/// How a manifest is called while it is being replaced; a kill may leave one.
const UNFINISHED: &str = ".manifest.json.";

/// The folder of a run, held for its writer alone.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// Locked for as long as it is open.
    _lock: File,
}

impl RunFolder {
    /// Takes `path` for a new run: made if it is not there, taken if it is empty. One that holds
    /// a run is refused without `force`, one that holds anything else always. What a run that is
    /// replaced has left is removed when the new one begins to write.
    pub fn prepare(path: &Path, force: bool) -> Result<Self, FolderError> {
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NotFolder(path.display().to_string()));
        }
        at(path, fs::create_dir_all(path))?;
        let shown = || path.display().to_string();
        let mut empty = true;
        for entry in at(path, fs::read_dir(path))? {
            let name = at(path, entry)?.file_name();
            let name = name.to_string_lossy();
            empty &= name == LOCK || name.starts_with(UNFINISHED);
        }
        match (empty, is_of_a_run(&path.join(MANIFEST)), force) {
            (false, false, _) => Err(FolderError::HoldsOther(shown())),
            (false, true, false) => Err(FolderError::HoldsRun(shown())),
            _ => Self::hold(path.to_owned()),
        }
    }

    /// The first of `parent/STEM-1`, `parent/STEM-2`, … that is not there yet, made.
    pub fn fresh(parent: &Path, stem: &str) -> Result<Self, FolderError> {
        at(parent, fs::create_dir_all(parent))?;
        let mut number = 1_u32;
        loop {
            let path = parent.join(format!("{stem}-{number}"));
            match fs::create_dir(&path) {
                Ok(()) => return Self::hold(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(cause) => {
                    return Err(FolderError::Io { path: path.display().to_string(), cause });
                }
            }
        }
    }

    fn hold(path: PathBuf) -> Result<Self, FolderError> {
        let name = path.join(LOCK);
        let lock = at(&name, File::create(&name))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path, _lock: lock }),
            Err(fs::TryLockError::WouldBlock) => Err(FolderError::Busy(path.display().to_string())),
            Err(fs::TryLockError::Error(cause)) => at(&name, Err(cause)),
        }
    }

    /// Removes what an earlier run has left, by the names that runs give; the manifest is replaced
    /// and not removed.
    pub(super) fn clear(&self) -> Result<(), FolderError> {
        for name in FILES {
            let file = self.path.join(name);
            match fs::remove_file(&file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => at(&file, Err(error))?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it has a manifest, complete or not.
    pub fn has_manifest(&self) -> bool {
        self.path.join(MANIFEST).is_file()
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        // A lock file that stays does no harm: what counts is who holds it.
        let _ = fs::remove_file(self.path.join(LOCK));
    }
}

/// Whether a file is the manifest of a run, of whatever version, and not some other program's.
fn is_of_a_run(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
    value["domeng"].is_u64() && value["experiment"].is_object()
}

/// A file that is written from start to end, hashed on the way. What is written comes in large
/// pieces, so it goes straight to the file: its length on disk is then known.
struct Hashed {
    path: PathBuf,
    file: File,
    hash: blake3::Hasher,
    rows: u64,
    /// Bytes that are known to be in the file.
    length: u64,
}

impl Hashed {
    fn create(path: PathBuf, header: &str) -> Result<Self, FolderError> {
        let file = at(&path, File::create(&path))?;
        let mut hashed = Self { path, file, hash: blake3::Hasher::new(), rows: 0, length: 0 };
        hashed.write(header.as_bytes(), 0)?;
        Ok(hashed)
    }

    fn write(&mut self, bytes: &[u8], rows: u64) -> Result<(), FolderError> {
        at(&self.path, self.file.write_all(bytes))?;
        self.hash.update(bytes);
        self.rows += rows;
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn write_spool(&mut self, spool: &mut Spool, rows: u64) -> Result<(), FolderError> {
        spool.hand_on(|bytes| self.write(bytes, 0))?;
        self.rows += rows;
        Ok(())
    }

    /// Cuts off what was written after the first `length` bytes.
    fn cut(&self, length: u64) -> Result<(), FolderError> {
        at(&self.path, self.file.set_len(length))
    }

    fn finish(self) -> Result<FileEntry, FolderError> {
        at(&self.path, self.file.sync_data())?;
        Ok(FileEntry { rows: self.rows, blake3: self.hash.finalize().to_hex().to_string() })
    }
}

/// The one writer of a run's files. Blocks come whole and in schedule order.
pub struct FolderWriter {
    folder: PathBuf,
    games: Hashed,
    blocks: Hashed,
    records: Option<Hashed>,
}

impl FolderWriter {
    /// Opens the files that grow with the run.
    pub fn create(folder: &RunFolder, records: bool) -> Result<Self, FolderError> {
        let path = |name| folder.path().join(name);
        let records = records.then(|| Hashed::create(path("records.jsonl"), "")).transpose()?;
        Ok(Self {
            folder: folder.path().to_owned(),
            games: Hashed::create(path("games.csv"), tables::GAMES)?,
            blocks: Hashed::create(path("blocks.csv"), tables::BLOCKS)?,
            records,
        })
    }

    /// Appends blocks: to every file, or where one of them can't be written, to none.
    pub fn write(&mut self, output: &mut BlockOutput) -> Result<(), FolderError> {
        let lengths: Vec<u64> = self.files().map(|file| file.length).collect();
        let written = self.try_write(output);
        if written.is_err() {
            // If a file can't even be cut, the first error still says why.
            let _ = self.files().zip(lengths).try_for_each(|(file, length)| file.cut(length));
        }
        written
    }

    fn try_write(&mut self, output: &mut BlockOutput) -> Result<(), FolderError> {
        self.games.write_spool(&mut output.games, output.game_rows)?;
        self.blocks.write(&output.blocks, output.block_rows)?;
        if let Some(records) = &mut self.records {
            records.write_spool(&mut output.records, output.record_rows)?;
        }
        Ok(())
    }

    /// The files that grow with the run.
    fn files(&self) -> impl Iterator<Item = &Hashed> {
        [&self.games, &self.blocks].into_iter().chain(&self.records)
    }

    /// Writes the summaries and closes everything; the files by name.
    pub fn finish(
        self,
        summaries: Vec<SummaryFile>,
    ) -> Result<BTreeMap<String, FileEntry>, FolderError> {
        let mut files = BTreeMap::new();
        files.insert("games.csv".to_owned(), self.games.finish()?);
        files.insert("blocks.csv".to_owned(), self.blocks.finish()?);
        if let Some(records) = self.records {
            files.insert("records.jsonl".to_owned(), records.finish()?);
        }
        for (name, rows, bytes) in summaries {
            let mut file = Hashed::create(self.folder.join(name), "")?;
            file.write(&bytes, rows)?;
            files.insert(name.to_owned(), file.finish()?);
        }
        Ok(files)
    }
}
