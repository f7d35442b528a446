//! A record told: one game as it reads, and properties of every game told.

use std::fs;

use domeng::engine::{End, Seat, SeatList};
use domeng::records::read;
use domeng::tabletop::{ends, pays, tell};

fn told(line: &[u8]) -> String {
    let mut text = Vec::new();
    tell(&read(line).unwrap(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn lines(name: &str) -> Vec<Vec<u8>> {
    let bytes = fs::read(format!("tests/cases/{name}")).unwrap();
    bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// A MANGUNO without a MATTIKKENG, then a POLLO and the election, with ten stones.
#[test]
fn a_short_game_told() {
    let line = &lines("reference_variants.jsonl")[55];
    insta::assert_snapshot!(told(line));
}

#[test]
fn every_game_fits_80_columns_and_is_plain() {
    for line in lines("reference.jsonl").iter().chain(&lines("reference_variants.jsonl")) {
        for row in told(line).lines() {
            assert!(row.len() <= 80 && row.trim_end() == row, "{row:?}");
            assert!(row.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{row:?}");
        }
    }
}

#[test]
fn a_label_can_neither_break_the_text_nor_reach_the_terminal() {
    let mut record = read(&lines("reference.jsonl")[0]).unwrap();
    record.seats.0[1] = format!("\u{1b}]0;title\u{7}\n{} {}", "long".repeat(60), "\u{202e}x");
    let mut text = Vec::new();
    tell(&record, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("\n  seat 1  \\u{1b}]0;title\\u{7}\\u{a}"), "{text}");
    assert!(text.lines().all(|row| row.len() <= 80 && row.is_ascii()));
}

/// The payment of a line (from 1), a round and a place among its payments (from 0), in words.
fn payment(case: &str, line: usize, round: usize, place: usize) -> String {
    let record = read(&lines(case)[line - 1]).unwrap();
    pays(&record.rounds[round].payments[place])
}

/// What the records have is beside each phrase: table, then [seat, stones] of each giver.
#[test]
fn payments_in_words() {
    // 0, []
    let said = payment("reference.jsonl", 9, 11, 0);
    assert_eq!(said, "seat 4, PASSEBUNGE, gets nothing (R7.2)");
    // 1, []
    let said = payment("reference.jsonl", 1, 0, 0);
    assert_eq!(said, "seat 0, PASS, gets 1 stone from the table (R7.1)");
    // 1, [[4,1]]
    let said = payment("reference.jsonl", 9, 3, 0);
    let expected = "seat 0, PASSEBUNGE, gets 2 stones, 1 from the table and 1 from the LAST MAPPANO, \
                    seat 4 (R7.2)";
    assert_eq!(said, expected);
    // 0, [[2,5]]
    let said = payment("reference.jsonl", 9, 6, 6);
    assert_eq!(said, "seat 1, the CUCUQ, gets 5 stones from seat 2 (R7.5)");
    // 2, [[0,3]]
    let said = payment("reference.jsonl", 71, 2, 9);
    assert_eq!(said, "seat 4, MANGUNO, gets 5 stones, 2 from the table and 3 from seat 0 (R7.7)");
    // 5, [[4,1],[3,1],[1,1]]
    let said = payment("reference_variants.jsonl", 74, 0, 7);
    let expected = "seat 2, MANGUNO, gets 8 stones, 5 from the table, 1 from seat 4, 1 from seat 3 \
                    and 1 from seat 1 (R7.8)";
    assert_eq!(said, expected);
}

#[test]
fn ends_in_words() {
    let [a, b, ..] = Seat::ALL;
    let (tile, lempa) = ("53".parse().unwrap(), "44".parse().unwrap());
    let none = SeatList::EMPTY;
    assert_eq!(
        ends(End::Cappu, a, (tile, a), &none),
        "CAPPU: seat 0 is FIRST CAPPU with the LAST DOMINO [5|3] (R5.1)"
    );
    assert_eq!(
        ends(End::Ceki, a, (tile, a), &none),
        "CEKI: seat 0 is FIRST CAPPU with the LAST DOMINO [5|3], by mappakuling (R5.3)"
    );
    assert_eq!(
        ends(End::Pollo, a, (lempa, a), &none),
        "POLLO: seat 0 is FIRST CAPPU with the LAST DOMINO [4|4], a LEMPA, by mappakuling (R5.3)"
    );
    assert_eq!(
        ends(End::Manguno, b, (tile, b), &none),
        "MANGUNO: all five pass, seat 1 as the LAST MAPPANO last of all; no other has as few pips, \
         so it wins (R5.5)"
    );
    // The first round of line 2 ends so, MANGUNO seat 4 and MATTIKKENG seats 0, 1 and 2.
    let round = &read(&lines("reference.jsonl")[1]).unwrap().rounds[0];
    assert_eq!(
        ends(round.end, round.winner, (tile, Seat::ALL[4]), &round.mattikkeng),
        "MANGUNO: all five pass, seat 4 as the LAST MAPPANO last of all; MATTIKKENG: seat 0, seat 1 \
         and seat 2; seat 0 wins (R5.6)"
    );
}
