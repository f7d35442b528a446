//! Lockstep beside the scalar engine: both tell what they played in one form, so that it can be
//! compared move for move.
#![allow(dead_code, reason = "each test uses its part")]

pub mod scalar;
pub mod tape;
pub mod told;

use std::fmt::Debug;

use domeng::engine::lockstep::{LanePolicy, Lockstep, Path};
use domeng::engine::{Rules, Seat};
use domeng::strategies::{Greedy, Policy, Random, Slips};

/// A policy with a scalar and a lockstep form.
pub trait Both: Policy + LanePolicy + Copy + Debug {
    /// Words that a decision takes at most if no draw is refused.
    const WORDS: usize;
}

impl Both for Random {
    const WORDS: usize = 1;
}

impl Both for Greedy {
    const WORDS: usize = 0;
}

impl Both for Slips {
    const WORDS: usize = 2;
}

/// The instruction sets of this processor; those it lacks are named on stderr.
pub fn paths() -> Vec<Path> {
    let (there, missing): (Vec<_>, Vec<_>) = Path::ALL.into_iter().partition(|p| p.is_available());
    for path in missing {
        eprintln!("not compared: this processor has no {}", path.word());
    }
    assert!(there.contains(&Path::Baseline), "every processor has {}", Path::Baseline.word());
    there
}

/// Lanes that take in rounds before seat `number` mod 5 is to move: of no effect on what is played.
pub fn lockstep(rules: &Rules, number: usize) -> Lockstep {
    Lockstep::before(rules, Seat::ALL[number % Seat::COUNT])
}
