//! The engine against the plain second implementation in `tests/plain`: the same random play by
//! both, compared at every ply, under many rules.
//!
//! Each election is played three times by the engine: move by move through the checked
//! `Round::play`, and whole through `Election::play` with and without asking where there is no
//! choice.

mod arbitrary;
mod plain;

use std::collections::BTreeMap;

use domeng::engine::{
    Action, CamatCheck, Deal, Election, Illegal, Move, Opening, Outcome, Progress, Random, Reason,
    Round, RoundEnd, Rules, Seat, Side, Start, Stream, Tile,
};
use plain::bridge;
use plain::election::{Election as PlainElection, Outcome as PlainOutcome};
use plain::heard::{Heard, HeardElection, Script, compare_heard};
use plain::round::{self as plain_round, Round as PlainRound};
use proptest::prelude::*;

/// Rounds compared for each of the ten rules below: over 100 000 in all.
const ROUNDS: usize = 10_500;

/// Names the game in which a comparison failed.
struct Named<'a>(&'a Rules, u64);

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in game {} under {:?}", self.1, self.0);
        }
    }
}

/// The engine's legal moves in the order that `Legal` documents: by tile index, and the tile that
/// fits two different ends first the way that leaves the lower end.
fn in_the_order_of_the_engine(
    mut legal: Vec<plain_round::Action>,
    ends: Option<(u8, u8)>,
) -> Vec<plain_round::Action> {
    legal.sort_by_key(|action| match (*action, ends) {
        (plain_round::Action::Pass, _) => (0, 0),
        (plain_round::Action::Play((a, b), end), ends) => {
            let touched = ends.map(|(left, right)| match end {
                plain_round::End::Left => left,
                plain_round::End::Right => right,
            });
            (a * (a + 1) / 2 + b, if touched == Some(a) { b } else { a })
        }
    });
    legal
}

/// Every action that is not legal is refused with its reason and changes nothing; every legal one
/// is taken, on equal ends and as a lead with either side (R4.3).
fn compare_refusals(plain: &PlainRound, engine: &Round) {
    let legal = plain.legal();
    let plays = Tile::all()
        .flat_map(|tile| [Side::Left, Side::Right].map(|side| Action::Play(Move::new(tile, side))));
    for action in plays.chain([Action::Pass]) {
        let one_end = plain.ends().is_none_or(|(left, right)| left == right);
        let written = match bridge::action(action) {
            plain_round::Action::Play(tile, _) if one_end => {
                plain_round::Action::Play(tile, plain_round::End::Left)
            }
            other => other,
        };
        let mut next = engine.clone();
        match next.play(action, &mut ()) {
            Ok(_) => {
                assert!(legal.contains(&written), "{action:?} was taken");
                assert_eq!(next.history().last().copied().map(bridge::action), Some(written));
            }
            Err(refused) => {
                assert!(!legal.contains(&written), "{refused}");
                assert_eq!(next, *engine, "changed by {action:?}");
                assert_eq!(refused.reason, reason(plain, written));
                let Illegal { ply, seat, action: named, legal: offered, .. } = refused;
                assert_eq!((usize::from(ply), seat), (plain.done.len(), engine.to_move()));
                assert_eq!((named, offered), (action, engine.legal()));
            }
        }
    }
}

/// Why the rules refuse an action that is not legal.
fn reason(plain: &PlainRound, action: plain_round::Action) -> Reason {
    match action {
        _ if plain.ended.is_some() => Reason::Over,
        plain_round::Action::Pass => Reason::MustPlay,
        plain_round::Action::Play(tile, _) if !plain.hands[plain.to_move()].contains(&tile) => {
            Reason::NotHeld
        }
        plain_round::Action::Play(..) if plain.done.is_empty() => Reason::Opening,
        plain_round::Action::Play(..) => Reason::DoesNotFit,
    }
}

/// What both say of a round between two plies.
fn compare_states(plain: &PlainRound, engine: &Round) {
    assert_eq!(bridge::hands(engine.hands()).map(sorted), plain.hands.clone().map(sorted));
    assert_eq!(engine.line().ends(), plain.ends());
    assert_eq!(bridge::stones(engine.holdings()), (plain.table, plain.stones));
    assert_eq!(engine.last_mappano().index(), plain.last_mappano().unwrap_or(plain.starter));
    assert_eq!(engine.history().len(), plain.done.len());
    for seat in Seat::ALL {
        assert_eq!(engine.has_played(seat), plain.has_played(seat.index()));
    }
    let lain = plain.line.iter().map(|&(a, b)| bridge::engine_tile((a, b))).collect();
    assert_eq!(engine.played(), lain);
}

fn sorted(mut tiles: Vec<plain::Tile>) -> Vec<plain::Tile> {
    tiles.sort_unstable();
    tiles
}

