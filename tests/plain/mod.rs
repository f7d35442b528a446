//! Domeng a second time: plain, slow, and written from `docs/rules.md` alone, to hold the engine
//! against.
//!
//! A hand is a list of tiles, the line of play is the row of tiles as they lie, and who played last
//! or has passed is read off the list of what was done. Nothing here is taken from the engine:
//! `bridge` and `heard` alone know its types, to compare.
#![allow(dead_code, reason = "each test uses its part")]

pub mod bridge;
pub mod election;
pub mod heard;
pub mod round;

/// `[a|b]`, the higher half first (R1.1).
pub type Tile = (u8, u8);

/// The rules that can be varied, in the order of records.
#[derive(Clone, Debug)]
pub struct Rules {
    /// R3.2, `opening = "double"`.
    pub opening_double: bool,
    /// R9.1, `camat_check = "before-payment"`.
    pub before_payment: bool,
    pub stones: u32,
    pub pass: u32,
    pub passebunge: u32,
    pub cappu: u32,
    pub ceki: u32,
    pub pollo: u32,
    pub manguno: u32,
    pub mattikkeng: u32,
    pub mattikkeng_shared: u32,
    pub max_rounds: u32,
}

/// All 28 tiles (R1.1).
pub fn all_tiles() -> Vec<Tile> {
    (0..=6).flat_map(|a| (0..=a).map(move |b| (a, b))).collect()
}

/// Unplayed pips (R5.5).
pub fn pips(hand: &[Tile]) -> u32 {
    hand.iter().map(|&(a, b)| u32::from(a) + u32::from(b)).sum()
}
