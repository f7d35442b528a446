//! What holds in every round.

mod arbitrary;

use std::cell::Cell;

use arbitrary::{any_choices, any_round, config, full_round};
use domeng::engine::{
    Action, BySeat, CamatCheck, Chooser, Holdings, Legal, MAX_PLIES, Move, Observation, Observer,
    Payment, Progress, Round, RoundEnd, Rules, Seat, Sitting, Start, Tile, TileSet,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The action of a choice: one of the legal moves, or a pass.
fn chosen(legal: Legal, choice: usize) -> Action {
    match legal.len() as usize {
        0 => Action::Pass,
        n => legal.iter().nth(choice % n).map_or(Action::Pass, Action::Play),
    }
}

/// Plays `round` by `choices`, at most `plies` of them.
fn play<O: Observer>(
    round: &mut Round,
    choices: &[usize],
    plies: usize,
    observer: &mut O,
) -> Option<RoundEnd> {
    for _ in 0..plies {
        let choice = choices[round.history().len()];
        match round.play(chosen(round.legal(), choice), observer) {
            Ok(Progress::Continues) => {}
            Ok(Progress::Ended(end)) => return Some(end),
            Err(refused) => panic!("{refused}"),
        }
    }
    None
}

/// Keeps account of the stones by the payments alone.
struct Ledger {
    held: Holdings,
    rules: Rules,
}

impl Observer for Ledger {
    fn paid(&mut self, payment: &Payment) {
        let before = self.held;
        let mut due = stake(&self.rules, payment.why.word());
        assert_eq!(payment.table, due.min(before.table), "R6.1: from the table first");
        due -= payment.table;
        self.held.table -= payment.table;
        for (giver, stones) in payment.from.iter() {
            assert_ne!(giver, payment.to, "R6.2");
            assert!(stones > 0, "who gives nothing is not listed");
            assert_eq!(stones, due.min(before.seats[giver]), "R6.1: each as much as it has");
            due -= stones;
            self.held.seats[giver] -= stones;
        }
        self.held.seats[payment.to] += payment.total();
        assert_eq!(self.held.total(), u32::from(self.rules.stones), "R1.3");
    }
}

/// The most that is paid for a reason (R7).
fn stake(rules: &Rules, why: &str) -> u8 {
    match why {
        "pass" => rules.pass,
        "passebunge" => rules.passebunge,
        "cappu" => rules.cappu,
        "ceki" => rules.ceki,
        "pollo" => rules.pollo,
        "manguno" => rules.manguno,
        "mattikkeng" => rules.mattikkeng,
        _ => rules.mattikkeng_shared,
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn r1_3_no_stone_is_made_or_lost(mut round in any_round(), choices in any_choices()) {
        let mut ledger = Ledger { held: *round.holdings(), rules: *round.rules() };
        while !round.is_over() {
            play(&mut round, &choices, 1, &mut ledger);
            prop_assert_eq!(round.holdings(), &ledger.held);
        }
    }
}

#[test]
fn r9_1_who_is_elected_before_payment_is_elected_after_it() {
    let (before_and_after, after_alone) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(config(20_000));
    let result = runner.run(&(any_round(), any_choices()), |(round, choices)| {
        let elected = |camat_check| {
            let rules = Rules { camat_check, ..*round.rules() };
            let again = Round::with_hands(&rules, round.hands(), round.start(), *round.holdings());
            let end = play(&mut again.unwrap(), &choices, MAX_PLIES, &mut ());
            end.map(|end| end.elected)
        };
        let before = elected(CamatCheck::BeforePayment).expect("it is over");
        let after = elected(CamatCheck::AfterPayment).expect("it is over");
        prop_assert!(after || !before);
        let counter = if before { &before_and_after } else { &after_alone };
        counter.set(counter.get() + usize::from(after));
        Ok(())
    });
    result.unwrap();
    let counts = (before_and_after.get(), after_alone.get());
    assert!(counts.0 > 50 && counts.1 > 50, "too few to tell: {counts:?}");
}

/// Makes the next seats pass as often as it can.
struct Staller;

impl Chooser for Staller {
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let passes = |play: &Move| {
            let mut next = round.clone();
            let mut passes = 0;
            if next.play(Action::Play(*play), &mut ()) != Ok(Progress::Continues) {
                return None;
            }
            while passes < 5 && next.legal().is_empty() && next.play(Action::Pass, &mut ()).is_ok()
            {
                passes += 1;
            }
            // All five passing ends the round, as does going out.
            (passes < 5).then_some(passes)
        };
        legal.iter().max_by_key(passes).expect("asked with two moves or more")
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn r5_a_round_ends_within_max_plies(mut round in full_round(), choices in any_choices()) {
        let mut stalled = round.clone();
        stalled.run(&mut Staller, &mut ());
        prop_assert!(stalled.is_over() && stalled.history().len() <= MAX_PLIES);
        prop_assert!(play(&mut round, &choices, MAX_PLIES, &mut ()).is_some());
        // Five passes in a row are the end of a round (R5.4).
        for round in [&round, &stalled] {
            let passes = |plies: &[Action]| plies.iter().all(|&action| action == Action::Pass);
            let last = round.history().len().saturating_sub(5);
            for (from, plies) in round.history().windows(5).enumerate() {
                prop_assert!(!passes(plies) || from == last);
            }
        }
    }
}

/// Chooses by ply from a list.
struct Script<'a, const SKIPS: bool>(&'a [usize]);

impl<const SKIPS: bool> Chooser for Script<'_, SKIPS> {
    const SKIPS_FORCED: bool = SKIPS;

    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let action = chosen(legal, self.0[round.history().len()]);
        action.play().expect("there is a legal move")
    }
}

