//! A set of tiles as bits: a hand, what was played, what fits.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use super::bits;
use super::tile::{Tile, VALUES};

/// A set of tiles; bit i stands for the tile of index i. The four high bits are always zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(u32);

/// The tiles that show each value.
const WITH: [TileSet; VALUES] = {
    let mut with = [TileSet::EMPTY; VALUES];
    let mut index = 0;
    while index < Tile::COUNT {
        let tile = Tile::from_index_unchecked(index as u8);
        with[tile.high() as usize].0 |= 1 << index;
        with[tile.low() as usize].0 |= 1 << index;
        index += 1;
    }
    with
};

impl TileSet {
    /// No tile.
    pub const EMPTY: Self = Self(0);
    /// All 28 tiles.
    pub const ALL: Self = Self((1 << Tile::COUNT) - 1);
    /// The seven doubles.
    pub const LEMPA: Self = {
        let mut set = Self::EMPTY;
        let mut index = 0;
        while index < Tile::COUNT {
            if Tile::from_index_unchecked(index as u8).is_lempa() {
                set.0 |= 1 << index;
            }
            index += 1;
        }
        set
    };

    /// The set of these bits; bits past the 28th are dropped.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Bit i is the tile of index i.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of one tile.
    pub const fn only(tile: Tile) -> Self {
        Self(1 << tile.index())
    }

    /// All tiles that show `value` (0..=6).
    pub const fn with_value(value: u8) -> Self {
        WITH[value as usize]
    }

    /// How many tiles.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `tile` is among them.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// Puts `tile` in.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// Takes `tile` out.
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.index());
    }

    /// The tile of lowest index.
    pub const fn first(self) -> Option<Tile> {
        if self.0 == 0 {
            None
        } else {
            Some(Tile::from_index_unchecked(self.0.trailing_zeros() as u8))
        }
    }

    /// The tile of highest index.
    pub const fn last(self) -> Option<Tile> {
        match self.0.checked_ilog2() {
            Some(index) => Some(Tile::from_index_unchecked(index as u8)),
            None => None,
        }
    }

    /// The tile of rank `n` by index, 0 ≤ n < `len()`.
    #[inline(always)]
    pub fn nth(self, n: u32) -> Option<Tile> {
        Self(bits::deposit(1 << n, self.0)).first()
    }

    /// Sum of the pips of all its tiles.
    pub fn pips(self) -> u32 {
        self.iter().map(|tile| u32::from(tile.pips())).sum()
    }

    /// The tiles by index.
    pub fn iter(self) -> Tiles {
        Tiles(self)
    }
}

/// Iterator over the tiles of a set, by index.
#[derive(Clone)]
pub struct Tiles(TileSet);

impl Iterator for Tiles {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let tile = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(tile)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Tiles {}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Tiles;

    fn into_iter(self) -> Tiles {
        self.iter()
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::EMPTY, |set, tile| set | Self::only(tile))
    }
}

impl BitAnd for TileSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for TileSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for TileSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for TileSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for TileSet {
    type Output = Self;
    fn not(self) -> Self {
        Self::ALL - self
    }
}

/// High tile first, as hands are written in records: `66 54 31 20 00`.
impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = *self;
        let mut gap = "";
        while let Some(tile) = rest.last() {
            write!(f, "{gap}{tile}")?;
            gap = " ";
            rest.remove(tile);
        }
        Ok(())
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_is_on_seven_tiles() {
        for value in 0..=6 {
            assert_eq!(TileSet::with_value(value).len(), 7);
        }
        assert_eq!(TileSet::LEMPA.len(), 7);
        assert_eq!(!TileSet::EMPTY, TileSet::ALL);
    }

    #[test]
    fn nth_agrees_with_iteration() {
        let set = TileSet::from_bits(0b1010_0110_0111_0000_1001_0100_0001);
        for (n, tile) in set.iter().enumerate() {
            assert_eq!(set.nth(n as u32), Some(tile));
        }
        assert_eq!(set.nth(set.len()), None);
        assert_eq!(set.iter().collect::<TileSet>(), set);
    }

    #[test]
    fn written_high_first() {
        let set: TileSet = ["00", "66", "31"].iter().map(|t| t.parse::<Tile>().unwrap()).collect();
        assert_eq!(set.to_string(), "66 31 00");
        assert_eq!(set.pips(), 16);
    }
}
