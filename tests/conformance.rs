//! The conformance suite: every built-in strategy passes it, and it finds what it is there to find.

use std::sync::atomic::{AtomicU64, Ordering};

use domeng::engine::{
    CamatCheck, Move, Observation, Opening, Round, Seat, Side, Sitting, Stream, Tile,
};
use domeng::strategies::conformance::{
    Again, ConformanceError, Report, WrongValues, check, check_choices,
};
use domeng::strategies::{
    Builtin, Entry, Greedy, Kind, Param, Params, Registry, RegistryError, Spec, Strategy, Value,
    Values,
};

/// Every built-in player, with few worlds where it takes worlds.
#[test]
fn builtin_strategies_conform() {
    let registry = Registry::builtin();
    for entry in registry.players() {
        let mut params = Params::defaults(&entry.params);
        params.lower("worlds", 4);
        let searches = entry.params.iter().any(|param| param.key == "drop");
        // A search takes a thousand times as long.
        let rounds = if searches { 2_500 } else { 10_000 };
        let report = check(&Spec::new(entry, params), &registry, rounds, 1).unwrap();
        assert_eq!(report.rounds, rounds);
        // In two games of three it is one seat of five, which has two or three decisions a round.
        assert!(report.decisions > 4 * rounds, "{report}");
        // Drawn hands are the true ones only where few worlds are left.
        assert!(report.worlds > report.decisions * 999 / 1000, "{report}");
        // So few worlds are rolled out in one go, after which there is nothing left to drop.
        let idle = if searches { vec!["drop"] } else { vec![] };
        assert_eq!(report.without_effect(), idle, "{}", entry.name);
        // All but `random`, which draws, choose by values.
        let valued = if entry.name == "random" { 0 } else { report.decisions };
        assert_eq!(report.valued, valued, "{}", entry.name);
    }
}

/// The one strategy that is shown all hands is found out; it is no player.
#[test]
fn omniscient_is_found_to_peek() {
    let registry = Registry::builtin();
    let exempt: Vec<_> = registry.iter().filter(|entry| entry.sees_all()).collect();
    assert_eq!(exempt.iter().map(|entry| entry.name).collect::<Vec<_>>(), ["omniscient"]);
    let spec = Spec::parse("omniscient:worlds=4", &registry).unwrap();
    let found = check(&spec, &registry, 1_000, 1);
    use ConformanceError::{Leak, Values};
    assert!(matches!(found, Err(Leak { .. } | Values { .. })), "{found:?}");
}

/// Runs a strategy made for a test through the suite.
fn try_out<S: Strategy + 'static>(
    params: Vec<Param>,
    build: impl Fn(&Params) -> S + Send + Sync + 'static,
) -> Result<Report, ConformanceError> {
    let mut registry = Registry::builtin();
    registry.register(Entry::new("tried", "", params, build)).unwrap();
    check(&Spec::parse("tried", &registry)?, &registry, 1_000, 5)
}

