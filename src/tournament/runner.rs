//! Runs an experiment: workers play blocks, one writer puts them down in schedule order.
//!
//! Workers claim stretches of blocks in order and may run ahead of the writer by a bounded number
//! of stretches only, so memory does not grow with the number of games. How long a stretch is
//! follows from how long blocks take; that changes how work is handed out, never what is written.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::checkpoint::Checkpoints;
use super::folder::{FolderError, FolderWriter, RunFolder};
use super::manifest::{Checkpoint, Manifest, ManifestError};
use super::play::{BlockOutput, Players};
use super::ratings::Ratings;
use super::recover::{Recovered, recover};
use super::summaries::{Named, write_summaries};
use super::tally::{BlockSums, Tally};
use super::until::{Step, Watch};
use crate::strategies::Registry;

/// Stretches that may be finished or in play beyond what is written, for each thread.
const AHEAD: u64 = 4;
/// How long a stretch of blocks should take.
const STRETCH: Duration = Duration::from_millis(3);
/// How often progress is told while no stretch is done.
const TICK: Duration = Duration::from_millis(500);
/// Blocks in a stretch at most.
const LONGEST: u64 = 512;

/// How a run is carried out; nothing here changes its results.
pub struct RunOptions<'a> {
    /// 1 or more.
    pub threads: usize,
    /// Set from outside to end the run early; what is whole is kept.
    pub stop: &'a AtomicBool,
}

/// What has been written so far.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// In all.
    pub blocks: u64,
    /// Since the run began, or was taken up.
    pub elections: u64,
    /// How far the test is, of a run that ends when it has decided.
    pub step: Option<Step>,
}

/// A run that ended: all its blocks, or those before it was stopped.
#[derive(Debug)]
pub struct Summary {
    pub tally: Tally,
    pub ratings: Ratings,
    /// Of a run that ends when it has decided.
    pub watch: Option<Watch>,
    /// Played now, which may be fewer than those in the tally.
    pub elections: u64,
    pub complete: bool,
    pub elapsed: Duration,
}

/// A run that failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error("threads can't be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("ratings, from the blocks just written: {0}")]
    Ratings(std::io::Error),
    #[error("summaries: {0}")]
    Summaries(std::io::Error),
    #[error("a worker ended before its blocks were played")]
    Worker,
    #[error(
        "this program plays block {0} otherwise than its rows say, so it can't go on with the run; \
         take the program that began it, or begin again with --out and --force"
    )]
    OtherPlay(u64),
}

/// A stretch of blocks, to be played or played.
struct Stretch {
    number: u64,
    output: BlockOutput,
    blocks: u64,
    /// False if it was abandoned on a stop, part of it unplayed.
    whole: bool,
    /// Whether what was played could be kept.
    failed: Result<(), FolderError>,
}

/// What is claimed and what is written, under one lock.
struct Claims {
    next_block: u64,
    next_stretch: u64,
    written: u64,
    /// Set when no more is to be claimed: all is, or someone has left early.
    closed: bool,
    /// Emptied outputs, to be used again.
    spare: Vec<BlockOutput>,
}

struct Desk {
    claims: Mutex<Claims>,
    moved: Condvar,
    /// The block after the last.
    blocks: u64,
    ahead: u64,
}

impl Desk {
    fn lock(&self) -> std::sync::MutexGuard<'_, Claims> {
        // A panic elsewhere leaves counters that are whole.
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next `wanted` blocks or fewer, when the writer is not too far behind.
    fn claim(&self, wanted: u64) -> Option<(u64, std::ops::Range<u64>, BlockOutput)> {
        let mut claims = self.lock();
        while !claims.closed && claims.next_stretch >= claims.written + self.ahead {
            claims = self.moved.wait(claims).unwrap_or_else(PoisonError::into_inner);
        }
        if claims.closed || claims.next_block >= self.blocks {
            return None;
        }
        let first = claims.next_block;
        claims.next_block = self.blocks.min(first + wanted);
        claims.next_stretch += 1;
        let range = first..claims.next_block;
        Some((claims.next_stretch - 1, range, claims.spare.pop().unwrap_or_default()))
    }

    fn written(&self, mut output: BlockOutput) {
        output.clear();
        let mut claims = self.lock();
        claims.written += 1;
        claims.spare.push(output);
        drop(claims);
        self.moved.notify_all();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.moved.notify_all();
    }
}

/// Closes the desk when its holder is done, a panic included, so that no one waits for ever.
struct Closing<'a>(&'a Desk);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Runs `players` into `folder`. `progress` hears of every stretch written, and now
/// and then in between.
///
/// # Errors
/// Files can't be written or threads not started. What was written before stays, with a manifest
/// that says it is incomplete.
pub fn run(
    players: &Players,
    registry: &Registry,
    folder: &RunFolder,
    options: &RunOptions<'_>,
    progress: impl FnMut(Progress) + Send,
) -> Result<Summary, RunError> {
    run_blocks(players, registry, folder, options, players.experiment().blocks(), progress)
}

