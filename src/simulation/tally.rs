//! The sums over elections, in whole numbers.

use crate::engine::lockstep::{ElectionEnd, Finished, Listener};
use crate::engine::{End, Outcome, Seat};

/// Elections of as many rounds or more are counted together.
pub const LONG: usize = 256;

/// Sums over elections; those of parts merge into those of the whole.
///
/// Distances are counted clockwise, from 0 for the seat itself. No count leaves its 64 bits in
/// elections that [`Simulation::check`](super::Simulation::check) lets pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Elections that R9.6 ended.
    pub undecided: u64,
    /// Passes that are not PASSEBUNGE.
    pub passes: u64,
    pub passebunge: u64,
    /// Choices that were not legal; the first legal move was played.
    pub faults: u64,
    /// Rounds by how they ended, in the order of [`End::ALL`].
    pub ends: [u64; End::COUNT],
    /// Rounds by the distance of their winner from who started them.
    pub rounds_won: [u64; Seat::COUNT],
    /// Elections by the seat elected.
    pub camat: [u64; Seat::COUNT],
    /// Elections by the distance of the CAMAT from who started the first round.
    pub camat_from_first: [u64; Seat::COUNT],
    /// Elections by the distance of the CAMAT from who started the round that decided.
    pub camat_from_last: [u64; Seat::COUNT],
    /// Stones at the election (R9.5), by seat.
    pub stones_by_seat: [u64; Seat::COUNT],
    /// Seats by the stones they held at the election. A byte indexes each of these without a
    /// check; what lies beyond the bounds of rules and rounds stays 0.
    pub stones: [u64; 256],
    /// Rounds by their plies.
    pub plies: [u64; 256],
    /// Elections by their rounds, the last place for [`LONG`] and more.
    pub rounds: [u64; LONG + 1],
}

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally {
    /// Of no elections.
    pub const fn new() -> Self {
        Self {
            undecided: 0,
            passes: 0,
            passebunge: 0,
            faults: 0,
            ends: [0; End::COUNT],
            rounds_won: [0; Seat::COUNT],
            camat: [0; Seat::COUNT],
            camat_from_first: [0; Seat::COUNT],
            camat_from_last: [0; Seat::COUNT],
            stones_by_seat: [0; Seat::COUNT],
            stones: [0; 256],
            plies: [0; 256],
            rounds: [0; LONG + 1],
        }
    }

    /// Elections counted.
    pub fn elections(&self) -> u64 {
        self.rounds.iter().sum()
    }

    /// Rounds counted.
    pub fn rounds(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// Plies counted.
    pub fn plies(&self) -> u64 {
        (0..).zip(&self.plies).map(|(plies, rounds)| plies * rounds).sum()
    }

    /// Adds the elections of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.undecided += other.undecided;
        self.passes += other.passes;
        self.passebunge += other.passebunge;
        self.faults += other.faults;
        add(&mut self.ends, &other.ends);
        add(&mut self.rounds_won, &other.rounds_won);
        add(&mut self.camat, &other.camat);
        add(&mut self.camat_from_first, &other.camat_from_first);
        add(&mut self.camat_from_last, &other.camat_from_last);
        add(&mut self.stones_by_seat, &other.stones_by_seat);
        add(&mut self.stones, &other.stones);
        add(&mut self.plies, &other.plies);
        add(&mut self.rounds, &other.rounds);
    }
}

impl Listener for Tally {
    #[inline(always)]
    fn round_ends(&mut self, starter: Seat, end: &Finished) {
        let distance = distance(starter, end.winner);
        self.ends[end.kind.index()] += 1;
        self.plies[usize::from(end.plies)] += 1;
        self.passes += u64::from(end.passes);
        self.passebunge += u64::from(end.passebunge);
        self.rounds_won[distance] += 1;
        self.camat_from_last[distance] += u64::from(end.elected);
    }

    #[inline(always)]
    fn election_ends(&mut self, end: &ElectionEnd) {
        self.rounds[(end.rounds as usize).min(LONG)] += 1;
        for (sum, &held) in self.stones_by_seat.iter_mut().zip(end.holdings.seats.iter()) {
            *sum += u64::from(held);
            self.stones[usize::from(held)] += 1;
        }
        match end.outcome {
            Outcome::Undecided => self.undecided += 1,
            Outcome::Camat(seat) => {
                self.camat[seat.index()] += 1;
                self.camat_from_first[distance(end.first_starter, seat)] += 1;
            }
        }
    }
}

/// Steps clockwise from one seat to another, 0 to 4.
#[inline(always)]
fn distance(from: Seat, to: Seat) -> usize {
    (to.index() + Seat::COUNT - from.index()) % Seat::COUNT
}

fn add(sums: &mut [u64], more: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}
