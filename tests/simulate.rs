//! `domeng simulate` from the command line: what it prints, refuses, and leaves behind.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.arg("simulate").args(arguments).current_dir(folder).env("COLUMNS", "80");
    command
}

fn simulate(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// Exit code, stdout and stderr as one text, what differs from run to run and between machines
/// replaced.
fn transcript(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let all = format!("{}---\n{}", text(&output.stdout), text(&output.stderr));
    let differs = |line: &str| line.contains(" elections in ") || line.starts_with("lockstep, ");
    let lines = all.lines().map(|line| if differs(line) { "(engine)" } else { line });
    format!("exit {:?}\n{}", output.status.code(), lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_small_simulation_as_it_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["-s", "greedy", "-n", "5000", "--threads", "2", "--out", "sums.json"];
    let output = simulate(folder.path(), &arguments);
    let printed = transcript(&output);
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    let file = std::fs::read_to_string(folder.path().join("sums.json")).unwrap();
    let help = transcript(&simulate(folder.path(), &["--help"]));
    insta::assert_snapshot!(format!("{printed}\n\n{file}\n{help}"));
}

/// The object is that of the file, whatever plays and on however many threads.
#[test]
fn json_is_the_file_and_alone_on_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["-s", "random", "-n", "70000", "--seed", "9", "--rule", "opening=double", "--json"];
    let out = ["--out", "sums.json", "--threads", "4"];
    let kept = simulate(folder.path(), &[&run[..], &out].concat());
    let alone = simulate(folder.path(), &[&run[..], &["--threads", "1", "--quiet"]].concat());
    assert!(kept.status.success() && alone.status.success());
    assert_eq!(kept.stdout, alone.stdout);
    assert_eq!(std::fs::read(folder.path().join("sums.json")).unwrap(), alone.stdout);
    assert!(alone.stderr.is_empty());
}

#[test]
fn wrong_usage_is_refused_with_the_cure() {
    let folder = tempfile::tempdir().unwrap();
    let made = ["-s", "greedy", "-n", "40", "--quiet", "--out", "sums.json"];
    assert!(simulate(folder.path(), &made).status.success());
    let text = std::fs::read_to_string(folder.path().join("sums.json")).unwrap();
    std::fs::write(folder.path().join("cut.json"), &text[..300]).unwrap();
    std::fs::write(folder.path().join("notes.json"), "{}\n").unwrap();
    let old = text.replace("\"version\": \"", "\"version\": \"0.0.");
    std::fs::write(folder.path().join("old.json"), old).unwrap();
    let mut all = String::new();
    for (arguments, code) in [
        (&["-s", "greedy"][..], 2),
        (&["-s", "gredy", "-n", "5"], 2),
        (&["-s", "greedy", "-n", "0"], 2),
        (&["-s", "greedy", "-n", "1000000000000", "--rule", "max_rounds=1000000"], 2),
        (&["-s", "greedy", "-n", "5", "--rule", "stone=5"], 2),
        (&["-s", "greedy", "-n", "5", "--rule", "stones"], 2),
        (&["-s", "greedy", "-n", "5", "--rule", "stones=201"], 2),
        (&["-s", "greedy", "-n", "5", "--rule", "stones=many"], 2),
        (&["-s", "greedy", "-n", "5", "--rule", "opening=lempa"], 2),
        (&["-s", "greedy", "-n", "5", "--rule", "pass=1", "--rule", "pass=2"], 2),
        (&["-s", "greedy", "-n", "5", "--force"], 2),
        (&["-s", "greedy", "-n", "5", "--out", "sums.json"], 1),
        (&["-s", "greedy", "-n", "5", "--out", "notes.json", "--force"], 1),
        (&["--resume", "none.json"], 1),
        (&["--resume", "cut.json"], 2),
        (&["--resume", "notes.json"], 2),
        (&["--resume", "old.json"], 2),
        (&["--resume", "sums.json", "-s", "random"], 2),
        (&["--resume", "sums.json", "--seed", "2"], 2),
        (&["--resume", "sums.json", "--rule", "stones=24"], 2),
        (&["--resume", "sums.json", "-n", "39"], 2),
        (&["--resume", "sums.json", "--out", "sums.json"], 2),
    ] {
        let output = simulate(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", transcript(&output));
        all += &format!("$ domeng simulate {}\n{}\n\n", arguments.join(" "), transcript(&output));
    }
    let kept = std::fs::read_to_string(folder.path().join("sums.json")).unwrap();
    assert_eq!(kept, text);
    insta::assert_snapshot!(all);
}

#[test]
fn a_reader_that_leaves_is_no_failure_and_a_full_disk_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["-s", "random", "-n", "50", "--quiet"];
    let mut child =
        command(folder.path(), &run).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    if let Ok(full) = std::fs::File::options().write(true).open("/dev/full") {
        let output = command(folder.path(), &run).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(transcript(&output).contains("domeng: results can't be printed: "));
    }
}

/// A simulation of more elections than it will ever play, once its file has some of them.
#[cfg(unix)]
fn under_way(folder: &Path) -> Child {
    let run = ["-s", "greedy", "-n", "1000000000000", "--out", "sums.json", "--quiet"];
    let child =
        command(folder, &run).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while done(folder) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(120), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

/// Elections that the file has.
#[cfg(unix)]
fn done(folder: &Path) -> u64 {
    let text = std::fs::read_to_string(folder.join("sums.json")).unwrap_or_default();
    let state: Option<serde_json::Value> = serde_json::from_str(&text).ok();
    state.and_then(|state| state["done"].as_u64()).unwrap_or_default()
}

/// Resumed with fewer elections asked for, the file has the bytes of a run that was never stopped.
#[cfg(unix)]
#[test]
fn a_killed_run_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = under_way(folder.path());
    // Another may not write to the file meanwhile.
    let second = simulate(folder.path(), &["--resume", "sums.json"]);
    assert_eq!(second.status.code(), Some(1));
    assert!(transcript(&second).contains("another simulation is writing to sums.json"));
    // Signal 9, which nothing can catch.
    child.kill().unwrap();
    child.wait().unwrap();
    let done = done(folder.path());
    let all = (done + 100_000).to_string();
    let go_on = ["--resume", "sums.json", "--json", "--quiet", "-n", &all];
    let resumed = simulate(folder.path(), &go_on);
    assert!(resumed.status.success(), "{}", transcript(&resumed));
    let whole = simulate(folder.path(), &["-s", "greedy", "--json", "--quiet", "-n", &all]);
    assert!(resumed.stdout == whole.stdout);
    assert!(std::fs::read(folder.path().join("sums.json")).unwrap() == whole.stdout);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let child = under_way(folder.path());
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(1));
    let done = done(folder.path());
    assert!(said.contains(&format!("INCOMPLETE: stopped after {done} of 1000000000000")), "{said}");
    assert!(said.contains("go on by\n  domeng simulate --resume=sums.json"), "{said}");
    // Whole stretches, and no lock file left.
    assert_eq!(done % 32_768, 0);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The table has room for the means of as many stones as the rules allow.
#[test]
fn means_of_two_hundred_stones_stay_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["-s", "random", "-n", "300", "--rule", "stones=200", "--quiet"];
    let printed = transcript(&simulate(folder.path(), &run));
    let whole = |line: &&str| line.trim_end().ends_with(|c: char| c.is_ascii_digit());
    let rows = printed.lines().filter(whole).filter(|line| line.matches('%').count() == 4);
    let means = rows.filter_map(|row| row.split_whitespace().last()?.parse::<f64>().ok());
    let means: Vec<f64> = means.collect();
    assert_eq!(means.len(), 5, "{printed}");
    assert!(means.iter().all(|mean| (30.0..=50.0).contains(mean)), "{printed}");
}

