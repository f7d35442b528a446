//! A probe of an experiment: some of its blocks, played and thrown away, to tell beforehand how long
//! a run takes, how large its files get, and how small a difference it can find.
//!
//! All of this is an estimate, and nothing of it goes into a result.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::growing::Growing;
use super::play::{BlockOutput, Players};
use super::schedule::Block;
use crate::statistics::{PairedSums, RatioSums, detectable};

/// Files that grow.
const FILES: usize = Growing::ALL.len();
/// Bytes of each file that are kept to be compressed.
const KEPT: usize = 8 << 20;
/// Entrants of an arm up to which each two of them are compared.
const PAIRED: usize = 16;

/// When a probe has seen enough. It never plays more blocks than the run has.
#[derive(Clone, Copy, Debug)]
pub struct ProbeLimits {
    /// No block is begun after this time, once there are `fewest`.
    pub enough: Duration,
    /// No block is begun or ended after this time.
    pub longest: Duration,
    pub fewest: u64,
    pub most: u64,
}

impl Default for ProbeLimits {
    /// About two seconds.
    fn default() -> Self {
        let [enough, longest] = [2, 10].map(Duration::from_secs);
        Self { enough, longest, fewest: 2 * Probe::FEWEST, most: 20_000 }
    }
}

/// An entrant in a block: seatings, elections won, stones.
struct Sat {
    entrant: usize,
    seatings: u64,
    won: i64,
    stones: i64,
}

/// A block that was played.
struct Played {
    block: Block,
    took: Duration,
    elections: u64,
    sat: Vec<Sat>,
    bytes: [u64; FILES],
    /// The rows themselves, of some of the blocks.
    rows: Option<[Vec<u8>; FILES]>,
}

/// What it takes to write a byte of content.
#[derive(Clone, Copy)]
struct Packing {
    bytes: f64,
    /// Of the one thread that writes. What is not compressed is taken to take none.
    seconds: f64,
}

const AS_IT_IS: Packing = Packing { bytes: 1.0, seconds: 0.0 };

/// What a probe saw.
pub struct Probe {
    /// In the order of the schedule.
    played: Vec<Played>,
    /// Blocks of the run in each arm.
    planned: Vec<u64>,
    packing: [Packing; FILES],
    pub threads: usize,
    /// How long it took.
    pub elapsed: Duration,
}

/// The smallest differences that a run finds with a power of 80 % by a two-sided test at 5 %. `None`
/// where the probe can't tell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Finds {
    /// In win rate, as a part of 1.
    pub win_rate: Option<f64>,
    pub mean_stones: Option<f64>,
}

/// Plays blocks of an experiment on so many threads. Since arms take turns, all get their share.
///
/// A thread that is in an election when time is up is not waited for; it ends with that election.
///
/// # Errors
/// Threads can't be started, or what a block is kept in for the time can't be written.
pub fn probe(players: &Arc<Players>, threads: usize, limits: &ProbeLimits) -> io::Result<Probe> {
    let experiment = players.experiment();
    let (blocks, begun) = (experiment.blocks(), Instant::now());
    let desk = Arc::new(Desk { next: AtomicU64::new(0), blocks, begun, limits: *limits });
    let (sender, receiver) = mpsc::channel();
    let start = |_| {
        let (players, desk, sender) = (Arc::clone(players), Arc::clone(&desk), sender.clone());
        thread::Builder::new().spawn(move || work(&players, &desk, KEPT / threads, &sender))
    };
    let workers = (0..threads).map(start).collect::<io::Result<Vec<_>>>()?;
    drop(sender);
    let mut played = Vec::new();
    let late = loop {
        match receiver.recv_timeout(limits.longest.saturating_sub(begun.elapsed())) {
            Ok(result) => played.push(result?),
            Err(mpsc::RecvTimeoutError::Timeout) => break true,
            Err(mpsc::RecvTimeoutError::Disconnected) => break false,
        }
    };
    let elapsed = begun.elapsed();
    for worker in workers.into_iter().filter(|worker| !late || worker.is_finished()) {
        worker.join().unwrap_or_else(|panic| resume_unwind(panic));
    }
    played.sort_by_key(|played: &Played| played.block.number);
    let planned = experiment.blocks_by_arm();
    let packing = packing(&played, experiment.outputs.zstd)?;
    Ok(Probe { played, planned, packing, threads, elapsed })
}

/// Where workers take their blocks.
struct Desk {
    next: AtomicU64,
    blocks: u64,
    begun: Instant,
    limits: ProbeLimits,
}

