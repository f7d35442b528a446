//! The chain against exact sums. `tests/inference.rs` holds the sums against their definition.

use super::*;
use crate::engine::{
    Action, Deal, Election, Move, Observation, Progress, Round, Rules, Seed, Sitting, Tile,
};

/// Plays one of its heaviest tiles in nine of ten cases.
struct Heavy;

impl ChoiceModel for Heavy {
    fn likelihood(&self, seen: &Observation<'_>, play: Move) -> u32 {
        let pips = |play: Move| play.tile().pips();
        let most = seen.legal().iter().map(pips).max();
        let heavy = seen.legal().iter().filter(|&other| Some(pips(other)) == most).count() as u32;
        let slip = 6_554 / seen.legal().len();
        if Some(pips(play)) == most { 58_982 / heavy + slip } else { slip }
    }
}

/// Rounds of first rounds and later ones by players who play their lightest tile every third time.
fn rounds(elections: u64, mut show: impl FnMut(&Round)) {
    for number in 0..elections {
        let rules = Rules { max_rounds: 3, ..Rules::default() };
        let mut election = Election::new(&rules, None);
        loop {
            let deal: Deal = Seed(31).deals(number).deal(0, election.rounds());
            let mut round = election.next_round(&deal.hands());
            let end = loop {
                show(&round);
                let legal = round.legal();
                let by_pips = |play: &Move| play.tile().pips();
                let play = if round.history().len().is_multiple_of(3) {
                    legal.iter().min_by_key(by_pips)
                } else {
                    legal.iter().max_by_key(by_pips)
                };
                match round.play(play.map_or(Action::Pass, Action::Play), &mut ()).unwrap() {
                    Progress::Continues => {}
                    Progress::Ended(end) => break end,
                }
            };
            if election.close(&round, &end).is_some() {
                break;
            }
        }
    }
}

/// In how many of `worlds` each seat holds each tile.
fn counts(worlds: impl Iterator<Item = BySeat<TileSet>>) -> [[f64; Tile::COUNT]; Seat::COUNT] {
    let mut counts = [[0.0; Tile::COUNT]; Seat::COUNT];
    for world in worlds {
        for (seat, hand) in world.enumerate() {
            for tile in *hand {
                counts[seat.index()][usize::from(tile.index())] += 1.0;
            }
        }
    }
    counts
}

#[test]
fn the_chain_comes_to_the_posterior() {
    const DRAWS: usize = 8_000;
    let mut random = Seed(32).schedule(0);
    let (mut tried, mut squares, mut places) = (0, 0.0, 0);
    let mut uniform_squares = 0.0;
    rounds(12, |round| {
        let seen = Observation::new(round, &Sitting::NOBODY, round.to_move());
        let constraints = Constraints::new(&seen);
        let mut uniform = Worlds::new(constraints.clone());
        let plays = seen.past_plays(&uniform.draw(&mut random));
        let mut weights = SeatWeights::all(&constraints, plays.clone());
        let Some(exact) = Exact::new(&constraints, &Heavy, &mut weights, 400_000) else { return };
        let mut worlds = uniform.clone();
        let flat = counts((0..DRAWS).map(|_| worlds.draw(&mut random)));
        let exact = counts(exact.draw(DRAWS, &mut random).into_iter());
        let mut chain = Chain::new(&constraints, weights, &Heavy, uniform, &mut random);
        let chain = counts((0..DRAWS).map(|_| chain.draw(&mut random)));
        for (seat, tile) in (0..Seat::COUNT).flat_map(|s| (0..Tile::COUNT).map(move |t| (s, t))) {
            let share = exact[seat][tile] / DRAWS as f64;
            let off = (chain[seat][tile] - exact[seat][tile]) / DRAWS as f64;
            assert!(off.abs() < 0.06, "seat {seat} tile {tile}: {off} of {share} in {round:?}");
            let apart = (flat[seat][tile] - exact[seat][tile]) / DRAWS as f64;
            (squares, uniform_squares) = (squares + off * off, uniform_squares + apart * apart);
            places += u32::from((0.01..0.99).contains(&share));
        }
        tried += 1;
    });
    assert!(tried > 100, "{tried}");
    // Root mean square over places that are in doubt: 8 000 draws at a fifth of their worth are off
    // by √(p (1 − p) / 1600), 0.0125 at most.
    let (off, uniform) =
        ((squares / f64::from(places)).sqrt(), (uniform_squares / f64::from(places)).sqrt());
    assert!(off < 0.012, "{off}");
    assert!(uniform > 0.05, "{uniform}");
}

/// Three seats with one tile each of x y, y z and z x, none unused: the two worlds differ in all three
/// seats, so that no swap of two tiles leads from one to the other.
#[test]
fn worlds_that_no_swap_leads_to_are_reached() {
    let tile = |name: &str| TileSet::only(name.parse().unwrap());
    let (x, y, z) = (tile("66"), tile("55"), tile("44"));
    let constraints = Constraints {
        seat: Seat::ALL[0],
        free: x | y | z,
        known: BySeat([TileSet::EMPTY; Seat::COUNT]),
        allowed: BySeat([TileSet::EMPTY, x | y, y | z, z | x, TileSet::EMPTY]),
        needs: BySeat([0, 1, 1, 1, 0]),
    };
    let mut random = Seed(33).schedule(0);
    let none = || BySeat([const { None }; Seat::COUNT]);
    let uniform = Worlds::new(constraints.clone());
    let mut chain = Chain::new(&constraints, none(), &Heavy, uniform, &mut random);
    let first = (0..16_000).filter(|_| chain.draw(&mut random)[Seat::ALL[1]] == x).count();
    // A thousand runs of 16 draws, each of either world: 8000 ± 16 · √250, four times that allowed.
    assert!((7_000..9_000).contains(&first), "{first}");
    let exact = Exact::new(&constraints, &Heavy, &mut none(), 1_000).unwrap();
    let worlds = exact.draw(10, &mut random);
    assert_eq!(worlds.iter().filter(|world| world[Seat::ALL[1]] == x).count(), 5);
}

#[test]
fn sums_are_left_to_the_chain_where_they_cost_too_much() {
    let hands = Seed(34).deals(0).deal(0, 0).hands();
    let round = Election::new(&Rules::default(), None).next_round(&hands);
    let seen = Observation::new(&round, &Sitting::NOBODY, round.to_move());
    let constraints = Constraints::new(&seen);
    let mut none = BySeat([const { None }; Seat::COUNT]);
    assert!(Exact::new(&constraints, &Heavy, &mut none, u64::MAX).is_none());
}
