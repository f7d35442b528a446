//! Game records: written as the reference has them, and refereed line by line.

use std::fs;

use domeng::engine::{
    Action, BySeat, Chooser, Deal, Election, Legal, Move, Recorder, Round, Rules, Seat, Table,
};
use domeng::records::{Finding, Report, Verifier, read};
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
        let seats = serde_json::from_value::<BySeat<String>>(value["seats"].clone());
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
        assert!(finding.game.is_some() && finding.election.is_some());
    }
}

/// The first line of the reference, its `\n` included.
fn good() -> String {
    let line = lines("reference.jsonl").remove(0);
    format!("{}\n", String::from_utf8(line).unwrap())
}

#[test]
fn what_is_no_record_is_refused_with_its_cause() {
    let good = good();
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    let cases: Vec<(String, &str)> = vec![
        ("".into(), "no line at all"),
        ("\n".into(), "an empty line"),
        (" \t \r\n".into(), "an empty line"),
        ("domeng\n".into(), "expected value, at column 1"),
        ("[]\n".into(), "invalid type: sequence, expected an object, at column 1"),
        ("null\n".into(), "invalid type: null, expected an object, at column 4"),
        ("{}\n".into(), "missing field `domeng`, at column 2"),
        (good[..good.len() / 2].into(), "EOF while parsing"),
        (good.trim_end_matches("}\n").into(), "EOF while parsing an object"),
        (format!("{}{good}", good.trim_end()), "trailing characters, at column"),
        (format!("\u{feff}{good}"), "a byte order mark (EF BB BF)"),
        (format!("\0{good}"), "expected value, at column 1"),
        (with("random", "ran\0dom"), "seats[0]: control character"),
        (with("\"game\":0", "\"game\":0,\"game\":0"), "duplicate field `game`, at column 27"),
        (with("\"table\":17", "\"table\":17,\"table\":17"), "rounds[0]: duplicate field `table`"),
        (with("\"ceki\":3,", ""), "rules: missing field `ceki`"),
        (with("\"camat_before\":null,", ""), "missing field `camat_before`"),
        (with("\"camat\":4,", ""), "missing field `camat`"),
        (with("\"domeng\":1", "\"domeng\":\"1\""), "domeng: invalid type: string"),
        (with("\"domeng\":1", "\"domeng\":2"), "domeng is 2"),
        (with("\"game\":0", "\"game\":-1"), "game is -1"),
        (with("\"game\":0", "\"game\":1.5"), "game is 1.5"),
        (with("\"game\":0", "\"game\":1e999"), "game: number out of range"),
        (with("\"election\":0", "\"election\":1000000"), "election is 1000000"),
        (with("\"election\":0", "\"election\":1"), "camat_before is null"),
        (with("\"camat_before\":null", "\"camat_before\":2"), "camat_before is 2"),
        (with("[\"random\",", "["), "seats: invalid length 4"),
        (with("[\"random\",", "[\"a\",\"random\","), "seats: trailing characters"),
        (with("[\"random\",", "[7,"), "seats[0]: invalid type: integer `7`"),
        (with("\"any\"", "\"some\""), "rules.opening is `some`"),
        (with("after-payment", "never"), "rules.camat_check is `never`"),
        (with("\"stones\":25", "\"stones\":0"), "rules.stones is 0"),
        (with("\"stones\":25", "\"stones\":201"), "rules.stones is 201"),
        (with("\"pollo\":5", "\"pollo\":26"), "rules.pollo is 26"),
        (with("\"pollo\":5", "\"pollo\":-1"), "rules.pollo is -1"),
        (with("\"max_rounds\":10000", "\"max_rounds\":0"), "rules.max_rounds is 0"),
        (with("\"max_rounds\":10000", "\"max_rounds\":4294967297"), "rules.max_rounds is 429"),
        (with("{\"domeng\":1", &format!("{{\"x\":{deep},\"domeng\":1")), "x[0][0]"),
        (with("{\"deal\"", &format!("{{\"x\":{deep},\"deal\"")), "rounds[0].x[0]"),
        (with("61 44", "67 44"), "`67` in the hand of seat 0"),
        (with("61 44", "16 44"), "`16` in the hand of seat 0"),
        (with("61 44", "61  44"), "`` in the hand of seat 0"),
        (with("61 44", "44"), "4 tiles in the hand of seat 0"),
        (with("40 31 30", "40 31"), "2 tiles in `unused`"),
        (with("40 31 30", "40 31 30 61"), "61 once more in `unused`"),
        (with("573822736893631057", "0573822736893631057"), "deal is `0573822736893631057`"),
        (with("573822736893631057", "+573822736893631057"), "deal is `+573822736893631057`"),
        (with("573822736893631057", &"9".repeat(40)), "deal is `99999999999999999999…`"),
        (with("\"66 60L", "\"66L 60L"), "`66L`"),
        (with("\"66 60L", "\"66 60"), "`60`"),
        (with("\"66 60L", "\"66  60L"), "``"),
        (with("\"66 60L", "\"66 6oL"), "`6oL`"),
        (with("\"table\":17", "\"table\":99999999999999999999999"), "table is 1e+23"),
        (with("[1,1,5,0,1]", "[1,1,5,0,-9223372036854775808]"), "stones are [1,1,5,0,-9223"),
        (with("\"winner\":3", "\"winner\":5"), "winner is 5"),
        (with("\"winner\":3", "\"winner\":3.0"), "winner is 3.0"),
    ];
    for (stream, cause) in cases {
        let finding = only(stream.as_bytes());
        assert!(finding.record.contains(cause), "{cause}: {finding}");
        assert!(finding.record.len() < 300, "{finding}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut line = good().into_bytes();
    line[5] = 0xff;
    assert_eq!(only(&line).record, "bytes that are not UTF-8, from column 6");
}

#[test]
fn a_fault_in_the_json_of_a_round_names_game_and_round() {
    let line = good().replacen("\"table\":10", "\"table\":\"10\"", 1);
    let finding = only(line.as_bytes());
    assert_eq!((finding.game, finding.election), (Some(0), Some(0)));
    assert_eq!((finding.round, finding.ply), (Some(1), None));
}

#[test]
fn what_the_format_allows_is_not_refused() {
    let good = good();
    let allowed = [
        good.trim_end().to_owned(),
        good.replace('\n', "\r\n"),
        good.replacen("{\"domeng\"", "{\"note\":{\"deep\":[[1.5,null,true]]},\"domeng\"", 1),
        good.replace("{\"deal\"", "{\"note\":[],\"deal\""),
        good.replace("{\"ply\"", "{\"note\":-1e300,\"ply\""),
        good.replacen("\"max_rounds\"", "\"variant\":\"\u{1f01f}\",\"max_rounds\"", 1),
        good.replace("cappu", "\\u0063appu"),
        good.replace(":[", " : [ "),
    ];
    for stream in allowed {
        assert_eq!(verify(stream.as_bytes()), (1, vec![]), "{stream}");
    }
}

#[test]
fn a_line_over_the_limit_is_reported_and_skipped() {
    let good = good();
    let long = format!("{}\n", "x".repeat(3 * good.len()));
    let stream = format!("{good}{long}{good}{long}");
    let mut verifier = Verifier::new(stream.as_bytes(), good.len());
    let reports = verifier.next_batch().unwrap().unwrap();
    assert_eq!(verifier.lines(), 4);
    assert_eq!(reports.iter().map(|report| report.line).collect::<Vec<_>>(), [2, 4]);
    let cause = format!("a line of more than {} bytes", good.len());
    assert!(reports.iter().all(|report| report.finding.record == cause));
}

/// Gives what it has and then fails.
struct Failing(usize);

impl std::io::Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0 == 0 {
            return Err(std::io::Error::other("the disk is gone"));
        }
        self.0 -= 1;
        buffer[..3].copy_from_slice(b"{}\n");
        Ok(3)
    }
}

