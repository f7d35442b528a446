//! What was found wrong in the files of a run, in bounded memory.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::records::Finding;

/// Findings of a file that are kept; the rest is counted.
const KEPT: usize = 20;

/// Something in a file of a run that is not as it should be. Serialized, its keys are those of
/// `domeng verify --json` (formats.md).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunFinding {
    /// From 1, the header counted; none where it is about the file as a whole.
    pub line: Option<u64>,
    #[serde(flatten)]
    pub finding: Finding,
    /// The file's name in the folder.
    pub file: String,
}

/// Findings of one file.
#[derive(Clone, Debug, Default)]
struct OfFile {
    kept: Vec<RunFinding>,
    more: u64,
}

/// Findings by file, the first of each. Those of the block that is being read are taken back where
/// it turns out not to be whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    files: BTreeMap<String, OfFile>,
    /// Of the block being read.
    block: Vec<RunFinding>,
    /// Findings of the block beyond those kept, by file.
    block_more: BTreeMap<String, u64>,
}

impl Findings {
    /// Takes one down; it counts once its block is [`kept`](Self::keep_block).
    pub(super) fn add(&mut self, file: &str, line: Option<u64>, finding: Finding) {
        let kept = self.files.get(file).map_or(0, |of| of.kept.len());
        let of_block = self.block.iter().filter(|found| found.file == file).count();
        if kept + of_block >= KEPT {
            *self.block_more.entry(file.to_owned()).or_default() += 1;
        } else {
            self.block.push(RunFinding { line, finding, file: file.to_owned() });
        }
    }

    /// Takes down one about a file as a whole, or a line of it.
    pub(super) fn say(
        &mut self,
        file: &str,
        line: Option<u64>,
        found: impl Into<String>,
        right: impl Into<String>,
    ) {
        self.add(file, line, Finding::of_line(found, right));
    }

    /// The block read is whole: what was found in it counts.
    pub(super) fn keep_block(&mut self) {
        for finding in self.block.drain(..) {
            self.files.entry(finding.file.clone()).or_default().kept.push(finding);
        }
        for (file, more) in std::mem::take(&mut self.block_more) {
            self.files.entry(file).or_default().more += more;
        }
    }

    /// It is not: what was found in it is what a broken end looks like.
    pub(super) fn drop_block(&mut self) {
        self.block.clear();
        self.block_more.clear();
    }

    /// Whether there is one about a file, of the block being read too.
    pub(super) fn has(&self, file: &str) -> bool {
        self.count(file) > 0 || self.has_in_block(file)
    }

    /// Whether there is one about a file in the block being read.
    pub(super) fn has_in_block(&self, file: &str) -> bool {
        self.block_more.contains_key(file) || self.block.iter().any(|found| found.file == file)
    }

    /// How many there are in a file.
    pub(super) fn count(&self, file: &str) -> u64 {
        self.files.get(file).map_or(0, |of| of.kept.len() as u64 + of.more)
    }

    /// Those of a file that are kept, by line, and how many more there were.
    pub(super) fn take(&mut self, file: &str) -> (Vec<RunFinding>, u64) {
        let mut of = self.files.remove(file).unwrap_or_default();
        of.kept.sort_by_key(|finding| finding.line);
        (of.kept, of.more)
    }

    /// The files in which something was found.
    pub(super) fn files(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_a_file_are_kept_and_the_rest_counted() {
        let mut findings = Findings::default();
        for line in (0..15).rev() {
            findings.say("a", Some(line), "", "");
        }
        findings.keep_block();
        (15..30).for_each(|line| findings.say("a", Some(line), "", ""));
        findings.say("b", None, "", "");
        findings.keep_block();
        findings.say("b", None, "torn", "");
        findings.drop_block();
        assert_eq!((findings.count("a"), findings.count("b")), (30, 1));
        let (kept, more) = findings.take("a");
        assert_eq!((kept.len(), more), (20, 10));
        assert!(kept.iter().zip(0..).all(|(finding, line)| finding.line == Some(line)));
    }
}
