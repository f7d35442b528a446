//! `domeng tune`: what it prints, how it refuses, and what it leaves.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn domeng(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("domeng").unwrap();
    command.current_dir(folder).env("COLUMNS", "80").args(arguments).output().unwrap()
}

fn transcript(output: &std::process::Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(!stderr.contains("panicked"), "{stderr}");
    format!("exit {:?}\n{stdout}---\n{stderr}", output.status.code())
}

/// From all weights at 0, which plays the first move there is, much is to be gained.
const EASY: &str = include_str!("tuned/easy.toml");

#[test]
fn what_is_better_is_confirmed_and_can_be_played_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("easy.toml"), EASY).unwrap();
    let output = domeng(folder, &["tune", "easy.toml", "--out", "run", "--quiet"]);
    let told = transcript(&output);
    insta::assert_snapshot!(told);
    // What is there to be copied is in one line.
    let mut lines = told.lines().filter(|line| !line.starts_with("  heuristic:"));
    assert!(lines.all(|line| console::measure_text_width(line) <= 80), "{told}");
    let file = fs::read_to_string(folder.join("strategies/better.toml")).unwrap();
    assert!(file.contains("h1 of H0"), "{file}");
    // Found by its name, labelled by it, and told by its file.
    let duel = ["tournament", "-s", "better", "-s", "random", "--design", "duel", "--games", "50"];
    let output = domeng(folder, &[&duel[..], &["--out", "duel", "--quiet"]].concat());
    assert!(output.status.success(), "{}", transcript(&output));
    let manifest = fs::read_to_string(folder.join("duel/manifest.json")).unwrap();
    assert!(manifest.contains("\"label\": \"better\""), "{manifest}");
    assert!(manifest.contains("strategies/better.toml"), "{manifest}");
    let output = domeng(folder, &["strategies", "better"]);
    assert!(transcript(&output).contains("heuristic: "));
    // A name that is taken is not written over, and what has ended has ended.
    for arguments in [
        &["tune", "easy.toml", "--out", "other"][..],
        &["tune", "--resume", "run"],
        &["tune", "--resume", "duel"],
        &["tune", "easy.toml", "--out", "duel", "--force"],
        &["tune", "easy.toml", "--out", "run"],
    ] {
        let before = fs::read(folder.join("strategies/better.toml")).unwrap();
        insta::assert_snapshot!(arguments.join(" "), transcript(&domeng(folder, arguments)));
        assert_eq!(fs::read(folder.join("strategies/better.toml")).unwrap(), before);
    }
}

#[test]
fn a_tuning_that_was_cut_off_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("easy.toml"), EASY).unwrap();
    let flags = ["--quiet", "--seed", "4", "--method", "spsa", "--budget", "12000"];
    let output = domeng(folder, &[&["tune", "easy.toml", "--out", "run"], &flags[..]].concat());
    assert!(output.status.success(), "{}", transcript(&output));
    let names = ["trials.csv", "sensitivity.csv", "report.html", "report.md", "tune.json"];
    let whole = names.map(|name| fs::read(folder.join("run").join(name)).unwrap());
    let trials = &whole[0];
    for name in ["report.md", "report.html", "sensitivity.csv"] {
        fs::remove_file(folder.join("run").join(name)).unwrap();
    }
    fs::write(folder.join("run/trials.csv"), &trials[..trials.len() / 3]).unwrap();
    let output = domeng(folder, &["tune", "--resume", "run", "--quiet", "--threads", "1"]);
    assert!(output.status.success(), "{}", transcript(&output));
    assert!(whole == names.map(|name| fs::read(folder.join("run").join(name)).unwrap()));
}