/// Plays one round by both, checked, with the choices of `pick`, and compares all of it.
fn compare_round(
    plain: &mut PlainRound,
    engine: &mut Round,
    mut pick: impl FnMut(usize) -> usize,
    refusals: bool,
) -> RoundEnd {
    let mut heard = Heard::default();
    let mut lacks = [0; 5];
    loop {
        compare_states(plain, engine);
        let seat = plain.to_move();
        assert_eq!(engine.to_move().index(), seat);
        let legal = in_the_order_of_the_engine(plain.legal(), plain.ends());
        let mut offered: Vec<_> = engine.legal().iter().map(Action::Play).collect();
        if offered.is_empty() {
            offered.push(Action::Pass);
        }
        assert_eq!(offered.into_iter().map(bridge::action).collect::<Vec<_>>(), legal);
        if refusals {
            compare_refusals(plain, engine);
        }
        let action = legal[pick(legal.len())];
        plain.act(action);
        let progress = engine.play(bridge::engine_action(action), &mut heard).expect("it is legal");
        if let (plain_round::Action::Pass, Some((left, right))) = (action, plain.ends()) {
            lacks[seat] |= 1 << left | 1 << right;
        }
        assert_eq!(Seat::ALL.map(|seat| engine.lacks(seat)), lacks);
        match (&plain.ended, progress) {
            (None, Progress::Continues) => assert!(!engine.is_over()),
            (Some(plain_end), Progress::Ended(end)) => {
                assert_eq!(&bridge::ended(&end), plain_end);
                assert!(engine.is_over());
                assert_eq!(engine.to_move().index(), seat, "the seat that ended it");
                compare_states(plain, engine);
                if refusals {
                    compare_refusals(plain, engine);
                }
                compare_heard(plain, &heard);
                return end;
            }
            (plain_end, progress) => panic!("plain: {plain_end:?}, engine: {progress:?}"),
        }
    }
}

/// Five hands of five from a shuffled set, and the deal they are.
fn random_deal(random: &mut Random) -> (Deal, [Vec<plain::Tile>; 5]) {
    let mut tiles = plain::all_tiles();
    random.shuffle(&mut tiles);
    let hands = std::array::from_fn(|seat| tiles[5 * seat..5 * seat + 5].to_vec());
    let deal = Deal::from_hands(&bridge::engine_hands(&hands)).expect("five hands of five");
    (deal, hands)
}

fn same(plain: PlainOutcome) -> Outcome {
    match plain {
        PlainOutcome::Camat(seat) => Outcome::Camat(bridge::seat(seat)),
        PlainOutcome::Undecided => Outcome::Undecided,
    }
}

/// Plays one election by both and compares it, then plays it again the fast way.
fn compare_election(
    rules: &Rules,
    camat_before: Option<usize>,
    random: &mut Random,
    tally: &mut Tally,
) -> PlainOutcome {
    let engine_camat = camat_before.map(bridge::seat);
    let mut plain = PlainElection::new(&bridge::rules(rules), camat_before);
    let mut engine = Election::new(rules, engine_camat);
    let mut played: Vec<(Deal, PlainRound)> = Vec::new();
    let outcome = loop {
        let (deal, hands) = random_deal(random);
        let mut plain_round = plain.next_round(hands);
        let mut round = engine.next_round(&deal.hands());
        let Start { seat, announced } = round.start();
        assert_eq!(
            (seat.index(), announced.map(bridge::tile)),
            (plain_round.starter, plain_round.announced)
        );
        assert_eq!((round.camat(), round.rules()), (engine_camat, rules));
        let refusals = random.below(40) == 0;
        let pick = |n| random.below(n as u64) as usize;
        let end = compare_round(&mut plain_round, &mut round, pick, refusals);
        tally.count(&plain_round);
        let outcome = plain.close(&plain_round);
        assert_eq!(engine.close(&round, &end), outcome.map(same));
        assert_eq!(bridge::stones(engine.holdings()), (plain.table, plain.stones));
        assert_eq!(engine.rounds() as usize, plain.rounds.len());
        played.push((deal, plain_round));
        if let Some(outcome) = outcome {
            break outcome;
        }
    };
    compare_fast::<true>(rules, engine_camat, &played, same(outcome));
    compare_fast::<false>(rules, engine_camat, &played, same(outcome));
    outcome
}

/// `Election::play` with the choices of an election that was played before.
fn compare_fast<const SKIPS: bool>(
    rules: &Rules,
    camat_before: Option<Seat>,
    played: &[(Deal, PlainRound)],
    outcome: Outcome,
) {
    let mut script = Script::<SKIPS> { rounds: played, round: 0 };
    let mut heard = HeardElection::default();
    let mut engine = Election::new(rules, camat_before);
    assert_eq!(engine.play(&mut script, &mut heard), outcome);
    assert_eq!(engine.rounds() as usize, played.len());
    assert_eq!(engine.camat_before(), camat_before);
    assert_eq!(heard.0.len(), played.len());
    for (heard, (_, plain)) in heard.0.iter().zip(played) {
        compare_heard(plain, heard);
        let end = plain.ended.clone().expect("it is over");
        assert_eq!(heard.end, Some((end, (plain.table, plain.stones))));
    }
    let (_, last) = played.last().expect("an election has a round");
    assert_eq!(bridge::stones(engine.holdings()), (last.table, last.stones));
}

