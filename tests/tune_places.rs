//! Where `domeng tune` writes: what is in the way is found out before any game, and nothing that was found
//! is lost.

use std::fs;
use std::path::Path;
use std::process::Output;

#[path = "commands/mod.rs"]
mod commands;

use commands::{domeng, told};

/// From all weights at 0, which plays the first move there is, much is to be gained.
const EASY: &str = include_str!("tuned/easy.toml");

/// The tuning of [`EASY`] with something changed, to the folder `run`.
fn tune(folder: &Path, changes: &[(&str, &str)], flags: &[&str]) -> Output {
    let spec = changes.iter().fold(EASY.to_owned(), |spec, (old, new)| {
        assert!(spec.contains(old), "{old}");
        spec.replacen(old, new, 1)
    });
    fs::write(folder.join("spec.toml"), spec).unwrap();
    domeng(folder, &[&["tune", "spec.toml", "--out", "run", "--quiet"], flags].concat())
}

fn error(output: &Output) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// What was asked for can't be done, for this reason; and nothing has begun.
#[track_caller]
fn refused(folder: &Path, output: &Output, reason: &str) {
    let error = error(output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(reason), "{error}");
    assert!(!folder.join("run").exists());
}

/// As if it had been killed in the middle of the search.
fn cut(folder: &Path) -> Vec<u8> {
    let run = folder.join("run");
    for name in ["report.md", "report.html", "sensitivity.csv"] {
        fs::remove_file(run.join(name)).unwrap();
    }
    let trials = fs::read(run.join("trials.csv")).unwrap();
    fs::write(run.join("trials.csv"), &trials[..trials.len() / 2]).unwrap();
    trials
}

#[test]
fn a_strategy_file_that_cannot_be_written_is_found_out_before_any_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("strategies"), "mine").unwrap();
    refused(folder, &tune(folder, &[], &[]), "strategies: it is no folder");
    fs::remove_file(folder.join("strategies")).unwrap();
    fs::create_dir_all(folder.join("strategies/better.toml")).unwrap();
    for flags in [&[][..], &["--force"]] {
        refused(folder, &tune(folder, &[], flags), "better.toml: it is no plain file");
    }
    fs::remove_dir(folder.join("strategies/better.toml")).unwrap();
    fs::write(folder.join("strategies/better.toml"), "strategy = \"greedy\"\n").unwrap();
    refused(folder, &tune(folder, &[], &[]), "better.toml is there; take another `name`");
}

#[cfg(unix)]
#[test]
fn links_pipes_and_devices_are_neither_read_nor_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("strategies")).unwrap();
    let target = folder.join("strategies/better.toml");
    for to in ["nowhere", "/dev/zero", "/dev/null"] {
        std::os::unix::fs::symlink(to, &target).unwrap();
        for flags in [&[][..], &["--force"]] {
            refused(folder, &tune(folder, &[], flags), "better.toml: it is no plain file");
        }
        fs::remove_file(&target).unwrap();
    }
    // Neither is what stands where the folder has a file of its own.
    let output = tune(folder, &[], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    cut(folder);
    for name in ["trials.csv", "tune.json"] {
        fs::remove_file(folder.join("run").join(name)).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.join("run").join(name)).unwrap();
        let output = domeng(folder, &["tune", "--resume", "run", "--quiet"]);
        assert_eq!(output.status.code(), Some(1), "{}", error(&output));
    }
}

#[test]
fn a_tuning_does_not_replace_the_file_that_it_is_of() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("strategies")).unwrap();
    fs::write(folder.join("strategies/better.toml"), "strategy = \"heuristic\"\n").unwrap();
    let weights = EASY.lines().nth(1).unwrap();
    let of_itself = [(weights, "strategy = \"better\"")];
    refused(folder, &tune(folder, &of_itself, &["--force"]), "is a file that this tuning is of");
    let against = [("\"random\"", "\"x=./strategies/better.toml\"")];
    refused(folder, &tune(folder, &against, &["--force"]), "is a file that this tuning is of");
}

