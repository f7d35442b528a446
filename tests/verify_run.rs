//! `domeng verify DIR`: every file of a run tampered with in every column, and what is left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Runs an experiment into `folder/run` with the program.
fn run(folder: &Path, experiment: &str, more: &[&str]) -> PathBuf {
    let file = folder.join("experiment.toml");
    fs::write(&file, experiment).unwrap();
    let (file, path) = (file.to_str().unwrap(), folder.join("run"));
    let arguments = ["tournament", file, "--quiet", "--out", path.to_str().unwrap()];
    let output = domeng(&[&arguments[..], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    path
}

fn domeng(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_domeng")).args(arguments).output().unwrap()
}

/// Exit code and stdout of `domeng verify PATH`.
fn verify(path: &Path, more: &[&str]) -> (i32, String) {
    let output = domeng(&[&["verify", "--quiet", path.to_str().unwrap()], more].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.is_empty(), "{said}");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// `NAME:LINE` of each finding, NAME where it is about a file as a whole.
fn places(path: &Path) -> Vec<String> {
    let (code, text) = verify(path, &["--json"]);
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, rows) = rows.split_last().unwrap();
    assert_eq!(code, i32::from(last["wrong"].as_u64().unwrap() > 0), "{text}");
    rows.iter()
        .map(|row| {
            let file = Path::new(row["file"].as_str().unwrap());
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            row["line"].as_u64().map_or(name.clone(), |line| format!("{name}:{line}"))
        })
        .collect()
}

const SMALL: &str = r#"
pool = ["greedy", "a, \"b\"=random", "random"]
games = 15
elections = 2
seed = 5
[outputs]
rounds = true
records = true
"#;

/// Changes line `line` (from 1) of a file.
fn change(path: &Path, line: usize, with: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    lines[line - 1] = with(lines[line - 1].trim_end_matches('\n')) + "\n";
    fs::write(path, lines.concat()).unwrap();
}

/// Another value of the same kind.
fn other(field: &str) -> String {
    match field.parse::<u64>() {
        Ok(number) => (number + 1).to_string(),
        Err(_) if field.is_empty() => "3".to_owned(),
        Err(_) => format!("{field}x"),
    }
}

/// Fields of a row, quotes left on.
fn split(row: &str) -> Vec<String> {
    let mut quoted = false;
    row.split(|c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    })
    .map(str::to_owned)
    .collect()
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Makes the manifest tell of the files as they now are, as one would who wants not to be found
/// out.
fn cover_up(path: &Path) {
    let manifest = path.join("manifest.json");
    let mut value: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    let mut lines = String::new();
    for (name, entry) in value["files"].as_object_mut().unwrap() {
        let bytes = fs::read(path.join(name)).unwrap();
        let hash = blake3::hash(&bytes).to_hex().to_string();
        lines += &format!("{name} {hash}\n");
        entry["blake3"] = hash.into();
        entry["bytes"] = bytes.len().into();
    }
    value["run_hash"] = blake3::hash(lines.as_bytes()).to_hex().to_string().into();
    value["checkpoint"]["files"] = serde_json::json!({});
    fs::write(manifest, serde_json::to_string_pretty(&value).unwrap() + "\n").unwrap();
}

#[test]
fn a_run_is_right_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mix = SMALL.replace(", \"random\"]", "]")
        + "[rules]\nmax_rounds = 9\ncamat_check = \"before-payment\"\n";
    for (number, (experiment, flags)) in [
        (SMALL.to_owned(), &[][..]),
        (SMALL.to_owned(), &["--zstd"]),
        (SMALL.to_owned(), &["--no-games"]),
        ("pool = [\"random\"]\ngames = 50\n".to_owned(), &["--no-games"]),
        (mix, &["--design", "mix"]),
        (SMALL.replace("random\"]", "light\", \"random\", \"greedy\", \"light\"]"), &[]),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder.path().join(number.to_string());
        fs::create_dir(&folder).unwrap();
        let path = run(&folder, &experiment, flags);
        let (code, text) = verify(&path, &[]);
        assert_eq!(code, 0, "{number}: {text}");
        assert!(text.ends_with("all of it is right\n"), "{number}: {text}");
    }
}

/// Any byte that is changed is found by the hash, and named by its line wherever it is against what
/// the rest of the run says. Here each column of each file is changed and the manifest made to
/// agree, so that only the line is left to find.
#[test]
fn every_column_of_every_file_is_held_against_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(folder.path(), SMALL, &[]);
    let path = folder.path().join("changed");
    let files = [
        ("blocks.csv", 3),
        ("games.csv", 6),
        ("rounds.csv", 9),
        ("summary.csv", 2),
        ("stones.csv", 5),
        ("head_to_head.csv", 3),
        ("seats.csv", 4),
        ("ends.csv", 3),
        ("pairing.csv", 2),
        ("differences.csv", 2),
    ];
    for (name, line) in files {
        let text = fs::read_to_string(whole.join(name)).unwrap();
        let header = split(text.lines().next().unwrap());
        for (column, title) in header.iter().enumerate() {
            // Who had a choice, and whether it was legal, is in no other file.
            if ["decisions", "faults"].contains(&title.as_str()) {
                continue;
            }
            copy(&whole, &path);
            change(&path.join(name), line, |row| {
                let mut fields = split(row);
                fields[column] = other(&fields[column]);
                fields.join(",")
            });
            cover_up(&path);
            let found = places(&path);
            assert!(found.contains(&format!("{name}:{line}")), "{name} {title}: {found:?}");
        }
    }
}

