//! The command line: what it prints, how it refuses, and what it leaves behind when it ends early.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn domeng(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.args(arguments).current_dir(folder).env("COLUMNS", "80");
    command
}

/// Exit code, stdout and stderr as one text, what differs from run to run replaced.
fn transcript(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let all = format!("{}---\n{}", text(&output.stdout), text(&output.stderr));
    let timed = |line: &str| line.contains(" elections in ");
    let lines = all.lines().map(|line| if timed(line) { "(speed)" } else { line });
    format!("exit {:?}\n{}", output.status.code(), lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_small_run_as_it_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["tournament", "-s", "greedy", "-s", "random", "-s", "wide 宽=greedy"];
    let small = ["--games", "13", "--seed", "4", "--out", "run"];
    let output = domeng(folder.path(), &[&arguments[..], &small].concat());
    insta::assert_snapshot!(transcript(&output));
}

#[test]
fn descriptions_fit_80_columns_and_tell_the_values_of_an_alias() {
    let folder = tempfile::tempdir().unwrap();
    let list = ["random", "greedy", "light", "heuristic", "monte-carlo", "omniscient", "champion"];
    for name in list {
        let told = transcript(&domeng(folder.path(), &["strategies", name]));
        let widest = told.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{told}");
        assert!(name != "champion" || told.contains("worlds = 4096  ("), "{told}");
    }
}

#[test]
fn strategies_are_listed_and_described() {
    let folder = tempfile::tempdir().unwrap();
    let list = transcript(&domeng(folder.path(), &["strategies"]));
    let one = transcript(&domeng(folder.path(), &["strategies", "monte-carlo"]));
    insta::assert_snapshot!(format!("{list}\n\n{one}"));
}

#[test]
fn wrong_usage_is_refused_with_the_cure() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("unknown.toml", "pool = [\"greedy\"]\ngamess = 5\n");
    write("bounds.toml", "pool = [\"greedy\"]\n[rules]\nstones = 201\n");
    write("type.toml", "pool = \"greedy\"\n");
    write("mine.toml", "strategy = \"heuristic\"\n[parameters]\nheavyy = 2\n");
    write("empty.json", "{}");
    write("word.json", "{\"lockstep\": {\"greedy\": {\"rounds_per_s\": \"fast\"}}}");
    let mut all = String::new();
    for arguments in [
        &["tournament", "-s", "gredy"][..],
        &["tournament", "-s", "heuristic:heavy=200"],
        &["tournament", "-s", "monte-carlo:worlds=1.5"],
        &["tournament", "-s", "mine.toml"],
        &["tournament", "-s", "greedy", "--design", "duel"],
        &["tournament", "-s", "greedy", "--design", "league"],
        &["tournament", "-s", "greedy", "--games", "0"],
        &["tournament", "none.toml"],
        &["tournament", "unknown.toml"],
        &["tournament", "bounds.toml"],
        &["tournament", "type.toml"],
        &["tournament", "--threads", "0"],
        &["strategies", "monte"],
        &["bench", "--threads", "0"],
        &["bench", "--span", "0"],
        &["bench", "--save", "mine.toml"],
        &["bench", "--compare", "none.json"],
        &["bench", "--compare", "mine.toml"],
        &["bench", "--compare", "empty.json"],
        &["bench", "--compare", "word.json"],
    ] {
        let output = domeng(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", transcript(&output));
        all += &format!("$ domeng {}\n{}\n\n", arguments.join(" "), transcript(&output));
    }
    // Nothing was begun.
    assert!(!folder.path().join("runs").exists());
    insta::assert_snapshot!(all);
}

#[test]
fn the_bench_tells_its_flags() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(transcript(&domeng(folder.path(), &["bench", "--help"])));
}

#[test]
fn a_saved_bench_is_compared_with() {
    let folder = tempfile::tempdir().unwrap();
    let bench = |more: &[&str]| domeng(folder.path(), &[&["bench", "--span", "1"], more].concat());
    let saved = bench(&["--json", "--save", "saved.json"]);
    assert!(saved.status.success(), "{}", transcript(&saved));
    let json = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).unwrap();
    let printed = json(&saved.stdout);
    let file = std::fs::read(folder.path().join("saved.json")).unwrap();
    assert_eq!(json(&file), printed);
    let words = ["avx512", "avx2", "sse2", "neon", "portable"];
    assert!(words.contains(&printed["lockstep"]["path"].as_str().unwrap()));
    for what in ["/random", "/greedy", "/lockstep/random", "/lockstep/greedy"] {
        for key in ["elections_per_s", "rounds_per_s", "plies_per_s"] {
            assert!(printed.pointer(what).unwrap()[key].as_f64().unwrap() > 0.0, "{what} {key}");
        }
    }
    assert!(printed["worlds_per_s"].as_f64().unwrap() > 0.0);
    assert!(printed["shuffled"]["worlds_per_s"].as_f64().unwrap() > 0.0);
    // Some positions allow one deal in thousands, most allow one in a few.
    let given_up = printed["shuffled"]["given_up"].as_f64().unwrap();
    assert!(given_up > 0.0 && given_up < 0.5, "{given_up}");
    let compared = json(&bench(&["--json", "--compare", "saved.json"]).stdout);
    assert_eq!(compared["compare"]["remarks"], serde_json::json!([]));
    let speeds = compared["compare"]["speeds"].as_array().unwrap();
    let what = serde_json::json!("lockstep.greedy.rounds_per_s");
    let pair = speeds.iter().find(|pair| pair["what"] == what).unwrap();
    assert_eq!(pair["baseline"], printed["lockstep"]["greedy"]["rounds_per_s"]);
    assert_eq!(pair["now"], compared["lockstep"]["greedy"]["rounds_per_s"]);
    // As text, with play that was another.
    let text = String::from_utf8(file).unwrap();
    let checksum = printed["checksum"].as_str().unwrap();
    std::fs::write(folder.path().join("saved.json"), text.replace(checksum, "0123")).unwrap();
    let output = bench(&["--compare", "saved.json", "--threads", "2"]);
    let said = transcript(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains(&format!("checksum 0123 in the baseline, {checksum} now")), "{said}");
    assert!(said.contains("another number of threads: 1 in the baseline, 2 now"), "{said}");
    assert!(said.contains("lockstep.greedy.rounds_per_s"), "{said}");
}

