//! Runs that end when they have decided: the same block and bytes at any number of threads, killed
//! and resumed, verified and reproduced.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use domeng::engine::Seed;
use serde_json::Value;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command
}

fn domeng(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// What a command prints, out and err; it must end with this code. Lines are broken for people, and
/// joined here.
#[track_caller]
fn told(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let Output { status, stdout, stderr } = domeng(folder, arguments);
    let [out, said] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(status.code(), Some(code), "{arguments:?}: {out}{said}");
    assert!(!said.contains("panicked"), "{said}");
    (out.replace('\n', " "), said.replace('\n', " "))
}

/// Every file of a run but its manifest.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = all.map(|name| name.into_string().unwrap());
    let results = names.filter(|name| name.ends_with(".csv"));
    results.map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}

fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap()
}

/// Decided soon.
const DUEL: [&str; 7] = ["tournament", "-s", "light", "-s", "random", "--h1", "0.205"];
/// Of equals, and long.
const EQUALS: [&str; 7] = ["tournament", "-s", "a=random", "-s", "b=random", "--h1", "0.207"];
const UNTIL: [&str; 6] = ["--design", "duel", "--until", "decided", "--blocks", "9000"];

fn run(folder: &Path, name: &str, of: &[&str], flags: &[&str]) -> (String, String) {
    told(folder, &[of, &UNTIL, &["--out", name, "--quiet"], flags].concat(), 0)
}

#[test]
fn a_run_ends_where_its_test_decides_whatever_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (text, _) = run(folder, "one", &DUEL, &["--threads", "1"]);
    assert!(text.contains("H1: win rate 0.205 rather than 0.2, decided after "), "{text}");
    assert!(text.contains("95 % confidence sequence"), "{text}");
    assert!(!text.contains("INCOMPLETE"), "{text}");
    let whole = files(&folder.join("one"));
    for threads in ["2", "5"] {
        run(folder, "again", &DUEL, &["--threads", threads, "--force"]);
        assert!(files(&folder.join("again")) == whole, "{threads} threads");
    }
    let manifest = manifest(&folder.join("one"));
    let blocks = manifest["blocks_done"].as_u64().unwrap();
    assert!(manifest["complete"] == true && (50..9000).contains(&blocks), "{manifest}");
    let sequential = String::from_utf8(whole["sequential.csv"].clone()).unwrap();
    let last = sequential.lines().last().unwrap();
    assert!(last.starts_with(&format!("{blocks},")) && last.ends_with(",h1"), "{last}");
    assert_eq!(sequential.matches(",h1\n").count(), 1, "it stops once");
    let elections = whole["games.csv"].iter().filter(|&&byte| byte == b'\n').count() as u64 - 1;
    assert_eq!(elections, 5 * blocks);
    let (text, _) = told(folder, &["verify", "one"], 0);
    assert!(text.contains("all of it is right"), "{text}");
    let (text, _) = told(folder, &["reproduce", "one", "--quiet"], 0);
    assert!(text.contains("Reproduced: ") && !text.contains("INCOMPLETE"), "{text}");
    let (_, said) = told(folder, &["tournament", "--resume", "one"], 0);
    assert!(said.contains("is complete: a run until decided ends by itself"), "{said}");
    let decided: Value =
        serde_json::from_str(&told(folder, &["decide", "one", "--json", "--quiet"], 0).0).unwrap();
    let test = &decided["test"];
    assert_eq!((&test["stop"], &test["blocks"]), (&"h1".into(), &blocks.into()));
    assert!(test["llr"].as_f64() >= test["upper"].as_f64(), "{test}");
    assert!(test["low"].as_f64() < test["estimate"].as_f64(), "{test}");
}

/// One that can't decide ends with its last block.
#[test]
fn a_run_may_end_undecided() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let same = ["-s", "a=random", "-s", "b=random", "--design", "duel", "--until", "decided"];
    let flags = ["tournament", "--quiet", "--out", "run", "--blocks", "60", "--h1", "0.201"];
    let (text, _) = told(folder, &[&flags[..], &same].concat(), 0);
    assert!(
        text.contains("Undecided between win rate 0.2 and 0.201 after all 60 blocks"),
        "{text}"
    );
    assert_eq!(manifest(&folder.join("run"))["complete"], true);
    told(folder, &["verify", "run"], 0);
}

#[test]
fn killed_at_random_moments_it_stops_at_the_same_block() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "whole", &EQUALS, &[]);
    let expected = files(&folder.join("whole"));
    let mut kills = 0;
    for attempt in 0..200_u64 {
        let begun = folder.join("run/manifest.json").exists();
        let first = [&EQUALS[..], &UNTIL, &["--out", "run", "--quiet", "--force"]].concat();
        let next = ["tournament", "--resume", "run", "--quiet"];
        let mut child = command(folder, if begun { &next } else { &first })
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let wait = Seed(attempt).seating(0).below(40) + attempt * 3;
        std::thread::sleep(Duration::from_millis(wait));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 1, "{kills}");
    assert!(files(&folder.join("run")) == expected, "after {kills} kills");
    assert_eq!(manifest(&folder.join("run"))["complete"], true);
}

