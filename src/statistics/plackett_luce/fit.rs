//! The strengths that make what was seen most likely, by Newton's method.

use std::collections::BTreeMap;

use super::super::elementary::{exp, ln};
use super::symmetric::Factor;
use super::{Choice, Finish, MOST, NONE, Rankings};

/// Steps at most; from where it begins it takes six or so.
const STEPS: u32 = 100;
/// The square of a step, by the doubt there is, from which on there is nothing to gain.
const SETTLED: f64 = 1e-16;
/// Where the step is as small as this, the gain of the likelihood is lost in rounding.
const NEAR: f64 = 1e-6;
/// ln δ of each size at the beginning.
const FEW_TIES: f64 = -2.0;

/// Where the parameters are: ln of the strengths of all contenders but the anchor, then ln δ of each
/// size of ties that was seen.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    anchor: usize,
    contenders: usize,
    /// The place of each size, from 1, which has none.
    sizes: [Option<usize>; MOST],
    pub(super) count: usize,
}

impl Layout {
    fn of(rankings: &Rankings, anchor: usize) -> Self {
        let contenders = rankings.chosen.len();
        let mut count = contenders - 1;
        let ties = rankings.ties();
        let sizes = std::array::from_fn(|at| {
            (at > 0 && ties[at] > 0).then(|| {
                count += 1;
                count - 1
            })
        });
        Self { anchor, contenders, sizes, count }
    }

    /// The parameter of a contender; none of the anchor, whose strength is 1.
    pub(super) fn strength(&self, contender: usize) -> Option<usize> {
        match contender {
            NONE => None,
            _ if contender == self.anchor => None,
            _ => Some(contender - usize::from(contender > self.anchor)),
        }
    }

    /// The parameters that a choice goes by: of the seats left, and of sizes of ties.
    pub(super) fn of_choice(&self, choice: &Choice) -> [Option<usize>; 2 * MOST] {
        std::array::from_fn(|at| match at.checked_sub(MOST) {
            None => self.strength(choice.left[at]),
            Some(size) => self.sizes[size],
        })
    }
}

/// What a choice is expected to come to: of each seat left how much of a group it is, of each size
/// of ties how likely one is; and how these go together.
#[derive(Clone, Copy)]
pub(super) struct Expected {
    pub(super) mean: [f64; 2 * MOST],
    covariance: [[f64; 2 * MOST]; 2 * MOST],
    /// The logarithm of the sum over all groups.
    log_sum: f64,
}

impl Expected {
    pub(super) fn of(choice: &Choice, layout: &Layout, parameters: &[f64]) -> Self {
        let value = |at: Option<usize>| at.map_or(0.0, |at| parameters[at]);
        let left = choice.left();
        let strengths: [f64; MOST] =
            std::array::from_fn(|at| value(layout.strength(choice.left[at])));
        let most = strengths[..left.len()].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut mean) = (0.0, [0.0; 2 * MOST]);
        let mut products = [[0.0; 2 * MOST]; 2 * MOST];
        for group in 1_u32..1 << left.len() {
            let size = group.count_ones() as usize;
            let tie = layout.sizes[size - 1];
            if size > 1 && (!choice.ties || tie.is_none()) {
                continue;
            }
            let members = || (0..left.len()).filter(|at| group >> at & 1 == 1);
            let share = 1.0 / size as f64;
            let together: f64 = members().map(|at| strengths[at] - most).sum();
            let weight = exp(value(tie) + together * share);
            sum += weight;
            // What the logarithm of the weight is made of.
            let parts = || {
                let tie = (size > 1).then_some((MOST + size - 1, 1.0));
                members().map(|at| (at, share)).chain(tie)
            };
            for (row, one) in parts() {
                mean[row] += weight * one;
                for (column, other) in parts() {
                    products[row][column] += weight * one * other;
                }
            }
        }
        mean.iter_mut().for_each(|part| *part /= sum);
        let covariance = std::array::from_fn(|row| {
            std::array::from_fn(|column| products[row][column] / sum - mean[row] * mean[column])
        });
        Self { mean, covariance, log_sum: most + ln(sum) }
    }
}

/// The logarithm of the likelihood, its slope, and how it bends.
struct Likelihood {
    log: f64,
    slope: Vec<f64>,
    bend: Vec<f64>,
}

