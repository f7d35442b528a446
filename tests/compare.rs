//! `domeng compare DIR DIR`: what differs, by how much, and what is not compared.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use domeng::statistics::t_critical;
use serde_json::Value;
use statrs::distribution::{ContinuousCDF, StudentsT};

fn domeng(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.args(arguments).current_dir(folder).output().unwrap()
}

fn run(folder: &Path, name: &str, arguments: &[&str]) {
    let arguments = [&["tournament", "--quiet", "--out", name], arguments].concat();
    let output = domeng(folder, &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Exit code, stdout and stderr.
fn compare(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = domeng(folder, &[&["compare", "--quiet"], arguments].concat());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let (code, text, said) = compare(folder, &[&["--json"], arguments].concat());
    assert_eq!(code, 0, "{said}");
    serde_json::from_str(&text).unwrap()
}

fn row<'a>(compared: &'a Value, strategy: &str, measure: &str) -> &'a Value {
    let rows = compared["comparisons"].as_array().unwrap();
    let is = |row: &&Value| row["strategy"] == strategy && row["measure"] == measure;
    rows.iter().find(is).unwrap()
}

/// (numerator, denominator) of a measure in each block of a run for a strategy.
fn blocks(folder: &Path, run: &str, strategy: &str, [y, n]: [&str; 2]) -> Vec<[f64; 2]> {
    let mut reader = csv::Reader::from_path(folder.join(run).join("blocks.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let rows = reader.records().map(|row| row.unwrap());
    rows.filter(|row| &row[at("strategy")] == strategy)
        .map(|row| [&row[at(y)], &row[at(n)]].map(|text| text.parse().unwrap()))
        .collect()
}

fn sums(blocks: &[[f64; 2]]) -> [f64; 2] {
    blocks.iter().fold([0.0, 0.0], |[y, n], block| [y + block[0], n + block[1]])
}

/// Residuals (y − r n) / Σn of each block.
fn residuals(blocks: &[[f64; 2]]) -> Vec<f64> {
    let [y, n] = sums(blocks);
    blocks.iter().map(|block| (block[0] - y / n * block[1]) / n).collect()
}

fn variance(residuals: &[f64]) -> f64 {
    let count = residuals.len() as f64;
    count / (count - 1.0) * residuals.iter().map(|d| d * d).sum::<f64>()
}

fn close(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-12 + 1e-9 * expected.abs(), "{found} for {expected}");
}

const MEASURES: [(&str, [&str; 2]); 3] = [
    ("win_rate", ["elections_won", "seatings"]),
    ("mean_stones", ["stones", "seatings"]),
    ("rounds_won_rate", ["rounds_won", "rounds"]),
];

/// 40 blocks.
const DUEL: [&str; 6] = ["--design", "duel", "--games", "200", "--seed", "7"];

#[test]
fn runs_that_share_deals_are_compared_block_by_block() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "one", &[&["-s", "x=light", "-s", "greedy"], &DUEL[..]].concat());
    run(folder, "two", &[&["-s", "x=random", "-s", "greedy"], &DUEL[..]].concat());
    let compared = json(folder, &["one", "two"]);
    assert_eq!(compared["paired"], true);
    assert_eq!((&compared["blocks_first"], &compared["blocks_second"]), (&40.into(), &40.into()));
    for strategy in ["x", "greedy"] {
        for (measure, columns) in MEASURES {
            let (one, two) = (
                blocks(folder, "one", strategy, columns),
                blocks(folder, "two", strategy, columns),
            );
            let row = row(&compared, strategy, measure);
            let ([y1, n1], [y2, n2]) = (sums(&one), sums(&two));
            close(&row["first"], y1 / n1);
            close(&row["second"], y2 / n2);
            let difference = y2 / n2 - y1 / n1;
            close(&row["difference"], difference);
            let (one, two) = (residuals(&one), residuals(&two));
            let both: Vec<f64> = two.iter().zip(&one).map(|(two, one)| two - one).collect();
            let error = variance(&both).sqrt();
            let half = t_critical(39).unwrap() * error;
            close(&row["low"], difference - half);
            close(&row["high"], difference + half);
            close(&row["variance_ratio"], (variance(&one) + variance(&two)) / variance(&both));
            assert_eq!(row["blocks_first"], 40);
            let student = StudentsT::new(0.0, 1.0, 39.0).unwrap();
            close(&row["p"], 2.0 * student.sf(difference.abs() / error));
        }
    }
    // Two entrants, each by the same measure: Holm doubles the lesser p, and leaves the other, if
    // that is not less still.
    for (measure, _) in MEASURES {
        let of = |strategy, key: &str| row(&compared, strategy, measure)[key].as_f64().unwrap();
        let mut both = [of("x", "p"), of("greedy", "p")];
        both.sort_by(f64::total_cmp);
        let lesser = (2.0 * both[0]).min(1.0);
        for strategy in ["x", "greedy"] {
            let holm = if of(strategy, "p") == both[0] { lesser } else { lesser.max(both[1]) };
            assert_eq!(of(strategy, "p_holm"), holm);
            assert_eq!(row(&compared, strategy, measure)["real"], holm <= 0.05);
        }
    }
    // The other way round, the other sign.
    let reverse = json(folder, &["two", "one"]);
    let difference = row(&compared, "x", "win_rate")["difference"].as_f64().unwrap();
    close(&row(&reverse, "x", "win_rate")["difference"], -difference);
}