#[test]
fn force_is_kept_for_resume() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("strategies")).unwrap();
    let target = folder.join("strategies/better.toml");
    fs::write(&target, "strategy = \"greedy\"\n").unwrap();
    let output = tune(folder, &[], &["--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    let found = fs::read(&target).unwrap();
    let trials = cut(folder);
    fs::write(&target, "strategy = \"greedy\"\n").unwrap();
    told(folder, &["tune", "--resume", "run", "--quiet"]);
    assert!(fs::read(&target).unwrap() == found);
    assert!(fs::read(folder.join("run/trials.csv")).unwrap() == trials);
    // What is complete says where its report is.
    let output = domeng(folder, &["tune", "--resume", "run"]);
    assert!(error(&output).contains("run is complete; its report is run/report.html"));
}

#[test]
fn a_file_that_has_come_to_be_there_stays_and_what_was_found_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let output = tune(folder, &[], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    let target = folder.join("strategies/better.toml");
    let found = fs::read(&target).unwrap();
    cut(folder);
    // Killed between the strategy file and the end: it is its own.
    told(folder, &["tune", "--resume", "run", "--quiet"]);
    cut(folder);
    fs::write(&target, "strategy = \"greedy\"\n").unwrap();
    let output = domeng(folder, &["tune", "--resume", "run", "--quiet"]);
    assert_eq!(output.status.code(), Some(2), "{}", error(&output));
    assert_eq!(fs::read(&target).unwrap(), b"strategy = \"greedy\"\n");
    fs::remove_file(&target).unwrap();
    told(folder, &["tune", "--resume", "run", "--quiet"]);
    assert!(fs::read(&target).unwrap() == found);
}

#[test]
fn a_page_that_cannot_be_written_does_not_keep_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let output = tune(folder, &[], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    cut(folder);
    fs::create_dir(folder.join("run/report.html")).unwrap();
    let output = domeng(folder, &["tune", "--resume", "run", "--quiet"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Confirmed: "));
    let error = error(&output);
    assert!(error.contains("report.html: it is no plain file"), "{error}");
    assert!(error.contains("go on with: domeng tune --resume run"), "{error}");
    assert!(!folder.join("run/report.md").exists(), "it is not complete");
    fs::remove_dir(folder.join("run/report.html")).unwrap();
    told(folder, &["tune", "--resume", "run", "--quiet"]);
    assert!(folder.join("run/report.md").exists());
}

#[test]
fn what_was_found_can_be_played_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let output = tune(folder, &[], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    let pool = ["-s", "./strategies/better.toml", "-s", "random"];
    let flags = ["--design", "duel", "--games", "50", "--quiet", "--out", "duel"];
    let table = told(folder, &[&["tournament"], &pool[..], &flags].concat());
    assert!(table.contains("Duel, 1 of better and 4 of random"), "{table}");
}

#[test]
fn files_of_a_tuning_that_were_changed_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let output = tune(folder, &[], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    fs::remove_file(folder.join("run/report.md")).unwrap();
    let changed = |name: &str, change: &dyn Fn(String) -> String, reason: &str| {
        let path = folder.join("run").join(name);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, change(text.clone())).unwrap();
        let output = domeng(folder, &["tune", "--resume", "run", "--quiet"]);
        let error = error(&output);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(reason), "{error}");
        // To go on would come to the same.
        assert!(!error.contains("go on with"), "{error}");
        fs::write(&path, text).unwrap();
    };
    let more = "is `x`; this tuning ends with the line before it";
    changed("trials.csv", &|text| text + "x\n", more);
    let last = |text: &String| text.lines().last().unwrap().to_owned() + "\n";
    changed("trials.csv", &|text| text.clone() + &last(&text), "ends with the line before it");
    changed("trials.csv", &|text| text.replace('\n', "\r\n"), "\\u{d}`");
    let budget = |text: String| text.replacen("\"budget\": 30000", "\"budget\": 30001", 1);
    changed("tune.json", &budget, "a file that it names has changed, or the plan was");
    told(folder, &["tune", "--resume", "run", "--quiet"]);
}
