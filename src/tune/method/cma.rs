//! CMA-ES: evolution by a normal distribution whose covariance adapts (Hansen, *The CMA Evolution
//! Strategy: A Tutorial*, arXiv 1604.00772). Names and equations are those of the tutorial.

use super::eigen::eigen;
use super::normal::normal;
use super::{Method, Ranked, milestones};
use crate::engine::Random;
use crate::statistics::{exp, ln};
use crate::tune::Point;

/// Draws of a point at most until it lies in the cube; the last is then moved to its wall.
const TRIES: usize = 100;
/// The least standard deviation along an axis of few values, as a share of the width of one: without,
/// a search would settle on a word and never see another again.
const LEAST: f64 = 0.3;

/// The constants of a search in n dimensions with λ points a generation: table 1 of the tutorial,
/// with weights of 0 for the worse half (its negative ones ask for the order of those that races drop).
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Of the μ best, falling, of sum 1.
    pub w: Vec<f64>,
    pub mu_eff: f64,
    pub c_sigma: f64,
    pub d_sigma: f64,
    pub c_c: f64,
    pub c_1: f64,
    pub c_mu: f64,
    /// The mean length of a standard normal vector.
    pub chi: f64,
}

impl Weights {
    /// λ where nothing else is said: 4 + ⌊3 ln n⌋, equation 48.
    pub fn population(dimension: usize) -> usize {
        4 + (3.0 * ln(dimension.max(1) as f64)) as usize
    }

    /// For n axes and λ ≥ 4 points.
    pub fn new(dimension: usize, population: usize) -> Self {
        let (n, lambda) = (dimension as f64, population as f64);
        let raw: Vec<f64> =
            (1..=population / 2).map(|i| ln((lambda + 1.0) / 2.0) - ln(i as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let w: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / w.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let d_sigma = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu = 2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0) * (n + 2.0) + mu_eff);
        let chi = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        Self { w, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu: c_mu.min(1.0 - c_1), chi }
    }
}

/// The state of a search.
#[derive(Clone, Debug)]
pub struct CmaEs {
    weights: Weights,
    population: usize,
    mean: Point,
    sigma: f64,
    covariance: Vec<Vec<f64>>,
    /// Roots of the eigenvalues of the covariance, and its eigenvectors as columns.
    basis: (Vec<f64>, Vec<Vec<f64>>),
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    generation: u64,
    grains: Vec<Option<f64>>,
    path: Vec<Point>,
}

impl CmaEs {
    /// From `mean`, with standard deviation `sigma` along each axis and `population` points a
    /// generation, 4 at least; `grains` as in [`MethodKind::begin`](super::MethodKind::begin).
    pub fn new(mean: Point, sigma: f64, population: usize, grains: &[Option<f64>]) -> Self {
        let n = mean.len();
        let population = population.max(4);
        let one: Vec<Vec<f64>> =
            (0..n).map(|i| (0..n).map(|k| if i == k { 1.0 } else { 0.0 }).collect()).collect();
        let mut search = Self {
            weights: Weights::new(n, population),
            population,
            mean,
            sigma,
            basis: (vec![1.0; n], one.clone()),
            covariance: one,
            path_sigma: vec![0.0; n],
            path_c: vec![0.0; n],
            generation: 0,
            grains: grains.to_vec(),
            path: Vec::new(),
        };
        search.widen();
        search
    }

    /// The centre of the distribution.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Its size.
    pub const fn sigma(&self) -> f64 {
        self.sigma
    }

    /// Its shape.
    pub fn covariance(&self) -> &[Vec<f64>] {
        &self.covariance
    }

    /// C^(−1/2) y, from the basis.
    fn whitened(&self, y: &[f64]) -> Vec<f64> {
        let (roots, vectors) = &self.basis;
        let along: Vec<f64> = (0..y.len())
            .map(|k| (0..y.len()).map(|i| vectors[i][k] * y[i]).sum::<f64>() / roots[k])
            .collect();
        (0..y.len()).map(|i| (0..y.len()).map(|k| vectors[i][k] * along[k]).sum()).collect()
    }

