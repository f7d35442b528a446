//! `domeng reproduce DIR`: the same files from the manifest alone, and what is said where not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.args(arguments).current_dir(folder);
    command
}

fn domeng(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn run(folder: &Path, arguments: &[&str]) -> PathBuf {
    let output = domeng(folder, &[&["tournament", "--quiet", "--out", "run"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder.join("run")
}

/// Exit code and stdout.
fn reproduce(folder: &Path, more: &[&str]) -> (i32, String) {
    let output = domeng(folder, &[&["reproduce", "run", "--quiet"], more].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{said}");
    (output.status.code().unwrap(), text + &said)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn manifest(path: &Path, change: impl FnOnce(&mut Value)) {
    let path = path.join("manifest.json");
    let mut value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut value);
    fs::write(path, serde_json::to_string_pretty(&value).unwrap()).unwrap();
}

const SMALL: [&str; 7] = ["-s", "greedy", "-s", "random", "--games", "40", "--records"];

#[test]
fn a_run_is_reproduced_at_any_number_of_threads_and_nothing_stays() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &[&SMALL[..], &["--zstd", "--rounds"]].concat());
    for threads in ["1", "3"] {
        let (code, text) = reproduce(folder.path(), &["--threads", threads]);
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("\nReproduced: 11 files, the same byte for byte\n"), "{text}");
        assert_eq!(text.matches(" same\n").count(), 12, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
    assert_eq!(names(folder.path()), ["run"]);
    let (code, text) = reproduce(folder.path(), &["--keep", "kept"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(names(folder.path()), ["kept", "run"]);
    let same = |name: &str| {
        let read = |of: &str| fs::read(folder.path().join(of).join(name)).unwrap();
        assert_eq!(read("run"), read("kept"), "{name}");
    };
    same("blocks.csv.zst");
    same("summary.csv");
    // What is kept is not run over.
    let (code, text) = reproduce(folder.path(), &["--keep", "kept"]);
    assert_eq!(code, 1);
    assert!(text.contains("kept holds a run"), "{text}");
}

/// A manifest that tells of other results than follow: the files differ, and their first lines are
/// shown.
#[test]
fn another_result_is_told_file_by_file_with_its_first_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), &SMALL);
    manifest(&path, |value| value["experiment"]["seed"] = 2.into());
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 1);
    assert!(text.contains("NOT reproduced: 10 of 10 files are others"), "{text}");
    assert!(text.contains("\nblocks.csv:2: first difference, at byte "), "{text}");
    assert_eq!(text.matches(" OTHER\n").count(), 11, "{text}");
    assert_eq!(names(folder.path()), ["run"]);
}

#[test]
fn a_file_that_was_changed_since_is_told_apart_from_another_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), &SMALL);
    let games = fs::read_to_string(path.join("games.csv")).unwrap();
    fs::write(path.join("games.csv"), games.replacen("\n7,0,1,2,", "\n7,0,1,3,", 1)).unwrap();
    fs::remove_file(path.join("ends.csv")).unwrap();
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 1);
    assert!(text.contains("Reproduced by its manifest, but 2 of 10 files are not"), "{text}");
    assert!(text.contains("games.csv:9: first difference, at byte 7 of the line"), "{text}");
    assert!(text.contains("\n  then `3,all,"), "{text}");
}

#[test]
fn an_incomplete_run_is_reproduced_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), &[&SMALL[..], &["--zstd"]].concat());
    // As one that was killed, its files torn at different places.
    manifest(&path, |value| {
        for key in ["ended", "blocks_done", "run_hash"] {
            value[key] = Value::Null;
        }
        value["complete"] = false.into();
        value["files"] = serde_json::json!({});
        value["checkpoint"] = serde_json::json!({"blocks": 0, "files": {}});
        value["experiment"]["games"] = 200.into();
        value["experiment"]["games_played"] = 200.into();
        value["experiment"]["blocks"] = 40.into();
    });
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("INCOMPLETE: 8 of 40 blocks are run again"), "{text}");
    assert!(
        text.contains("3 files, the same byte for byte, as far as 8 whole blocks go"),
        "{text}"
    );
    let blocks = path.join("blocks.csv.zst");
    fs::write(&blocks, &fs::read(&blocks).unwrap()[..20]).unwrap();
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 1);
    assert!(text.contains("holds no whole block to compare"), "{text}");
}

