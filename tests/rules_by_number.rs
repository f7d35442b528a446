//! Rules R3 to R9 one by one, where the worked examples do not reach.

mod scene;

use domeng::engine::{
    BySeat, CamatCheck, Deal, Election, Hands, Observation, Opening, Outcome, Rules, Seat, Sitting,
    Start, Tile, TileSet,
};
use scene::{Scene, seat, tiles};

/// A deal in which `unused` is left over and `holder` has `double`: the other tiles fill the hands
/// by index, `holder` first.
fn deal(unused: &str, double: Tile, holder: Seat) -> Hands {
    let unused = tiles(unused);
    let mut rest = (!unused - TileSet::only(double)).iter();
    let mut seats = BySeat([TileSet::EMPTY; 5]);
    seats[holder].insert(double);
    for held in (0..5).map(|steps| holder.after(steps)) {
        let missing = 5 - seats[held].len() as usize;
        let more: TileSet = rest.by_ref().take(missing).collect();
        seats[held] = seats[held] | more;
    }
    Deal::from_hands(&seats).expect("five hands of five").hands()
}

/// Each of the four doubles that can give the start, with three unused tiles that leave it the
/// highest.
const STARTS: [(&str, &str); 4] =
    [("10 20 30", "66"), ("66 20 30", "55"), ("66 55 30", "44"), ("66 55 44", "33")];

#[test]
fn r3_1_r3_4_the_highest_double_held_gives_the_start_and_is_announced() {
    for (unused, double) in STARTS {
        let double: Tile = double.parse().unwrap();
        for holder in Seat::ALL {
            let hands = deal(unused, double, holder);
            assert_eq!(hands.unused, tiles(unused));
            let round = Election::new(&Rules::default(), None).next_round(&hands);
            assert_eq!(round.start(), Start { seat: holder, announced: Some(double) });
            assert_eq!(round.to_move(), holder);
            for watcher in Seat::ALL {
                let sitting = Sitting::default();
                let seen = Observation::new(&round, &sitting, watcher);
                assert_eq!(seen.announced(), Some((holder, double)));
                assert_eq!(seen.known_unused(), tiles(unused) & TileSet::LEMPA);
            }
        }
    }
}

#[test]
fn r3_2_any_tile_may_open_or_only_the_double() {
    for (unused, double) in STARTS {
        let double: Tile = double.parse().unwrap();
        let hands = deal(unused, double, seat(2));
        let any = Election::new(&Rules::default(), None).next_round(&hands);
        assert_eq!(any.legal().tiles(), hands.seats[seat(2)]);
        let rules = Rules { opening: Opening::Double, ..Rules::default() };
        let bound = Election::new(&rules, None).next_round(&hands);
        assert_eq!(bound.legal().tiles(), TileSet::only(double));
    }
}

#[test]
fn r3_2_r3_3_only_the_first_round_of_a_game_is_bound_to_the_double() {
    let rules = Rules { opening: Opening::Double, ..Rules::default() };
    let hands = deal("10 20 30", Tile::lempa(6).unwrap(), seat(2));
    // With a CAMAT the first round of an election is not the first of the game.
    let round = Election::new(&rules, Some(seat(2))).next_round(&hands);
    assert_eq!(round.start(), Start::by_right(seat(2)));
    assert_eq!(round.legal().tiles(), hands.seats[seat(2)]);
    // Nor is a second round: here after seat 4 went out.
    let mut election = Election::new(&rules, None);
    let first = Scene::new(3, ["66", "55", "44", "30 65", "00"]).rules(|r| *r = rules);
    let first = first.play("30 00R");
    assert_eq!(election.close(&first.round, &first.end.unwrap()), None);
    let round = election.next_round(&hands);
    assert_eq!(round.start(), Start::by_right(seat(4)));
    assert_eq!(round.legal().tiles(), hands.seats[seat(4)]);
}

#[test]
fn r3_4_the_double_is_announced_until_it_is_played() {
    let start = Start { seat: seat(0), announced: Some(Tile::lempa(4).unwrap()) };
    let scene = Scene { start, ..Scene::new(0, ["44 41", "43 00", "20", "21", "30"]) };
    let sitting = Sitting::default();
    let announced =
        |words| Observation::new(&scene.play(words).round, &sitting, seat(3)).announced();
    assert_eq!(announced("41 43L"), Some((seat(0), Tile::lempa(4).unwrap())));
    assert_eq!(announced("44 43L"), None);
}

