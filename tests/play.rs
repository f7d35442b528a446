//! A person at the table: scripted, recorded, and left in every way.

use std::path::Path;

use assert_cmd::Command;

fn domeng(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("domeng").unwrap();
    command.current_dir(folder);
    command
}

/// Every answer there is, over and over: some are legal, the others are told why not.
fn answers() -> String {
    let all = ["1", "2", "3", "4", "5", "1L", "2L", "3L", "4L", "5L"];
    all.repeat(400).join("\n") + "\n"
}

#[test]
fn a_scripted_game_is_recorded_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let play = |record: &str| {
        let arguments = ["play", "-s", "greedy", "--seat", "2", "--seed", "3", "--record", record];
        let output =
            domeng(folder.path()).args(arguments).write_stdin(answers()).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let told = play("one.jsonl");
    assert!(told.contains("is elected CAMAT"), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    // The same seed and the same answers: the same game.
    play("two.jsonl");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("one.jsonl"), read("two.jsonl"));
    let verify = domeng(folder.path()).args(["verify", "one.jsonl"]).assert().success();
    let summary = String::from_utf8(verify.get_output().stdout.clone()).unwrap();
    assert_eq!(summary, "1 line, all by the rules\n");
    let record: serde_json::Value = serde_json::from_str(&read("one.jsonl")).unwrap();
    // Strategies sit clockwise from the person's left.
    let seats = serde_json::json!(["greedy#3", "greedy#4", "you", "greedy", "greedy#2"]);
    assert_eq!(record["seats"], seats);
}

#[test]
fn leaving_is_clean_and_leaves_no_record() {
    let folder = tempfile::tempdir().unwrap();
    for input in ["q\n", "", "?\n", "foo\n99\n1", "\u{1}\u{2}\n", "9L\nquit\n"] {
        let arguments = ["play", "--seed", "1", "--record", "mine.jsonl"];
        let output = domeng(folder.path()).args(arguments).write_stdin(input).assert().success();
        let told = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        assert!(told.contains("leave the table"), "{told}");
        assert!(told.contains("nothing is recorded"), "{told}");
        assert!(!folder.path().join("mine.jsonl").exists());
    }
    let noise: Vec<u8> =
        (0..20_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    domeng(folder.path()).args(["play", "--seed", "1"]).write_stdin(noise).assert().success();
}

#[test]
fn wrong_usage_and_a_record_that_is_there_already() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("old.jsonl"), "mine\n").unwrap();
    let record = ["play", "--record", "old.jsonl"];
    let refused = domeng(folder.path()).args(record).write_stdin("q\n").assert().code(1);
    let message = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(message.contains("old.jsonl can't be made; name a new file"), "{message}");
    assert_eq!(std::fs::read_to_string(folder.path().join("old.jsonl")).unwrap(), "mine\n");
    for arguments in [
        &["play", "--seat", "5"][..],
        &["play", "-s", "gredy"],
        &["play", "-s", "greedy", "-s", "greedy"],
    ] {
        domeng(folder.path()).args(arguments).write_stdin("q\n").assert().code(2);
    }
}
