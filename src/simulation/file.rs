//! The file that a state is kept in: replaced as a whole or not at all, by one simulation at a time.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::form::{Reason, Refused, State, StateError, begins_as_a_state};
use super::players::Players;
use crate::strategies::{Registry, read_text};

/// A file held for one simulation alone.
#[derive(Debug)]
pub struct StateFile {
    /// As it was named.
    path: PathBuf,
    /// Where it really is: one that is named by a link is replaced, and not the link.
    target: PathBuf,
    lock: PathBuf,
    /// Locked for as long as it is open.
    _held: File,
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, StateError> {
    result.map_err(|cause| StateError::Io { path: shown(path), cause })
}

/// Removes what a write that was killed has left beside `target`: `.NAME.` and six characters.
fn sweep(target: &Path, name: &str) {
    let begins = format!(".{name}.");
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    // What can't be looked at or removed does no harm where it is.
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    for entry in entries.flatten() {
        let found = entry.file_name();
        let rest = found.to_str().and_then(|found| found.strip_prefix(&begins));
        if rest.is_some_and(|rest| rest.len() == 6 && rest.chars().all(char::is_alphanumeric)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

impl StateFile {
    /// Takes `path` for a new simulation. A file that is there is refused, but with `force` one of
    /// a simulation, whole or not, is taken over; it stays until the first state is saved.
    ///
    /// # Errors
    /// The file is there, is held, or can't be made.
    pub fn create(path: &Path, force: bool) -> Result<Self, StateError> {
        match path.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return at(path, Err(error)),
            Ok(_) if !is_of_a_simulation(path) => return Err(StateError::Other(shown(path))),
            Ok(_) if !force => return Err(StateError::Exists(shown(path))),
            Ok(_) => {}
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            at(folder, fs::create_dir_all(folder))?;
        }
        let file = Self::hold(path, path)?;
        // Another simulation may have made it since.
        if !force && path.exists() {
            return Err(StateError::Exists(shown(path)));
        }
        Ok(file)
    }

    /// Takes the file at `path` to go on with the state in it.
    ///
    /// # Errors
    /// The file can't be read, is held, or has no state that this program can go on with.
    pub fn resume(path: &Path, registry: &Registry) -> Result<(Self, State, Players), StateError> {
        // Before a lock file is made beside a file that is not there.
        let target = at(path, path.canonicalize())?;
        if !target.is_file() {
            return Err(StateError::Other(shown(path)));
        }
        let file = Self::hold(path, &target)?;
        let text = match read_text(path) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Err(Reason::Foreign("it is not UTF-8".to_owned()))
            }
            other => Ok(at(path, other)?),
        };
        match text.and_then(|text| State::read(&text, registry)) {
            Ok((state, players)) => Ok((file, state, players)),
            Err(reason) => Err(file.refused(reason)),
        }
    }

    /// This file, refused for a reason.
    pub fn refused(&self, reason: Reason) -> StateError {
        StateError::Refused(Refused { path: shown(&self.path), reason })
    }

    fn hold(path: &Path, target: &Path) -> Result<Self, StateError> {
        let Some(name) = target.file_name() else { return Err(StateError::Other(shown(path))) };
        let lock = target.with_file_name(format!(".{}.lock", name.to_string_lossy()));
        loop {
            let held = at(&lock, File::create(&lock))?;
            match held.try_lock() {
                Err(fs::TryLockError::WouldBlock) => return Err(StateError::Busy(shown(path))),
                Err(fs::TryLockError::Error(cause)) => return at(&lock, Err(cause)),
                // One that was removed as its holder ended keeps no one out.
                Ok(()) if !is_at(&held, &lock) => {}
                Ok(()) => {
                    sweep(target, &name.to_string_lossy());
                    let [path, target] = [path, target].map(Path::to_owned);
                    return Ok(Self { path, target, lock, _held: held });
                }
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces what the file holds.
    ///
    /// # Errors
    /// It can't be written; it then has what it had.
    pub fn save(&self, state: &State) -> Result<(), StateError> {
        let write = || -> io::Result<()> {
            let text = state.render()?;
            let mut file = atomic_write_file::AtomicWriteFile::open(&self.target)?;
            file.write_all(text.as_bytes())?;
            file.commit()
        };
        at(&self.path, write())
    }
}

impl Drop for StateFile {
    fn drop(&mut self) {
        // A lock file that stays does no harm: what counts is who holds it.
        let _ = fs::remove_file(&self.lock);
    }
}

/// Whether the open file is the one that `path` names.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let named = path.metadata().and_then(|there| Ok((there, file.metadata()?)));
    named.is_ok_and(|(there, here)| (there.dev(), there.ino()) == (here.dev(), here.ino()))
}

/// Whether the open file is the one that `path` names; elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Whether a file is one that a simulation wrote, of whatever version, or the beginning of one.
fn is_of_a_simulation(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = |file: File| file.take(400).read_to_end(&mut start);
    let is_file = path.symlink_metadata().is_ok_and(|entry| entry.is_file());
    is_file
        && File::open(path).and_then(read).is_ok()
        && begins_as_a_state(&String::from_utf8_lossy(&start))
}
