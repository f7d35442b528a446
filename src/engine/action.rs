//! What a seat does on its turn: play a tile on a side, or pass (R4.4, R4.5).

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use super::tile::{ParseTileError, Tile, shorten};

/// The end of the line a tile is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// The end across.
    pub const fn other(self) -> Self {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// A tile and the end it is played on; a lead counts as left. One byte, also inside an [`Action`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU8);

impl Move {
    /// Codes are below this.
    pub(super) const CODES: usize = 64;

    /// `tile` played on `side`.
    pub const fn new(tile: Tile, side: Side) -> Self {
        // The high bit only makes it non-zero, so that an `Action` is a byte as well.
        match NonZeroU8::new(0x80 | (side as u8) << 5 | tile.index()) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// tile + 32 · side.
    pub(super) const fn code(self) -> usize {
        (self.0.get() & 63) as usize
    }

    /// The tile played.
    pub const fn tile(self) -> Tile {
        Tile::from_index_unchecked(self.0.get() & 31)
    }

    /// The end it is played on.
    pub const fn side(self) -> Side {
        if self.0.get() & 32 != 0 { Side::Right } else { Side::Left }
    }
}

/// `64L`, `64R`; a lead is written without a side by [`Action::notation`].
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side() == Side::Left { 'L' } else { 'R' };
        write!(f, "{}{side}", self.tile())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A move or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Play(Move),
    Pass,
}

impl Action {
    /// The move, if it is one.
    pub const fn play(self) -> Option<Move> {
        match self {
            Action::Play(play) => Some(play),
            Action::Pass => None,
        }
    }

    /// As records write it at `ply`: `66` for the lead, `64L`, `64R`, or `-` for a pass.
    pub fn notation(self, ply: usize) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Action::Play(lead) if ply == 0 => write!(f, "{}", lead.tile()),
            Action::Play(play) => write!(f, "{play}"),
            Action::Pass => f.write_str("-"),
        })
    }
}

/// A word that is no action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseActionError {
    #[error(transparent)]
    Tile(#[from] ParseTileError),
    #[error("`{}` is not a move; a move is `66` (a lead), `64L`, `64R` or `-` (a pass)", shorten(.0))]
    Form(String),
}

/// Reads the notation of formats.md; a tile without a side counts as left, which is right for a
/// lead and for equal ends. Callers that must tell a lead from a move use [`Word`].
impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.parse::<Word>()?.action())
    }
}

/// A word of notation as written: whether a side was given is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// `66`
    Tile(Tile),
    /// `64L`
    Side(Move),
    /// `-`
    Pass,
}

impl Word {
    /// The action it stands for, a tile without a side read as left.
    pub const fn action(self) -> Action {
        match self {
            Word::Tile(tile) => Action::Play(Move::new(tile, Side::Left)),
            Word::Side(play) => Action::Play(play),
            Word::Pass => Action::Pass,
        }
    }
}

impl FromStr for Word {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "-" {
            return Ok(Word::Pass);
        }
        match (text.len(), text.as_bytes().last()) {
            (2, _) => Ok(Word::Tile(text.parse()?)),
            (3, Some(b'L')) => Ok(Word::Side(Move::new(text[..2].parse()?, Side::Left))),
            (3, Some(b'R')) => Ok(Word::Side(Move::new(text[..2].parse()?, Side::Right))),
            _ => Err(ParseActionError::Form(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_a_byte() {
        assert_eq!(size_of::<Action>(), 1);
    }

    #[test]
    fn notation_round_trips() {
        for tile in Tile::all() {
            for side in [Side::Left, Side::Right] {
                let play = Move::new(tile, side);
                assert_eq!((play.tile(), play.side()), (tile, side));
                assert_eq!(play.to_string().parse(), Ok(Action::Play(play)));
            }
            let lead = Action::Play(Move::new(tile, Side::Left));
            assert_eq!(lead.notation(0).to_string(), tile.to_string());
            assert_eq!(tile.to_string().parse(), Ok(lead));
        }
        assert_eq!("-".parse(), Ok(Action::Pass));
        for wrong in ["", "--", "64l", "46L", "64LR", "6", "é4", "６L"] {
            assert!(wrong.parse::<Action>().is_err(), "{wrong}");
        }
    }
}
