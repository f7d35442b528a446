//! The sums that follow from the other files against those of `blocks.csv`.

use std::collections::BTreeSet;

use super::super::growing::Growing;
use super::super::tally::{BlockSums, EntrantSums};
use super::account::{Depth, differs, ranks};
use super::findings::Findings;

/// The rows of a block in the journal.
pub(super) struct Rows<'a> {
    pub(super) sums: &'a BlockSums,
    /// The line of the first of them.
    pub(super) line: u64,
    /// The name of the journal.
    pub(super) journal: &'static str,
    pub(super) labels: &'a [&'a str],
    /// Files that are not as the manifest says.
    pub(super) changed: &'a [&'static str],
    /// Rows, by their places, of which it is said what is wrong.
    pub(super) told: BTreeSet<usize>,
}

/// What follows from another file.
pub(super) struct Follows<'a> {
    pub(super) file: Growing,
    pub(super) name: &'static str,
    pub(super) sums: Option<&'a BlockSums>,
    /// The first line of the block in it.
    pub(super) line: Option<u64>,
}

impl Rows<'_> {
    /// Whose row it is, by its place in the block.
    pub(super) fn whose(&self, at: usize) -> String {
        let label = self.sums.entrants.get(at).map_or("", |(entrant, _)| self.labels[*entrant]);
        format!("block {}, {label}", self.sums.block)
    }

    /// Takes down the first thing in a row of the block.
    pub(super) fn say(&mut self, at: usize, found: &str, right: String, findings: &mut Findings) {
        if !self.told.insert(at) {
            return;
        }
        let found = format!("{}: {found}", self.whose(at));
        findings.say(self.journal, Some(self.line + at as u64), found, right);
    }

    /// Holds the sums that follow from a file against these, unless a row of the block is wrong in it.
    /// Where that file alone is not as the manifest says, it is the one that is wrong.
    pub(super) fn check(&mut self, follows: &Follows<'_>, findings: &mut Findings) {
        let Follows { file, name, sums: Some(sums), line } = *follows else { return };
        if findings.has_in_block(name) {
            return;
        }
        let depth = match file {
            Growing::Blocks | Growing::Games => Depth::Elections,
            Growing::Rounds => Depth::Rounds,
            Growing::Records => Depth::Payments,
        };
        let its_fault = self.changed.contains(&name) && !self.changed.contains(&self.journal);
        let of_journal = self.sums;
        let pairs = of_journal.entrants.iter().zip(&sums.entrants).enumerate();
        for (at, ((_, row), (_, follow))) in pairs {
            let Some((column, has, comes_to)) = differs(row, follow, depth) else { continue };
            if its_fault {
                let found = format!("{}: {column} comes to {comes_to}", self.whose(at));
                let right = format!("{has}, by {}:{}", self.journal, self.line + at as u64);
                findings.say(name, line, found, right);
            } else {
                let right = format!("{comes_to}, by {name}");
                self.say(at, &format!("{column} is {has}"), right, findings);
            }
        }
        if of_journal.ranks != sums.ranks && self.told.is_empty() {
            let (has, comes_to) = (ranks(of_journal), ranks(sums));
            if its_fault {
                let found = format!("{}: ranks comes to {comes_to}", self.whose(0));
                let right = format!("{has}, by {}:{}", self.journal, self.line);
                findings.say(name, line, found, right);
            } else {
                let right = format!("{comes_to}, by {name}");
                self.say(0, &format!("ranks is {has}"), right, findings);
            }
        }
        if file == Growing::Rounds && self.told.is_empty() {
            self.passes(name, sums, findings);
        }
    }

    /// Rounds tell only how many passes there were.
    fn passes(&self, name: &str, sums: &BlockSums, findings: &mut Findings) {
        let all = |sums: &BlockSums, part: fn(&EntrantSums) -> u64| -> u64 {
            sums.entrants.iter().map(|(_, sums)| part(sums)).sum()
        };
        for (column, has, right) in [
            ("passes", all(self.sums, |n| n.passes), all(sums, |n| n.passes)),
            ("passebunge", all(self.sums, |n| n.passebunge), all(sums, |n| n.passebunge)),
        ] {
            if has != right {
                let found = format!("block {}: {column} of all rows are {has}", self.sums.block);
                findings.say(self.journal, Some(self.line), found, format!("{right}, by {name}"));
            }
        }
    }
}
