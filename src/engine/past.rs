//! Moves of the past as they stood when they were made.

use super::action::{Action, Move};
use super::observation::{Observation, Sitting};
use super::round::Round;
use super::seat::{BySeat, Seat};
use super::tile_set::TileSet;

/// A move that another seat made earlier in the round, with the round as it stood before it.
///
/// For asking how likely the move was, had the seat held this or that. All that is public is as it
/// was; hands are those of a world that the observer holds for possible, never the hidden ones.
#[derive(Clone, Debug)]
pub struct PastPlay<'a> {
    before: Round,
    sitting: &'a Sitting<'a>,
    play: Move,
    since: TileSet,
}

impl<'a> PastPlay<'a> {
    /// The moves of all seats but the observer of `seen`, which looks at `round`.
    pub(super) fn of(seen: &Observation<'a>, round: &Round, hands: &BySeat<TileSet>) -> Vec<Self> {
        let mut played = BySeat([TileSet::EMPTY; Seat::COUNT]);
        for (seat, action) in seen.history() {
            if let Action::Play(play) = action {
                played[seat].insert(play.tile());
            }
        }
        let mut replayed = round.before_lead(BySeat::from_fn(|seat| hands[seat] | played[seat]));
        let mut plays = Vec::with_capacity(4 * (Seat::COUNT - 1));
        for (seat, action) in seen.history() {
            if let Action::Play(play) = action {
                if seat != seen.seat() {
                    let (before, since) = (replayed.clone(), played[seat]);
                    plays.push(Self { before, sitting: seen.sitting(), play, since });
                }
                played[seat].remove(play.tile());
            }
            // What was legal then is legal in every world that agrees with what was seen; in one
            // that does not, there is no past to tell of.
            if replayed.play(action, &mut ()).is_err() {
                plays.clear();
                break;
            }
        }
        plays
    }

    /// The seat that made it.
    pub fn seat(&self) -> Seat {
        self.before.to_move()
    }

    /// The move made.
    pub fn play(&self) -> Move {
        self.play
    }

    /// What the seat saw before the move, if it now holds `hand`: then it also held what it has
    /// played since.
    #[inline]
    pub fn seen_with(&mut self, hand: TileSet) -> Observation<'_> {
        let seat = self.before.to_move();
        self.before.set_hand_to_move(hand | self.since);
        Observation::to_move(&self.before, self.sitting, seat, self.before.legal())
    }
}