impl Likelihood {
    fn at(rankings: &Rankings, layout: &Layout, parameters: &[f64]) -> Self {
        let size = layout.count;
        let mut told = Self { log: 0.0, slope: vec![0.0; size], bend: vec![0.0; size * size] };
        // What was chosen, which the strengths do not change.
        let ties = rankings.ties();
        for (contender, sizes) in rankings.chosen.iter().enumerate() {
            if let Some(at) = layout.strength(contender) {
                let shares = (1..).zip(sizes).map(|(size, &n)| n as f64 / f64::from(size));
                told.slope[at] += shares.sum::<f64>();
            }
        }
        for (tie, &count) in layout.sizes.iter().zip(&ties) {
            tie.iter().for_each(|&at| told.slope[at] += count as f64);
        }
        told.log = told.slope.iter().zip(parameters).map(|(n, value)| n * value).sum();
        for (choice, &count) in &rankings.choices {
            let count = count as f64;
            let expected = Expected::of(choice, layout, parameters);
            told.log -= count * expected.log_sum;
            let places = layout.of_choice(choice);
            for (row, place) in places.iter().enumerate() {
                let Some(place) = *place else { continue };
                told.slope[place] -= count * expected.mean[row];
                for (column, other) in places.iter().enumerate() {
                    let Some(other) = *other else { continue };
                    told.bend[place * size + other] += count * expected.covariance[row][column];
                }
            }
        }
        told
    }
}

/// Strengths that make all elections together most likely, beside one of them, whose strength is 1.
#[derive(Clone, Debug)]
pub struct Strengths {
    layout: Layout,
    parameters: Vec<f64>,
    /// Of minus the second derivatives.
    pub(super) factor: Factor,
    /// What each choice is expected to come to.
    expected: BTreeMap<Choice, [f64; 2 * MOST]>,
}

impl Rankings {
    /// The most likely strengths, in one fit over all elections. The logarithm of the likelihood is
    /// concave, so there is one summit at most, and Newton's steps, halved where they would lead
    /// down, find it.
    ///
    /// `None` where there is none: it exists where no contenders can be parted into two such that
    /// those of the one were never behind one of the other (Ford 1957; Hunter 2004), for which a tie
    /// counts both ways. Nor is one found where next to all choices tie.
    pub fn strengths(&self, anchor: usize) -> Option<Strengths> {
        let layout = Layout::of(self, anchor);
        let mut parameters = vec![0.0; layout.count];
        for place in layout.sizes.iter().flatten() {
            parameters[*place] = FEW_TIES;
        }
        let mut here = Likelihood::at(self, &layout, &parameters);
        for _ in 0..STEPS {
            let factor = Factor::of(&here.bend, layout.count)?;
            let step = factor.solve(&here.slope);
            let length: f64 = step.iter().zip(&here.slope).map(|(step, slope)| step * slope).sum();
            let mut part = 1.0;
            loop {
                let moved = parameters.iter().zip(&step).map(|(at, step)| at + part * step);
                let there: Vec<f64> = moved.collect();
                let next = Likelihood::at(self, &layout, &there);
                if length < NEAR || next.log >= here.log + 1e-4 * part * length {
                    (parameters, here) = (there, next);
                    break;
                }
                part /= 2.0;
                if part < 1e-9 {
                    return None;
                }
            }
            if length.is_nan() || parameters.iter().any(|value| value.abs() > 100.0) {
                return None;
            }
            if length < SETTLED {
                let factor = Factor::of(&here.bend, layout.count)?;
                return Some(self.settled(layout, parameters, factor));
            }
        }
        None
    }

    fn settled(&self, layout: Layout, parameters: Vec<f64>, factor: Factor) -> Strengths {
        let mean = |choice| Expected::of(choice, &layout, &parameters).mean;
        let expected = self.choices.keys().map(|choice| (*choice, mean(choice))).collect();
        Strengths { layout, parameters, factor, expected }
    }
}

impl Strengths {
    /// ln of a contender's strength; 0 of the anchor.
    pub fn ln_strength(&self, contender: usize) -> f64 {
        self.layout.strength(contender).map_or(0.0, |at| self.parameters[at])
    }

    /// δ of ties of `size`, 2 to 5; 0 where none was seen.
    pub fn ties(&self, size: usize) -> f64 {
        let at = size.checked_sub(1).and_then(|at| *self.layout.sizes.get(at)?);
        at.map_or(0.0, |at| exp(self.parameters[at]))
    }

    /// How many contenders there are.
    pub fn contenders(&self) -> usize {
        self.layout.contenders
    }

    pub(super) fn parameter(&self, contender: usize) -> Option<usize> {
        self.layout.strength(contender)
    }

    pub(super) fn count(&self) -> usize {
        self.layout.count
    }

    /// Adds what `count` elections that ended like this add to the slope of the logarithm of the
    /// likelihood; all elections together come to 0.
    pub(super) fn add_slope(&self, finish: &Finish<'_>, count: u64, slope: &mut [f64]) {
        let count = count as f64;
        finish.choices(|choice, group| {
            let Some(expected) = self.expected.get(&choice) else { return };
            let share = count / group.len() as f64;
            for place in group.iter().filter_map(|&one| self.layout.strength(one)) {
                slope[place] += share;
            }
            if let Some(place) = self.layout.sizes[group.len() - 1] {
                slope[place] += count;
            }
            for (place, mean) in self.layout.of_choice(&choice).into_iter().zip(expected) {
                if let Some(place) = place {
                    slope[place] -= count * mean;
                }
            }
        });
    }
}
