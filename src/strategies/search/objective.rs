//! What a finished round is worth to a seat, for strategies that look ahead to the end of one.

use crate::engine::{Holdings, Observation, Rules, Seat};

/// What a finished round is worth to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// 1 for the winner of the round.
    Round,
    /// Few stones of one's own.
    Stones,
    /// The chance to be the next CAMAT, estimated from all stones and who starts.
    Camat,
}

impl Objective {
    pub(in crate::strategies) const WORDS: &'static [&'static str] = &["round", "stones", "camat"];

    /// What the worth of an end is a number of.
    pub(in crate::strategies) const fn unit(self) -> &'static str {
        match self {
            Objective::Round => "chance to win the round",
            Objective::Stones => "own stones after the round, with a minus",
            Objective::Camat => "chance to be the next CAMAT",
        }
    }

    /// How much of [`Worth::of`] is one of them.
    pub(in crate::strategies) const fn scale(self) -> i64 {
        match self {
            Objective::Round | Objective::Stones => 1,
            Objective::Camat => CERTAIN,
        }
    }
}

/// An objective for the ends of one round.
pub(in crate::strategies) struct Worth<'a> {
    objective: Objective,
    seat: Seat,
    camat: Option<Seat>,
    /// The weight of each number of stones a seat can hold: with stones on the table, with an
    /// empty table, and for the starter with an empty table.
    weights: [[u32; 256]; 3],
    equity: std::marker::PhantomData<&'a ()>,
}

impl Worth<'_> {
    /// What the ends of the round that is `seen` are worth to the seat that sees it.
    pub fn new(objective: Objective, seen: &Observation<'_>) -> Self {
        let weights = match objective {
            Objective::Camat => weights(seen.rules()),
            Objective::Round | Objective::Stones => [[0; 256]; 3],
        };
        Self {
            objective,
            seat: seen.seat(),
            camat: seen.camat(),
            weights,
            equity: std::marker::PhantomData,
        }
    }

    /// The value of an end that leaves `holdings`.
    #[inline(always)]
    pub fn of(&self, winner: Seat, elected: bool, holdings: &Holdings) -> i32 {
        match self.objective {
            Objective::Round => i32::from(winner == self.seat),
            Objective::Stones => -i32::from(holdings.seats[self.seat]),
            Objective::Camat if elected => {
                if winner == self.seat {
                    CERTAIN as i32
                } else {
                    0
                }
            }
            Objective::Camat => self.camat_chance(holdings, self.camat.unwrap_or(winner)) as i32,
        }
    }
}

/// The unit of chances: 2¹⁶.
const CERTAIN: i64 = 1 << 16;

/// Weights of 0 to 25 stones of 25: each stone costs a factor of 0.779, e^−0.25.
const WEIGHT: [u32; 26] = {
    let mut weights = [1 << 20; 26];
    let mut held = 1;
    while held < weights.len() {
        weights[held] = weights[held - 1] * 779 / 1000;
        held += 1;
    }
    weights
};

/// The weights of each holding by these rules: stones count as so many of 25. A table has a place
/// for every byte, so that no look-up need be checked.
fn weights(rules: &Rules) -> [[u32; 256]; 3] {
    let stones = usize::from(rules.stones).max(1);
    [(4, 4), (4, 5), (5, 5)].map(|(starts, holds)| {
        let mut weights = [0; 256];
        for (held, weight) in weights.iter_mut().enumerate().take(stones + 1) {
            let edge = starts * if held > 0 { holds } else { 4 };
            *weight = WEIGHT[(held * 25 / stones).min(25)] * edge / 16;
        }
        weights
    })
}

impl Worth<'_> {
    /// The chance of the seat to be the next CAMAT between two rounds, in units of 1 / [`CERTAIN`]:
    /// its share of the weights of all seats.
    ///
    /// The weights are those of a conditional logit fitted to 395 000 states between rounds of
    /// 60 000 elections among greedy with slips: the logarithm falls by a quarter a stone at every
    /// size of the table. With an empty table the starter has an edge of 0.2, and one stone is as
    /// good as none.
    #[inline(always)]
    fn camat_chance(&self, holdings: &Holdings, starter: Seat) -> i64 {
        let [some, none, starts] = &self.weights;
        let (others, starts) = if holdings.table == 0 { (none, starts) } else { (some, some) };
        let weight = |of: Seat| {
            let weights = if of == starter { starts } else { others };
            weights[usize::from(holdings.seats[of])]
        };
        let all: u32 = Seat::ALL.iter().map(|&of| weight(of)).sum();
        // CERTAIN · own / all in two steps of 8 bits, so that nothing leaves 32: a weight is below
        // 2^21 and the sum below 2^23.
        let (own, all) = (weight(self.seat), all.max(1));
        let (high, rest) = ((own << 8) / all, (own << 8) % all);
        i64::from(high << 8) + i64::from((rest << 8) / all)
    }
}
