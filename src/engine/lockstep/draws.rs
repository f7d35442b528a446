//! The streams of all lanes: the words that the scalar engine would draw, beside each other.

use super::super::seat::Seat;
use super::super::seed::{PLY_STEP, RoundStreams, SEAT_STEP, Stream, word};
use super::bytes::{Bytes, Halves, LANES, choose};
use super::position::Position;

/// One 32-bit word a lane.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Words([u32; LANES]);

/// What the streams of the lanes are made from.
///
/// The ply of a lane is the clock less its birth, and so with their products with the steps of the
/// key: nothing of a lane need change from ply to ply.
pub(super) struct Keys {
    low: Words,
    high: Words,
    low_birth: Words,
    high_birth: Words,
    birth: Bytes,
    /// Plies of a round that is over.
    plies: Bytes,
    /// Plies that all lanes have played.
    clock: u32,
    /// The seat that is next when lanes take in rounds.
    first: usize,
}

/// What a ply adds to the high half of a key.
const HIGH_STEP: u32 = SEAT_STEP.wrapping_mul(8);

impl Keys {
    /// No keys yet; lanes take in rounds before `first` is to move.
    pub fn new(first: Seat) -> Self {
        const NONE: Words = Words([0; LANES]);
        Self {
            low: NONE,
            high: NONE,
            low_birth: NONE,
            high_birth: NONE,
            birth: Bytes::ZERO,
            plies: Bytes::ZERO,
            clock: 0,
            first: first.index(),
        }
    }

    /// How many plies after the lanes take in rounds it is the turn of `seat`.
    #[inline(always)]
    fn delay(&self, seat: usize) -> usize {
        if seat >= self.first { seat - self.first } else { seat + Seat::COUNT - self.first }
    }

    /// A round that goes on from `position` when its seat to move is next; `first` is next now.
    #[inline(always)]
    pub fn begin(&mut self, lane: usize, position: &Position) {
        let waits = self.delay(position.to_move.index()) as u32;
        let birth = self.clock.wrapping_add(waits).wrapping_sub(u32::from(position.plies));
        self.low.0[lane] = position.streams.low();
        self.high.0[lane] = position.streams.high();
        self.low_birth.0[lane] = birth.wrapping_mul(PLY_STEP);
        self.high_birth.0[lane] = birth.wrapping_mul(HIGH_STEP);
        self.birth.0[lane] = birth as u8;
    }

    /// A ply is over.
    #[inline(always)]
    pub fn tick(&mut self) {
        self.clock = self.clock.wrapping_add(1);
    }

    /// Notes how many plies the rounds have had that this ply ends, in the lanes that are marked.
    #[inline(always)]
    pub fn note(&mut self, over: &Bytes) {
        let now = (self.clock as u8).wrapping_add(1);
        for lane in 0..LANES {
            let plies = now.wrapping_sub(self.birth.0[lane]);
            self.plies.0[lane] = choose(over.0[lane], plies, self.plies.0[lane]);
        }
    }

    /// Plies of the round that is over.
    #[inline(always)]
    pub fn plies(&self, lane: usize) -> u8 {
        self.plies.0[lane]
    }

    /// The number of the lane's ply that is next.
    #[inline(always)]
    fn ply(&self, lane: usize) -> u8 {
        (self.clock as u8).wrapping_sub(self.birth.0[lane])
    }

    /// The high halves of word `number` of each lane's stream, `SEAT` being to move.
    #[inline(always)]
    pub fn draw<const SEAT: usize>(&self, number: u32) -> Halves {
        let low_clock = self.clock.wrapping_mul(PLY_STEP);
        let seat = (SEAT as u32 + 1).wrapping_mul(SEAT_STEP);
        let high_clock = self.clock.wrapping_mul(HIGH_STEP).wrapping_add(seat);
        let mut drawn = Halves([0; LANES]);
        for lane in 0..LANES {
            let low = self.low.0[lane] ^ low_clock.wrapping_sub(self.low_birth.0[lane]);
            let high = self.high.0[lane] ^ high_clock.wrapping_sub(self.high_birth.0[lane]);
            drawn.0[lane] = (word(low, high, number) >> 16) as u16;
        }
        drawn
    }

    /// The stream of one lane, for draws that go on.
    pub fn stream(&self, seat: Seat, lane: usize) -> Stream {
        RoundStreams::of(self.low.0[lane], self.high.0[lane])
            .stream(usize::from(self.ply(lane)), seat)
    }
}
