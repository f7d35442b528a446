//! A record told: one game as it reads, and properties of every game told.

use std::fs;

use domeng::records::read;
use domeng::tabletop::tell;

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