#[test]
fn r4_1_clockwise_past_seat_4_and_the_lead_has_its_high_half_left() {
    let played = Scene::new(3, ["55 00", "33", "22", "64 11", "61 51"]).play("64 61L");
    assert_eq!(played.ends(), (1, 4));
    assert_eq!(played.round.to_move(), seat(0));
}

#[test]
fn r4_2_the_other_half_becomes_the_end_and_a_lempa_leaves_it() {
    let scene = Scene::new(0, ["64 00", "66 11", "43 22", "33 55", "50 10"]);
    assert_eq!(scene.play("64 66L").ends(), (6, 4));
    assert_eq!(scene.play("64 66L 43R").ends(), (6, 3));
    assert_eq!(scene.play("64 66L 43R 33R").ends(), (6, 3));
}

#[test]
fn r4_3_a_tile_on_two_different_ends_is_two_moves_on_equal_ends_one() {
    let scene = Scene::new(0, ["64 00", "54 11", "65 22", "33", "10"]);
    let played = scene.play("64 54R");
    assert_eq!(played.ends(), (6, 5));
    let legal: Vec<String> = played.round.legal().iter().map(|m| m.to_string()).collect();
    // The one that leaves the lower end first: on the 6 it leaves 5.
    assert_eq!(legal, ["65L", "65R"]);
    assert_eq!(scene.play("64 54R 65L").ends(), (5, 5));
    assert_eq!(scene.play("64 54R 65R").ends(), (6, 6));

    let equal = Scene::new(0, ["66 00", "63 11", "22", "33", "10"]);
    let played = equal.play("66");
    let legal: Vec<String> = played.round.legal().iter().map(|m| m.to_string()).collect();
    assert_eq!(legal, ["63L"]);
    // Either side is accepted and both are written left; so is a lead.
    assert_eq!(equal.play("66 63R").round, equal.play("66 63L").round);
    assert_eq!(equal.play("66R").round, equal.play("66L").round);
    assert_eq!(equal.play("66 63R").ends(), (3, 6));
}

/// A round in which seat 2 passes twice before its first tile and the line is blocked by that tile,
/// [2|2] on ends 2 and 4.
fn two_passebunge_and_a_block() -> Scene {
    Scene::new(0, ["66 64 61", "65 43 50", "22 11", "55 42 33", "53 30"])
}
/// Ends after each play: 66, 56, 56, 36, 34, 44, 24, 24.
const TO_THE_BLOCK: &str = "66 65L - 55L 53L 64R 43L - 42L - - - 22L - - - - -";

#[test]
fn r4_6_every_pass_before_the_first_tile_counts_and_no_later_one() {
    let played = two_passebunge_and_a_block().play(TO_THE_BLOCK);
    assert_eq!(
        played.paid,
        [
            "2 passebunge to 2: 2",
            "7 passebunge to 2: 2",
            "9 pass to 4: 1",
            "10 pass to 0: 1",
            "11 pass to 1: 1",
            "13 pass to 3: 1",
            "14 pass to 4: 1",
            "15 pass to 0: 1",
            "16 pass to 1: 1",
            // R7.10: MANGUNO's own; it has played, so it is no PASSEBUNGE.
            "17 pass to 2: 1",
            // Seat 2 is left with 2 pips, seats 3, 4, 0 and 1 with 6, 3, 7 and 5.
            "17 manguno to 1: 1",
        ]
    );
    assert_eq!(played.ended(), ("manguno", 2, false));
}

#[test]
fn r4_7_r7_9_a_pass_is_paid_by_who_played_last() {
    let scene = two_passebunge_and_a_block().stones(0, [5; 5]);
    assert_eq!(
        scene.play(TO_THE_BLOCK).paid,
        [
            "2 passebunge to 2: 0 +2 of 1",
            "7 passebunge to 2: 0 +2 of 1",
            "9 pass to 4: 0 +1 of 3",
            "10 pass to 0: 0 +1 of 3",
            "11 pass to 1: 0 +1 of 3",
            "13 pass to 3: 0 +1 of 2",
            "14 pass to 4: 0 +1 of 2",
            "15 pass to 0: 0 +1 of 2",
            "16 pass to 1: 0 +1 of 2",
            "17 pass to 2: 0",
            "17 manguno to 1: 0 +1 of 2",
        ]
    );
}