/// How often `part` is in `text`.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn the_page_shows_progress_traces_and_sensitivities() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spec = r#"name = "choices"
strategy = "monte-carlo:worlds=2,inference=off,objective=round"
opponents = ["greedy"]
budget = 3_000
population = 4
blocks = 32
[parameters.drop]
low = 0
high = 8
[parameters.worlds]
low = 1
high = 4
scale = "log"
[parameters.objective]
words = ["stones", "round"]
[confirm]
gain = 0.19
blocks = 250
[rules]
stones = 5
"#;
    for method in ["cma-es", "random"] {
        fs::write(folder.join("choices.toml"), spec).unwrap();
        let flags = ["--quiet", "--out", method, "--method", method];
        let output = domeng(folder, &[&["tune", "choices.toml"], &flags[..]].concat());
        assert!(output.status.success(), "{}", transcript(&output));
        let page = fs::read_to_string(folder.join(method).join("report.html")).unwrap();
        let csv = fs::read_to_string(folder.join(method).join("sensitivity.csv")).unwrap();
        // A dot plot of the finalists, one panel of progress, a trace of each parameter, a panel for
        // each number and a dot plot of the other word.
        let traces = if method == "random" { 0 } else { 3 };
        assert_eq!(count(&page, "<svg"), 1 + 1 + traces + 2 + 1, "{method}");
        assert_eq!(page.contains("it has no traces"), method == "random");
        // Each move is in the table that has them all.
        let rows: Vec<Vec<&str>> =
            csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
        assert_eq!(rows.iter().filter(|row| row[0] == "objective").count(), 1);
        assert!(rows.len() >= 5, "{csv}");
        for row in rows {
            let cells =
                [row[0], row[1], row[2]].join("</td><td class=\"n\">").replacen("td", "th", 1);
            let (_, rest) = page.split_once(&format!("{cells}</td><td class=\"n\">")).unwrap();
            let percent: f64 = rest.split_once(" %").unwrap().0.parse().unwrap();
            assert!((percent - 100.0 * row[5].parse::<f64>().unwrap()).abs() < 0.006, "{row:?}");
        }
    }
}

#[test]
fn folders_that_are_of_something_else_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("easy.toml"), EASY).unwrap();
    fs::write(folder.join("file"), "mine").unwrap();
    fs::create_dir(folder.join("other")).unwrap();
    fs::write(folder.join("other/tune.json"), "{\"piano\": 440}").unwrap();
    fs::create_dir_all(folder.join("odd/trials.csv")).unwrap();
    fs::write(folder.join("odd/tune.json"), "{\"domeng\": 1, \"kind\": \"tuning\"}").unwrap();
    // What a kill has left in between is no reason to refuse a folder.
    fs::create_dir(folder.join("begun")).unwrap();
    fs::write(folder.join("begun/.tune.json.a1B2c3"), "{").unwrap();
    for (out, reason) in [
        ("file", "file is no folder"),
        ("other", "holds no tuning, so it is left alone"),
        ("odd", "odd/trials.csv is no file"),
    ] {
        let output = domeng(folder, &["tune", "easy.toml", "--out", out, "--force"]);
        let told = transcript(&output);
        assert!(told.starts_with("exit Some(1)") && told.contains(reason), "{told}");
    }
    assert_eq!(fs::read(folder.join("file")).unwrap(), b"mine");
    assert!(fs::read_to_string(folder.join("other/tune.json")).unwrap().contains("piano"));
    let flags = ["--quiet", "--budget", "8000", "--out", "begun"];
    let output = domeng(folder, &[&["tune", "easy.toml"], &flags[..]].concat());
    assert!(output.status.success(), "{}", transcript(&output));
    assert!(!folder.join("begun/.tune.json.a1B2c3").exists());
}

