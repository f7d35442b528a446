//! Self-play in bulk: the same sums from both engines and from records, and states that are gone on
//! with or refused.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use domeng::engine::lockstep::Path as Instructions;
use domeng::engine::{
    CamatCheck, Chooser, Deal, Election, Legal, Move, Observation, Opening, Recorder, Round,
    RoundStreams, Rules, Seat, Seed, Simulated, Sitting, Table,
};
use domeng::simulation::{
    Engine, LONG, Players, RunOptions, Simulation, State, StateError, StateFile, Tally, run,
};
use domeng::strategies::{Registry, Spec, Strategy};

fn simulation(spec: &str, rules: Rules, elections: u64) -> Simulation {
    let spec = Spec::parse(spec, &Registry::builtin()).unwrap();
    Simulation { spec, rules, equity: None, seed: 5, elections }
}

fn players(simulation: &Simulation) -> Players {
    Players::new(simulation, &Registry::builtin()).unwrap()
}

/// Plays all elections at once on one engine; `None` where it is not to be had.
fn tally_on(engine: Engine, simulation: &Simulation) -> Option<Tally> {
    let players = players(simulation).on(engine)?;
    let mut tally = Tally::new();
    assert!(players.play(0..simulation.elections, &AtomicBool::new(false), &mut tally));
    Some(tally)
}

fn odd_rules() -> [Rules; 9] {
    let rules = Rules::default();
    [
        rules,
        Rules { opening: Opening::Double, ..rules },
        Rules { camat_check: CamatCheck::BeforePayment, ..rules },
        Rules { stones: 1, ..rules },
        Rules { stones: 200, max_rounds: 400, ..rules },
        Rules { max_rounds: 1, ..rules },
        Rules { max_rounds: 3, ..rules },
        Rules { opening: Opening::Double, stones: 7, pass: 0, passebunge: 25, ..rules },
        Rules { cappu: 0, ceki: 25, pollo: 0, mattikkeng_shared: 3, stones: 60, ..rules },
    ]
}

#[test]
fn both_engines_count_the_same() {
    for spec in ["random", "greedy"] {
        for rules in odd_rules() {
            let simulation = simulation(spec, rules, 2_000);
            let scalar = tally_on(Engine::Scalar, &simulation).unwrap();
            assert_eq!(scalar.elections(), 2_000);
            for path in Instructions::ALL {
                if let Some(tally) = tally_on(Engine::Lockstep(path), &simulation) {
                    assert!(tally == scalar, "{spec}, {}, {rules:?}", path.word());
                }
            }
        }
    }
    let heuristic = simulation("heuristic", Rules::default(), 1);
    assert!(tally_on(Engine::Lockstep(Instructions::Baseline), &heuristic).is_none());
}

/// One strategy at the table of a recorded election.
struct Recorded {
    strategy: Box<dyn Strategy>,
    rounds_of: Simulated,
    streams: RoundStreams,
    round: u32,
}

impl Chooser for Recorded {
    fn choose(&mut self, round: &Round, _legal: Legal) -> Move {
        let seat = round.to_move();
        let mut random = self.streams.stream(round.history().len(), seat);
        let sitting = Sitting { round: self.round, ..Sitting::NOBODY };
        self.strategy.choose(&Observation::new(round, &sitting, seat), &mut random)
    }
}

impl Table for Recorded {
    fn deal(&mut self, round: u32) -> Deal {
        self.round = round;
        let deal = Deal::draw(|| self.rounds_of.deal_word());
        self.streams = self.rounds_of.next_round();
        deal
    }
}

/// What the records of a simulation come to, counted from their text.
#[derive(Default)]
struct FromRecords {
    ends: [u64; 5],
    camat: [u64; 5],
    camat_from_first: [u64; 5],
    camat_from_last: [u64; 5],
    rounds_won: [u64; 5],
    stones_by_seat: [u64; 5],
    passes: u64,
    passebunge: u64,
    plies: Vec<u64>,
    rounds: Vec<u64>,
    undecided: u64,
}

