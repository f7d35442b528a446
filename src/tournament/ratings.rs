//! How strong entrants are beside one of them, by all elections of a run in one fit.
//!
//! Read from `blocks.csv`, like all else that is summed up: once for the strengths, once for how
//! sure they are.

use std::io::{self, BufRead};
use std::path::Path;

use super::experiment::Experiment;
use super::growing::Growing;
use super::ranks::Ranks;
use super::schedule::Block;
use super::tally::Tally;
use crate::engine::{Seat, Seed};
use crate::statistics::{
    Finish, Interval, Rankings, StrengthReplicates, Strengths, poisson_weight, t_critical,
};

/// The rating of the anchor.
const ANCHOR: f64 = 1500.0;
/// Points for a strength e times as great: 400 / ln 10, so that 400 are odds of ten to one.
const SCALE: f64 = 173.717_792_761_300_73;
/// Blocks from which on intervals are given.
const FEWEST: u64 = 20;
/// Replicates of the bootstrap: the width of an interval is then known to 5 % (one standard error).
const REPLICATES: u64 = 200;

/// An entrant's strength on a scale like Elo's: 400 points more are odds of ten to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub value: f64,
    /// 95 %, over blocks; none of the anchor, which is 1500 by definition, and of fewer than 20 blocks.
    pub interval: Option<Interval>,
}

/// Why an entrant has no rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unrated {
    #[error("being the only entrant")]
    Alone,
    #[error("not having sat in any election")]
    NotPlayed,
    #[error("never behind anyone, so that none is high enough")]
    NeverBehind,
    #[error("never ahead of anyone, so that none is low enough")]
    NeverAhead,
    #[error("not linked with the anchor both ways, by being ahead and behind")]
    NotLinked,
    #[error("no strengths being most likely where nearly all finishes tie")]
    NoFit,
}

/// The ratings of a pool.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Whose rating is 1500, by place in the pool.
    pub anchor: usize,
    entrants: Vec<Result<Rating, Unrated>>,
    /// δ of ties of 2 to 5.
    pub ties: [f64; 4],
}

impl Ratings {
    /// That of an entrant, by its place in the pool, or why it has none.
    ///
    /// # Errors
    /// It has none.
    pub fn of(&self, place: usize) -> Result<Rating, Unrated> {
        self.entrants.get(place).copied().unwrap_or(Err(Unrated::NotPlayed))
    }

    /// Those of the blocks that the run in `folder` has in its tally.
    ///
    /// # Errors
    /// Its `blocks.csv` can't be read, or is not as the run has written it.
    pub fn of_run(folder: &Path, experiment: &Experiment, tally: &Tally) -> io::Result<Self> {
        let links = Links::of(tally, experiment.pool.len());
        let anchor = experiment.anchor;
        let mut entrants: Vec<Result<Rating, Unrated>> =
            (0..experiment.pool.len()).map(|place| Err(links.why_not(place))).collect();
        let rated = links.rated(anchor);
        let mut ratings = Self { anchor, ties: [0.0; 4], entrants: Vec::new() };
        if rated.len() > 1 {
            let table = Table::of(&rated, experiment.pool.len());
            let mut rankings = Rankings::new(rated.len());
            each_block(folder, experiment, tally.blocks, |block, ranks| {
                let sitters = sitters(block);
                for (ranks, elections) in ranks {
                    table.seat(&sitters, ranks).add(&mut rankings, *elections);
                }
            })?;
            let at = table.contender[anchor].unwrap_or_default();
            match rankings.strengths(at) {
                None => rated.iter().for_each(|&place| entrants[place] = Err(Unrated::NoFit)),
                Some(strengths) => {
                    let variances =
                        variances(folder, experiment, tally.blocks, &table, &strengths)?;
                    let critical = t_critical(tally.blocks.saturating_sub(1));
                    let critical = critical.filter(|_| tally.blocks >= FEWEST);
                    for (contender, &place) in rated.iter().enumerate() {
                        let value = ANCHOR + SCALE * strengths.ln_strength(contender);
                        let variance = variances.as_ref().map(|all| all[contender]);
                        let spread = variance.zip(critical).filter(|_| place != anchor);
                        let interval = spread.map(|(variance, critical)| {
                            let half = SCALE * critical * variance.sqrt();
                            Interval { low: value - half, high: value + half }
                        });
                        entrants[place] = Ok(Rating { value, interval });
                    }
                    ratings.ties = [2, 3, 4, 5].map(|size| strengths.ties(size));
                }
            }
        }
        ratings.entrants = entrants;
        Ok(ratings)
    }
}

/// How sure strengths are: their variances by a bootstrap over blocks.
fn variances(
    folder: &Path,
    experiment: &Experiment,
    blocks: u64,
    table: &Table,
    strengths: &Strengths,
) -> io::Result<Option<Vec<f64>>> {
    let seed = Seed(experiment.seed);
    let mut replicates = StrengthReplicates::new(strengths, REPLICATES as usize);
    each_block(folder, experiment, blocks, |block, ranks| {
        let sitters = sitters(block);
        let seated: Vec<(Seated, u64)> =
            ranks.iter().map(|(ranks, n)| (table.seat(&sitters, ranks), *n)).collect();
        let words = seed.bootstrap(block.number);
        let weights = (0..REPLICATES).map(|replicate| poisson_weight(words.word(replicate)));
        replicates.add(seated.iter().map(|(seated, n)| (seated.finish(), *n)), weights);
    })?;
    Ok(replicates.variances())
}