#[test]
fn bad_specs_end_before_any_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut all = String::new();
    for (old, new) in [
        ("budget = 30_000\n", ""),
        ("budget = 30_000", "budget = 3_000"),
        ("[parameters.heavy]", "[parameters.heavyy]"),
        ("low = -5", "low = 5"),
        ("low = -5", "low = nan"),
        ("low = -5", "low = \"few\""),
        ("low = -5\n", ""),
        ("low = -5", "low = 0.5"),
        ("low = -5", "scale = \"log\"\nlow = -5"),
        ("low = -5", "lowest = -5"),
        ("low = -5", "words = [\"a\"]\nlow = -5"),
        ("[\"random\"]", "[\"randm\"]"),
        ("opponents = [\"random\"]\n", ""),
        ("name = \"better\"", "name = \"heuristic\""),
        ("blocks = 32", "method = \"cma\""),
        ("blocks = 32", "method = \"spsa\"\npopulation = 8"),
        ("gain = 0.02", "gain = 0.3"),
        ("blocks = 32", "equity = \"none.bin\""),
        ("seed = 3", "seed = 3\nobjective = \"equity\"\n[rules]\nstones = 26"),
        ("seed = 3", "seed = 3\n[rules]\nstones = 0"),
        ("name = \"better\"", "name = \"-x\""),
        ("[\"random\"]", "[]"),
    ] {
        assert!(EASY.contains(old), "{old}");
        fs::write(folder.join("bad.toml"), EASY.replacen(old, new, 1)).unwrap();
        let told = transcript(&domeng(folder, &["tune", "bad.toml", "--out", "run"]));
        all += &format!("{old:?} → {new:?}\n{told}\n\n");
        assert!(!folder.join("run").exists(), "{told}");
    }
    let choices = EASY.replace("[parameters.heavy]\nlow = -5\nhigh = 5\n\n", "").replace(
        "[parameters.keep]\nlow = -20\nhigh = 20",
        "[parameters.rollout]\nwords = [\"mixed\"]",
    );
    let strategy = choices.lines().nth(1).unwrap();
    let choices = choices.replace(strategy, "strategy = \"monte-carlo\"");
    for text in [
        choices.clone(),
        choices.replace("[\"mixed\"]", "[\"mixed\", \"mixd\"]"),
        choices.replace("words = [\"mixed\"]", "low = 1"),
        choices.replace("monte-carlo", "greedy"),
        choices.replace("[parameters.rollout]\nwords = [\"mixed\"]", ""),
    ] {
        fs::write(folder.join("bad.toml"), text).unwrap();
        all +=
            &format!("{}\n\n", transcript(&domeng(folder, &["tune", "bad.toml", "--out", "run"])));
    }
    fs::write(folder.join("easy.toml"), EASY).unwrap();
    for arguments in [
        &["tune"][..],
        &["tune", "none.toml"],
        &["tune", "bad.toml", "--method", "x"],
        &["tune", "easy.toml", "--budget", "100"],
        &["tune", "--resume", "easy.toml"],
    ] {
        all += &format!("{}\n\n", transcript(&domeng(folder, arguments)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn the_help_has_examples() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(transcript(&domeng(folder.path(), &["tune", "--help"])));
}

/// The text of the page's pictures, a line each.
fn drawn(page: &str) -> Vec<String> {
    let texts = page.split("<text ").skip(1).filter_map(|text| text.split_once("</text>"));
    texts.filter_map(|(text, _)| Some(text.split_once('>')?.1.trim().to_owned())).collect()
}

#[test]
fn ranges_stand_whole_in_the_titles_of_traces() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spec = r#"name = "words"
strategy = "monte-carlo:worlds=1,inference=off,rollout=random"
opponents = ["random"]
objective = "equity"
budget = 2_800
blocks = 32
population = 4
[parameters.slips]
low = 1
high = 99
[parameters.objective]
words = ["stones", "round", "equity"]
[confirm]
gain = 0.19
blocks = 250
"#;
    fs::write(folder.join("words.toml"), spec).unwrap();
    let output = domeng(folder, &["tune", "words.toml", "--quiet", "--out", "run"]);
    assert!(output.status.success(), "{}", transcript(&output));
    let page = fs::read_to_string(folder.join("run/report.html")).unwrap();
    let texts = drawn(&page);
    for title in ["slips: 1 to 99", "objective: stones, round, (equity)"] {
        assert!(texts.iter().any(|text| text == title), "{title}: {texts:?}");
    }
    assert!(texts.iter().all(|text| !text.contains('…')), "{texts:?}");
    // The incumbent is nothing less itself, which is said and has no interval.
    let row = "<th scope=\"row\">incumbent</th><td class=\"n\">0.000 %</td><td class=\"n\"></td>";
    assert!(page.contains(row));
    assert!(page.contains("The incumbent is at 0 without any doubt"));
}

#[test]
fn progress_tells_that_it_confirms_and_tables_what_they_leave_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("easy.toml"), EASY).unwrap();
    let flags = ["--seed", "4", "--method", "spsa", "--budget", "12000", "--out", "run"];
    let output = domeng(folder, &[&["tune", "easy.toml"], &flags[..]].concat());
    let told = transcript(&output);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("better: 2 parameters of heuristic, win_rate by spsa, 12000 elections"));
    let confirming: Vec<&str> =
        told.lines().filter(|line| line.starts_with("confirming, test ")).collect();
    for test in 1..=3 {
        let begins = format!("confirming, test {test} of 3: ");
        let line = confirming.iter().find(|line| line.starts_with(&begins)).unwrap();
        assert!(line.contains(" of at most 4000 blocks"), "{told}");
    }
    assert!(confirming.iter().all(|line| !line.contains("left")), "{told}");
    // What is shown of the search and what not is all of it.
    let page = fs::read_to_string(folder.join("run/report.html")).unwrap();
    let (_, of) = page.split_once("<summary>The centre of the search (").unwrap();
    let (size, _) = of.split_once(" rows)").unwrap();
    let trials = fs::read_to_string(folder.join("run/trials.csv")).unwrap();
    let last = trials.lines().rfind(|line| line.contains(",search,")).unwrap();
    let generations = last.split(',').nth(2).unwrap().parse::<u64>().unwrap() + 1;
    let (rows, all) = size.split_once(" of ").unwrap();
    assert_eq!(all, generations.to_string());
    assert!(rows.parse::<u64>().unwrap() <= 12);
    assert_eq!(count(&page, "each generation is in trials.csv."), 2);
}
