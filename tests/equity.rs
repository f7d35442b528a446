//! Equity tables: the shipped one and small ones, against elections that the scalar engine plays
//! one move after the other, and their files.

use std::path::Path as Folder;
use std::process::{Command, Output};

use domeng::engine::lockstep::Path;
use domeng::engine::{
    Action, BySeat, CamatCheck, Deal, Holdings, Observation, Opening, Progress, Random, Round,
    Rules, Seat, Seed, Sitting, Start, Stream,
};
use domeng::equity::{Equity, FileError};
use domeng::strategies::{Registry, Spec, Strategy};

fn held(seats: [u8; 5], stones: u8) -> Holdings {
    Holdings { table: stones - seats.iter().sum::<u8>(), seats: BySeat(seats) }
}

fn strategy(spec: &str) -> Box<dyn Strategy> {
    let registry = Registry::builtin();
    Spec::parse(spec, &registry).unwrap().build(&registry, &Rules::default()).unwrap()
}

/// The next CAMAT of an election that stands like this, played by `strategy` in all seats.
fn election(
    rules: &Rules,
    strategy: &dyn Strategy,
    mut holdings: Holdings,
    camat: Option<Seat>,
    random: &mut Random,
) -> Seat {
    let mut starter = camat.unwrap_or(Seat::ALL[0]);
    loop {
        let hands = Deal::draw(|| random.next_u64()).hands().seats;
        let mut stream = Stream::new(random.next_u64());
        let mut round =
            Round::with_hands(rules, &hands, Start::by_right(starter), holdings).unwrap();
        let end = loop {
            let seat = round.to_move();
            let legal = round.legal();
            let action = match legal.iter().count() {
                0 => Action::Pass,
                1 => Action::Play(legal.first().unwrap()),
                _ => {
                    let seen = Observation::new(&round, &Sitting::NOBODY, seat);
                    Action::Play(strategy.choose(&seen, &mut stream))
                }
            };
            if let Progress::Ended(end) = round.play(action, &mut ()).unwrap() {
                break end;
            }
        };
        if end.elected {
            return end.winner;
        }
        holdings = *round.holdings();
        starter = camat.unwrap_or(end.winner);
    }
}

/// Holds every chance of a state against `elections`: within five standard errors and `slack` for
/// the table's own.
fn hold_against_play(
    table: &Equity,
    spec: &str,
    state: (Holdings, bool),
    elections: u32,
    slack: f64,
) {
    let rules = Rules { max_rounds: 1_000_000, ..table.origin().rules };
    let strategy = strategy(spec);
    let (holdings, camat) = state;
    let start = Seat::ALL[0];
    let key = holdings.seats.iter().fold(u64::from(camat), |key, &n| key * 64 + u64::from(n));
    let mut random = Seed(77).schedule(key);
    let mut won = BySeat([0; 5]);
    for _ in 0..elections {
        won[election(&rules, &*strategy, holdings, camat.then_some(start), &mut random)] += 1;
    }
    let n = f64::from(elections);
    for seat in Seat::ALL {
        let said = f64::from(table.chance(&holdings, start, camat, seat)) / 65536.0;
        let seen = f64::from(won[seat]) / n;
        let error = (said * (1.0 - said) / n).sqrt().max(1.0 / n);
        let off = (seen - said).abs();
        assert!(off < 5.0 * error + slack, "{state:?} {seat}: said {said}, seen {seen} ± {error}");
    }
}

#[test]
fn the_shipped_table_is_for_the_default_rules_and_those_like_them() {
    let shipped = Equity::shipped();
    let rules = Rules::default();
    assert!(shipped.suits(&rules));
    assert!(shipped.suits(&Rules { opening: Opening::Double, max_rounds: 7, ..rules }));
    for other in [
        Rules { stones: 24, ..rules },
        Rules { pollo: 4, ..rules },
        Rules { camat_check: CamatCheck::BeforePayment, ..rules },
    ] {
        assert!(!shipped.suits(&other), "{other:?}");
    }
}

#[test]
fn its_file_is_small_and_comes_back_the_same() {
    let bytes = Equity::shipped().to_bytes();
    assert_eq!(bytes, std::fs::read("data/equity.bin").unwrap());
    assert!(bytes.len() <= 2_000_000, "{}", bytes.len());
    assert!(Equity::from_bytes(&bytes).unwrap() == *Equity::shipped());
}

