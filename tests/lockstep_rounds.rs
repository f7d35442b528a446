//! Rounds taken into lockstep at any ply against the scalar engine from the same position and
//! streams: the same moves, payments and end.

mod arbitrary;
mod lanes;

use domeng::engine::lockstep::LANES;
use domeng::engine::{
    Action, BySeat, Election, Move, Observation, Opening, Progress, Random as Generator, Round,
    RoundStreams, Rules, Seat, Seed, Sitting, TileSet,
};
use domeng::strategies::{Greedy, Random, Slips};
use lanes::scalar::{byte, finish, is_redrawn};
use lanes::tape::{self, View};
use lanes::told::Told;
use lanes::{Both, paths};
use proptest::prelude::*;

const SEED: Seed = Seed(21);

/// Positions of elections by these rules, at least so many: about one ply in five, and all that come
/// late in a round. In every second election seats play at random; in the others they would have
/// all but themselves pass, which makes the longest rounds.
fn positions(rules: &Rules, count: usize) -> Vec<(Round, RoundStreams)> {
    let mut random = SEED.schedule(0);
    let mut found = Vec::new();
    let mut number = 0;
    while found.len() < count {
        let deals = SEED.deals(number);
        let mut election = Election::new(rules, None);
        loop {
            let rounds = election.rounds();
            let mut round = election.next_round(&deals.deal(0, rounds).hands());
            let streams = SEED.decisions(number, 0).round(0, rounds);
            let end = loop {
                if random.below(5) == 0 || round.history().len() > 35 {
                    found.push((round.clone(), streams));
                }
                let action = match number % 2 {
                    0 => any_action(&round, &mut random),
                    _ => lonely_action(&round),
                };
                match round.play(action, &mut ()) {
                    Ok(Progress::Continues) => {}
                    Ok(Progress::Ended(end)) => break end,
                    Err(refused) => panic!("{refused}"),
                }
            };
            if election.close(&round, &end).is_some() {
                break;
            }
        }
        number += 1;
    }
    found
}

fn any_action(round: &Round, random: &mut Generator) -> Action {
    let drawn = round.legal().draw(|n| random.below(n.into()) as u32);
    drawn.map_or(Action::Pass, Action::Play)
}

/// The move that leaves the others the fewest tiles that fit, and oneself one if it can be.
fn lonely_action(round: &Round) -> Action {
    let seat = round.to_move();
    let cost = |play: Move| {
        let fits = round.line().after(play).fits();
        let others = seat.others().map(|other| (round.hands()[other] & fits).len());
        let own = (round.hands()[seat] - TileSet::only(play.tile())) & fits;
        (own.is_empty(), others.sum::<u32>())
    };
    round.legal().iter().min_by_key(|&play| cost(play)).map_or(Action::Pass, Action::Play)
}

/// Plays all of them on, in lockstep and alone.
fn compare<P: Both>(rounds: &[(Round, RoundStreams)], policy: P) {
    let alone: Vec<Told> =
        rounds.iter().map(|(round, streams)| finish(round.clone(), policy, *streams)).collect();
    for path in paths() {
        let together = tape::rounds(path, policy, rounds, |_, _| true);
        for ((together, alone), (round, _)) in together.iter().zip(&alone).zip(rounds) {
            let word = path.word();
            assert_eq!(together.as_ref(), Some(alone), "{policy:?} on {word} from {round:?}");
        }
    }
}

fn compare_all(rounds: &[(Round, RoundStreams)]) {
    compare(rounds, Random);
    compare(rounds, Greedy);
    compare(rounds, Slips { percent: 50 });
}