impl Desk {
    fn take(&self) -> Option<u64> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let elapsed = self.begun.elapsed();
        let limits = &self.limits;
        let enough = number >= limits.fewest && elapsed >= limits.enough;
        let most = number >= limits.most.min(self.blocks);
        (!enough && !most && elapsed < limits.longest).then_some(number)
    }
}

/// A worker: plays blocks and hands on what they come to, until there are no more or no one waits.
fn work(
    players: &Players,
    desk: &Desk,
    mut left: usize,
    sender: &mpsc::Sender<io::Result<Played>>,
) {
    let mut schedule = players.experiment().schedule();
    let mut output = BlockOutput::default();
    while let Some(number) = desk.take() {
        let played = play(players, desk, schedule.block(number), &mut left, &mut output);
        let Some(played) = played.transpose() else { return };
        output.clear();
        if sender.send(played).is_err() {
            return;
        }
    }
}

/// Plays a block, and keeps its rows as long as `left` bytes are not used up. `None` if it was not
/// played to its end in time.
fn play(
    players: &Players,
    desk: &Desk,
    block: Block,
    left: &mut usize,
    output: &mut BlockOutput,
) -> io::Result<Option<Played>> {
    let begun = Instant::now();
    let late = || desk.begun.elapsed() >= desk.limits.longest;
    if !players.play_block(&block, late, output)? {
        return Ok(None);
    }
    let mut played = take_down(block, begun.elapsed(), output);
    if players.experiment().outputs.zstd && *left > 0 {
        let rows = rows(output)?;
        let most = rows.iter().map(Vec::len).max().unwrap_or_default();
        *left = left.saturating_sub(most);
        played.rows = Some(rows);
    }
    Ok(Some(played))
}

/// What a block came to; it is the only one in `output`.
fn take_down(block: Block, took: Duration, output: &BlockOutput) -> Played {
    let standings = output.tally.arms().nth(block.arm).unwrap_or_default();
    let sat = standings.iter().enumerate().filter(|(_, standing)| standing.sums.seatings > 0);
    let sat = sat.map(|(entrant, standing)| {
        let sums = &standing.sums;
        let (won, stones) = (sums.elections_won as i64, sums.stones as i64);
        Sat { entrant, seatings: sums.seatings, won, stones }
    });
    let bytes = std::array::from_fn(|file| output.rows[file].bytes.length());
    let (elections, _) = output.tally.elections();
    Played { block, took, elections, sat: sat.collect(), bytes, rows: None }
}

fn rows(output: &mut BlockOutput) -> io::Result<[Vec<u8>; FILES]> {
    let mut all: [Vec<u8>; FILES] = Default::default();
    for (rows, into) in output.rows.iter_mut().zip(&mut all) {
        rows.bytes.hand_on(|piece| {
            into.extend_from_slice(piece);
            io::Result::Ok(())
        })?;
    }
    Ok(all)
}

#[cfg(feature = "zstd")]
fn packing(played: &[Played], zstd: bool) -> io::Result<[Packing; FILES]> {
    let mut packing = [AS_IT_IS; FILES];
    if !zstd {
        return Ok(packing);
    }
    for (file, packing) in Growing::ALL.into_iter().zip(&mut packing) {
        let (written, begun) = (tempfile::tempfile()?, Instant::now());
        let mut packed = super::packed::Packed::new(written.try_clone()?);
        packed.append(file.header().as_bytes())?;
        let mut content = file.header().len();
        for rows in played.iter().filter_map(|played| played.rows.as_ref()) {
            let rows = &rows[file as usize];
            packed.append(rows)?;
            packed.end_block()?;
            content += rows.len();
        }
        packed.settle()?;
        if content > 0 {
            let of_a_byte = |all: f64| all / content as f64;
            let bytes = of_a_byte(written.metadata()?.len() as f64);
            *packing = Packing { bytes, seconds: of_a_byte(begun.elapsed().as_secs_f64()) };
        }
    }
    Ok(packing)
}

/// Without zstd no experiment asks for it.
#[cfg(not(feature = "zstd"))]
fn packing(_: &[Played], _: bool) -> io::Result<[Packing; FILES]> {
    Ok([AS_IT_IS; FILES])
}

impl Probe {
    /// Blocks whose spread is taken for that of the run, at least.
    pub const FEWEST: u64 = 5;

    /// Blocks that were played.
    pub fn blocks(&self) -> u64 {
        self.played.len() as u64
    }

    /// Elections in them.
    pub fn elections(&self) -> u64 {
        self.played.iter().map(|played| played.elections).sum()
    }

    /// Arms of which no block was played: what is said of the whole takes them for average.
    pub fn arms_unseen(&self) -> usize {
        (0..self.planned.len()).filter(|&arm| self.of_arm(arm).next().is_none()).count()
    }