#[test]
fn chances_add_up_and_turn_with_the_seats() {
    let table = Equity::shipped();
    for seats in [[0; 5], [3, 0, 5, 2, 1], [5; 5], [25, 0, 0, 0, 0], [0, 0, 0, 0, 25]] {
        for camat in [false, true] {
            let first = table.chances(&held(seats, 25), Seat::ALL[0], camat);
            assert_eq!(first.iter().sum::<u32>(), 65536);
            for starter in Seat::ALL {
                // Seat s of the first sits at s + starter of the second.
                let mut turned = seats;
                turned.rotate_right(starter.index());
                for seat in Seat::ALL {
                    let at = seat.after(starter.index());
                    let chance = table.chance(&held(turned, 25), starter, camat, at);
                    assert_eq!(chance, first[seat], "{seats:?} {starter} {seat}");
                }
            }
        }
    }
}

/// What holds of any like players: stones are bad, and the more so with an empty table; to start
/// every round is worth more than to start one.
#[test]
fn fewer_stones_are_better_and_so_is_the_start() {
    let table = Equity::shipped();
    let start = Seat::ALL[0];
    let own = |seats, camat| table.chance(&held(seats, 25), start, camat, start);
    for camat in [false, true] {
        assert!(own([0, 6, 6, 6, 6], camat) > 2 * own([6, 0, 6, 6, 6], camat));
        assert!(own([1, 6, 6, 6, 6], camat) > 2 * own([13, 3, 3, 3, 3], camat));
        // One after the other from the table to its own hand.
        let falling: Vec<u32> = (0..=20).step_by(4).map(|n| own([n, 1, 1, 1, 1], camat)).collect();
        assert!(falling.is_sorted_by(|a, b| a > b), "{falling:?}");
    }
    for seats in [[0; 5], [3, 0, 5, 2, 1], [5; 5], [9, 4, 4, 4, 4]] {
        assert!(own(seats, true) > own(seats, false), "{seats:?}");
    }
}

#[test]
fn states_of_the_shipped_table_come_out_as_it_says() {
    let table = Equity::shipped();
    for seats in [[0; 5], [3, 0, 5, 2, 1], [5; 5], [1, 0, 9, 0, 12], [0, 2, 1, 0, 20]] {
        for camat in [false, true] {
            // The table's own errors are below 0.006 (docs/equity.md).
            hold_against_play(&table, "light", (held(seats, 25), camat), 4000, 0.006);
        }
    }
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.arg("equity").args(arguments).current_dir(folder).env("COLUMNS", "80");
    command
}

fn domeng(folder: &Folder, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// Exit code, stdout and stderr as one text.
fn transcript(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let code = output.status.code();
    format!("exit {code:?}\n{}---\n{}", text(&output.stdout), text(&output.stderr))
}

/// A table made by the program.
fn built(folder: &Folder, arguments: &[&str]) -> Equity {
    let file = ["build", "--quiet", "--force", "--out", "table.bin"];
    let output = domeng(folder, &[&file[..], arguments].concat());
    assert!(output.status.success(), "{}", transcript(&output));
    Equity::from_bytes(&std::fs::read(folder.join("table.bin")).unwrap()).unwrap()
}

#[test]
fn a_table_is_the_same_on_any_threads_and_paths() {
    let folder = tempfile::tempdir().unwrap();
    let small = ["--rule", "stones=7", "--sweeps", "4", "--rounds", "20", "--seed", "5"];
    let bytes =
        |threads| built(folder.path(), &[&small[..], &["--threads", threads]].concat()).to_bytes();
    let one = bytes("1");
    assert!(one == bytes("3"));
    // What every processor of the kind has.
    let plainest = Path::ALL.last().unwrap().word();
    let mut command =
        command(folder.path(), &["build", "--quiet", "--force", "--out", "table.bin"]);
    assert!(command.args(small).env("DOMENG_LOCKSTEP", plainest).status().unwrap().success());
    assert!(one == std::fs::read(folder.path().join("table.bin")).unwrap());
    let by = |players: &[&str]| built(folder.path(), &[&small[..], players].concat()).to_bytes();
    let greedy = by(&["-s", "greedy"]);
    assert!(greedy != one);
    assert!(by(&["-s", "greedy", "--slips", "10"]) != greedy);
}

#[test]
fn small_tables_of_other_rules_come_out_as_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["--sweeps", "100", "--rounds", "100"];
    for (rules, spec) in [
        (&["--rule", "stones=5"][..], "light"),
        (&["--rule", "stones=6", "--rule", "camat_check=before-payment"], "greedy"),
        (&["--rule", "stones=4", "--rule", "ceki=0", "--rule", "passebunge=0"], "random"),
    ] {
        let table = built(folder.path(), &[&few[..], rules, &["-s", spec]].concat());
        let stones = table.origin().rules.stones;
        assert_ne!(stones, 25);
        for seats in [[0; 5], [1, 0, 2, 0, 0], [0, 0, 1, 2, 0], [stones, 0, 0, 0, 0]] {
            for camat in [false, true] {
                // 10 000 rounds a state err by less than 0.5 / √10 000 as a standard error.
                let state = (held(seats, stones), camat);
                hold_against_play(&table, spec, state, 4000, 4.0 * 0.005);
            }
        }
    }
}

