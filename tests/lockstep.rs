//! Whole elections in lockstep against the scalar engine: the same moves, payments and ends on
//! every instruction set that the processor has.
//!
//! Rounds of different elections come mixed, so both sides are compared as lists without an order.

mod arbitrary;
mod lanes;

use domeng::engine::lockstep::Elections;
use domeng::engine::{CamatCheck, Opening, Rules, Seed};
use domeng::strategies::{Greedy, Random, Slips};
use lanes::scalar::Played;
use lanes::tape::{self, Heard};
use lanes::told::{assert_same, assert_same_play};
use lanes::{Both, lockstep, paths};
use proptest::prelude::*;

/// Rounds compared for each policy on each instruction set.
const ROUNDS: usize = 100_000;

const SEED: Seed = Seed(20);

/// Compares all that was played, by what listeners hear and move for move.
fn compare<P: Both>(rules: &Rules, seed: Seed, policy: P, scalar: &mut Played) {
    let numbers = 0..scalar.elections.len() as u64;
    for path in paths() {
        let what = format!("{policy:?} on {} under {rules:?}", path.word());
        let mut heard = Heard::default();
        let mut elections = Elections::new(rules, seed, numbers.clone(), &mut heard);
        lockstep(rules, numbers.end as usize).run(path, &policy, &mut elections);
        assert_same(&mut heard.ends, &mut scalar.ends, &what);
        assert_same(&mut heard.elections, &mut scalar.elections, &what);
        let mut rounds = tape::elections(path, rules, policy, seed, numbers.clone());
        assert_same_play(&mut rounds, &mut scalar.rounds, &what);
    }
}

/// The same for many rounds by the rules of the sheet, with refused words among the deals.
fn compare_many<P: Both>(policy: P) -> Played {
    let rules = Rules::default();
    let mut scalar = Played::at_least(ROUNDS, &rules, SEED, policy);
    assert!(scalar.redealt > 100, "{} deals were drawn again", scalar.redealt);
    compare(&rules, SEED, policy, &mut scalar);
    scalar
}

#[test]
fn random_plays_as_alone() {
    let redrawn = compare_many(Random).redrawn;
    assert!(redrawn > 0, "no draw was refused");
}

#[test]
fn greedy_plays_as_alone() {
    compare_many(Greedy);
}

#[test]
fn greedy_without_a_slip_plays_as_alone() {
    compare_many(Slips { percent: 0 });
}

#[test]
fn greedy_with_slips_plays_as_alone() {
    for percent in [10, 50, 100] {
        let redrawn = compare_many(Slips { percent }).redrawn;
        assert!(redrawn > 0, "no draw was refused");
    }
}

fn compare_few<P: Both>(rules: &Rules, policy: P) {
    let mut scalar = Played::at_least(3_000, rules, SEED, policy);
    compare(rules, SEED, policy, &mut scalar);
}

#[test]
fn under_rules_at_their_bounds() {
    let sheet = Rules { max_rounds: 60, ..Rules::default() };
    let stakes = |stake| Rules {
        pass: stake,
        passebunge: stake,
        cappu: stake,
        ceki: stake,
        pollo: stake,
        manguno: stake,
        mattikkeng: stake,
        mattikkeng_shared: stake,
        ..sheet
    };
    for rules in [
        Rules { opening: Opening::Double, ..sheet },
        Rules { camat_check: CamatCheck::BeforePayment, ..sheet },
        Rules { opening: Opening::Double, camat_check: CamatCheck::BeforePayment, ..stakes(3) },
        Rules { stones: 1, ..sheet },
        Rules { stones: 200, ..sheet },
        stakes(0),
        stakes(25),
        Rules { stones: 200, ..stakes(25) },
        Rules { stones: 1, camat_check: CamatCheck::BeforePayment, ..stakes(25) },
        Rules { pass: 7, passebunge: 0, ..sheet },
        Rules { pass: 0, passebunge: 7, ..sheet },
        Rules { max_rounds: 1, ..sheet },
        Rules { max_rounds: 2, opening: Opening::Double, ..sheet },
    ] {
        compare_few(&rules, Random);
        compare_few(&rules, Greedy);
        compare_few(&rules, Slips { percent: 50 });
    }
}

proptest! {
    #![proptest_config(arbitrary::config(48))]

    #[test]
    fn under_any_rules(
        rules in arbitrary::any_rules(),
        stones in prop_oneof![1..=5_u8, 1..=200_u8],
        max_rounds in 1..=30_u32,
        seed in any::<u64>(),
        percent in 0..=100_u32,
        elections in 0..60_u64,
    ) {
        let rules = Rules { stones, max_rounds, ..rules };
        let policy = Slips { percent };
        let mut scalar = Played::default();
        (0..elections).for_each(|number| scalar.add(&rules, Seed(seed), policy, number));
        compare(&rules, Seed(seed), policy, &mut scalar);
    }
}

/// Fewer elections than lanes, as many, and a few more; none, and one.
#[test]
fn any_number_of_elections() {
    let rules = Rules::default();
    let mut scalar = Played::default();
    for count in 0..=260 {
        if [0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257].contains(&count) {
            compare(&rules, SEED, Random, &mut scalar);
        }
        scalar.add(&rules, SEED, Random, count);
    }
}

/// One election at a time comes in its order, whatever number it has, round after round.
#[test]
fn an_election_is_named_by_its_number_alone() {
    let rules = Rules::default();
    for path in paths() {
        // What a run leaves behind must not show in the next.
        let mut lockstep = lockstep(&rules, 0);
        for number in (0..100).chain(u64::MAX - 3..u64::MAX) {
            let mut alone = Played::default();
            alone.add(&rules, SEED, Random, number);
            let mut heard = Heard::default();
            let mut elections = Elections::new(&rules, SEED, number..number + 1, &mut heard);
            lockstep.run(path, &Random, &mut elections);
            assert_eq!(heard.ends, alone.ends, "election {number} on {}", path.word());
            assert_eq!(heard.elections, alone.elections, "election {number} on {}", path.word());
        }
    }
}

/// A run on lanes that have played before, by other policies even, is like one on new lanes.
#[test]
fn lanes_keep_nothing_from_run_to_run() {
    let rules = Rules::default();
    for path in paths() {
        let mut scalar = Played::default();
        let mut heard = Heard::default();
        let mut lockstep = lockstep(&rules, 0);
        for stretch in 0..6 {
            let numbers = 70 * stretch..70 * stretch + 70;
            let mut elections = Elections::new(&rules, SEED, numbers.clone(), &mut heard);
            if stretch % 2 == 0 {
                numbers.for_each(|number| scalar.add(&rules, SEED, Random, number));
                lockstep.run(path, &Random, &mut elections);
            } else {
                numbers.for_each(|number| scalar.add(&rules, SEED, Greedy, number));
                lockstep.run(path, &Greedy, &mut elections);
            }
        }
        assert_same(&mut heard.ends, &mut scalar.ends, path.word());
        assert_same(&mut heard.elections, &mut scalar.elections, path.word());
    }
}
