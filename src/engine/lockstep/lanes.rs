//! The state of all lanes, and how a round gets into one.

use super::super::deal::HAND;
use super::super::ending::End;
use super::super::seat::Seat;
use super::super::tile::Tile;
use super::super::tile_set::TileSet;
use super::bytes::{Bytes, LANES};
use super::draws::Keys;
use super::position::Position;
use super::view::LanePolicy;

/// The bits of the values 0 to 6 in a byte of ends or of a tile.
pub const VALUES: u8 = 0x7F;
/// The ends before the lead: every tile fits.
pub(super) const LEAD: u8 = 0xFF;
/// The ends before a lead that is bound, and the mark of the tile that is then the only one to fit
/// (R3.2).
pub(super) const BOUND: u8 = 0x80;

/// The rounds, a lane each.
pub(super) struct Lanes {
    /// Tile bytes, by seat and place in the hand; places rise with the tile index, 0 is empty.
    pub tiles: [[Bytes; HAND]; Seat::COUNT],
    /// Pips of each tile, and [`LEMPA`] more for a lempa. Once a tile is played it has no meaning.
    pub worth: [[Bytes; HAND]; Seat::COUNT],
    /// Values of the open ends.
    pub ends: Bytes,
    /// LAST MAPPANO; before the lead, the starter.
    pub last: Bytes,
    /// Seats that have played a tile, as bits (R4.6).
    pub played: Bytes,
    /// Values the seat has shown to lack.
    pub lacks: [Bytes; Seat::COUNT],
    pub stones: [Bytes; Seat::COUNT],
    pub table: Bytes,
    /// [`AWAKE`], [`ENDED`], [`IDLE`], or the seat whose turn the lane waits for.
    pub state: Bytes,
    /// How the round ended: [`End::index`], with [`ELECTED`].
    pub end: Bytes,
    /// Passes in the lane's round, and of them those that were PASSEBUNGE.
    pub passes: Bytes,
    pub passebunge: Bytes,
    pub keys: Keys,
}

/// A round is in play.
pub(super) const AWAKE: u8 = 5;
/// A round is over, and what follows it not yet known.
pub(super) const ENDED: u8 = 6;
/// There is no round, and none will come.
const IDLE: u8 = 7;
/// The mark of an end that elects the winner CAMAT.
pub(super) const ELECTED: u8 = 0x80;
/// A blocked round, before it is known whether a MATTIKKENG wins.
pub(super) const MANGUNO: u8 = End::Manguno.index() as u8;
/// What a lempa is worth beside its pips.
pub const LEMPA: u8 = 10;

impl Lanes {
    /// All lanes idle.
    pub fn idle(first: Seat) -> Self {
        Self {
            tiles: [[Bytes::ZERO; HAND]; Seat::COUNT],
            worth: [[Bytes::ZERO; HAND]; Seat::COUNT],
            ends: Bytes::ZERO,
            last: Bytes::ZERO,
            played: Bytes::ZERO,
            lacks: [Bytes::ZERO; Seat::COUNT],
            stones: [Bytes::ZERO; Seat::COUNT],
            table: Bytes::ZERO,
            state: Bytes([IDLE; LANES]),
            end: Bytes::ZERO,
            passes: Bytes::ZERO,
            passebunge: Bytes::ZERO,
            keys: Keys::new(first),
        }
    }

    /// Puts a round into `lane`, its tiles excepted; it goes on when its seat to move is next, and
    /// seat 0 is next now.
    #[inline(always)]
    pub fn begin<P: LanePolicy>(&mut self, lane: usize, position: &Position) {
        if P::NEEDS_LACKS {
            for (row, lacks) in self.lacks.iter_mut().zip(position.lacks.iter()) {
                row.0[lane] = *lacks;
            }
        }
        if let Some(holdings) = position.holdings {
            for (row, stones) in self.stones.iter_mut().zip(holdings.seats.iter()) {
                row.0[lane] = *stones;
            }
            self.table.0[lane] = holdings.table;
        }
        self.played.0[lane] = position.have_played;
        self.last.0[lane] = position.last_mappano.index() as u8;
        self.state.0[lane] = position.to_move.index() as u8;
        self.passes.0[lane] = 0;
        self.passebunge.0[lane] = 0;
        self.keys.begin(lane, position);
        self.ends.0[lane] = match position.line.is_empty() {
            false => position.line.values(),
            true if position.is_bound() => BOUND,
            true => LEAD,
        };
    }

    /// Leaves `lane` without a round for good.
    pub fn rest(&mut self, lane: usize) {
        self.state.0[lane] = IDLE;
    }

    /// Puts a hand, as bits by tile index, before `seat`.
    #[inline(always)]
    pub fn take_hand<P: LanePolicy>(&mut self, lane: usize, seat: usize, hand: u32) {
        let mut bits = hand;
        for place in 0..HAND {
            let index = bits.trailing_zeros() as usize & 63;
            self.tiles[seat][place].0[lane] = TILE[index];
            if P::NEEDS_WORTH {
                self.worth[seat][place].0[lane] = WORTH[index];
            }
            bits &= bits.wrapping_sub(1);
        }
    }

    /// Marks the one tile that may be led (R3.2).
    #[cold]
    pub fn bind_lead(&mut self, lane: usize, seat: Seat, lead: TileSet) {
        for place in &mut self.tiles[seat.index()] {
            if lead.iter().any(|tile| TILE[usize::from(tile.index())] == place.0[lane]) {
                place.0[lane] |= BOUND;
            }
        }
    }
}

/// The byte of each tile index, a bit for each of its values; 0 past the last.
static TILE: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut index = 0;
    while index < Tile::COUNT {
        let tile = Tile::from_index_unchecked(index as u8);
        bytes[index] = 1 << tile.high() | 1 << tile.low();
        index += 1;
    }
    bytes
};

/// The worth of each tile index; 0 past the last.
static WORTH: [u8; 64] = {
    let mut worth = [0; 64];
    let mut index = 0;
    while index < Tile::COUNT {
        let tile = Tile::from_index_unchecked(index as u8);
        worth[index] = tile.high() + tile.low() + if tile.is_lempa() { LEMPA } else { 0 };
        index += 1;
    }
    worth
};
