//! Beliefs against real play: what constraints say is true, counts are those of all that the public
//! record leaves, and worlds are drawn uniformly from it.

mod played;

use std::collections::{BTreeMap, BTreeSet};

use domeng::belief::{Constraints, Counts, Marginals, Worlds};
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

/// Whether the marginals are those of `all` worlds, each counted.
fn agree(marginals: &Marginals, free: TileSet, all: &[BySeat<TileSet>]) -> bool {
    let mut counted = [[0; Seat::COUNT + 1]; Tile::COUNT];
    for hands in all {
        let unused = hands.iter().fold(free, |left, &hand| left - hand);
        for (at, &tiles) in hands.iter().chain([&unused]).enumerate() {
            tiles.iter().for_each(|tile| counted[usize::from(tile.index())][at] += 1);
        }
    }
    Tile::all().zip(counted).all(|(tile, [a, b, c, d, e, unused])| {
        Seat::ALL.map(|at| marginals.held(at, tile)) == [a, b, c, d, e]
            && marginals.unused(tile) == unused
    })
}

#[test]
fn counts_and_marginals_are_those_of_all_possible_worlds() {
    let (mut tried, mut announced, mut unused, mut passed) = (0, 0, 0, 0);
    positions(60, |round| {
        let first = round.start().announced;
        // Most of the rounds are later ones; first ones are those of interest.
        if first.is_none() && round.history().len() % 4 != 0 {
            return;
        }
        let lacks = lacks(round);
        for seat in Seat::ALL {
            let Some(mut all) = deals(round, seat) else { continue };
            all.retain(|hands| possible(round, &lacks, seat, hands));
            let (constraints, _) = sampler(round, seat);
            let marginals = Counts::new(&constraints).marginals();
            assert_eq!(marginals.worlds(), all.len() as u64, "seat {seat}: {round:?}");
            assert!(
                agree(&marginals, constraints.free, &all),
                "seat {seat}: {marginals:?} in {round:?}"
            );
            tried += 1;
            let held = |d| round.start().seat != seat && !round.played().contains(d);
            announced += u32::from(first.is_some_and(held));
            unused += u32::from(first.is_some_and(|double| double.high() < 6));
            passed += u32::from(lacks.iter().any(|lacks| !lacks.is_empty()));
        }
    });
    // Enough of each kind; an announced double that is kept to the end is rare.
    let found = (tried, announced, unused, passed);
    assert!(tried > 2_000 && announced > 100 && unused > 100 && passed > 1_000, "{found:?}");
}

/// Before the lead of a first round: of 23 hidden tiles the double announced and those higher are
/// certain, and the others fill hands of 5, of 4 that with the double, and what is left unused.
#[test]
fn a_first_round_before_its_lead_has_the_multinomial_count() {
    let factorial = |n: u32| (1..=u64::from(n)).map(u128::from).product::<u128>();
    let mut higher_unused = [0; 4];
    positions(150, |round| {
        let Some(double) = round.start().announced.filter(|_| round.history().is_empty()) else {
            return;
        };
        let higher = 6 - u32::from(double.high());
        higher_unused[higher as usize] += 1;
        for seat in Seat::ALL {
            let own = round.start().seat == seat;
            let (free, fours) = if own { (23 - higher, 0) } else { (22 - higher, 1) };
            let hands = factorial(5).pow(4 - fours) * factorial(4).pow(fours);
            let worlds = factorial(free) / (hands * factorial(3 - higher));
            let (constraints, _) = sampler(round, seat);
            let counts = Counts::new(&constraints);
            assert_eq!(u128::from(counts.worlds()), worlds, "seat {seat}: {round:?}");
            let held = counts.marginals().held(round.start().seat, double);
            assert_eq!(held, counts.worlds(), "the double is where it was announced");
        }
    });
    assert!(higher_unused[0] > 100 && higher_unused[1] > 5, "{higher_unused:?}");
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
    let (mut ours, mut counted, mut theirs, mut tried) = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), 0);
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
            let counts = Counts::new(&constraints);
            let exact = chi_square(&all, || counts.draw(&mut random).unwrap());
            assert!(chance(exact) > 1e-6, "seat {seat}, {exact:?}: {round:?}");
            let naive = chi_square(&all, || one_after_another(&constraints, &mut random));
            ours = (ours.0 + found.0, ours.1 + found.1);
            counted = (counted.0 + exact.0, counted.1 + exact.1);
            theirs = (theirs.0 + naive.0, theirs.1 + naive.1);
            tried += 1;
        }
    });
    assert!(tried > 100, "{tried}");
    assert!(chance(ours) > 1e-4 && chance(counted) > 1e-4, "{ours:?} {counted:?}");
    // A sampler that is not uniform would have been found.
    assert!(chance(theirs) < 1e-9, "{theirs:?}");
}

