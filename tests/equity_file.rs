//! Equity tables from files: asked for where the rules need one, noted, and refused when they are not
//! what they were.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use domeng::engine::Rules;
use domeng::equity::Equity;
use domeng::strategies::{Registry, Spec};
use serde_json::Value;

/// Exit code, stdout and stderr.
fn domeng(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    let [said, told] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(!told.contains("panicked"), "{told}");
    (output.status.code().unwrap(), said, told)
}

fn fine(folder: &Path, arguments: &[&str]) -> String {
    let (code, said, told) = domeng(folder, arguments);
    assert_eq!(code, 0, "{arguments:?}: {told}");
    said
}

/// What is said on stderr of a command that is refused, on one line.
fn refused(folder: &Path, code: i32, arguments: &[&str]) -> String {
    let (found, said, told) = domeng(folder, arguments);
    assert_eq!(found, code, "{arguments:?}: {said}{told}");
    told
}

/// Makes a rough table for so many stones; its hash.
fn build(folder: &Path, stones: u8, seed: u64, file: &str) -> String {
    let (rule, seed) = (format!("stones={stones}"), seed.to_string());
    let said = fine(
        folder,
        &[
            &["equity", "build", "--rule", &rule, "--seed", &seed, "--out", file, "--force"][..],
            &["--rounds", "8", "--sweeps", "4", "--threads", "1", "--quiet"],
        ]
        .concat(),
    );
    said.split_whitespace().last().unwrap().to_owned()
}

/// A folder with a table for five stones and an experiment that needs it; the hash of the table.
fn prepared(key: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let hash = build(folder.path(), 5, 1, "five.bin");
    let text = format!(
        "{key}\npool = [\"mc=monte-carlo:worlds=4\", \"greedy\"]\ngames = 20\n[rules]\nstones = 5\n"
    );
    fs::write(folder.path().join("five.toml"), text).unwrap();
    (folder, hash)
}

const RUN: [&str; 5] = ["tournament", "five.toml", "--quiet", "--out", "run"];
const WITH: [&str; 2] = ["--equity", "five.bin"];

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap()
}

fn manifest(folder: &Path, run: &str) -> Value {
    serde_json::from_slice(&read(folder, &format!("{run}/manifest.json"))).unwrap()
}

#[test]
fn a_run_that_needs_a_table_says_how_to_rebuild_it_and_takes_it() {
    let (folder, hash) = prepared("");
    let folder = folder.path();
    let told = refused(folder, 2, &RUN);
    for part in [
        "five.toml: line 2, column 9: strategy `monte-carlo`",
        "rebuild one by `domeng equity build --rule stones=5 --out FILE`",
        "`--equity FILE`",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!folder.join("run").exists());
    fine(folder, &[&RUN[..], &WITH].concat());
    let noted = &manifest(folder, "run")["experiment"]["equity"];
    assert_eq!(noted, &serde_json::json!({ "path": "five.bin", "blake3": hash }));

    // The key says the same as the flag, and the flag is over it.
    let (other, _) = prepared("equity = \"five.bin\"");
    fine(other.path(), &RUN);
    assert_eq!(manifest(other.path(), "run")["run_hash"], manifest(folder, "run")["run_hash"]);
    let seven = build(other.path(), 5, 7, "seven.bin");
    let mut over = [&RUN[..], &["--equity", "seven.bin"]].concat();
    over[4] = "over";
    fine(other.path(), &over);
    assert_eq!(manifest(other.path(), "over")["experiment"]["equity"]["blake3"], seven);
    let said = fine(other.path(), &["experiment", "check", "five.toml", "--no-probe"]);
    assert!(said.contains("\nEquity table: five.bin\n"), "{said}");
}

#[test]
fn a_run_without_a_table_notes_none() {
    let folder = tempfile::tempdir().unwrap();
    fine(folder.path(), &["tournament", "-s", "greedy", "--games", "5", "--out", "run"]);
    assert!(manifest(folder.path(), "run")["experiment"].get("equity").is_none());
}