impl FromRecords {
    fn add(&mut self, line: &str) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let rounds = record["rounds"].as_array().unwrap();
        let seat = |value: &serde_json::Value| value.as_u64().map(|seat| seat as usize);
        let steps = |from: usize, to: usize| (0..5).find(|step| (from + step) % 5 == to).unwrap();
        self.rounds.push(rounds.len() as u64);
        for round in rounds {
            let words = ["cappu", "ceki", "pollo", "manguno", "mattikkeng"];
            let end = words.iter().position(|word| round["end"] == **word).unwrap();
            self.ends[end] += 1;
            self.plies.push(round["play"].as_str().unwrap().split(' ').count() as u64);
            let (starter, winner) = (seat(&round["starter"]), seat(&round["winner"]));
            self.rounds_won[steps(starter.unwrap(), winner.unwrap())] += 1;
            for payment in round["payments"].as_array().unwrap() {
                self.passes += u64::from(payment["why"] == "pass");
                self.passebunge += u64::from(payment["why"] == "passebunge");
            }
        }
        for (sum, stones) in
            self.stones_by_seat.iter_mut().zip(record["stones"].as_array().unwrap())
        {
            *sum += stones.as_u64().unwrap();
        }
        match seat(&record["camat"]) {
            None => self.undecided += 1,
            Some(camat) => {
                let starter = |at: usize| seat(&rounds[at]["starter"]).unwrap();
                self.camat[camat] += 1;
                self.camat_from_first[steps(starter(0), camat)] += 1;
                self.camat_from_last[steps(starter(rounds.len() - 1), camat)] += 1;
            }
        }
    }
}

/// The record of one election, as a line.
fn record(simulation: &Simulation, number: u64) -> String {
    let rounds_of = Seed(simulation.seed).simulated(number);
    let strategy = simulation.spec.build(&Registry::builtin(), &Rules::default()).unwrap();
    let streams = { rounds_of }.next_round();
    let mut table = Recorded { strategy, rounds_of, streams, round: 0 };
    let mut recorder = Recorder::default();
    recorder.begin((number, 0), &Sitting::NOBODY.names, &simulation.rules, None);
    let outcome = Election::new(&simulation.rules, None).play(&mut table, &mut recorder);
    let mut line = Vec::new();
    recorder.finish(outcome).append_line(&mut line).unwrap();
    String::from_utf8(line).unwrap()
}

/// Records are made by another observer and read as text, so that they share no count.
#[test]
fn a_tally_is_what_records_say() {
    for (spec, rules) in [
        ("greedy", Rules { max_rounds: 12, ..Rules::default() }),
        (
            "heuristic",
            Rules { stones: 9, camat_check: CamatCheck::BeforePayment, ..Rules::default() },
        ),
    ] {
        let simulation = simulation(spec, rules, 300);
        let mut counted = FromRecords::default();
        for number in 0..simulation.elections {
            counted.add(&record(&simulation, number));
        }
        let mut tally = Tally::new();
        players(&simulation).play(0..300, &AtomicBool::new(false), &mut tally);
        assert_eq!(tally.ends, counted.ends);
        assert_eq!(tally.camat, counted.camat);
        assert_eq!(tally.camat_from_first, counted.camat_from_first);
        assert_eq!(tally.camat_from_last, counted.camat_from_last);
        assert_eq!(tally.rounds_won, counted.rounds_won);
        assert_eq!(tally.stones_by_seat, counted.stones_by_seat);
        let sums = (tally.passes, tally.passebunge, tally.undecided, tally.faults);
        assert_eq!(sums, (counted.passes, counted.passebunge, counted.undecided, 0));
        assert_eq!(tally.plies(), counted.plies.iter().sum::<u64>());
        let times = |list: &[u64], n: usize| list.iter().filter(|&&k| k == n as u64).count() as u64;
        assert!((0..=101).all(|n| tally.plies[n] == times(&counted.plies, n)));
        assert!((0..LONG).all(|n| tally.rounds[n] == times(&counted.rounds, n)));
        assert_eq!(tally.rounds(), counted.rounds.iter().sum::<u64>());
    }
}

/// With every stake 0 no stone leaves the table, so that no one is elected: all 300 rounds are played.
#[test]
fn long_and_undecided_elections_are_counted() {
    let none = Rules { pass: 0, passebunge: 0, cappu: 0, ceki: 0, pollo: 0, ..Rules::default() };
    let none = Rules { manguno: 0, mattikkeng: 0, mattikkeng_shared: 0, max_rounds: 300, ..none };
    for engine in [Engine::Scalar, Engine::Lockstep(Instructions::Baseline)] {
        let tally = tally_on(engine, &simulation("random", none, 7)).unwrap();
        assert_eq!((tally.undecided, tally.rounds(), tally.rounds[LONG]), (7, 2100, 7));
        assert_eq!((tally.stones[0], tally.stones_by_seat), (35, [0; Seat::COUNT]));
        assert_eq!(tally.camat, [0; Seat::COUNT]);
    }
}

