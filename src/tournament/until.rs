//! Runs that end when they have decided: what is asked, and how far it is answered.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::decide::Measure;
use super::experiment::MAX_GAMES;
use super::tally::{BlockSums, EntrantSums, Tally};
use crate::engine::Seat;
use crate::statistics::{Interval, Sequential, SequentialPlan, Stop, Tested};

/// A decimal number of at most six places, exactly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Decimal {
    millionths: i64,
}

impl Decimal {
    /// So many millionths.
    pub const fn millionths(millionths: i64) -> Self {
        Self { millionths }
    }

    /// Reads `0.205` and the like; none if it is no such number, or one of more than 1000.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        if !digits(whole) || !digits(part) || part.len() > 6 || whole.len() > 4 {
            return None;
        }
        let part: i64 = format!("{part:0<6}").parse().ok()?;
        let millionths = whole.parse::<i64>().ok()? * 1_000_000 + part;
        (millionths <= 1_000_000_000).then_some(Self { millionths })
    }

    /// The nearest floating-point number.
    pub fn value(self) -> f64 {
        self.millionths as f64 / 1e6
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom("not a decimal of at most six places, 0 to 1000");
        Self::parse(&value.to_string()).ok_or_else(wrong)
    }
}

/// A key of a test that is not as it must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UntilError {
    pub key: &'static str,
    pub found: String,
    pub must: &'static str,
}

/// A sequential test of the first entrant of a duel, the challenger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Until {
    pub measure: Measure,
    pub h0: Decimal,
    pub h1: Decimal,
    pub alpha: Decimal,
    pub beta: Decimal,
    /// At most.
    pub blocks: u64,
}

impl Until {
    /// What is asked where nothing else is said: does the challenger win 22 %, or its even share?
    pub const DEFAULT: Self = Self {
        measure: Measure::WinRate,
        h0: Decimal::millionths(200_000),
        h1: Decimal::millionths(220_000),
        alpha: Decimal::millionths(50_000),
        beta: Decimal::millionths(50_000),
        blocks: 20_000,
    };

    /// Blocks that it may be asked to end by.
    pub(super) const FEWEST: u64 = Sequential::FIRST;
    pub(super) const MOST: u64 = MAX_GAMES / Seat::COUNT as u64;

    /// Refuses what can't be tested in games of so many stones.
    pub(super) fn check(&self, stones: u8) -> Result<(), UntilError> {
        let Self { measure, h0, h1, alpha, beta, blocks } = *self;
        let wrong = |key, found: &dyn fmt::Display, must| {
            Err(UntilError { key, found: found.to_string(), must })
        };
        let is_rate = |value: Decimal| (1..1_000_000).contains(&value.millionths);
        let is_mean = |value: Decimal| value.millionths <= i64::from(stones) * 1_000_000;
        let is_chance = |error: Decimal| (1..500_000).contains(&error.millionths);
        match measure {
            Measure::WinRate if !is_rate(h0) => wrong("h0", &h0, "a rate above 0 and below 1"),
            Measure::WinRate if !is_rate(h1) => wrong("h1", &h1, "a rate above 0 and below 1"),
            Measure::MeanStones if !is_mean(h0) => wrong("h0", &h0, "at most `rules.stones`"),
            Measure::MeanStones if !is_mean(h1) => wrong("h1", &h1, "at most `rules.stones`"),
            _ if h0 == h1 => wrong("h1", &h1, "another value than `h0`"),
            _ if !is_chance(alpha) => wrong("alpha", &alpha, "above 0 and below 0.5"),
            _ if !is_chance(beta) => wrong("beta", &beta, "above 0 and below 0.5"),
            _ if !(Self::FEWEST..=Self::MOST).contains(&blocks) => {
                wrong("blocks", &blocks, "50 to 200 000 000 000")
            }
            _ => Ok(()),
        }
    }

