//! One ply of all lanes: a tile on the line or a pass, with what a pass is paid.
//!
//! Loops over bytes without branches, so that a compiler can take as many lanes at once as its
//! registers hold.

use super::super::rules::{CamatCheck, Rules};
use super::super::seat::Seat;
use super::bytes::{Bytes, LANES, at_most_one, choose, mask};
use super::lanes::{AWAKE, ELECTED, ENDED, Lanes, MANGUNO, VALUES};
use super::view::{LanePolicy, Seen};

/// What each lane does: a tile byte and the ends it leaves. Tile 0 is a pass, or a lane that is not
/// in play; its ends have no meaning.
pub struct Plays {
    pub tile: Bytes,
    pub ends: Bytes,
}

impl Lanes {
    /// One ply of `SEAT` in the lanes that are in play.
    #[inline(always)]
    pub fn ply<const SEAT: usize, P: LanePolicy>(&mut self, rules: &Rules, policy: &P) {
        let ends = self.wake::<SEAT>();
        let plays = policy.choose(&Seen::<SEAT> { lanes: self, ends: &ends });
        self.act::<SEAT, P>(rules, &plays);
        self.keys.tick();
    }

    /// Lanes that waited for `SEAT` go on; the open ends of those in play.
    #[inline(always)]
    fn wake<const SEAT: usize>(&mut self) -> Bytes {
        let mut ends = Bytes::ZERO;
        for lane in 0..LANES {
            let state = self.state.0[lane];
            let waited = mask(state == SEAT as u8);
            let state = choose(waited, AWAKE, state);
            self.state.0[lane] = state;
            ends.0[lane] = self.ends.0[lane] & mask(state == AWAKE);
        }
        ends
    }

    /// Does `plays`.
    #[inline(always)]
    fn act<const SEAT: usize, P: LanePolicy>(&mut self, rules: &Rules, plays: &Plays) {
        let held = self.put_down::<SEAT>(plays);
        let due = self.pay_from_table::<SEAT>(rules, plays);
        self.pay_from_last::<SEAT>(&due);
        let mut out = Bytes::ZERO;
        let mut over = Bytes::ZERO;
        for lane in 0..LANES {
            let tile = plays.tile.0[lane];
            let played = mask(tile != 0);
            let awake = mask(self.state.0[lane] == AWAKE);
            let (last, ends) = (self.last.0[lane], self.ends.0[lane]);
            out.0[lane] = played & mask(held.0[lane] == 0);
            // All five have passed in a row where LAST MAPPANO passes too (R5.4).
            let blocked = awake & !played & mask(last == SEAT as u8);
            if P::NEEDS_LACKS {
                self.lacks[SEAT].0[lane] |= ends & awake & !played;
            }
            self.ends.0[lane] = choose(played, plays.ends.0[lane], ends);
            self.last.0[lane] = choose(played, SEAT as u8, last);
            self.end.0[lane] = choose(blocked, MANGUNO, self.end.0[lane]);
            over.0[lane] = blocked | out.0[lane];
            self.state.0[lane] = choose(over.0[lane], ENDED, self.state.0[lane]);
        }
        self.keys.note(&over);
        self.first_cappu::<SEAT>(rules, plays, &out);
    }

    /// Ends the rounds of the lanes where `SEAT` is `out` (R5.1 to R5.3, R7.3 to R7.5, R9.1).
    #[inline(always)]
    fn first_cappu<const SEAT: usize>(&mut self, rules: &Rules, plays: &Plays, out: &Bytes) {
        let cucuq = (SEAT + Seat::COUNT - 1) % Seat::COUNT;
        let (cappu, ceki, pollo) = (rules.cappu, rules.ceki, rules.pollo);
        let asked_before = mask(rules.camat_check == CamatCheck::BeforePayment);
        for lane in 0..LANES {
            let out = out.0[lane];
            let mappakuling = at_most_one(plays.ends.0[lane]);
            let lempa = at_most_one(plays.tile.0[lane]);
            let most = out & choose(mappakuling, choose(lempa, pollo, ceki), cappu);
            let kind = mappakuling & (1 + (lempa & 1));
            let (table, stones) = (self.table.0[lane], self.stones[SEAT].0[lane]);
            let from_table = most.min(table);
            let gives = (most - from_table).min(stones);
            let (table_left, left) = (table - from_table, stones - gives);
            let asked = choose(asked_before, table | stones, table_left | left);
            self.table.0[lane] = table_left;
            self.stones[SEAT].0[lane] = left;
            self.stones[cucuq].0[lane] += from_table + gives;
            let end = kind | ELECTED & mask(asked == 0);
            self.end.0[lane] = choose(out, end, self.end.0[lane]);
        }
    }

    /// Takes the tiles out of the hands; what is left in them is zero where that was the last one.
    #[inline(always)]
    fn put_down<const SEAT: usize>(&mut self, plays: &Plays) -> Bytes {
        let mut held = Bytes::ZERO;
        for place in &mut self.tiles[SEAT] {
            for lane in 0..LANES {
                let mine = place.0[lane] & VALUES;
                // A hand holds no tile twice, so the byte is name enough.
                let kept = mine & mask(mine != plays.tile.0[lane]);
                place.0[lane] = kept;
                held.0[lane] |= kept;
            }
        }
        held
    }

    /// R7.1, R7.2: what the table gives for passes; what remains due.
    #[inline(always)]
    fn pay_from_table<const SEAT: usize>(&mut self, rules: &Rules, plays: &Plays) -> Bytes {
        let (pass, passebunge) = (rules.pass, rules.passebunge);
        let mut due = Bytes::ZERO;
        for lane in 0..LANES {
            let played = mask(plays.tile.0[lane] != 0);
            let passes = mask(self.state.0[lane] == AWAKE) & !played;
            let before = mask(self.played.0[lane] & 1 << SEAT != 0);
            let most = choose(before, pass, passebunge) & passes;
            let table = self.table.0[lane];
            let from_table = most.min(table);
            self.table.0[lane] = table - from_table;
            self.stones[SEAT].0[lane] += from_table;
            due.0[lane] = most - from_table;
            self.passes.0[lane] += passes & 1;
            self.passebunge.0[lane] += passes & !before & 1;
            self.played.0[lane] |= played & 1 << SEAT;
        }
        due
    }

    /// R7.1, R7.2: what the table lacks, from the LAST MAPPANO, who gives itself nothing (R6.2).
    #[inline(always)]
    fn pay_from_last<const SEAT: usize>(&mut self, due: &Bytes) {
        for steps in 1..Seat::COUNT {
            let other = (SEAT + steps) % Seat::COUNT;
            for lane in 0..LANES {
                let stones = self.stones[other].0[lane];
                let is_last = mask(self.last.0[lane] == other as u8);
                let gives = due.0[lane].min(stones) & is_last;
                self.stones[other].0[lane] = stones - gives;
                self.stones[SEAT].0[lane] += gives;
            }
        }
    }

    /// All bits where a round is over; and where it is, how it ended by [`Lanes::end`] within
    /// `among` for `like`.
    #[inline(always)]
    pub fn ended(&self, among: u8, like: u8) -> Bytes {
        let mut ended = Bytes::ZERO;
        for lane in 0..LANES {
            let alike = mask(self.end.0[lane] & among == like);
            ended.0[lane] = mask(self.state.0[lane] == ENDED) & alike;
        }
        ended
    }
}
