//! Where a report may be written, and what of several runs it says first.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// What a command prints, and what it says on stderr; it must end with `code`.
#[track_caller]
fn told(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("domeng").unwrap();
    let output = command.current_dir(folder).args(arguments).output().unwrap();
    let [out, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{said}");
    assert!(!said.contains("panicked"), "{said}");
    (out, said)
}

fn run(folder: &Path, name: &str, flags: &[&str]) {
    told(folder, &[&["tournament", "--quiet", "--out", name], flags].concat(), 0);
}

const POOL: [&str; 4] = ["-s", "light", "-s", "random"];

#[test]
fn what_is_no_plain_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "run", &[&POOL[..], &["--games", "50"]].concat());
    let blocks = fs::read(folder.join("run/blocks.csv")).unwrap();
    let (_, said) = told(folder, &["report", "run", "--out", "run/blocks.csv"], 2);
    assert!(said.contains("run/blocks.csv is a file of a run, and left alone"), "{said}");
    assert_eq!(fs::read(folder.join("run/blocks.csv")).unwrap(), blocks);
    fs::create_dir(folder.join("folder")).unwrap();
    let (_, said) = told(folder, &["report", "run", "--out", "folder"], 1);
    assert!(said.contains("folder: the report can't be written"), "{said}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("elsewhere", folder.join("link.html")).unwrap();
        let (_, said) = told(folder, &["report", "run", "--out", "link.html"], 1);
        assert!(said.contains("it is no plain file, and left alone"), "{said}");
        assert!(folder.join("link.html").is_symlink() && !folder.join("elsewhere").exists());
    }
}

/// It would be found only after play, when the old results are gone.
#[test]
fn a_run_does_not_begin_where_its_report_can_not_be() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "run", &[&POOL[..], &["--games", "50"]].concat());
    let blocks = fs::read(folder.join("run/blocks.csv")).unwrap();
    fs::remove_file(folder.join("run/report.html")).unwrap();
    fs::create_dir(folder.join("run/report.html")).unwrap();
    let again = ["tournament", "-s", "light", "--games", "5", "--out", "run", "--force"];
    let (_, said) = told(folder, &again, 1);
    assert!(said.contains("run/report.html is no file, where a run has one"), "{said}");
    assert_eq!(fs::read(folder.join("run/blocks.csv")).unwrap(), blocks);
}

/// A report that was being written when the run was killed leaves nothing behind.
#[test]
fn what_a_killed_report_left_is_swept_away() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "run", &[&POOL[..], &["--games", "50"]].concat());
    fs::remove_file(folder.join("run/report.html")).unwrap();
    fs::write(folder.join("run/.report.html.a1b2c3"), "half").unwrap();
    told(folder, &["tournament", "--resume", "run"], 0);
    assert!(!folder.join("run/.report.html.a1b2c3").exists());
    assert!(folder.join("run/report.html").exists());
}

#[test]
fn runs_of_other_games_are_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "one", &[&POOL[..], &["--games", "200"]].concat());
    let rules = "pool = [\"light\", \"random\"]\ngames = 200\n[rules]\nstones = 9\n";
    fs::write(folder.join("nine.toml"), rules).unwrap();
    run(folder, "nine", &["nine.toml"]);
    let report = ["report", "one", "nine", "--format", "markdown", "--quiet"];
    told(folder, &report, 1);
    let (text, _) = told(folder, &[&report[..], &["--force"]].concat(), 0);
    assert!(text.contains("nine is of OTHER GAMES: rules.stones 25 – 9."), "{text}");
    assert!(text.contains(" points"), "{text}");
    let many = ["one"; 10];
    let (_, said) = told(folder, &[&["report", "--out", "many.html"], &many[..]].concat(), 2);
    assert!(said.contains("10 runs; a report has room for 9"), "{said}");
}

/// Results decide how many blocks such a run has, and p-values would be those of a fixed number.
#[test]
fn nothing_is_called_real_beside_a_sequential_test() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let until = ["--design", "duel", "--until", "decided", "--h1", "0.205"];
    run(folder, "run", &[&POOL[..], &until].concat());
    let differences = fs::read_to_string(folder.join("run/differences.csv")).unwrap();
    for row in differences.lines().skip(1) {
        assert!(row.ends_with(",,,1,"), "{row}");
    }
    for command in [&["decide", "run", "--quiet"][..], &["report", "run", "--format", "terminal"]] {
        let (text, _) = told(folder, command, 0);
        assert!(!text.contains("real difference") && !text.contains(" yes "), "{text}");
        assert!(text.replace('\n', " ").contains("the sequential test is what tells"), "{text}");
    }
}