#[test]
fn a_changed_byte_is_found_by_its_hash() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(folder.path(), SMALL, &[]);
    let path = folder.path().join("changed");
    for entry in fs::read_dir(&whole).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // A page is no result, and may be made again.
        if name == "manifest.json" || name == "report.html" {
            continue;
        }
        for cut in [true, false] {
            copy(&whole, &path);
            let mut bytes = fs::read(path.join(&name)).unwrap();
            if cut {
                bytes.pop();
            } else {
                let last = bytes.len() - 2;
                bytes[last] ^= 1;
            }
            fs::write(path.join(&name), bytes).unwrap();
            let found = places(&path);
            assert!(found.contains(&name), "{name}: {found:?}");
            // Nothing else is blamed for it.
            let others = found.iter().filter(|place| !place.starts_with(&name));
            let others: Vec<_> = others.filter(|_| name != "blocks.csv").collect();
            assert!(others.is_empty(), "{name}: {others:?}");
        }
        copy(&whole, &path);
        fs::remove_file(path.join(&name)).unwrap();
        assert!(places(&path).contains(&name), "{name}");
    }
    copy(&whole, &path);
    fs::write(path.join("games.csv.zst"), "").unwrap();
    assert_eq!(places(&path), ["games.csv.zst"]);
}

/// A row that is missing, there twice or out of its place is one finding or two, not one a row.
#[test]
fn rows_that_are_missing_or_too_many_do_not_upset_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(folder.path(), SMALL, &[]);
    let path = folder.path().join("changed");
    for (name, line) in [("games.csv", 7), ("rounds.csv", 20), ("records.jsonl", 6)] {
        let text = fs::read_to_string(whole.join(name)).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut missing = lines.clone();
        missing.remove(line - 1);
        let mut twice = lines.clone();
        twice.insert(line, lines[line - 1]);
        let mut swapped = lines.clone();
        swapped.swap(line - 1, line);
        for (what, changed, at, most) in [
            ("missing", missing, line, 3),
            ("twice", twice, line + 1, 3),
            ("swapped", swapped, line, 4),
        ] {
            copy(&whole, &path);
            fs::write(path.join(name), changed.concat()).unwrap();
            cover_up(&path);
            let found = places(&path);
            assert!(found.contains(&format!("{name}:{at}")), "{name} {what}: {found:?}");
            assert!(found.len() <= most, "{name} {what}: {found:?}");
        }
        // The last row gone, and one more after it.
        for (what, text) in [
            ("short", lines[..lines.len() - 1].concat()),
            ("long", lines.concat() + lines[lines.len() - 1]),
            ("torn", text.trim_end().to_owned()),
        ] {
            copy(&whole, &path);
            fs::write(path.join(name), text).unwrap();
            cover_up(&path);
            let found = places(&path);
            let at = lines.len() + usize::from(what == "long");
            assert!(found.contains(&format!("{name}:{at}")), "{name} {what}: {found:?}");
        }
    }
}