#[test]
fn lines_before_a_failure_are_still_refereed() {
    let mut verifier = Verifier::new(std::io::BufReader::new(Failing(2)), LIMIT);
    assert_eq!(verifier.next_batch().unwrap().unwrap().len(), 2);
    assert_eq!(verifier.next_batch().unwrap_err().to_string(), "the disk is gone");
    assert_eq!(verifier.next_batch().unwrap(), None);
}

/// A game's first two elections, of the reference: each is right, and so is their sequence.
fn two_elections() -> (Value, Value) {
    let mut lines = lines("reference.jsonl").into_iter().skip(1);
    let mut next = || serde_json::from_slice::<Value>(&lines.next().unwrap()).unwrap();
    let (first, second) = (next(), next());
    assert_eq!((&first["game"], &first["election"]), (&json!(1), &json!(0)));
    assert_eq!((&second["game"], &second["election"]), (&json!(1), &json!(1)));
    (first, second)
}

/// What is found in the second of two lines whose first is right.
fn in_second(first: &Value, second: &Value) -> Option<String> {
    let (seen, mut reports) = verify(format!("{first}\n{second}\n").as_bytes());
    assert_eq!(seen, 2);
    let report = reports.pop()?;
    assert_eq!((report.line, reports), (2, vec![]));
    assert_eq!((report.finding.round, report.finding.ply), (None, None));
    Some(report.finding.record)
}

