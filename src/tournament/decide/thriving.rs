//! Who thrives among whom: two entrants in several proportions.

use super::super::summaries::Results;
use super::differences::{Family, Measure};
use crate::engine::Seat;
use crate::statistics::RatioSums;

/// What a single one does among four of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It wins more than they do, and the difference is real.
    Invades,
    /// It wins less: they resist it.
    Resisted,
    /// Neither is sure.
    Open,
    /// Too few blocks, or no spread between them.
    Untold,
}

/// Two entrants in one proportion.
#[derive(Clone, Copy, Debug)]
pub struct Proportion {
    /// Seats of the first of the two.
    pub copies: usize,
    /// By place among the arms.
    pub arm: usize,
    /// Elections won of seatings, of the first and the second.
    pub win: (RatioSums, RatioSums),
    /// The first less the second in win rate.
    pub difference: Option<f64>,
    /// Whether that is real in its family; none where it can't be told.
    pub real: Option<bool>,
}

/// Two entrants in two proportions or more.
#[derive(Clone, Debug)]
pub struct Thriving {
    /// By place in the pool.
    pub places: (usize, usize),
    /// By copies, rising.
    pub proportions: Vec<Proportion>,
    /// What a single one of the first does among the second, and the other way round; none where that
    /// was not played.
    pub invasions: (Option<Verdict>, Option<Verdict>),
}

impl Thriving {
    /// Every two entrants of a run that meet alone in two proportions or more.
    pub fn all(results: Results<'_>, families: &[Family]) -> Vec<Self> {
        let family = families.iter().find(|family| family.measure == Measure::WinRate);
        let Some(family) = family else { return Vec::new() };
        let mut all: Vec<Self> = Vec::new();
        for (at, (arm, standings)) in results.arms.iter().zip(results.tally.arms()).enumerate() {
            let (&[first, second], Some(seating)) = (&arm.entrants[..], arm.seatings.first())
            else {
                continue;
            };
            let compared = family.find(at, (first, second));
            let proportion = Proportion {
                copies: seating.iter().filter(|&&place| place == first).count(),
                arm: at,
                win: (standings[first].win, standings[second].win),
                difference: compared.and_then(|compared| compared.difference),
                real: compared.and_then(|compared| compared.is_real()),
            };
            let places = (first, second);
            match all.iter_mut().find(|thriving| thriving.places == places) {
                Some(thriving) => thriving.proportions.push(proportion),
                None => all.push(Self {
                    places,
                    proportions: vec![proportion],
                    invasions: (None, None),
                }),
            }
        }
        all.retain(|thriving| thriving.proportions.len() > 1);
        for thriving in &mut all {
            thriving.proportions.sort_by_key(|proportion| proportion.copies);
            let single = |copies| {
                let found = thriving.proportions.iter().find(|one| one.copies == copies);
                found.map(|proportion| proportion.verdict(copies == 1))
            };
            thriving.invasions = (single(1), single(Seat::COUNT - 1));
        }
        all
    }
}

impl Proportion {
    /// Of the one that has a single seat: the first, or the second.
    fn verdict(&self, first: bool) -> Verdict {
        let ahead = self.difference.map(|difference| (difference > 0.0) == first);
        match (self.real, ahead) {
            (Some(true), Some(true)) => Verdict::Invades,
            (Some(true), Some(false)) => Verdict::Resisted,
            (Some(_), _) => Verdict::Open,
            (None, _) => Verdict::Untold,
        }
    }
}
