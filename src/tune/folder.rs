//! The folder of a tuning: what it is, its journal, and what came of it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::TuneError;
use super::file::{TuneFile, TuneOverrides};
use super::journal::{SENSITIVITY, TRIALS};
use super::plan::Plan;
use crate::files::{Held, LOCK, is_unused, json_of, numbered_folder, remove_files, replace, sweep};
use crate::strategies::Registry;

/// What a tuning is, as it was begun.
const TUNE: &str = "tune.json";
/// What it says that it is of.
const KIND: &str = "tuning";
/// The summary; it is written last and says that a tuning is complete.
const REPORT: &str = "report.md";
/// What came of it, to be looked at.
const PAGE: &str = "report.html";
/// All that a tuning writes. What it is goes last, so that a folder that is cleared in part still
/// says so.
const FILES: [&str; 5] = [REPORT, PAGE, SENSITIVITY, TRIALS, TUNE];

/// A folder that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("{path}: {cause}")]
    Io { path: String, cause: io::Error },
    #[error("{0} is no folder; choose another --out")]
    NotFolder(String),
    #[error("{0} is no file, and a tuning would replace it; move it away, or choose another --out")]
    NotFile(String),
    #[error("{0} holds a tuning; choose another --out, or --force to replace it")]
    Holds(String),
    #[error("{0} is not empty and holds no tuning, so it is left alone; choose another --out")]
    HoldsOther(String),
    #[error("another tuning is writing to {0}; choose another --out, or wait for it")]
    Busy(String),
    #[error("{0} holds no tuning: there is no {TUNE}; begin one with --out")]
    Nothing(String),
    #[error("{path}/{TUNE}: {cause}; put it back as it was, or begin again with --out")]
    Content { path: String, cause: String },
    #[error(
        "{path} was begun by version {found} and this is {ours}, which may play otherwise; go on with \
         that version, or begin again with --out"
    )]
    Version { path: String, found: String, ours: &'static str },
    #[error(transparent)]
    Plan(#[from] TuneError),
}

/// The form of `tune.json`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    domeng: u32,
    kind: String,
    version: String,
    /// The file as it was named, and its text.
    origin: String,
    stem: String,
    spec: String,
    over: TuneOverrides,
    /// Whether a strategy file that is there may be replaced.
    force: bool,
    plan: serde_json::Value,
    /// Of the plan.
    hash: String,
}

/// The folder of a tuning, held for its writer alone.
#[derive(Debug)]
pub struct TuneFolder {
    path: PathBuf,
    _held: Held,
}

/// A tuning that a folder holds.
#[derive(Debug)]
pub struct Resumed {
    pub plan: Plan,
    /// Whether a strategy file that is there may be replaced.
    pub force: bool,
    /// Whether it has ended.
    pub complete: bool,
}

impl From<(PathBuf, io::Error)> for FolderError {
    fn from((path, cause): (PathBuf, io::Error)) -> Self {
        Self::Io { path: path.display().to_string(), cause }
    }
}

/// Refuses a folder for a new tuning: one that holds a tuning without `force`, one that holds
/// anything else always.
fn may_be_used(path: &Path, force: bool) -> Result<(), FolderError> {
    let shown = || path.display().to_string();
    let unused = at(path, is_unused(path, TUNE))?;
    match (unused, is_of_a_tuning(&path.join(TUNE)), force) {
        (false, false, _) => Err(FolderError::HoldsOther(shown())),
        (false, true, false) => Err(FolderError::Holds(shown())),
        _ => Ok(()),
    }
}

/// Whether a file is what a tuning begins with, of whatever version, and not some other program's.
fn is_of_a_tuning(path: &Path) -> bool {
    let value = json_of(path);
    value["domeng"].is_u64() && value["kind"] == KIND
}

fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, FolderError> {
    result.map_err(|cause| FolderError::Io { path: path.display().to_string(), cause })
}

