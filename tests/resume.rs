//! Runs that are broken off go on to the bytes of one that was not, wherever they were.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use domeng::engine::Seed;

fn domeng(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.arg("tournament").args(arguments).arg("--quiet").current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    domeng(folder, arguments).output().unwrap()
}

fn resume(folder: &Path, threads: &str) -> Output {
    run(folder, &["--resume", "run", "--threads", threads])
}

/// Every file of a run but the lock, by name; of the manifest what does not depend on the time, the
/// threads, and where checkpoints were made.
fn files(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(run).unwrap() {
        let entry = entry.unwrap();
        files.insert(entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
    }
    assert!(files.contains_key("report.html"), "there is no report");
    let mut manifest: serde_json::Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    for key in ["started", "ended", "threads"] {
        manifest.as_object_mut().unwrap().remove(key);
    }
    files.insert("manifest.json".to_owned(), serde_json::to_vec_pretty(&manifest).unwrap());
    files
}

/// Draws below a bound.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 += 1;
        Seed(self.0).seating(0).below(bound)
    }
}

/// Everything that grows, in a mix that has arms, several elections a game and undecided ones.
const EXPERIMENT: &str = r#"
design = "mix"
pool = ["greedy", "b,c=random"]
games = 1600
elections = 2
[outputs]
records = true
rounds = true
[rules]
max_rounds = 40
"#;

fn written(folder: &Path, zstd: bool) {
    let text = EXPERIMENT.replace("[outputs]", &format!("[outputs]\nzstd = {zstd}"));
    fs::write(folder.join("experiment.toml"), text).unwrap();
}

/// The whole run, for comparison.
fn whole(folder: &Path, zstd: bool) -> BTreeMap<String, Vec<u8>> {
    written(folder, zstd);
    let output = run(folder, &["experiment.toml", "--out", "whole", "--force"]);
    assert!(output.status.success(), "{output:?}");
    files(&folder.join("whole"))
}

fn assert_same(folder: &Path, expected: &BTreeMap<String, Vec<u8>>, what: &str) {
    let found = files(&folder.join("run"));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(expected), "{what}");
    for (name, bytes) in expected {
        assert!(found[name] == *bytes, "{what}: {name} differs");
    }
}

/// Kills it again and again, each time a little later, until a resumed run gets to its end.
#[test]
fn killed_at_random_moments() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut drawn = Drawn(1);
    let mut kills = 0;
    for zstd in [false, true] {
        let expected = whole(folder, zstd);
        while kills < if zstd { 50 } else { 25 } {
            let mut fresh = true;
            // On a busy machine the first moments are over before anything is played.
            let mut latest = 120;
            loop {
                let threads = (1 + drawn.below(3)).to_string();
                let first = ["experiment.toml", "--out", "run", "--force", "--threads", &threads];
                let next = ["--resume", "run", "--threads", &threads];
                // A run that was killed before it had a manifest has nothing to go on with.
                fresh &= !folder.join("run/manifest.json").exists();
                let mut child = domeng(folder, if fresh { &first } else { &next }).spawn().unwrap();
                std::thread::sleep(Duration::from_millis(drawn.below(latest)));
                latest += 10;
                if child.try_wait().unwrap().is_some() {
                    let output = child.wait_with_output().unwrap();
                    assert!(output.status.success(), "{output:?}");
                    break;
                }
                child.kill().unwrap();
                child.wait().unwrap();
                kills += 1;
            }
            assert_same(folder, &expected, &format!("after {kills} kills"));
            fs::remove_dir_all(folder.join("run")).unwrap();
        }
    }
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// What a power cut leaves: files of any length, of one run; a tail of zeros; none at all.
#[test]
fn truncated_at_random_lengths() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut drawn = Drawn(1000);
    for zstd in [false, true] {
        let expected = whole(folder, zstd);
        let growing: Vec<&String> = expected
            .keys()
            .filter(|name| {
                name.contains("blocks")
                    || name.contains("games")
                    || name.contains("rounds")
                    || name.contains("records")
            })
            .collect();
        assert_eq!(growing.len(), 4);
        for round in 0..25 {
            copy(&folder.join("whole"), &folder.join("run"));
            let mut cut = Vec::new();
            for name in &growing {
                let length = expected[*name].len() as u64;
                let kept = match drawn.below(6) {
                    0 => length,
                    1 => drawn.below(60),
                    2 => length - 1 - drawn.below(300),
                    _ => drawn.below(length),
                };
                let path = folder.join("run").join(name);
                let file = OpenOptions::new().write(true).open(&path).unwrap();
                file.set_len(kept).unwrap();
                if drawn.below(4) == 0 {
                    file.set_len(kept + drawn.below(5000)).unwrap();
                }
                if drawn.below(12) == 0 {
                    fs::remove_file(&path).unwrap();
                }
                cut.push(kept);
            }
            let threads = (1 + drawn.below(3)).to_string();
            let output = resume(folder, &threads);
            let what = format!("{zstd} {round}: {cut:?}");
            assert!(output.status.success(), "{what}: {output:?}");
            assert_same(folder, &expected, &what);
        }
    }
}

#[test]
fn a_longer_run_is_the_same_from_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for zstd in [false, true] {
        let expected = whole(folder, zstd);
        let short = ["experiment.toml", "--out", "run", "--force", "--games", "85"];
        assert!(run(folder, &short).status.success());
        for games in ["85", "86", "700", "1600", "1600"] {
            let output = run(folder, &["--resume", "run", "--games", games]);
            assert!(output.status.success(), "{output:?}");
        }
        assert_same(folder, &expected, "1600 games");
        let fewer = run(folder, &["--resume", "run", "--games", "1000"]);
        assert_eq!(fewer.status.code(), Some(2));
        assert_same(folder, &expected, "still");
    }
}

/// What was changed and not cut off is refused, before anything is touched.
#[test]
fn changed_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let longer = ["--resume", "run", "--games", "2000"];
    for zstd in [false, true] {
        whole(folder, zstd);
        let damaged = if zstd { "records.jsonl.zst" } else { "blocks.csv" };
        copy(&folder.join("whole"), &folder.join("run"));
        let path = folder.join("run").join(damaged);
        let mut bytes = fs::read(&path).unwrap();
        bytes[1000] ^= 0x10;
        fs::write(&path, bytes).unwrap();
        let before = files(&folder.join("run"));
        let output = run(folder, &longer);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(damaged) && said.contains("are not those"), "{said}");
        assert!(!said.contains("go on with"), "{said}");
        assert!(files(&folder.join("run")) == before);
    }
    let path = folder.join("run/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"max_rounds\": 40", "\"max_rounds\": 41")).unwrap();
    let output = run(folder, &longer);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("not the one that the run was begun with"), "{said}");
}

/// A damaged frame of a compressed file is never read, wherever it is.
#[test]
fn damaged_frames_are_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let expected = whole(folder, true);
    for (name, at) in [("games.csv.zst", 500), ("records.jsonl.zst", 100)] {
        copy(&folder.join("whole"), &folder.join("run"));
        // As after a run of which no checkpoint has seen a byte.
        let path = folder.join("run/manifest.json");
        let mut manifest: serde_json::Value =
            serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        manifest["checkpoint"] = serde_json::json!({ "blocks": 0, "files": {} });
        fs::write(&path, manifest.to_string()).unwrap();
        let path = folder.join("run").join(name);
        let mut bytes = fs::read(&path).unwrap();
        bytes[at] ^= 0x10;
        fs::write(&path, bytes).unwrap();
        assert!(resume(folder, "2").status.success());
        assert_same(folder, &expected, name);
    }
}