/// Any constraints, most of them such that no world is possible, some at odds with themselves.
fn arbitrary_constraints() -> impl Strategy<Value = Constraints> {
    let bits = || any::<[u32; Seat::COUNT]>();
    let needs = prop_oneof![
        20 => [0..=0u32, 0..=5, 0..=5, 0..=5, 0..=5],
        5 => proptest::array::uniform5(0..=9u32),
        1 => any::<[u32; Seat::COUNT]>(),
    ];
    // Two draws or'ed: three of four tiles may be held, so that worlds are not too rare.
    let allowed = (bits(), bits()).prop_map(|(a, b)| std::array::from_fn(|i| a[i] | b[i]));
    (any::<u32>(), allowed, bits(), any::<bool>(), needs, 0..Seat::COUNT).prop_map(
        |(free, allowed, known, odd, needs, seat): (
            _,
            [u32; Seat::COUNT],
            [u32; Seat::COUNT],
            _,
            _,
            _,
        )| {
            let free = TileSet::from_bits(free);
            let within = if odd { TileSet::ALL } else { free };
            let known = if odd { known } else { [0; Seat::COUNT] };
            Constraints {
                seat: Seat::ALL[seat],
                free,
                known: BySeat(known.map(TileSet::from_bits)),
                allowed: BySeat(allowed.map(|bits| TileSet::from_bits(bits) & within)),
                needs: BySeat::from_fn(|at| needs[(at.index() + Seat::COUNT - seat) % Seat::COUNT]),
            }
        },
    )
}

/// All hands that the constraints allow, found by giving each free tile to each seat and to none.
fn allowed_hands(constraints: &Constraints) -> Vec<BySeat<TileSet>> {
    let mut all = BTreeSet::from([constraints.known.map(TileSet::bits).0]);
    for tile in constraints.free {
        for hands in all.clone() {
            for seat in 0..Seat::COUNT {
                let mut hands = hands;
                hands[seat] |= 1 << tile.index();
                all.insert(hands);
            }
        }
    }
    let hands = all.into_iter().map(|hands| BySeat(hands.map(TileSet::from_bits)));
    hands.filter(|hands| constraints.allow(hands)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn marginals_add_up(constraints in arbitrary_constraints(), seed: u64) {
        let counts = Counts::new(&constraints);
        let (marginals, worlds) = (counts.marginals(), counts.worlds());
        prop_assert_eq!(marginals.worlds(), worlds);
        let sum = |of: &dyn Fn(Tile) -> u64| constraints.free.iter().map(|t| u128::from(of(t))).sum::<u128>();
        let mut given = 0;
        for seat in Seat::ALL {
            let known = constraints.known[seat];
            let held = |tile| if known.contains(tile) { 0 } else { marginals.held(seat, tile) };
            prop_assert_eq!(sum(&held), u128::from(worlds) * u128::from(constraints.needs[seat]));
            given += sum(&held);
            for tile in constraints.free - constraints.allowed[seat] - known {
                prop_assert_eq!(marginals.held(seat, tile), 0);
            }
        }
        let disjoint = constraints.known.iter().all(|&known| (known & constraints.free).is_empty());
        if disjoint {
            let free = u128::from(worlds) * u128::from(constraints.free.len());
            prop_assert_eq!(sum(&|tile| marginals.unused(tile)), free - given);
        }
        let drawn = counts.draw(&mut Seed(seed).schedule(0));
        prop_assert_eq!(drawn.is_some(), worlds > 0);
        prop_assert!(drawn.is_none_or(|hands| constraints.allow(&hands)));
    }

    #[test]
    fn counts_are_those_of_all_that_is_allowed(constraints in arbitrary_constraints()) {
        // The first five free tiles; what is known may be any.
        let free: TileSet = constraints.free.iter().take(5).collect();
        let needs = constraints.needs.map(|need| if need > 5 { need } else { need / 2 });
        let constraints = Constraints { free, needs, ..constraints };
        let all = allowed_hands(&constraints);
        let marginals = Counts::new(&constraints).marginals();
        prop_assert_eq!(marginals.worlds(), all.len() as u64);
        prop_assert!(agree(&marginals, constraints.free, &all), "{:?}", marginals);
    }

    #[test]
    fn the_sampler_ends_even_where_no_world_is_possible(
        constraints in arbitrary_constraints(),
        seed: u64,
    ) {
        let mut random = Seed(seed).schedule(0);
        let hands = Worlds::new(constraints.clone()).draw(&mut random);
        for (seat, &hand) in hands.enumerate() {
            prop_assert!((hand - constraints.free - constraints.known[seat]).is_empty());
        }
        // The looker's own hand is whole in a world of the sampler's.
        if Counts::new(&constraints).worlds() > 0
            && constraints.needs[constraints.seat] == 0
            && constraints.known.iter().all(|&known| (known & constraints.free).is_empty())
        {
            prop_assert!(constraints.allow(&hands));
        }
    }
}
