//! One line refereed: every number and word of it against the rules, in the order of play.

use super::finding::Finding;
use super::head::{Head, or_null, seat};
use super::json::{self, RawElection};
use super::round::{referee_round, same_stones};
use crate::engine::{Election, ElectionObserver, ElectionRecord, Outcome, Recorder};

/// What the referee says of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// What the record says of the whole; none if that is wrong already.
    pub head: Option<Head>,
    /// The first thing that is wrong; none if all is by the rules.
    pub finding: Option<Finding>,
}

/// Referees one line, without its `\n`.
///
/// ```
/// use domeng::records::referee;
/// let finding = referee(br#"{"domeng":1}"#).finding.unwrap();
/// assert_eq!(finding.record, "missing field `game`, at column 12");
/// ```
pub fn referee(line: &[u8]) -> Verdict {
    let raw = match json::parse(line) {
        Ok(raw) => raw,
        Err(finding) => return Verdict { head: None, finding: Some(finding) },
    };
    match Head::read(&raw) {
        Ok(head) => {
            let finding = replay(&raw, &head, &mut ()).err();
            Verdict { head: Some(head), finding: finding.map(|found| named(&raw, found)) }
        }
        Err(finding) => Verdict { head: None, finding: Some(named(&raw, finding)) },
    }
}

/// Referees one line and gives its record.
///
/// # Errors
/// The first thing that is not by the rules.
pub fn read(line: &[u8]) -> Result<ElectionRecord, Finding> {
    let raw = json::parse(line)?;
    let record = || {
        let head = Head::read(&raw)?;
        let mut recorder = Recorder::default();
        recorder.begin((head.game, head.election), &head.seats, &head.rules, head.camat_before);
        let outcome = replay(&raw, &head, &mut recorder)?;
        recorder.finish(outcome);
        Ok(recorder.into_record())
    };
    record().map_err(|finding| named(&raw, finding))
}

/// The finding with the game and election it is in.
fn named(raw: &RawElection<'_>, finding: Finding) -> Finding {
    Finding { game: raw.game.as_u64(), election: raw.election.as_u64(), ..finding }
}

/// Plays the election again, each round against what the record says.
fn replay<O: ElectionObserver>(
    raw: &RawElection<'_>,
    head: &Head,
    observer: &mut O,
) -> Result<Outcome, Finding> {
    let mut election = Election::new(&head.rules, head.camat_before);
    let mut rounds = raw.rounds.iter().enumerate();
    let outcome = loop {
        let Some((number, round)) = rounds.next() else {
            let played = raw.rounds.len();
            let record = format!("the election ends after {played} rounds");
            let rules = "another round: neither a CAMAT (R9.1) nor `max_rounds` (R9.6)";
            return Err(Finding::at(played, None, record, rules));
        };
        if let Some(outcome) = referee_round(number, round, &mut election, observer)? {
            break outcome;
        }
    };
    if let Some((number, _)) = rounds.next() {
        let rules = match outcome {
            Outcome::Camat(seat) => format!("none after the election of seat {seat} (R9.1)"),
            Outcome::Undecided => format!("none after `max_rounds`, {number} (R9.6)"),
        };
        return Err(Finding::at(number, None, "another round", rules));
    }
    if raw.camat.as_ref().map(seat) != outcome.camat().map(Some) {
        let record = format!("camat is {}", or_null(raw.camat.as_ref()));
        return Err(Finding::of_line(
            record,
            match outcome {
                Outcome::Camat(seat) => format!("{seat} (R9.1)"),
                Outcome::Undecided => "null: `max_rounds` without one (R9.6)".to_owned(),
            },
        ));
    }
    same_stones(&raw.stones, &election.holdings().seats)
        .map_err(|(record, rules)| Finding::of_line(record, format!("{rules} (R9.5)")))?;
    Ok(outcome)
}
