//! Rollouts of every move in the same worlds, in lockstep.

use super::objective::Worth;
use crate::belief::{Constraints, Worlds};
use crate::engine::lockstep::{Finished, LANES, LanePolicy, Lockstep, Path, Position, Supply};
use crate::engine::{
    Action, BySeat, Observation, Progress, Random, RoundStreams, Seat, Stream, TileSet,
};

/// Legal moves of a hand: five tiles, one of them in two ways.
pub(super) const MOST_MOVES: usize = 6;

/// What the ends of the rollouts of one move are added up to.
pub(super) trait Sum: Copy + Default {
    /// Adds the worth of `times` ends that are worth the same.
    fn add(&mut self, value: i64, times: u32);
}

/// The sum alone: all that a choice needs.
impl Sum for i64 {
    #[inline(always)]
    fn add(&mut self, value: i64, times: u32) {
        *self += i64::from(times) * value;
    }
}

/// The sum and that of the squares. A worth is at most 2¹⁶, so that a million of them stay below
/// 2⁵².
#[derive(Clone, Copy, Default)]
pub(super) struct Spread {
    pub total: i64,
    squares: i64,
}

impl Sum for Spread {
    #[inline(always)]
    fn add(&mut self, value: i64, times: u32) {
        self.total += i64::from(times) * value;
        self.squares += i64::from(times) * value * value;
    }
}

impl Spread {
    /// The standard error of the mean of `count` ends, s / √n; none of a single one.
    pub(super) fn error_of_mean(self, count: u32) -> Option<f64> {
        let (n, total) = (i128::from(count), i128::from(self.total));
        // n · Σx² − (Σx)² without rounding; s² is 1 / (n · (n − 1)) of it.
        let squares = n * i128::from(self.squares) - total * total;
        (n > 1).then(|| (squares as f64 / (n * n * (n - 1)) as f64).sqrt())
    }
}

/// The sum of what each legal move, in order, was worth over `worlds` worlds.
pub(super) fn sums<P: LanePolicy, S: Sum>(
    policy: &P,
    worlds: u32,
    seen: &Observation<'_>,
    random: &Stream,
    worth: &Worth,
) -> [S; MOST_MOVES] {
    let mut rollouts = Rollouts::new(worlds, seen, random, worth);
    Lockstep::before(seen.rules(), seen.seat().next()).run(
        Path::preferred(),
        policy,
        &mut rollouts,
    );
    rollouts.sums
}

/// A legal move as rollouts go on from it.
#[derive(Clone, Copy)]
struct Candidate {
    /// Its place among the legal moves.
    number: usize,
    /// What stays in each hand.
    keeps: BySeat<TileSet>,
    /// The round after it; its hands are those of any world.
    after: Position,
}

/// Worlds drawn ahead, and rolled out for one move after the other: what a lane is given next is
/// then foreseen.
const BATCH: usize = 1024;

/// Worlds × moves, a rollout each, handed to whichever lane is free.
struct Rollouts<'a, S> {
    worth: &'a Worth,
    random: &'a Stream,
    worlds: Worlds,
    draws: Random,
    /// Worlds drawn so far, and to be drawn in all.
    drawn: u32,
    count: u32,
    candidates: Vec<Candidate>,
    /// Hands and streams of the worlds in hand.
    batch: Vec<(BySeat<TileSet>, RoundStreams)>,
    /// What is rolled out next of the batch: a candidate, and a world.
    candidate: usize,
    world: usize,
    /// Which move each lane rolls out.
    moves: [u8; LANES],
    sums: [S; MOST_MOVES],
}

impl<'a, S: Sum> Rollouts<'a, S> {
    fn new(count: u32, seen: &Observation<'_>, random: &'a Stream, worth: &'a Worth) -> Self {
        let mut worlds = Worlds::new(Constraints::new(seen));
        let draws = random.generator(0);
        // Any world shows what a move leads to; the first is drawn once more in its turn.
        let hands = worlds.draw(&mut draws.clone());
        let mut rollouts = Self {
            worth,
            random,
            worlds,
            draws,
            drawn: 0,
            count,
            candidates: Vec::with_capacity(MOST_MOVES),
            batch: Vec::with_capacity(BATCH.min(count as usize)),
            candidate: 0,
            world: 0,
            moves: [0; LANES],
            sums: [S::default(); MOST_MOVES],
        };
        rollouts.find_candidates(seen, hands);
        rollouts.candidate = rollouts.candidates.len();
        rollouts
    }

    /// Draws the next worlds, as many as are left and fit.
    #[inline(always)]
    fn draw_batch(&mut self) {
        self.batch.clear();
        let more = (self.count - self.drawn).min(BATCH as u32);
        for _ in 0..more {
            self.drawn += 1;
            // One stream a world: moves are compared under the same chances.
            let streams = self.random.round(u64::from(self.drawn));
            self.batch.push((self.worlds.draw(&mut self.draws), streams));
        }
    }

    /// The legal moves that a round goes on from; what the others come to is added up at once.
    fn find_candidates(&mut self, seen: &Observation<'_>, hands: BySeat<TileSet>) {
        let streams = self.random.round(0);
        for (number, play) in seen.legal().iter().enumerate() {
            let mut round = seen.world(hands);
            match round.play(Action::Play(play), &mut ()) {
                Ok(Progress::Continues) => {
                    let after = Position::of(&round, streams);
                    let mut keeps = BySeat([TileSet::ALL; Seat::COUNT]);
                    keeps[seen.seat()].remove(play.tile());
                    self.candidates.push(Candidate { number, keeps, after });
                }
                // Going out comes to the same in every world.
                Ok(Progress::Ended(end)) => {
                    let value = self.worth.of(end.winner, end.elected, round.holdings());
                    self.sums[number].add(value, self.count);
                }
                Err(illegal) => unreachable!("a move from the legal ones: {illegal}"),
            }
        }
    }
}

impl<S: Sum> Supply for Rollouts<'_, S> {
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> Option<Position> {
        if self.world == self.batch.len() {
            self.world = 0;
            self.candidate += 1;
            if self.candidate >= self.candidates.len() {
                self.candidate = 0;
                self.draw_batch();
            }
        }
        let candidate = self.candidates.get(self.candidate)?;
        let &(BySeat([a, b, c, d, e]), streams) = self.batch.get(self.world)?;
        self.world += 1;
        self.moves[lane] = candidate.number as u8;
        // All five alike: one hand changed by its index would have to go through memory.
        let BySeat(keeps) = candidate.keeps;
        let hands = [a & keeps[0], b & keeps[1], c & keeps[2], d & keeps[3], e & keeps[4]];
        Some(candidate.after.in_world(BySeat(hands), streams))
    }

    #[inline(always)]
    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        let value = self.worth.of(end.winner, end.elected, &end.holdings);
        self.sums[usize::from(self.moves[lane])].add(value, 1);
        self.begin(lane)
    }
}
