//! How much each parameter matters: what is lost where one alone is moved.

use std::cmp::Ordering::Equal;

use super::axis::Axis;
use super::judge::{Candidate, Judge, JudgeError, Phase, Request, Stretch};
use super::space::Space;
use crate::statistics::{Interval, PairedSums};
use crate::strategies::{Params, Value};

/// How far numbers are moved to either side, as shares of their ranges.
const MOVES: [f64; 2] = [0.1, 0.2];
/// Batches that are held against each other.
const BATCHES: u64 = 32;

/// One parameter moved, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Shift {
    /// Its place among the axes.
    pub axis: usize,
    /// By which share of its range; none for another word.
    pub by: Option<f64>,
    pub params: Params,
    /// Moved less unmoved, in the unit of the objective.
    pub difference: Option<f64>,
    pub interval: Option<Interval>,
    pub blocks: u64,
}

/// All moves of one parameter that change something.
fn moves(space: &Space, winner: &Params) -> Vec<Shift> {
    let shift =
        |axis, by, params| Shift { axis, by, params, difference: None, interval: None, blocks: 0 };
    let mut shifts: Vec<Shift> = Vec::new();
    for (at, axis) in space.axes().iter().enumerate() {
        let value = Value(winner.get(axis.param.key));
        let moves = match (axis.choices(), axis.unit(value)) {
            (Some(words), _) => words.into_iter().map(|word| (None, word)).collect(),
            (None, Some(unit)) => {
                let sides = [-1.0, 1.0].into_iter();
                sides.flat_map(|side| to_one_side(axis, (value, unit), side)).collect()
            }
            (None, None) => Vec::new(),
        };
        for (by, value) in moves {
            let mut params = winner.clone();
            params.set(axis.param.key, value);
            if params != *winner && shifts.iter().all(|other| other.params != params) {
                shifts.push(shift(at, by, params));
            }
        }
    }
    shifts.sort_by(|a, b| a.axis.cmp(&b.axis).then(a.by.partial_cmp(&b.by).unwrap_or(Equal)));
    shifts
}

/// The moves of a number that stay within its range; where they change nothing, that to the next value.
fn to_one_side(axis: &Axis, (value, unit): (Value, f64), side: f64) -> Vec<(Option<f64>, Value)> {
    let far = MOVES.into_iter().map(|by| side * by);
    let within = far.filter(|by| (0.0..=1.0).contains(&(unit + by)));
    let moves: Vec<_> = within.map(|by| (Some(by), axis.value(unit + by))).collect();
    if moves.is_empty() || moves.iter().any(|(_, to)| *to != value) {
        return moves;
    }
    let next = axis.next(value, side > 0.0);
    next.map(|to| (axis.unit(to).map(|other| other - unit), to)).into_iter().collect()
}

/// Moves each parameter of `winner` alone and plays all of that on the same blocks, in at most so many
/// elections, `turns` of a kind.
///
/// # Errors
/// Not all was played.
pub fn shifts<J: Judge + ?Sized>(
    judge: &mut J,
    space: &Space,
    winner: &Params,
    (elections, turns): (u64, u64),
    tick: &mut dyn FnMut(u64),
) -> Result<Vec<Shift>, JudgeError> {
    let mut shifts = moves(space, winner);
    let still = Candidate { number: 0, params: winner.clone() };
    let number =
        |(at, shift): (usize, &Shift)| Candidate { number: at + 1, params: shift.params.clone() };
    let moved: Vec<Candidate> = shifts.iter().enumerate().map(number).collect();
    let candidates: Vec<&Candidate> = std::iter::once(&still).chain(&moved).collect();
    let per = super::run::batch_size(elections, candidates.len() as u64 * BATCHES, turns);
    let stretch = Stretch { first: 0, per, batches: BATCHES };
    let phase = Phase::Sensitivity;
    let mut sums = Vec::new();
    for one in candidates.chunks(1) {
        // One at a time, so that a kill loses little.
        let request =
            Request { phase, generation: 0, stage: 0, stretch, candidates: one, others: None };
        sums.extend(judge.judge(&request, tick)?);
    }
    let mut sums = sums.into_iter();
    let still = sums.next().unwrap_or_default();
    let size = judge.size(phase) * per;
    for (shift, batches) in shifts.iter_mut().zip(sums) {
        let mut pair = PairedSums::new();
        for (moved, still) in batches.into_iter().zip(&still) {
            pair.add((moved, size), (*still, size));
        }
        (shift.difference, shift.interval) = (pair.difference(), pair.interval());
        shift.blocks = stretch.blocks();
    }
    Ok(shifts)
}

/// `sensitivity.csv`.
pub fn table(space: &Space, winner: &Params, shifts: &[Shift]) -> String {
    let mut text = "parameter,value,moved_to,moved_by,blocks,difference,low,high\n".to_owned();
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
    for shift in shifts {
        let axis = &space.axes()[shift.axis];
        text += &format!(
            "{},{},{},{},{},{},{},{}\n",
            axis.param.key,
            axis.show(winner),
            axis.show(&shift.params),
            shift.by.map_or(String::new(), |by| by.to_string()),
            shift.blocks,
            number(shift.difference),
            number(shift.interval.map(|interval| interval.low)),
            number(shift.interval.map(|interval| interval.high)),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::{Kind, Param};
    use crate::tune::Scale;

    fn axis(kind: Kind, low: i64, high: i64) -> Axis {
        let param = Param { key: "key", kind, default: Value(low), meaning: "" };
        Axis::number(&param, Value(low), Value(high), Scale::Linear).unwrap()
    }

    /// Where it is, and the values that it is moved to on either side.
    fn moved(axis: &Axis, value: i64) -> [Vec<i64>; 2] {
        let unit = axis.unit(Value(value)).unwrap();
        [-1.0, 1.0].map(|side| {
            let moves = to_one_side(axis, (Value(value), unit), side);
            moves.into_iter().map(|(_, to)| to.0).collect()
        })
    }

    #[test]
    fn moves_stay_within_the_range_and_change_something_if_they_can() {
        let wide = axis(Kind::Decimal { low: 0, high: 100_000 }, 0, 100_000);
        assert_eq!(moved(&wide, 50_000), [vec![40_000, 30_000], vec![60_000, 70_000]]);
        // A tenth would leave it: no smaller move takes its place.
        assert_eq!(moved(&wide, 4_000), [vec![], vec![14_000, 24_000]]);
        assert_eq!(moved(&wide, 85_000), [vec![75_000, 65_000], vec![95_000]]);
        // A fifth is no other number: the next one is.
        let few = axis(Kind::Integer { low: 0, high: 9 }, 1, 2);
        assert_eq!(moved(&few, 1), [vec![], vec![2]]);
        assert_eq!(moved(&few, 2), [vec![1], vec![]]);
    }
}