/// A pipe has nothing to go on with; waiting for one to be written would hang.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_file_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    let output = simulate(folder.path(), &["--resume", "pipe"]);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
}

/// What a killed write leaves goes when the file is next held; what others have named alike stays.
#[test]
fn leavings_of_a_killed_write_are_swept() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["-s", "greedy", "-n", "40", "--quiet", "--out", "sums.json"];
    assert!(simulate(folder.path(), &run).status.success());
    for name in [".sums.json.Ab3xYz", ".sums.json.notes", ".others.json.Ab3xYz"] {
        std::fs::write(folder.path().join(name), "half").unwrap();
    }
    assert!(simulate(folder.path(), &["--resume", "sums.json"]).status.success());
    let is_there = |name: &str| folder.path().join(name).exists();
    assert!(!is_there(".sums.json.Ab3xYz"));
    assert!(is_there(".sums.json.notes") && is_there(".others.json.Ab3xYz"));
}

/// The number of the form is what is wrong, and is what is named.
#[test]
fn another_form_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["-s", "greedy", "-n", "40", "--quiet", "--out", "sums.json"];
    assert!(simulate(folder.path(), &run).status.success());
    let path = folder.path().join("sums.json");
    let text =
        std::fs::read_to_string(&path).unwrap().replacen("\"domeng\": 1", "\"domeng\": 2", 1);
    std::fs::write(&path, text).unwrap();
    let printed = transcript(&simulate(folder.path(), &["--resume", "sums.json"]));
    assert!(printed.contains("form is number 2"), "{printed}");
}
