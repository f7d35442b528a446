//! Seats at the table (R1.2) and arrays indexed by them.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// One of the five seats, 0 to 4 clockwise (R1.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// Seats at a table: 5.
    pub const COUNT: usize = 5;
    /// All seats, clockwise from 0.
    pub const ALL: [Seat; Self::COUNT] = [Seat(0), Seat(1), Seat(2), Seat(3), Seat(4)];

    /// The seat of a number in 0..5.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Its number, 0..5, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat after this one: p+1 mod 5 (R1.2).
    pub const fn next(self) -> Self {
        if self.0 == 4 { Self(0) } else { Self(self.0 + 1) }
    }

    /// The seat before this one: p−1 mod 5 (R1.2).
    pub const fn previous(self) -> Self {
        if self.0 == 0 { Self(4) } else { Self(self.0 - 1) }
    }

    /// The seat `steps` further clockwise.
    pub const fn after(self, steps: usize) -> Self {
        Self(((self.0 as usize + steps) % Self::COUNT) as u8)
    }

    /// The other four seats, clockwise from the one after this.
    pub fn others(self) -> impl Iterator<Item = Seat> {
        (1..Self::COUNT).map(move |steps| self.after(steps))
    }

    /// A bit for the seat, for sets of seats in a byte.
    pub(super) const fn bit(self) -> u8 {
        1 << self.0
    }
}

impl TryFrom<i64> for Seat {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        u8::try_from(number)
            .ok()
            .and_then(Seat::new)
            .ok_or_else(|| format!("{number} is not a seat; seats are 0 to 4"))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// One `T` for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(pub [T; Seat::COUNT]);

impl<T> BySeat<T> {
    /// The value `make` gives for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self(std::array::from_fn(|index| make(Seat(index as u8))))
    }

    /// The values, seat 0 first.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Seat and value, seat 0 first.
    pub fn enumerate(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// `change` applied to each value.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// A list of up to four seats, in an order that matters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SeatList {
    seats: [Seat; Seat::COUNT - 1],
    len: u8,
}

impl SeatList {
    /// No seat.
    pub const EMPTY: Self = Self { seats: [Seat(0); Seat::COUNT - 1], len: 0 };

    /// Appends `seat`; a list holds at most the four others of a table.
    pub(super) fn push(&mut self, seat: Seat) {
        self.seats[usize::from(self.len)] = seat;
        self.len += 1;
    }

    /// The seats in order.
    pub fn as_slice(&self) -> &[Seat] {
        &self.seats[..usize::from(self.len)]
    }
}

impl fmt::Debug for SeatList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_2_clockwise() {
        assert_eq!(Seat(4).next(), Seat(0));
        assert_eq!(Seat(0).previous(), Seat(4));
        for seat in Seat::ALL {
            assert_eq!(seat.next().previous(), seat);
            assert_eq!(seat.after(1), seat.next());
            assert_eq!(seat.others().collect::<Vec<_>>().len(), 4);
        }
        assert_eq!(Seat::new(5), None);
        assert!(Seat::try_from(-1).is_err());
    }
}
