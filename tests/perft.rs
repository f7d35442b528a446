//! Exact counts of all lines of play from fixed positions, by the engine and by the plain second
//! implementation, as chess has perft.

mod plain;
mod scene;

use domeng::engine::{Deal, End, Lines, Opening, Start, count_lines};
use plain::{bridge, round::Round};
use scene::Scene;

/// Complete lines, plies in all, and ends as cappu, ceki, pollo, manguno, mattikkeng.
type Count = (u64, u64, [u64; End::COUNT]);

/// The plain count: every legal action of every position, one after the other.
fn plain_count(round: &Round, depth: u64, count: &mut Count) {
    for action in round.legal() {
        let mut next = round.clone();
        next.act(action);
        match &next.ended {
            None => plain_count(&next, depth + 1, count),
            Some(end) => {
                let kind = End::ALL.iter().position(|kind| kind.word() == end.how);
                count.0 += 1;
                count.1 += depth + 1;
                count.2[kind.expect("one of the five")] += 1;
            }
        }
    }
}

/// Counted by both, which agree.
fn count(scene: &Scene) -> Count {
    let Lines { lines, plies, ends } = count_lines(&scene.round());
    let start = (scene.start.seat.index(), scene.start.announced.map(bridge::tile));
    let hands = bridge::hands(&scene.hands);
    let stones = bridge::stones(&scene.holdings);
    let plain = Round::new(&bridge::rules(&scene.rules), hands, start, stones);
    let mut counted = (0, 0, [0; End::COUNT]);
    plain_count(&plain, 0, &mut counted);
    assert_eq!((lines, plies, ends), counted, "engine and plain");
    counted
}

#[test]
fn one_tile_each_the_lead_is_the_last() {
    // R5.1: the starter's one lead ends the round; with a lempa both ends are alike (R5.3).
    assert_eq!(count(&Scene::new(0, ["64", "65", "55", "44", "66"])), (1, 1, [1, 0, 0, 0, 0]));
    assert_eq!(count(&Scene::new(3, ["64", "65", "55", "44", "66"])), (1, 1, [0, 0, 1, 0, 0]));
}

#[test]
fn by_hand_two_ends_for_the_last_tile() {
    // Seat 0 leads either tile.
    // 00: no other 0 is held, so all five pass: 6 plies. Seat 0 is left with 11 pips; seats 1 to 4
    //     with 12, 9, 10 and 6, of which three are MATTIKKENG.
    // 65: seat 1 has 64L alone: ends 4 and 5. Seat 2's last tile 54 goes left to 5 and 5, or right
    //     to 4 and 4: two CEKI of 3 plies.
    let scene = Scene::new(0, ["65 00", "64 11", "54", "55", "33"]);
    assert_eq!(count(&scene), (3, 6 + 3 + 3, [0, 2, 0, 0, 1]));
}

#[test]
fn by_hand_a_pollo_and_two_blocks() {
    // As before, but 54 is not seat 2's last tile.
    // 00: blocked, 6 plies; MATTIKKENG seats 3 and 4 with 10 and 6 pips against 11.
    // 65 64L 54L: ends 5 and 5, seat 3 goes out with 55: a POLLO of 4 plies.
    // 65 64L 54R: ends 4 and 4, no 4 is left: five passes, 8 plies. Seat 2 is left with 4 pips, seat
    //     0 with none and seat 1 with 2: MATTIKKENG.
    let scene = Scene::new(0, ["65 00", "64 11", "54 22", "55", "33"]);
    assert_eq!(count(&scene), (3, 6 + 4 + 8, [0, 0, 1, 0, 2]));
}

#[test]
fn by_hand_the_double_must_open() {
    // 66 alone may be led (R3.2): then 64L and seat 1 is out, ends 4 and 6.
    // Else also 65, which 64L follows to ends 4 and 5.
    let announced = "66".parse().ok();
    let scene = Scene::new(0, ["66 65", "64", "55", "11", "33"]);
    let scene = Scene { start: Start { announced, ..scene.start }, ..scene };
    assert_eq!(count(&scene), (2, 4, [2, 0, 0, 0, 0]));
    let bound = scene.rules(|rules| rules.opening = Opening::Double);
    assert_eq!(count(&bound), (1, 2, [1, 0, 0, 0, 0]));
}

#[test]
fn two_tiles_each_of_the_double_three_set() {
    for (starter, hands, counted) in [
        (0, ["33 20", "32 11", "31 10", "30 00", "22 21"], (6, 42, [5, 0, 1, 0, 0])),
        (2, ["33 00", "32 10", "31 11", "30 21", "22 20"], (13, 86, [11, 2, 0, 0, 0])),
        (4, ["33 32", "31 30", "22 21", "20 11", "10 00"], (9, 86, [9, 0, 0, 0, 0])),
    ] {
        assert_eq!(count(&Scene::new(starter, hands)), counted, "{hands:?}");
    }
}

#[test]
fn three_tiles_each_of_the_double_four_set() {
    for (starter, hands, counted) in [
        (
            0,
            ["44 33 20", "43 32 11", "42 31 10", "41 30 00", "40 22 21"],
            (106, 1_308, [71, 16, 7, 5, 7]),
        ),
        (
            3,
            ["44 40 22", "43 33 21", "42 32 20", "41 31 11", "30 10 00"],
            (81, 1_085, [56, 16, 9, 0, 0]),
        ),
        (
            1,
            ["44 43 42", "41 40 33", "32 31 30", "22 21 20", "11 10 00"],
            (232, 3_050, [188, 24, 6, 14, 0]),
        ),
    ] {
        assert_eq!(count(&Scene::new(starter, hands)), counted, "{hands:?}");
    }
}

#[test]
fn four_tiles_each() {
    for (starter, hands, counted) in [
        // All of the double-five set but [0|0].
        (
            0,
            ["55 50 41 31", "54 44 40 30", "53 43 33 22", "52 42 32 21", "51 20 11 10"],
            (2_949, 58_017, [2_695, 128, 30, 49, 47]),
        ),
        (
            1,
            ["66 54 31 20", "65 61 22 43", "52 41 33 00", "64 42 50 11", "62 10 63 55"],
            (501, 9_067, [344, 38, 8, 17, 94]),
        ),
    ] {
        assert_eq!(count(&Scene::new(starter, hands)), counted, "{hands:?}");
    }
}

/// Seat 0 leads a deal.
fn deal(number: u64) -> Scene {
    let hands = Deal::from_number(number).expect("a deal").hands().seats;
    Scene { hands, ..Scene::new(0, ["00"; 5]) }
}

#[test]
fn five_tiles_each_the_first_deal() {
    let counted = (230_678, 6_640_646, [183_006, 34_028, 2_298, 2_899, 8_447]);
    assert_eq!(count(&deal(0)), counted);
}

#[test]
fn five_tiles_each_the_middle_deal() {
    let counted = (174_918, 4_616_139, [140_545, 16_114, 5_271, 4_982, 8_006]);
    assert_eq!(count(&deal(Deal::COUNT / 2)), counted);
}
