//! Files that are held by one writer, and replaced as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A lock file, held for as long as this lives. What counts is who holds it: one that stays after a
/// kill does no harm.
#[derive(Debug)]
pub(crate) struct Held {
    path: PathBuf,
    _file: File,
}

impl Held {
    /// Takes the lock file at `path`, made if it is not there; none if someone else holds it.
    ///
    /// # Errors
    /// It can't be made or locked.
    pub(crate) fn take(path: PathBuf) -> io::Result<Option<Self>> {
        loop {
            let file = File::create(&path)?;
            match file.try_lock() {
                Err(fs::TryLockError::WouldBlock) => return Ok(None),
                Err(fs::TryLockError::Error(cause)) => return Err(cause),
                Ok(()) if is_at(&file, &path) => return Ok(Some(Self { path, _file: file })),
                // One that was removed as its holder ended keeps no one out.
                Ok(()) => {}
            }
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
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

/// The first of `parent/STEM-1`, `parent/STEM-2`, … that is not there yet, made.
///
/// # Errors
/// It, or `parent`, can't be made; which of them is told.
pub(crate) fn numbered_folder(parent: &Path, stem: &str) -> Result<PathBuf, (PathBuf, io::Error)> {
    fs::create_dir_all(parent).map_err(|cause| (parent.to_owned(), cause))?;
    let mut number = 1_u32;
    loop {
        let path = parent.join(format!("{stem}-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(cause) => return Err((path, cause)),
        }
    }
}

/// Removes files of a folder, those that are there.
///
/// # Errors
/// One can't be removed; which is told.
pub(crate) fn remove_files<'a>(
    folder: &Path,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<(), (PathBuf, io::Error)> {
    for file in names.into_iter().map(|name| folder.join(name)) {
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err((file, error)),
            _ => {}
        }
    }
    Ok(())
}

/// Whether [`replace`] could write there: a file is begun beside it and taken away again.
///
/// # Errors
/// It could not.
pub(crate) fn try_place(path: &Path) -> io::Result<()> {
    refuse_odd(path)?;
    atomic_write_file::AtomicWriteFile::open(path)?.discard()
}

/// Replaces what a file holds.
///
/// # Errors
/// It can't be written, or is no plain file; it then has what it had.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    refuse_odd(path)?;
    let mut file = atomic_write_file::AtomicWriteFile::open(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Refuses a device, a pipe, a link or a folder: putting a file in its place would take it away.
fn refuse_odd(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(entry) if !entry.is_file() => {
            Err(io::Error::other("it is no plain file, and left alone"))
        }
        _ => Ok(()),
    }
}

/// What a file of JSON has; null where it has none, or is a pipe or a device, which may have no end.
pub(crate) fn json_of(path: &Path) -> serde_json::Value {
    let bytes = if path.is_file() { fs::read(path).unwrap_or_default() } else { Vec::new() };
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// The name of the lock file of a folder that one writer holds.
pub(crate) const LOCK: &str = ".lock";

/// Whether a folder has nothing but its lock, and what an unfinished write of `first` has left: that is what is
/// written first.
///
/// # Errors
/// It can't be read.
pub(crate) fn is_unused(folder: &Path, first: &str) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if name != LOCK && !is_unfinished(&name, first) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether `name` is that of a file that is to replace `target`: `.TARGET.` and six characters.
fn is_unfinished(name: &str, target: &str) -> bool {
    let rest = name.strip_prefix('.').and_then(|rest| rest.strip_prefix(target));
    let rest = rest.and_then(|rest| rest.strip_prefix('.'));
    rest.is_some_and(|rest| rest.len() == 6 && rest.chars().all(char::is_alphanumeric))
}

/// Removes what [`replace`] of `target` has left beside it where it was killed. Whoever asks for it
/// holds the target, so none of it is being written.
pub(crate) fn sweep(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // What can't be looked at or removed does no harm where it is.
    for entry in fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten() {
        if is_unfinished(&entry.file_name().to_string_lossy(), &name) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
