//! The first line in which two files differ.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;

use super::super::growing::Growing;
use crate::records::legible;

/// Bytes of a line that are compared; no election of the default rules is longer.
const LONGEST: u64 = 64 << 20;
/// Characters shown of it.
const SHOWN: usize = 60;

/// The first line in which two files differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstDifference {
    /// From 1, the header counted.
    pub line: u64,
    /// The byte of the line at which they part, from 1.
    pub column: usize,
    /// What either has from there on, or a little before; none where it has no such line.
    pub then: Option<String>,
    pub now: Option<String>,
}

/// The first difference of the file of a name in two folders; none if there is none, or one can't be
/// read.
pub(super) fn first_difference(first: &Path, second: &Path, name: &str) -> Option<FirstDifference> {
    let (mut first, mut second) = (open(first, name)?, open(second, name)?);
    let (mut ours, mut its) = (Vec::new(), Vec::new());
    for line in 1.. {
        let read = |reader: &mut Box<dyn BufRead>, text: &mut Vec<u8>| {
            text.clear();
            reader.by_ref().take(LONGEST).read_until(b'\n', text).ok()
        };
        let lengths = (read(&mut first, &mut ours)?, read(&mut second, &mut its)?);
        if ours == its {
            if lengths == (0, 0) {
                return None;
            }
            continue;
        }
        let same = ours.iter().zip(&its).take_while(|(a, b)| a == b).count();
        // From the field on in which they part.
        let before = ours.iter().take(same).rposition(|byte| *byte == b',').map_or(0, |at| at + 1);
        let show = |text: &[u8]| {
            let rest = text.get(before..).unwrap_or_default();
            let rest = String::from_utf8_lossy(&rest[..rest.len().min(4 * SHOWN)]).into_owned();
            (!text.is_empty()).then(|| legible(rest.trim_end_matches('\n'), SHOWN))
        };
        return Some(FirstDifference {
            line,
            column: same + 1,
            then: show(&ours),
            now: show(&its),
        });
    }
    None
}

/// The content of a file of a run, whatever it is compressed by.
fn open(folder: &Path, name: &str) -> Option<Box<dyn BufRead>> {
    match Growing::ALL.into_iter().find(|file| file.name(true) == name) {
        Some(file) => file.open(folder, true).ok(),
        None => Some(Box::new(BufReader::new(File::open(folder.join(name)).ok()?))),
    }
}
