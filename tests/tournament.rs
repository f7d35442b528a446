//! A run's files: the same bytes whatever the threads, and every summary from `blocks.csv` alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use domeng::strategies::Registry;
use domeng::tournament::{
    Experiment, ExperimentFile, Manifest, Players, RunFolder, RunOptions, run,
};

fn experiment(text: &str) -> Experiment {
    let file = ExperimentFile::parse(text, "test").unwrap();
    Experiment::resolve(&file, &Registry::builtin()).unwrap()
}

/// Runs it and gives every file but the manifest, by name.
fn files(text: &str, threads: usize) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    run_into(folder.path(), text, threads, &AtomicBool::new(false));
    read(folder.path())
}

fn run_into(path: &Path, text: &str, threads: usize, stop: &AtomicBool) -> bool {
    let registry = Registry::builtin();
    let players = Players::new(&experiment(text), &registry).unwrap();
    let folder = RunFolder::prepare(path, true).unwrap();
    let summary = run(&players, &registry, &folder, &RunOptions { threads, stop }, |_| {}).unwrap();
    summary.complete
}

fn read(path: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
        })
        .filter(|(name, _)| name != "manifest.json")
        .collect()
}

const MIXED: &str = r#"
pool = ["random", "greedy", "heuristic", "random", "monte-carlo:worlds=3", "b=greedy", "greedy"]
games = 300
elections = 2
seed = 5
records = true
"#;

#[test]
fn same_bytes_at_any_number_of_threads() {
    let one = files(MIXED, 1);
    assert_eq!(one.len(), 10);
    assert_eq!(files(MIXED, 2), one);
    assert_eq!(files(MIXED, 7), one);
}

/// Pins the bytes of a small run, which follow from the experiment on every machine. A change here
/// is a change of play or of the files: say so in CHANGELOG.md.
#[test]
fn pinned_bytes_of_a_small_run() {
    let mut hash = blake3::Hasher::new();
    for (name, bytes) in files(MIXED, 2) {
        hash.update(name.as_bytes());
        hash.update(&bytes);
    }
    assert_eq!(hash.finalize().to_hex()[..32], *"1b76308ef4bbdfed2d2aaf75bebdd02b");
}

#[test]
fn another_seed_gives_other_games() {
    let other = files(&MIXED.replace("seed = 5", "seed = 6"), 2);
    assert_ne!(other["games.csv"], files(MIXED, 2)["games.csv"]);
}

