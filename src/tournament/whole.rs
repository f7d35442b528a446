//! Whether the files of a run are as its manifest says.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::manifest::{FileEntry, Manifest};

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

/// Whether a file is as its entry says.
fn is_as_told(path: &Path, entry: &FileEntry) -> bool {
    hash_file(path).is_ok_and(|(_, blake3)| blake3 == entry.blake3)
}

/// Whether all files that the manifest of `folder` names are there as it says.
pub fn is_whole(folder: &Path, manifest: &Manifest) -> bool {
    manifest.files.iter().all(|(name, entry)| is_as_told(&folder.join(name), entry))
}
