//! Random search: what any other method has to beat.

use super::{Method, Ranked};
use crate::engine::Random;
use crate::tune::Point;

/// Winners of generations that are kept.
const KEPT: usize = 4;

/// Points drawn evenly from the whole cube; the best of each generation are remembered.
#[derive(Clone, Debug)]
pub struct RandomSearch {
    dimension: usize,
    population: usize,
    /// The winners of generations with their worth, the best last.
    best: Vec<(f64, Point)>,
}

impl RandomSearch {
    /// With so many points a generation.
    pub const fn new(dimension: usize, population: usize) -> Self {
        Self { dimension, population, best: Vec::new() }
    }
}

impl Method for RandomSearch {
    fn ask(&mut self, random: &mut Random) -> Vec<Point> {
        let mut point = || (0..self.dimension).map(|_| random.unit()).collect();
        (0..self.population).map(|_| point()).collect()
    }

    fn keep(&self) -> usize {
        1
    }

    fn tell(&mut self, points: &[Point], ranked: &Ranked) {
        if let Some(&first) = ranked.order.first() {
            self.best.push((ranked.worth[first], points[first].clone()));
            self.best.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.best.drain(..self.best.len().saturating_sub(KEPT));
        }
    }

    fn centre(&self) -> Option<Point> {
        None
    }

    fn finalists(&self) -> Vec<Point> {
        self.best.iter().map(|(_, point)| point.clone()).collect()
    }
}
