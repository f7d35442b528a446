//! What a probe tells of a run beforehand, against the run itself; and how `domeng experiment check`
//! tells it. How long things take is not looked at.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use domeng::engine::{Move, Observation, Stream};
use domeng::statistics::detectable;
use domeng::strategies::{Entry, Registry, Strategy};
use domeng::tournament::{
    Experiment, ExperimentFile, Finds, Growing, Players, Probe, ProbeLimits, RunFolder, RunOptions,
    Tally, probe, run,
};
use serde_json::{Value, json};

fn players_of(text: &str, registry: &Registry) -> Arc<Players> {
    let file = ExperimentFile::parse(text, "test").unwrap();
    let experiment = Experiment::resolve(&file, registry).unwrap();
    Arc::new(Players::new(&experiment, registry).unwrap())
}

fn players(text: &str) -> Arc<Players> {
    players_of(text, &Registry::builtin())
}

/// A probe of the first `most` blocks, however long they take.
fn first(text: &str, most: u64, threads: usize) -> Probe {
    let hour = Duration::from_secs(3600);
    let limits = ProbeLimits { enough: hour, longest: hour, fewest: 0, most };
    probe(&players(text), threads, &limits).unwrap()
}

/// Runs it: the sizes of the files that grow, and what came of it.
fn run_whole(text: &str) -> (Vec<(Growing, u64)>, Tally) {
    let registry = Registry::builtin();
    let players = players(text);
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let options = RunOptions { threads: 2, stop: &stop };
    let into = RunFolder::prepare(folder.path(), true).unwrap();
    let summary = run(&players, &registry, &into, &options, |_| {}).unwrap();
    let outputs = players.experiment().outputs;
    let size = |file: Growing| {
        let path = folder.path().join(file.name(outputs.zstd));
        (file, std::fs::metadata(path).unwrap().len())
    };
    (Growing::written(&outputs).map(size).collect(), summary.tally)
}

const MIXED: &str = "pool = [\"random\", \"greedy\", \"heuristic\"]\ngames = 300\nseed = 5\n\
                     outputs = { rounds = true, records = true }\n";
const GAUNTLET: &str = "pool = [\"greedy\", \"random\", \"heuristic\", \"light\"]\nboth = true\n\
                        design = \"gauntlet\"\ngames = 300\noutputs = { rounds = true";

#[test]
fn a_probe_of_all_blocks_tells_the_sizes_of_the_files() {
    for text in [MIXED, &format!("{GAUNTLET} }}\n")] {
        let (sizes, _) = run_whole(text);
        for threads in [1, 3] {
            let probe = first(text, u64::MAX, threads);
            assert_eq!((probe.blocks(), probe.elections()), (60, 300));
            for (file, size) in &sizes {
                assert_eq!(probe.bytes(*file), Some(*size), "{file:?}");
            }
        }
    }
}

#[cfg(feature = "zstd")]
#[test]
fn and_of_those_that_are_compressed() {
    let text = format!("{GAUNTLET}, zstd = true }}\n");
    let (sizes, _) = run_whole(&text);
    let probe = first(&text, u64::MAX, 2);
    assert_eq!(sizes.len(), 3);
    for (file, size) in sizes {
        assert_eq!(probe.bytes(file), Some(size), "{file:?}");
    }
}

/// Of an arm whose first half is played, the second is taken for the same.
#[test]
fn what_is_not_played_is_taken_for_average() {
    let half = run_whole(&MIXED.replace("300", "150")).0;
    let probe = first(MIXED, 30, 2);
    assert_eq!((probe.blocks(), probe.arms_unseen()), (30, 0));
    let header = |file| match file {
        // The first line of each, and its end.
        Growing::Records => 0,
        _ => first(MIXED, 1, 1).bytes(file).unwrap() - rows_of_one(file),
    };
    for (file, size) in half {
        assert_eq!(probe.bytes(file), Some(2 * (size - header(file)) + header(file)), "{file:?}");
    }
    // Six arms, of which four have had a block.
    let text = format!("{GAUNTLET} }}\n");
    assert_eq!(first(&text, 4, 1).arms_unseen(), 2);
    assert!(first(&text, 4, 1).time().is_some());
}

