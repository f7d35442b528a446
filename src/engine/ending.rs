//! How a round ends (R5).

use super::seat::{Seat, SeatList};

/// How a round ends (R5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum End {
    /// A plain FIRST CAPPU (R5.1).
    Cappu,
    /// By mappakuling, not with a lempa (R5.3).
    Ceki,
    /// By mappakuling with a lempa (R5.3).
    Pollo,
    /// Blocked, won by the MANGUNO player (R5.5).
    Manguno,
    /// Blocked, won by a MATTIKKENG (R5.5).
    Mattikkeng,
}

impl End {
    /// Kinds of end: 5.
    pub const COUNT: usize = 5;
    /// All of them, in the order of records and tables.
    pub const ALL: [End; Self::COUNT] =
        [End::Cappu, End::Ceki, End::Pollo, End::Manguno, End::Mattikkeng];

    /// The word records and tables use.
    pub const fn word(self) -> &'static str {
        match self {
            End::Cappu => "cappu",
            End::Ceki => "ceki",
            End::Pollo => "pollo",
            End::Manguno => "manguno",
            End::Mattikkeng => "mattikkeng",
        }
    }

    /// Place in [`End::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A round that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundEnd {
    pub kind: End,
    /// FIRST CAPPU, or who wins a blocked round (R5.5, R5.6).
    pub winner: Seat,
    /// The seat before the winner that was paid (R5.7); none where a MATTIKKENG wins.
    pub cucuq: Option<Seat>,
    /// R5.5: the winner first, then clockwise from MANGUNO; empty otherwise.
    pub mattikkeng: SeatList,
    /// Whether the winner is elected CAMAT (R9.1).
    pub elected: bool,
}

/// Whether a round goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    Continues,
    Ended(RoundEnd),
}
