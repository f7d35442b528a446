//! A round as a lane takes it in.

use super::super::bits;
use super::super::deal::{Deal, Subsets};
use super::super::line::Line;
use super::super::round::Round;
use super::super::rules::Rules;
use super::super::seat::{BySeat, Seat};
use super::super::seed::{RoundStreams, Simulated};
use super::super::start::Start;
use super::super::stones::Holdings;
use super::super::tile_set::TileSet;

/// Where the hands of a round come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hands {
    /// At hand.
    Known(BySeat<TileSet>),
    /// The deal that this word draws (see `Deal::draw`), which accepts it.
    Word(u64),
}

impl Hands {
    /// Stands in where there are none.
    pub const NONE: Self = Self::Word(0);

    /// The hands as bits by tile index.
    #[inline(always)]
    pub fn dealt(self, subsets: Subsets) -> [u32; Seat::COUNT] {
        match self {
            Hands::Known(BySeat([a, b, c, d, e])) => {
                [a.bits(), b.bits(), c.bits(), d.bits(), e.bits()]
            }
            Hands::Word(word) => bits::deposit_in_turn(subsets.masks(word), TileSet::ALL.bits()),
        }
    }
}

/// The next word of `rounds_of` that draws a deal.
#[inline(always)]
pub(super) fn deal_word(rounds_of: &mut Simulated) -> u64 {
    loop {
        let word = rounds_of.deal_word();
        if Deal::accepts(word) {
            return word;
        }
    }
}

/// A round, fresh or in its middle, as a lane takes it in.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) hands: Hands,
    pub(super) line: Line,
    pub(super) to_move: Seat,
    pub(super) last_mappano: Seat,
    /// Seats that have played a tile, as bits.
    pub(super) have_played: u8,
    pub(super) lacks: BySeat<u8>,
    pub(super) plies: u8,
    /// What may be led if the line is empty (R3.2).
    pub(super) leads: TileSet,
    /// `None` where they stay as they are in the lane.
    pub(super) holdings: Option<Holdings>,
    pub(super) streams: RoundStreams,
}

impl Position {
    /// A round about to be led.
    #[inline(always)]
    pub(super) fn fresh(
        rules: &Rules,
        hands: Hands,
        start: Start,
        holdings: Option<Holdings>,
        streams: RoundStreams,
    ) -> Self {
        Self {
            hands,
            line: Line::EMPTY,
            to_move: start.seat,
            last_mappano: start.seat,
            have_played: 0,
            lacks: BySeat([0; Seat::COUNT]),
            plies: 0,
            leads: start.leads(rules.opening),
            holdings,
            streams,
        }
    }

    /// A round that is not the first of a game, about to be led by `starter` (R3.3): the next of
    /// `rounds_of`. Without `holdings` it goes on with the stones of the lane's last round.
    #[inline(always)]
    pub fn later(
        rules: &Rules,
        starter: Seat,
        holdings: Option<Holdings>,
        rounds_of: &mut Simulated,
    ) -> Self {
        let hands = Hands::Word(deal_word(rounds_of));
        let streams = rounds_of.next_round();
        Self::fresh(rules, hands, Start::by_right(starter), holdings, streams)
    }

    /// The same for other hands, of the same sizes, and other streams.
    #[inline(always)]
    pub fn in_world(&self, hands: BySeat<TileSet>, streams: RoundStreams) -> Self {
        Self { hands: Hands::Known(hands), streams, ..*self }
    }

    /// Whether it begins with a lead that only some tiles can be (R3.2).
    #[inline(always)]
    pub(super) fn is_bound(&self) -> bool {
        self.leads != TileSet::ALL && self.line.is_empty()
    }

    /// `round` as it stands, which must not be over; its decisions are drawn from `streams`.
    pub fn of(round: &Round, streams: RoundStreams) -> Self {
        debug_assert!(!round.is_over());
        Self {
            hands: Hands::Known(*round.hands()),
            line: round.line(),
            to_move: round.to_move(),
            last_mappano: round.last_mappano(),
            have_played: round.have_played(),
            lacks: BySeat::from_fn(|seat| round.lacks(seat)),
            plies: round.history().len() as u8,
            leads: round.allowed_tiles(),
            holdings: Some(*round.holdings()),
            streams,
        }
    }
}
