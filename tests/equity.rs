//! Equity tables: the shipped one, and small ones made on the spot.

use domeng::engine::{BySeat, CamatCheck, Holdings, Opening, Rules, Seat};
use domeng::equity::Equity;

fn held(seats: [u8; 5], stones: u8) -> Holdings {
    Holdings { table: stones - seats.iter().sum::<u8>(), seats: BySeat(seats) }
}

#[test]
fn the_shipped_table_is_for_the_default_rules_and_those_like_them() {
    let shipped = Equity::shipped();
    let rules = Rules::default();
    assert!(shipped.suits(&rules));
    assert!(shipped.suits(&Rules { opening: Opening::Double, max_rounds: 7, ..rules }));
    for other in [
        Rules { stones: 24, ..rules },
        Rules { pollo: 4, ..rules },
        Rules { camat_check: CamatCheck::BeforePayment, ..rules },
    ] {
        assert!(!shipped.suits(&other), "{other:?}");
    }
}

#[test]
fn its_file_is_small_and_comes_back_the_same() {
    let bytes = Equity::shipped().to_bytes();
    assert_eq!(bytes, std::fs::read("data/equity.bin").unwrap());
    assert!(bytes.len() <= 2_000_000, "{}", bytes.len());
    assert!(Equity::from_bytes(&bytes).unwrap() == *Equity::shipped());
}

#[test]
fn chances_add_up_and_turn_with_the_seats() {
    let table = Equity::shipped();
    for seats in [[0; 5], [3, 0, 5, 2, 1], [5; 5], [25, 0, 0, 0, 0], [0, 0, 0, 0, 25]] {
        for camat in [false, true] {
            let first = table.chances(&held(seats, 25), Seat::ALL[0], camat);
            assert_eq!(first.iter().sum::<u32>(), 65536);
            for starter in Seat::ALL {
                // Seat s of the first sits at s + starter of the second.
                let mut turned = seats;
                turned.rotate_right(starter.index());
                for seat in Seat::ALL {
                    let at = seat.after(starter.index());
                    let chance = table.chance(&held(turned, 25), starter, camat, at);
                    assert_eq!(chance, first[seat], "{seats:?} {starter} {seat}");
                }
            }
        }
    }
}
