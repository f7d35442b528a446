//! A run's folder: never overwritten silently, written by one writer, every file hashed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::appender::{Appender, Kept};
use super::experiment::Outputs;
use super::growing::Growing;
use super::manifest::{Checkpoint, FileEntry, MANIFEST};
use super::play::BlockOutput;
use super::summaries::{SEQUENTIAL, SUMMARIES, SummaryFile};
use crate::files::{Held, LOCK, is_unused, json_of, numbered_folder, remove_files, sweep};

/// The page that people look at. It is made from the other files, so it is none of those that the
/// manifest has hashes of, and may be made again or taken away.
pub const REPORT: &str = "report.html";

/// Every file a run writes besides its manifest and its report.
pub(super) fn files() -> impl Iterator<Item = &'static str> {
    let growing = Growing::ALL.into_iter().flat_map(|file| [file.name(false), file.name(true)]);
    growing.chain(SUMMARIES).chain([SEQUENTIAL])
}

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
    #[error("{0} is no file, where a run has one; move it away")]
    NotFile(String),
    #[error("{0} holds no run: there is no manifest.json; begin one with --out")]
    NoRun(String),
    #[error(
        "{path}: its first {bytes} bytes are not those that the run has written; \
         put back the file as it was, or begin again with --out and --force"
    )]
    Changed { path: String, bytes: u64 },
}

impl From<(PathBuf, io::Error)> for FolderError {
    fn from((path, cause): (PathBuf, io::Error)) -> Self {
        Self::Io { path: path.display().to_string(), cause }
    }
}

fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, FolderError> {
    result.map_err(|cause| FolderError::Io { path: path.display().to_string(), cause })
}

