//! The summaries, computed again from `blocks.csv`.

use std::io;
use std::path::Path;

use super::super::experiment::Experiment;
use super::super::ratings::Ratings;
use super::super::summaries::{Named, SummaryFile, write_summaries};
use super::super::tally::Tally;
use super::super::until::Watch;
use super::fields::split;
use super::findings::Findings;
use crate::records::legible;

/// What the summaries of a run must be.
pub(super) fn again(
    folder: &Path,
    tally: &Tally,
    watch: Option<&Watch>,
    experiment: &Experiment,
) -> io::Result<Vec<SummaryFile>> {
    let ratings = Ratings::of_run(folder, experiment, tally)?;
    write_summaries(Named::of(experiment).results(tally, &ratings, watch))
}

/// Holds a summary of a run's folder against what it must be; how many rows it has.
pub(super) fn check(folder: &Path, summary: &SummaryFile, findings: &mut Findings) -> Option<u64> {
    let (name, _, right) = summary;
    // One that can't be read has been found already.
    let text = std::fs::read(folder.join(name)).ok()?;
    let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
        bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let (found, right) = (lines(&text), lines(right));
    let header = right.first().cloned().unwrap_or_default();
    for at in 0..found.len().max(right.len()) {
        let line = Some(at as u64 + 1);
        match (found.get(at), right.get(at)) {
            (Some(found), Some(right)) if found == right => {}
            (Some(found), Some(right)) => {
                let (found, right) = column(&header, found, right);
                findings.say(name, line, found, format!("{right}, by blocks.csv"));
            }
            (Some(found), None) => findings.say(name, line, shown(found), "nothing more"),
            (None, right) => {
                let right = right.map(|right| shown(right)).unwrap_or_default();
                findings.say(name, line, "no more rows", right);
                break;
            }
        }
    }
    Some((found.len() as u64).saturating_sub(1))
}

/// A row for a message.
fn shown(row: &[u8]) -> String {
    format!("`{}`", legible(String::from_utf8_lossy(row).trim_end_matches('\n'), 100))
}

/// The first column in which two rows differ, or the rows.
fn column(header: &[u8], found: &[u8], right: &[u8]) -> (String, String) {
    let ended = found.ends_with(b"\n");
    let cut = |row: &'_ [u8]| -> Vec<Vec<u8>> {
        split(row.strip_suffix(b"\n").unwrap_or(row)).into_iter().map(<[u8]>::to_vec).collect()
    };
    let (header, ours, its) = (cut(header), cut(found), cut(right));
    let first = ours.iter().zip(&its).position(|(a, b)| a != b);
    match first.filter(|_| ours.len() == its.len() && ended) {
        Some(at) => {
            let name = header.get(at).map(|name| String::from_utf8_lossy(name).into_owned());
            (format!("{} is {}", name.unwrap_or_default(), shown(&ours[at])), shown(&its[at]))
        }
        None => (shown(found), shown(right)),
    }
}
