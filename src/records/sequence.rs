//! What one line owes to the line before it.

use super::finding::Finding;
use super::head::Head;
use super::referee::Verdict;

/// Follows verdicts in the order of their lines. Where a line is the next election of the game
/// before it, the CAMAT is carried over and seats and rules stay (R9.5). A line that was wrong
/// vouches for nothing: what follows it is not held against it.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    before: Option<Head>,
}

impl Sequence {
    /// The first thing wrong with the next line, of itself or after the one before.
    pub fn follow(&mut self, verdict: Verdict) -> Option<Finding> {
        let Verdict { head, finding } = verdict;
        let broken = match (&self.before, &head) {
            (Some(before), Some(head)) => follows(before, head).err(),
            _ => None,
        };
        let first = broken.or(finding);
        self.before = if first.is_none() { head } else { None };
        first
    }
}

fn follows(before: &Head, head: &Head) -> Result<(), Finding> {
    if head.game != before.game || before.election.checked_add(1) != Some(head.election) {
        return Ok(());
    }
    let wrong = |record: String, rules: String| {
        Err(Finding {
            game: Some(head.game),
            election: Some(head.election.into()),
            ..Finding::of_line(record, rules)
        })
    };
    if head.seats != before.seats {
        let record = "other seats than in the election before".to_owned();
        return wrong(record, "the seats of a game stay (R9.5)".to_owned());
    }
    if head.rules != before.rules {
        let record = "other rules than in the election before".to_owned();
        return wrong(record, "the rules of a game stay (R9.5)".to_owned());
    }
    let Some(camat) = before.camat else {
        let record = "another election".to_owned();
        return wrong(record, "none after an undecided one (R9.6)".to_owned());
    };
    if head.camat_before != Some(camat) {
        let found = head.camat_before.map_or("null".to_owned(), |seat| seat.to_string());
        let rules = format!("{camat}, elected in the line before (R9.5)");
        return wrong(format!("camat_before is {found}"), rules);
    }
    Ok(())
}