#[test]
fn a_report_that_cannot_be_saved_is_a_failed_run() {
    let folder = tempfile::tempdir().unwrap();
    let save = |path: &str| domeng(folder.path(), &["bench", "--span", "1", "--save", path]);
    let output = save("none/saved.json");
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    assert!(transcript(&output).contains("domeng: none/saved.json: "));
}

/// Only a report is replaced by a report.
#[test]
fn a_report_replaces_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes.txt"), "precious").unwrap();
    let save = |path: &str| domeng(folder.path(), &["bench", "--span", "1", "--save", path]);
    for path in [".", "notes.txt", "/dev/null"] {
        let output = save(path);
        assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
        assert!(transcript(&output).contains("holds no report"), "{}", transcript(&output));
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "precious");
    assert!(save("saved.json").status.success());
    assert!(save("saved.json").status.success());
}

#[test]
fn the_environment_forces_a_path_that_the_machine_has() {
    let folder = tempfile::tempdir().unwrap();
    let forced = |word: &str, arguments: &[&str]| {
        command(folder.path(), arguments).env("DOMENG_LOCKSTEP", word).output().unwrap()
    };
    for wrong in ["avx1024", ""] {
        let output = forced(wrong, &["strategies"]);
        assert_eq!(output.status.code(), Some(2));
        let said = transcript(&output);
        let begins = format!("domeng: DOMENG_LOCKSTEP is `{wrong}`; this machine has ");
        assert!(said.contains(&begins), "{said}");
    }
    // What every processor of the architecture has comes last.
    let said = transcript(&forced("avx1024", &["strategies"]));
    let word = said.trim_end().rsplit([' ', ',']).next().unwrap().to_owned();
    let output = forced(&word, &["bench", "--json", "--span", "1"]);
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed["lockstep"]["path"], serde_json::json!(word));
}

#[test]
fn folders_are_new_each_time_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["tournament", "-s", "random", "--games", "5", "--quiet"];
    for name in ["runs/default-1", "runs/default-2"] {
        assert!(domeng(folder.path(), &run).status.success());
        assert!(folder.path().join(name).join("summary.csv").exists(), "{name}");
    }
    let into = [&run[..], &["--out", "runs/default-1"]].concat();
    let refused = domeng(folder.path(), &into);
    assert_eq!(refused.status.code(), Some(1));
    assert!(transcript(&refused).contains("holds a run; choose another --out, or --force"));
    assert!(domeng(folder.path(), &[&into[..], &["--force"]].concat()).status.success());
    let unwritable = domeng(folder.path(), &[&run[..], &["--out", "/proc/none"]].concat());
    assert_eq!(unwritable.status.code(), Some(1));
    assert!(
        transcript(&unwritable).contains("domeng: /proc/none: "),
        "{}",
        transcript(&unwritable)
    );
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["tournament", "-s", "random", "--games", "5", "--out", "run"];
    for arguments in [&run[..], &["strategies"], &["show", "run", "--game", "0"]] {
        let mut child = command(folder.path(), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let told = transcript(&output);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {told}");
        assert!(!told.contains("panicked") && !told.contains("Broken pipe"), "{told}");
    }
    // The run itself is whole: only its table found no reader.
    let manifest = std::fs::read_to_string(folder.path().join("run/manifest.json")).unwrap();
    assert!(manifest.contains("\"complete\": true"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_that_it_is_incomplete() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["tournament", "-s", "greedy", "--games", "1000000000", "--out", "run"];
    let mut child =
        command(folder.path(), &run).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let games = folder.path().join("run/games.csv");
    let begun = Instant::now();
    while std::fs::metadata(&games).map_or(0, |file| file.len()) < 1_000_000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(1));
    let manifest = std::fs::read_to_string(folder.path().join("run/manifest.json")).unwrap();
    assert!(manifest.contains("\"complete\": false"));
    assert!(folder.path().join("run/summary.csv").exists());
    let rows = std::fs::read_to_string(games).unwrap();
    // The header and five rows a block.
    assert_eq!((rows.lines().count() - 1) % 5, 0);
    assert!(rows.ends_with('\n'));
}

/// A limit on the size of files stands in for a full disk: writes past it fail likewise.
#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_whole_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let limited = "trap '' XFSZ; ulimit -f 600; exec \"$0\" \"$@\"";
    let run = ["tournament", "-s", "greedy", "-s", "random", "--games", "1000000", "--records"];
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_domeng")])
        .args(run)
        .args(["--quiet", "--out", "run"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("go on with: domeng tournament --resume run"), "{said}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("run").join(name)).unwrap();
    assert!(read("manifest.json").contains("\"complete\": false"));
    let (games, records) = (read("games.csv"), read("records.jsonl"));
    let rows = games.lines().count() - 1;
    assert_eq!((rows % 5, records.lines().count()), (0, rows));
    assert!(games.ends_with('\n') && records.ends_with('\n'));
    // Two entrants: two rows a block of five games.
    assert_eq!(read("blocks.csv").lines().count() - 1, rows / 5 * 2);
}