    fn plan(&self) -> SequentialPlan {
        let Self { measure, h0, h1, alpha, beta, blocks } = *self;
        let [h0, h1, alpha, beta] = [h0, h1, alpha, beta].map(Decimal::value);
        let tested = match measure {
            Measure::WinRate => Tested::Rate,
            Measure::MeanStones => Tested::Mean,
        };
        SequentialPlan { tested, h0, h1, alpha, beta, most: blocks }
    }

    /// Blocks from one row of `sequential.csv` to the next: about a thousand rows at most.
    const fn step(&self) -> u64 {
        self.blocks.div_ceil(1000)
    }
}

/// How far a test is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    pub blocks: u64,
    /// The logarithm of the likelihood ratio; none where blocks have no spread.
    pub llr: Option<f64>,
    /// Where it ends with H0, and with H1.
    pub bounds: (f64, f64),
    pub estimate: Option<f64>,
    /// The confidence sequence, which holds at any stop.
    pub confidence: Option<Interval>,
    pub stop: Option<Stop>,
}

/// Watches the blocks of a run that ends when it has decided, in the order of the schedule.
#[derive(Clone, Debug)]
pub struct Watch {
    until: Until,
    test: Sequential,
    steps: Vec<Step>,
}

impl Watch {
    /// Before the first block.
    pub fn new(until: Until) -> Self {
        Self { until, test: Sequential::new(until.plan()), steps: Vec::new() }
    }

    /// Takes the next block.
    pub(super) fn take(&mut self, block: &BlockSums) {
        if let Some((_, challenger)) = block.entrants.iter().find(|(place, _)| *place == 0) {
            self.take_sums(challenger);
        }
    }

    /// Takes the next block, from a tally that has it alone, or nothing where play was stopped.
    pub(super) fn take_tally(&mut self, tally: &Tally) {
        if tally.blocks == 0 {
            return;
        }
        if let Some(challenger) = tally.arms().next().and_then(|standings| standings.first()) {
            self.take_sums(&challenger.sums);
        }
    }

    fn take_sums(&mut self, challenger: &EntrantSums) {
        if self.has_ended() {
            return;
        }
        let y = match self.until.measure {
            Measure::WinRate => challenger.elections_won,
            Measure::MeanStones => challenger.stones,
        };
        self.test.take(y as i64, challenger.seatings);
        if self.has_ended() || self.test.blocks().is_multiple_of(self.until.step()) {
            self.steps.push(self.now());
        }
    }

    /// Whether nothing more is to be played.
    pub fn has_ended(&self) -> bool {
        self.test.stop().is_some()
    }

    /// How far it is.
    pub fn now(&self) -> Step {
        Step {
            blocks: self.test.blocks(),
            llr: self.test.llr(),
            bounds: self.test.bounds(),
            estimate: self.test.ratio(),
            confidence: self.test.confidence(),
            stop: self.test.stop(),
        }
    }

    /// How far it was now and then, and at the end.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What is asked.
    pub const fn until(&self) -> &Until {
        &self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stretch that was stopped before its block brings a tally without one, whose standings are
    /// there from blocks before.
    #[test]
    fn no_block_is_no_step() {
        let mut watch = Watch::new(Until::DEFAULT);
        watch.take_tally(&Tally::new(1, 2));
        assert_eq!(watch.now().blocks, 0);
    }

    #[test]
    fn decimals_are_read_exactly() {
        for (text, millionths) in
            [("0.2", 200_000), ("0.205", 205_000), ("7", 7_000_000), ("0.000001", 1)]
        {
            let decimal = Decimal::parse(text).unwrap();
            assert_eq!(decimal, Decimal::millionths(millionths));
            assert_eq!(decimal.to_string(), text);
            let json = serde_json::to_string(&decimal).unwrap();
            assert_eq!(serde_json::from_str::<Decimal>(&json).unwrap(), decimal);
        }
        for wrong in ["", ".", "-1", "1e3", "0.1234567", "1001", "1.", ".5", "nan"] {
            assert_eq!(Decimal::parse(wrong), None, "{wrong}");
        }
    }
}
