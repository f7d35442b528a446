//! Designs and outputs as the files of runs show them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use domeng::strategies::Registry;
use domeng::tournament::{
    Experiment, ExperimentFile, Growing, Players, RunFolder, RunOptions, run,
};

fn play(folder: &Path, text: &str) {
    let registry = Registry::builtin();
    let file = ExperimentFile::parse(text, "test").unwrap();
    let players = Players::new(&Experiment::resolve(&file, &registry).unwrap(), &registry).unwrap();
    let into = RunFolder::prepare(folder, true).unwrap();
    let options = RunOptions { threads: 2, stop: &AtomicBool::new(false) };
    assert!(run(&players, &registry, &into, &options, |_| {}).unwrap().complete);
}

type Row = BTreeMap<String, String>;

fn rows(folder: &Path, name: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.join(name)).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// The rows of each arm in `games.csv`, in the order in which arms appear.
fn by_arm(games: &[Row]) -> Vec<(&str, Vec<&Row>)> {
    let mut arms: Vec<(&str, Vec<&Row>)> = Vec::new();
    for game in games {
        match arms.iter_mut().find(|(arm, _)| *arm == game["arm"]) {
            Some((_, rows)) => rows.push(game),
            None => arms.push((&game["arm"], vec![game])),
        }
    }
    arms
}

fn seats(game: &Row) -> Vec<&str> {
    (0..5).map(|seat| &*game[&format!("seat{seat}")]).collect()
}

#[test]
fn every_design_seats_whom_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let copies = |design: &str, pool: &str| -> Vec<(String, usize, usize)> {
        play(folder, &format!("{design}\npool = [{pool}]\ngames = 120\n"));
        let games = rows(folder, "games.csv");
        let arms = by_arm(&games);
        // All arms have equally many games, and within one all games as many of each entrant.
        let count = |game: &Row| {
            let first = seats(game).into_iter().filter(|label| *label == "a").count();
            let different: BTreeSet<&str> = seats(game).into_iter().collect();
            (first, different.len())
        };
        arms.iter()
            .map(|(arm, games)| {
                assert_eq!(games.len() * arms.len(), 120, "{arm}");
                let counts: BTreeSet<_> = games.iter().map(|game| count(game)).collect();
                assert_eq!(counts.len(), 1, "{arm}");
                let (first, different) = *counts.first().unwrap();
                ((*arm).to_owned(), first, different)
            })
            .collect()
    };
    let told = |arms: &[(&str, usize, usize)]| -> Vec<(String, usize, usize)> {
        arms.iter().map(|(arm, first, n)| ((*arm).to_owned(), *first, *n)).collect()
    };
    let [two, three] = ["\"a=greedy\", \"b=random\"", "\"a=greedy\", \"b=random\", \"c=greedy\""];
    assert_eq!(copies("design = \"duel\"", two), told(&[("1v4", 1, 2)]));
    let both = copies("design = \"duel\"\nboth = true", two);
    assert_eq!(both, told(&[("1v4", 1, 2), ("4v1", 4, 2)]));
    let mix = copies("design = \"mix\"", two);
    assert_eq!(mix, told(&[("1v4", 1, 2), ("2v3", 2, 2), ("3v2", 3, 2), ("4v1", 4, 2)]));
    let gauntlet = copies("design = \"gauntlet\"", three);
    assert_eq!(gauntlet, told(&[("1v4:b", 1, 2), ("1v4:c", 1, 2)]));
    let ladder = copies("design = \"ladder\"", three);
    assert_eq!(
        ladder,
        told(&[
            ("1v4:a:b", 1, 2),
            ("1v4:a:c", 1, 2),
            ("1v4:b:a", 4, 2),
            ("1v4:b:c", 0, 2),
            ("1v4:c:a", 4, 2),
            ("1v4:c:b", 0, 2),
        ])
    );
    assert_eq!(copies("design = \"seating\"", three), told(&[("0.1.2.2.2", 1, 3)]));
}

/// Whoever is named after another in a seating sits one seat further clockwise, in every rotation.
#[test]
fn fixed_neighbours_stay_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(
        folder,
        "design = \"seating\"\npool = [\"a=greedy\", \"b=random\", \"c=random\"]\ngames = 40\n\
         seatings = [[\"a\", \"b\", \"c\", \"c\", \"c\"], [\"b\", \"c\", \"a\", \"c\", \"c\"]]\n",
    );
    let games = rows(folder, "games.csv");
    let mut seen = BTreeSet::new();
    for game in &games {
        let seats = seats(game);
        let at = |label: &str| seats.iter().position(|sitter| *sitter == label).unwrap();
        let distance = (at("b") + 5 - at("a")) % 5;
        assert_eq!(distance, if game["arm"] == "0.1.2.2.2" { 1 } else { 3 }, "{game:?}");
        seen.insert((game["arm"].clone(), at("a")));
    }
    assert_eq!(seen.len(), 10);
    // The tables have those who sit in an arm, and no one else.
    assert_eq!(rows(folder, "summary.csv").len(), 6);
}

