//! Many rounds at once: [`LANES`] of them side by side, each ply of all in a few loops over bytes.
//!
//! A lane plays what [`Round`](super::Round) plays with the same hands and streams, move for move, on
//! every instruction set. What it saves is the time a processor loses on passes it can't foresee:
//! nothing in a ply depends on a branch.
//!
//! **Encoding.** A tile is a byte with a bit for each of its values, `[5|3]` is `0b010_1000` and the
//! lempa `[6|6]` `0b100_0000`; 0 is an empty place in a hand. The two open ends are a byte E of the
//! same kind, one bit where they are equal. Then
//! - a tile fits if `tile & E ≠ 0` (R4.2);
//! - it leaves the ends `tile` if E is one bit, one of the two bits if it is both (`tile = E`, the two
//!   moves of R4.3), E if it is a lempa, else `E ^ tile`;
//! - before the lead E is all bits, so every tile fits. Where the lead is bound (R3.2) E is bit 7
//!   alone, and the one tile that may be led is marked with it.
//!
//! All lanes have the same seat to move. A round that is over waits, as does one that is taken in for
//! its first seat to move: the ends are 0 then, nothing fits, and no pass is counted. Every round
//! that is begun is finished; short ones would else be too many.
//!
//! **A ply.** Seat 2 holds `[3|1] [4|0] [5|3] [6|6]` and the ends are 3 and 5, E = `0b010_1000`. The
//! bytes by tile index are `000_1010`, `001_0001`, `010_1000`, `100_0000`; the first and the third
//! have a bit in common with E, and the third is E, so there are 2 tiles and 3 moves. `random` draws
//! 16 bits, say 0xC000, and 0xC000 · 3 / 2¹⁶ = 2: past the tiles, so the second way of `[5|3]`, which
//! leaves the higher end: E becomes `010_0000`, both ends 5. The byte `010_1000` goes from the hand.
//! Another lane has nothing that fits: it is paid for a pass, its tiles and E stay. Had it been the
//! LAST MAPPANO itself, its round would be blocked (R5.4).
//!
//! Rounds come from a [`Supply`]: whole elections from [`Elections`], or any position
//! ([`Position::of`]). Who plays is a [`LanePolicy`]. Loops are compiled for each [`Path`].

mod bytes;
mod draws;
mod elections;
mod finish;
mod lanes;
mod path;
mod ply;
mod position;
mod view;

pub use bytes::{Bits, Bytes, Halves, LANES, at_most_one, choose, mask};
pub use elections::{ElectionEnd, Elections, Listener};
pub use finish::Finished;
pub use lanes::{LEMPA, VALUES};
pub use path::Path;
pub use ply::Plays;
pub use position::Position;
pub use view::{LanePolicy, Seen};

use super::deal::Subsets;
use super::rules::Rules;
use super::seat::Seat;
use super::tile_set::TileSet;
use lanes::Lanes;
use position::Hands;

/// Where the rounds of the lanes come from and their ends go.
pub trait Supply {
    /// A round for `lane`, which has none; `None` leaves it idle for good.
    fn begin(&mut self, lane: usize) -> Option<Position>;

    /// The round of `lane` is over; its next one, or `None`, which leaves it idle for good.
    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position>;
}

/// Lanes for rounds.
pub struct Lockstep {
    rules: Rules,
    /// The seat before whose ply lanes take in rounds.
    first: Seat,
    lanes: Lanes,
    subsets: Subsets,
    /// What 64 lanes take in: where the hands come from, by lane, and the hands, in lane order.
    begun: [Hands; WORD],
    dealt: [[u32; Seat::COUNT]; WORD],
    /// Lanes whose lead is bound to a tile.
    bound: Vec<(usize, Seat, TileSet)>,
}

/// Lanes that are looked after together: a bit each of a word.
const WORD: usize = 64;

impl Lockstep {
    /// Lanes for rounds by these rules.
    pub fn new(rules: &Rules) -> Self {
        Self::before(rules, Seat::ALL[0])
    }

