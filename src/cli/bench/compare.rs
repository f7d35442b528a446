//! A report beside one that was saved before.

use std::fmt;
use std::path::Path;

use anyhow::Context as _;
use console::{Alignment, pad_str};
use serde::Serialize;

use super::report::Report;
use super::speed::Rate;
use super::text::whole;
use crate::strategies::read_text;

/// A speed below this part of the baseline's is marked.
const SLOWER: f64 = 0.8;
/// Columns of the name of a speed.
const NAME: usize = 39;

/// Reads a report that `--save` has written. Keys it lacks are not compared, and keys that are not
/// known are passed over.
///
/// # Errors
/// It can't be read, a known key has a value that can't be its, or none of the keys is there.
pub(super) fn read_baseline(path: &Path) -> anyhow::Result<Report> {
    let shown = path.display();
    let text = read_text(path).with_context(|| format!("baseline {shown}"))?;
    parse(&text).with_context(|| format!("baseline {shown} is no report of `domeng bench`"))
}

fn parse(text: &str) -> anyhow::Result<Report> {
    let mut json = serde_json::Deserializer::from_str(text);
    let report: Report = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let key = error.path().to_string();
        match key.as_str() {
            "." => error.into_inner().into(),
            _ => {
                anyhow::Error::from(error.into_inner()).context(format!("`{}`", key.escape_debug()))
            }
        }
    })?;
    json.end()?;
    if let Some(threads) = report.threads.filter(|threads| !(1..=1024).contains(threads)) {
        anyhow::bail!("`threads`: {threads}; it must be 1 to 1024");
    }
    if report.speeds().iter().all(|(_, rate)| rate.is_none()) {
        anyhow::bail!("it has no speeds, such as `random.rounds_per_s`");
    }
    Ok(report)
}

/// One speed, then and now; what one of the two lacks is `None`.
#[derive(PartialEq, Debug, Serialize)]
struct Pair {
    what: String,
    baseline: Option<Rate>,
    now: Option<Rate>,
    /// Now of the baseline: above 1 is faster.
    ratio: Option<f64>,
    slower: bool,
}

impl Pair {
    fn new(what: String, baseline: Option<Rate>, now: Option<Rate>) -> Self {
        let ratio = now.zip(baseline).map(|(now, baseline)| now.get() / baseline.get());
        Self { what, baseline, now, ratio, slower: ratio.is_some_and(|ratio| ratio < SLOWER) }
    }
}

/// All speeds, then and now.
#[derive(Debug, Serialize)]
pub(super) struct Comparison {
    /// What makes the two less than comparable, or the play not the same.
    remarks: Vec<String>,
    speeds: Vec<Pair>,
}

impl Comparison {
    /// `now` beside `baseline`.
    pub fn new(baseline: &Report, now: &Report) -> Self {
        let mut saved = baseline.speeds();
        let mut speeds = Vec::new();
        for (what, rate) in now.speeds() {
            let at = saved.iter().position(|(other, _)| *other == what);
            let before = at.and_then(|at| saved.remove(at).1);
            speeds.push(Pair::new(what, before, rate));
        }
        // What only the baseline has, such as a strategy that is gone.
        let rest = saved.into_iter().filter(|(_, rate)| rate.is_some());
        speeds.extend(rest.map(|(what, rate)| Pair::new(what, rate, None)));
        Self { remarks: remarks(baseline, now), speeds }
    }
}

fn remarks(baseline: &Report, now: &Report) -> Vec<String> {
    let not_the_same = [
        ("processor", &baseline.machine.processor, &now.machine.processor),
        ("target", &baseline.machine.target, &now.machine.target),
        ("path", &baseline.lockstep.path, &now.lockstep.path),
        ("number of threads", &shown(baseline.threads), &shown(now.threads)),
    ];
    let mut remarks = Vec::new();
    for (what, before, now) in not_the_same {
        if let Some((before, now)) = before.as_ref().zip(now.as_ref()).filter(|(a, b)| a != b) {
            let before = before.escape_debug();
            remarks.push(format!("another {what}: {before} in the baseline, {now} now"));
        }
    }
    if let Some((before, now)) = baseline.checksum.as_ref().zip(now.checksum.as_ref())
        && before != now
    {
        let before = before.escape_debug();
        remarks.push(format!("checksum {before} in the baseline, {now} now: play has changed"));
    }
    remarks
}

