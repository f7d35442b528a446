//! Game records: written as the reference has them, and refereed line by line.

use std::fs;

use domeng::engine::{
    Action, Chooser, Deal, Election, Legal, Move, Recorder, Round, Rules, Seat, Table,
};
use domeng::records::{Finding, Report, Verifier, read, referee};
use serde::Deserialize;
use serde_json::{Value, json};

const LIMIT: usize = 1 << 20;

fn case(name: &str) -> Vec<u8> {
    fs::read(format!("tests/cases/{name}")).unwrap()
}

/// The lines of a case, each without its `\n`.
fn lines(name: &str) -> Vec<Vec<u8>> {
    let bytes = case(name);
    let lines = bytes.strip_suffix(b"\n").unwrap().split(|&byte| byte == b'\n');
    lines.map(<[u8]>::to_vec).collect()
}

/// Lines seen and reports made on a stream.
fn verify(stream: &[u8]) -> (u64, Vec<Report>) {
    let mut verifier = Verifier::new(stream, LIMIT);
    let mut reports = Vec::new();
    while let Some(batch) = verifier.next_batch().unwrap() {
        reports.extend(batch);
    }
    (verifier.lines(), reports)
}

/// The one report on a stream of one line or none.
fn only(stream: &[u8]) -> Finding {
    let (_, reports) = verify(stream);
    let [report] = reports.as_slice() else {
        panic!("{} reports on {}", reports.len(), String::from_utf8_lossy(stream))
    };
    assert_eq!(report.line, 1);
    report.finding.clone()
}

/// A table that deals and plays what a record says.
struct Replay(Value);

impl Replay {
    fn text(&self, round: usize, key: &str) -> &str {
        self.0["rounds"][round][key].as_str().unwrap()
    }
}

struct ReplayTable<'a> {
    record: &'a Replay,
    round: usize,
}

impl Chooser for ReplayTable<'_> {
    fn choose(&mut self, round: &Round, _legal: Legal) -> Move {
        let play = self.record.text(self.round, "play");
        let word = play.split(' ').nth(round.history().len()).unwrap();
        word.parse::<Action>().unwrap().play().unwrap()
    }
}

impl Table for ReplayTable<'_> {
    fn deal(&mut self, round: u32) -> Deal {
        self.round = round as usize;
        let number = self.record.text(self.round, "deal").parse().unwrap();
        Deal::from_number(number).unwrap()
    }
}

#[test]
fn records_are_rebuilt_byte_for_byte() {
    let mut recorder = Recorder::default();
    let mut rebuilt = Vec::new();
    for line in lines("reference.jsonl").iter().chain(&lines("reference_variants.jsonl")) {
        let record = Replay(serde_json::from_slice(line).unwrap());
        let value = &record.0;
        let rules: Rules = serde_json::from_value(value["rules"].clone()).unwrap();
        let camat: Option<Seat> = serde_json::from_value(value["camat_before"].clone()).unwrap();
        let seats = serde_json::from_value::<domeng::engine::BySeat<String>>(value["seats"].clone());
        let number = |key: &str| value[key].as_u64().unwrap();

        let name = (number("game"), number("election") as u32);
        recorder.begin(name, &seats.unwrap(), &rules, camat);
        let mut table = ReplayTable { record: &record, round: 0 };
        let outcome = Election::new(&rules, camat).play(&mut table, &mut recorder);
        rebuilt.clear();
        recorder.finish(outcome).append_line(&mut rebuilt).unwrap();
        assert_eq!(rebuilt.strip_suffix(b"\n").unwrap(), line.as_slice());
    }
}

#[test]
fn a_record_read_is_written_as_it_was() {
    for line in lines("reference.jsonl").iter().chain(&lines("reference_variants.jsonl")) {
        let mut written = Vec::new();
        read(line).unwrap().append_line(&mut written).unwrap();
        assert_eq!(written.strip_suffix(b"\n").unwrap(), line.as_slice());
    }
}

#[test]
fn reference_and_variants_are_by_the_rules() {
    assert_eq!(verify(&case("reference.jsonl")), (125, vec![]));
    assert_eq!(verify(&case("reference_variants.jsonl")), (74, vec![]));
}

#[derive(Deserialize)]
struct Expected {
    line: u64,
    broken: String,
    round: Option<usize>,
    ply: Option<usize>,
}

#[test]
fn broken_lines_are_refused_where_they_break() {
    let expected: Vec<Expected> = serde_json::from_slice(&case("broken.expected.json")).unwrap();
    let (seen, reports) = verify(&case("broken.jsonl"));
    assert_eq!((seen, reports.len()), (32, expected.len()));
    for (expected, Report { line, finding }) in expected.iter().zip(&reports) {
        let place = (*line, finding.round, finding.ply);
        let wanted = (expected.line, expected.round, expected.ply);
        assert_eq!(place, wanted, "{}: {finding}", expected.broken);
        println!("{}: {finding}", expected.broken);
        assert!(finding.game.is_some() && finding.election.is_some());
    }
}