/// With one stone and no payments but for passes that no one makes, an election is one round: who
/// goes out wins it. Rules by which no one pays anything have no elections at all.
#[test]
fn rules_without_elections_have_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let stakes = [
        "pass",
        "passebunge",
        "cappu",
        "ceki",
        "pollo",
        "manguno",
        "mattikkeng",
        "mattikkeng_shared",
    ];
    let pairs: Vec<String> = stakes.iter().map(|key| format!("{key}=0")).collect();
    let mut arguments = vec!["build", "--out", "none.bin", "--rule", "stones=1", "--quiet"];
    for pair in &pairs {
        arguments.extend(["--rule", pair]);
    }
    let output = domeng(folder.path(), &arguments);
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("too rare for a table"), "{said}");
    assert!(!folder.path().join("none.bin").exists());
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let table = built(folder.path(), &["--rule", "stones=2", "--sweeps", "2"]);
    let bytes = table.to_bytes();
    // Every single byte counts.
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(Equity::from_bytes(&changed).is_err(), "byte {at}");
        assert!(Equity::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    let hashed = |content: Vec<u8>| {
        let hash = blake3::hash(&content);
        [content, hash.as_bytes().to_vec()].concat()
    };
    let content = &bytes[..bytes.len() - 32];
    let edited = |from: &str, to: &str| {
        let at = content.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        hashed([&content[..at], to.as_bytes(), &content[at + from.len()..]].concat())
    };
    let refused = |bytes: &[u8]| {
        let error = Equity::from_bytes(bytes).err().unwrap();
        let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
        error.to_string() + &cause.unwrap_or_default()
    };
    assert!(Equity::from_bytes(&edited("\"slips\":0", "\"slips\":7")).is_ok());
    for (bytes, said) in [
        (b"PK\x03\x04 something else".to_vec(), "it begins with `PK\\u{3}\\u{4} something else`"),
        (edited("equity 1", "equity 2"), "it has form `2`; this program reads form 1: rebuild it"),
        (bytes[..18].to_vec(), "it has 18 bytes"),
        (bytes[..bytes.len() - 1].to_vec(), "it was changed or cut: rebuild it"),
        (edited("\"slips\":0", "\"slips\":101"), "`slips` must be 0 to 100"),
        (edited("\"slips\":0", "\"slip\":0"), "unknown field `slip`"),
        (edited("\"stones\":2", "\"stones\":3"), "for 3 stones there must be 784"),
        (edited("\"stones\":2", "\"stones\":41"), "`stones` must be 40 at the most"),
        (edited("\"stones\":2", "\"stones\":201"), "it must be 1 to 200"),
        (edited("\"any\"", "\"double\""), "`opening` and `max_rounds` must be at their defaults"),
        (edited("\"sweeps\":2", "\"sweeps\":0"), "`rounds` and `sweeps` must be 1 or more"),
    ] {
        let message = refused(&bytes);
        assert!(message.contains(said), "{message}\n{said}");
    }
    // Chances of the last state that are more than 1 together.
    let full = [&content[..content.len() - 7], &[0xFF; 7]].concat();
    let error = Equity::from_bytes(&hashed(full)).err().unwrap();
    assert!(matches!(error, FileError::Chances(41)), "{error}");
}

#[test]
fn what_a_table_says_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = String::new();
    for arguments in [
        &["show"][..],
        &["show", "--stones", "3,0,5,2,1"],
        &["show", "--stones", "3,0,5,2,1", "--starter", "2", "--camat"],
        &["show", "--stones", "3,0,5,2"],
        &["show", "--stones", "3,0,5,2,16"],
        &["show", "--camat"],
        &["show", "--file", "none.bin"],
        &["build", "--out", "new.bin", "--rule", "stones=41"],
        &["build", "--out", "new.bin", "--strategy", "heuristic"],
        &["build", "--out", "new.bin", "--slips", "10"],
    ] {
        let output = domeng(folder.path(), arguments);
        let printed = transcript(&output);
        let fits = printed.lines().all(|line| line.chars().count() <= 80);
        assert!(fits || !output.status.success(), "{printed}");
        all += &format!("$ domeng equity {}\n{printed}\n\n", arguments.join(" "));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    insta::assert_snapshot!(all);
}