#[test]
fn a_run_goes_on_and_is_reproduced_to_the_same_bytes() {
    let (folder, _) = prepared("equity = \"five.bin\"");
    let folder = folder.path();
    fine(folder, &RUN);
    fine(folder, &["tournament", "--resume", "run", "--games", "60", "--quiet", "--threads", "1"]);
    let whole = ["tournament", "five.toml", "--games", "60", "--quiet", "--threads", "3"];
    fine(folder, &[&whole[..], &["--out", "whole"]].concat());
    for name in ["games.csv", "blocks.csv", "summary.csv"] {
        let of = |run: &str| read(folder, &format!("{run}/{name}"));
        assert_eq!(of("run"), of("whole"), "{name}");
    }
    let said = fine(folder, &["reproduce", "run", "--quiet"]);
    assert!(said.contains("\nReproduced: "), "{said}");
    fine(folder, &["verify", "run"]);
    fine(folder, &["show", "run", "--game", "3"]);
    // The table has an effect: by another, other games are played.
    build(folder, 5, 7, "seven.bin");
    fine(folder, &[&whole[..], &["--out", "other", "--equity", "seven.bin"]].concat());
    assert_ne!(read(folder, "other/games.csv"), read(folder, "whole/games.csv"));
    let said = fine(folder, &["compare", "whole", "other"]);
    assert!(said.contains("equity"), "{said}");
}

#[test]
fn what_plays_again_refuses_a_table_that_is_not_what_it_was() {
    let (folder, was) = prepared("equity = \"five.bin\"");
    let folder = folder.path();
    fine(folder, &RUN);
    let before = read(folder, "run/manifest.json");
    let kept = read(folder, "five.bin");
    let commands: [(&[&str], bool); 3] = [
        (&["tournament", "--resume", "run", "--games", "60", "--quiet"], false),
        (&["show", "run", "--game", "3"], false),
        // It tells in its report what makes it impossible.
        (&["reproduce", "run", "--quiet"], true),
    ];
    let try_all = |parts: &[&str]| {
        for (command, reports) in commands {
            let (code, said, told) = domeng(folder, command);
            assert_eq!(code, 1, "{command:?}: {said}{told}");
            let text = if reports { said } else { told };
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for part in parts {
                assert!(text.contains(part), "{command:?}, {part}: {text}");
            }
        }
        assert_eq!(read(folder, "run/manifest.json"), before);
    };
    let is = build(folder, 5, 2, "five.bin");
    try_all(&["equity table five.bin is not the one", &is, &was, "put back"]);
    // What plays nothing does not need it.
    fine(folder, &["verify", "run"]);
    fs::remove_file(folder.join("five.bin")).unwrap();
    try_all(&["equity table five.bin: it can't be read: "]);
    build(folder, 6, 1, "five.bin");
    try_all(&["equity table five.bin is for other rules: `stones` is 6, not 5"]);
    let mut torn = kept.clone();
    torn[200] ^= 1;
    fs::write(folder.join("five.bin"), torn).unwrap();
    try_all(&["equity table five.bin: ", "rebuild it"]);
    fs::write(folder.join("five.bin"), kept).unwrap();
    for (command, _) in commands {
        fine(folder, command);
    }
}