/// Who was ever ahead of whom, or level, in all arms.
struct Links {
    /// By place: seatings there were.
    played: Vec<bool>,
    /// By place, those it was ahead of or level with.
    ahead: Vec<Vec<usize>>,
}

impl Links {
    fn of(tally: &Tally, pool: usize) -> Self {
        let mut links = Self { played: vec![false; pool], ahead: vec![Vec::new(); pool] };
        for standings in tally.arms() {
            for (place, standing) in standings.iter().enumerate() {
                links.played[place] |= standing.sums.seatings > 0;
                for (other, n) in &standing.sums.versus {
                    // All that were not worse.
                    if n.meetings > n.worse {
                        links.ahead[place].push(*other);
                    }
                }
            }
        }
        links
    }

    /// Those that `from` reaches, by being ahead, or by being behind.
    fn reach(&self, from: usize, ahead: bool) -> Vec<bool> {
        let mut reached = vec![false; self.ahead.len()];
        let mut next = vec![from];
        while let Some(place) = next.pop() {
            if std::mem::replace(&mut reached[place], true) {
                continue;
            }
            match ahead {
                true => next.extend(&self.ahead[place]),
                false => {
                    next.extend((0..reached.len()).filter(|&o| self.ahead[o].contains(&place)))
                }
            }
        }
        reached
    }

    /// Those that can be rated beside the anchor: linked with it both ways (Ford 1957). Strengths
    /// are most likely for them and for no others.
    fn rated(&self, anchor: usize) -> Vec<usize> {
        let (ahead, behind) = (self.reach(anchor, true), self.reach(anchor, false));
        (0..ahead.len()).filter(|&place| ahead[place] && behind[place]).collect()
    }

    fn why_not(&self, place: usize) -> Unrated {
        match () {
            () if self.ahead.len() == 1 => Unrated::Alone,
            () if !self.played[place] => Unrated::NotPlayed,
            () if self.ahead[place].is_empty() => Unrated::NeverAhead,
            () if !self.ahead.iter().any(|ahead| ahead.contains(&place)) => Unrated::NeverBehind,
            () => Unrated::NotLinked,
        }
    }
}

/// From places in the pool to contenders, those that are rated.
struct Table {
    contender: Vec<Option<usize>>,
}

/// The seats of an election that are rated, and how they ended. (Leaving out some of its contenders
/// makes of a Plackett–Luce order one of the others.)
#[derive(Default)]
struct Seated {
    contenders: [usize; Seat::COUNT],
    ranks: [u8; Seat::COUNT],
    count: usize,
}

impl Seated {
    fn finish(&self) -> Finish<'_> {
        Finish { contenders: &self.contenders[..self.count], ranks: &self.ranks[..self.count] }
    }

    fn add(&self, rankings: &mut Rankings, elections: u64) {
        rankings.add(&self.finish(), elections);
    }
}

impl Table {
    fn of(rated: &[usize], pool: usize) -> Self {
        let contender = |place| rated.iter().position(|&rated| rated == place);
        Self { contender: (0..pool).map(contender).collect() }
    }

    fn seat(&self, sitters: &[usize; Seat::COUNT], ranks: &Ranks) -> Seated {
        let mut seated = Seated::default();
        for (&place, &rank) in sitters.iter().zip(ranks.each()) {
            if let Some(contender) = self.contender[place] {
                seated.contenders[seated.count] = contender;
                seated.ranks[seated.count] = rank;
                seated.count += 1;
            }
        }
        seated
    }
}

/// The entrants of a block's seats in the order of the pool, as ranks have them.
fn sitters(block: &Block) -> [usize; Seat::COUNT] {
    let mut sitters = block.seating.0;
    sitters.sort_unstable();
    sitters
}

/// Reads how elections ended, block by block. No more is read of a row than that: whoever asks has
/// read or written the rest.
fn each_block(
    folder: &Path,
    experiment: &Experiment,
    blocks: u64,
    mut told: impl FnMut(&Block, &[(Ranks, u64)]),
) -> io::Result<()> {
    let mut reader = Growing::Blocks.open(folder, experiment.outputs.zstd)?;
    let (mut schedule, mut line, mut ranks) = (experiment.schedule(), Vec::new(), Vec::new());
    let mut read = |line: &mut Vec<u8>| {
        line.clear();
        reader.read_until(b'\n', line)
    };
    read(&mut line)?;
    for number in 0..blocks {
        let block = schedule.block(number);
        for row in 0..block.present().1 {
            read(&mut line)?;
            if row == 0 {
                ranks.clear();
                let wrong = || io::Error::new(io::ErrorKind::InvalidData, "ranks can't be read");
                parse(&line, &mut ranks).ok_or_else(wrong)?;
            }
        }
        told(&block, &ranks);
    }
    Ok(())
}

/// Reads the last column of a row.
fn parse(row: &[u8], ranks: &mut Vec<(Ranks, u64)>) -> Option<()> {
    let row = std::str::from_utf8(row.strip_suffix(b"\n")?).ok()?;
    let (_, column) = row.rsplit_once(',')?;
    for item in column.split(';') {
        let (number, elections) = item.split_once(':')?;
        ranks.push((Ranks::from_number(number.parse().ok()?)?, elections.parse().ok()?));
    }
    Some(())
}
