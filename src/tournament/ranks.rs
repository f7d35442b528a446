//! The order in which the seats of a block ended an election.

use crate::engine::Seat;

/// The rank of each seat of a block at the end of an election: the CAMAT is first and alone, then
/// come those with fewer stones; equal stones, equal rank, and as many ranks are left out after it.
/// Where no CAMAT was elected (R9.6) there is no first, and ranks begin with 2.
///
/// Seats stand in the order of their entrants in the pool, those of one entrant with ranks rising.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ranks([u8; Seat::COUNT]);

impl Ranks {
    /// Of seats by entrant, in any numbers that rise with the pool, and stones; of a CAMAT who it is.
    pub(super) fn of(seats: [(usize, u8); Seat::COUNT], camat: Option<usize>) -> Self {
        let shift = u8::from(camat.is_none());
        let key = |at: usize| (camat != Some(at), seats[at].1);
        let ahead = |at: usize| (0..seats.len()).filter(|&other| key(other) < key(at)).count();
        let mut ranked: [(usize, u8); Seat::COUNT] =
            std::array::from_fn(|at| (seats[at].0, 1 + shift + ahead(at) as u8));
        ranked.sort_unstable();
        Self(ranked.map(|(_, rank)| rank))
    }

    /// The ranks, 1 to 6.
    pub fn each(&self) -> &[u8; Seat::COUNT] {
        &self.0
    }

    /// As the digits of a number.
    pub(super) fn number(self) -> i64 {
        self.0.iter().fold(0, |number, &rank| 10 * number + i64::from(rank))
    }

    /// From the digits of a number, if an election can end so.
    pub(super) fn from_number(number: i64) -> Option<Self> {
        let mut rest = u32::try_from(number).ok()?;
        let mut ranks = [0; Seat::COUNT];
        for rank in ranks.iter_mut().rev() {
            *rank = (rest % 10) as u8;
            rest /= 10;
        }
        let firsts = ranks.iter().filter(|&&rank| rank == 1).count();
        let shift = usize::from(firsts == 0);
        let ahead = |rank: u8| ranks.iter().filter(|&&other| other < rank).count();
        let follow = ranks.iter().all(|&rank| usize::from(rank) == 1 + shift + ahead(rank));
        (rest == 0 && firsts <= 1 && follow).then_some(Self(ranks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camat_is_first_then_fewer_stones() {
        let seats = [(0, 4), (1, 0), (1, 0), (2, 7), (1, 4)];
        assert_eq!(Ranks::of(seats, Some(2)).number(), 31_235);
        // 4 stones of entrant 0; 0, 0 and 4 of entrant 1; 7 of entrant 2.
        assert_eq!(Ranks::of(seats, None).number(), 42_246);
        assert_eq!(Ranks::of([(0, 0); 5], None).number(), 22_222);
    }

    #[test]
    fn numbers_lead_back() {
        let mut random = crate::engine::Seed(4).schedule(0);
        for _ in 0..500 {
            let seats = std::array::from_fn(|_| (random.below(3) as usize, random.below(4) as u8));
            let camat = Some(random.below(6) as usize).filter(|&seat| seat < 5);
            let ranks = Ranks::of(seats, camat);
            assert_eq!(Ranks::from_number(ranks.number()), Some(ranks));
        }
        for wrong in [0, -12_345, 11_345, 12_346, 112_345, 22_345, 13_333, 33_333, i64::MAX] {
            assert_eq!(Ranks::from_number(wrong), None, "{wrong}");
        }
    }
}
