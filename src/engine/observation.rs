//! What a seat may know (R10): a window on the round, not a copy of it.

use std::fmt;

use super::action::Action;
use super::line::{Legal, Line};
use super::past::PastPlay;
use super::round::Round;
use super::rules::Rules;
use super::seat::{BySeat, Seat};
use super::start::Start;
use super::stones::Holdings;
use super::tile::Tile;
use super::tile_set::TileSet;

/// The circumstances of a round that everyone knows (R10.1).
#[derive(Clone, Copy, Debug, Default)]
pub struct Sitting<'a> {
    /// Who sits where, by label.
    pub names: BySeat<&'a str>,
    /// Number of the election in its game, from 0.
    pub election: u32,
    /// Number of the round in its election, from 0.
    pub round: u32,
}

impl Sitting<'static> {
    /// A sitting without names, for play that nobody watches.
    pub const NOBODY: Self = Self { names: BySeat([""; Seat::COUNT]), election: 0, round: 0 };
}

/// A round as one seat sees it: its own hand and what is public (R10.1).
///
/// The round behind it is private and no public accessor leads to a hidden hand, so a strategy can't
/// peek; the one exempt is `omniscient`.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    round: &'a Round,
    sitting: &'a Sitting<'a>,
    seat: Seat,
    legal: Legal,
}

impl<'a> Observation<'a> {
    /// What `seat` sees of `round`.
    pub fn new(round: &'a Round, sitting: &'a Sitting<'a>, seat: Seat) -> Self {
        let legal = if round.to_move() == seat {
            round.legal()
        } else {
            round.line().legal(TileSet::EMPTY)
        };
        Self { round, sitting, seat, legal }
    }

    /// What the seat to move sees, its legal moves being known already.
    #[inline]
    pub(crate) const fn to_move(
        round: &'a Round,
        sitting: &'a Sitting<'a>,
        seat: Seat,
        legal: Legal,
    ) -> Self {
        Self { round, sitting, seat, legal }
    }

    /// The seat that looks.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Its own hand.
    #[inline]
    pub fn hand(&self) -> TileSet {
        self.round.hands()[self.seat]
    }

    /// All five hands, against R10.1: for `omniscient` alone, which is a bound and no player.
    pub(crate) fn every_hand(&self) -> &'a BySeat<TileSet> {
        self.round.hands()
    }

    /// Its legal moves if it is its turn, else none.
    #[inline]
    pub fn legal(&self) -> Legal {
        self.legal
    }

    /// The line of play.
    #[inline]
    pub fn line(&self) -> Line {
        self.round.line()
    }

    /// Tiles on the line.
    #[inline]
    pub fn played(&self) -> TileSet {
        self.round.played()
    }

    /// Tiles whose place it does not know: in other hands or unused.
    #[inline]
    pub fn hidden(&self) -> TileSet {
        !(self.played() | self.hand())
    }

    /// How many tiles each seat holds.
    #[inline]
    pub fn tiles_held(&self, seat: Seat) -> u32 {
        self.round.hands()[seat].len()
    }

    /// Values that `seat` has shown by passing not to hold, as bits 0..=6.
    #[inline]
    pub fn lacks(&self, seat: Seat) -> u8 {
        self.round.lacks(seat)
    }

    /// Whether `seat` has played a tile this round: its passes are PASSEBUNGE until then (R4.6).
    #[inline]
    pub fn has_played(&self, seat: Seat) -> bool {
        self.round.has_played(seat)
    }

    /// The seat to move.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.round.to_move()
    }

    /// LAST MAPPANO (R4.7); before the lead, the starter.
    #[inline]
    pub fn last_mappano(&self) -> Seat {
        self.round.last_mappano()
    }

    /// Every move and pass so far with who made it.
    #[inline]
    pub fn history(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Seat, Action)> + ExactSizeIterator + 'a {
        let starter = self.round.start().seat;
        self.round
            .history()
            .iter()
            .enumerate()
            .map(move |(ply, &action)| (starter.after(ply), action))
    }

    /// Plies so far.
    #[inline]
    pub fn ply(&self) -> usize {
        self.round.history().len()
    }

    /// Who started, and why (R3.4).
    #[inline]
    pub fn start(&self) -> Start {
        self.round.start()
    }

    /// The announced double while its holder has not played it: with whom it is (R3.4).
    #[inline]
    pub fn announced(&self) -> Option<(Seat, Tile)> {
        let Start { seat, announced } = self.round.start();
        announced.filter(|&double| !self.played().contains(double)).map(|double| (seat, double))
    }

    /// Doubles known to be unused: those higher than the announced one (R3.4).
    #[inline]
    pub fn known_unused(&self) -> TileSet {
        match self.round.start().announced {
            Some(double) => {
                let higher = (double.high() + 1..=6).filter_map(Tile::lempa);
                higher.collect()
            }
            None => TileSet::EMPTY,
        }
    }

    /// All stones.
    #[inline]
    pub fn holdings(&self) -> &'a Holdings {
        self.round.holdings()
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        self.round.rules()
    }

    /// The CAMAT, who starts every round, if one was elected before.
    #[inline]
    pub fn camat(&self) -> Option<Seat> {
        self.round.camat()
    }

    /// Who sits where, and the numbers of election and round.
    #[inline]
    pub fn sitting(&self) -> &'a Sitting<'a> {
        self.sitting
    }

    /// The round as it would be with these hands: a world for rollouts. The observer's own hand and
    /// all sizes must agree with what is seen; what is really hidden is nowhere in the result.
    #[inline]
    pub fn world(&self, hands: BySeat<TileSet>) -> Round {
        self.round.in_world(self.seat, hands)
    }

    /// The moves that the other seats have made this round, in order, each as it stood when it was
    /// made, in the world of these `hands`: those of now, as for [`Observation::world`].
    pub fn past_plays(&self, hands: &BySeat<TileSet>) -> Vec<PastPlay<'a>> {
        PastPlay::of(self, self.round, hands)
    }
}

/// The seat, its hand, the line and what was done; a derived one would show every hand.
impl fmt::Debug for Observation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observation")
            .field("seat", &self.seat)
            .field("hand", &self.hand())
            .field("line", &self.line())
            .field("history", &self.round.history())
            .finish_non_exhaustive()
    }
}
