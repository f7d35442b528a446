//! `domeng ask`: what it prints, that it asks as a tournament asks, and how it refuses.

mod turns;

use std::fs;
use std::process::Output;

use domeng::engine::{Action, Rules, Seed};
use domeng::records::read;
use domeng::strategies::{Registry, Spec};
use domeng::tabletop::{NoSuchTurn, Turn};
use serde_json::{Value, json};
use turns::{POSITIONS, VARIANTS, about, command, text, transcript};

/// Asks about `file`, with what else there is.
fn ask(file: &str, place: [&str; 3], more: &[&str]) -> Output {
    about("ask", file, place, more)
}

#[test]
fn every_strategy_at_a_turn() {
    insta::assert_snapshot!(transcript(&ask(POSITIONS, ["2825", "4", "19"], &[])));
}

/// Long labels, more columns than fit, and a lead.
#[test]
fn many_strategies_take_several_tables() {
    let specs = [
        "heuristic:heavy=0.8,keep=12,own=3,pass=20",
        "wide 宽=monte-carlo:objective=stones,worlds=20",
        "monte-carlo:worlds=1",
        "random",
        "monte-carlo:objective=round",
        "light:heavy=-1000",
    ];
    let flags: Vec<&str> = specs.iter().flat_map(|spec| ["-s", spec]).collect();
    let output = ask(POSITIONS, ["2038", "3", "0"], &flags);
    for row in text(&output.stdout).lines() {
        assert!(console::measure_text_width(row) <= 80, "{row:?}");
    }
    insta::assert_snapshot!(transcript(&output));
}

#[test]
fn the_help_tells_its_flags() {
    insta::assert_snapshot!(transcript(&command(&["ask", "--help"]).output().unwrap()));
}

#[test]
fn one_json_object() {
    let output = ask(POSITIONS, ["902", "0", "24"], &["--json", "-s", "random", "-s", "a=greedy"]);
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let expected = json!({
        "game": 902, "election": 0, "round": 0, "ply": 24, "seat": 2, "label": "light",
        "starter": 3, "announced": "66", "camat": null,
        "play": printed["play"], "ends": [3, 5], "hand": "63 60 30", "tiles": [1, 1, 3, 1, 2],
        "table": 18, "stones": [1, 1, 2, 1, 2], "legal": ["30L", "63L"], "played": "63L",
        "seed": 1,
        "answers": [
            {"strategy": "random", "spec": "random", "plays": "63L",
             "unit": null, "values": null, "errors": null},
            // 20 · 1 + 3 and 20 · 1 + 9: [6|0] fits what [6|3] leaves, and what [3|0] leaves.
            {"strategy": "a", "spec": "greedy", "plays": "63L",
             "unit": "points", "values": [23.0, 29.0], "errors": null},
        ],
        "left_out": [],
    });
    assert_eq!(printed, expected);
    let plies = printed["play"].as_str().unwrap().split(' ').count();
    assert_eq!(plies, 24);

    let output = ask(POSITIONS, ["902", "0", "24"], &["--json", "-s", "monte-carlo:worlds=50"]);
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let answer = &printed["answers"][0];
    assert_eq!(answer["unit"], "chance to be the next CAMAT");
    for key in ["values", "errors"] {
        let numbers: Vec<f64> = serde_json::from_value(answer[key].clone()).unwrap();
        assert!(numbers.len() == 2 && numbers.iter().all(|n| (0.0..1.0).contains(n)), "{answer}");
    }
    // One world has no spread.
    let output = ask(POSITIONS, ["902", "0", "24"], &["--json", "-s", "monte-carlo:worlds=1"]);
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed["answers"][0]["errors"], Value::Null);
}

/// With the seed of its run, every decision that is recorded is made again, those that draw too.
#[test]
fn a_seat_asked_again_plays_what_it_played() {
    let folder = tempfile::tempdir().unwrap();
    let specs = ["random", "monte-carlo:worlds=5", "heuristic", "light", "greedy"];
    let flags: Vec<&str> = specs.iter().flat_map(|spec| ["-s", spec]).collect();
    let out = folder.path().join("run");
    let run = ["tournament", "--games", "10", "--seed", "77", "--records", "--quiet", "--out"];
    let path = out.to_str().unwrap();
    let output = command(&[&run[..], &[path], &flags].concat()).output().unwrap();
    assert!(output.status.success(), "{}", transcript(&output));
    let registry = Registry::builtin();
    let mut asked = 0;
    for line in text(&fs::read(out.join("records.jsonl")).unwrap()).lines() {
        let record = read(line.as_bytes()).unwrap();
        for (round, recorded) in (0..).zip(&record.rounds) {
            for ply in 0..recorded.play.len() as u64 {
                let turn = Turn::of(&record, round, ply).unwrap();
                let seen = turn.seen();
                let label = seen.sitting().names[seen.seat()];
                let spec = Spec::parse(label, &registry).unwrap();
                let Some(answer) =
                    turn.ask(&*spec.build(&registry, &Rules::default()).unwrap(), Seed(77))
                else {
                    continue;
                };
                asked += 1;
                assert_eq!(Action::Play(answer.choice), turn.played(), "{label}: {seen:?}");
            }
        }
    }
    assert!(asked > 500, "{asked}");
}