    /// The same, taking in rounds every five plies before `first` is to move: a round waits least
    /// if that is the seat it goes on with.
    pub fn before(rules: &Rules, first: Seat) -> Self {
        Self {
            rules: *rules,
            first,
            lanes: Lanes::idle(first),
            subsets: Subsets::get(),
            begun: [Hands::NONE; WORD],
            dealt: [[0; Seat::COUNT]; WORD],
            bound: Vec::new(),
        }
    }

    /// Plays all rounds of `supply` by `policy` in all seats, on the instruction set of `path`.
    ///
    /// # Panics
    /// If this processor does not have the instruction set.
    pub fn run<P: LanePolicy, U: Supply>(&mut self, path: Path, policy: &P, supply: &mut U) {
        path::run(path, self, policy, supply);
    }

    /// The loop that is compiled for each instruction set.
    #[inline(always)]
    fn run_here<P: LanePolicy, U: Supply>(&mut self, policy: &P, supply: &mut U) {
        let mut live = 0;
        for first in (0..LANES).step_by(WORD) {
            live += self.take_in::<false, P, U>(first, [!0, 0], supply);
        }
        while live > 0 {
            for steps in 0..Seat::COUNT {
                match self.first.after(steps).index() {
                    0 => self.lanes.ply::<0, P>(&self.rules, policy),
                    1 => self.lanes.ply::<1, P>(&self.rules, policy),
                    2 => self.lanes.ply::<2, P>(&self.rules, policy),
                    3 => self.lanes.ply::<3, P>(&self.rules, policy),
                    _ => self.lanes.ply::<4, P>(&self.rules, policy),
                }
            }
            live -= self.renew::<P, U>(supply);
        }
    }

    /// New rounds for the lanes whose round is over; how many come to rest instead.
    #[inline(always)]
    fn renew<P: LanePolicy, U: Supply>(&mut self, supply: &mut U) -> usize {
        let blocked = self.lanes.ended(!0, lanes::MANGUNO).marked();
        let others = self.lanes.ended(lanes::ELECTED, 0).marked();
        let elected = self.lanes.ended(lanes::ELECTED, lanes::ELECTED).marked();
        let mut rested = 0;
        for word in 0..LANES / WORD {
            let first = word * WORD;
            for lane in Bits(blocked[word]) {
                self.lanes.manguno(&self.rules, first + lane);
            }
            // A supply does other things where someone is elected: the two kinds one after the other
            // let the processor foresee which.
            let ended = [others[word], elected[word]];
            let begun = self.take_in::<true, P, U>(first, ended, supply);
            rested += (ended[0] | ended[1]).count_ones() as usize - begun;
        }
        rested
    }

    /// Rounds of `supply` for `lanes`, in two parts, a bit for each from the lane `first` on. They have
    /// a round that is over if `ENDED`, else none yet. How many got one.
    #[inline(always)]
    fn take_in<const ENDED: bool, P: LanePolicy, U: Supply>(
        &mut self,
        first: usize,
        lanes: [u64; 2],
        supply: &mut U,
    ) -> usize {
        let mut begun = 0;
        for part in lanes {
            for lane in Bits(part) {
                let next = if ENDED {
                    supply.next(first + lane, &self.lanes.finished(first + lane))
                } else {
                    supply.begin(first + lane)
                };
                let Some(position) = next else {
                    self.lanes.rest(first + lane);
                    continue;
                };
                begun |= 1 << lane;
                self.begun[lane] = position.hands;
                self.lanes.begin::<P>(first + lane, &position);
                if position.is_bound() {
                    self.bound.push((first + lane, position.to_move, position.leads));
                }
            }
        }
        self.deal::<P>(first, begun);
        begun.count_ones() as usize
    }

    /// Hands for the lanes that have begun: in loops of their own, since the look-ups of many deals
    /// can be under way together.
    #[inline(always)]
    fn deal<P: LanePolicy>(&mut self, first: usize, begun: u64) {
        for (lane, dealt) in Bits(begun).zip(&mut self.dealt) {
            *dealt = self.begun[lane].dealt(self.subsets);
        }
        for (lane, hands) in Bits(begun).zip(&self.dealt) {
            for (seat, &hand) in hands.iter().enumerate() {
                self.lanes.take_hand::<P>(first + lane, seat, hand);
            }
        }
        for (lane, seat, lead) in self.bound.drain(..) {
            self.lanes.bind_lead(lane, seat, lead);
        }
    }
}
