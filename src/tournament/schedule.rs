//! Who sits where in each block: a pure function of design, pool, seed and block number.

use super::design::{Arm, Seating};
use super::draw::Draw;
use crate::engine::{BySeat, Seat, Seed};

/// One seating, to be played in its five rotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub number: u64,
    /// Its arm, by place among those of the experiment.
    pub arm: usize,
    /// The entrant, by place in the pool, first at each seat.
    pub seating: BySeat<usize>,
}

impl Block {
    /// The number of its game in a rotation (formats.md).
    pub const fn game(&self, rotation: usize) -> u64 {
        self.number * Seat::COUNT as u64 + rotation as u64
    }

    /// Who sits where in rotation k: the entrant first at seat s sits at (s + k) mod 5.
    pub fn rotated(&self, rotation: usize) -> BySeat<usize> {
        BySeat::from_fn(|seat| self.seating[seat.after(Seat::COUNT - rotation % Seat::COUNT)])
    }

    /// The different entrants that sit in it, rising, and how many they are.
    pub(super) fn present(&self) -> (Seating, usize) {
        let mut present = self.seating.0;
        present.sort_unstable();
        let mut count = 1;
        for at in 1..present.len() {
            if present[at] != present[count - 1] {
                present[count] = present[at];
                count += 1;
            }
        }
        (present, count)
    }
}

/// All blocks of an experiment, in order. Block n is of arm n mod the number of arms.
#[derive(Clone, Debug)]
pub struct Schedule {
    arms: Vec<Arm>,
    draw: Draw,
}

impl Schedule {
    /// The schedule of a pool of `pool` entrants, 1 or more, in these arms, 1 or more.
    pub const fn new(arms: Vec<Arm>, pool: usize, seed: Seed) -> Self {
        Self { arms, draw: Draw::new(pool, seed) }
    }

    /// The arms that take turns.
    pub fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// The least number of blocks after which each entrant has had equally many seats, or where
    /// that never is, each arm equally many blocks.
    pub fn cycle_length(&self) -> u64 {
        let drawn = self.arms.iter().any(|arm| arm.seatings.is_empty());
        let each = if drawn { self.draw.cycle_length() } else { 1 };
        each * self.arms.len() as u64
    }

    /// The block of a number.
    pub fn block(&mut self, number: u64) -> Block {
        let arms = self.arms.len() as u64;
        let (arm, turn) = ((number % arms) as usize, number / arms);
        let seatings = &self.arms[arm].seatings;
        let seating = match seatings.len() {
            0 => self.draw.seating(turn),
            count => seatings[(turn % count as u64) as usize],
        };
        Block { number, arm, seating: BySeat(seating) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Design;

    fn schedule(design: Design, both: bool, labels: &[&str]) -> Schedule {
        Schedule::new(Arm::of(design, both, labels, &[]), labels.len(), Seed(7))
    }

    #[test]
    fn rotation_moves_everyone_clockwise() {
        let block = schedule(Design::FreeForAll, false, &["a", "b", "c", "d", "e"]).block(0);
        assert_eq!(block.rotated(0), block.seating);
        for rotation in 0..5 {
            for seat in Seat::ALL {
                assert_eq!(block.rotated(rotation)[seat.after(rotation)], block.seating[seat]);
            }
        }
    }

    #[test]
    fn a_duel_is_one_against_four() {
        let mut duel = schedule(Design::Duel, false, &["a", "b"]);
        assert_eq!(duel.block(9).seating, BySeat([0, 1, 1, 1, 1]));
        assert_eq!(duel.cycle_length(), 1);
        let mut both = schedule(Design::Duel, true, &["a", "b"]);
        assert_eq!(both.block(8).seating, BySeat([0, 1, 1, 1, 1]));
        assert_eq!(both.block(9).seating, BySeat([0, 0, 0, 0, 1]));
        assert_eq!(both.cycle_length(), 2);
    }

    #[test]
    fn arms_take_turns_and_their_seatings_too() {
        let mut mix = schedule(Design::Mix, false, &["a", "b"]);
        assert_eq!(mix.cycle_length(), 4);
        let arms: Vec<usize> = (0..8).map(|number| mix.block(number).arm).collect();
        assert_eq!(arms, [0, 1, 2, 3, 0, 1, 2, 3]);
        assert_eq!(mix.block(1).seating, BySeat([0, 0, 1, 1, 1]));
        assert_eq!(mix.block(5).seating, BySeat([0, 1, 0, 1, 1]));
        assert_eq!(mix.block(9), Block { number: 9, ..mix.block(1) });
        let mut gauntlet = schedule(Design::Gauntlet, false, &["a", "b", "c", "d"]);
        assert_eq!(gauntlet.cycle_length(), 3);
        assert_eq!(gauntlet.block(4).seating, BySeat([0, 2, 2, 2, 2]));
        assert_eq!(gauntlet.block(4).present(), ([0, 2, 2, 2, 2], 2));
    }
}