#[test]
fn a_table_that_is_there_is_not_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let table = built(folder.path(), &["--rule", "stones=1", "--sweeps", "1"]);
    let again = ["build", "--rule", "stones=2", "--sweeps", "1", "--out", "table.bin", "--quiet"];
    let output = domeng(folder.path(), &again);
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("table.bin is there already; --force replaces it"), "{said}");
    assert!(std::fs::read(folder.path().join("table.bin")).unwrap() == table.to_bytes());
}

#[test]
fn a_check_finds_a_good_table_good_and_a_wrong_one_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let rules = ["--rule", "stones=3", "--sweeps", "200", "--rounds", "200"];
    let table = built(folder.path(), &rules);
    let check = ["check", "--quiet", "--file", "table.bin", "--states", "20"];
    let check = |threads| domeng(folder.path(), &[&check[..], &["--threads", threads]].concat());
    let output = check("2");
    let printed = transcript(&output);
    assert!(output.status.success(), "{printed}");
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    assert_eq!(printed, transcript(&check("1")));
    insta::assert_snapshot!(printed);
    // The chances of two states exchanged: with all stones on the table, and with the starter.
    let mut bytes = table.to_bytes();
    let chances = bytes.len() - 32 - 2 * 56 * 7;
    for byte in 0..7 {
        bytes.swap(chances + byte, chances + 55 * 7 + byte);
    }
    let content = bytes.len() - 32;
    let hash = blake3::hash(&bytes[..content]);
    bytes[content..].copy_from_slice(hash.as_bytes());
    std::fs::write(folder.path().join("table.bin"), bytes).unwrap();
    let output = domeng(
        folder.path(),
        &["check", "--quiet", "--file", "table.bin", "--states", "100", "--elections", "10000"],
    );
    let printed = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("OUT OF ITS BOUNDS"), "{printed}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), &["build", "--rounds", "2", "--out", "table.bin"]);
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    // The first line of progress says that work has begun.
    let mut said = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut said, &mut line).unwrap();
    assert!(line.starts_with("burn-in, 10 sweeps: "), "{line}");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    std::io::Read::read_to_string(&mut said, &mut line).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(line.contains("stopped; nothing is written"), "{line}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Default rules take minutes, so that these are refused before anything is played.
#[test]
fn a_table_is_written_over_tables_alone_and_only_where_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("notes.txt"), "mine").unwrap();
    std::fs::write(at("empty"), "").unwrap();
    std::fs::create_dir(at("folder")).unwrap();
    let mut places = vec![
        ("notes.txt", "is no equity table, so it is left alone"),
        ("empty", "is no equity table, so it is left alone"),
        ("folder", "is no plain file, so it is left alone"),
        ("missing/new.bin", "can't be written: No such file"),
        ("notes.txt/new.bin", "can't be written: Not a directory"),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at("notes.txt"), at("link")).unwrap();
        places.push(("link", "is no plain file, so it is left alone"));
        places.push(("/dev/full", "is no plain file, so it is left alone"));
    }
    let count = || std::fs::read_dir(folder.path()).unwrap().count();
    let before = count();
    for (place, why) in places {
        let output = domeng(folder.path(), &["build", "--force", "--quiet", "--out", place]);
        let said = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("{place} {why}")), "{said}");
    }
    assert_eq!(std::fs::read(at("notes.txt")).unwrap(), b"mine");
    assert_eq!(count(), before, "something was left behind");
}

/// The shipped table is good, but hundreds of elections can't show that it is.
#[test]
fn a_check_of_few_elections_does_not_call_a_good_table_bad() {
    let folder = tempfile::tempdir().unwrap();
    for seed in ["11", "12", "13", "14"] {
        for (states, elections) in [("1", "100"), ("5", "100"), ("30", "1000")] {
            let check = ["check", "--quiet", "--seed", seed, "--states", states];
            let output = domeng(folder.path(), &[&check[..], &["--elections", elections]].concat());
            let said = transcript(&output);
            assert_eq!(output.status.code(), Some(0), "{said}");
            assert!(
                said.contains("Too few elections to tell") || said.contains("Within"),
                "{said}"
            );
        }
    }
}
