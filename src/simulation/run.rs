//! Plays a simulation to its end, or until it is stopped: workers play stretches of elections,
//! which are added to the state in order.
//!
//! The state is that of the elections before the first that is not in it, at any time; how long
//! stretches are and who plays them changes nothing.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::file::StateFile;
use super::form::{State, StateError};
use super::players::Players;
use super::tally::Tally;

/// Stretches handed out beyond what is in the state, for each thread. Enough to play on while the
/// file is written.
const AHEAD: usize = 16;
/// How often progress is told while no stretch is done.
const TICK: Duration = Duration::from_millis(250);
/// How often the state is written to its file.
const SAVE: Duration = Duration::from_secs(2);

/// How a run is carried out; nothing here changes its results.
pub struct RunOptions<'a> {
    /// 1 or more.
    pub threads: usize,
    /// Set from outside to end the run early; the state keeps what is in it.
    pub stop: &'a AtomicBool,
    /// Where the state is kept: written at the start, every few seconds and at the end.
    pub file: Option<&'a StateFile>,
}

/// A run that failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("threads can't be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error(transparent)]
    State(#[from] StateError),
    #[error("a worker ended before its elections were played")]
    Worker,
}

/// Elections in a row, to be played or played.
struct Stretch {
    numbers: Range<u64>,
    tally: Box<Tally>,
    /// False if it was left on a stop.
    whole: bool,
}

/// Plays on from `state` until it has all elections asked for, or is stopped. `heard` is told of
/// every stretch that the state takes in, and now and then in between.
///
/// # Errors
/// Threads can't be started, or the file not written. The file then has an earlier state.
pub fn run(
    players: &Players,
    state: &mut State,
    options: &RunOptions<'_>,
    mut heard: impl FnMut(&State),
) -> Result<(), RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let save = |state: &State| options.file.map_or(Ok(()), |file| file.save(state));
    save(state)?;
    let mut saved = Instant::now();
    play_all(&pool, players, state, options, |state| {
        if saved.elapsed() >= SAVE {
            save(state)?;
            saved = Instant::now();
        }
        heard(state);
        Ok(())
    })?;
    Ok(save(state)?)
}

/// Hands out stretches and takes them in, telling `heard`.
fn play_all(
    pool: &rayon::ThreadPool,
    players: &Players,
    state: &mut State,
    options: &RunOptions<'_>,
    mut heard: impl FnMut(&State) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let (out, jobs) = mpsc::channel();
    let (sender, played) = mpsc::channel();
    let jobs = Mutex::new(jobs);
    pool.in_place_scope(|scope| {
        for _ in 0..options.threads {
            let (jobs, sender) = (&jobs, sender.clone());
            scope.spawn(move |_| work(players, options.stop, jobs, sender));
        }
        drop(sender);
        let mut stretches = stretches(state, players.stretch());
        for numbers in stretches.by_ref().take(AHEAD * options.threads) {
            let _ = out.send(Stretch { numbers, tally: Box::default(), whole: false });
        }
        // Both channels end here, so that workers end whatever comes.
        let (out, played) = (out, played);
        take_in(state, &played, &mut heard, |tally| {
            if let Some(numbers) = stretches.next() {
                let _ = out.send(Stretch { numbers, tally, whole: false });
            }
        })
    })
}

/// What is left of the elections, in stretches whose ends do not depend on where it begins.
fn stretches(state: &State, length: u64) -> impl Iterator<Item = Range<u64>> + use<> {
    let all = state.simulation().elections;
    let mut next = state.done();
    std::iter::from_fn(move || {
        let first = next;
        next = all.min((first / length + 1) * length);
        (first < all).then_some(first..next)
    })
}

/// A worker: plays what is handed out until no more is.
fn work(
    players: &Players,
    stop: &AtomicBool,
    jobs: &Mutex<Receiver<Stretch>>,
    sender: Sender<Option<Stretch>>,
) {
    let leaving = Leaving(sender);
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(mut stretch) = job else { return };
        *stretch.tally = Tally::new();
        stretch.whole = players.play(stretch.numbers.clone(), stop, &mut stretch.tally);
        if leaving.0.send(Some(stretch)).is_err() {
            return;
        }
    }
}

/// Tells when a worker is lost to a panic, whose stretch would be waited for in vain.
struct Leaving(Sender<Option<Stretch>>);

impl Drop for Leaving {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(None);
        }
    }
}

/// Adds stretches to the state as their turn comes. What follows one that was left is not added.
fn take_in(
    state: &mut State,
    played: &Receiver<Option<Stretch>>,
    heard: &mut impl FnMut(&State) -> Result<(), RunError>,
    mut hand_out: impl FnMut(Box<Tally>),
) -> Result<(), RunError> {
    let mut waiting = BTreeMap::new();
    while !state.is_complete() {
        match played.recv_timeout(TICK) {
            Ok(Some(stretch)) => waiting.insert(stretch.numbers.start, stretch),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => return Err(RunError::Worker),
            Err(RecvTimeoutError::Timeout) => {
                heard(state)?;
                continue;
            }
        };
        while let Some(Stretch { tally, whole, .. }) = waiting.remove(&state.done()) {
            if !whole {
                return Ok(());
            }
            state.add(&tally);
            heard(state)?;
            hand_out(tally);
        }
    }
    Ok(())
}
