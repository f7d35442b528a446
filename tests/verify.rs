//! `domeng verify` and `domeng show` as a user meets them.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::{Value, json};

const REFERENCE: &str = "tests/cases/reference.jsonl";
const BROKEN: &str = "tests/cases/broken.jsonl";

fn domeng(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("domeng").unwrap();
    command.args(arguments);
    command
}

/// The objects a command prints.
fn objects(command: &mut Command) -> Vec<Value> {
    let output = command.output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(1), vec![]));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn right_records_are_counted() {
    domeng(&["verify", REFERENCE]).assert().success().stdout("125 lines, all by the rules\n");
    domeng(&["verify", "--json", REFERENCE])
        .assert()
        .success()
        .stdout("{\"lines\":125,\"wrong\":0}\n");
}

#[test]
fn wrong_records_are_named_by_file_and_line() {
    let first = "tests/cases/broken.jsonl:1: game 379, election 1, round 21, ply 21: record: ";
    domeng(&["verify", REFERENCE, BROKEN])
        .assert()
        .code(1)
        .stdout(starts_with(first).and(contains("\n157 lines, 32 wrong\n")));
}

#[test]
fn json_has_an_object_a_wrong_line_and_a_last_one() {
    let rows = objects(&mut domeng(&["verify", "--json", BROKEN]));
    assert_eq!(rows.len(), 33);
    // The camat of line 23 is wrong, which is in no round.
    let expected = json!({
        "line": 23, "game": 396, "election": 0, "round": null, "ply": null,
        "record": "camat is 2", "rules": "1 (R9.1)",
    });
    assert_eq!(rows[22], expected);
    assert_eq!(rows[32], json!({"lines": 32, "wrong": 32}));
}

#[test]
fn json_names_the_file_where_there_are_several() {
    let rows = objects(&mut domeng(&["verify", "--json", REFERENCE, BROKEN]));
    assert_eq!(rows[0]["file"], json!(BROKEN));
    assert_eq!(rows[32], json!({"lines": 157, "wrong": 32}));
}

#[test]
fn standard_input_is_a_file() {
    let broken = std::fs::read(BROKEN).unwrap();
    domeng(&["verify", "-"])
        .write_stdin(broken)
        .assert()
        .code(1)
        .stdout(starts_with("standard input:1: game 379"));
    domeng(&["verify", "-"])
        .write_stdin("")
        .assert()
        .code(1)
        .stdout(contains("no line at all").and(contains("0 lines, 1 wrong")));
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    domeng(&["verify", "no/such.jsonl", "tests", REFERENCE])
        .assert()
        .code(1)
        .stdout(starts_with("no/such.jsonl:1: record: can't be read"))
        .stdout(contains("\ntests/manifest.json: can't be read: "))
        .stdout(contains("125 lines, 1 wrong"));
}

#[test]
fn usage() {
    domeng(&["verify"]).assert().code(2);
    domeng(&["verify", "--line-limit", "0", REFERENCE]).assert().code(2);
    domeng(&["show", REFERENCE]).assert().code(2);
}

#[test]
fn a_game_is_told_whole_or_one_election_of_it() {
    domeng(&["show", REFERENCE, "--game", "1"]).assert().success().stdout(
        starts_with("Game 1, election 0\n").and(contains("\n\nGame 1, election 1\n").count(1)),
    );
    domeng(&["show", REFERENCE, "--game", "1", "--election", "1"])
        .assert()
        .success()
        .stdout(starts_with("Game 1, election 1\n").and(contains("election 0\n").not()));
}

#[test]
fn a_wrong_record_is_not_told() {
    domeng(&["show", BROKEN, "--game", "396"]).assert().code(1).stdout(
        "tests/cases/broken.jsonl:23: this record is not by the rules: game 396, election 0: \
         record: camat is 2; rules: 1 (R9.1)\n",
    );
}

#[test]
fn what_a_file_has_is_said_where_it_lacks_the_game() {
    let lacks = |arguments: &[&str], message: &str| {
        let arguments = [&["show", REFERENCE], arguments].concat();
        domeng(&arguments).assert().code(1).stdout("").stderr(format!("domeng: {message}\n"));
    };
    lacks(&["--game", "90"], "tests/cases/reference.jsonl has no game 90; it has games 0 to 89");
    lacks(
        &["--game", "1", "--election", "7"],
        "tests/cases/reference.jsonl has no election 7 of game 1; it has elections 0 to 1",
    );
    domeng(&["show", "-", "--game", "0"]).write_stdin("{\n").assert().code(1).stderr(
        "domeng: standard input has no game; lines that can't be read: 1 (`domeng verify` says why)\n",
    );
}
