//! Experiment files: what is wrong with one is said in the words of its format, with its place, and
//! the schema and the parser agree on what is right.

use std::path::Path;
use std::process::{Command, Output};

use domeng::strategies::Registry;
use domeng::tournament::{Experiment, ExperimentError, ExperimentFile, OutputsFile, Overrides};
use proptest::prelude::*;

fn resolve(text: &str) -> Result<Experiment, ExperimentError> {
    Experiment::resolve(&ExperimentFile::parse(text, "x.toml")?, &Registry::builtin())
}

fn message(text: &str) -> String {
    resolve(text).unwrap_err().to_string()
}

/// Those of several files, one below the other.
fn messages<const N: usize>(texts: [&str; N]) -> String {
    texts.map(message).join("\n\n")
}

#[test]
fn unknown_keys() {
    insta::assert_snapshot!(messages([
        "pool = [\"greedy\"]\ngamess = 5\n",
        "[rules]\nstone = 5\n",
        "stones = 5\n",
        "[rules]\nceki = 2\nseed = 3\n",
        "[outputs]\nsummary = true\n",
        "\"a\\nb\" = 1\n",
    ]), @r#"
    x.toml: line 2, column 1: unknown key `gamess` (did you mean `games`?); there are design, both, pool, seatings, games, elections, seed, equity, anchor, until, records, outputs, budget, rules
      |
    2 | gamess = 5
      | ^^^^^^

    x.toml: line 2, column 1: unknown key `rules.stone` (did you mean `stones`?); `[rules]` has opening, camat_check, stones, pass, passebunge, cappu, ceki, pollo, manguno, mattikkeng, mattikkeng_shared, max_rounds
      |
    2 | stone = 5
      | ^^^^^

    x.toml: line 1, column 1: unknown key `stones` (`stones` belongs in `[rules]`); there are design, both, pool, seatings, games, elections, seed, equity, anchor, until, records, outputs, budget, rules
      |
    1 | stones = 5
      | ^^^^^^

    x.toml: line 3, column 1: unknown key `rules.seed` (`seed` belongs at the top, before any `[table]`); `[rules]` has opening, camat_check, stones, pass, passebunge, cappu, ceki, pollo, manguno, mattikkeng, mattikkeng_shared, max_rounds
      |
    3 | seed = 3
      | ^^^^

    x.toml: line 2, column 1: unknown key `outputs.summary`; `[outputs]` has games, rounds, records, zstd
      |
    2 | summary = true
      | ^^^^^^^

    x.toml: line 1, column 1: unknown key `a\nb`; there are design, both, pool, seatings, games, elections, seed, equity, anchor, until, records, outputs, budget, rules
      |
    1 | "a\nb" = 1
      | ^^^^^^
    "#);
}

#[test]
fn wrong_types_and_values_out_of_bounds() {
    insta::assert_snapshot!(messages([
        "games = \"many\"\n",
        "games = 0\n",
        "games = 1_000_000_000_001\n",
        "elections = 1.5\n",
        "elections = 1000001\n",
        "seed = -1\n",
        "seed = 18446744073709551616\n",
        "both = \"yes\"\n",
        "pool = \"greedy\"\n",
        "pool = [\n    \"greedy\",\n    5,\n]\n",
        "seatings = [\"greedy\"]\n",
        "seatings = [[\"greedy\", 1]]\n",
        "rules = 5\n",
        "[rules]\nstones = 201\n",
        "[rules]\nmax_rounds = [1]\n",
        "outputs = { zstd = 1 }\n",
        "[[games]]\n",
        "seed = 1979-05-27\n",
    ]), @r#"
    x.toml: line 1, column 9: `games` is `"many"`; it must be a whole number, 1 to 1000000000000
      |
    1 | games = "many"
      |         ^^^^^^

    x.toml: line 1, column 9: `games` is `0`; it must be a whole number, 1 to 1000000000000
      |
    1 | games = 0
      |         ^

    x.toml: line 1, column 9: `games` is `1_000_000_000_001`; it must be a whole number, 1 to 1000000000000
      |
    1 | games = 1_000_000_000_001
      |         ^^^^^^^^^^^^^^^^^

    x.toml: line 1, column 13: `elections` is `1.5`; it must be a whole number, 1 to 1000000
      |
    1 | elections = 1.5
      |             ^^^

    x.toml: line 1, column 13: `elections` is `1000001`; it must be a whole number, 1 to 1000000
      |
    1 | elections = 1000001
      |             ^^^^^^^

    x.toml: line 1, column 8: `seed` is `-1`; it must be a whole number, 0 to 18446744073709551615
      |
    1 | seed = -1
      |        ^^

    x.toml: line 1, column 8: `seed` is `18446744073709551616`; it must be a whole number, 0 to 18446744073709551615
      |
    1 | seed = 18446744073709551616
      |        ^^^^^^^^^^^^^^^^^^^^

    x.toml: line 1, column 8: `both` is `"yes"`; it must be true or false
      |
    1 | both = "yes"
      |        ^^^^^

    x.toml: line 1, column 8: `pool` is `"greedy"`; it must be a list of 1 to 64 strings, [NAME=]SPECs
      |
    1 | pool = "greedy"
      |        ^^^^^^^^

    x.toml: line 3, column 5: `pool[1]` is `5`; it must be a string, [NAME=]SPEC
      |
    3 |     5,
      |     ^

    x.toml: line 1, column 13: `seatings[0]` is `"greedy"`; it must be a list of five labels
      |
    1 | seatings = ["greedy"]
      |             ^^^^^^^^

    x.toml: line 1, column 24: `seatings[0][1]` is `1`; it must be a string, a label of the pool
      |
    1 | seatings = [["greedy", 1]]
      |                        ^

    x.toml: line 1, column 9: `rules` is `5`; it must be a table
      |
    1 | rules = 5
      |         ^

    x.toml: line 2, column 10: `rules.stones` is `201`; it must be a whole number, 1 to 200
      |
    2 | stones = 201
      |          ^^^

    x.toml: line 2, column 14: `rules.max_rounds` is a list; it must be a whole number, 1 to 1000000
      |
    2 | max_rounds = [1]
      |              ^^^

    x.toml: line 1, column 20: `outputs.zstd` is `1`; it must be true or false
      |
    1 | outputs = { zstd = 1 }
      |                    ^

    x.toml: line 1, column 1: `games` is a list; it must be a whole number, 1 to 1000000000000
      |
    1 | [[games]]
      | ^^^^^^^^^

    x.toml: line 1, column 8: `seed` is `1979-05-27`; it must be a whole number, 0 to 18446744073709551615
      |
    1 | seed = 1979-05-27
      |        ^^^^^^^^^^
    "#);
}

#[test]
fn words() {
    insta::assert_snapshot!(messages([
        "design = \"free for all\"\n",
        "design = \"league\"\n",
        "design = 3\n",
        "rules.opening = \"doubel\"\n",
    ]), @r#"
    x.toml: line 1, column 10: `design` is `"free for all"` (did you mean "free-for-all"?); it must be one of "free-for-all", "duel", "mix", "gauntlet", "ladder", "seating"
      |
    1 | design = "free for all"
      |          ^^^^^^^^^^^^^^

    x.toml: line 1, column 10: `design` is `"league"`; it must be one of "free-for-all", "duel", "mix", "gauntlet", "ladder", "seating"
      |
    1 | design = "league"
      |          ^^^^^^^^

    x.toml: line 1, column 10: `design` is `3`; it must be one of "free-for-all", "duel", "mix", "gauntlet", "ladder", "seating"
      |
    1 | design = 3
      |          ^

    x.toml: line 1, column 17: `rules.opening` is `"doubel"` (did you mean "double"?); it must be one of "any", "double"
      |
    1 | rules.opening = "doubel"
      |                 ^^^^^^^^
    "#);
}

#[test]
fn text_that_is_no_toml() {
    insta::assert_snapshot!(messages([
        "pool = [\"greedy\"\n",
        "games =\n",
        "design = duel\n",
        "games\n",
        "games = 5\ngames = 6\n",
        "[rules]\nceki = 1\n[rules]\n",
        "rules.ceki = 1\n[rules]\n",
        "games = 010\n",
    ]), @r#"
    x.toml: line 1, column 17: this is not TOML: unclosed array, expected `]`
      |
    1 | pool = ["greedy"
      |                 ^

    x.toml: line 1, column 8: this is not TOML: a value is missing after the `=`
      |
    1 | games =
      |        ^

    x.toml: line 1, column 10: this is not TOML: what is no number, true, false or list is a string, and needs quotes
      |
    1 | design = duel
      |          ^^^^

    x.toml: line 1, column 6: this is not TOML: key with no value, expected `=`
      |
    1 | games
      |      ^

    x.toml: line 2, column 1: `games` is given twice
      |
    2 | games = 6
      | ^^^^^

    x.toml: line 3, column 2: `rules` is given twice
      |
    3 | [rules]
      |  ^^^^^

    x.toml: line 2, column 2: `rules` is given twice
      |
    2 | [rules]
      |  ^^^^^

    x.toml: line 1, column 9: this is not TOML: unexpected leading zero
      |
    1 | games = 010
      |         ^
    "#);
}

#[test]
fn entrants() {
    insta::assert_snapshot!(messages([
        "pool = [\"random\", \"gredy\"]\n",
        "pool = [\n  \"random\",\n  \"heuristic:heavy=200\",\n]\n",
        "pool = [\"monte-carlo:wrlds=3\"]\n",
        "pool = [\"none.toml\"]\n",
        "pool = [\"=greedy\"]\n",
        "pool = []\n",
        "",
        "pool = 13",
    ]), @r#"
    x.toml: line 1, column 19: unknown strategy `gredy` (did you mean `greedy`?); there are random, greedy, light, heuristic, monte-carlo, omniscient, champion
      |
    1 | pool = ["random", "gredy"]
      |                   ^^^^^^^

    x.toml: line 3, column 3: strategy `heuristic`: `heavy` is `200`; it must be a number with at most three decimals, -100 to 100
      |
    3 |   "heuristic:heavy=200",
      |   ^^^^^^^^^^^^^^^^^^^^^

    x.toml: line 1, column 9: strategy `monte-carlo` has no parameter `wrlds` (did you mean `worlds`?); it has worlds, rollout, slips, objective, drop, inference, doubt, half
      |
    1 | pool = ["monte-carlo:wrlds=3"]
      |         ^^^^^^^^^^^^^^^^^^^^^

    x.toml: line 1, column 9: strategy file none.toml: No such file or directory (os error 2)
      |
    1 | pool = ["none.toml"]
      |         ^^^^^^^^^^^

    x.toml: line 1, column 9: label ``: a label is 1 to 100 characters, none of them a control character; give it one as in NAME=SPEC
      |
    1 | pool = ["=greedy"]
      |         ^^^^^^^^^

    x.toml: line 1, column 8: the pool is empty; name at least one strategy
      |
    1 | pool = []
      |        ^^

    the pool is empty; name at least one strategy

    x.toml: line 1, column 8: `pool` is `13`; it must be a list of 1 to 64 strings, [NAME=]SPECs
      |
    1 | pool = 13
      |        ^^
    "#);
    let many = vec!["\"greedy\""; 65].join(",");
    let said = message(&format!("pool = [{many}]\n"));
    insta::assert_snapshot!(said, @r#"
    x.toml: line 1, column 8: the pool has 65 entrants; at most 64 can meet
      |
    1 | pool = ["greedy","greedy","greedy","greedy","greedy","greedy","greedy"…
      |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn what_does_not_go_together() {
    insta::assert_snapshot!(messages([
        "design = \"duel\"\npool = [\"greedy\"]\n",
        "design = \"mix\"\npool = [\"greedy\", \"random\", \"light\"]\n",
        "design = \"gauntlet\"\npool = [\"greedy\"]\n",
        "pool = [\"greedy\"]\nboth = true\n",
        "pool = [\"greedy\"]\nseatings = []\n",
        "records = true\npool = [\"greedy\"]\n[outputs]\nrecords = false\n",
    ]), @r#"
    x.toml: line 2, column 8: a duel takes two entrants, the challenger and the baseline; 1 are given
      |
    2 | pool = ["greedy"]
      |        ^^^^^^^^^^

    x.toml: line 2, column 8: a mix takes two entrants; 3 are given
      |
    2 | pool = ["greedy", "random", "light"]
      |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    x.toml: line 2, column 8: a gauntlet takes two entrants or more, the challenger first; 1 are given
      |
    2 | pool = ["greedy"]
      |        ^^^^^^^^^^

    x.toml: line 2, column 8: `both` is for a duel or a gauntlet; the design is free-for-all
      |
    2 | both = true
      |        ^^^^

    x.toml: line 2, column 12: `seatings` are for the design seating; the design is free-for-all
      |
    2 | seatings = []
      |            ^^

    x.toml: line 1, column 11: `records` is given twice, in `[outputs]` and outside it; leave out one
      |
    1 | records = true
      |           ^^^^
    "#);
}

#[test]
fn seatings() {
    let of = |seatings: &str| {
        message(&format!(
            "design = \"seating\"\npool = [\"greedy\", \"b=random\"]\nseatings = [\n{seatings}]\n"
        ))
    };
    let all = [
        "  [\"greedy\", \"b\"],\n",
        "  [\"greedy\", \"b\", \"b\", \"b\", \"b\"],\n  [\"greedy\", \"b\", \"greed\", \"b\", \"b\"],\n",
        "  [\"greedy\", \"b\", \"b\", \"b\", \"b\"],\n  [\"b\", \"greedy\", \"b\", \"b\", \"b\"],\n",
        "  [\"greedy\", \"greedy\", \"greedy\", \"greedy\", \"greedy\"],\n",
        "",
    ];
    insta::assert_snapshot!(all.map(of).join("\n\n"), @r#"
    x.toml: line 4, column 3: seating 0 has 2 seats; a table has five
      |
    4 |   ["greedy", "b"],
      |   ^^^^^^^^^^^^^^^

    x.toml: line 5, column 19: seating 1 has `greed` (did you mean `greedy`?); the pool has greedy, b
      |
    5 |   ["greedy", "b", "greed", "b", "b"],
      |                   ^^^^^^^

    x.toml: line 5, column 3: seating 1 is seating 0 again, perhaps rotated
      |
    5 |   ["b", "greedy", "b", "b", "b"],
      |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    x.toml: line 2, column 19: entrant `b` sits in no seating; name it in one, or leave it out of the pool
      |
    2 | pool = ["greedy", "b=random"]
      |                   ^^^^^^^^^^

    x.toml: line 3, column 12: `seatings` is empty; name at least one, or leave it out
      |
    3 | seatings = [
      |            ^
    "#);
    let six = "design = \"seating\"\npool = [\"a=greedy\", \"b=greedy\", \"c=greedy\", \"d=greedy\", \
               \"e=greedy\", \"f=greedy\"]\n";
    insta::assert_snapshot!(message(six), @r#"
    x.toml: line 2, column 8: 6 entrants and no `seatings`; a pool of 1 to 5 is seated in its order, for more they must be given
      |
    2 | pool = ["a=greedy", "b=greedy", "c=greedy", "d=greedy", "e=greedy", "f…
      |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn budgets() {
    let pool = "pool = [\"monte-carlo\", \"greedy\"]\n";
    let of = |budget: &str| message(&format!("{pool}[budget]\n{budget}\n"));
    insta::assert_snapshot!(["world = 5", "worlds = 0", "worlds = 1.5", "worlds = \"5\""]
        .map(of)
        .join("\n\n"), @r#"
    x.toml: line 3, column 1: unknown budget `world` (did you mean `worlds`?); there are worlds
      |
    3 | world = 5
      | ^^^^^

    x.toml: line 3, column 10: budget of strategy `monte-carlo`: `worlds` is `0`; it must be a whole number, 1 to 1000000
      |
    3 | worlds = 0
      |          ^

    x.toml: line 3, column 10: `budget.worlds` is `1.5`; it must be a whole number
      |
    3 | worlds = 1.5
      |          ^^^

    x.toml: line 3, column 10: `budget.worlds` is `"5"`; it must be a whole number
      |
    3 | worlds = "5"
      |          ^^^
    "#);
    insta::assert_snapshot!(messages([
        "pool = [\"greedy\", \"monte-carlo:worlds=5\"]\nbudget.worlds = 3\n",
        "pool = [\"monte-carlo\"]\nbudget = 3\n",
    ]), @r"
    x.toml: line 2, column 8: no entrant takes the budget `worlds`: no strategy of the pool has it, or each spec gives it itself
      |
    2 | budget.worlds = 3
      |        ^^^^^^

    x.toml: line 2, column 10: `budget` is `3`; it must be a table
      |
    2 | budget = 3
      |          ^
    ");
    let experiment = resolve(&format!("{pool}[budget]\nworlds = 100\n")).unwrap();
    assert_eq!(experiment.labels(), ["monte-carlo:worlds=100", "greedy"]);
    assert_eq!(experiment, resolve("pool = [\"monte-carlo:worlds=100\", \"greedy\"]").unwrap());
}

/// Lines are counted, and columns in characters, whatever ends lines and whatever stands before.
#[test]
fn places_are_those_an_editor_shows() {
    insta::assert_snapshot!(messages([
        "seed = 5\r\ngames = 0\r\npool = [\"greedy\"]\r\n",
        "\u{feff}games = 0\n",
        "pool = [\"Ĥ宽=greedy\", \"gredy\"]\n",
        "\tgames = 0\n",
        &format!("pool = [{}\"gredy\"]", "\"greedy\", ".repeat(30)),
    ]), @r#"
    x.toml: line 2, column 9: `games` is `0`; it must be a whole number, 1 to 1000000000000
      |
    2 | games = 0
      |         ^

    x.toml: line 1, column 9: `games` is `0`; it must be a whole number, 1 to 1000000000000
      |
    1 | games = 0
      |         ^

    x.toml: line 1, column 22: unknown strategy `gredy` (did you mean `greedy`?); there are random, greedy, light, heuristic, monte-carlo, omniscient, champion
      |
    1 | pool = ["Ĥ宽=greedy", "gredy"]
      |                       ^^^^^^^

    x.toml: line 1, column 10: `games` is `0`; it must be a whole number, 1 to 1000000000000
      |
    1 |  games = 0
      |          ^

    x.toml: line 1, column 309: unknown strategy `gredy` (did you mean `greedy`?); there are random, greedy, light, heuristic, monte-carlo, omniscient, champion
      |
    1 | …dy", "greedy", "greedy", "greedy", "gredy"]
      |                                     ^^^^^^^
    "#);
    // They are no error in themselves.
    resolve("\u{feff}seed = 5\r\npool = [\"greedy\"]\r\n").unwrap();
}

proptest! {
    /// Whatever is done to a file, it is taken or refused, and a place is within it.
    #[test]
    fn no_text_is_too_much(
        edits in prop::collection::vec((0..400_usize, 0..12_usize, "[\\[\\]{}=\",.#a-z0-9\n\r\t宽\u{feff}\u{0}'-]{0,6}"), 1..4),
    ) {
        let mut text = "design = \"seating\"\r\npool = [\"a=greedy\", \"b=random\"]\nseatings = [\n\
            [\"a\", \"b\", \"b\", \"b\", \"b\"],\n]\ngames = 5\nboth = false\n[budget]\n[rules]\n\
            stones = 25\nopening = \"any\"\n[outputs]\nzstd = false\n".to_owned();
        for (at, taken, put) in edits {
            let from = text.floor_char_boundary(at.min(text.len()));
            let to = text.floor_char_boundary((from + taken).min(text.len()));
            text.replace_range(from..to, &put);
        }
        match resolve(&text) {
            Err(ExperimentError::At { place, .. }) => {
                let line = text.split('\n').nth(place.line - 1);
                let length = line.map(|line| line.chars().count());
                prop_assert!(length.is_some_and(|length| place.column <= length + 1), "{place:?}");
            }
            Ok(_) | Err(ExperimentError::EmptyPool) => {}
            Err(other) => prop_assert!(false, "no place: {other}\n{text}"),
        }
    }
}

/// What the command line says is not looked for in the file.
#[test]
fn what_is_said_over_a_file_has_no_place_in_it() {
    let with = |text: &str, over: Overrides| {
        let mut file = ExperimentFile::parse(text, "x.toml").unwrap();
        file.replace(over);
        Experiment::resolve(&file, &Registry::builtin()).map_err(|error| error.to_string())
    };
    let pool = |spec: &str| Some(vec![spec.to_owned()]);
    let over = Overrides { pool: pool("gredy"), ..Overrides::default() };
    let said = with("pool = [\"greedy\"]\n", over).unwrap_err();
    assert!(said.starts_with("unknown strategy `gredy` (did you mean `greedy`?)"), "{said}");
    // The design is still that of the file.
    let over = Overrides { pool: pool("greedy"), ..Overrides::default() };
    let said = with("pool = [\"a=greedy\", \"b=greedy\"]\ndesign = \"duel\"\n", over).unwrap_err();
    insta::assert_snapshot!(said, @r#"
    x.toml: line 2, column 10: a duel takes two entrants, the challenger and the baseline; 1 are given
      |
    2 | design = "duel"
      |          ^^^^^^
    "#);
    // One place for records, whichever the file has.
    let outputs = OutputsFile { records: Some(true), ..OutputsFile::default() };
    let over = || Overrides { outputs, games: Some(7), seed: Some(9), ..Overrides::default() };
    for text in ["records = false\n", "outputs.records = false\n", "games = 5\nseed = 3\n"] {
        let experiment = with(&format!("pool = [\"greedy\"]\n{text}"), over()).unwrap();
        assert!(experiment.outputs.records);
        assert_eq!((experiment.games, experiment.seed), (7, 9));
    }
}

fn domeng(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.args(arguments).current_dir(folder).env("COLUMNS", "80").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn files_that_are_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("latin.toml", b"seed = 5\npool = [\"gr\xe9edy\"]\n");
    write("wide.toml", "# ".repeat(1 << 20).as_bytes());
    write("empty.toml", b"");
    std::fs::create_dir(folder.path().join("folder.toml")).unwrap();
    let mut all = String::new();
    for name in ["latin.toml", "wide.toml", "empty.toml", "folder.toml", "none.toml"] {
        for arguments in [&["experiment", "check"][..], &["tournament"]] {
            let output = domeng(folder.path(), &[arguments, &[name]].concat());
            assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
            let said = text(&output.stderr);
            // Both say the same.
            all += if all.ends_with(&said) { "" } else { &said };
        }
    }
    insta::assert_snapshot!(all, @r"
    domeng: experiment latin.toml: line 2, column 12: the byte 0xe9 is not UTF-8, as text must be
    domeng: experiment wide.toml: it is larger than 1048576 bytes
    domeng: experiment empty.toml: the pool is empty; name at least one strategy
    domeng: experiment folder.toml: it is a folder, not a file
    domeng: experiment none.toml: No such file or directory (os error 2)
    ");
    // An empty one is one with all defaults, if entrants come from elsewhere.
    let output =
        domeng(folder.path(), &["experiment", "check", "empty.toml", "--no-probe", "-s", "greedy"]);
    assert!(output.status.success());
}