/// Runs the first `blocks` of an experiment, as a run that is stopped after them.
///
/// # Errors
/// As [`run`].
pub fn run_blocks(
    players: &Players,
    registry: &Registry,
    folder: &RunFolder,
    options: &RunOptions<'_>,
    blocks: u64,
    progress: impl FnMut(Progress) + Send,
) -> Result<Summary, RunError> {
    let experiment = players.experiment();
    // All that can fail before a run that is replaced is touched.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let mut manifest = Manifest::begin(experiment, registry, options.threads);
    manifest.write(folder.path())?;
    folder.clear()?;
    let writer = FolderWriter::create(folder, &experiment.outputs)?;
    let tally = Tally::new(experiment.arms().len(), experiment.pool.len());
    manifest.checkpoint = Some(Checkpoint::default());
    manifest.write(folder.path())?;
    let watch = experiment.until.map(Watch::new);
    let work = Work { pool, players, folder, options, manifest, writer, tally, watch, blocks };
    carry_on(work, progress)
}

/// Goes on with the run that `folder` holds, from the blocks that all its files have, to the end of
/// the experiment of `players`: that of its manifest, perhaps with more games.
///
/// # Errors
/// As [`run`], and where this program plays otherwise than the run did.
pub fn resume(
    players: &Players,
    registry: &Registry,
    folder: &RunFolder,
    (manifest, recovered): (Manifest, Recovered),
    options: &RunOptions<'_>,
    progress: impl FnMut(Progress) + Send,
) -> Result<Summary, RunError> {
    let experiment = players.experiment();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    if manifest.checkpoint.is_none() {
        // Its own files were never begun.
        return run(players, registry, folder, options, progress);
    }
    if let Some((first, last)) = &recovered.ends {
        [first, last].into_iter().try_for_each(|block| plays_alike(players, block))?;
    }
    let outputs = &experiment.outputs;
    let writer = FolderWriter::take_up(folder, outputs, &recovered.kept)?;
    let manifest = manifest.go_on(experiment, registry, options.threads);
    manifest.write(folder.path())?;
    folder.clear_summaries()?;
    let Recovered { tally, watch, .. } = recovered;
    let blocks = experiment.blocks();
    let work = Work { pool, players, folder, options, manifest, writer, tally, watch, blocks };
    carry_on(work, progress)
}

fn plays_alike(players: &Players, block: &BlockSums) -> Result<(), RunError> {
    let again = players.sums(block.block).map_err(FolderError::Spool)?;
    if again == *block { Ok(()) } else { Err(RunError::OtherPlay(block.block)) }
}

/// A run that is about to begin or to go on.
struct Work<'a> {
    pool: rayon::ThreadPool,
    players: &'a Players,
    folder: &'a RunFolder,
    options: &'a RunOptions<'a>,
    manifest: Manifest,
    writer: FolderWriter,
    /// Of the blocks that the files hold.
    tally: Tally,
    watch: Option<Watch>,
    /// Blocks that they shall hold, if nothing is decided before.
    blocks: u64,
}

/// Plays what is left and ends the run.
fn carry_on(
    work: Work<'_>,
    mut progress: impl FnMut(Progress) + Send,
) -> Result<Summary, RunError> {
    let Work { pool, players, folder, options, mut manifest, mut writer, mut tally, .. } = work;
    let (mut watch, mut blocks) = (work.watch, work.blocks);
    let experiment = players.experiment();
    let begun = Instant::now();
    let (mut elections, first) = (0, tally.blocks);
    let mut checkpoints = Checkpoints::new(folder.path(), &manifest);
    if watch.as_ref().is_some_and(Watch::has_ended) {
        blocks = first;
    }
    let played = play_all(&pool, players, folder, options, first..blocks, |output| {
        if let Some(output) = output {
            writer.write(output)?;
            elections += output.tally.elections().0;
            tally.merge(&output.tally);
            // What is watched comes block by block.
            watch.iter_mut().for_each(|watch| watch.take_tally(&output.tally));
        }
        checkpoints.keep(&mut writer, tally.blocks)?;
        let step = watch.as_ref().map(Watch::now);
        progress(Progress { blocks: tally.blocks, elections, step });
        match &watch {
            Some(watch) if watch.has_ended() => Ok(ControlFlow::Break(())),
            _ => Ok(ControlFlow::Continue(())),
        }
    });
    manifest.checkpoint = checkpoints.end().or(manifest.checkpoint);
    if let Err(error) = played {
        drop(writer);
        give_up(folder, players);
        return Err(error);
    }
    writer.settle()?;
    let ratings = Ratings::of_run(folder.path(), experiment, &tally).map_err(RunError::Ratings)?;
    let named = Named::of(experiment);
    let results = named.results(&tally, &ratings, watch.as_ref());
    let summaries = write_summaries(results).map_err(RunError::Summaries)?;
    let (checkpoint, _) = writer.checkpoint(tally.blocks)?;
    let files = writer.finish(summaries)?;
    manifest.checkpoint = Some(checkpoint);
    let decided = watch.as_ref().is_some_and(Watch::has_ended);
    manifest.end(tally.blocks, decided, files);
    manifest.write(folder.path())?;
    let complete = manifest.complete;
    Ok(Summary { tally, ratings, watch, elections, complete, elapsed: begun.elapsed() })
}

