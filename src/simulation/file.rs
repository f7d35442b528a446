//! The file that a state is kept in: replaced as a whole or not at all, by one simulation at a time.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::form::{Reason, Refused, State, StateError, begins_as_a_state};
use super::players::Players;
use crate::files::{Held, replace, sweep};
use crate::strategies::{Registry, read_text};

/// A file held for one simulation alone.
#[derive(Debug)]
pub struct StateFile {
    /// As it was named.
    path: PathBuf,
    /// Where it really is: one that is named by a link is replaced, and not the link.
    target: PathBuf,
    _held: Held,
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, StateError> {
    result.map_err(|cause| StateError::Io { path: shown(path), cause })
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
        let held = at(&lock.clone(), Held::take(lock))?;
        let held = held.ok_or_else(|| StateError::Busy(shown(path)))?;
        sweep(target);
        let [path, target] = [path, target].map(Path::to_owned);
        Ok(Self { path, target, _held: held })
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
        let saved = state.render().and_then(|text| replace(&self.target, text.as_bytes()));
        at(&self.path, saved)
    }
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
