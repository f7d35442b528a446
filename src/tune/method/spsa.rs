//! SPSA: simultaneous perturbation stochastic approximation (Spall 1998).

use super::{Method, Ranked, milestones};
use crate::engine::Random;
use crate::statistics::{exp, ln};
use crate::tune::Point;

/// How fast steps and perturbations shrink: the values of Spall's section III.B.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Generations in which the slope is only measured, to choose the length of steps.
const MEASURED: u64 = 8;
/// The least perturbation of an axis that has few values, in half widths of one: with more than a half width, one
/// of its two points has another value, as long as it is no further out than the middle of the last.
const LEAST: f64 = 1.5;

/// Two points a generation, to either side of where it is, along all axes at once; their difference
/// is the slope that it follows uphill. With k from 0, perturbations are c / (k + 1)^γ (but never so
/// small that an axis of few values shows only one of them) and steps
/// a / (k + 1 + A)^α of the slope, A a tenth of all generations. a is chosen as Spall
/// has it: so that the first step is as long as c, by the mean length of slopes in the first
/// generations, which take no step.
#[derive(Clone, Debug)]
pub struct Spsa {
    place: Point,
    c: f64,
    /// Half the width of a value of each axis that has few; of others 0.
    halves: Vec<f64>,
    stability: f64,
    /// Steps taken.
    steps: u64,
    /// While slopes are measured: how many, and the sum of them.
    measured: (u64, Vec<f64>),
    a: f64,
    signs: Vec<f64>,
    path: Vec<Point>,
}

impl Spsa {
    /// From `place`, with perturbations of `c` at first, for about so many generations; `grains` as in
    /// [`MethodKind::begin`](super::MethodKind::begin).
    pub fn new(place: Point, c: f64, grains: &[Option<f64>], generations: u64) -> Self {
        let halves = grains.iter().map(|grain| grain.unwrap_or(0.0) / 2.0).collect();
        let measured = (0, vec![0.0; place.len()]);
        let stability = generations as f64 / 10.0;
        let signs = vec![1.0; place.len()];
        Self { place, c, halves, stability, steps: 0, measured, a: 0.0, signs, path: Vec::new() }
    }

    /// How far along each axis points are to either side.
    fn perturbations(&self) -> Vec<f64> {
        let c = self.c / power((self.steps + 1) as f64, GAMMA);
        self.halves.iter().map(|half| c.max(LEAST * half)).collect()
    }

    /// Takes in the slopes before the first step.
    fn measure(&mut self, slopes: &[f64]) {
        self.measured.1.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        self.measured.0 += 1;
        if self.measured.0 == MEASURED {
            let count = MEASURED as f64;
            let sum: f64 = self.measured.1.iter().map(|sum| (sum / count).abs()).sum();
            let mean = sum / self.place.len() as f64;
            let first = power(1.0 + self.stability, ALPHA);
            self.a = if mean > 0.0 { self.c * first / mean } else { 0.0 };
        }
    }
}

/// x^y for x ≥ 1.
fn power(x: f64, y: f64) -> f64 {
    exp(y * ln(x))
}

impl Method for Spsa {
    fn ask(&mut self, random: &mut Random) -> Vec<Point> {
        for sign in &mut self.signs {
            *sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
        }
        let by = self.perturbations();
        let point = |side: f64| {
            let moved = self.place.iter().zip(&self.signs).zip(&by);
            moved.map(|((x, sign), by)| (x + side * by * sign).clamp(0.0, 1.0)).collect()
        };
        vec![point(1.0), point(-1.0)]
    }

    fn keep(&self) -> usize {
        2
    }

    fn tell(&mut self, _points: &[Point], ranked: &Ranked) {
        let ahead = ranked.worth[0] - ranked.worth[1];
        let perturbations = self.perturbations();
        let slope = |(by, sign): (&f64, &f64)| ahead / (2.0 * by) * sign;
        let slopes: Vec<f64> = perturbations.iter().zip(&self.signs).map(slope).collect();
        if self.measured.0 < MEASURED {
            self.measure(&slopes);
            return;
        }
        let step = self.a / power(self.steps as f64 + 1.0 + self.stability, ALPHA);
        for ((x, slope), half) in self.place.iter_mut().zip(slopes).zip(&self.halves) {
            // One unlucky slope shall not throw it across the cube.
            let most = self.c.max(LEAST * half);
            *x = (*x + (step * slope).clamp(-most, most)).clamp(*half, 1.0 - half);
        }
        self.steps += 1;
        self.path.push(self.place.clone());
    }

    fn centre(&self) -> Option<Point> {
        Some(self.place.clone())
    }

    fn finalists(&self) -> Vec<Point> {
        milestones(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1024^0.101 is 2^1.01, 32^0.602 is 2^3.01.
    #[test]
    fn powers() {
        assert!((power(1024.0, GAMMA) - 2.013_911).abs() < 1e-6);
        assert!((power(32.0, ALPHA) - 8.055_645).abs() < 1e-6);
        assert_eq!(power(1.0, ALPHA), 1.0);
    }

    /// With worth = x₀ and signs (+, −), slopes are (1, −1): after eight of them the mean length is 1,
    /// so that a is c (1 + A)^α and the first step is c.
    #[test]
    fn the_first_step_is_as_long_as_a_perturbation() {
        let mut spsa = Spsa::new(vec![0.5, 0.5], 0.1, &[None, None], 90);
        spsa.signs = vec![1.0, -1.0];
        let ranked = |spsa: &Spsa| {
            let c = spsa.perturbations()[0];
            Ranked { order: vec![0, 1], worth: vec![0.5 + c, 0.5 - c] }
        };
        for _ in 0..MEASURED {
            assert_eq!(spsa.place, [0.5, 0.5]);
            let ranked = ranked(&spsa);
            spsa.tell(&[], &ranked);
        }
        assert!((spsa.a - 0.1 * power(10.0, ALPHA)).abs() < 1e-12);
        let ranked = ranked(&spsa);
        spsa.tell(&[], &ranked);
        assert!((spsa.place[0] - 0.6).abs() < 1e-12 && (spsa.place[1] - 0.4).abs() < 1e-12);
    }

    /// Of two words each point has one of its own, however late and wherever it is.
    #[test]
    fn words_are_told_apart_by_every_generation() {
        let mut spsa = Spsa::new(vec![0.25], 0.01, &[Some(0.5)], 90);
        for (steps, place) in [(0, 0.25), (1_000_000, 0.25), (3, 0.75), (3, 0.5)] {
            (spsa.steps, spsa.place) = (steps, vec![place]);
            let points = spsa.ask(&mut crate::engine::Stream::new(7).generator(0));
            let second = |at: usize| points[at][0] >= 0.5;
            assert_ne!(second(0), second(1), "{points:?}");
        }
        // However steep it is, it stays where both are to be seen.
        (spsa.place, spsa.measured.0, spsa.a) = (vec![0.6], MEASURED, 1000.0);
        spsa.tell(&[], &Ranked { order: vec![0, 1], worth: vec![1.0, 0.0] });
        assert!(spsa.place == [0.75] || spsa.place == [0.25], "{:?}", spsa.place);
    }
}
