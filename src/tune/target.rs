//! The strategy file that may come of a tuning: whether it can be written is found out before any game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::plan::Plan;
use crate::files::{replace, try_place};
use crate::strategies::FOLDER;

/// A strategy file that can't be written.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    #[error("{path}: {cause}")]
    Io { path: String, cause: io::Error },
    #[error(
        "{0} is there; take another `name`, or --force to have it replaced if something better is \
         found"
    )]
    There(String),
    #[error("{0} has come to be there; move it away, or go on with --force as well")]
    CameToBe(String),
    #[error(
        "{0} is a file that this tuning is of, which it would replace by its own; take another `name`"
    )]
    Source(String),
}

/// Where the strategy file of a tuning goes: `strategies/NAME.toml`, seen from where the command is run.
#[derive(Clone, Debug)]
pub struct Target {
    path: PathBuf,
    /// Whether another file may be replaced.
    force: bool,
}

impl Target {
    /// That of a plan.
    pub fn new(plan: &Plan, force: bool) -> Self {
        Self { path: Path::new(FOLDER).join(format!("{}.toml", plan.name)), force }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// Refuses a place that can't be written, or has what may not be replaced. A tuning that is resumed
    /// may have written the file already: it is known by `own`, the hash of the plan.
    ///
    /// # Errors
    /// So it is.
    pub fn check(&self, plan: &Plan, own: Option<&str>) -> Result<(), TargetError> {
        self.try_to_write()?;
        let sources = plan.opponents.iter().map(|one| &one.spec).chain([&plan.incumbent]);
        let mut files = sources.filter_map(|spec| spec.file.as_ref());
        let same = |path: &str| match (fs::canonicalize(path), fs::canonicalize(&self.path)) {
            (Ok(source), Ok(target)) => source == target,
            _ => false,
        };
        if files.any(|file| same(&file.path)) {
            return Err(TargetError::Source(self.shown()));
        }
        match self.there() {
            Some(bytes) if !self.force => {
                let text = String::from_utf8_lossy(&bytes);
                let is_own = own.is_some_and(|hash| text.contains(hash));
                if is_own { Ok(()) } else { Err(TargetError::There(self.shown())) }
            }
            _ => Ok(()),
        }
    }

    /// Whether a file could be put there; a folder that is made for that is taken away again.
    fn try_to_write(&self) -> Result<(), TargetError> {
        let folder = Path::new(FOLDER);
        let fail = |path: &Path| {
            let path = path.display().to_string();
            move |cause| TargetError::Io { path, cause }
        };
        if folder.exists() && !folder.is_dir() {
            return Err(fail(folder)(io::Error::other("it is no folder")));
        }
        let made = !folder.exists();
        fs::create_dir_all(folder).map_err(fail(folder))?;
        let tried = try_place(&self.path);
        if made {
            // Another may have begun to use it.
            let _ = fs::remove_dir(folder);
        }
        tried.map_err(fail(&self.path))
    }

    /// What a plain file there has.
    fn there(&self) -> Option<Vec<u8>> {
        let plain = self.path.symlink_metadata().is_ok_and(|entry| entry.is_file());
        if plain { fs::read(&self.path).ok() } else { None }
    }

    /// Writes it, unless it has the text already.
    ///
    /// # Errors
    /// It can't be written, or another one has come to be there.
    pub fn write(&self, text: &str) -> Result<(), TargetError> {
        match self.there() {
            Some(bytes) if bytes == text.as_bytes() => return Ok(()),
            Some(_) if !self.force => return Err(TargetError::CameToBe(self.shown())),
            _ => {}
        }
        let write = || {
            fs::create_dir_all(FOLDER)?;
            replace(&self.path, text.as_bytes())
        };
        write().map_err(|cause| TargetError::Io { path: self.shown(), cause })
    }
}