/// One that was stopped in order has hashes for the blocks it has, which are not those of a whole
/// cycle.
#[test]
fn a_stopped_run_is_reproduced_to_the_block() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let long = ["tournament", "-s", "greedy", "-s", "random", "-s", "light", "--out", "run"];
    let mut child = command(folder.path(), &[&long[..], &["--games", "100000000"]].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for(|| fs::metadata(path.join("games.csv")).is_ok_and(|file| file.len() > 10_000));
    interrupt(child.id());
    child.wait().unwrap();
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("INCOMPLETE: ") && text.contains("Reproduced: 9 files"), "{text}");
}

#[test]
fn an_interrupted_reproduction_removes_what_it_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), &SMALL);
    manifest(&path, |value| {
        value["experiment"]["games"] = 100_000_000.into();
        value["experiment"]["games_played"] = 100_000_000.into();
        value["experiment"]["blocks"] = 20_000_000.into();
        value["blocks_done"] = 20_000_000.into();
    });
    let again = |name: &String| name.starts_with(".run-again-");
    let child = command(folder.path(), &["reproduce", "run"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(|| names(folder.path()).iter().any(again));
    let made = names(folder.path()).into_iter().find(again).unwrap();
    wait_for(|| {
        let games = folder.path().join(&made).join("games.csv");
        fs::metadata(games).is_ok_and(|file| file.len() > 10_000)
    });
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("interrupted after ") && said.contains("nothing compared"), "{said}");
    assert_eq!(names(folder.path()), ["run"]);
}

fn wait_for(mut what: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn interrupt(id: u32) {
    let status = Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn what_is_otherwise_now_is_said_first() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    let write = |heavy: &str| {
        let text = format!("strategy = \"heuristic\"\n[parameters]\nheavy = {heavy}\n");
        fs::write(&mine, text).unwrap();
    };
    write("0.8");
    let path = run(folder.path(), &["-s", "mine=mine.toml", "-s", "greedy", "--games", "10"]);
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 0, "{text}");
    // But for what the build may say of itself.
    assert!(!text.contains("entrant ") && !text.contains(" then, "), "{text}");
    write("0.9");
    let (code, text) = reproduce(folder.path(), &[]);
    // Played as then, from the manifest.
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("entrant `mine`: mine.toml has changed since"), "{text}");
    fs::remove_file(&mine).unwrap();
    assert!(reproduce(folder.path(), &[]).1.contains("mine.toml can't be read now"));
    manifest(&path, |value| {
        value["program"]["version"] = "0.0.9".into();
        value["program"]["rustc"] = "rustc 1.0".into();
        value["experiment"]["rules"]["pass"] = 2.into();
        value["experiment"]["pool"][0]["parameters"].as_object_mut().unwrap().remove("heavy");
    });
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 1);
    for remark in [
        "version: 0.0.9 then, ",
        "rustc: rustc 1.0 then, ",
        "rules.pass is 2; the default is 1",
        "entrant `mine`: parameter `heavy` is new since",
    ] {
        assert!(text.contains(remark), "{remark}: {text}");
    }
    manifest(&path, |value| {
        value["experiment"]["pool"][0]["strategy"] = "oracle".into();
        value["experiment"]["pool"][1]["parameters"]["zeal"] = "1".into();
    });
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 1);
    // Both, and nothing is run.
    assert!(
        text.contains("can't be run again: entrant `mine`: unknown strategy `oracle`;"),
        "{text}"
    );
    assert!(text.contains("strategy `greedy` has no parameter\n    `zeal`; it has none"), "{text}");
    assert!(!text.contains("\nfile "), "{text}");
}

#[test]
fn what_is_no_run_or_no_place_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (code, text) = reproduce(folder.path(), &[]);
    assert_eq!(code, 1);
    assert!(text.contains("run/manifest.json: "), "{text}");
    run(folder.path(), &SMALL);
    let (code, text) = reproduce(folder.path(), &["--keep", "/proc/none"]);
    assert_eq!(code, 1);
    assert!(text.contains("domeng: /proc/none: "), "{text}");
    assert_eq!(domeng(folder.path(), &["reproduce"]).status.code(), Some(2));
}

/// A limit on the size of files stands in for a full disk.
#[cfg(unix)]
#[test]
fn a_write_that_fails_is_told_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["-s", "greedy", "--games", "20000"]);
    let limited = "trap '' XFSZ; ulimit -f 200; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_domeng"), "reproduce", "run", "--quiet"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("it could not be run again to its end: "), "{said}");
    assert_eq!(names(folder.path()), ["run"]);
}