fn shown(threads: Option<u16>) -> Option<String> {
    threads.map(|threads| threads.to_string())
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<NAME$} {:>12} {:>12} {:>6}", "a second", "baseline", "now", "ratio")?;
        for Pair { what, baseline, now, ratio, slower } in &self.speeds {
            let what = what.escape_debug().to_string();
            let what = pad_str(&what, NAME, Alignment::Left, Some("…"));
            let ratio = ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
            let mark = if *slower { " slower" } else { "" };
            let (baseline, now) = (whole(*baseline), whole(*now));
            writeln!(f, "{what} {baseline:>12} {now:>12} {ratio:>6}{mark}")?;
        }
        writeln!(
            f,
            "\nslower: by more than 20 %; noise alone makes up to ±20 %, so measure again"
        )?;
        for remark in &self.remarks {
            writeln!(f, "{}", textwrap::fill(remark, 80))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(text: &str) -> Report {
        parse(text).unwrap()
    }

    #[test]
    fn what_is_slower_or_not_the_same_is_said() {
        let before = report(
            r#"{"threads": 1, "random": {"rounds_per_s": 1000, "plies_per_s": 1000.5},
                "lockstep": {"path": "sse2"}, "strategies": {"gone": {"decisions_per_s": 5}},
                "checksum": "a", "machine": {"processor": "one"}, "later": [1]}"#,
        );
        let now = report(
            r#"{"threads": 2, "random": {"elections_per_s": 10, "rounds_per_s": 799.9,
                "plies_per_s": 801}, "lockstep": {"path": "avx2"}, "checksum": "b",
                "machine": {"processor": "two"}}"#,
        );
        let compared = Comparison::new(&before, &now).to_string();
        let said = |line: &str| compared.lines().any(|other| other.trim_end() == line);
        let row = |what: &str, rest: &str| format!("{what:<NAME$} {rest}");
        assert!(said(&row("random.elections_per_s", "           –           10      –")));
        assert!(said(&row("random.rounds_per_s", "        1000          800   0.80 slower")));
        assert!(said(&row("random.plies_per_s", "        1000          801   0.80")));
        assert!(said(&row("strategies.gone.decisions_per_s", "           5            –      –")));
        assert!(said("another processor: one in the baseline, two now"));
        assert!(said("another path: sse2 in the baseline, avx2 now"));
        assert!(said("another number of threads: 1 in the baseline, 2 now"));
        assert!(said("checksum a in the baseline, b now: play has changed"));
        assert!(!compared.contains("another target"), "{compared}");
        assert!(compared.lines().all(|line| line.chars().count() <= 80), "{compared}");
    }

    #[test]
    fn nothing_is_said_of_the_same() {
        let report = report(r#"{"threads": 1, "worlds_per_s": 3, "checksum": "a"}"#);
        assert_eq!(Comparison::new(&report, &report).remarks, Vec::<String>::new());
    }

    #[test]
    fn what_is_no_report_is_refused_by_key() {
        for (text, message) in [
            ("", "EOF while parsing a value at line 1 column 0"),
            ("7", "invalid type: integer `7`, expected struct Report"),
            ("{}", "it has no speeds, such as `random.rounds_per_s`"),
            ("{\"worlds_per_s\": 1} x", "trailing characters at line 1 column 21"),
            ("{\"threads\": 0, \"worlds_per_s\": 1}", "`threads`: 0; it must be 1 to 1024"),
            (
                "{\"lockstep\": {\"random\": {\"rounds_per_s\": 0}}}",
                "`lockstep.random.rounds_per_s`: invalid value: floating point `0.0`, \
                 expected a number above 0",
            ),
            (
                "{\"strategies\": {\"a\": {\"decisions_per_s\": \"x\"}}}",
                "`strategies.a.decisions_per_s`: invalid type: string \"x\", \
                 expected a number above 0",
            ),
        ] {
            let error = format!("{:#}", parse(text).unwrap_err());
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
