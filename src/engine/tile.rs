//! A tile of the double-six set (R1.1).

use std::fmt;
use std::str::FromStr;

/// A tile `[a|b]`, 0 ≤ b ≤ a ≤ 6, as its index a(a+1)/2 + b in 0..28 (formats.md).
///
/// ```
/// use domeng::engine::Tile;
/// let tile: Tile = "64".parse().unwrap();
/// assert_eq!((tile.high(), tile.low(), tile.index()), (6, 4, 25));
/// assert_eq!(tile.to_string(), "64");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The highest value on a half of a tile.
pub const MAX_VALUE: u8 = 6;
/// How many values a half can show: 0 to 6.
pub const VALUES: usize = 7;

/// (high, low) of each tile index.
const HALVES: [(u8, u8); Tile::COUNT] = {
    let mut halves = [(0, 0); Tile::COUNT];
    let mut high = 0;
    while high <= MAX_VALUE {
        let mut low = 0;
        while low <= high {
            halves[(high * (high + 1) / 2 + low) as usize] = (high, low);
            low += 1;
        }
        high += 1;
    }
    halves
};

impl Tile {
    /// Tiles in the set: 28.
    pub const COUNT: usize = 28;

    /// The tile with these two values, in either order; `None` if one is over 6.
    pub const fn new(a: u8, b: u8) -> Option<Self> {
        if a > MAX_VALUE || b > MAX_VALUE {
            return None;
        }
        let (high, low) = if a >= b { (a, b) } else { (b, a) };
        Some(Self(high * (high + 1) / 2 + low))
    }

    /// The lempa (double) of `value`; `None` if it is over 6.
    pub const fn lempa(value: u8) -> Option<Self> {
        Self::new(value, value)
    }

    /// The tile of an index in 0..28.
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// For indices that come out of a tile set or a move, where they are in range by construction.
    pub(super) const fn from_index_unchecked(index: u8) -> Self {
        debug_assert!((index as usize) < Self::COUNT);
        Self(index)
    }

    /// Every tile, by index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Index in 0..28.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The larger half.
    pub const fn high(self) -> u8 {
        HALVES[self.0 as usize].0
    }

    /// The smaller half.
    pub const fn low(self) -> u8 {
        HALVES[self.0 as usize].1
    }

    /// The sum of both halves, 0..=12.
    pub const fn pips(self) -> u8 {
        self.high() + self.low()
    }

    /// Both halves alike (R1.1).
    pub const fn is_lempa(self) -> bool {
        self.high() == self.low()
    }

    /// Whether a half shows `value`.
    pub const fn has(self, value: u8) -> bool {
        self.high() == value || self.low() == value
    }

    /// The half across from `value` (R4.2), the same value for a lempa; `None` if no half shows it.
    pub const fn other(self, value: u8) -> Option<u8> {
        if self.high() == value {
            Some(self.low())
        } else if self.low() == value {
            Some(self.high())
        } else {
            None
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high(), self.low())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}|{}]", self.high(), self.low())
    }
}

/// A word that is no tile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a tile; a tile is two digits 0 to 6, the high half first (`64`)", shorten(.0))]
pub struct ParseTileError(pub String);

/// At most 20 characters of `text`, for messages that quote what was found.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{}…", &text[..end]).escape_debug().to_string(),
        None => text.escape_debug().to_string(),
    }
}

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let [a @ b'0'..=b'6', b @ b'0'..=b'6'] = *text.as_bytes()
            && a >= b
            && let Some(tile) = Tile::new(a - b'0', b - b'0')
        {
            return Ok(tile);
        }
        Err(ParseTileError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_1_double_six_set_has_28_tiles_and_seven_lempa() {
        assert_eq!(Tile::all().count(), 28);
        assert_eq!(Tile::all().filter(|t| t.is_lempa()).count(), 7);
        // Each value stands on 8 halves and each half counts: 8 · (0 + … + 6) = 168 pips.
        assert_eq!(Tile::all().map(|t| u32::from(t.pips())).sum::<u32>(), 168);
    }

    #[test]
    fn index_and_notation_are_those_of_the_format() {
        for (name, index) in [("00", 0), ("10", 1), ("11", 2), ("20", 3), ("66", 27)] {
            assert_eq!(name.parse::<Tile>().unwrap().index(), index);
        }
        for tile in Tile::all() {
            assert_eq!(tile.to_string().parse::<Tile>().unwrap(), tile);
            assert_eq!(Tile::new(tile.low(), tile.high()), Some(tile));
        }
        for wrong in ["", "6", "46", "77", "6a", "666", "６４", "-1"] {
            assert!(wrong.parse::<Tile>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn r4_2_other_half() {
        let tile = Tile::new(5, 3).unwrap();
        assert_eq!(tile.other(5), Some(3));
        assert_eq!(tile.other(3), Some(5));
        assert_eq!(tile.other(4), None);
        assert_eq!(Tile::lempa(4).unwrap().other(4), Some(4));
    }
}
