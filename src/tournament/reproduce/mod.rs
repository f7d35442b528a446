//! A run against the same experiment run again: file by file, by hash, and where one differs the
//! first line that does.

mod first;
mod then;

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _};
use std::path::Path;

pub use first::FirstDifference;
use first::first_difference;
pub use then::ThenAndNow;

use super::experiment::Experiment;
use super::folder;
use super::growing::Growing;
use super::manifest::{FileEntry, Manifest};
use super::recover::recover;
use super::whole::hash_file;

/// A file of a run and the same file of the run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    pub name: String,
    /// BLAKE3, then and now; none where there is no such file.
    pub then: Option<String>,
    pub now: Option<String>,
    /// Whether the file is still as it was then.
    pub intact: bool,
    /// Where they differ, if they do and can be read.
    pub first: Option<FirstDifference>,
}

impl Again {
    /// Whether it is the same as then, and still there.
    pub fn is_same(&self) -> bool {
        self.then == self.now && self.intact
    }
}

/// What a run's folder holds that can be compared.
#[derive(Clone, Debug)]
pub struct Held {
    pub blocks: u64,
    /// Of a run that has not ended, the bytes of content of those blocks, by file; none for one that
    /// has, whose files are compared whole.
    pub content: Option<Vec<(Growing, u64)>>,
}

impl Held {
    /// What the run of a folder holds: the blocks its manifest tells of, or if it has not ended those
    /// that all its files have.
    pub fn by(folder: &Path, manifest: &Manifest, experiment: &Experiment) -> Self {
        if let (Some(blocks), Some(_)) = (manifest.blocks_done, &manifest.ended) {
            return Self { blocks: blocks.min(experiment.blocks()), content: None };
        }
        if manifest.checkpoint.is_none() {
            return Self { blocks: 0, content: Some(Vec::new()) };
        }
        let recovered = recover(folder, experiment);
        let written = Growing::written(&experiment.outputs);
        let content = written.map(|file| (file, recovered.kept[file as usize].content)).collect();
        Self { blocks: recovered.tally.blocks, content: Some(content) }
    }
}

/// Compares the run of a folder with the same in `again`, file by file.
///
/// # Errors
/// A file of `again` can't be read.
pub fn compare_again(
    (path, manifest): (&Path, &Manifest),
    (again, now): (&Path, &Manifest),
    experiment: &Experiment,
    held: &Held,
) -> io::Result<Vec<Again>> {
    if let Some(content) = &held.content {
        let compare = |&(file, bytes): &(Growing, u64)| {
            compare_content((path, again), file, bytes, experiment.outputs.zstd)
        };
        return content.iter().map(compare).collect();
    }
    let (then, now) = (&manifest.files, &now.files);
    let mut names: Vec<&String> = now.keys().collect();
    // A name that no run writes may lead anywhere.
    let known = |name: &&String| folder::files().any(|known| known == *name);
    names.extend(then.keys().filter(|name| !now.contains_key(*name)).filter(known));
    Ok(names.into_iter().map(|name| compare_whole((path, then), (again, now), name)).collect())
}

type Files = BTreeMap<String, FileEntry>;

fn compare_whole(
    (folder, then): (&Path, &Files),
    (again, now): (&Path, &Files),
    name: &str,
) -> Again {
    let hash = |files: &Files| files.get(name).map(|entry| entry.blake3.clone());
    let (then, now) = (hash(then), hash(now));
    let there = hash_file(&folder.join(name)).ok().map(|(_, hash)| hash);
    let first = (there != now).then(|| first_difference(folder, again, name)).flatten();
    Again { name: name.to_owned(), intact: there == then, then, now, first }
}

/// Compares the first bytes of a file's content, which is all that a torn file is good for.
fn compare_content(
    (folder, again): (&Path, &Path),
    file: Growing,
    bytes: u64,
    zstd: bool,
) -> io::Result<Again> {
    let hash = |folder: &Path| -> io::Result<String> {
        let mut reader = file.open(folder, zstd)?.take(bytes);
        let mut hash = blake3::Hasher::new();
        loop {
            let piece = reader.fill_buf()?;
            if piece.is_empty() {
                return Ok(hash.finalize().to_hex().to_string());
            }
            hash.update(piece);
            let length = piece.len();
            reader.consume(length);
        }
    };
    let name = file.name(zstd);
    let (then, now) = (hash(folder).ok(), Some(hash(again)?));
    let first = (then != now).then(|| first_difference(folder, again, name)).flatten();
    Ok(Again { name: name.to_owned(), then, now, intact: true, first })
}
