//! A finished run read for people: what it decides, and what each entrant did with how sure that is,
//! in one pass over its journal.

mod account;
mod course;

use super::compare::Side;
use super::decide::{DecideError, Family, Followed, Thriving, follow};
use super::design::{Arm, Design};
use super::ratings::Ratings;
use super::tally::Tally;
use super::until::Watch;

pub use account::{Account, FLOWS, Lengths};
pub use course::{Course, Line};

use account::Accounts;

/// What the journal of a run tells.
#[derive(Clone, Debug)]
pub struct Reading {
    pub tally: Tally,
    pub ratings: Ratings,
    pub families: Vec<Family>,
    pub thriving: Vec<Thriving>,
    /// Of a run that ends when it has decided.
    pub watch: Option<Watch>,
    /// What each line did.
    pub accounts: Vec<Account>,
    /// Of each arm.
    pub lengths: Vec<Lengths>,
    /// The win rate of each line as the run went on.
    pub course: Course,
    /// The entrants of the arms one by one; those of the pool, over all arms, where arms are too many
    /// to be looked at.
    pub lines: Vec<Line>,
    /// Stones that share a place in [`Account::holdings`].
    pub per_bin: usize,
}

/// Lines that are told one by one, at most: where the entrants of all arms are more, those of the
/// pool are told over all arms.
const LINES: usize = 24;
/// Places for stones in an account at most.
const BINS: usize = 51;

/// Reads the run; its ratings, which take two passes more, only where they are not `known`. `progress`
/// hears of the blocks read.
///
/// # Errors
/// Its journal can't be read, or has fewer blocks than its manifest says.
pub fn read(
    run: &Side,
    known: Option<&Ratings>,
    mut progress: impl FnMut(u64),
) -> Result<Reading, DecideError> {
    let experiment = &run.experiment;
    let (arms, pool) = (experiment.arms(), experiment.pool.len());
    let lines = lines(&arms, pool);
    let holdings = usize::from(experiment.rules.stones) + 1;
    let per_bin = holdings.div_ceil(BINS);
    let neighbours = matches!(experiment.design, Design::FreeForAll | Design::Seating);
    let mut accounts = Accounts::new(&arms, pool, holdings, per_bin, neighbours);
    let mut lengths = vec![Lengths::new(experiment); arms.len()];
    let mut course = Course::new(run.blocks);
    let mut schedule = experiment.schedule();
    let followed = follow(run, known, |block, tally| {
        accounts.add(block, &schedule.block(block.block));
        lengths[block.arm].add(block, experiment.elections);
        course.look(tally, &lines);
        progress(tally.blocks);
    })?;
    lengths.iter_mut().for_each(Lengths::finish);
    let accounts = lines.iter().map(|line| accounts.of(line)).collect();
    let Followed { tally, ratings, families, thriving, watch } = followed;
    Ok(Reading {
        tally,
        ratings,
        families,
        thriving,
        watch,
        accounts,
        lengths,
        course,
        lines,
        per_bin,
    })
}

fn lines(arms: &[Arm], pool: usize) -> Vec<Line> {
    let each: Vec<Line> = (0..arms.len())
        .flat_map(|arm| arms[arm].entrants.iter().map(move |&place| Line { arm: Some(arm), place }))
        .collect();
    match arms.len() {
        1 => each,
        _ if each.len() <= LINES => each,
        _ => (0..pool).map(|place| Line { arm: None, place }).collect(),
    }
}
