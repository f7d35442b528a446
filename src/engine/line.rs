//! The line of play: its two open ends and what follows from them (R4.1 to R4.3).

use std::fmt;

use super::action::{Move, Side};
use super::tile::{Tile, VALUES};
use super::tile_set::TileSet;

/// The open ends of the line, or the empty line before the lead.
///
/// A line is a number: 7 · left + right, or 49 for the empty one, so that what fits and what
/// comes of a move are one look-up each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line(u8);

const LINES: usize = 64;
const EMPTY: u8 = (VALUES * VALUES) as u8;

/// What follows from a line, for each.
struct Row {
    /// Tiles that can be played.
    fits: TileSet,
    /// Tiles whose first way to be played is on the right (see [`Legal`]).
    right_first: TileSet,
    /// Tiles that can be played in two ways: `[left|right]` where the ends differ (R4.3).
    two_ways: TileSet,
    /// The values of the ends as bits.
    values: u8,
}

static ROWS: [Row; LINES] = {
    const NEW: Row = Row {
        fits: TileSet::ALL,
        right_first: TileSet::EMPTY,
        two_ways: TileSet::EMPTY,
        values: 0,
    };
    let mut rows = [NEW; LINES];
    let mut code = 0;
    while code < EMPTY {
        let (left, right) = (code / VALUES as u8, code % VALUES as u8);
        let mut row = NEW;
        let with_left = TileSet::with_value(left).bits();
        let with_right = TileSet::with_value(right).bits();
        row.fits = TileSet::from_bits(with_left | with_right);
        row.values = 1 << left | 1 << right;
        // The way that leaves the lower end comes first: played on the right, [left|right] leaves
        // `left` on both ends.
        let mut right_first = with_right & !with_left;
        if left != right {
            row.two_ways = TileSet::from_bits(with_left & with_right);
            if left < right {
                right_first |= row.two_ways.bits();
            }
        }
        row.right_first = TileSet::from_bits(right_first);
        rows[code as usize] = row;
        code += 1;
    }
    rows
};

/// The line after each move on each line; moves that do not fit leave it unchanged.
static AFTER: [[Line; Move::CODES]; LINES] = {
    let mut after = [[Line(EMPTY); Move::CODES]; LINES];
    let mut code = 0;
    while code < LINES {
        let mut index = 0;
        while index < Tile::COUNT {
            let tile = Tile::from_index_unchecked(index as u8);
            let (left, right) = if code < EMPTY as usize {
                let (left, right) = ((code / VALUES) as u8, (code % VALUES) as u8);
                let on_left = match tile.other(left) {
                    Some(end) => Line::new(end, right),
                    None => Line(code as u8),
                };
                let on_right = match tile.other(right) {
                    Some(end) => Line::new(left, end),
                    None => Line(code as u8),
                };
                (on_left, on_right)
            } else {
                let lead = Line::new(tile.high(), tile.low());
                (lead, lead)
            };
            after[code][Move::new(tile, Side::Left).code()] = left;
            after[code][Move::new(tile, Side::Right).code()] = right;
            index += 1;
        }
        code += 1;
    }
    after
};

impl Line {
    /// Before the lead.
    pub const EMPTY: Self = Self(EMPTY);

    /// A line with these ends, 0..=6 each.
    pub const fn new(left: u8, right: u8) -> Self {
        assert!(left < VALUES as u8 && right < VALUES as u8);
        Self(left * VALUES as u8 + right)
    }

    /// Whether nothing is led yet.
    pub const fn is_empty(self) -> bool {
        self.0 == EMPTY
    }

    /// (left, right), or `None` before the lead.
    pub const fn ends(self) -> Option<(u8, u8)> {
        if self.is_empty() { None } else { Some((self.0 / VALUES as u8, self.0 % VALUES as u8)) }
    }

    /// The tiles that can be played on it (R4.2); all of them before the lead.
    pub fn fits(self) -> TileSet {
        ROWS[self.0 as usize & 63].fits
    }

    /// The values of the ends as bits 0..=6; none before the lead.
    pub fn values(self) -> u8 {
        ROWS[self.0 as usize & 63].values
    }

    /// Both ends show one value (R5.2).
    pub const fn is_mappakuling(self) -> bool {
        !self.is_empty() && self.0.is_multiple_of(VALUES as u8 + 1)
    }

    /// The line after `play`, which must fit; a lead `[a|b]` makes left a and right b (R4.1).
    #[inline(always)]
    pub fn after(self, play: Move) -> Self {
        AFTER[self.0 as usize & 63][play.code()]
    }

    /// The moves that `tiles` allow.
    pub fn legal(self, tiles: TileSet) -> Legal {
        Legal { tiles: tiles & self.fits(), line: self }
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ends() {
            Some((left, right)) => write!(f, "{left}…{right}"),
            None => f.write_str("empty"),
        }
    }
}

/// The legal moves of a seat, in the one order used everywhere: by tile index, and for the tile
/// that fits both of two different ends first the way that leaves the lower end.
///
/// The order speaks of values, never of left and right, which matter to notation only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legal {
    tiles: TileSet,
    line: Line,
}

impl Legal {
    /// Tiles that can be played.
    pub fn tiles(self) -> TileSet {
        self.tiles
    }

    /// How many different moves: a tile on either of two different ends is two (R4.3).
    pub fn len(self) -> u32 {
        self.tiles.len() + self.two_ways().len()
    }