    /// Blocks of an arm that were played and in which an entrant sat.
    pub fn blocks_of(&self, arm: usize, entrant: usize) -> u64 {
        let sat = |played: &&Played| played.sat.iter().any(|sat| sat.entrant == entrant);
        self.of_arm(arm).filter(sat).count() as u64
    }

    fn of_arm(&self, arm: usize) -> impl Iterator<Item = &Played> {
        self.played.iter().filter(move |played| played.block.arm == arm)
    }

    /// The sum of a figure over all blocks of the run, by its mean in the blocks played of each arm.
    fn whole(&self, figure: impl Fn(&Played) -> f64) -> Option<f64> {
        let mut sums = vec![(0.0, 0.0); self.planned.len()];
        for played in &self.played {
            let (sum, blocks) = &mut sums[played.block.arm];
            *sum += figure(played);
            *blocks += 1.0;
        }
        let (sum, blocks) = sums.iter().fold((0.0, 0.0), |all, of| (all.0 + of.0, all.1 + of.1));
        let average = (blocks > 0.0).then(|| sum / blocks)?;
        let of_arm = |(&planned, &(sum, blocks)): (&u64, &(f64, f64))| {
            planned as f64 * if blocks > 0.0 { sum / blocks } else { average }
        };
        Some(self.planned.iter().zip(&sums).map(of_arm).sum())
    }

    /// How long the run takes on as many threads, which play and share out the work of one that
    /// writes what is compressed. `None` where not one block was played.
    pub fn time(&self) -> Option<Duration> {
        let play = self.whole(|played| played.took.as_secs_f64())?;
        let write = self.whole(|played| {
            let each = played.bytes.iter().zip(&self.packing);
            each.map(|(&bytes, packing)| bytes as f64 * packing.seconds).sum()
        })?;
        let blocks: u64 = self.planned.iter().sum();
        let together = (play + write) / blocks.min(self.threads as u64) as f64;
        Duration::try_from_secs_f64(together.max(write)).ok()
    }

    /// How large a file of the run gets, in bytes as they are on the disk. `None` where not one
    /// block was played.
    pub fn bytes(&self, file: Growing) -> Option<u64> {
        let rows = self.whole(|played| played.bytes[file as usize] as f64)?;
        Some(((rows + file.header().len() as f64) * self.packing[file as usize].bytes).round()
            as u64)
    }

    /// What the run finds of an entrant in an arm, held against a fixed value such as an even share.
    pub fn finds(&self, arm: usize, entrant: usize) -> Finds {
        let (mut won, mut stones) = (RatioSums::new(), RatioSums::new());
        for sat in self.of_arm(arm).flat_map(|played| &played.sat) {
            if sat.entrant == entrant {
                won.add(sat.won, sat.seatings);
                stones.add(sat.stones, sat.seatings);
            }
        }
        let finds = |sums: &RatioSums| self.detectable(arm, sums.variance()?, sums.blocks());
        Finds { win_rate: finds(&won), mean_stones: finds(&stones) }
    }

    /// What the run finds between each two entrants of an arm, in the order of `entrants`; nothing
    /// where these are very many.
    pub fn finds_between(&self, arm: usize, entrants: &[usize]) -> Vec<([usize; 2], Finds)> {
        if entrants.len() > PAIRED {
            return Vec::new();
        }
        let pairs = entrants
            .iter()
            .enumerate()
            .flat_map(|(at, &first)| entrants[at + 1..].iter().map(move |&second| [first, second]));
        pairs.map(|pair| (pair, self.between(arm, pair))).collect()
    }

    fn between(&self, arm: usize, pair: [usize; 2]) -> Finds {
        let (mut won, mut stones) = (PairedSums::new(), PairedSums::new());
        for played in self.of_arm(arm) {
            let [first, second] = pair.map(|entrant| {
                let sat = played.sat.iter().find(|sat| sat.entrant == entrant);
                sat.map_or([(0, 0); 2], |sat| [(sat.won, sat.seatings), (sat.stones, sat.seatings)])
            });
            won.add(first[0], second[0]);
            stones.add(first[1], second[1]);
        }
        let finds = |sums: &PairedSums| self.detectable(arm, sums.variance()?, sums.blocks());
        Finds { win_rate: finds(&won), mean_stones: finds(&stones) }
    }

    /// Of a variance over `seen` blocks of an arm, of which as large a part of the run's has it.
    fn detectable(&self, arm: usize, variance: f64, seen: u64) -> Option<f64> {
        if seen < Self::FEWEST {
            return None;
        }
        let played = self.of_arm(arm).count() as f64;
        let planned = (self.planned[arm] as f64 * (seen as f64 / played)).round() as u64;
        detectable(variance, seen, planned)
    }
}