#[test]
fn r9_5_an_election_follows_from_the_one_before() {
    let (first, second) = two_elections();
    assert_eq!(in_second(&first, &second), None);

    let mut other = second.clone();
    other["seats"][2] = json!("someone else");
    let found = in_second(&first, &other);
    assert_eq!(found.as_deref(), Some("other seats than in the election before"));

    let mut other = second.clone();
    other["rules"]["max_rounds"] = json!(10_001);
    let found = in_second(&first, &other);
    assert_eq!(found.as_deref(), Some("other rules than in the election before"));

    // A second election of other games, whose CAMAT before it was another seat.
    let camats = lines("reference.jsonl").into_iter().filter_map(|line| {
        let mut record: Value = serde_json::from_slice(&line).unwrap();
        let other = record["election"] == json!(1) && record["camat_before"] != first["camat"];
        record["game"] = first["game"].clone();
        other.then_some(record)
    });
    let mut tried = 0;
    for other in camats {
        let found = in_second(&first, &other).unwrap();
        assert_eq!(found, format!("camat_before is {}", other["camat_before"]));
        tried += 1;
    }
    assert!(tried > 0);
}

#[test]
fn r9_6_nothing_follows_an_undecided_election() {
    let undecided = lines("reference_variants.jsonl").into_iter().find_map(|line| {
        let record: Value = serde_json::from_slice(&line).unwrap();
        record["camat"].is_null().then_some(record)
    });
    let undecided = undecided.unwrap();
    let (_, mut second) = two_elections();
    for key in ["game", "seats", "rules"] {
        second[key] = undecided[key].clone();
    }
    assert_eq!(in_second(&undecided, &second).as_deref(), Some("another election"));
}

#[test]
fn a_wrong_line_does_not_put_the_next_in_the_wrong() {
    let (mut first, second) = two_elections();
    let camat = first["camat"].as_u64().unwrap();
    first["camat"] = json!((camat + 1) % 5);
    let (_, reports) = verify(format!("{first}\n{second}\n").as_bytes());
    assert_eq!(reports.iter().map(|report| report.line).collect::<Vec<_>>(), [1]);
}

/// R4.3: where both ends are equal, left and right are one move, and both ways of writing it do.
#[test]
fn r4_3_equal_ends_may_be_written_either_way() {
    // After 66 both ends are 6, and 60 may be played on either.
    let right = good().replacen("\"66 60L", "\"66 60R", 1);
    assert_eq!(verify(right.as_bytes()), (1, vec![]));
    let mut written = Vec::new();
    read(right.trim_end().as_bytes()).unwrap().append_line(&mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), good());
}