#[test]
fn a_manifest_that_contradicts_itself_is_named_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(folder.path(), SMALL, &[]);
    let path = folder.path().join("changed");
    for (from, to) in [
        ("\"complete\": true", "\"complete\": false"),
        ("\"blocks_done\": 3", "\"blocks_done\": 4"),
        ("\"spec\": \"random\"", "\"spec\": \"light\""),
        ("\"run_hash\": \"", "\"run_hash\": \"0"),
        ("\"started\": \"2", "\"started\": \"x"),
        ("\"rows\": 9,", "\"rows\": 10,"),
    ] {
        copy(&whole, &path);
        let manifest = path.join("manifest.json");
        let text = fs::read_to_string(&manifest).unwrap();
        let line = text.lines().position(|line| line.contains(from)).expect(from) + 1;
        fs::write(&manifest, text.replacen(from, to, 1)).unwrap();
        let found = places(&path);
        assert!(found.contains(&format!("manifest.json:{line}")), "{to}: {found:?}");
    }
    for text in ["", "{", "[]", "{\"domeng\": 1}", "\u{0}"] {
        fs::write(path.join("manifest.json"), text).unwrap();
        let found = places(&path);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("manifest.json"), "{found:?}");
    }
    fs::remove_file(path.join("manifest.json")).unwrap();
    assert_eq!(places(&path), ["manifest.json"]);
}

/// What a kill leaves: no end in the manifest, and files torn at any byte.
#[test]
fn a_run_that_was_killed_is_right_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(folder.path(), SMALL, &[]);
    let path = folder.path().join("changed");
    copy(&whole, &path);
    let manifest = path.join("manifest.json");
    let mut value: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    for key in ["ended", "blocks_done", "run_hash"] {
        value[key] = Value::Null;
    }
    value["complete"] = false.into();
    value["files"] = serde_json::json!({});
    value["checkpoint"] = serde_json::json!({"blocks": 0, "files": {}});
    fs::write(&manifest, serde_json::to_string_pretty(&value).unwrap()).unwrap();
    let (code, text) = verify(&path, &[]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("INCOMPLETE: 3 of 3 blocks; all of it is right"), "{text}");
    for name in ["blocks.csv", "games.csv", "rounds.csv", "records.jsonl"] {
        let bytes = fs::read(whole.join(name)).unwrap();
        for part in 0..40 {
            let kept = bytes.len() * part / 40;
            fs::write(path.join(name), &bytes[..kept]).unwrap();
            let (code, text) = verify(&path, &[]);
            assert_eq!(code, 0, "{name} {kept}: {text}");
            assert!(text.contains(" of 3 blocks; all of it is right"), "{name} {kept}: {text}");
            assert!(!text.contains("INCOMPLETE: 3 of"), "{name} {kept}: {text}");
        }
        // A row that is whole and wrong is no torn end.
        fs::write(path.join(name), &bytes).unwrap();
        change(&path.join(name), 2, |row| row.replacen('0', "7", 1));
        let found = places(&path);
        assert!(found.contains(&format!("{name}:2")), "{name}: {found:?}");
        fs::write(path.join(name), &bytes).unwrap();
    }
    // What a checkpoint has seen must be there.
    let games = fs::read(whole.join("games.csv")).unwrap();
    let hash = blake3::hash(&games[..300]).to_hex().to_string();
    value["checkpoint"]["files"] = serde_json::json!({"games.csv": {"bytes": 300, "blake3": hash}});
    fs::write(&manifest, serde_json::to_string_pretty(&value).unwrap()).unwrap();
    assert_eq!(places(&path), [""; 0]);
    fs::write(path.join("games.csv"), &games[..299]).unwrap();
    assert_eq!(places(&path), ["games.csv"]);
}

/// A compressed run that was stopped; damage within it has no line, since nothing can be read past
/// it.
#[test]
fn compressed_files_are_read_as_far_as_they_go() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), SMALL, &["--zstd"]);
    let name = path.join("games.csv.zst");
    let bytes = fs::read(&name).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 4;
    fs::write(&name, damaged).unwrap();
    let found = places(&path);
    assert!(found.contains(&"games.csv.zst".to_owned()), "{found:?}");
    assert!(found.iter().all(|place| place.starts_with("games.csv.zst")), "{found:?}");
}