/// Sixty times the bytes of the first block's rows, as a probe of it alone has them.
fn rows_of_one(file: Growing) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let registry = Registry::builtin();
    let players = players(&MIXED.replace("300", "5"));
    let stop = AtomicBool::new(false);
    let options = RunOptions { threads: 1, stop: &stop };
    let into = RunFolder::prepare(folder.path(), true).unwrap();
    run(&players, &registry, &into, &options, |_| {}).unwrap();
    let text = std::fs::read_to_string(folder.path().join(file.name(false))).unwrap();
    let rows = text.split_once('\n').unwrap().1;
    60 * rows.len() as u64
}

#[test]
fn it_finds_what_the_blocks_of_the_run_let_it_find() {
    let (_, tally) = run_whole(MIXED);
    let probe = first(MIXED, u64::MAX, 2);
    for (entrant, standing) in tally.arms().next().unwrap().iter().enumerate() {
        let blocks = standing.win.blocks();
        assert_eq!(probe.blocks_of(0, entrant), blocks);
        let of = |variance: Option<f64>| detectable(variance.unwrap(), blocks, blocks);
        assert_eq!(
            probe.finds(0, entrant),
            Finds {
                win_rate: of(standing.win.variance()),
                mean_stones: of(standing.stones.variance()),
            }
        );
    }
    let pairs: Vec<_> = probe.finds_between(0, &[0, 1, 2]).iter().map(|(pair, _)| *pair).collect();
    assert_eq!(pairs, [[0, 1], [0, 2], [1, 2]]);
}

/// In a block of a duel the challenger wins w of its 5 elections and the baseline the other 5 − w of
/// 20 seatings: the difference w / 5 − (5 − w) / 20 goes up by 5/4 of what w / 5 goes up by.
#[test]
fn between_two_of_a_duel_it_finds_five_fourths() {
    let text = "pool = [\"greedy\", \"random\"]\ndesign = \"duel\"\ngames = 500\n";
    let probe = first(text, u64::MAX, 1);
    let alone = probe.finds(0, 0).win_rate.unwrap();
    let [(_, between)] = &probe.finds_between(0, &[0, 1])[..] else { panic!("one pair") };
    assert!((between.win_rate.unwrap() / alone - 1.25).abs() < 1e-9);
    // Four times the games find half of it, but for the tails of Student's t: it is 1.98422 + 0.84523
    // standard errors with 99 degrees of freedom, 1.96593 + 0.84254 with 399.
    let longer = first(&text.replace("500", "2000"), 100, 1).finds(0, 0).win_rate.unwrap();
    assert!((longer / alone - 2.80847 / 2.82945 / 2.0).abs() < 1e-5, "{}", longer / alone);
}

#[test]
fn few_blocks_tell_nothing_of_differences() {
    let nothing = Finds { win_rate: None, mean_stones: None };
    assert_eq!(first(MIXED, 4, 1).finds(0, 1), nothing);
    assert_ne!(first(MIXED, 5, 1).finds(0, 1), nothing);
    let none = first(MIXED, 0, 2);
    assert_eq!((none.blocks(), none.time(), none.bytes(Growing::Blocks)), (0, None, None));
    assert_eq!(none.finds(0, 1), nothing);
    assert_eq!(none.arms_unseen(), 1);
}

/// Which blocks a time limit leaves depends on the machine; that it holds does not.
#[test]
fn a_limit_of_no_time_at_all_plays_nothing() {
    let limits = ProbeLimits { longest: Duration::ZERO, ..ProbeLimits::default() };
    assert_eq!(probe(&players(MIXED), 2, &limits).unwrap().blocks(), 0);
    let limits = ProbeLimits { enough: Duration::ZERO, fewest: 7, ..ProbeLimits::default() };
    assert_eq!(probe(&players(MIXED), 1, &limits).unwrap().blocks(), 7);
}

struct Endless;

impl Strategy for Endless {
    fn choose(&self, _: &Observation<'_>, _: &mut Stream) -> Move {
        loop {
            std::thread::park();
        }
    }
}

struct Broken;

impl Strategy for Broken {
    fn choose(&self, _: &Observation<'_>, _: &mut Stream) -> Move {
        panic!("out of order")
    }
}

fn with_more_strategies() -> Registry {
    let mut registry = Registry::builtin();
    registry.register(Entry::new("endless", "", Vec::new(), |_| Endless)).unwrap();
    registry.register(Entry::new("broken", "", Vec::new(), |_| Broken)).unwrap();
    registry
}

