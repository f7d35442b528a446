//! Beliefs against real play: what constraints say is true, and worlds are drawn uniformly from all
//! that the public record leaves.

mod played;

use std::collections::BTreeMap;

use domeng::belief::{Constraints, Worlds};
use domeng::engine::{
    Action, BySeat, Line, Observation, Opening, Random as Generator, Round, Rules, Seat, Seed,
    Sitting, Stream, Tile, TileSet,
};
use domeng::strategies::{Greedy, Random};
use proptest::prelude::*;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Plays `elections` elections, by `greedy` and by `random` in turn, and shows every position of
/// their rounds, the lead included.
fn positions(elections: u64, mut show: impl FnMut(&Round)) {
    let rules = |number: u64| {
        let opening = if number.is_multiple_of(3) { Opening::Double } else { Opening::Any };
        Rules { opening, max_rounds: 20, ..Rules::default() }
    };
    let choose = |number: u64, seen: &Observation<'_>, stream: &mut Stream| {
        if number.is_multiple_of(2) { Greedy.best(seen) } else { Random.draw(seen, stream) }
    };
    played::positions(Seed(3), elections, rules, choose, |round, _| show(round));
}

/// Values each seat has shown not to hold, from the moves and passes alone (R4.5).
fn lacks(round: &Round) -> BySeat<TileSet> {
    let mut lacks = BySeat([TileSet::EMPTY; Seat::COUNT]);
    let mut line = Line::EMPTY;
    for (ply, action) in round.history().iter().enumerate() {
        match (action, line.ends()) {
            (Action::Play(play), _) => line = line.after(*play),
            (Action::Pass, Some((left, right))) => {
                let seat = round.start().seat.after(ply);
                lacks[seat] = lacks[seat] | TileSet::with_value(left) | TileSet::with_value(right);
            }
            (Action::Pass, None) => unreachable!("the starter leads"),
        }
    }
    lacks
}

/// Whether `hands` could be the hands of `round` for all that `seat` knows, said without
/// [`Constraints`].
fn possible(round: &Round, lacks: &BySeat<TileSet>, seat: Seat, hands: &BySeat<TileSet>) -> bool {
    let mut left = !round.played();
    let sizes_and_passes = hands.enumerate().all(|(at, &hand)| {
        let free = hand - left == TileSet::EMPTY;
        left = left - hand;
        free && hand.len() == round.hands()[at].len() && (hand & lacks[at]).is_empty()
    });
    let start = round.start().announced.is_none_or(|double| {
        let held = hands[round.start().seat].contains(double);
        let mut higher = (double.high() + 1..=6).filter_map(Tile::lempa);
        // R3.4: with its holder until played; the higher ones in no hand and on no line.
        (held || round.played().contains(double)) && higher.all(|d| left.contains(d))
    });
    sizes_and_passes && start && hands[seat] == round.hands()[seat]
}

/// Every way to give out the tiles that `seat` does not see, all hands keeping their size; `None`
/// where too many are hidden to try them all.
fn deals(round: &Round, seat: Seat) -> Option<Vec<BySeat<TileSet>>> {
    fn give(
        hidden: &[Tile],
        needs: BySeat<u32>,
        hands: BySeat<TileSet>,
        found: &mut Vec<BySeat<TileSet>>,
    ) {
        let Some((&tile, rest)) = hidden.split_first() else {
            found.extend((needs.0 == [0; Seat::COUNT]).then_some(hands));
            return;
        };
        give(rest, needs, hands, found);
        for at in Seat::ALL.into_iter().filter(|&at| needs[at] > 0) {
            let (mut needs, mut hands) = (needs, hands);
            needs[at] -= 1;
            hands[at].insert(tile);
            give(rest, needs, hands, found);
        }
    }
    let mut hands = BySeat([TileSet::EMPTY; Seat::COUNT]);
    hands[seat] = round.hands()[seat];
    let hidden: Vec<Tile> = (!(round.played() | hands[seat])).iter().collect();
    let needs = BySeat::from_fn(|at| round.hands()[at].len() - hands[at].len());
    let mut found = Vec::new();
    (hidden.len() <= MOST_HIDDEN).then(|| give(&hidden, needs, hands, &mut found)).map(|()| found)
}

/// Six tiles in four hands and three unused: at most 9! / (2!·2!·1!·1!·3!) = 15 120 ways.
const MOST_HIDDEN: usize = 9;

fn sampler(round: &Round, seat: Seat) -> (Constraints, Worlds) {
    let constraints = Constraints::new(&Observation::new(round, &Sitting::NOBODY, seat));
    (constraints.clone(), Worlds::new(constraints))
}

#[test]
fn true_hands_are_allowed_and_worlds_agree_with_all_that_was_seen() {
    let mut random = Seed(4).schedule(0);
    let (mut drawn, mut announced, mut passed) = (0, 0, 0);
    positions(150, |round| {
        let lacks = lacks(round);
        for seat in Seat::ALL {
            let (constraints, mut worlds) = sampler(round, seat);
            assert!(possible(round, &lacks, seat, round.hands()), "{round:?}");
            assert!(constraints.allow(round.hands()), "seat {seat}: {round:?}");
            for _ in 0..4 {
                let hands = worlds.draw(&mut random);
                assert!(constraints.allow(&hands), "seat {seat}: {hands:?} in {round:?}");
                assert!(
                    possible(round, &lacks, seat, &hands),
                    "seat {seat}: {hands:?} in {round:?}"
                );
                drawn += 1;
            }
            let elsewhere = round.start().seat != seat;
            announced += u32::from(elsewhere && round.start().announced.is_some());
            passed += u32::from(lacks.iter().any(|lacks| !lacks.is_empty()));
        }
    });
    // Enough positions of each kind for the above to mean something.
    assert!(drawn > 50_000 && announced > 1_000 && passed > 5_000, "{drawn} {announced} {passed}");
}