/// A state played until it has `until` elections or more, as far as stretches go.
fn play_until(state: &mut State, threads: usize, file: Option<&StateFile>, until: u64) {
    let players = players(state.simulation());
    let stop = AtomicBool::new(false);
    let options = RunOptions { threads, stop: &stop, file };
    run(&players, state, &options, |state| {
        if state.done() >= until {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .unwrap();
}

fn begin(simulation: &Simulation) -> State {
    State::begin(simulation, &players(simulation), &Registry::builtin())
}

#[test]
fn the_bytes_are_the_same_at_any_number_of_threads() {
    for (spec, elections) in [("random", 100_000), ("heuristic", 700)] {
        let simulation = simulation(spec, Rules::default(), elections);
        let texts = [1, 2, 4, 64].map(|threads| {
            let mut state = begin(&simulation);
            play_until(&mut state, threads, None, u64::MAX);
            assert!(state.is_complete());
            state.render().unwrap()
        });
        assert!(texts.iter().all(|text| *text == texts[0]));
    }
}

/// Stopped after every stretch or two, taken from its file each time, and extended twice.
#[test]
fn a_run_that_was_stopped_and_extended_has_the_bytes_of_a_whole_one() {
    let folder = tempfile::tempdir().unwrap();
    let registry = Registry::builtin();
    for (spec, parts, all) in
        [("greedy", [10, 70_001, 200_000], 200_000), ("heuristic", [63, 65, 4_000], 4_000)]
    {
        let path = folder.path().join(spec);
        let mut first = simulation(spec, Rules::default(), parts[0]);
        let file = StateFile::create(&path, false).unwrap();
        play_until(&mut begin(&first), 2, Some(&file), 1);
        drop(file);
        let mut times = 0;
        for asked in parts {
            loop {
                let (file, mut state, _) = StateFile::resume(&path, &registry).unwrap();
                state.ask_for(asked).unwrap();
                if state.is_complete() {
                    break;
                }
                let until = state.done() + 1;
                play_until(&mut state, 2, Some(&file), until);
                times += 1;
            }
        }
        // At least once for each time that more was asked for.
        assert!(times >= 2, "{times}");
        first.elections = all;
        let mut whole = begin(&first);
        play_until(&mut whole, 3, None, u64::MAX);
        assert!(std::fs::read_to_string(&path).unwrap() == whole.render().unwrap(), "{spec}");
    }
}

/// A state of 40 elections as text, with what was asked for.
fn text_of(elections: u64) -> String {
    let mut state = begin(&simulation("heuristic:heavy=0.8", Rules::default(), elections));
    play_until(&mut state, 1, None, u64::MAX);
    state.render().unwrap()
}

fn refusal(text: &str) -> String {
    match State::read(text, &Registry::builtin()) {
        Ok(_) => panic!("taken: {text}"),
        Err(reason) => reason.to_string(),
    }
}

#[test]
fn what_was_written_is_read() {
    let text = text_of(40);
    let (state, _) = State::read(&text, &Registry::builtin()).unwrap();
    assert_eq!((state.done(), state.is_complete()), (40, true));
    assert_eq!(state.render().unwrap(), text);
    let (mut state, _) = State::read(&text, &Registry::builtin()).unwrap();
    let fewer = state.ask_for(39).unwrap_err().to_string();
    assert_eq!(fewer, "it has 40 elections already; ask for as many or more, not for 39");
    assert!(state.ask_for(u64::MAX).is_err());
}

#[test]
fn a_state_that_is_cut_short_is_refused_at_every_length() {
    let text = text_of(40);
    for length in (0..text.len()).filter(|&length| text.is_char_boundary(length)) {
        let said = refusal(&text[..length]);
        assert!(said.contains("damaged") || said.contains("no file that"), "{length}: {said}");
    }
}

/// A flipped bit is found wherever it is, by a check that names its key or by the hash.
#[test]
fn a_state_with_a_byte_changed_is_refused() {
    let text = text_of(40);
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(changed) = String::from_utf8(bytes) {
            refusal(&changed);
        }
    }
}

#[test]
fn a_refusal_names_the_key_and_what_would_be_right() {
    let text = text_of(40);
    let camat = text.lines().find(|line| line.contains("\"camat\": [")).unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let play = text.lines().find(|line| line.contains("\"play\"")).unwrap();
    let cases = [
        ("\"seed\": 5".to_owned(), "\"seed\": -5", "seed: invalid value: integer `-5`"),
        ("\"seed\": 5".to_owned(), "\"seed\": 6", "`blake3` does not fit"),
        ("\"done\": 40".to_owned(), "\"done\": 41", "done and complete: 41 of 40 elections"),
        ("\"done\": 40".to_owned(), "\"done\": 4.0", "done: invalid type: floating point"),
        ("\"complete\": true".to_owned(), "\"complete\": false", "done and complete: 40 of 40"),
        (
            "\"undecided\": 0".to_owned(),
            "\"undecided\": 1",
            "tally.camat: 40 elections decided; it must be 39",
        ),
        (camat.to_owned(), "    \"camat\": [1, 2, 3, 4],", "tally.camat: invalid length 4"),
        (
            camat.to_owned(),
            "    \"camat\": [1, 2, 3, 4, 5],",
            "tally.camat: 15 elections decided; it must be 40",
        ),
        ("\"stones\": 25".to_owned(), "\"stones\": 24", "tally.stones: 26 counts; it must be 25"),
        ("\"stones\": 25".to_owned(), "\"stones\": 999", "rules.stones: 999 is out of bounds"),
        (
            "\"heavy\": \"0.8\"".to_owned(),
            "\"heavy\": \"0.7\"",
            "strategy.spec: `heuristic:heavy=0.8`",
        ),
        (
            "\"faults\": 0".to_owned(),
            "\"faults\": 0, \"more\": 1",
            "tally.more: unknown field `more`",
        ),
        (version, "\"version\": \"0.0.1\"", "it was written by version 0.0.1 and this is"),
        (
            "\"kind\": \"simulation\"".to_owned(),
            "\"kind\": \"tournament\"",
            "no file that `domeng simulate` wrote",
        ),
        (play.to_owned(), "  \"play\":   \"0\",", "line 42"),
    ];
    for (old, new, word) in cases {
        assert!(text.contains(&old), "{old}");
        let said = refusal(&text.replacen(&old, new, 1));
        assert!(said.contains(word), "{new}: {said}");
    }
    assert!(refusal("{}").contains("no file that `domeng simulate` wrote"));
    assert!(refusal("").contains("no file that `domeng simulate` wrote"));
    assert!(refusal(&format!("{text} ")).contains("damaged"));
    assert!(refusal(&text.replace('\n', "\r\n")).contains("not as `domeng simulate` writes it"));
}

/// Of another play with the hash made to fit: only the elections themselves can tell.
#[test]
fn a_state_of_other_play_is_refused() {
    let text = text_of(40);
    let at = text.find("\"play\": \"").unwrap() + 9;
    let mut changed = text.clone();
    changed.replace_range(at..at + 16, "0123456789abcdef");
    let body = &changed[..changed.find("  \"blake3\"").unwrap()];
    let changed = format!("{body}  \"blake3\": \"{}\"\n}}\n", blake3::hash(body.as_bytes()));
    let said = refusal(&changed);
    assert!(said.contains("`play` is 0123456789abcdef, here "), "{said}");
}

#[test]
fn a_file_is_held_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/state.json");
    let registry = Registry::builtin();
    let file = StateFile::create(&path, false).unwrap();
    let busy = |path: &Path| StateFile::create(path, true).unwrap_err();
    assert!(matches!(busy(&path), StateError::Busy(_)));
    play_until(&mut begin(&simulation("greedy", Rules::default(), 10)), 1, Some(&file), u64::MAX);
    assert!(matches!(StateFile::resume(&path, &registry), Err(StateError::Busy(_))));
    drop(file);
    assert!(matches!(StateFile::create(&path, false), Err(StateError::Exists(_))));
    drop(StateFile::create(&path, true).unwrap());
    drop(StateFile::resume(&path, &registry).unwrap());
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let (file, mut state, _) = StateFile::resume(&link, &registry).unwrap();
        assert!(matches!(busy(&path), StateError::Busy(_)));
        state.ask_for(20).unwrap();
        play_until(&mut state, 1, Some(&file), u64::MAX);
        assert!(
            link.is_symlink() && std::fs::read_to_string(&path).unwrap() == state.render().unwrap()
        );
    }
    // The lock file is gone, and so are all others.
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    let other = folder.path().join("notes.json");
    std::fs::write(&other, "{\"domeng\": 1}").unwrap();
    assert!(matches!(StateFile::create(&other, true), Err(StateError::Other(_))));
    assert!(matches!(StateFile::create(folder.path(), true), Err(StateError::Other(_))));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "{\"domeng\": 1}");
    // One that was cut short may be replaced.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..120]).unwrap();
    assert!(matches!(StateFile::resume(&path, &registry), Err(StateError::Refused(_))));
    drop(StateFile::create(&path, true).unwrap());
}