/// After a failure: cuts the files back to the blocks that all of them hold. If that can't be done
/// either, it will be when the run is resumed.
fn give_up(folder: &RunFolder, players: &Players) {
    let experiment = players.experiment();
    let kept = recover(folder.path(), experiment).kept;
    let _ = FolderWriter::take_up(folder, &experiment.outputs, &kept);
}

/// Plays a range of blocks and hands their outputs to `write` in schedule order, until all are written, the run
/// is stopped, or `write` fails or has enough. While nothing comes, `write` hears of that too. A run
/// that is watched has outputs of one block each.
fn play_all(
    pool: &rayon::ThreadPool,
    players: &Players,
    folder: &RunFolder,
    options: &RunOptions<'_>,
    range: std::ops::Range<u64>,
    mut write: impl FnMut(Option<&mut BlockOutput>) -> Written + Send,
) -> Result<(), RunError> {
    let desk = Desk {
        claims: Mutex::new(Claims {
            next_block: range.start,
            next_stretch: 0,
            written: 0,
            closed: false,
            spare: Vec::new(),
        }),
        moved: Condvar::new(),
        blocks: range.end,
        ahead: AHEAD * options.threads as u64,
    };
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..options.threads {
            let sender = sender.clone();
            let desk = &desk;
            scope.spawn(move |_| work(players, folder, options.stop, desk, &sender));
        }
        drop(sender);
        let _closing = Closing(&desk);
        write_in_order(&receiver, &desk, range.start, &mut write)
    })
}

/// A worker: claims stretches and plays them until there are no more.
fn work(
    players: &Players,
    folder: &RunFolder,
    stop: &AtomicBool,
    desk: &Desk,
    sender: &mpsc::Sender<Stretch>,
) {
    let _closing = Closing(desk);
    let mut schedule = players.experiment().schedule();
    let longest = if players.experiment().until.is_some() { 1 } else { LONGEST };
    let mut wanted = 1;
    while let Some((number, range, mut output)) = desk.claim(wanted) {
        let begun = Instant::now();
        let stopped = || stop.load(Ordering::Relaxed);
        let asked = range.end - range.start;
        let mut blocks = 0;
        let mut failed = Ok(());
        output.folder.get_or_insert_with(|| folder.path().to_owned());
        for number in range {
            let block = schedule.block(number);
            match players.play_block(&block, stopped, &mut output) {
                Ok(true) => blocks += 1,
                Ok(false) => break,
                Err(cause) => {
                    failed = Err(FolderError::Spool(cause));
                    break;
                }
            }
        }
        let whole = blocks == asked;
        let stretch = Stretch { number, output, blocks, whole, failed };
        if sender.send(stretch).is_err() || !whole {
            return;
        }
        let a_block = begun.elapsed().as_nanos() / u128::from(asked.max(1));
        wanted = (STRETCH.as_nanos() / a_block.max(1)).clamp(1, u128::from(longest)) as u64;
    }
}

/// Whether more is wanted.
type Written = Result<ControlFlow<()>, RunError>;

/// The writer: takes stretches as they come and writes them as their turn comes. What follows
/// a stretch that was abandoned, or after which there is enough, is not written.
fn write_in_order(
    receiver: &mpsc::Receiver<Stretch>,
    desk: &Desk,
    first: u64,
    write: &mut impl FnMut(Option<&mut BlockOutput>) -> Written,
) -> Result<(), RunError> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut blocks = first;
    loop {
        let stretch: Stretch = match receiver.recv_timeout(TICK) {
            Ok(stretch) => stretch,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                if write(None)?.is_break() {
                    return Ok(());
                }
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        };
        waiting.insert(stretch.number, stretch);
        while let Some(stretch) = waiting.remove(&next) {
            let Stretch { mut output, blocks: played, whole, failed, .. } = stretch;
            failed?;
            let enough = write(Some(&mut output))?.is_break();
            blocks += played;
            next += 1;
            if !whole || enough {
                return Ok(());
            }
            desk.written(output);
        }
    }
    // All workers are done; a stretch is missing only if a strategy panicked.
    if blocks == desk.blocks { Ok(()) } else { Err(RunError::Worker) }
}