#[test]
fn deals_do_not_depend_on_the_players() {
    let deals = |pool: &str| -> Vec<String> {
        let text = format!("pool = [{pool}]\ngames = 5\nseed = 3\nrecords = true\n");
        let records = String::from_utf8(files(&text, 1)["records.jsonl"].clone()).unwrap();
        let first = |line: &str| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            record["rounds"][0]["deal"].as_str().unwrap().to_owned()
        };
        records.lines().map(first).collect()
    };
    let random = deals(r#""random""#);
    assert_eq!(random, deals(r#""greedy""#));
    // The five rotations of a block share deals.
    assert!(random.iter().all(|deal| *deal == random[0]));
}

fn rows(bytes: &[u8]) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(bytes);
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap()
}

/// Sums a column of the rows of a strategy.
fn sum(rows: &[BTreeMap<String, String>], strategy: &str, column: &str) -> f64 {
    rows.iter().filter(|row| row["strategy"] == strategy).map(|row| number(row, column)).sum()
}

/// All items of a list column of a strategy.
fn items(rows: &[BTreeMap<String, String>], strategy: &str, column: &str) -> Vec<Vec<f64>> {
    rows.iter()
        .filter(|row| row["strategy"] == strategy)
        .flat_map(|row| row[column].split(';').map(str::to_owned).collect::<Vec<_>>())
        .map(|item| item.split(':').map(|n| n.parse().unwrap()).collect())
        .collect()
}

fn close(text: &str, value: f64) {
    let found: f64 = text.parse().unwrap();
    assert!((found - value).abs() < 1e-6, "{found} for {value}");
}

#[test]
fn every_summary_follows_from_blocks() {
    let files = files(MIXED, 2);
    let blocks = rows(&files["blocks.csv"]);
    for row in rows(&files["summary.csv"]) {
        let strategy = row["strategy"].as_str();
        let total = |column| sum(&blocks, strategy, column);
        assert_eq!(number(&row, "seatings"), total("seatings"));
        close(&row["win_rate"], total("elections_won") / total("seatings"));
        close(&row["mean_stones"], total("stones") / total("seatings"));
        close(&row["rounds_won_rate"], total("rounds_won") / total("rounds"));
        close(&row["passes_per_round"], total("passes") / total("rounds"));
        close(&row["stones_out_per_round"], total("stones_out") / total("rounds"));
        let held = items(&blocks, strategy, "holdings");
        let mean = total("stones") / total("seatings");
        let squares: f64 = held.iter().map(|item| item[1] * (item[0] - mean).powi(2)).sum();
        close(&row["sd_stones"], (squares / total("seatings")).sqrt());
        let (low, high) = (&row["rating_low"], &row["rating_high"]);
        match strategy {
            // The first of the pool.
            "random" => assert_eq!((&*row["rating"], &**low, &**high), ("1500.000000", "", "")),
            _ => {
                let rating = number(&row, "rating");
                assert!(
                    number(&row, "rating_low") < rating && rating < number(&row, "rating_high")
                );
            }
        }
        assert_eq!(number(&row, "undecided"), total("undecided"));
    }
    for row in rows(&files["stones.csv"]) {
        let held = items(&blocks, &row["strategy"], "holdings");
        let stones = number(&row, "stones");
        let count: f64 = held.iter().filter(|item| item[0] == stones).map(|item| item[1]).sum();
        assert_eq!(number(&row, "count"), count);
    }
    for row in rows(&files["seats.csv"]) {
        let lists = items(&blocks, &row["strategy"], "by_seat");
        let seat = number(&row, "seat") as usize;
        let won: f64 = lists.iter().skip(seat).step_by(5).map(|item| item[1]).sum();
        assert_eq!(number(&row, "elections_won"), won);
    }
    let pool: Vec<String> =
        rows(&files["summary.csv"]).into_iter().map(|row| row["strategy"].clone()).collect();
    for row in rows(&files["head_to_head.csv"]) {
        let opponent = pool.iter().position(|label| *label == row["opponent"]).unwrap() as f64;
        let all = items(&blocks, &row["strategy"], "versus");
        let met: Vec<_> = all.iter().filter(|item| item[0] == opponent).collect();
        let total = |part: usize| met.iter().map(|item| item[part]).sum::<f64>();
        assert_eq!(number(&row, "meetings"), total(1));
        assert_eq!(number(&row, "better"), total(2));
        assert_eq!(number(&row, "worse"), total(3));
        close(&row["mean_stone_difference"], total(4) / total(1));
    }
}

#[test]
fn blocks_follow_from_games_and_records() {
    let files = files(MIXED, 2);
    let (games, blocks) = (rows(&files["games.csv"]), rows(&files["blocks.csv"]));
    let mut won = BTreeMap::<(String, String), f64>::new();
    for game in games.iter().filter(|game| !game["camat"].is_empty()) {
        let seat = &game["camat_seat"];
        assert_eq!(game["camat"], game[&format!("seat{seat}")]);
        *won.entry((game["block"].clone(), game["camat"].clone())).or_default() += 1.0;
    }
    for block in &blocks {
        let key = (block["block"].clone(), block["strategy"].clone());
        assert_eq!(number(block, "elections_won"), won.get(&key).copied().unwrap_or(0.0));
        let ends = ["won_cappu", "won_ceki", "won_pollo", "won_manguno", "won_mattikkeng"];
        let by_end: f64 = ends.iter().map(|end| number(block, end)).sum();
        assert_eq!(number(block, "rounds_won"), by_end);
    }
    let records = String::from_utf8(files["records.jsonl"].clone()).unwrap();
    assert_eq!(records.lines().count(), games.len());
    for (line, game) in records.lines().zip(&games) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["game"].to_string(), game["game"]);
        assert_eq!(record["rounds"].as_array().unwrap().len().to_string(), game["rounds"]);
        for seat in 0..5 {
            assert_eq!(record["stones"][seat].to_string(), game[&format!("stones{seat}")]);
        }
    }
    // Every stone received came from the table or from another seat, and every payment is counted.
    let paid: f64 = records
        .lines()
        .flat_map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let rounds = record["rounds"].as_array().unwrap().clone();
            rounds.into_iter().flat_map(|round| round["payments"].as_array().unwrap().clone())
        })
        .map(|payment| {
            let given = payment["from"].as_array().unwrap().iter();
            payment["table"].as_f64().unwrap()
                + given.map(|giver| giver[1].as_f64().unwrap()).sum::<f64>()
        })
        .sum();
    assert_eq!(blocks.iter().map(|block| number(block, "stones_in")).sum::<f64>(), paid);
}

#[test]
fn manifest_names_every_file_with_its_hash_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run_into(folder.path(), MIXED, 2, &AtomicBool::new(false)));
    let manifest = Manifest::read(folder.path()).unwrap();
    assert!(manifest.complete);
    let files = read(folder.path());
    assert_eq!(manifest.files.len(), files.len());
    for (name, bytes) in &files {
        let entry = &manifest.files[name];
        assert_eq!(entry.blake3, blake3::hash(bytes).to_hex().to_string());
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        assert_eq!(entry.rows, if name == "records.jsonl" { lines } else { lines - 1 }, "{name}");
    }
    let registry = Registry::builtin();
    let again = manifest.experiment(&registry).unwrap();
    assert_eq!(again, experiment(MIXED));
    // Any game again, from the manifest alone.
    let players = Players::new(&again, &registry).unwrap();
    let records = String::from_utf8(files["records.jsonl"].clone()).unwrap();
    for (game, election) in [(0, 0), (17, 1), (34, 0)] {
        let block = again.schedule().block(game / 5);
        let mut line = Vec::new();
        players.replay(&block, (game % 5) as usize, |record| {
            if record.election == election {
                record.append_line(&mut line).unwrap();
            }
            true
        });
        let line = String::from_utf8(line).unwrap();
        assert_eq!(records.lines().nth(2 * game as usize + election as usize), line.lines().next());
    }
}