#[test]
fn r5_1_the_round_ends_with_the_first_empty_hand() {
    // Seat 2 could go on with [5|1].
    let played = Scene::new(0, ["64 00", "65", "51", "22", "33"]).play("64 65L");
    assert_eq!(played.ended(), ("cappu", 1, false));
    assert!(played.round.is_over() && played.round.legal().is_empty());
}

#[test]
fn r5_2_r5_3_a_lempa_on_ends_that_differ_is_a_plain_cappu() {
    let played = Scene::new(0, ["64 00", "44", "51", "22", "33"]).play("64 44R");
    assert_eq!((played.ends(), played.ended()), ((6, 4), ("cappu", 1, false)));
}

#[test]
fn r5_3_ceki_and_pollo_depend_on_the_end_the_last_tile_is_played_on() {
    let scene = Scene::new(0, ["64 00", "54 11", "65", "22", "33"]);
    for (last, ends) in [("65L", (5, 5)), ("65R", (6, 6))] {
        let played = scene.play(&format!("64 54R {last}"));
        assert_eq!((played.ends(), played.ended()), (ends, ("ceki", 2, false)));
    }
    let scene = Scene::new(0, ["66 00", "65 11", "62", "22", "33"]);
    // Ends 5 and 6: [6|2] leaves 5 and 2.
    assert_eq!(scene.play("66 65L 62R").ended(), ("cappu", 2, false));
}

#[test]
fn r5_4_four_passes_block_nothing_if_last_mappano_goes_on() {
    let scene = Scene::new(1, ["00", "66 65 11", "22", "33", "44"]);
    let played = scene.play("66 - - - - 65L");
    assert_eq!((played.end, played.ends()), (None, (5, 6)));
    // The four passes before it do not count towards the next five.
    let played = scene.play("66 - - - - 65L - - - -");
    assert_eq!(played.end, None);
    assert!(scene.play("66 - - - - 65L - - - - -").end.is_some());
}

/// Seat 1 leads [6|6], which blocks the line, and is left with [4|3], 7 pips.
fn blocked(seat_2: &str, seat_3: &str, seat_4: &str, seat_0: &str) -> Scene {
    Scene::new(1, [seat_0, "66 43", seat_2, seat_3, seat_4])
}
const FIVE_PASSES: &str = "66 - - - - -";

#[test]
fn r5_6_the_lowest_sum_wins_then_the_first_clockwise_and_the_rest_follow_clockwise() {
    // (hands of seats 2, 3, 4 and 0, the MATTIKKENG in order)
    for (hands, mattikkeng) in [
        // 7, 8, 5, 5: seat 4 wins over seat 0.
        (["52", "53", "50", "41"], vec![4, 2, 0]),
        // 6, 7, 8, 5: seat 0 wins, last of all clockwise.
        (["51", "52", "53", "41"], vec![0, 2, 3]),
        // 7, 7, 7, 7: seat 2 wins, and equal sums count (R5.5).
        (["52", "50 20", "41 11", "40 30"], vec![2, 3, 4, 0]),
        // 9, 9, 10, 6
        (["54", "53 10", "55", "51"], vec![0]),
    ] {
        let [two, three, four, zero] = hands;
        let played = blocked(two, three, four, zero).play(FIVE_PASSES);
        assert_eq!(played.mattikkeng(), mattikkeng, "{hands:?}");
        assert_eq!(played.ended(), ("mattikkeng", mattikkeng[0], false));
    }
}

#[test]
fn r5_7_cucuq_is_the_seat_before_whether_it_played_or_passed() {
    let played = Scene::new(0, ["64 00", "11 22", "41", "33", "55"]).play("64 - 41R");
    assert_eq!(played.cucuq(), Some(1));
    assert_eq!(played.paid, ["1 passebunge to 1: 2", "2 cappu to 1: 1"]);
    // Seat 0 goes out: the seat before it is 4.
    let played = Scene::new(4, ["41", "22", "55", "33", "64 00"]).play("64 41R");
    assert_eq!(played.cucuq(), Some(4));
}

/// A plain CAPPU of seat 1 after [6|4], a CEKI of seat 2 and a POLLO of seat 3, each with CUCUQ
/// the seat before and no pass on the way.
fn plain_cappu() -> (Scene, &'static str) {
    (Scene::new(0, ["64 00", "54", "11", "22", "33"]), "64 54R")
}
fn ceki() -> (Scene, &'static str) {
    (Scene::new(0, ["64 00", "54 11", "65", "22", "33"]), "64 54R 65L")
}
fn pollo() -> (Scene, &'static str) {
    (Scene::new(0, ["64 00", "54 11", "65 22", "66", "33"]), "64 54R 65R 66L")
}