/// Ordered pairs of neighbours in a free-for-all of four come near their equal share.
#[test]
fn neighbours_are_balanced_over_blocks() {
    let folder = tempfile::tempdir().unwrap();
    play(
        folder.path(),
        "pool = [\"a=random\", \"b=random\", \"c=random\", \"d=random\"]\ngames = 1600\n",
    );
    let mut beside = BTreeMap::new();
    for game in rows(folder.path(), "games.csv").iter().step_by(5) {
        let seats = seats(game);
        for seat in 0..5 {
            let pair = (seats[seat].to_owned(), seats[(seat + 1) % 5].to_owned());
            *beside.entry(pair).or_insert(0) += 1;
        }
    }
    // 320 blocks have 1600 pairs. A block has one of the four twice, so the two are neighbours in
    // half of the blocks: 160 of the pairs are of one with itself, 40 each, and the other twelve
    // kinds share the rest.
    for ((one, other), times) in &beside {
        let expected: i32 = if one == other { 40 } else { 120 };
        assert!((times - expected).abs() <= 8, "{one} before {other}: {times}");
    }
    assert_eq!(beside.len(), 16);
}

const ALL_OUTPUTS: &str = r#"
design = "mix"
pool = ["greedy", "random"]
games = 400
elections = 3
[rules]
max_rounds = 30
[outputs]
records = true
rounds = true
"#;

fn content(folder: &Path, file: Growing, zstd: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.open(folder, zstd).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn compressed_files_have_the_content_of_plain_ones() {
    let [plain, packed] = [(), ()].map(|()| tempfile::tempdir().unwrap());
    play(plain.path(), ALL_OUTPUTS);
    play(packed.path(), &format!("{ALL_OUTPUTS}zstd = true\n"));
    for file in Growing::ALL {
        let told = content(plain.path(), file, false);
        assert!(!told.is_empty() && told == content(packed.path(), file, true), "{file:?}");
        assert!(!packed.path().join(file.name(false)).exists());
        let length = |folder: &Path, zstd| folder.join(file.name(zstd)).metadata().unwrap().len();
        assert!(2 * length(packed.path(), true) < length(plain.path(), false), "{file:?}");
    }
    let summaries = |folder: &Path| std::fs::read(folder.join("summary.csv")).unwrap();
    assert_eq!(summaries(plain.path()), summaries(packed.path()));
}

#[test]
fn files_that_are_not_asked_for_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, "pool = [\"greedy\"]\ngames = 10\n[outputs]\ngames = false\n");
    for file in [Growing::Games, Growing::Rounds, Growing::Records] {
        assert!(!folder.join(file.name(false)).exists());
    }
    assert_eq!(rows(folder, "blocks.csv").len(), 2);
}

/// `rounds.csv` says of each round what its record does.
#[test]
fn rounds_follow_from_records() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, ALL_OUTPUTS);
    let mut rounds = rows(folder, "rounds.csv").into_iter();
    let games = rows(folder, "games.csv");
    let records = std::fs::read_to_string(folder.join("records.jsonl")).unwrap();
    for (line, game) in records.lines().zip(&games) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let played = record["rounds"].as_array().unwrap();
        for (number, round) in played.iter().enumerate() {
            let row = rounds.next().unwrap();
            for key in ["game", "election"] {
                assert_eq!(row[key], record[key].to_string());
            }
            for key in ["block", "rotation", "arm"] {
                assert_eq!(row[key], game[key]);
            }
            assert_eq!(row["round"], number.to_string());
            assert_eq!(row["deal"], round["deal"].as_str().unwrap());
            assert_eq!(row["end"], round["end"].as_str().unwrap());
            for (column, key) in
                [("starter", "starter"), ("winner_seat", "winner"), ("table", "table")]
            {
                assert_eq!(row[column], round[key].to_string());
            }
            let winner = round["winner"].as_u64().unwrap() as usize;
            assert_eq!(row["winner"], record["seats"][winner].as_str().unwrap());
            let actions = round["play"].as_str().unwrap().split(' ');
            assert_eq!(row["plies"], actions.count().to_string());
            let paid = |why: &str| {
                let payments = round["payments"].as_array().unwrap().iter();
                payments.filter(|payment| payment["why"] == why).count().to_string()
            };
            assert_eq!((&row["passes"], &row["passebunge"]), (&paid("pass"), &paid("passebunge")));
            for seat in 0..5 {
                assert_eq!(row[&format!("stones{seat}")], round["stones"][seat].to_string());
            }
            let elects = number + 1 == played.len() && !record["camat"].is_null();
            let elected = if elects { (&*row["winner_seat"], &*row["winner"]) } else { ("", "") };
            assert_eq!((&*row["camat_seat"], &*row["camat"]), elected);
        }
    }
    assert!(rounds.next().is_none());
}
