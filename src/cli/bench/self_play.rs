//! Elections, rounds and plies a second of one policy in all seats.

use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;

use super::SPAN;
use crate::engine::{Election, ElectionObserver, Observer, Round, RoundEnd, Rules, Seed};
use crate::strategies::{Policy, SelfPlay};

/// Elections in a stretch between looks at the clock.
const STRETCH: u64 = 2_000;

/// How much is played in a second.
#[derive(Serialize)]
pub(super) struct Speed {
    pub elections_per_s: f64,
    pub rounds_per_s: f64,
    pub plies_per_s: f64,
}

/// Self-play by one policy on `threads` threads, without an observer.
pub(super) fn self_play<P: Policy + Copy + Send + Sync>(
    policy: P,
    threads: usize,
) -> anyhow::Result<Speed> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let stretch = |number: u64| -> (u64, u64) {
        (number * STRETCH..(number + 1) * STRETCH).fold((0, 0), |(rounds, plies), block| {
            let seed = Seed(1);
            let mut table = SelfPlay::new(policy, seed.deals(block), seed.decisions(block, 0), 0);
            let mut election = Election::new(&Rules::default(), None);
            let mut count = Plies(0);
            election.play(&mut table, &mut count);
            (rounds + u64::from(election.rounds()), plies + count.0)
        })
    };
    let begun = Instant::now();
    let (mut stretches, mut rounds, mut plies) = (0, 0, 0);
    let batch = 8 * threads as u64;
    while begun.elapsed() < SPAN {
        let (more_rounds, more_plies) = pool.install(|| {
            (stretches..stretches + batch)
                .into_par_iter()
                .map(stretch)
                .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
        });
        stretches += batch;
        rounds += more_rounds;
        plies += more_plies;
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Speed {
        elections_per_s: (stretches * STRETCH) as f64 / seconds,
        rounds_per_s: rounds as f64 / seconds,
        plies_per_s: plies as f64 / seconds,
    })
}

/// Counts plies at the end of each round, which costs a round nothing.
struct Plies(u64);

impl Observer for Plies {}

impl ElectionObserver for Plies {
    #[inline(always)]
    fn round_ends(&mut self, round: &Round, _end: &RoundEnd) {
        self.0 += round.history().len() as u64;
    }
}
