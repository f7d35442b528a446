//! The example `own_strategy` works as its text says.

#[expect(dead_code, reason = "`main` is for the example itself")]
#[path = "../examples/own_strategy.rs"]
mod own_strategy;

use domeng::strategies::{Spec, conformance};

#[test]
fn it_shows_the_same_at_each_run() {
    let mut out = Vec::new();
    own_strategy::show(&mut out).unwrap();
    insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
    conformance: 1000 rounds, 4581 decisions, 4580 of them with other hidden hands, 4581 with values
    stingy against four greedy: 27.8 % of elections (95 %: 26.9 to 28.6; even: 20)
    stingy:grudge=0 against four greedy: 18.3 % of elections (95 %: 17.6 to 19.0; even: 20)
    ");
}

#[test]
fn its_strategy_conforms_with_any_parameter() {
    let registry = own_strategy::registry().unwrap();
    for text in ["stingy", "stingy:grudge=0", "stingy:grudge=10"] {
        let spec = Spec::parse(text, &registry).unwrap();
        let report = conformance::check(&spec, &registry, 500, 2).unwrap();
        assert!(report.without_effect().is_empty(), "{text}: {report}");
    }
}

#[test]
fn a_duel_counts_every_game_once() {
    let registry = own_strategy::registry().unwrap();
    let tally = own_strategy::duel(["stingy", "greedy"], 50, &registry).unwrap();
    let standings = tally.arms().next().unwrap();
    // One challenger and four of the baseline in each of 50 elections.
    let seatings: Vec<u64> = standings.iter().map(|standing| standing.sums.seatings).collect();
    assert_eq!(seatings, [50, 200]);
    let won: u64 = standings.iter().map(|standing| standing.sums.elections_won).sum();
    assert_eq!(won, 50);
    assert!(standings.iter().all(|standing| standing.sums.faults == 0));
}
