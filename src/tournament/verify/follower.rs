//! A file that is read block by block beside the journal.

use super::super::schedule::Block;
use super::super::tally::BlockSums;
use super::account::{Account, At};
use super::findings::Findings;
use super::steps::{Ended, Item, Key, Step, Steps};

/// A file that follows the journal.
pub(super) struct Follower<T> {
    /// None once it is at its end, or could not be opened.
    pub(super) steps: Option<Steps<T>>,
    /// What its elections of the block come to; none where one of them is not told.
    pub(super) sums: Option<BlockSums>,
    /// The first line of the block in it.
    pub(super) first: Option<u64>,
    pub(super) rows: Option<u64>,
}

impl<T> Follower<T> {
    pub(super) fn of(steps: Option<Steps<T>>) -> Self {
        Self { steps, sums: None, first: None, rows: None }
    }

    /// A block begins.
    pub(super) fn begin(&mut self, block: &Block) {
        self.sums = self.steps.as_ref().map(|_| BlockSums::begin(block, None));
        self.first = self.steps.as_mut().and_then(|steps| steps.peek(0)).map(|item| item.line);
    }

    /// Adds what an election came to, if it is told.
    pub(super) fn add(&mut self, account: Option<&Account>, at: &At<'_>) {
        match (account, &mut self.sums) {
            (Some(account), Some(sums)) => account.add(at, sums),
            _ => self.sums = None,
        }
    }

    /// How the file ended, if no row is left.
    fn ended(&self) -> Option<&Ended> {
        self.steps.as_ref().and_then(Steps::ended)
    }

    /// Whether it ended before the block did.
    pub(super) fn is_short(&self) -> bool {
        self.steps.as_ref().is_some_and(|steps| steps.starved)
    }

    /// Whether its next row is that of a key.
    pub(super) fn is_next(&mut self, key: Key) -> bool {
        let next = self.steps.as_mut().and_then(|steps| steps.peek(0));
        next.is_some_and(|item| item.key == Some(key))
    }

    /// The row of a key, if it is there.
    pub(super) fn step(&mut self, key: Key, findings: &mut Findings) -> Option<Item<T>> {
        match self.steps.as_mut()?.step(key, findings) {
            Step::Row(item) => Some(item),
            Step::Missing | Step::End => None,
        }
    }

    /// Gives it up if it ended before the block did; `header` is how many lines are no rows.
    pub(super) fn give_up(&mut self, block: u64, header: u64, findings: &mut Findings) {
        let Some(ended) = self.ended().cloned().filter(|_| self.is_short()) else { return };
        let Some(mut steps) = self.steps.take() else { return };
        let lines = steps.count_all();
        self.rows = Some(lines.saturating_sub(header));
        self.sums = None;
        let right = format!("all rows of block {block}, and of those after it if there are any");
        let found = match ended {
            Ended::Whole => "no more rows".to_owned(),
            Ended::Torn => "part of a row".to_owned(),
            Ended::Failed(cause) => format!("can't be read: {cause}"),
        };
        findings.say(steps.file, Some(lines + 1), found, right);
    }

    /// After the last block: nothing may follow.
    pub(super) fn end(&mut self, header: u64, findings: &mut Findings) {
        let Some(mut steps) = self.steps.take() else { return };
        let next = steps.peek(0).map(|item| item.line);
        let ended = steps.ended().cloned();
        let lines = steps.count_all();
        self.rows = Some(lines.saturating_sub(header));
        match (next, ended) {
            (Some(line), _) => {
                let found = format!("{} more rows", lines + 1 - line);
                findings.say(steps.file, Some(line), found, "the end of the file");
            }
            (None, Some(Ended::Torn)) => {
                findings.say(steps.file, Some(lines + 1), "part of a row", "the end of the file");
            }
            (None, Some(Ended::Failed(cause))) => {
                let found = format!("can't be read: {cause}");
                findings.say(steps.file, Some(lines + 1), found, "the end of the file");
            }
            (None, _) => {}
        }
    }
}
