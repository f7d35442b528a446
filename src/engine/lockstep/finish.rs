//! How the round of one lane ends, and what that pays (R5, R7.3 to R7.8, R9.1).

use super::super::ending::End;
use super::super::rules::Rules;
use super::super::seat::{BySeat, Seat};
use super::super::stones::Holdings;
use super::lanes::{ELECTED, Lanes, VALUES};

/// What came of a round, as many rounds are summed up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished {
    pub kind: End,
    pub winner: Seat,
    /// Whether the winner is elected CAMAT (R9.1).
    pub elected: bool,
    /// Plies of the round, those before a lane took it in included.
    pub plies: u8,
    /// Passes, PASSEBUNGE not counted; of a round begun in its middle those in the lane.
    pub passes: u8,
    /// Passes that were PASSEBUNGE, likewise.
    pub passebunge: u8,
    /// Stones after the round, before R9.3.
    pub holdings: Holdings,
}

impl Lanes {
    /// What came of the round of `lane`, which is over.
    #[inline(always)]
    pub fn finished(&self, lane: usize) -> Finished {
        let end = self.end.0[lane];
        let kind = End::ALL[usize::from(end & !ELECTED).min(End::COUNT - 1)];
        let winner = usize::from(self.last.0[lane]).min(Seat::COUNT - 1);
        let [a, b, c, d, e] = &self.stones;
        let seats = BySeat([a.0[lane], b.0[lane], c.0[lane], d.0[lane], e.0[lane]]);
        let passebunge = self.passebunge.0[lane];
        Finished {
            kind,
            winner: Seat::ALL[winner],
            elected: end & ELECTED != 0,
            plies: self.keys.plies(lane),
            passes: self.passes.0[lane].wrapping_sub(passebunge),
            passebunge,
            holdings: Holdings { table: self.table.0[lane], seats },
        }
    }

    /// R6.1: from the table, then from `giver`, which is not `to`; what is not paid.
    #[inline(always)]
    fn pay(&mut self, lane: usize, to: usize, most: u8, giver: usize) -> u8 {
        let table = most.min(self.table.0[lane]);
        let gives = (most - table).min(self.stones[giver].0[lane]);
        self.table.0[lane] -= table;
        self.stones[giver].0[lane] -= gives;
        self.stones[to].0[lane] += table + gives;
        most - table - gives
    }

    /// Ends the blocked round of `lane` (R5.4 to R5.7, R7.6 to R7.8): who wins becomes its last.
    #[inline(never)]
    pub fn manguno(&mut self, rules: &Rules, lane: usize) {
        let seat = usize::from(self.last.0[lane]) % Seat::COUNT;
        let mut pips = [0; Seat::COUNT];
        for (sum, hand) in pips.iter_mut().zip(&self.tiles) {
            for place in hand {
                *sum += PIPS[usize::from(place.0[lane] & VALUES)];
            }
        }
        let own = pips[seat];
        // The lowest sum, the first clockwise from MANGUNO among equals (R5.6), as one number.
        let (mut lowest, mut mattikkeng) = (u16::MAX, 0);
        for steps in 1..Seat::COUNT {
            let sum = pips[(seat + steps) % Seat::COUNT];
            mattikkeng += u32::from(sum <= own);
            lowest = lowest.min(u16::from(sum) * 8 + steps as u16);
        }
        let first = (seat + usize::from(lowest & 7)) % Seat::COUNT;
        let lower = lowest >> 3 < u16::from(own);
        let (end, winner, to, most) = match (mattikkeng, lower) {
            (0, _) => (End::Manguno, seat, seat + Seat::COUNT - 1, rules.manguno),
            (1, true) => (End::Mattikkeng, first, seat, rules.mattikkeng),
            _ => (End::Mattikkeng, first, seat, rules.mattikkeng_shared),
        };
        self.end.0[lane] = end.index() as u8;
        self.last.0[lane] = winner as u8;
        let due = self.pay(lane, to % Seat::COUNT, most, winner);
        if due > 0 && mattikkeng > 1 {
            self.pay_further(lane, seat, due, |other| other != winner && pips[other] <= own);
        }
    }

    /// R7.8: what the first MATTIKKENG lacks, from the other ones clockwise from MANGUNO.
    #[cold]
    fn pay_further(
        &mut self,
        lane: usize,
        seat: usize,
        mut due: u8,
        gives: impl Fn(usize) -> bool,
    ) {
        for other in (1..Seat::COUNT).map(|steps| (seat + steps) % Seat::COUNT) {
            if gives(other) {
                due = self.pay(lane, seat, due, other);
            }
        }
    }
}

/// Pips of each tile byte: one value counts twice, two once each.
static PIPS: [u8; 128] = {
    let mut pips = [0; 128];
    let mut byte: usize = 1;
    while byte < 128 {
        let (low, high) = (byte.trailing_zeros() as u8, byte.ilog2() as u8);
        pips[byte] = low + high;
        byte += 1;
    }
    pips
};