#[test]
fn r7_3_r7_4_r7_5_are_paid_by_the_table_then_by_first_cappu() {
    // (what is played, FIRST CAPPU, then on the table and held by it before, and the payment)
    for ((scene, words), first_cappu, table, held, paid) in [
        (plain_cappu(), 1, 9, 9, "1 cappu to 0: 1"),
        (plain_cappu(), 1, 0, 9, "1 cappu to 0: 0 +1 of 1"),
        (plain_cappu(), 1, 0, 0, "1 cappu to 0: 0"),
        (ceki(), 2, 3, 9, "2 ceki to 1: 3"),
        (ceki(), 2, 1, 9, "2 ceki to 1: 1 +2 of 2"),
        (ceki(), 2, 1, 1, "2 ceki to 1: 1 +1 of 2"),
        (ceki(), 2, 0, 0, "2 ceki to 1: 0"),
        (pollo(), 3, 5, 9, "3 pollo to 2: 5"),
        (pollo(), 3, 3, 4, "3 pollo to 2: 3 +2 of 3"),
        (pollo(), 3, 0, 2, "3 pollo to 2: 0 +2 of 3"),
        (pollo(), 3, 2, 0, "3 pollo to 2: 2"),
    ] {
        // Seat 4 has a stone that nobody asks for.
        let mut stones = [0, 0, 0, 0, 1];
        stones[first_cappu] = held;
        assert_eq!(scene.stones(table, stones).play(words).paid, [paid]);
    }
}

#[test]
fn r7_6_is_paid_by_the_table_then_by_manguno() {
    let scene = blocked("54", "53", "55", "44");
    // Of an empty table four passebunge take eight from seat 1, of a table of ten the five passes
    // leave one.
    for (table, held, paid) in [
        (10, 5, "5 manguno to 0: 1"),
        (9, 5, "5 manguno to 0: 0 +1 of 1"),
        (0, 9, "5 manguno to 0: 0 +1 of 1"),
        (0, 8, "5 manguno to 0: 0"),
    ] {
        let played = scene.clone().stones(table, [0, held, 0, 0, 0]).play(FIVE_PASSES);
        assert_eq!(played.last_paid(), paid);
    }
    // With nine on the table MANGUNO's own pass took the last of them (R7.10).
    let played = scene.stones(9, [0, 5, 0, 0, 0]).play(FIVE_PASSES);
    assert_eq!(played.paid[4], "5 pass to 1: 1");
}

#[test]
fn r7_7_asks_the_one_mattikkeng_alone() {
    let played = blocked("54", "53 10", "55", "51").stones(0, [3, 0, 9, 9, 9]).play(FIVE_PASSES);
    assert_eq!(played.last_paid(), "5 mattikkeng to 1: 0 +3 of 0");
}

#[test]
fn r7_8_r8_1_one_lower_and_one_equal_sum_are_several() {
    let played = blocked("51", "52", "53", "44").play(FIVE_PASSES);
    assert_eq!(played.mattikkeng(), [2, 3]);
    assert_eq!(played.last_paid(), "5 mattikkeng_shared to 1: 1");
}

#[test]
fn r7_8_four_mattikkeng_give_the_winner_first_then_clockwise_from_manguno() {
    // 7, 7, 7 and 6 pips, holding 1, 2, 3 and 4 stones.
    let scene = blocked("52", "50 20", "41 11", "51").stones(0, [4, 0, 1, 2, 3]);
    for (most, paid) in [
        (3, "5 mattikkeng_shared to 1: 0 +3 of 0"),
        (6, "5 mattikkeng_shared to 1: 0 +4 of 0 +1 of 2 +1 of 3"),
        (25, "5 mattikkeng_shared to 1: 0 +4 of 0 +1 of 2 +2 of 3 +3 of 4"),
    ] {
        let played = scene.clone().rules(|rules| rules.mattikkeng_shared = most).play(FIVE_PASSES);
        assert_eq!(played.last_paid(), paid);
    }
}