#[test]
fn from_any_position_of_elections() {
    let rules = Rules::default();
    let rounds = positions(&rules, 20_000);
    for seat in Seat::ALL {
        assert!(rounds.iter().any(|(round, _)| round.to_move() == seat), "{seat} to move");
    }
    let covered = |what: &str, is: &dyn Fn(&Round) -> bool| {
        let count = rounds.iter().filter(|(round, _)| is(round)).count();
        assert!(count >= 20, "{count} rounds {what}");
    };
    covered("about to be led", &|round| round.line().is_empty());
    covered("late", &|round| round.history().len() >= 36);
    covered("with an empty table", &|round| round.holdings().table == 0);
    covered("with a full table", &|round| round.holdings().table == rules.stones);
    covered("in which the seat to move must pass", &|round| round.legal().is_empty());
    covered("about to be blocked", &|round| {
        round.legal().is_empty() && round.last_mappano() == round.to_move()
    });
    covered("about to be gone out of", &|round| {
        round.hands()[round.to_move()].len() == 1 && !round.legal().is_empty()
    });
    covered("with a seat that has not played", &|round| {
        round.history().len() > 5 && Seat::ALL.iter().any(|&seat| !round.has_played(seat))
    });
    // Of five lengths, so that lanes take rounds in before each seat.
    let mut rest = &rounds[..];
    for length in [4_000, 4_001, 4_002, 4_003] {
        let (some, others) = rest.split_at(length);
        compare_all(some);
        rest = others;
    }
    compare_all(&rest[..3_994]);
}

#[test]
fn from_any_position_where_the_lead_is_bound() {
    let rules = Rules { opening: Opening::Double, max_rounds: 2, ..Rules::default() };
    let rounds = positions(&rules, 4_000);
    let bound = |round: &Round| round.line().is_empty() && round.start().announced.is_some();
    assert!(rounds.iter().filter(|(round, _)| bound(round)).count() > 50);
    compare_all(&rounds);
}

proptest! {
    #![proptest_config(arbitrary::config(250))]

    /// Hands of 1 to 5 tiles, any rules and stones, at each ply of a round.
    #[test]
    fn from_every_ply_of_any_round(
        mut round in arbitrary::any_round(),
        choices in arbitrary::any_choices(),
        seed in any::<u64>(),
    ) {
        let mut rounds = Vec::new();
        for (ply, choice) in choices.iter().enumerate() {
            let streams = Seed(seed).decisions(0, ply as u64).round(0, 0);
            rounds.push((round.clone(), streams));
            let legal: Vec<_> = round.legal().iter().collect();
            let action = match legal.len() {
                0 => Action::Pass,
                moves => Action::Play(legal[choice % moves]),
            };
            if let Ok(Progress::Ended(_)) = round.play(action, &mut ()) {
                break;
            }
        }
        compare_all(&rounds);
    }
}

/// Streams are looked for that refuse the first draw of a position, which by chance is one in
/// 65 536 of three or five moves and four of six.
#[test]
fn a_refused_draw_is_drawn_again() {
    fn refusing<P: Both>(policy: P, moves: u32, count: usize) -> Vec<(Round, RoundStreams)> {
        let all = positions(&Rules::default(), 5_000);
        let found: Vec<_> = all.into_iter().filter(|(r, _)| r.legal().len() == moves).collect();
        assert!(!found.is_empty(), "no position has {moves} moves");
        let mut rounds: Vec<_> = found.into_iter().cycle().take(count).collect();
        for (place, (round, streams)) in rounds.iter_mut().enumerate() {
            let decisions = SEED.decisions(place as u64, 1);
            let tried = (0..).map(|number| decisions.round(0, number));
            *streams = tried.into_iter().find(|&tried| is_redrawn(policy, round, tried)).unwrap();
        }
        rounds
    }
    for moves in [3, 5, 6] {
        compare(&refusing(Random, moves, 20), Random);
    }
    for moves in 2..=6 {
        let slips = Slips { percent: 50 };
        compare(&refusing(slips, moves, 60), slips);
    }
}

/// Lanes that get no round, and lanes that come to rest while others play on.
#[test]
fn lanes_may_rest() {
    let rounds = positions(&Rules::default(), 1_000);
    let alone: Vec<Told> =
        rounds.iter().map(|(round, streams)| finish(round.clone(), Random, *streams)).collect();
    let each: [(tape::Wants, usize); 5] = [
        (|_, _| false, 0),
        (|lane, finished| lane == LANES - 1 && finished < 200, 200),
        (|lane, finished| lane == 0 && finished < 200, 200),
        (|lane, finished| lane % 2 == 1 && finished < 3, 3 * LANES / 2),
        (|lane, finished| finished < lane % 8, LANES / 8 * 28),
    ];
    for path in paths() {
        for (wants, count) in each {
            let together = tape::rounds(path, Random, &rounds, wants);
            assert_eq!(together.iter().flatten().count(), count);
            for (together, alone) in together.iter().zip(&alone).take(count) {
                assert_eq!(together.as_ref(), Some(alone), "on {}", path.word());
            }
        }
    }
}

