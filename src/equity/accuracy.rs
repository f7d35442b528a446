//! How far a table is off, from elections that it was not made from.

use super::trials::Trial;
use crate::engine::{BySeat, Seat};

/// How far the chances of a table are off, over all seats of some trials.
///
/// What elections show of a chance is off too, by a standard error that is known, and the square of
/// what a table differs from them by is the sum of both in the mean. So it is told what of the mean
/// difference chance explains, and the square root of the mean square has chance taken away.
#[derive(Clone, PartialEq, Debug)]
pub struct Accuracy {
    /// Chances compared: five a trial.
    pub chances: u64,
    /// The mean of the absolute differences.
    pub mean: f64,
    /// What that would be if the table were right.
    pub mean_by_chance: f64,
    /// The mean square of what the table is off by, with chance taken away; below 0 where chance
    /// explains more than all of it.
    pub mean_square: f64,
    /// The standard error of that, by how trials differ; none of a single trial.
    pub mean_square_error: Option<f64>,
    /// The largest difference.
    pub largest: Largest,
    /// The most standard errors that any chance is off by.
    pub most_errors: f64,
    /// Chances by tenths, as foretold.
    pub deciles: [Decile; 10],
}

/// The largest difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Largest {
    /// Where.
    pub trial: Trial,
    pub seat: Seat,
    /// What was seen less what was said.
    pub difference: f64,
    /// The standard error of what was seen.
    pub error: f64,
}

/// What came of chances within a tenth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Decile {
    /// Elections × seats, each a chance that was foretold.
    pub foretold: u64,
    /// Of them those that came about.
    pub came: u64,
    /// The sum of all that were foretold, in units of 1/65536.
    sum: u64,
}

impl Decile {
    /// The mean of what was foretold.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / WHOLE / self.foretold.max(1) as f64
    }

    /// How often it came about.
    pub fn rate(&self) -> f64 {
        self.came as f64 / self.foretold.max(1) as f64
    }
}

const WHOLE: f64 = 65536.0;

impl Accuracy {
    /// Of these trials; none where they hold no elections.
    pub fn of<'a>(trials: impl Iterator<Item = &'a Trial>) -> Option<Self> {
        let (mut mean, mut by_chance) = (0.0, 0.0);
        // Of each trial: the chances of its seats go together.
        let mut squares = Vec::new();
        let (mut chances, mut most_errors) = (0, 0.0_f64);
        let mut largest: Option<Largest> = None;
        let mut deciles = [Decile::default(); 10];
        for trial in trials.filter(|trial| trial.elections > 1) {
            let mut square = 0.0;
            for seat in Seat::ALL {
                let Seen { difference, error } = Seen::of(trial, seat);
                chances += 1;
                mean += difference.abs();
                by_chance += MEAN_OF_NORMAL * error;
                square += difference * difference - error * error;
                most_errors = most_errors.max(difference.abs() / error);
                if largest.is_none_or(|largest| difference.abs() > largest.difference.abs()) {
                    largest = Some(Largest { trial: *trial, seat, difference, error });
                }
                let said = trial.said[seat];
                let decile = &mut deciles[(said as usize * 10 / 65536).min(9)];
                decile.foretold += trial.elections;
                decile.came += trial.won[seat];
                decile.sum += trial.elections * u64::from(said);
            }
            squares.push(square / Seat::COUNT as f64);
        }
        let n = chances as f64;
        let trials = squares.len() as f64;
        let square = squares.iter().sum::<f64>() / trials;
        let apart: f64 = squares.iter().map(|one| (one - square) * (one - square)).sum();
        let error = (trials > 1.0).then(|| (apart / (trials - 1.0) / trials).sqrt());
        Some(Self {
            chances,
            mean: mean / n,
            mean_by_chance: by_chance / n,
            mean_square: square,
            mean_square_error: error,
            largest: largest?,
            most_errors,
            deciles,
        })
    }

    /// The root of the mean square; none where that is not above 0.
    pub fn root_mean_square(&self) -> Option<f64> {
        (self.mean_square > 0.0).then(|| self.mean_square.sqrt())
    }
}

/// √(2/π), the mean of the absolute value of a standard normal number.
const MEAN_OF_NORMAL: f64 = 0.797_884_560_802_865_4;

/// What was seen of a chance less what was said of it, and the standard error of that.
struct Seen {
    difference: f64,
    error: f64,
}

impl Seen {
    fn of(trial: &Trial, seat: Seat) -> Self {
        let n = trial.elections as f64;
        let BySeat(won) = trial.won;
        let rate = won[seat.index()] as f64 / n;
        let said = f64::from(trial.said[seat]) / WHOLE;
        // By what was said, which chance has no part in: a rate of 0 would else have no error. At
        // least one in all elections, so that a chance of 0 has some too.
        let p = said.clamp(1.0 / n, 1.0 - 1.0 / n);
        Self { difference: rate - said, error: (p * (1.0 - p) / n).sqrt() }
    }
}
