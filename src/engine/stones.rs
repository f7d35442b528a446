//! Stones and how they move (R1.3, R6, R7).

use serde::{Serialize, Serializer};

use super::seat::{BySeat, Seat};

/// Where the stones are: on the table and with each seat. Their sum never changes (R1.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Holdings {
    pub table: u8,
    pub seats: BySeat<u8>,
}

/// Why stones are paid (R7.1 to R7.8), in the words of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Pass,
    Passebunge,
    Cappu,
    Ceki,
    Pollo,
    Manguno,
    Mattikkeng,
    MattikkengShared,
}

impl Why {
    /// The word records use.
    pub const fn word(self) -> &'static str {
        match self {
            Why::Pass => "pass",
            Why::Passebunge => "passebunge",
            Why::Cappu => "cappu",
            Why::Ceki => "ceki",
            Why::Pollo => "pollo",
            Why::Manguno => "manguno",
            Why::Mattikkeng => "mattikkeng",
            Why::MattikkengShared => "mattikkeng_shared",
        }
    }

    /// Whether it is for a pass, paid as it happens (R7.9), and not for how a round ends.
    pub const fn is_pass(self) -> bool {
        matches!(self, Why::Pass | Why::Passebunge)
    }

    /// The number of the rule that says what is paid.
    pub const fn rule(self) -> &'static str {
        match self {
            Why::Pass => "R7.1",
            Why::Passebunge => "R7.2",
            Why::Cappu => "R7.3",
            Why::Ceki => "R7.4",
            Why::Pollo => "R7.5",
            Why::Manguno => "R7.6",
            Why::Mattikkeng => "R7.7",
            Why::MattikkengShared => "R7.8",
        }
    }
}

/// The givers that gave, in order, with what each gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    gave: [(Seat, u8); Seat::COUNT - 1],
    len: u8,
}

impl Given {
    const NOTHING: Self = Self { gave: [(Seat::ALL[0], 0); Seat::COUNT - 1], len: 0 };

    /// Seat and stones of each giver.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, u8)> {
        self.gave[..usize::from(self.len)].iter().copied()
    }
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A payment as it was made, of nothing perhaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Payment {
    /// The ply that caused it; those that end a round carry the last.
    pub ply: u8,
    pub why: Why,
    pub to: Seat,
    /// What the table paid.
    pub table: u8,
    /// What others gave of their own.
    pub from: Given,
}

impl Payment {
    /// All that was received.
    pub fn total(&self) -> u8 {
        self.from.iter().fold(self.table, |sum, (_, stones)| sum + stones)
    }
}

impl Holdings {
    /// All stones on the table, as an election begins (R9.5).
    pub const fn on_table(stones: u8) -> Self {
        Self { table: stones, seats: BySeat([0; Seat::COUNT]) }
    }

    /// All stones, wherever they are.
    pub fn total(&self) -> u32 {
        self.seats.iter().fold(u32::from(self.table), |sum, &n| sum + u32::from(n))
    }

    /// Pays `to` at most `most`: from the table, then from `givers` in order (R6.1), of which `to`
    /// itself gives nothing (R6.2).
    #[inline(always)]
    pub(super) fn pay(
        &mut self,
        (ply, why): (u8, Why),
        to: Seat,
        most: u8,
        givers: impl IntoIterator<Item = Seat>,
    ) -> Payment {
        let table = most.min(self.table);
        self.table -= table;
        self.seats[to] += table;
        let mut due = most - table;
        let mut from = Given::NOTHING;
        if due > 0 {
            for giver in givers {
                let stones = due.min(self.seats[giver]);
                if giver != to && stones > 0 {
                    self.seats[giver] -= stones;
                    self.seats[to] += stones;
                    due -= stones;
                    from.gave[usize::from(from.len)] = (giver, stones);
                    from.len += 1;
                }
            }
        }
        Payment { ply, why, to, table, from }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(n: u8) -> Seat {
        Seat::new(n).unwrap()
    }

    #[test]
    fn r6_1_table_first_then_givers_in_order_then_nothing() {
        let mut held = Holdings { table: 1, seats: BySeat([0, 0, 2, 1, 5]) };
        let paid = held.pay((7, Why::Ceki), seat(0), 5, [seat(3), seat(2), seat(1)]);
        assert_eq!(paid.table, 1);
        assert_eq!(paid.from.iter().collect::<Vec<_>>(), [(seat(3), 1), (seat(2), 2)]);
        assert_eq!(held, Holdings { table: 0, seats: BySeat([4, 0, 0, 0, 5]) });
        assert_eq!(paid.total(), 4);
    }

    #[test]
    fn r6_2_example_9_a_giver_who_receives_gives_nothing() {
        let mut held = Holdings { table: 0, seats: BySeat([0, 3, 0, 0, 0]) };
        let paid = held.pay((9, Why::Pass), seat(1), 1, [seat(1)]);
        assert_eq!((paid.total(), held.seats.0), (0, [0, 3, 0, 0, 0]));
    }
}
