//! The worked examples of `docs/rules.md`, each set up and played to its end.
//!
//! A round begins at the lead, so each position is reached by a few moves that pay nothing. Where
//! passes can't be avoided (a blocked line), their payments are written out.

mod scene;

use domeng::engine::{CamatCheck, Deal, Election, Outcome, Start};
use scene::{Played, Scene, seat};

/// [3|0], then [5|0] to its right: ends 3 and 5, and [5|3] is all that seat 2 holds.
fn ends_3_and_5() -> Scene {
    Scene::new(0, ["30 66", "50 65", "53", "11", "22"])
}

/// Three plays that leave ends 4 and 4 with seat 0 to play its only tile.
fn ends_4_and_4(last: &str) -> Scene {
    Scene::new(2, [last, "11", "43 66", "32 65", "42 55"])
}
const TO_4_AND_4: &str = "43 32R 42R";

#[test]
fn example_1_r5_3_r7_4_ceki_is_paid_by_the_table_then_by_first_cappu() {
    let scene = ends_3_and_5().stones(2, [0, 0, 4, 0, 0]);
    assert_eq!(scene.play("30 50R").ends(), (3, 5));
    let played = scene.play("30 50R 53L");
    assert_eq!(played.ends(), (5, 5));
    assert_eq!(played.ended(), ("ceki", 2, false));
    assert_eq!(played.cucuq(), Some(1));
    assert_eq!(played.paid, ["2 ceki to 1: 2 +1 of 2"]);
    assert_eq!(played.stones(), (0, [0, 3, 3, 0, 0]));
}

#[test]
fn example_2_r5_3_r7_5_r9_1_pollo_gives_all_it_has_and_is_elected() {
    let scene = ends_4_and_4("44").stones(0, [3, 7, 0, 0, 0]);
    assert_eq!(scene.play(TO_4_AND_4).ends(), (4, 4));
    let played = scene.play(&format!("{TO_4_AND_4} 44L"));
    assert_eq!(played.cucuq(), Some(4));
    assert_eq!(played.paid, ["3 pollo to 4: 0 +3 of 0"]);
    assert_eq!(played.stones(), (0, [0, 7, 0, 0, 3]));
    assert_eq!(played.ended(), ("pollo", 0, true));
}

#[test]
fn example_2_r9_1_before_payment_it_held_three_and_is_not_elected() {
    let scene = ends_4_and_4("44")
        .stones(0, [3, 7, 0, 0, 0])
        .rules(|rules| rules.camat_check = CamatCheck::BeforePayment);
    let played = scene.play(&format!("{TO_4_AND_4} 44L"));
    assert_eq!(played.stones(), (0, [0, 7, 0, 0, 3]));
    assert_eq!(played.ended(), ("pollo", 0, false));
}

#[test]
fn example_3_r5_3_r7_3_ends_that_differ_make_a_plain_cappu() {
    let scene = ends_4_and_4("41");
    assert_eq!(scene.play(TO_4_AND_4).ends(), (4, 4));
    let played = scene.play(&format!("{TO_4_AND_4} 41L"));
    assert_eq!(played.ends(), (1, 4));
    assert_eq!(played.ended(), ("cappu", 0, false));
    assert_eq!(played.paid, ["3 cappu to 4: 1"]);
}

/// Seat 3 leads [6|5], which seat 4 can't follow.
fn nobody_but_seat_3_has_played() -> Scene {
    Scene::new(3, ["66", "55", "44", "65 00", "11 22"])
}

#[test]
fn example_4_r4_6_r7_2_passebunge_takes_what_there_is() {
    let played = nobody_but_seat_3_has_played().stones(1, [3, 0, 0, 0, 0]).play("65 -");
    assert_eq!(played.paid, ["1 passebunge to 4: 1"]);
    assert_eq!(played.stones(), (0, [3, 0, 0, 0, 1]));
}

#[test]
fn example_4_r6_1_passebunge_takes_one_of_the_table_and_one_of_last_mappano() {
    let played = nobody_but_seat_3_has_played().stones(1, [0, 0, 0, 2, 0]).play("65 -");
    assert_eq!(played.paid, ["1 passebunge to 4: 1 +1 of 3"]);
    assert_eq!(played.stones(), (0, [0, 0, 0, 1, 2]));
}

/// Seat 1 leads [6|6] and nobody has another 6: blocked at once. Seat 1 is left with [4|3], 7 pips;
/// seat 4 has 12 and seat 0 has 20.
fn blocked(seat_2: &str, seat_3: &str) -> Scene {
    Scene::new(1, ["53 50 40 30", "66 43", seat_2, seat_3, "55 11"])
}
const FIVE_PASSES: &str = "66 - - - - -";
/// What the five passes cost: four passebunge and MANGUNO's own pass (R7.10).
const PASSES_COST: u8 = 4 * 2 + 1;

#[test]
fn example_5_r7_8_one_mattikkeng_with_an_equal_sum() {
    // Seat 2: 9 pips, seat 3: 7.
    let scene = blocked("54", "52");
    assert_eq!(scene.hands.0.map(|hand| hand.pips()), [20, 12 + 7, 9, 7, 12]);
    let played = scene.play(FIVE_PASSES);
    assert_eq!(played.mattikkeng(), [3]);
    assert_eq!(played.last_paid(), "5 mattikkeng_shared to 1: 1");
    assert_eq!((played.ended(), played.cucuq()), (("mattikkeng", 3, false), None));
    assert_eq!(played.stones(), (25 - PASSES_COST - 1, [2, 1 + 1, 2, 2, 2]));
}