#[test]
fn findings_of_a_file_are_limited_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), &SMALL.replace("games = 15", "games = 60"), &[]);
    let games = fs::read_to_string(path.join("games.csv")).unwrap();
    fs::write(path.join("games.csv"), games.replace(",all,", ",none,")).unwrap();
    let (code, text) = verify(&path, &[]);
    assert_eq!(code, 1);
    let rows = games.lines().count() - 1;
    assert_eq!(text.lines().filter(|line| line.contains("arm is `none`")).count(), 19, "{text}");
    // The length is the first finding.
    assert!(text.contains(&format!("games.csv: and {} more\n", rows + 1 - 20)), "{text}");
    assert!(text.ends_with(&format!("\n{} wrong\n", rows + 1)), "{text}");
}

#[test]
fn numbers_that_no_run_has_are_refused_and_not_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(folder.path(), SMALL, &[]);
    let path = folder.path().join("changed");
    for number in ["18446744073709551615", "9223372036854775807", "-1", "+1", "01", "", "1e3", "x"]
    {
        for column in 3..21 {
            copy(&whole, &path);
            change(&path.join("blocks.csv"), 2, |row| {
                let mut fields = split(row);
                fields[column] = number.to_owned();
                fields.join(",")
            });
            let found = places(&path);
            assert!(found.contains(&"blocks.csv:2".to_owned()), "{number} {column}: {found:?}");
        }
        for column in 21..26 {
            copy(&whole, &path);
            change(&path.join("blocks.csv"), 2, |row| {
                let mut fields = split(row);
                let last = fields[column].rfind(':').unwrap();
                fields[column].replace_range(last + 1.., number);
                fields.join(",")
            });
            let found = places(&path);
            assert!(found.contains(&"blocks.csv:2".to_owned()), "{number} {column}: {found:?}");
        }
    }
}

/// Without games.csv nothing else tells how elections ended, but the row itself does in part.
#[test]
fn ranks_are_held_against_their_block() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = SMALL.replace("rounds = true\nrecords = true", "games = false");
    let experiment = experiment.replace("\", \"random\"]", "\"]\ndesign = \"duel\"");
    let whole = run(folder.path(), &experiment, &[]);
    let path = folder.path().join("changed");
    let ranks = |text: &str| text.rsplit_once(',').unwrap().1.to_owned();
    let blocks = fs::read_to_string(whole.join("blocks.csv")).unwrap();
    let had = ranks(blocks.lines().nth(1).unwrap());
    let mut tried = 0;
    for (at, digits) in had.match_indices(|c: char| c.is_ascii_digit()).skip(1) {
        // Two ranks of the four seats change places, or the last two: a rank that another has.
        let swapped = had[at + 1..].chars().next().filter(|c| c.is_ascii_digit());
        let Some(next) = swapped.filter(|next| next.to_string() != digits) else { continue };
        if had[..at].rsplit(';').next().unwrap().contains(':') {
            continue;
        }
        let mut changed = had.clone();
        changed.replace_range(at..at + 2, &format!("{next}{digits}"));
        copy(&whole, &path);
        change(&path.join("blocks.csv"), 2, |row| row.replace(&had, &changed));
        cover_up(&path);
        let found = places(&path);
        assert!(found.contains(&"blocks.csv:2".to_owned()), "{changed} for {had}: {found:?}");
        tried += 1;
    }
    assert!(tried > 5, "{had}");
}

#[test]
fn what_is_found_as_it_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), SMALL, &[]);
    let shown = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
        let output = command.args(["verify", "run"]).current_dir(folder.path()).output().unwrap();
        format!("exit {:?}\n{}", output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let right = shown();
    change(&path.join("blocks.csv"), 3, |row| row.replacen(",10,", ",11,", 1));
    for (name, line) in [("games.csv", 6), ("rounds.csv", 9), ("seats.csv", 4)] {
        change(&path.join(name), line, |row| {
            let mut fields = split(row);
            let column = fields.len() - 2;
            fields[column] = other(&fields[column]);
            fields.join(",")
        });
    }
    change(&path.join("records.jsonl"), 4, |row| row.replacen("\"winner\":", "\"winner\":1", 1));
    cover_up(&path);
    insta::assert_snapshot!(format!("{right}\n{}", shown()));
}