impl TuneFolder {
    /// Takes `path` for a new tuning: made if it is not there, taken if it is empty. One that holds a
    /// tuning is refused without `force`, one that holds anything else always.
    ///
    /// # Errors
    /// It can't be used.
    pub fn prepare(path: &Path, force: bool) -> Result<Self, FolderError> {
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NotFolder(path.display().to_string()));
        }
        at(path, fs::create_dir_all(path))?;
        may_be_used(path, force)?;
        let folder = Self::hold(path.to_owned())?;
        // Another tuning may have come and gone since.
        may_be_used(path, force)?;
        // What can't be removed is refused before anything is.
        match FILES.map(|name| path.join(name)).into_iter().find(|file| file.is_dir()) {
            Some(odd) => Err(FolderError::NotFile(odd.display().to_string())),
            None => {
                remove_files(path, FILES)?;
                Ok(folder)
            }
        }
    }

    /// The first of `parent/STEM-1`, `parent/STEM-2`, … that is not there yet, made.
    ///
    /// # Errors
    /// None can be made.
    pub fn fresh(parent: &Path, stem: &str) -> Result<Self, FolderError> {
        Self::hold(numbered_folder(parent, stem)?)
    }

    /// Whether a folder holds a tuning, of whatever version.
    pub fn is_one(path: &Path) -> bool {
        is_of_a_tuning(&path.join(TUNE))
    }

    /// Takes `path` to go on with the tuning it holds.
    ///
    /// # Errors
    /// It holds none.
    pub fn take_up(path: &Path) -> Result<Self, FolderError> {
        match path.join(TUNE).is_file() {
            true => Self::hold(path.to_owned()),
            false => Err(FolderError::Nothing(path.display().to_string())),
        }
    }

    fn hold(path: PathBuf) -> Result<Self, FolderError> {
        let lock = path.join(LOCK);
        let held = at(&lock.clone(), Held::take(lock))?;
        let held = held.ok_or_else(|| FolderError::Busy(path.display().to_string()))?;
        FILES.into_iter().for_each(|name| sweep(&path.join(name)));
        Ok(Self { path, _held: held })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.path.join(name);
        at(&path, replace(&path, bytes))
    }

    /// Puts down what the tuning is.
    ///
    /// # Errors
    /// It can't be written.
    pub fn begin(
        &self,
        plan: &Plan,
        registry: &Registry,
        (spec, origin, stem): (&str, &str, &str),
        (over, force): (TuneOverrides, bool),
    ) -> Result<(), FolderError> {
        let written = Written {
            domeng: 1,
            kind: KIND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            origin: origin.to_owned(),
            stem: stem.to_owned(),
            spec: spec.to_owned(),
            over,
            force,
            plan: plan.written(registry),
            hash: plan.hash(registry),
        };
        let text = serde_json::to_string_pretty(&written).map_err(io::Error::other);
        let text = at(&self.path, text)?;
        self.replace(TUNE, format!("{text}\n").as_bytes())
    }

    /// The tuning that it holds, worked out again from the text of its file.
    ///
    /// # Errors
    /// It can't be read, is by another version, or comes to another plan.
    pub fn read(&self, registry: &Registry) -> Result<Resumed, FolderError> {
        let path = || self.path.display().to_string();
        let bytes = at(&self.path.join(TUNE), fs::read(self.path.join(TUNE)))?;
        let content = |cause: String| FolderError::Content { path: path(), cause };
        let written: Written =
            serde_json::from_slice(&bytes).map_err(|cause| content(cause.to_string()))?;
        if written.domeng != 1 || written.kind != KIND {
            return Err(content("it is no tuning of form 1".to_owned()));
        }
        let ours = env!("CARGO_PKG_VERSION");
        if written.version != ours {
            return Err(FolderError::Version { path: path(), found: written.version, ours });
        }
        let mut file = TuneFile::parse(&written.spec, &written.origin)?;
        file.replace(written.over);
        let plan = file.resolve(&written.stem, registry)?;
        if plan.hash(registry) != written.hash || plan.written(registry) != written.plan {
            let cause = "a file that it names has changed, or the plan was".to_owned();
            return Err(content(cause));
        }
        Ok(Resumed { plan, force: written.force, complete: self.path.join(REPORT).is_file() })
    }

    /// Puts down what came of it. It is not complete before [`complete`](Self::complete).
    ///
    /// # Errors
    /// It can't be written.
    pub fn end(&self, sensitivity: &str, page: &str) -> Result<(), FolderError> {
        self.replace(SENSITIVITY, sensitivity.as_bytes())?;
        self.replace(PAGE, page.as_bytes())
    }

    /// Puts down the report in short, by which a tuning is known to be complete.
    ///
    /// # Errors
    /// It can't be written.
    pub fn complete(&self, report: &[u8]) -> Result<(), FolderError> {
        self.replace(REPORT, report)
    }
}
