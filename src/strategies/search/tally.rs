//! What the moves of a decision have come to, and which of them are clearly worse.

use super::rollouts::MOST_MOVES;

/// Sums over the worlds of a decision.
///
/// Moves are rolled out in the same worlds under the same chances, so what tells two of them apart
/// is the spread of their differences, which is far below that of their values. For that the sums
/// of products of every two moves are kept. A worth is at most 2¹⁶ and worlds are at most a
/// million: a sum stays below 2³⁶ and a sum of products below 2⁵².
#[derive(Clone, Debug)]
pub(in crate::strategies) struct Tally {
    /// How many moves there are.
    moves: usize,
    /// The moves that are still rolled out.
    alive: [bool; MOST_MOVES],
    /// Worlds each move was rolled out in: all so far, or all until it was dropped.
    worlds: [u32; MOST_MOVES],
    totals: [i64; MOST_MOVES],
    /// Of two moves, while both are alive.
    products: [[i64; MOST_MOVES]; MOST_MOVES],
}

impl Tally {
    /// Of a mean: 2²⁰.
    pub const UNIT: i64 = 1 << 20;

    /// Nothing yet of `moves` moves, at most [`MOST_MOVES`].
    pub fn new(moves: usize) -> Self {
        let mut alive = [false; MOST_MOVES];
        alive.iter_mut().take(moves).for_each(|alive| *alive = true);
        Self {
            moves,
            alive,
            worlds: [0; MOST_MOVES],
            totals: [0; MOST_MOVES],
            products: [[0; MOST_MOVES]; MOST_MOVES],
        }
    }

    /// Whether a move is still rolled out.
    pub fn is_alive(&self, number: usize) -> bool {
        self.alive.get(number).copied().unwrap_or(false)
    }

    /// How many moves are still rolled out.
    pub fn alive(&self) -> usize {
        self.alive.iter().filter(|&&alive| alive).count()
    }

    /// Adds what the moves that are alive are worth in one world each; the rest is not looked at.
    pub fn add(&mut self, worlds: &[[i32; MOST_MOVES]]) {
        let numbers: Vec<usize> = (0..self.moves).filter(|&number| self.alive[number]).collect();
        for (place, &one) in numbers.iter().enumerate() {
            self.worlds[one] += worlds.len() as u32;
            self.totals[one] += worlds.iter().map(|values| i64::from(values[one])).sum::<i64>();
            for &other in &numbers[..=place] {
                let product =
                    |values: &[i32; MOST_MOVES]| i64::from(values[one]) * i64::from(values[other]);
                self.products[one][other] += worlds.iter().map(product).sum::<i64>();
            }
        }
    }

    /// Drops every move whose mean is `deviations` thousandths of the standard error of the
    /// difference or more below that of the best.
    pub fn drop_worse(&mut self, deviations: u32) {
        let best = self.best();
        for number in 0..self.moves {
            if number != best && self.alive[number] && self.alive[best] {
                self.alive[number] = !self.is_worse(number, best, deviations);
            }
        }
    }

    /// Whether the sum D of the differences of n worlds is `deviations`/1000 of its standard error
    /// √(n · (Q/n − (D/n)²)) above nothing, Q being the sum of their squares.
    fn is_worse(&self, number: usize, best: usize, deviations: u32) -> bool {
        let (low, high) = (number.min(best), number.max(best));
        let squares =
            self.products[low][low] + self.products[high][high] - 2 * self.products[high][low];
        let n = i128::from(self.worlds[best]);
        let difference = i128::from(self.totals[best] - self.totals[number]);
        let spread = n * i128::from(squares) - difference * difference;
        let deviations = i128::from(deviations);
        difference > 0
            && 1_000_000 * n * difference * difference >= deviations * deviations * spread
    }

    /// The move of the highest mean, the first of them.
    pub fn best(&self) -> usize {
        let mean_is_higher = |one: usize, other: usize| {
            let mean = |of: usize, by: usize| {
                i128::from(self.totals[of]) * i128::from(self.worlds[by].max(1))
            };
            mean(one, other) > mean(other, one)
        };
        (1..self.moves).fold(0, |best, next| if mean_is_higher(next, best) { next } else { best })
    }

    /// The mean of a move, in units of 1 / [`UNIT`](Self::UNIT) of what was added, rounded down.
    pub fn mean(&self, number: usize) -> i64 {
        let worlds = i128::from(self.worlds[number].max(1));
        (i128::from(self.totals[number]) * i128::from(Self::UNIT)).div_euclid(worlds) as i64
    }

    /// The standard error of the mean of a move, s / √n; none of a single world.
    pub fn error_of_mean(&self, number: usize) -> Option<f64> {
        let (n, total) = (i128::from(self.worlds[number]), i128::from(self.totals[number]));
        // n · Σx² − (Σx)² without rounding; s² is 1 / (n · (n − 1)) of it.
        let squares = n * i128::from(self.products[number][number]) - total * total;
        (n > 1).then(|| (squares as f64 / (n * n * (n - 1)) as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(of: [i32; 3]) -> [i32; MOST_MOVES] {
        [of[0], of[1], of[2], 0, 0, 0]
    }

    /// Move 1 is one above move 0 in every second world and else its equal: over 2m worlds the mean
    /// of the difference is 1/2, its variance 1/4, so it is √(2m) standard errors. Move 2 differs
    /// from move 1 by 100 either way, in turn.
    #[test]
    fn moves_are_dropped_by_the_spread_of_their_differences() {
        let worlds = [values([0, 1, 101]), values([7, 7, -93])].repeat(8);
        for (deviations, left) in [(3_999, [false, true, true]), (4_001, [true; 3])] {
            let mut tally = Tally::new(3);
            tally.add(&worlds);
            tally.drop_worse(deviations);
            assert_eq!([0, 1, 2].map(|number| tally.is_alive(number)), left);
            assert_eq!(tally.best(), 1);
        }
    }

    #[test]
    fn what_is_dropped_keeps_its_mean() {
        let mut tally = Tally::new(2);
        tally.add(&[values([3, 5, 0]); 4]);
        tally.drop_worse(3_000);
        assert_eq!(tally.alive(), 1);
        tally.add(&[values([1_000, 6, 0]); 4]);
        assert_eq!((tally.mean(0), tally.mean(1)), (3 * Tally::UNIT, 11 * Tally::UNIT / 2));
        assert_eq!(tally.error_of_mean(0), Some(0.0));
    }

    #[test]
    fn of_equals_the_first_is_best_and_none_is_dropped() {
        let mut tally = Tally::new(3);
        tally.add(&[values([4, 5, 5]), values([6, 5, 5])]);
        assert_eq!(tally.best(), 0);
        tally.drop_worse(1);
        assert_eq!(tally.alive(), 3);
        assert_eq!(Tally::new(1).error_of_mean(0), None);
    }
}