/// Positions with a choice, a lane for each.
fn choices(rules: &Rules) -> Vec<(Round, RoundStreams)> {
    let all = positions(rules, 2_000).into_iter();
    all.filter(|(round, _)| round.legal().is_choice()).step_by(3).take(LANES).collect()
}

#[test]
fn a_seat_is_shown_what_it_may_know() {
    for opening in [Opening::Any, Opening::Double] {
        let rounds = choices(&Rules { opening, ..Rules::default() });
        for path in paths() {
            for (view, (round, streams)) in tape::views(path, Greedy, &rounds).iter().zip(&rounds) {
                let view = view.as_ref().expect("a choice");
                let mut expected = expected(round, *streams, view.put);
                if round.line().is_empty() {
                    expected.ends = view.ends;
                }
                assert_eq!(*view, expected, "on {}", path.word());
            }
        }
    }
}

/// R10.1 in the form of lanes, from the scalar side.
fn expected(round: &Round, streams: RoundStreams, put: (u8, u8)) -> View {
    let seat = round.to_move();
    let seen = Observation::new(round, &Sitting::NOBODY, seat);
    let tiles = seen.hand().iter().map(|tile| {
        let worth = tile.pips() + if tile.is_lempa() { 10 } else { 0 };
        (byte(tile), worth, seen.legal().tiles().contains(tile))
    });
    let stream = streams.stream(seen.ply(), seat);
    let mut words = stream;
    View {
        hand: tiles.collect(),
        ends: seen.line().values(),
        lacks: std::array::from_fn(|steps| seen.lacks(seat.after(steps))),
        table: seen.holdings().table,
        stones: seen.holdings().seats[seat],
        draws: std::array::from_fn(|_| (words.next_word() >> 16) as u16),
        stream,
        put,
    }
}

/// Nothing that a policy is shown, and so nothing it can choose, depends on hidden hands: here those
/// of the other seats of its round are others, and so are the rounds of the lanes beside it.
#[test]
fn a_seat_is_shown_nothing_of_hidden_hands() {
    fn compare<P: Both>(policy: P, rounds: &[(Round, RoundStreams)]) {
        let mut random = SEED.seating(0);
        for path in paths() {
            let views = tape::views(path, policy, rounds);
            let mut order: Vec<usize> = (0..rounds.len()).collect();
            random.shuffle(&mut order);
            let worlds: Vec<_> = order
                .iter()
                .map(|&number| (with_other_hands(&rounds[number].0, &mut random), rounds[number].1))
                .collect();
            for (view, &number) in tape::views(path, policy, &worlds).iter().zip(&order) {
                assert_eq!(*view, views[number], "{policy:?} on {}", path.word());
            }
        }
    }
    let rounds = choices(&Rules::default());
    assert_eq!(rounds.len(), LANES);
    compare(Random, &rounds);
    compare(Greedy, &rounds);
    compare(Slips { percent: 50 }, &rounds);
}

/// The round with its hidden tiles dealt anew, whatever passes have shown.
fn with_other_hands(round: &Round, random: &mut Generator) -> Round {
    let seat = round.to_move();
    let seen = Observation::new(round, &Sitting::NOBODY, seat);
    let mut hidden: Vec<_> = seen.hidden().iter().collect();
    random.shuffle(&mut hidden);
    let mut hidden = hidden.into_iter();
    let hands = Seat::ALL.map(|other| match other == seat {
        true => seen.hand(),
        false => hidden.by_ref().take(seen.tiles_held(other) as usize).collect::<TileSet>(),
    });
    seen.world(BySeat(hands))
}