#[test]
fn a_table_for_other_rules_is_refused_at_its_key() {
    let (folder, _) = prepared("equity = \"six.bin\"");
    let folder = folder.path();
    let told = refused(folder, 2, &RUN);
    assert!(
        told.contains("five.toml: line 1, column 10: equity table six.bin: it can't"),
        "{told}"
    );
    build(folder, 6, 1, "six.bin");
    let told = refused(folder, 2, &RUN);
    for part in ["line 1, column 10", "`stones` is 6, not 5", "equity build --rule stones=5 --out"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    // Even where no one needs it: a mistake it is all the same.
    let told = refused(folder, 2, &["tournament", "-s", "greedy", WITH[0], WITH[1]]);
    assert!(told.contains("five.bin is for other rules: `stones` is 5, not 25"), "{told}");
    assert!(!folder.join("run").exists() && !folder.join("runs").exists());
    let told = refused(folder, 2, &["tournament", "--resume", "run", WITH[0], WITH[1]]);
    assert!(told.contains("cannot be used with"), "{told}");
}

#[test]
fn a_simulation_keeps_to_its_table() {
    let (folder, was) = prepared("");
    let folder = folder.path();
    let spec = "monte-carlo:worlds=2";
    let begin = ["simulate", "-s", spec, "--rule", "stones=5", "--quiet", "-n"];
    let told = refused(folder, 2, &[&begin[..], &["20"]].concat());
    assert!(told.contains("rebuild"), "{told}");
    fine(folder, &[&begin[..], &["40", "--out", "whole.json"], &WITH].concat());
    fine(folder, &[&begin[..], &["20", "--out", "part.json"], &WITH].concat());
    let on = ["simulate", "--resume", "part.json", "--quiet", "-n", "40"];
    build(folder, 5, 2, "other.bin");
    let told = refused(folder, 2, &[&on[..], &["--equity", "other.bin"]].concat());
    assert!(told.contains(&format!("equity is {was}, but ")), "{told}");
    let kept = read(folder, "five.bin");
    fs::copy(folder.join("other.bin"), folder.join("five.bin")).unwrap();
    let told = refused(folder, 2, &on);
    assert!(told.contains("equity table five.bin is not the one") && told.contains(&was), "{told}");
    fs::write(folder.join("five.bin"), kept).unwrap();
    fine(folder, &[&on[..], &WITH].concat());
    assert_eq!(read(folder, "part.json"), read(folder, "whole.json"));
    let state: Value = serde_json::from_slice(&read(folder, "whole.json")).unwrap();
    assert_eq!(state["equity"], serde_json::json!({ "path": "five.bin", "blake3": was }));
}

#[test]
fn ask_leaves_out_who_can_not_play_by_the_rules_of_the_record() {
    let (folder, _) = prepared("equity = \"five.bin\"");
    let folder = folder.path();
    fine(folder, &[&RUN[..], &["--records"]].concat());
    // The lead of five tiles is a choice.
    let ask = [
        &["ask", "--record", "run/records.jsonl", "--game", "0", "--round", "0"][..],
        &["--ply", "0"],
    ]
    .concat();
    let said = fine(folder, &ask);
    let line = said.lines().find(|line| line.starts_with("monte-carlo: ")).unwrap();
    assert!(line.starts_with("monte-carlo: left out, for its objective `equity` has"), "{said}");
    assert!(said.contains("\ngreedy: "), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    let object = |more: &[&str]| -> Value {
        serde_json::from_str(&fine(folder, &[&ask[..], &["--json"], more].concat())).unwrap()
    };
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().unwrap().iter();
        list.map(|item| item["strategy"].as_str().unwrap().to_owned()).collect()
    };
    let without = object(&[]);
    assert_eq!(names(&without["answers"]), ["random", "greedy", "light", "heuristic"]);
    assert_eq!(names(&without["left_out"]), ["monte-carlo"]);
    assert!(without["left_out"][0]["why"].as_str().unwrap().contains("rebuild"));
    let with = object(&WITH);
    assert_eq!(names(&with["left_out"]), [""; 0]);
    assert!(names(&with["answers"]).contains(&"monte-carlo".to_owned()));
    // One that is named is not left out.
    let told = refused(folder, 2, &[&ask[..], &["-s", "monte-carlo"]].concat());
    assert!(told.contains("rebuild"), "{told}");
    build(folder, 6, 1, "six.bin");
    let told = refused(folder, 2, &[&ask[..], &["--equity", "six.bin"]].concat());
    assert!(told.contains("six.bin is for other rules: `stones` is 6, not 5"), "{told}");
}

#[test]
fn a_registry_takes_tables_beside_the_shipped_one() {
    let (folder, hash) = prepared("");
    let table = Equity::read(&folder.path().join("five.bin")).unwrap();
    assert_eq!(table.hash(), hash);
    let rules = Rules { stones: 5, ..Rules::default() };
    let registry = Registry::builtin();
    let spec = Spec::parse("monte-carlo", &registry).unwrap();
    assert!(spec.build(&registry, &rules).is_err());
    let registry = registry.with_equity(Arc::new(table));
    assert!(spec.build(&registry, &rules).is_ok());
    // Which is still there.
    assert!(spec.build(&registry, &Rules::default()).is_ok());
}

/// No table is made for so many stones, so none is advised.
#[test]
fn more_stones_than_tables_are_made_for_are_refused_without_advice_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["simulate", "-s", "monte-carlo", "-n", "1", "--rule", "stones=41"];
    let told = refused(folder.path(), 2, &run);
    assert!(told.contains("more than 40 stones; give `objective=stones`"), "{told}");
    assert!(!told.contains("equity build"), "{told}");
}
