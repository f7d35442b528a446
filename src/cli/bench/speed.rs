//! How much is played in a second, and how that is measured.

use std::fmt;
use std::time::{Duration, Instant};

use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

/// So many a second: finite and above 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Rate(f64);

impl Rate {
    /// `count` in `seconds`, both above 0.
    pub fn new(count: u64, seconds: f64) -> Self {
        Self(count as f64 / seconds)
    }

    pub fn get(self) -> f64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_f64(AboveZero)
    }
}

/// Takes any form of a number above 0.
struct AboveZero;

impl Visitor<'_> for AboveZero {
    type Value = Rate;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number above 0")
    }

    fn visit_f64<E: de::Error>(self, rate: f64) -> Result<Rate, E> {
        if rate > 0.0 && rate.is_finite() {
            return Ok(Rate(rate));
        }
        Err(E::invalid_value(Unexpected::Float(rate), &self))
    }

    fn visit_u64<E: de::Error>(self, rate: u64) -> Result<Rate, E> {
        self.visit_f64(rate as f64)
    }

    fn visit_i64<E: de::Error>(self, rate: i64) -> Result<Rate, E> {
        self.visit_f64(rate as f64)
    }
}

/// Speeds of play; one that was not measured is `None`.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Speed {
    pub elections_per_s: Option<Rate>,
    pub rounds_per_s: Option<Rate>,
    pub plies_per_s: Option<Rate>,
}

/// What was played.
#[derive(Clone, Copy, Default)]
pub(super) struct Played {
    pub elections: u64,
    pub rounds: u64,
    pub plies: u64,
}

impl Played {
    fn add(&mut self, more: Self) {
        self.elections += more.elections;
        self.rounds += more.rounds;
        self.plies += more.plies;
    }
}

/// Measures for `span` how fast `threads` threads play stretches, each given by its number. A
/// stretch takes a small part of `span`, since the clock is looked at between stretches only.
pub(super) fn measure(
    threads: u16,
    span: Duration,
    stretch: impl Fn(u64) -> Played + Sync,
) -> anyhow::Result<Speed> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build()?;
    let begun = Instant::now();
    let all = pool.broadcast(|worker| {
        let mut played = Played::default();
        let mut number = worker.index() as u64;
        loop {
            played.add(stretch(number));
            number += u64::from(threads);
            let seconds = begun.elapsed();
            if seconds >= span {
                return (played, seconds.as_secs_f64());
            }
        }
    });
    // Each thread by its own time: the last stretch of one is no idle time of another.
    let sum = |count: fn(&Played) -> u64| {
        Some(Rate(all.iter().map(|(played, seconds)| count(played) as f64 / seconds).sum()))
    };
    Ok(Speed {
        elections_per_s: sum(|played| played.elections),
        rounds_per_s: sum(|played| played.rounds),
        plies_per_s: sum(|played| played.plies),
    })
}
