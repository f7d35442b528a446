//! Whether the files of a run are as its manifest says.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::folder::FolderError;
use super::manifest::{Checkpoint, FileEntry, Manifest};

/// Length and BLAKE3 hash of a file.
///
/// # Errors
/// It can't be read.
pub fn hash_file(path: &Path) -> io::Result<(u64, String)> {
    let mut hash = blake3::Hasher::new();
    let bytes = io::copy(&mut File::open(path)?, &mut hash)?;
    Ok((bytes, hash.finalize().to_hex().to_string()))
}

/// The hash of the first `bytes` of a file; none where it is shorter.
pub(super) fn hash_beginning(path: &Path, bytes: u64) -> io::Result<Option<String>> {
    let mut hash = blake3::Hasher::new();
    let read = io::copy(&mut File::open(path)?.take(bytes), &mut hash)?;
    Ok((read == bytes).then(|| hash.finalize().to_hex().to_string()))
}

/// Refuses files that have all the bytes that the checkpoint has seen of them, but not the same ones:
/// they were changed. Those that are shorter, or end in zeros from there on, were cut off by a power
/// cut, and can be mended.
///
/// # Errors
/// Such a file; one that can't be read.
pub(super) fn refuse_changed(folder: &Path, checkpoint: &Checkpoint) -> Result<(), FolderError> {
    for (name, mark) in &checkpoint.files {
        let path = folder.join(name);
        let shown = || path.display().to_string();
        let hash = match hash_beginning(&path, mark.bytes) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other.map_err(|cause| FolderError::Io { path: shown(), cause })?,
        };
        let is_other = hash.is_some_and(|hash| hash != mark.blake3);
        if is_other && length_before_zeros(&path).is_ok_and(|length| length >= mark.bytes) {
            return Err(FolderError::Changed { path: shown(), bytes: mark.bytes });
        }
    }
    Ok(())
}

/// The length of a file without the zeros at its end.
fn length_before_zeros(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut length = file.metadata()?.len();
    let mut piece = Vec::new();
    while length > 0 {
        let begin = length.saturating_sub(1 << 16);
        file.seek(SeekFrom::Start(begin))?;
        piece.clear();
        (&file).take(length - begin).read_to_end(&mut piece)?;
        if let Some(last) = piece.iter().rposition(|&byte| byte != 0) {
            return Ok(begin + last as u64 + 1);
        }
        length = begin;
    }
    Ok(0)
}

/// Whether a file is as its entry says.
fn is_as_told(path: &Path, entry: &FileEntry) -> bool {
    hash_file(path).is_ok_and(|(_, blake3)| blake3 == entry.blake3)
}

/// Whether all files that the manifest of `folder` names are there as it says.
pub fn is_whole(folder: &Path, manifest: &Manifest) -> bool {
    manifest.files.iter().all(|(name, entry)| is_as_told(&folder.join(name), entry))
}