#[test]
fn example_5_r3_3_r9_4_the_winner_starts_next_if_there_is_no_camat() {
    let Played { round, end, .. } = blocked("54", "52").play(FIVE_PASSES);
    let end = end.expect("it is over");
    let any_hands = Deal::from_number(0).expect("a deal").hands();
    for (camat_before, starts) in [(None, 3), (Some(seat(4)), 4)] {
        let mut election = Election::new(round.rules(), camat_before);
        assert_eq!(election.close(&round, &end), None);
        assert_eq!(election.start(&any_hands.seats), Start::by_right(seat(starts)));
    }
}

#[test]
fn example_6_r7_7_the_one_mattikkeng_with_a_lower_sum_gives_what_the_table_lacks() {
    // Seat 3: 6 pips. Of eleven stones on the table the passes leave two.
    let played = blocked("54", "51").stones(PASSES_COST + 2, [0, 0, 0, 4, 0]).play(FIVE_PASSES);
    assert_eq!(played.mattikkeng(), [3]);
    assert_eq!(played.last_paid(), "5 mattikkeng to 1: 2 +3 of 3");
    assert_eq!(played.ended(), ("mattikkeng", 3, false));
    // Seat 3 had its four and two for its passebunge, and gave three.
    assert_eq!(played.stones(), (0, [2, 1 + 5, 2, 3, 2]));
}

#[test]
fn example_7_r5_6_r7_8_of_two_mattikkeng_the_first_clockwise_wins_and_gives() {
    // Seats 2 and 3: 6 pips each. With an empty table and nothing held by seat 1, the passes pay
    // nothing.
    let played = blocked("51", "42").stones(0, [0, 0, 1, 1, 0]).play(FIVE_PASSES);
    assert_eq!(played.mattikkeng(), [2, 3]);
    assert_eq!(played.last_paid(), "5 mattikkeng_shared to 1: 0 +1 of 2");
    assert_eq!(played.ended(), ("mattikkeng", 2, false));
    assert_eq!(played.stones(), (0, [0, 1, 0, 1, 0]));
}

#[test]
fn example_7_r7_8_where_the_winner_holds_none_the_other_gives() {
    let played = blocked("51", "42").stones(0, [0, 0, 0, 1, 0]).play(FIVE_PASSES);
    assert_eq!(played.last_paid(), "5 mattikkeng_shared to 1: 0 +1 of 3");
    assert_eq!(played.ended(), ("mattikkeng", 2, false));
}

#[test]
fn example_8_r5_5_r7_6_without_a_mattikkeng_manguno_wins() {
    // Seat 3: 8 pips.
    let played = blocked("54", "44").play(FIVE_PASSES);
    assert_eq!(played.mattikkeng(), [0; 0]);
    assert_eq!((played.ended(), played.cucuq()), (("manguno", 1, false), Some(0)));
    assert_eq!(played.last_paid(), "5 manguno to 0: 1");
    assert_eq!(played.stones(), (25 - PASSES_COST - 1, [2 + 1, 1, 2, 2, 2]));
}

#[test]
fn example_9_r6_2_r7_10_the_last_mappano_passes_over_an_empty_table() {
    // Seat 1 gives two for each passebunge and keeps three, none of which it pays itself.
    let played = blocked("54", "52").stones(0, [0, 8 + 3, 0, 0, 0]).play("66 - - - -");
    assert_eq!(played.stones(), (0, [2, 3, 2, 2, 2]));
    let played = blocked("54", "52").stones(0, [0, 8 + 3, 0, 0, 0]).play(FIVE_PASSES);
    assert_eq!(played.paid[4], "5 pass to 1: 0");
}

#[test]
fn example_10_r7_3_r9_1_the_last_stone_is_paid_away() {
    // [3|0], [5|0] and seat 2's [3|2] on the left: ends 2 and 5.
    let scene = Scene::new(0, ["30 66", "50 65", "32", "11", "22"]).stones(0, [5, 0, 1, 0, 0]);
    let played = scene.play("30 50R 32L");
    assert_eq!(played.ends(), (2, 5));
    assert_eq!(played.paid, ["2 cappu to 1: 0 +1 of 2"]);
    assert_eq!(played.stones(), (0, [5, 1, 0, 0, 0]));
    assert_eq!(played.ended(), ("cappu", 2, true));
    let mut election = Election::new(&scene.rules, None);
    let end = played.end.expect("it is over");
    assert_eq!(election.close(&played.round, &end), Some(Outcome::Camat(seat(2))));
}

/// Seat 1 is left with [4|3], 7 pips, seat 2 with 6 and seat 4 with 7; seats 3 and 0 have more.
fn two_mattikkeng_share_two(seat_2_holds: u8) -> Scene {
    Scene::new(1, ["53 50 40 30", "66 43", "51", "54", "52"])
        .stones(0, [0, 0, seat_2_holds, 0, 3])
        .rules(|rules| rules.mattikkeng_shared = 2)
}

#[test]
fn example_11_r7_8_givers_in_order() {
    let played = two_mattikkeng_share_two(1).play(FIVE_PASSES);
    assert_eq!(played.mattikkeng(), [2, 4]);
    assert_eq!(played.last_paid(), "5 mattikkeng_shared to 1: 0 +1 of 2 +1 of 4");
    assert_eq!(played.stones(), (0, [0, 2, 0, 0, 2]));
}

#[test]
fn example_11_r7_8_a_winner_who_holds_two_gives_both() {
    let played = two_mattikkeng_share_two(2).play(FIVE_PASSES);
    assert_eq!(played.last_paid(), "5 mattikkeng_shared to 1: 0 +2 of 2");
    assert_eq!(played.stones(), (0, [0, 2, 0, 0, 3]));
}
