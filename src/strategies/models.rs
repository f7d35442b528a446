//! Strategies as models of how others choose, for inference.

use super::greedy::Greedy;
use super::rollout::Slips;
use super::search::MOST_MOVES;
use crate::belief::ChoiceModel;
use crate::engine::{Move, Observation};

/// Certain, in the units of [`ChoiceModel::likelihood`].
const CERTAIN: u32 = 1 << 16;

/// `meant`, the chance of the move where nothing slips, with a share of random moves among `legal`.
#[inline(always)]
fn with_slips(percent: u32, meant: u32, legal: u32) -> u32 {
    let slips = CERTAIN * percent.min(100) / 100;
    let meant = ((u64::from(CERTAIN - slips) * u64::from(meant)) >> 16) as u32;
    (meant + slips / legal.max(1)).max(1)
}

/// `greedy` that slips: a slip is any legal move, each as likely.
impl ChoiceModel for Slips {
    #[inline]
    fn likelihood(&self, seen: &Observation<'_>, play: Move) -> u32 {
        let meant = if Greedy.is_best(seen, play) { CERTAIN } else { 0 };
        with_slips(self.percent, meant, seen.legal().len())
    }
}

/// What a strategy that goes by points gives each legal move.
pub trait Points {
    /// Points are in units of 1 / `UNIT`.
    const UNIT: i64;

    /// The legal moves with their points.
    fn points(&self, seen: &Observation<'_>) -> impl Iterator<Item = (Move, i64)>;
}

/// A strategy that goes by points and is less than certain: a move with `half` points less than
/// another is half as likely (a softmax of temperature `half` / ln 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Softmax<S> {
    pub strategy: S,
    /// In points, 1 or more.
    pub half: u32,
    /// Per cent of moves that are any legal one instead, 0..=100.
    pub slips: u32,
}

impl<S: Points> ChoiceModel for Softmax<S> {
    fn likelihood(&self, seen: &Observation<'_>, play: Move) -> u32 {
        let mut moves = [(play, i64::MIN); MOST_MOVES];
        for (place, scored) in moves.iter_mut().zip(self.strategy.points(seen)) {
            *place = scored;
        }
        let best = moves.iter().map(|(_, points)| *points).max().unwrap_or(0);
        let half = i64::from(self.half.max(1)) * S::UNIT;
        let (mut here, mut all) = (0, 0);
        for (other, points) in moves.into_iter().filter(|(_, points)| *points > i64::MIN) {
            let weight = u64::from(halved(best - points, half));
            all += weight;
            here += if other == play { weight } else { 0 };
        }
        with_slips(self.slips, (here * u64::from(CERTAIN) / all.max(1)) as u32, seen.legal().len())
    }
}

/// 2^(−`less` / `half`) in units of 1/2¹⁶, in steps of a thirty-second of a half.
fn halved(less: i64, half: i64) -> u32 {
    let steps = less.saturating_mul(32) / half;
    let whole = (steps / 32).min(31);
    POWERS[(steps % 32) as usize] >> whole
}

/// 2^(−i/32) in units of 1/2¹⁶.
static POWERS: [u32; 32] = {
    /// 2^(−1/32) in units of 1/2³².
    const STEP: u64 = 4_202_935_003;
    let mut powers = [0; 32];
    let mut power: u64 = 1 << 32;
    let mut i = 0;
    while i < 32 {
        powers[i] = ((power + (1 << 15)) >> 16) as u32;
        power = (power * STEP) >> 32;
        i += 1;
    }
    powers
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::Either;
    use crate::engine::{BySeat, Holdings, Round, Rules, Seat, Sitting, Start, TileSet};
    use crate::strategies::{Heuristic, Light, Strategy};

    /// A lead of five tiles by seat 0.
    fn lead(show: impl FnOnce(&Observation<'_>)) {
        let hand = |words: &str| -> TileSet {
            words.split_whitespace().map(|word| word.parse().unwrap()).collect()
        };
        let hands = BySeat([
            hand("66 64 42 21 10"),
            hand("65 55 44 33 22"),
            hand("63 62 61 60 11"),
            hand("54 53 52 51 50"),
            hand("43 41 40 32 00"),
        ]);
        let holdings = Holdings { table: 25, seats: BySeat([0; 5]) };
        let start = Start::by_right(Seat::ALL[0]);
        let round = Round::with_hands(&Rules::default(), &hands, start, holdings).unwrap();
        show(&Observation::new(&round, &Sitting::NOBODY, Seat::ALL[0]));
    }

    fn total(model: &impl ChoiceModel, seen: &Observation<'_>) -> u32 {
        seen.legal().iter().map(|play| model.likelihood(seen, play)).sum()
    }

    #[test]
    fn chances_of_all_moves_come_to_one() {
        lead(|seen| {
            for percent in [0, 5, 50, 100] {
                let sum = total(&Slips { percent }, seen);
                // Shares are rounded down, one unit a move and two of the slips.
                assert!((65_536 - 7..=65_536 + 5).contains(&sum), "{sum}");
                let model = Softmax { strategy: Light::default(), half: 50, slips: percent };
                let sum = total(&model, seen);
                assert!((65_536 - 12..=65_536 + 5).contains(&sum), "{sum}");
                // The mean of both is rounded down for each move, too.
                let sum = total(&Either(model, Slips { percent: 100 }), seen);
                assert!((65_536 - 17..=65_536 + 5).contains(&sum), "{sum}");
            }
        });
    }

    #[test]
    fn the_choice_of_the_strategy_is_the_likeliest() {
        lead(|seen| {
            let mut random = crate::engine::Stream::new(1);
            let likeliest = |model: &dyn ChoiceModel| {
                seen.legal().iter().max_by_key(|&play| model.likelihood(seen, play)).unwrap()
            };
            let (light, heuristic) = (Light::default(), Heuristic::default());
            assert_eq!(likeliest(&Slips { percent: 10 }), Greedy.choose(seen, &mut random));
            let of_light = Softmax { strategy: light, half: 10, slips: 5 };
            assert_eq!(likeliest(&of_light), light.choose(seen, &mut random));
            let of_heuristic = Softmax { strategy: heuristic, half: 2, slips: 5 };
            assert_eq!(likeliest(&of_heuristic), heuristic.choose(seen, &mut random));
        });
    }

    #[test]
    fn as_many_points_less_as_half_halve() {
        for (less, half, share) in
            [(0, 7, 1.0), (7, 7, 0.5), (14, 7, 0.25), (1, 2, std::f64::consts::FRAC_1_SQRT_2)]
        {
            assert!((f64::from(halved(less, half)) / 65_536.0 - share).abs() < 1e-4, "{less}");
        }
        assert_eq!(halved(i64::MAX, 1), 0);
    }
}