/// A strategy that is a function.
#[derive(Clone, Copy)]
struct By(fn(&Observation<'_>) -> Move);

impl Strategy for By {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        (self.0)(seen)
    }
}

fn try_choice(choose: fn(&Observation<'_>) -> Move) -> Result<Report, ConformanceError> {
    try_out(Vec::new(), move |_| By(choose))
}

fn greedy(seen: &Observation<'_>) -> Move {
    Greedy.best(seen).unwrap()
}

/// Move number `n` of the legal ones, counted round and round.
fn nth(seen: &Observation<'_>, n: u64) -> Move {
    let legal = seen.legal();
    legal.iter().nth((n % u64::from(legal.len())) as usize).unwrap()
}

/// The message about a choice that is not legal.
fn illegal(choose: fn(&Observation<'_>) -> Move) -> String {
    match try_choice(choose) {
        Err(error @ ConformanceError::Illegal { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn moves_that_are_not_legal_are_found() {
    let not_held = illegal(|seen| Move::new(seen.hidden().first().unwrap(), Side::Left));
    assert!(not_held.contains("R2.1"), "{not_held}");
    assert!(not_held.starts_with("seed 5, game 0, election 0, round 0, ply "), "{not_held}");
    let wrong_end = illegal(|seen| {
        let play = greedy(seen);
        Move::new(play.tile(), play.side().other())
    });
    assert!(wrong_end.contains("R4.2"), "{wrong_end}");
}

/// Plays as `greedy`, and what it does not hold where the condition is met.
struct BreakingWhere(fn(&Observation<'_>) -> bool);

impl Strategy for BreakingWhere {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        let not_held = seen.hidden().first().filter(|_| (self.0)(seen));
        not_held.map_or_else(|| greedy(seen), |tile| Move::new(tile, Side::Left))
    }
}

#[test]
fn games_of_many_kinds_are_tried() {
    let conditions: [fn(&Observation<'_>) -> bool; 10] = [
        |seen| seen.rules().opening == Opening::Double,
        |seen| seen.rules().camat_check == CamatCheck::BeforePayment,
        |seen| seen.rules().max_rounds == 3 && seen.sitting().round == 2,
        |seen| seen.camat() == Some(seen.seat()),
        |seen| seen.camat().is_some_and(|camat| camat != seen.seat()),
        |seen| seen.announced().is_some_and(|(holder, _)| holder != seen.seat()),
        |seen| seen.holdings().table == 0 && seen.holdings().seats[seen.seat()] == 0,
        |seen| beside(seen) == "random" && seen.seat() == Seat::ALL[4],
        |seen| beside(seen) == "greedy" && seen.seat() == Seat::ALL[0],
        |seen| beside(seen) == "candidate" && seen.line().is_empty(),
    ];
    for (number, condition) in conditions.into_iter().enumerate() {
        let found = try_out(Vec::new(), move |_| BreakingWhere(condition));
        assert!(matches!(found, Err(ConformanceError::Illegal { .. })), "{number}: {found:?}");
    }
    assert!(try_out(Vec::new(), |_| BreakingWhere(|_| false)).is_ok());
}

/// Who sits in the next seat.
fn beside<'a>(seen: &Observation<'a>) -> &'a str {
    seen.sitting().names[seen.seat().next()]
}

/// Who was asked when the choice was another.
fn unstable(found: Result<Report, ConformanceError>) -> Again {
    match found {
        Err(ConformanceError::Unstable { again, .. }) => again,
        other => panic!("{other:?}"),
    }
}

/// Counts how often it is asked.
struct Counting(AtomicU64);

impl Strategy for Counting {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        nth(seen, self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Remembers the latest ply it was asked at. Asked twice on end it would answer alike.
struct Remembering(AtomicU64);

impl Strategy for Remembering {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        let ply = seen.ply() as u64;
        nth(seen, self.0.fetch_max(ply, Ordering::Relaxed).max(ply))
    }
}

/// Depends on which instance it is.
struct Numbered(u64);

impl Strategy for Numbered {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        nth(seen, self.0)
    }
}

/// Says that it is `greedy`, and is not.
struct Pretender;

impl Strategy for Pretender {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        nth(seen, 0)
    }

    fn builtin(&self) -> Option<Builtin> {
        Some(Builtin::Greedy(Greedy))
    }
}

#[test]
fn choices_that_depend_on_more_than_observation_and_stream_are_found() {
    let counting = try_out(Vec::new(), |_| Counting(AtomicU64::new(0)));
    assert_eq!(unstable(counting), Again::Same);
    let remembering = try_out(Vec::new(), |_| Remembering(AtomicU64::new(0)));
    assert_eq!(unstable(remembering), Again::Same);
    let built = AtomicU64::new(0);
    let numbered = try_out(Vec::new(), move |_| Numbered(built.fetch_add(1, Ordering::Relaxed)));
    assert_eq!(unstable(numbered), Again::Other);
    assert_eq!(unstable(try_out(Vec::new(), |_| Pretender)), Again::Shortcut);
}

/// Plays as `greedy` and says what the function has of its moves.
struct Saying(fn(&Observation<'_>) -> Values);

impl Strategy for Saying {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        greedy(seen)
    }

    fn values(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Values> {
        Some((self.0)(seen))
    }
}

/// What the suite has against such values.
fn wrong_values(say: fn(&Observation<'_>) -> Values) -> WrongValues {
    match try_out(Vec::new(), move |_| Saying(say)) {
        Err(ConformanceError::Values { wrong, .. }) => *wrong,
        other => panic!("{other:?}"),
    }
}

/// Values of these moves, by which `best` is the best.
fn of(moves: impl Iterator<Item = Move>, best: Move) -> Values {
    Values::exact("points", 1, moves.map(|play| (play, i64::from(play == best))))
}

#[test]
fn values_that_do_not_tell_of_the_choice_are_found() {
    let honest = try_out(Vec::new(), |_| Saying(|seen| of(seen.legal().iter(), greedy(seen))));
    let honest = honest.unwrap();
    assert_eq!(honest.valued, honest.decisions);
    let equal = |seen: &Observation<'_>| Values::exact("", 1, seen.legal().iter().map(|m| (m, 0)));
    assert!(try_out(Vec::new(), move |_| Saying(equal)).is_ok());

    let other = wrong_values(|seen| of(seen.legal().iter(), nth(seen, 0)));
    assert!(matches!(other, WrongValues::NotTheBest(_)), "{other}");
    let few = wrong_values(|seen| of([greedy(seen)].into_iter(), greedy(seen)));
    assert!(matches!(few, WrongValues::Moves(_)), "{few}");
    let none = wrong_values(|seen| Values { scale: 0, ..of(seen.legal().iter(), greedy(seen)) });
    assert_eq!(none, WrongValues::Scale(0));
    let drawn = try_out(Vec::new(), |_| Drawing(AtomicU64::new(0)));
    let Err(ConformanceError::Values { wrong, .. }) = drawn else { panic!("{drawn:?}") };
    assert!(matches!(*wrong, WrongValues::Unstable(..)), "{wrong}");
}

/// Plays as `greedy`, and its value rises each time it is asked.
struct Drawing(AtomicU64);

impl Strategy for Drawing {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        greedy(seen)
    }

    fn values(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Values> {
        let asked = self.0.fetch_add(1, Ordering::Relaxed) as i64;
        let best = greedy(seen);
        let moves = seen.legal().iter().map(|play| (play, asked * i64::from(play == best)));
        Some(Values::exact("points", 1, moves))
    }
}

/// Runs a choice that sees all of the round through the suite.
fn try_peeking(choose: fn(&Round, &Observation<'_>) -> Move) -> Result<Report, ConformanceError> {
    let ask = move |round: &Round, sitting: &Sitting<'_>, _: &mut Stream| {
        choose(round, &Observation::new(round, sitting, round.to_move()))
    };
    check_choices(&ask, &ask, 1_000, 5)
}

fn leak(choose: fn(&Round, &Observation<'_>) -> Move) -> String {
    match try_peeking(choose) {
        Err(error @ ConformanceError::Leak { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn choices_that_depend_on_hidden_hands_are_found() {
    assert!(try_peeking(|_, seen| greedy(seen)).is_ok());
    let blocks_the_next = leak(|round, seen| {
        let next = round.hands()[seen.seat().next()];
        let answers = |play: &Move| (next & seen.line().after(*play).fits()).len();
        seen.legal().iter().min_by_key(answers).unwrap()
    });
    assert!(blocks_the_next.contains("R10.1"), "{blocks_the_next}");
    // Honest but for one tile, and that only while the seat before holds it.
    leak(|round, seen| {
        let zero = Tile::lempa(0).unwrap();
        nth(seen, u64::from(round.hands()[seen.seat().previous()].contains(zero)))
    });
    leak(|round, seen| {
        let held = round.hands().iter().fold(round.played(), |all, &hand| all | hand);
        nth(seen, u64::from((!held).bits()))
    });
}

/// Debug output is within reach of every strategy.
#[test]
fn an_observation_printed_tells_no_more() {
    let printed = try_choice(|seen| {
        let text = format!("{seen:?} {:?}", seen.history().collect::<Vec<_>>());
        nth(seen, text.bytes().fold(0, |sum, byte| sum * 31 % 1_000_003 + u64::from(byte)))
    });
    assert!(printed.is_ok(), "{}", printed.unwrap_err());
}

fn param(key: &'static str, kind: Kind) -> Param {
    Param { key, kind, default: Value(0), meaning: "" }
}

#[test]
fn parameters_without_effect_are_reported_and_unreadable_ones_refused() {
    let tenths = Kind::Decimal { low: 0, high: 1000 };
    let report = try_out(
        vec![param("used", Kind::Integer { low: 0, high: 4 }), param("idle", tenths)],
        |params| Numbered(params.get("used") as u64),
    )
    .unwrap();
    assert_eq!(report.without_effect(), ["idle"]);
    let effects: Vec<_> =
        report.effects.iter().map(|e| (e.key, e.value.as_str(), e.first.is_some())).collect();
    assert_eq!(effects, [("used", "1", true), ("idle", "1", false)]);
    assert_eq!(report.effects[1].asked, report.decisions);

    // What no spec could name is not even registered.
    let refused = |params| {
        let entry = Entry::new("tried", "", params, |_| Numbered(0));
        matches!(Registry::builtin().register(entry), Err(RegistryError::Param("tried", ..)))
    };
    assert!(refused(vec![param("word", Kind::Choice(&["a,b", "c"]))]));
    assert!(refused(vec![param("a b=", tenths)]));
    assert!(refused(vec![param("twice", tenths), param("twice", tenths)]));
}