/// Lists the payments.
#[derive(Default, PartialEq, Debug)]
struct Payments(Vec<Payment>);

impl Observer for Payments {
    fn paid(&mut self, payment: &Payment) {
        self.0.push(*payment);
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    /// As rollouts use it: from the middle of a round.
    #[test]
    fn run_from_any_ply_is_play_move_by_move(
        mut round in any_round(),
        choices in any_choices(),
        plies in 0..40_usize,
    ) {
        if play(&mut round, &choices, plies, &mut ()).is_some() {
            return Ok(());
        }
        let (mut checked, mut fast, mut asked) = (round.clone(), round.clone(), round);
        let mut paid: [Payments; 3] = Default::default();
        let end = play(&mut checked, &choices, MAX_PLIES, &mut paid[0]).unwrap();
        prop_assert_eq!(fast.run(&mut Script::<true>(&choices), &mut paid[1]), end);
        prop_assert_eq!(asked.run(&mut Script::<false>(&choices), &mut paid[2]), end);
        prop_assert_eq!(&fast, &checked);
        prop_assert_eq!(&asked, &checked);
        prop_assert!(paid[0] == paid[1] && paid[0] == paid[2]);
    }

    /// R1.2: the seats are alike, so a round turned by some seats is the same round turned.
    #[test]
    fn r1_2_no_seat_is_special(
        mut round in any_round(),
        choices in any_choices(),
        turn in 1..5_usize,
    ) {
        let Holdings { table, seats } = *round.holdings();
        let start = round.start();
        let mut turned = Round::with_hands(
            round.rules(),
            &turn_by(turn, round.hands()),
            Start { seat: start.seat.after(turn), ..start },
            Holdings { table, seats: turn_by(turn, &seats) },
        ).unwrap();
        let end = play(&mut round, &choices, MAX_PLIES, &mut ()).unwrap();
        let turned_end = play(&mut turned, &choices, MAX_PLIES, &mut ()).unwrap();
        prop_assert_eq!(turned.history(), round.history());
        prop_assert_eq!(turned_end.winner, end.winner.after(turn));
        prop_assert_eq!(turned_end.cucuq, end.cucuq.map(|seat| seat.after(turn)));
        prop_assert_eq!((turned_end.kind, turned_end.elected), (end.kind, end.elected));
        prop_assert_eq!(turned.holdings().seats, turn_by(turn, &round.holdings().seats));
    }
}

/// The values of all seats, each `turn` seats further.
fn turn_by<T: Copy>(turn: usize, values: &BySeat<T>) -> BySeat<T> {
    BySeat::from_fn(|seat| values[seat.after(Seat::COUNT - turn)])
}

/// All that an observation says, in words.
fn said(seen: &Observation) -> String {
    let by_seat = Seat::ALL.map(|s| (seen.tiles_held(s), seen.lacks(s), seen.has_played(s)));
    let history: Vec<(Seat, Action)> = seen.history().collect();
    let table = (seen.seat(), seen.hand(), seen.legal(), seen.line(), seen.played());
    let turn = (seen.hidden(), seen.turn(), seen.last_mappano(), seen.ply(), seen.start());
    let known = (seen.announced(), seen.known_unused(), seen.holdings(), seen.rules());
    let sitting = (seen.camat(), seen.sitting());
    format!("{by_seat:?} {history:?} {table:?} {turn:?} {known:?} {sitting:?} {seen:?}")
}

/// The round in which `ours` and `theirs`, two tiles that no one has played, change places from the
/// start, if all that was done in `round` is legal there too.
fn with_swapped(first: &Round, round: &Round, ours: Tile, theirs: Tile) -> Option<Round> {
    if ours == theirs {
        return None;
    }
    let both = TileSet::only(ours) | TileSet::only(theirs);
    let hands = first.hands().map(|hand| if (hand & both).len() == 1 { hand ^ both } else { hand });
    let world = Round::with_hands(first.rules(), &hands, first.start(), *first.holdings());
    let mut world = world.ok()?;
    for &action in round.history() {
        world.play(action, &mut ()).ok()?;
    }
    Some(world)
}

#[test]
fn r10_1_an_observation_is_the_same_whatever_is_hidden() {
    let worlds = Cell::new(0);
    let mut runner = TestRunner::new(config(2_000));
    let swaps =
        prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 8);
    let cases = (any_round(), any_choices(), 0..30_usize, swaps);
    let result = runner.run(&cases, |(first, choices, plies, swaps)| {
        let mut round = first.clone();
        if play(&mut round, &choices, plies, &mut ()).is_some() {
            return Ok(());
        }
        let sitting = Sitting::default();
        for seat in Seat::ALL {
            let seen = Observation::new(&round, &sitting, seat);
            let hidden: Vec<Tile> = seen.hidden().iter().collect();
            for (ours, theirs) in &swaps {
                let (ours, theirs) = (*ours.get(&hidden), *theirs.get(&hidden));
                if let Some(world) = with_swapped(&first, &round, ours, theirs)
                    && world.hands() != round.hands()
                {
                    worlds.set(worlds.get() + 1);
                    prop_assert_eq!(
                        said(&Observation::new(&world, &sitting, seat)),
                        said(&Observation::new(&round, &sitting, seat))
                    );
                    // The world of these hands is that round, with nothing left of the true one.
                    prop_assert_eq!(&seen.world(*world.hands()), &world);
                }
            }
        }
        Ok(())
    });
    result.unwrap();
    assert!(worlds.get() > 2_000, "too few other worlds: {}", worlds.get());
}
