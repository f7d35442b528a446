//! `domeng beliefs`: what it prints, that it counts what is true, and how it refuses.

mod turns;

use std::fs;
use std::process::Output;

use domeng::belief::{Constraints, Counts};
use domeng::engine::Seat;
use domeng::records::read;
use domeng::tabletop::Turn;
use serde_json::{Value, json};
use turns::{POSITIONS, VARIANTS, about, command, text, transcript};

/// Looks into `file` at a game, round and ply, with what else there is.
fn beliefs(file: &str, place: [&str; 3], more: &[&str]) -> Output {
    about("beliefs", file, place, more)
}

#[test]
fn passes_tell_where_tiles_are() {
    insta::assert_snapshot!(transcript(&beliefs(POSITIONS, ["2825", "4", "19"], &[])));
}

#[test]
fn first_rounds_have_a_double_that_is_known() {
    let mover = beliefs(POSITIONS, ["902", "0", "24"], &[]);
    let holder = beliefs(POSITIONS, ["902", "0", "24"], &["--seat", "3"]);
    // Its leader keeps [5|5], which gave it the start, since [6|6] is unused.
    let records = fs::read_to_string(VARIANTS).unwrap();
    let line = records.lines().find(|line| line.contains("\"unused\":\"66 60 40\"")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.jsonl");
    fs::write(&file, line).unwrap();
    let higher_unused = beliefs(file.to_str().unwrap(), ["8", "0", "3"], &["--seat", "2"]);
    let all = [mover, holder, higher_unused].map(|output| transcript(&output));
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn the_help_tells_its_flags() {
    insta::assert_snapshot!(transcript(&command(&["beliefs", "--help"]).output().unwrap()));
}

#[test]
fn one_json_object() {
    let output = beliefs(POSITIONS, ["902", "0", "24"], &["--json"]);
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = |tile: &str, held: [u64; 5], unused: u64| json!({"tile": tile, "held": held, "unused": unused});
    let expected = json!({
        "game": 902, "election": 0, "round": 0, "ply": 24, "seat": 2, "label": "light",
        "starter": 3, "announced": "66", "camat": null,
        "play": printed["play"], "ends": [3, 5], "hand": "63 60 30", "tiles": [1, 1, 3, 1, 2],
        "table": 18, "stones": [1, 1, 2, 1, 2],
        "lacks": [[2, 4], [3, 5], [1, 2], [1, 2], [3, 5, 6]],
        // 54 fits nobody, so that it is unused. Seat 0 has one of 53, 51, 10 and 00. If it is one of
        // the first two, seat 1 has any of 44, 40, 10 and 00, and seat 4 two of the three left, in
        // 2·4·3 worlds; if 10 or 00, seat 1 has one of the three left and seat 4 the others, 2·3.
        "worlds": 30,
        "hidden": [
            row("66", [0, 0, 0, 30, 0], 0),
            row("54", [0, 0, 0, 0, 0], 30),
            row("53", [12, 0, 0, 0, 0], 18),
            row("51", [12, 0, 0, 0, 0], 18),
            row("44", [0, 8, 0, 0, 16], 6),
            row("40", [0, 8, 0, 0, 16], 6),
            row("10", [3, 7, 0, 0, 14], 6),
            row("00", [3, 7, 0, 0, 14], 6),
        ],
    });
    assert_eq!(printed, expected);
}

/// Rules of every kind, for every seat at each ply of many records: what was held or unused in truth
/// is so in some of the worlds.
#[test]
fn every_seat_can_look_at_every_ply() {
    let mut looked = 0;
    for line in fs::read_to_string(VARIANTS).unwrap().lines().step_by(4) {
        let record = read(line.as_bytes()).unwrap();
        for (round, recorded) in (0..).zip(&record.rounds) {
            for ply in 0..recorded.play.len() as u64 {
                let turn = Turn::of(&record, round, ply).unwrap();
                for seat in Seat::ALL {
                    let seen = turn.seen_by(seat);
                    let marginals = Counts::new(&Constraints::new(&seen)).marginals();
                    let played = seen.played();
                    for tile in recorded.unused - seen.known_unused() {
                        assert!(marginals.unused(tile) > 0, "{tile} to seat {seat}: {seen:?}");
                    }
                    for (at, &dealt) in recorded.hands.enumerate() {
                        for tile in dealt - played {
                            assert!(marginals.held(at, tile) > 0, "{tile} to {seat}: {seen:?}");
                        }
                    }
                    looked += 1;
                }
            }
        }
    }
    assert!(looked > 1_000, "{looked}");
}

#[test]
fn no_row_is_longer_than_80_columns() {
    for seat in ["0", "1", "2", "3", "4"] {
        for place in [["2038", "3", "0"], ["458", "2", "1"], ["2825", "4", "19"]] {
            let output = beliefs(POSITIONS, place, &["--seat", seat]);
            assert!(output.status.success(), "{}", transcript(&output));
            for row in text(&output.stdout).lines() {
                assert!(console::measure_text_width(row) <= 80, "{row:?}");
            }
        }
    }
}

#[test]
fn what_is_not_there_is_refused_with_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(POSITIONS).unwrap().lines().next().unwrap().to_owned();
    let wrong = folder.path().join("wrong.jsonl");
    fs::write(&wrong, good.replacen("\"table\":", "\"table\":1", 1)).unwrap();
    let (here, wrong) = (folder.path().to_str().unwrap(), wrong.to_str().unwrap());
    let mut all = String::new();
    let cases: [(i32, &str, [&str; 3], &[&str]); 8] = [
        (1, POSITIONS, ["17", "0", "0"], &[]),
        (1, POSITIONS, ["458", "3", "0"], &[]),
        (1, POSITIONS, ["458", "2", "99"], &["--seat", "0"]),
        (1, POSITIONS, ["458", "2", "0"], &["--election", "1"]),
        (1, wrong, ["171", "0", "0"], &[]),
        (2, here, ["0", "0", "0"], &[]),
        (2, POSITIONS, ["458", "2", "0"], &["--seat", "5"]),
        (2, POSITIONS, ["458", "2", "0"], &["--seat", "-1"]),
    ];
    for (code, file, place, more) in cases {
        let output = beliefs(file, place, more);
        let said = transcript(&output).replace(here, "DIR");
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(output.stdout.is_empty(), "{said}");
        all += &format!("$ beliefs {} {place:?} {more:?}\n{said}\n", file.replace(here, "DIR"));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn standard_input_is_read_and_a_closed_pipe_is_quiet() {
    turns::standard_input_is_read_and_a_closed_pipe_is_quiet("beliefs");
}