/// Rules of every kind, CAMAT and all, for each ply of many records.
#[test]
fn every_ply_of_every_record_can_be_asked_about() {
    let registry = Registry::builtin();
    let greedy =
        Spec::parse("greedy", &registry).unwrap().build(&registry, &Rules::default()).unwrap();
    for line in text(&fs::read(VARIANTS).unwrap()).lines() {
        let record = read(line.as_bytes()).unwrap();
        for (round, recorded) in (0..).zip(&record.rounds) {
            for (ply, &action) in (0..).zip(&recorded.play) {
                let turn = Turn::of(&record, round, ply).unwrap();
                assert_eq!(turn.played(), action);
                assert_eq!(turn.seen().seat(), recorded.starter.after(ply as usize));
                assert_eq!(turn.seen().camat(), record.camat_before);
                let answer = turn.ask(&*greedy, Seed(1));
                assert_eq!(answer.is_some(), turn.seen().legal().is_choice());
            }
            let plies = recorded.play.len();
            let past = Turn::of(&record, round, plies as u64).unwrap_err();
            assert_eq!(past, NoSuchTurn::Ply { round, asked: plies as u64, plies });
        }
    }
}

#[test]
fn turns_without_a_choice_are_shown_and_no_one_is_asked() {
    let forced = ask(POSITIONS, ["458", "2", "4"], &[]);
    let pass = ask(POSITIONS, ["458", "2", "1"], &[]);
    let as_json = ask(POSITIONS, ["458", "0", "5"], &["--json"]);
    insta::assert_snapshot!([forced, pass, as_json].map(|output| transcript(&output)).join("\n"));
}

#[test]
fn what_is_not_there_is_refused_with_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let garbage =
        write("garbage.jsonl", b"\xff\x00{]\n{\"game\":0}\n{\"game\":0,\"election\":0}\n");
    let empty = write("empty.jsonl", b"");
    let good = fs::read_to_string(POSITIONS).unwrap().lines().next().unwrap().to_owned();
    let wrong = write("wrong.jsonl", good.replacen("\"table\":", "\"table\":1", 1).as_bytes());
    let here = folder.path().to_str().unwrap();
    let most = u64::MAX.to_string();
    let mut all = String::new();
    let cases: [(i32, &str, [&str; 3], &[&str]); 14] = [
        (1, POSITIONS, ["17", "0", "0"], &[]),
        (1, POSITIONS, [&most, &most, &most], &[]),
        (1, POSITIONS, ["458", "3", "0"], &[]),
        (1, POSITIONS, ["458", &most, "0"], &[]),
        (1, POSITIONS, ["458", "2", "99"], &[]),
        (1, POSITIONS, ["458", "2", &most], &["--election", "0"]),
        (1, POSITIONS, ["458", "2", "0"], &["--election", "1"]),
        (1, &garbage, ["0", "0", "0"], &[]),
        (1, &garbage, ["1", "0", "0"], &[]),
        (1, &empty, ["0", "0", "0"], &[]),
        (1, &wrong, ["171", "0", "0"], &[]),
        (1, "none.jsonl", ["0", "0", "0"], &[]),
        (2, here, ["0", "0", "0"], &[]),
        (2, POSITIONS, ["458", "2", "5"], &["-s", "gredy"]),
    ];
    for (code, file, place, more) in cases {
        let output = ask(file, place, more);
        let said = transcript(&output).replace(here, "DIR");
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(output.stdout.is_empty(), "{said}");
        all += &format!("$ ask {} {place:?} {more:?}\n{said}\n", file.replace(here, "DIR"));
    }
    for (flag, value) in [("--seed", "-1"), ("--game", "18446744073709551616"), ("--ply", "x")] {
        let output = ask(POSITIONS, ["458", "2", "5"], &[flag, value]);
        assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn standard_input_is_read_and_a_closed_pipe_is_quiet() {
    turns::standard_input_is_read_and_a_closed_pipe_is_quiet("ask");
}