#[test]
fn r9_1_an_empty_table_and_no_stones_after_or_before_the_payment() {
    // A CEKI of three by seat 2: (on the table and held by it before, elected if asked after, before)
    for (table, held, after, before) in [
        (0, 0, true, true),
        (0, 3, true, false),
        (0, 4, false, false),
        (3, 0, true, false),
        (4, 0, false, false),
        (2, 1, true, false),
        (2, 2, false, false),
    ] {
        let (scene, words) = ceki();
        let scene = scene.stones(table, [0, 0, held, 0, 1]);
        assert_eq!(scene.play(words).ended(), ("ceki", 2, after), "{table} {held}");
        let scene = scene.rules(|rules| rules.camat_check = CamatCheck::BeforePayment);
        assert_eq!(scene.play(words).ended(), ("ceki", 2, before), "{table} {held}");
    }
}

#[test]
fn r9_2_no_one_is_elected_by_manguno_or_mattikkeng() {
    for camat_check in [CamatCheck::AfterPayment, CamatCheck::BeforePayment] {
        for (scene, end) in [
            (blocked("54", "53", "55", "44"), ("manguno", 1, false)),
            (blocked("51", "53", "55", "44"), ("mattikkeng", 2, false)),
        ] {
            // The winner holds nothing and the table is empty, before and after.
            let scene = scene.stones(0, [0, 0, 0, 5, 0]).rules(|r| r.camat_check = camat_check);
            let played = scene.play(FIVE_PASSES);
            assert_eq!((played.ended(), played.stones()), (end, (0, [0, 0, 0, 5, 0])));
            let mut election = Election::new(&scene.rules, None);
            assert_eq!(election.close(&played.round, &played.end.unwrap()), None);
        }
    }
}

/// The number of deals is large; any will do.
fn any_hands() -> Hands {
    Deal::from_number(1_021_064_897_238_946_560).unwrap().hands()
}

#[test]
fn r9_3_r9_5_stones_are_as_at_the_election_and_the_next_begins_with_all_on_the_table() {
    let (scene, words) = ceki();
    let scene = scene.stones(2, [4, 0, 1, 0, 6]);
    let played = scene.play(words);
    let mut election = Election::new(&scene.rules, None);
    let outcome = election.close(&played.round, &played.end.unwrap());
    assert_eq!(outcome, Some(Outcome::Camat(seat(2))));
    let stones = election.holdings();
    assert_eq!((stones.table, stones.seats.0), (0, [4, 3, 0, 0, 6]));
    let next = Election::new(&scene.rules, outcome.and_then(Outcome::camat));
    let stones = *next.next_round(&any_hands()).holdings();
    assert_eq!((stones.table, stones.seats.0), (13, [0; 5]));
}

#[test]
fn r9_4_the_camat_starts_every_round_whoever_wins_until_a_new_one_is_elected() {
    let mut election = Election::new(&Rules::default(), Some(seat(3)));
    for (scene, words) in [plain_cappu(), ceki(), pollo()] {
        let round = election.next_round(&any_hands());
        assert_eq!((round.start(), round.camat()), (Start::by_right(seat(3)), Some(seat(3))));
        let played = scene.play(words);
        assert_eq!(election.close(&played.round, &played.end.unwrap()), None);
    }
    // Seat 3 goes out by a POLLO with nothing left: the same seat again.
    let (scene, words) = pollo();
    let played = scene.stones(0, [20, 0, 0, 5, 0]).play(words);
    let outcome = election.close(&played.round, &played.end.unwrap());
    assert_eq!(outcome, Some(Outcome::Camat(seat(3))));
    assert_eq!(election.rounds(), 4);
}

#[test]
fn r9_6_max_rounds_without_a_camat_leave_it_undecided() {
    let rules = Rules { max_rounds: 2, ..Rules::default() };
    let (scene, words) = ceki();
    let played = scene.play(words);
    let mut election = Election::new(&rules, None);
    assert_eq!(election.close(&played.round, &played.end.unwrap()), None);
    let mut last = election.clone();
    assert_eq!(last.close(&played.round, &played.end.unwrap()), Some(Outcome::Undecided));
    assert_eq!(Outcome::Undecided.camat(), None);
    // Its stones are those after the last round.
    assert_eq!((last.holdings().table, last.holdings().seats.0), (22, [0, 3, 0, 0, 0]));
    // A CAMAT in the last round allowed is a CAMAT.
    let (scene, words) = ceki();
    let played = scene.stones(0, [20, 0, 3, 2, 0]).play(words);
    let outcome = election.close(&played.round, &played.end.unwrap());
    assert_eq!(outcome, Some(Outcome::Camat(seat(2))));
}