/// Of a longer run the blocks that both have are compared: those are the shorter run itself.
#[test]
fn a_run_and_its_beginning_do_not_differ() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pool = ["-s", "light", "-s", "greedy", "-s", "random"];
    run(folder, "short", &[&pool[..], &["--games", "60", "--zstd"]].concat());
    run(folder, "long", &[&pool[..], &["--games", "90"]].concat());
    let compared = json(folder, &["short", "long"]);
    assert_eq!(compared["blocks_first"], 12);
    for row in compared["comparisons"].as_array().unwrap() {
        for key in ["difference", "low", "high"] {
            assert_eq!(row[key], 0.0, "{row}");
        }
        assert_eq!(
            (&row["p"], &row["real"]),
            (&Value::Null, &Value::Null),
            "12 blocks tell nothing"
        );
    }
    let (code, text, _) = compare(folder, &["short", "long"]);
    assert_eq!(code, 0);
    let text = text.replace('\n', " ");
    assert!(text.contains("6 blocks that only one of them has are left out"), "{text}");
    assert!(text.contains("In all 9 comparisons the runs are the same, block by block."), "{text}");
}

#[test]
fn runs_of_other_seeds_are_independent_and_use_all_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "one", &[&["-s", "light", "-s", "greedy"], &DUEL[..]].concat());
    let other = ["--design", "duel", "--games", "150", "--seed", "8"];
    run(folder, "two", &[&["-s", "light", "-s", "greedy"], &other[..]].concat());
    let compared = json(folder, &["one", "two"]);
    assert_eq!(compared["paired"], false);
    assert_eq!((&compared["blocks_first"], &compared["blocks_second"]), (&40.into(), &30.into()));
    for (measure, columns) in MEASURES {
        let (one, two) =
            (blocks(folder, "one", "light", columns), blocks(folder, "two", "light", columns));
        let row = row(&compared, "light", measure);
        let ([y1, n1], [y2, n2]) = (sums(&one), sums(&two));
        close(&row["difference"], y2 / n2 - y1 / n1);
        assert!(row["variance_ratio"].is_null());
        // Welch's half width is t times this, with 29 to 68 degrees of freedom.
        let error = (variance(&residuals(&one)) + variance(&residuals(&two))).sqrt();
        let half = (row["high"].as_f64().unwrap() - row["low"].as_f64().unwrap()) / 2.0;
        assert!((1.995 * error..t_critical(29).unwrap() * error).contains(&half), "{half} {error}");
    }
}

#[test]
fn entrants_are_matched_by_label_else_by_place() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "one", &[&["-s", "a=light", "-s", "greedy"], &DUEL[..]].concat());
    run(folder, "two", &[&["-s", "b=light", "-s", "greedy"], &DUEL[..]].concat());
    run(folder, "three", &[&["-s", "b=light", "-s", "c=greedy"], &DUEL[..]].concat());
    let one = json(folder, &["one", "two"]);
    assert_eq!((&one["matched_by"], &one["only_first"][0]), (&"label".into(), &"a".into()));
    assert_eq!(one["comparisons"].as_array().unwrap().len(), 3);
    let other = json(folder, &["one", "three"]);
    assert_eq!((&other["matched_by"], &other["paired"]), (&"place".into(), &true.into()));
    let rows = other["comparisons"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    assert_eq!((&rows[0]["strategy"], &rows[0]["strategy_second"]), (&"a".into(), &"b".into()));
    // The same strategies under other names.
    assert!(rows.iter().all(|row| row["difference"] == 0.0));
    let (_, text, _) = compare(folder, &["one", "three"]);
    assert!(text.contains("matched by their places"), "{text}");
    let (_, text, _) = compare(folder, &["one", "two"]);
    assert!(text.contains("Only in the first, and not compared: a.\n"), "{text}");
    // What follows from another strategy is not told key by key.
    run(folder, "four", &[&["-s", "a=random", "-s", "greedy"], &DUEL[..]].concat());
    let four = json(folder, &["one", "four"]);
    let keys: Vec<&str> = four["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["key"].as_str().unwrap())
        .collect();
    assert_eq!(keys, ["pool.0.spec", "pool.0.strategy"]);
    assert!(text.contains("\n  pool.0.label: a – b\n"), "{text}");
}

#[test]
fn other_games_are_refused_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pool = "pool = [\"light\", \"greedy\"]\ngames = 20\n";
    for (name, more) in [
        ("one", ""),
        ("rules", "[rules]\nstones = 10\nceki = 4\n"),
        ("elections", "elections = 2\n"),
        ("duel", "design = \"duel\"\n"),
    ] {
        let file = format!("{name}.toml");
        fs::write(folder.join(&file), format!("{pool}{more}")).unwrap();
        run(folder, name, &[&file]);
    }
    let (code, text, said) = compare(folder, &["one", "rules"]);
    assert_eq!((code, &*text), (1, ""));
    assert!(said.contains("\n  rules.ceki: 3 – 4\n  rules.stones: 25 – 10\n"), "{said}");
    assert!(said.contains("--force"), "{said}");
    let (_, _, said) = compare(folder, &["elections", "one"]);
    assert!(said.contains("\n  elections: 2 – 1\n"), "{said}");
    // Deals follow from the seed and the block, whatever the rules.
    let forced = json(folder, &["--force", "one", "rules"]);
    assert_eq!(forced["paired"], true);
    // No arm of the one is in the other: there is nothing to force.
    for force in [&[][..], &["--force"]] {
        let (code, _, said) = compare(folder, &[force, &["one", "duel"]].concat());
        assert_eq!(code, 1);
        assert!(said.contains("design: free-for-all – duel"), "{said}");
        assert!(said.contains("nothing can be compared"), "{said}");
    }
    // An arm that both designs have, in another turn: blocks are not those of the same arm.
    run(folder, "mix", &["-s", "light", "-s", "greedy", "--design", "mix", "--games", "20"]);
    let compared = json(folder, &["duel", "mix"]);
    assert_eq!(compared["paired"], false);
    assert_eq!(row(&compared, "light", "win_rate")["arm"], "1v4");
}