#[test]
fn constraints_allow_exactly_the_possible_worlds() {
    let (mut allowed, mut refused) = (0, 0);
    positions(12, |round| {
        let lacks = lacks(round);
        for seat in Seat::ALL {
            let (constraints, _) = sampler(round, seat);
            for hands in deals(round, seat).unwrap_or_default() {
                let fits = possible(round, &lacks, seat, &hands);
                assert_eq!(constraints.allow(&hands), fits, "seat {seat}: {hands:?} in {round:?}");
                allowed += u32::from(fits);
                refused += u32::from(!fits);
            }
        }
    });
    assert!(allowed > 10_000 && refused > 10_000, "{allowed} {refused}");
}

/// Draws a world expects to come up.
const EXPECTED: u32 = 50;

/// Pearson's chi-square of `EXPECTED` draws for each of `worlds`, and its degrees of freedom.
fn chi_square(worlds: &[BySeat<TileSet>], mut draw: impl FnMut() -> BySeat<TileSet>) -> (f64, f64) {
    let key = |hands: &BySeat<TileSet>| hands.0.map(TileSet::bits);
    let mut seen: BTreeMap<_, u32> = worlds.iter().map(|hands| (key(hands), 0)).collect();
    for _ in 0..EXPECTED * worlds.len() as u32 {
        *seen.get_mut(&key(&draw())).expect("a possible world") += 1;
    }
    let expected = f64::from(EXPECTED);
    let square = seen.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    (square, worlds.len() as f64 - 1.0)
}

/// The chance that a uniform sampler is as uneven as that.
fn chance((square, df): (f64, f64)) -> f64 {
    ChiSquared::new(df).unwrap().sf(square)
}

/// A sampler that looks right and is not: each seat in turn is given any tiles it may hold, and
/// where the last can't be served all begins anew.
fn one_after_another(constraints: &Constraints, random: &mut Generator) -> BySeat<TileSet> {
    loop {
        let mut free: Vec<Tile> = constraints.free.iter().collect();
        random.shuffle(&mut free);
        let hands = BySeat::from_fn(|seat| {
            let wanted = constraints.needs[seat] as usize;
            let may = |tile: &Tile| constraints.allowed[seat].contains(*tile);
            let given: TileSet = free.iter().copied().filter(may).take(wanted).collect();
            free.retain(|&tile| !given.contains(tile));
            constraints.known[seat] | given
        });
        if constraints.allow(&hands) {
            return hands;
        }
    }
}

#[test]
fn every_possible_world_is_equally_likely() {
    let mut random = Seed(6).schedule(0);
    let (mut ours, mut theirs, mut tried) = ((0.0, 0.0), (0.0, 0.0), 0);
    positions(6, |round| {
        let lacks = lacks(round);
        for seat in Seat::ALL {
            let mut all = deals(round, seat).unwrap_or_default();
            all.retain(|hands| possible(round, &lacks, seat, hands));
            if !(2..=200).contains(&all.len()) || lacks.iter().all(|l| l.is_empty()) {
                continue;
            }
            let (constraints, mut worlds) = sampler(round, seat);
            let found = chi_square(&all, || worlds.draw(&mut random));
            // One in 10⁶ among some hundred positions would be a rare accident.
            assert!(chance(found) > 1e-6, "seat {seat}, {found:?}: {round:?}");
            let naive = chi_square(&all, || one_after_another(&constraints, &mut random));
            ours = (ours.0 + found.0, ours.1 + found.1);
            theirs = (theirs.0 + naive.0, theirs.1 + naive.1);
            tried += 1;
        }
    });
    assert!(tried > 100, "{tried}");
    assert!(chance(ours) > 1e-4, "{ours:?}");
    // A sampler that is not uniform would have been found.
    assert!(chance(theirs) < 1e-9, "{theirs:?}");
}

/// Any five hands' worth of constraints, most of them such that no world is possible.
fn arbitrary_constraints() -> impl Strategy<Value = Constraints> {
    let bits = any::<[u32; Seat::COUNT]>();
    (any::<u32>(), bits, [0..=5u32, 0..=5, 0..=5, 0..=5]).prop_map(
        |(free, allowed, [a, b, c, d])| {
            let free = TileSet::from_bits(free);
            Constraints {
                seat: Seat::ALL[0],
                free,
                known: BySeat([TileSet::EMPTY; Seat::COUNT]),
                allowed: BySeat(allowed.map(|bits| TileSet::from_bits(bits) & free)),
                needs: BySeat([0, a, b, c, d]),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_sampler_ends_even_where_no_world_is_possible(
        constraints in arbitrary_constraints(),
        seed: u64,
    ) {
        let mut random = Seed(seed).schedule(0);
        let hands = Worlds::new(constraints.clone()).draw(&mut random);
        let drawn = hands.iter().fold(TileSet::EMPTY, |all, &hand| all | hand);
        prop_assert!((drawn - constraints.free).is_empty());
    }
}