/// However long a strategy takes for one move: a million worlds are more than a minute an election.
#[test]
fn a_strategy_that_never_answers_does_not_hold_it_up() {
    let players = players_of("pool = [\"endless\"]\n", &with_more_strategies());
    let [enough, longest] = [0, 20].map(Duration::from_millis);
    let limits = ProbeLimits { enough, longest, ..ProbeLimits::default() };
    assert_eq!(probe(&players, 2, &limits).unwrap().blocks(), 0);
}

#[test]
#[should_panic(expected = "out of order")]
fn a_strategy_that_panics_is_not_passed_over() {
    let players = players_of("pool = [\"broken\"]\n", &with_more_strategies());
    let _ = probe(&players, 2, &ProbeLimits::default());
}

fn domeng(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.args(arguments).current_dir(folder).env("COLUMNS", "80").output().unwrap()
}

/// What a check prints; it leaves nothing behind.
fn check(file: &str, flags: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.toml"), file).unwrap();
    let arguments = ["experiment", "check", "mine.toml"];
    let output = domeng(folder.path(), &[&arguments, flags].concat());
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let text = String::from_utf8(output.stdout).unwrap();
    if !flags.contains(&"--json") {
        assert!(text.lines().all(|line| console::measure_text_width(line) <= 80), "{text}");
    }
    text
}

const FILE: &str = "design = \"gauntlet\"\nboth = true\ngames = 96\nelections = 3\nseed = 7\n\
                    pool = [\"monte-carlo\", \"greedy\", \"宽 wide=heuristic:heavy=2\"]\n\
                    budget.worlds = 5\n[rules]\nmax_rounds = 9\nopening = \"double\"\n";