/// Rows of a run that was broken off before its manifest could say so.
#[test]
fn cut_anywhere_it_goes_on_to_the_same_block() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "whole", &EQUALS, &[]);
    let expected = files(&folder.join("whole"));
    for part in [0.0, 0.3, 0.8, 1.0] {
        let _ = fs::remove_dir_all(folder.join("run"));
        fs::create_dir(folder.join("run")).unwrap();
        let mut manifest = manifest(&folder.join("whole"));
        for (key, value) in [
            ("ended", Value::Null),
            ("blocks_done", Value::Null),
            ("run_hash", Value::Null),
            ("complete", false.into()),
            ("files", serde_json::json!({})),
            ("checkpoint", serde_json::json!({"blocks": 0, "files": {}})),
        ] {
            manifest[key] = value;
        }
        let text = serde_json::to_vec_pretty(&manifest).unwrap();
        fs::write(folder.join("run/manifest.json"), text).unwrap();
        for name in ["blocks.csv", "games.csv"] {
            let bytes = &expected[name];
            let length = (bytes.len() as f64 * part) as usize;
            fs::write(folder.join("run").join(name), &bytes[..length]).unwrap();
        }
        told(folder, &["tournament", "--resume", "run", "--quiet"], 0);
        assert!(files(&folder.join("run")) == expected, "cut to {part}");
    }
}

/// A manifest that says that a run ended elsewhere than its test did.
#[test]
fn verify_finds_a_run_that_did_not_end_where_it_decided() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "run", &DUEL, &[]);
    let path = folder.join("run/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"complete\": true", "\"complete\": false")).unwrap();
    let (text, _) = told(folder, &["verify", "run"], 1);
    assert!(text.contains("complete is false"), "{text}");
}

#[test]
fn what_can_not_be_decided_is_refused_before_play() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pool = ["tournament", "-s", "greedy", "-s", "random"];
    let refused = |flags: &[&str], part: &str| {
        let (_, said) = told(folder, &[&pool[..], flags].concat(), 2);
        assert!(said.contains(part), "{part}: {said}");
    };
    let until = ["--design", "duel", "--until", "decided"];
    refused(&["--until", "decided"], "only a duel without `both`");
    refused(&[&until[..], &["--both"]].concat(), "only a duel without `both`");
    refused(&[&until[..], &["--games", "500"]].concat(), "cannot be used with");
    refused(&["--h1", "0.3"], "give --until decided too");
    refused(&["--blocks", "300"], "give --until decided too");
    refused(&[&until[..], &["--h1", "0.2"]].concat(), "`until.h1` is 0.2; it must be another");
    refused(&[&until[..], &["--h0", "2"]].concat(), "`until.h0` is 2; it must be a rate above 0");
    refused(&[&until[..], &["--alpha", "0.5"]].concat(), "`until.alpha` is 0.5");
    for blocks in ["0", "10", "200000000001", "18446744073709551615"] {
        let found = format!("`until.blocks` is {blocks}; it must be 50 to 200 000 000 000");
        refused(&[&until[..], &["--blocks", blocks]].concat(), &found);
    }
    refused(&[&until[..], &["--blocks", "1.5"]].concat(), "it must be a whole number, 50 to");
    refused(&[&until[..], &["--beta", "nan"]].concat(), "above 0 and below 0.5");
    let stones = [&until[..], &["--measure", "mean_stones", "--h0", "4", "--h1", "25.5"]].concat();
    refused(&stones, "`until.h1` is 25.5; it must be at most `rules.stones`");
    refused(&[&until[..], &["--h1", "x"]].concat(), "at most six decimals");
    refused(&[&until[..], &["--measure", "mean_stones"]].concat(), "`until.h0` is not given");
    let text =
        "design = \"duel\"\npool = [\"greedy\", \"random\"]\ngames = 100\n[until]\nh1 = 0.3\n";
    fs::write(folder.join("both.toml"), text).unwrap();
    let (_, said) = told(folder, &["tournament", "both.toml"], 2);
    assert!(said.contains("both.toml: line 3, column 9: `games` is 100"), "{said}");
    fs::write(folder.join("bad.toml"), text.replace("0.3", "0.12345678")).unwrap();
    let (_, said) = told(folder, &["tournament", "bad.toml"], 2);
    assert!(said.contains("line 5, column 6: `until.h1` is `0.12345678`"), "{said}");
    fs::write(folder.join("good.toml"), text.replace("games = 100\n", "")).unwrap();
    // What the file asks for may be asked for otherwise.
    let good = ["tournament", "good.toml", "--h1", "0.25", "--out", "good", "--quiet"];
    told(folder, &good, 0);
    let (_, said) = told(folder, &["tournament", "--resume", "good", "--games", "900"], 2);
    assert!(said.contains("can't be made longer"), "{said}");
    assert_eq!(manifest(&folder.join("good"))["experiment"]["until"]["h1"], 0.25);
    for flag in ["--measure", "--h0", "--h1", "--alpha", "--beta", "--blocks"] {
        let value = if flag == "--measure" { "win_rate" } else { "0.3" };
        let value = if flag == "--blocks" { "90" } else { value };
        let (_, said) = told(folder, &["tournament", "--resume", "good", flag, value], 2);
        assert!(said.contains("cannot be used with"), "{flag}: {said}");
    }
}