    /// No move: the seat must pass (R4.5).
    pub fn is_empty(self) -> bool {
        self.tiles.is_empty()
    }

    /// The tile that fits both of two different ends, if the seat holds it.
    pub fn two_ways(self) -> TileSet {
        self.tiles & ROWS[self.line.0 as usize & 63].two_ways
    }

    /// The move that plays `tile`: of two ways the one that leaves the lower end.
    pub fn first_way(self, tile: Tile) -> Move {
        let right = ROWS[self.line.0 as usize & 63].right_first.contains(tile);
        Move::new(tile, if right { Side::Right } else { Side::Left })
    }

    /// The other way to play the tile of `two_ways`, which leaves the higher end.
    pub fn second_way(self, tile: Tile) -> Move {
        let first = self.first_way(tile);
        Move::new(tile, first.side().other())
    }

    /// Whether there is a choice: two moves or more.
    pub fn is_choice(self) -> bool {
        // One test of bits: a second one would be a branch that is often guessed wrong.
        let bits = self.tiles.bits();
        (bits & bits.wrapping_sub(1)) | self.two_ways().bits() != 0
    }

    /// A uniform choice of one move, for hands of up to five tiles: `below` is asked for a number
    /// in 0..`len()`, which counts the tiles by index and then the second way (R4.3). This is the
    /// numbering of policies that draw, whether alone or in lockstep.
    ///
    /// `None` if there is no move.
    #[inline(always)]
    pub fn draw(self, below: impl FnOnce(u32) -> u32) -> Option<Move> {
        let tiles = self.tiles.len();
        let second = self.two_ways();
        let n = below((tiles + u32::from(!second.is_empty())).max(1));
        if n < tiles {
            let tile = self.tiles.nth(n)?;
            Some(self.first_way(tile))
        } else {
            second.first().map(|tile| self.second_way(tile))
        }
    }

    /// The first move, in the order above.
    pub fn first(self) -> Option<Move> {
        self.tiles.first().map(|tile| self.first_way(tile))
    }

    /// All moves in the order above.
    pub fn iter(self) -> impl Iterator<Item = Move> {
        let two_ways = self.two_ways();
        self.tiles.iter().flat_map(move |tile| {
            let second = two_ways.contains(tile).then(|| self.second_way(tile));
            std::iter::once(self.first_way(tile)).chain(second)
        })
    }

    /// `play` with its side written as the rules write it (R4.3), or `None` if it is not legal.
    pub fn find(self, play: Move) -> Option<Move> {
        let tile = play.tile();
        if !self.tiles.contains(tile) {
            return None;
        }
        let first = self.first_way(tile);
        let one_end = self.line.is_empty() || self.line.is_mappakuling();
        if one_end || first == play {
            Some(first)
        } else {
            self.two_ways().contains(tile).then_some(play)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(text: &str) -> Tile {
        text.parse().unwrap()
    }

    #[test]
    fn r4_1_the_lead_opens_both_ends() {
        let line = Line::EMPTY.after(Move::new(tile("64"), Side::Left));
        assert_eq!(line.ends(), Some((6, 4)));
    }

    #[test]
    fn r4_2_fits_and_new_ends_by_the_definition() {
        for left in 0..=6 {
            for right in 0..=6 {
                let line = Line::new(left, right);
                for tile in Tile::all() {
                    assert_eq!(line.fits().contains(tile), tile.has(left) || tile.has(right));
                    if let Some(end) = tile.other(left) {
                        let after = line.after(Move::new(tile, Side::Left));
                        assert_eq!(after.ends(), Some((end, right)));
                    }
                    if let Some(end) = tile.other(right) {
                        let after = line.after(Move::new(tile, Side::Right));
                        assert_eq!(after.ends(), Some((left, end)));
                    }
                }
                assert_eq!(line.is_mappakuling(), left == right);
            }
        }
        assert!(!Line::EMPTY.is_mappakuling());
    }

    #[test]
    fn r4_3_two_ends_are_two_moves_and_equal_ends_one() {
        let hand: TileSet = [tile("53"), tile("33"), tile("66")].into_iter().collect();
        let moves = |line: Line| line.legal(hand).iter().map(|m| m.to_string()).collect::<Vec<_>>();
        // [5|3] on ends 3 and 5: right leaves 3 on both ends, the lower, so it comes first.
        assert_eq!(moves(Line::new(3, 5)), ["33L", "53R", "53L"]);
        assert_eq!(moves(Line::new(5, 3)), ["33R", "53L", "53R"]);
        assert_eq!(moves(Line::new(3, 3)), ["33L", "53L"]);
        assert_eq!(moves(Line::new(1, 2)), Vec::<String>::new());
        let either = Line::new(3, 3).legal(hand).find(Move::new(tile("53"), Side::Right));
        assert_eq!(either, Some(Move::new(tile("53"), Side::Left)));
    }

    #[test]
    fn draw_numbers_every_move_once() {
        for left in 0..=6 {
            for right in 0..=6 {
                let tiles = Line::new(left, right).fits().iter().take(5).collect::<TileSet>();
                let legal = Line::new(left, right).legal(tiles);
                let mut drawn: Vec<_> =
                    (0..legal.len()).map(|n| legal.draw(|of| n % of).unwrap()).collect();
                let mut listed: Vec<_> = legal.iter().collect();
                drawn.sort_by_key(|m| m.code());
                listed.sort_by_key(|m| m.code());
                assert_eq!(drawn, listed);
            }
        }
    }
}