/// What the random play came upon, so that a comparison of nothing can't pass.
#[derive(Default)]
struct Tally {
    rounds: usize,
    ends: BTreeMap<&'static str, usize>,
    paid: BTreeMap<&'static str, usize>,
    /// Elections with a CAMAT, those with one who was it before, and those without.
    camat: usize,
    kept: usize,
    undecided: usize,
}

impl Tally {
    fn count(&mut self, round: &PlainRound) {
        self.rounds += 1;
        let end = round.ended.as_ref().expect("it is over");
        *self.ends.entry(end.how).or_default() += 1;
        for payment in &round.payments {
            *self.paid.entry(payment.why).or_default() += 1;
        }
    }
}

/// Games of two elections in a row, the CAMAT carried over (R9.4, R9.5), until `ROUNDS` are played.
/// A game that is undecided ends (R9.6).
fn compare(rules: Rules) -> Tally {
    rules.validate().expect("within bounds");
    let mut tally = Tally::default();
    for game in 0.. {
        if tally.rounds >= ROUNDS {
            break;
        }
        let _named = Named(&rules, game);
        let mut random = Stream::new(game).generator(0);
        let mut camat = None;
        for _ in 0..2 {
            match compare_election(&rules, camat, &mut random, &mut tally) {
                PlainOutcome::Camat(seat) => {
                    tally.camat += 1;
                    tally.kept += usize::from(camat == Some(seat));
                    camat = Some(seat);
                }
                PlainOutcome::Undecided => {
                    tally.undecided += 1;
                    break;
                }
            }
        }
    }
    // Every way to end a round comes up at least ten times, and every payment of R7.
    assert_eq!(tally.ends.values().filter(|&&n| n >= 10).count(), 5, "{:?}", tally.ends);
    assert_eq!(tally.paid.len(), 8, "{:?}", tally.paid);
    tally
}

/// Rules under which every game here is decided.
fn compare_decided(rules: Rules) {
    let tally = compare(rules);
    assert!(tally.kept > 0 && tally.camat > tally.kept && tally.undecided == 0);
}

#[test]
fn default_rules() {
    compare_decided(Rules::default());
}

#[test]
fn the_double_opens() {
    compare_decided(Rules { opening: Opening::Double, ..Rules::default() });
}

#[test]
fn camat_before_payment() {
    compare_decided(Rules { camat_check: CamatCheck::BeforePayment, ..Rules::default() });
}

#[test]
fn other_stakes() {
    compare_decided(Rules {
        pass: 3,
        passebunge: 1,
        cappu: 4,
        ceki: 2,
        pollo: 7,
        manguno: 6,
        mattikkeng: 2,
        mattikkeng_shared: 9,
        ..Rules::default()
    });
}

#[test]
fn stakes_of_25() {
    compare_decided(Rules {
        pass: 25,
        passebunge: 25,
        cappu: 25,
        ceki: 25,
        pollo: 25,
        manguno: 25,
        mattikkeng: 25,
        mattikkeng_shared: 25,
        ..Rules::default()
    });
}

#[test]
fn stakes_of_0_leave_every_election_undecided() {
    let tally = compare(Rules {
        pass: 0,
        passebunge: 0,
        cappu: 0,
        ceki: 0,
        pollo: 0,
        manguno: 0,
        mattikkeng: 0,
        mattikkeng_shared: 0,
        max_rounds: 7,
        ..Rules::default()
    });
    assert_eq!((tally.camat, tally.rounds), (0, tally.undecided * 7));
}

#[test]
fn one_stone() {
    compare_decided(Rules { stones: 1, ..Rules::default() });
}

#[test]
fn ten_stones_the_double_opens_camat_before_payment() {
    compare_decided(Rules {
        stones: 10,
        opening: Opening::Double,
        camat_check: CamatCheck::BeforePayment,
        ..Rules::default()
    });
}

#[test]
fn two_hundred_stones() {
    compare_decided(Rules { stones: 200, ..Rules::default() });
}

#[test]
fn few_rounds() {
    let tally = compare(Rules { max_rounds: 8, ..Rules::default() });
    assert!(tally.undecided > 50 && tally.camat > 50, "{} {}", tally.undecided, tally.camat);
}

proptest! {
    #![proptest_config(arbitrary::config(10_000))]

    /// Rounds from any hands, stones and rules, which shrink to a few tiles when they fail.
    #[test]
    fn any_round(mut engine in arbitrary::any_round(), choices in arbitrary::any_choices()) {
        let Start { seat, announced } = engine.start();
        let mut plain = PlainRound::new(
            &bridge::rules(engine.rules()),
            bridge::hands(engine.hands()),
            (seat.index(), announced.map(bridge::tile)),
            bridge::stones(engine.holdings()),
        );
        let mut choices = choices.into_iter();
        let pick = |n| choices.next().map_or(0, |choice| choice % n);
        compare_round(&mut plain, &mut engine, pick, true);
    }
}