#[test]
fn a_plan_as_it_is_printed() {
    insta::assert_snapshot!(check(FILE, &["--no-probe", "--rounds", "--records"]), @r#"
    gauntlet, both ways: 100 games in 20 blocks, 3 elections a game, seed 7
    96 games asked for; a cycle is 4 blocks; the last one is whole

    ────────────────────────────────────────────────────────────────────────────────
     entrant                strategy               all parameters                   
    ════════════════════════════════════════════════════════════════════════════════
     monte-carlo:worlds=5   monte-carlo:worlds=5   worlds=5 rollout=mixed slips=3   
                                                   objective=equity drop=3          
                                                   inference=any doubt=5 half=100   
    ────────────────────────────────────────────────────────────────────────────────
     greedy                 greedy                                                  
    ────────────────────────────────────────────────────────────────────────────────
     宽 wide                heuristic:heavy=2      heavy=2 lempa=46.533 keep=12.593 
                                                   own=41.948 pass=21.801 run=13.82 
                                                   give=33.101 danger=-31.652       
                                                   race=-37.581 equal=26.397        
                                                   close=64.752 camat=1.989         
    ────────────────────────────────────────────────────────────────────────────────

    ──────────────────────────────────────────────────────────────────────
     arm           who sits                                blocks   games 
    ══════════════════════════════════════════════════════════════════════
     1v4:greedy    1 × monte-carlo:worlds=5, 4 × greedy         5      25 
    ──────────────────────────────────────────────────────────────────────
     4v1:greedy    4 × monte-carlo:worlds=5, 1 × greedy         5      25 
    ──────────────────────────────────────────────────────────────────────
     1v4:宽 wide   1 × monte-carlo:worlds=5, 4 × 宽 wide        5      25 
    ──────────────────────────────────────────────────────────────────────
     4v1:宽 wide   4 × monte-carlo:worlds=5, 1 × 宽 wide        5      25 
    ──────────────────────────────────────────────────────────────────────

    Rules: opening = "double" (not "any"), max_rounds = 9 (not 10000)
    Files that grow with the run: blocks.csv, games.csv, rounds.csv, records.jsonl
    "#);
    let odd = ["--no-probe", "--games", "5", "--no-games"];
    insta::assert_snapshot!(check("pool = [\"greedy\", \"light\", \"random\"]\n", &odd), @r"
    free-for-all: 5 games in 1 block, 1 election a game, seed 1
    5 games asked for; a cycle is 3 blocks; the last one is not whole, so entrants
    have 1 to 2 seats in each rotation

    ────────────────────────────────────────────────────────────────────────────────
     entrant   strategy   all parameters                                            
    ════════════════════════════════════════════════════════════════════════════════
     greedy    greedy                                                               
    ────────────────────────────────────────────────────────────────────────────────
     light     light      heavy=4 lempa=385 keep=145 equal=300 close=240 camat=100  
                          known=105 give=150 lack=60                                
    ────────────────────────────────────────────────────────────────────────────────
     random    random                                                               
    ────────────────────────────────────────────────────────────────────────────────

    ────────────────────────────────────────────────
     arm   who sits                  blocks   games 
    ════════════════════════════════════════════════
     all   five of the pool, drawn        1       5 
    ────────────────────────────────────────────────

    Rules: the default ones
    Files that grow with the run: blocks.csv
    ");
    let seated = "design = \"seating\"\npool = [\"a=greedy\", \"b=random\"]\n\
                  seatings = [[\"a\", \"b\", \"b\", \"b\", \"b\"], [\"a\", \"a\", \"b\", \"a\", \"b\"]]\n";
    insta::assert_snapshot!(check(seated, &["--no-probe"]), @r"
    seating: 10000 games in 2000 blocks, 1 election a game, seed 1
    10000 games asked for; a cycle is 2 blocks; the last one is whole

    ─────────────────────────────────────
     entrant   strategy   all parameters 
    ═════════════════════════════════════
     a         greedy                    
    ─────────────────────────────────────
     b         random                    
    ─────────────────────────────────────

    ────────────────────────────────────────────
     arm         who sits        blocks   games 
    ════════════════════════════════════════════
     0.1.1.1.1   a, b, b, b, b     1000    5000 
    ────────────────────────────────────────────
     0.0.1.0.1   a, a, b, a, b     1000    5000 
    ────────────────────────────────────────────

    Rules: the default ones
    Files that grow with the run: blocks.csv, games.csv
    ");
}

#[test]
fn a_plan_as_an_object() {
    let text = check(FILE, &["--json", "--no-probe"]);
    let mut object: Value = serde_json::from_str(&text).unwrap();
    // As the manifest of a run has it.
    let experiment = object["experiment"].take();
    assert_eq!(experiment["games_played"], json!(100));
    assert_eq!(experiment["pool"][0]["parameters"]["worlds"], json!("5"));
    insta::assert_snapshot!(serde_json::to_string_pretty(&object).unwrap(), @r#"
    {
      "arms": [
        {
          "arm": "1v4:greedy",
          "blocks": 5,
          "entrants": [
            "monte-carlo:worlds=5",
            "greedy"
          ],
          "games": 25,
          "seatings": [
            [
              "monte-carlo:worlds=5",
              "greedy",
              "greedy",
              "greedy",
              "greedy"
            ]
          ]
        },
        {
          "arm": "4v1:greedy",
          "blocks": 5,
          "entrants": [
            "monte-carlo:worlds=5",
            "greedy"
          ],
          "games": 25,
          "seatings": [
            [
              "monte-carlo:worlds=5",
              "monte-carlo:worlds=5",
              "monte-carlo:worlds=5",
              "monte-carlo:worlds=5",
              "greedy"
            ]
          ]
        },
        {
          "arm": "1v4:宽 wide",
          "blocks": 5,
          "entrants": [
            "monte-carlo:worlds=5",
            "宽 wide"
          ],
          "games": 25,
          "seatings": [
            [
              "monte-carlo:worlds=5",
              "宽 wide",
              "宽 wide",
              "宽 wide",
              "宽 wide"
            ]
          ]
        },
        {
          "arm": "4v1:宽 wide",
          "blocks": 5,
          "entrants": [
            "monte-carlo:worlds=5",
            "宽 wide"
          ],
          "games": 25,
          "seatings": [
            [
              "monte-carlo:worlds=5",
              "monte-carlo:worlds=5",
              "monte-carlo:worlds=5",
              "monte-carlo:worlds=5",
              "宽 wide"
            ]
          ]
        }
      ],
      "estimates": null,
      "experiment": null,
      "files": [
        "blocks.csv",
        "games.csv"
      ],
      "imbalance": null,
      "rules_changed": [
        "opening",
        "max_rounds"
      ]
    }
    "#);
}

#[test]
fn estimates_are_marked_and_have_their_form() {
    let pool = "pool = [\"greedy\", \"random\"]\ngames = 100\n";
    let text = check(pool, &["--threads", "1"]);
    for part in [
        "Estimates, from a probe of 20 blocks (100 elections) in ",
        " s on 1 thread;",
        "  time               about ",
        "  blocks.csv         about ",
        "  together           about ",
        "Smallest difference that the run finds with a power of 80 % (at 5 %, two-sided): of an",
        " all   between two   ",
        // 1 / √(2 · 19)
        "They come from 20 blocks or more each, and are themselves good to about 16 %",
    ] {
        assert!(text.replace('\n', " ").contains(part), "{part}: {text}");
    }
    let few = check("pool = [\"greedy\"]\ngames = 5\n", &[]);
    assert!(few.contains("? is what the probe can't tell: it takes 5 blocks or more"), "{few}");
    let object: Value = serde_json::from_str(&check(pool, &["--json", "--threads", "1"])).unwrap();
    let estimates = &object["estimates"];
    assert_eq!(estimates["blocks"], json!(20));
    assert_eq!(estimates["threads"], json!(1));
    for number in [
        &estimates["seconds"],
        &estimates["probe_seconds"],
        &estimates["bytes"]["blocks.csv"],
        &estimates["bytes"]["games.csv"],
        &estimates["finds"][1]["win_rate"],
        &estimates["finds"][1]["mean_stones"],
        &estimates["finds_between"][0]["win_rate"],
    ] {
        assert!(number.as_f64().is_some_and(|number| number > 0.0), "{estimates}");
    }
    assert_eq!(estimates["finds"][1]["strategy"], json!("random"));
    assert_eq!(estimates["finds_between"][0]["opponent"], json!("random"));
}

#[test]
fn the_subcommands_tell_their_flags() {
    let folder = tempfile::tempdir().unwrap();
    let text = |arguments: &[&str]| {
        let output = domeng(folder.path(), arguments);
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    insta::assert_snapshot!(text(&["experiment", "check", "--help"]), @r"
    Say what an experiment is as resolved, and estimate what it takes and what it
    can find

    Takes a file and flags as `domeng tournament` does. A few of its blocks are
    played for about two seconds, for the estimates alone; nothing is written.

    Usage: domeng experiment check [OPTIONS] [EXPERIMENT]

    Arguments:
      [EXPERIMENT]
              The experiment; flags override it. Without one the built-in default is
              meant

    Options:
      -s, --strategy <SPEC>
              An entrant: [NAME=]SPEC; repeats, and replaces the pool of the file

          --design <DESIGN>
              free-for-all; duel: the first against four of the second; mix: two in
              every proportion; gauntlet: the first against four of each other;
              ladder: each against four of each other; seating: fixed neighbours

          --both
              With the reverse of a duel or gauntlet: four of the first against one

          --games <N>
              Games to play, five a block; rounded up to whole blocks and cycles

          --until <decided>
              End a duel when a sequential test has decided: is the challenger as by
              H0, or as by H1?

          --measure <MEASURE>
              What is tested: win_rate, of the challenger's one seat, or mean_stones

          --h0 <X>
              Its value by H0; 0.2 of the win rate if not given

          --h1 <X>
              Its value by H1; 0.22 of the win rate if not given

          --alpha <X>
              Chance to decide for H1 where H0 is true; 0.05 if not given

          --beta <X>
              Chance to decide for H0 where H1 is true; 0.05 if not given

          --blocks <N>
              Blocks at most, 20 000 if not given

          --seed <S>
              Master seed

          --equity <FILE>
              Equity table for the rules, as `domeng equity build` makes it

          --anchor <LABEL>
              Label of the entrant whose rating is fixed at 1500; the first if not
              given

          --records
              Write every game to records.jsonl

          --rounds
              Write every round to rounds.csv

          --no-games
              Leave out games.csv: sums alone, for runs too big for a row an
              election

          --zstd
              Compress the files that grow with the run (zstd)

          --threads <T>
              Threads that the run would have; all cores if not given

          --no-probe
              Play nothing, and estimate nothing

          --json
              Print one JSON object

      -h, --help
              Print help (see a summary with '-h')

    Examples:
      domeng experiment check experiments/default.toml
      domeng experiment check -s greedy -s heuristic --design duel --games 50000
      domeng experiment check mine.toml --no-probe --json

    Exit codes: 0 it can be run, 2 it can't.
    ");
    let schema: Value = serde_json::from_str(&text(&["experiment", "schema"])).unwrap();
    assert_eq!(schema, domeng::tournament::experiment_schema(&Registry::builtin()));
}