    /// Takes in a generation whose points are given best first: equations 39 to 47.
    pub fn update(&mut self, best_first: &[&Point]) {
        let Weights { w, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi } = self.weights.clone();
        let n = self.mean.len();
        let steps: Vec<Vec<f64>> = best_first
            .iter()
            .take(w.len())
            .map(|x| x.iter().zip(&self.mean).map(|(x, m)| (x - m) / self.sigma).collect())
            .collect();
        let weighted = |i: usize| w.iter().zip(&steps).map(|(w, y)| w * y[i]).sum::<f64>();
        let step: Vec<f64> = (0..n).map(weighted).collect();
        self.mean.iter_mut().zip(&step).for_each(|(m, y)| *m += self.sigma * y);
        let pull = (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt();
        let white = self.whitened(&step);
        for (p, y) in self.path_sigma.iter_mut().zip(&white) {
            *p = (1.0 - c_sigma) * *p + pull * y;
        }
        let length = self.path_sigma.iter().map(|p| p * p).sum::<f64>().sqrt();
        self.generation += 1;
        let kept = power(1.0 - c_sigma, 2 * self.generation);
        let still = length / (1.0 - kept).sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * chi;
        let pull = if still { (c_c * (2.0 - c_c) * mu_eff).sqrt() } else { 0.0 };
        for (p, y) in self.path_c.iter_mut().zip(&step) {
            *p = (1.0 - c_c) * *p + pull * y;
        }
        let lost = if still { 0.0 } else { c_c * (2.0 - c_c) };
        let old = 1.0 + c_1 * lost - c_1 - c_mu;
        for i in 0..n {
            for k in 0..=i {
                let spread: f64 = w.iter().zip(&steps).map(|(w, y)| w * y[i] * y[k]).sum();
                let value = old * self.covariance[i][k]
                    + c_1 * self.path_c[i] * self.path_c[k]
                    + c_mu * spread;
                self.covariance[i][k] = value;
                self.covariance[k][i] = value;
            }
        }
        self.sigma *= exp((c_sigma / d_sigma * (length / chi - 1.0)).min(1.0));
        self.sigma = self.sigma.clamp(1e-6, 0.5);
        self.widen();
    }

    /// Keeps axes of few values wide enough, and works the basis out anew.
    fn widen(&mut self) {
        for (i, grain) in self.grains.iter().enumerate() {
            if let Some(grain) = grain {
                let least = LEAST * grain / self.sigma;
                self.covariance[i][i] = self.covariance[i][i].max(least * least);
            }
        }
        let (values, vectors) = eigen(&self.covariance);
        // Rounding may leave one at or below 0.
        self.basis = (values.iter().map(|value| value.max(1e-14).sqrt()).collect(), vectors);
    }

    fn draw(&self, random: &mut Random) -> Point {
        let (roots, vectors) = &self.basis;
        let n = self.mean.len();
        let mut point = self.mean.clone();
        for _ in 0..TRIES {
            let z: Vec<f64> = roots.iter().map(|root| root * normal(random)).collect();
            for i in 0..n {
                let y: f64 = (0..n).map(|k| vectors[i][k] * z[k]).sum();
                point[i] = self.mean[i] + self.sigma * y;
            }
            if point.iter().all(|x| (0.0..=1.0).contains(x)) {
                return point;
            }
        }
        point.iter().map(|x| x.clamp(0.0, 1.0)).collect()
    }
}

/// x^n by squaring.
fn power(x: f64, n: u64) -> f64 {
    let (mut result, mut square, mut left) = (1.0, x, n);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
        }
        square *= square;
        left /= 2;
    }
    result
}

impl Method for CmaEs {
    fn ask(&mut self, random: &mut Random) -> Vec<Point> {
        (0..self.population).map(|_| self.draw(random)).collect()
    }

    fn keep(&self) -> usize {
        self.weights.w.len()
    }

    fn tell(&mut self, points: &[Point], ranked: &Ranked) {
        let best_first: Vec<&Point> = ranked.order.iter().map(|&place| &points[place]).collect();
        self.update(&best_first);
        self.path.push(self.mean.clone());
    }

    fn centre(&self) -> Option<Point> {
        Some(self.mean.clone())
    }

    fn finalists(&self) -> Vec<Point> {
        milestones(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 5e-7, "{value} {expected}");
    }

    /// Worked out from table 1 with n = 10 and λ = 10, in twenty digits (scripts/cma_constants.py).
    #[test]
    fn constants_of_the_tutorial() {
        assert_eq!([1, 2, 5, 10, 40].map(Weights::population), [4, 6, 8, 10, 15]);
        let of = Weights::new(10, 10);
        for (weight, expected) in of.w.iter().zip(EXPECTED_W) {
            close(*weight, expected);
        }
        let [mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi] = EXPECTED;
        close(of.mu_eff, mu_eff);
        close(of.c_sigma, c_sigma);
        close(of.d_sigma, d_sigma);
        close(of.c_c, c_c);
        close(of.c_1, c_1);
        close(of.c_mu, c_mu);
        close(of.chi, chi);
    }

    const EXPECTED_W: [f64; 5] = [0.45627265, 0.27075310, 0.16223112, 0.08523355, 0.02550959];
    const EXPECTED: [f64; 7] =
        [3.16729928, 0.28442859, 1.28442859, 0.29499038, 0.01528382, 0.02355178, 3.08472657];

    /// One generation in two dimensions from (0.5, 0.5) with σ 0.2 and four points, by equations 39 to
    /// 47 (scripts/cma_constants.py).
    #[test]
    fn one_generation_by_the_equations() {
        let mut search = CmaEs::new(vec![0.5, 0.5], 0.2, 4, &[None, None]);
        let points = [[0.7, 0.6], [0.5, 0.9], [0.1, 0.2], [0.3, 0.9]].map(|point| point.to_vec());
        search.tell(&points, &Ranked { order: vec![0, 1, 2, 3], worth: vec![0.0; 4] });
        let [x, y, sigma, c00, c01, c11] =
            [0.66083257, 0.65875114, 0.19304065, 0.96160301, 0.14887713, 0.96634905];
        close(search.mean[0], x);
        close(search.mean[1], y);
        close(search.sigma, sigma);
        close(search.covariance[0][0], c00);
        close(search.covariance[0][1], c01);
        close(search.covariance[1][0], c01);
        close(search.covariance[1][1], c11);
    }

    #[test]
    fn points_lie_in_the_cube_and_words_stay_in_reach() {
        let mut search = CmaEs::new(vec![0.02, 0.5], 0.4, 8, &[None, Some(0.25)]);
        let mut random = crate::engine::Seed(3).tuner(0);
        for _ in 0..60 {
            let points = search.ask(&mut random);
            assert!(points.iter().flatten().all(|x| (0.0..=1.0).contains(x)));
            let mut order: Vec<usize> = (0..8).collect();
            let off =
                |place: &usize| (points[*place][0] - 0.3).abs() + (points[*place][1] - 0.6).abs();
            order.sort_by(|a, b| off(a).total_cmp(&off(b)));
            search.tell(&points, &Ranked { order, worth: vec![0.0; 8] });
        }
        assert!((search.mean[0] - 0.3).abs() < 0.02, "{:?}", search.mean);
        let deviation = search.sigma * search.covariance[1][1].sqrt();
        assert!(deviation >= LEAST * 0.25 - 1e-12, "{deviation}");
    }
}