#[test]
fn damage_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refused = |part: &str| {
        let (code, text, said) = compare(folder, &["one", "two"]);
        assert_eq!((code, &*text), (1, ""), "{said}");
        assert!(said.contains(part) && !said.contains("panicked"), "{part}: {said}");
    };
    run(folder, "one", &["-s", "light", "--games", "50"]);
    refused("two is no folder of a run: it has no manifest.json");
    run(folder, "two", &["-s", "light", "--games", "50"]);
    let journal = folder.join("two/blocks.csv");
    let text = fs::read_to_string(&journal).unwrap();
    let write = |text: String| fs::write(&journal, text).unwrap();
    write(text.replacen("\n3,all,", "\n4,all,", 1));
    refused("two/blocks.csv: line 5: ");
    write(text.replacen("\n3,all,light,2", "\n3,all,light,3", 1));
    refused("two/blocks.csv: its BLAKE3 is ");
    // What an early 0.2 wrote, and an early 0.1.
    let without_last = |text: &str| -> String {
        text.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
    };
    let early = without_last(&text);
    write(early.clone());
    refused("line 1: the header of an early 0.2, without the column ranks");
    write(without_last(&early));
    refused("line 1: the header of an early 0.1, without the column by_rotation");
    fs::remove_file(&journal).unwrap();
    refused("two/blocks.csv: can't be read: ");
    fs::write(folder.join("two/manifest.json"), "{\n\"domeng\": 1,\n}").unwrap();
    refused("two/manifest.json: not a manifest: ");
    assert_eq!(domeng(folder, &["compare", "one"]).status.code(), Some(2));
}

#[test]
fn a_comparison_as_it_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let wide = "a very long 宽 name that goes on and on and on and on and on=greedy";
    let more = ["-s", wide, "--games", "200", "--seed", "3"];
    run(folder, "before", &[&["-s", "x=random"], &more[..]].concat());
    run(folder, "after", &[&["-s", "x=light"], &more[..]].concat());
    let (code, text, said) = compare(folder, &["before", "after"]);
    assert_eq!(code, 0, "{said}");
    assert!(text.lines().all(|line| console::measure_text_width(line) <= 80), "{text}");
    // The commit is another one each time it is built.
    assert!(!text.contains("git_commit"), "{text}");
    insta::assert_snapshot!(text);
}

/// In both runs there is an arm `1v4`, but who is the one in the first is of the four in the second.
#[test]
fn one_among_four_is_not_held_against_one_of_the_four() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "one", &[&["-s", "light", "-s", "greedy"], &DUEL[..]].concat());
    run(folder, "two", &[&["-s", "greedy", "-s", "light"], &DUEL[..]].concat());
    let (code, _, said) = compare(folder, &["one", "two"]);
    assert_eq!(code, 1);
    assert!(said.contains("nothing can be compared"), "{said}");
}

#[test]
fn an_experiment_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "one", &["-s", "light", "-s", "greedy", "--games", "50"]);
    run(folder, "two", &["-s", "light", "-s", "greedy", "--games", "50"]);
    let path = folder.join("two/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"stones\": 25"));
    fs::write(&path, text.replace("\"stones\": 25", "\"stones\": 10")).unwrap();
    let (code, _, said) = compare(folder, &["one", "two"]);
    assert_eq!(code, 1);
    assert!(said.contains("its experiment is not the one that the run was begun with"), "{said}");
}