/// The folder of a run, held for its writer alone.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _held: Held,
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
        may_be_used(path, force)?;
        let folder = Self::hold(path.to_owned())?;
        // Another run may have come and gone since.
        may_be_used(path, force)?;
        // What can't be removed later is refused before anything is.
        match files().chain([REPORT]).map(|name| path.join(name)).find(|file| file.is_dir()) {
            Some(odd) => Err(FolderError::NotFile(odd.display().to_string())),
            None => Ok(folder),
        }
    }

    /// The first of `parent/STEM-1`, `parent/STEM-2`, … that is not there yet, made.
    pub fn fresh(parent: &Path, stem: &str) -> Result<Self, FolderError> {
        Self::hold(numbered_folder(parent, stem)?)
    }

    /// Takes `path` to go on with the run it holds.
    pub fn take_up(path: &Path) -> Result<Self, FolderError> {
        let shown = || path.display().to_string();
        match (path.is_dir(), path.exists()) {
            (true, _) if path.join(MANIFEST).is_file() => Self::hold(path.to_owned()),
            (false, true) => Err(FolderError::NotFolder(shown())),
            _ => Err(FolderError::NoRun(shown())),
        }
    }

    /// Whether a run is writing to a folder now.
    pub fn is_being_written(path: &Path) -> bool {
        let lock = File::open(path.join(LOCK));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
    }

    fn hold(path: PathBuf) -> Result<Self, FolderError> {
        let lock = path.join(LOCK);
        let held = at(&lock.clone(), Held::take(lock))?;
        let held = held.ok_or_else(|| FolderError::Busy(path.display().to_string()))?;
        [MANIFEST, REPORT].into_iter().for_each(|name| sweep(&path.join(name)));
        Ok(Self { path, _held: held })
    }

    /// Removes what an earlier run has left, by the names that runs give; the manifest is replaced
    /// and not removed.
    pub(super) fn clear(&self) -> Result<(), FolderError> {
        self.remove(files().chain([REPORT]))
    }

    /// Removes the summaries and the report, which tell of fewer blocks than there will be.
    pub(super) fn clear_summaries(&self) -> Result<(), FolderError> {
        self.remove(SUMMARIES.into_iter().chain([SEQUENTIAL, REPORT]))
    }

    fn remove(&self, names: impl Iterator<Item = &'static str>) -> Result<(), FolderError> {
        Ok(remove_files(&self.path, names)?)
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

/// Refuses a folder for a new run: one that holds a run without `force`, one that holds anything
/// else always.
fn may_be_used(path: &Path, force: bool) -> Result<(), FolderError> {
    let shown = || path.display().to_string();
    let unused = at(path, is_unused(path, MANIFEST))?;
    match (unused, is_of_a_run(&path.join(MANIFEST)), force) {
        (false, false, _) => Err(FolderError::HoldsOther(shown())),
        (false, true, false) => Err(FolderError::HoldsRun(shown())),
        _ => Ok(()),
    }
}

/// Whether a file is the manifest of a run, of whatever version, and not some other program's.
fn is_of_a_run(path: &Path) -> bool {
    let value = json_of(path);
    value["domeng"].is_u64() && value["experiment"].is_object()
}

/// The one writer of a run's files. Blocks come whole and in schedule order.
pub struct FolderWriter {
    folder: PathBuf,
    files: Vec<Appender>,
}

impl FolderWriter {
    /// Opens new files that grow with the run.
    pub fn create(folder: &RunFolder, outputs: &Outputs) -> Result<Self, FolderError> {
        let path = folder.path();
        let create = |file: Growing| {
            let path = path.join(file.name(outputs.zstd));
            at(&path, Appender::create(path.clone(), file, outputs.zstd))
        };
        let files: Result<_, FolderError> = Growing::written(outputs).map(create).collect();
        Ok(Self { folder: path.to_owned(), files: files? })
    }

    /// Opens the files of a run where it is taken up: each after what is `kept` of it.
    pub fn take_up(
        folder: &RunFolder,
        outputs: &Outputs,
        kept: &[Kept; Growing::ALL.len()],
    ) -> Result<Self, FolderError> {
        let take_up = |file: Growing| {
            let path = folder.path().join(file.name(outputs.zstd));
            let kept = kept[file as usize];
            at(&path, Appender::take_up(path.clone(), file, outputs.zstd, kept))
        };
        let files: Result<_, FolderError> = Growing::written(outputs).map(take_up).collect();
        Ok(Self { folder: folder.path().to_owned(), files: files? })
    }

    /// Appends blocks to every file.
    ///
    /// # Errors
    /// One of them can't be written. Some may then have blocks that others lack.
    pub fn write(&mut self, output: &mut BlockOutput) -> Result<(), FolderError> {
        let BlockOutput { rows, ends, .. } = output;
        self.files.iter_mut().try_for_each(|appender| {
            let file = appender.file as usize;
            let written = appender.write(&mut rows[file], ends.iter().map(|ends| ends[file]));
            at(appender.path(), written)
        })
    }

    /// Sees that all blocks are in the files.
    pub fn settle(&mut self) -> Result<(), FolderError> {
        self.files.iter_mut().try_for_each(|file| {
            let settled = file.settle().map(drop);
            at(file.path(), settled)
        })
    }

    /// How far the files are, with a handle of each to see it onto the disk.
    pub(super) fn checkpoint(&self, blocks: u64) -> Result<(Checkpoint, Vec<File>), FolderError> {
        let mut checkpoint = Checkpoint { blocks, files: BTreeMap::new() };
        let mut handles = Vec::new();
        for file in &self.files {
            let (mark, handle) = at(file.path(), file.mark())?;
            let name = file.path().file_name().unwrap_or_default().to_string_lossy();
            checkpoint.files.insert(name.into_owned(), mark);
            handles.push(handle);
        }
        Ok((checkpoint, handles))
    }

    /// Closes everything and writes the summaries; the files by name.
    pub fn finish(
        mut self,
        summaries: Vec<SummaryFile>,
    ) -> Result<BTreeMap<String, FileEntry>, FolderError> {
        let mut files = BTreeMap::new();
        for file in &mut self.files {
            let name = file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
            let settled = file.settle().and_then(|entry| file.sync().map(|()| entry));
            files.insert(name, at(file.path(), settled)?);
        }
        for (name, rows, content) in summaries {
            let path = self.folder.join(name);
            let write = || {
                let mut file = File::create(&path)?;
                file.write_all(&content)?;
                file.sync_data()
            };
            at(&path, write())?;
            let (bytes, blake3) = (Some(content.len() as u64), blake3::hash(&content));
            let entry = FileEntry { rows, bytes, blake3: blake3.to_hex().to_string() };
            files.insert(name.to_owned(), entry);
        }
        Ok(files)
    }
}
