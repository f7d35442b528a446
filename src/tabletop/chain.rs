//! The line of play as it lies on the table.

use std::collections::VecDeque;

use crate::engine::{Move, Side};

/// Columns a drawn tile takes: `[6|4]`.
const TILE_WIDTH: usize = 5;

/// The tiles of the line from left to right, turned so that halves that touch are alike (R4.2).
///
/// ```
/// use domeng::engine::{Move, Side};
/// use domeng::tabletop::Chain;
/// let mut chain = Chain::default();
/// chain.place(Move::new("64".parse().unwrap(), Side::Left));
/// chain.place(Move::new("40".parse().unwrap(), Side::Right));
/// chain.place(Move::new("66".parse().unwrap(), Side::Left));
/// assert_eq!(chain.rows(80), ["[6|6][6|4][4|0]"]);
/// assert_eq!(chain.rows(12), ["[6|6][6|4]", "[4|0]"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain(VecDeque<(u8, u8)>);

impl Chain {
    /// Lays a tile at an end; one that does not fit there changes nothing.
    pub fn place(&mut self, play: Move) {
        let tile = play.tile();
        let (Some(&(left, _)), Some(&(_, right))) = (self.0.front(), self.0.back()) else {
            self.0.push_back((tile.high(), tile.low()));
            return;
        };
        match play.side() {
            Side::Left => {
                if let Some(end) = tile.other(left) {
                    self.0.push_front((end, left));
                }
            }
            Side::Right => {
                if let Some(end) = tile.other(right) {
                    self.0.push_back((right, end));
                }
            }
        }
    }

    /// The line drawn in rows of at most `width` columns, a tile at least.
    pub fn rows(&self, width: usize) -> Vec<String> {
        let drawn: Vec<String> = self.0.iter().map(|(a, b)| format!("[{a}|{b}]")).collect();
        drawn.chunks((width / TILE_WIDTH).max(1)).map(<[String]>::concat).collect()
    }
}
