//! `domeng decide`: what a run decides, as it is printed and as JSON.

mod commands;

use std::fs;
use std::path::Path;

use commands::{domeng, told};
use serde_json::Value;

#[track_caller]
fn refused(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = domeng(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.stdout.is_empty() && !said.contains("panicked"), "{said}");
    (output.status.code(), said)
}

fn run(folder: &Path, name: &str, flags: &[&str]) {
    told(folder, &[&["tournament", "--quiet", "--threads", "2", "--out", name], flags].concat());
}

fn json(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&told(folder, &["decide", "--json", "--quiet", name])).unwrap()
}

#[test]
fn a_decision_as_it_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mix = ["-s", "greedy", "-s", "random", "--design", "mix", "--games", "1200", "--seed", "3"];
    run(folder, "mix", &mix);
    let text = told(folder, &["decide", "mix"]);
    assert!(text.lines().all(|line| console::measure_text_width(line) <= 80), "{text}");
    insta::assert_snapshot!(text);
}

/// Greedy beats random by far; twice the same strategy is not told apart, and has the same rating
/// within its interval.
#[test]
fn what_is_real_and_what_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pool =
        ["-s", "a=random", "-s", "b=random", "-s", "greedy", "-s", "light", "-s", "c=random"];
    run(folder, "run", &[&pool[..], &["--games", "2000", "--anchor", "b"]].concat());
    let decided = json(folder, "run");
    assert_eq!((&decided["blocks"], &decided["of"]), (&400.into(), &400.into()));
    let rows = decided["families"][0]["comparisons"].as_array().unwrap();
    assert_eq!((rows.len(), &decided["families"][0]["family"]), (10, &10.into()));
    for row in rows {
        let pair = [&row["strategy"], &row["opponent"]].map(|label| label.as_str().unwrap());
        let weak = pair.iter().filter(|label| label.len() == 1).count();
        match weak {
            1 => assert_eq!(row["real"], true, "{row}"),
            2 => assert_eq!(row["real"], false, "{row}"),
            _ => {}
        }
        assert!(row["p"].as_f64() <= row["p_holm"].as_f64(), "{row}");
    }
    assert_eq!(decided["anchor"], "b");
    for rating in decided["ratings"].as_array().unwrap() {
        let limits = [&rating["low"], &rating["high"]].map(|limit| limit.as_f64());
        match (rating["strategy"].as_str().unwrap(), limits) {
            ("b", limits) => {
                assert_eq!((rating["rating"].as_f64(), limits), (Some(1500.0), [None; 2]));
            }
            ("a" | "c", [Some(low), Some(high)]) => assert!(low < 1500.0 && 1500.0 < high),
            (_, [Some(low), _]) => assert!(low > 1520.0, "{rating}"),
            _ => panic!("{rating}"),
        }
    }
    // By formula and by bootstrap alike.
    for error in decided["errors"].as_array().unwrap() {
        let by =
            error["win_rate_bootstrap"].as_f64().unwrap() / error["win_rate"].as_f64().unwrap();
        assert!((0.85..1.15).contains(&by), "{error}");
    }
    // What decide tells is what the files have.
    let differences = fs::read_to_string(folder.join("run/differences.csv")).unwrap();
    let first = differences.lines().nth(1).unwrap();
    let value = rows[0]["difference"].as_f64().unwrap();
    assert!(first.starts_with(&format!("win_rate,all,a,b,400,{value:.6},")), "{first}");
}

#[test]
fn who_invades_whom() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let duel = ["-s", "greedy", "-s", "random", "--design", "duel", "--both", "--games", "2000"];
    run(folder, "duel", &duel);
    let decided = json(folder, "duel");
    let thriving = &decided["thriving"][0];
    assert_eq!(thriving["first_among_second"], "invades");
    assert_eq!(thriving["second_among_first"], "resisted");
    assert_eq!(thriving["proportions"].as_array().unwrap().len(), 2);
    // The other way round, and by a ladder, which has both proportions.
    let ladder = ["-s", "random", "-s", "greedy", "--design", "ladder", "--games", "2000"];
    run(folder, "ladder", &ladder);
    let thriving = &json(folder, "ladder")["thriving"][0];
    assert_eq!(thriving["first_among_second"], "resisted");
    assert_eq!(thriving["second_among_first"], "invades");
    // Ten blocks an arm tell nothing, and that is not the same as nothing being found.
    run(folder, "short", &["-s", "greedy", "-s", "random", "--design", "mix", "--games", "200"]);
    let thriving = &json(folder, "short")["thriving"][0];
    assert_eq!(thriving["first_among_second"], "untold");
    let text = told(folder, &["decide", "short"]);
    assert!(text.contains("Whether greedy invades random can't be told."), "{text}");
    // One proportion is no answer to that.
    run(folder, "one", &["-s", "greedy", "-s", "random", "--design", "duel", "--games", "50"]);
    assert_eq!(json(folder, "one")["thriving"], Value::Array(Vec::new()));
}

/// A game of one election: whoever is never ahead in it has no rating, and it is said why.
#[test]
fn who_has_no_rating_has_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "alone", &["-s", "greedy", "--games", "5"]);
    assert_eq!(json(folder, "alone")["ratings"][0]["reason"], "being the only entrant");
    let text = told(folder, &["decide", "alone"]);
    assert!(text.contains("A single entrant: there is nothing to compare it with"), "{text}");
    // Seven entrants in one block: two of them sit nowhere.
    let pool: Vec<String> =
        (0..7).flat_map(|n| ["-s".to_owned(), format!("e{n}=random")]).collect();
    let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
    run(folder, "few", &[&pool[..], &["--games", "5"]].concat());
    let decided = json(folder, "few");
    let reasons: Vec<_> =
        decided["ratings"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
    let unseated = |reason: &&&Value| **reason == "not having sat in any election";
    assert_eq!(reasons.iter().filter(unseated).count(), 2, "{reasons:?}");
    let text = told(folder, &["decide", "few"]).replace('\n', " ");
    assert_eq!(text.matches("No rating, not having sat in any election: e").count(), 1, "{text}");
    // A single block has no spread, by formula or by bootstrap.
    for error in decided["errors"].as_array().unwrap() {
        assert!(error["win_rate"].is_null() && error["win_rate_bootstrap"].is_null(), "{error}");
    }
}

#[test]
fn wrong_anchors_and_seatings_are_refused_before_play() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refuse = |flags: &[&str]| {
        let (code, said) = refused(folder, &[&["tournament", "--out", "run"], flags].concat());
        assert_eq!(code, Some(2), "{said}");
        said
    };
    let said = refuse(&["-s", "greedy", "-s", "random", "--anchor", "gready"]);
    assert!(said.contains("`anchor` is `gready` (did you mean `greedy`?)"), "{said}");
    let text = "design = \"seating\"\npool = [\"a=random\", \"b=random\", \"c=random\", \"d=random\"]\n\
                seatings = [[\"a\", \"a\", \"b\", \"b\", \"b\"], [\"c\", \"c\", \"c\", \"d\", \"d\"]]\n";
    fs::write(folder.join("apart.toml"), text).unwrap();
    let said = refuse(&["apart.toml"]);
    assert!(said.contains("line 3, column 12: entrants `a` and `c` are linked by no"), "{said}");
    assert!(!folder.join("run").exists());
    let (code, said) = refused(folder, &["decide", "run"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("run is no folder of a run: it has no manifest.json"), "{said}");
}