#[test]
fn a_stopped_run_keeps_whole_blocks_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let registry = Registry::builtin();
    let text = "pool = [\"greedy\", \"random\"]\ngames = 100_000_000\nseed = 1\n";
    let players = Players::new(&experiment(text), &registry).unwrap();
    let into = RunFolder::prepare(folder.path(), false).unwrap();
    let (stop, seen) = (AtomicBool::new(false), AtomicU64::new(0));
    let options = RunOptions { threads: 2, stop: &stop };
    let summary = run(&players, &registry, &into, &options, |now| {
        seen.store(now.blocks, Ordering::Relaxed);
        stop.store(now.blocks >= 50, Ordering::Relaxed);
    });
    let summary = summary.unwrap();
    assert!(!summary.complete);
    let blocks = summary.tally.blocks;
    assert_eq!(blocks, seen.load(Ordering::Relaxed));
    assert!(blocks >= 50);
    let manifest = Manifest::read(folder.path()).unwrap();
    assert!(!manifest.complete);
    assert_eq!(manifest.blocks_done, Some(blocks));
    // What is there is the beginning of the whole run.
    let short = text.replace("100_000_000", &(5 * blocks).to_string());
    let whole = files(&short, 1);
    let part = read(folder.path());
    let begins =
        |name: &str| whole[name].starts_with(&part[name]) || part[name].starts_with(&whole[name]);
    assert!(begins("games.csv") && begins("blocks.csv"));
}

#[test]
fn undecided_games_are_counted() {
    let text = "pool = [\"greedy\"]\ngames = 50\nelections = 3\n[rules]\nmax_rounds = 4\n";
    let files = files(text, 2);
    let games = rows(&files["games.csv"]);
    let undecided = games.iter().filter(|game| game["camat"].is_empty()).count();
    assert!(undecided > 0);
    let blocks = rows(&files["blocks.csv"]);
    // Five seats each.
    assert_eq!(sum(&blocks, "greedy", "undecided"), 5.0 * undecided as f64);
    for pair in games.windows(2).filter(|pair| pair[0]["camat"].is_empty()) {
        // Its further elections are not played (R9.6).
        assert_ne!(pair[0]["game"], pair[1]["game"]);
    }
    for game in games.iter().filter(|game| game["camat"].is_empty()) {
        assert_eq!(game["rounds"], "4");
    }
}

#[test]
fn folders_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    assert!(run_into(&path, "pool = [\"random\"]\ngames = 5\n", 1, &AtomicBool::new(false)));
    let message = RunFolder::prepare(&path, false).unwrap_err().to_string();
    assert!(message.contains("holds a run") && message.contains("--force"), "{message}");
    std::fs::write(path.join("notes.txt"), "mine").unwrap();
    // Held for a new run, but not yet begun: what is there is still there, and no one else's.
    let held = RunFolder::prepare(&path, true).unwrap();
    assert!(path.join("games.csv").exists());
    let message = RunFolder::prepare(&path, true).unwrap_err().to_string();
    assert!(message.contains("another run is writing"), "{message}");
    drop(held);
    let before = std::fs::read(path.join("games.csv")).unwrap();
    assert!(run_into(&path, "pool = [\"greedy\"]\ngames = 5\n", 1, &AtomicBool::new(false)));
    assert_ne!(std::fs::read(path.join("games.csv")).unwrap(), before);
    assert!(path.join("notes.txt").exists());
    // A manifest that is not a run's: not even --force touches what is there.
    for manifest in ["{\"name\": \"webapp\", \"manifest_version\": 3}", "garbage", "[]"] {
        std::fs::write(path.join("manifest.json"), manifest).unwrap();
        let message = RunFolder::prepare(&path, true).unwrap_err().to_string();
        assert!(message.contains("holds no run"), "{message}");
    }
    assert!(path.join("summary.csv").exists());
    let message = RunFolder::prepare(&path.join("notes.txt"), true).unwrap_err().to_string();
    assert!(message.contains("is not a folder"), "{message}");
}

#[test]
fn every_pool_size_runs() {
    for pool in [1, 2, 3, 4, 5, 6, 11, 64] {
        let specs = vec!["\"random\""; pool].join(", ");
        let files = files(&format!("pool = [{specs}]\ngames = 100\n"), 2);
        let summary = rows(&files["summary.csv"]);
        assert_eq!(summary.len(), pool);
        let won: f64 = summary.iter().map(|row| number(row, "elections_won")).sum();
        assert!(won >= 100.0, "pool {pool}: {won}");
    }
}
