//! Strategies as models of how others choose, for inference.

use super::greedy::Greedy;
use super::heuristic::Heuristic;
use super::light::Light;
use super::rollout::Slips;
use crate::belief::ChoiceModel;
use crate::engine::{Move, Observation};

/// Certain, in the units of [`ChoiceModel::likelihood`].
const CERTAIN: u32 = 1 << 16;

/// `meant`, the chance of the move where nothing slips, with a share of random moves among `legal`.
#[inline(always)]
fn with_slips(percent: u32, meant: u32, legal: u32) -> u32 {
    let slips = CERTAIN * percent.min(100) / 100;
    let meant = (u64::from(CERTAIN - slips) * u64::from(meant) >> 16) as u32;
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

impl Points for Light {
    const UNIT: i64 = 1;

    fn points(&self, seen: &Observation<'_>) -> impl Iterator<Item = (Move, i64)> {
        let score = self.scores(seen);
        seen.legal().iter().map(move |play| (play, i64::from(score(play))))
    }
}

impl Points for Heuristic {
    const UNIT: i64 = 1000 * 4096;

    fn points(&self, seen: &Observation<'_>) -> impl Iterator<Item = (Move, i64)> {
        self.scored(seen)
    }
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
        // Five tiles, one of them in two ways, are six moves at most.
        let mut moves = [(play, i64::MIN); 6];
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
