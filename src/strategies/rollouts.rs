//! Rollouts of every move in the same worlds, in lockstep.

use super::objective::Worth;
use crate::belief::{Constraints, Worlds};
use crate::engine::lockstep::{Finished, LANES, LanePolicy, Lockstep, Path, Position, Supply};
use crate::engine::{
    Action, BySeat, Observation, Progress, Random, RoundStreams, Seat, Stream, TileSet,
};

/// Legal moves of a hand: five tiles, one of them in two ways.
pub(super) const MOST_MOVES: usize = 6;

/// The sum of what each legal move, in order, was worth over `worlds` worlds.
pub(super) fn totals<P: LanePolicy>(
    policy: &P,
    worlds: u32,
    seen: &Observation<'_>,
    random: &Stream,
    worth: &Worth,
) -> [i64; MOST_MOVES] {
    let mut rollouts = Rollouts::new(worlds, seen, random, worth);
    Lockstep::before(seen.rules(), seen.seat().next()).run(
        Path::preferred(),
        policy,
        &mut rollouts,
    );
    rollouts.totals
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

/// Worlds × moves, a rollout each, handed to whichever lane is free.
struct Rollouts<'a> {
    worth: &'a Worth,
    random: &'a Stream,
    worlds: Worlds,
    draws: Random,
    candidates: Vec<Candidate>,
    /// The world in hand, the number of the next one, and the next candidate in it.
    hands: BySeat<TileSet>,
    streams: RoundStreams,
    world: u32,
    last_world: u32,
    candidate: usize,
    /// Which move each lane rolls out.
    moves: [u8; LANES],
    totals: [i64; MOST_MOVES],
}

impl<'a> Rollouts<'a> {
    fn new(count: u32, seen: &Observation<'_>, random: &'a Stream, worth: &'a Worth) -> Self {
        let mut worlds = Worlds::new(Constraints::new(seen));
        let mut draws = random.generator(0);
        let hands = worlds.draw(&mut draws);
        let streams = random.round(1);
        let mut candidates = Vec::with_capacity(MOST_MOVES);
        let mut totals = [0; MOST_MOVES];
        for (number, play) in seen.legal().iter().enumerate() {
            let mut round = seen.world(hands);
            match round.play(Action::Play(play), &mut ()) {
                Ok(Progress::Continues) => {
                    let after = Position::of(&round, streams);
                    let mut keeps = BySeat([TileSet::ALL; Seat::COUNT]);
                    keeps[seen.seat()].remove(play.tile());
                    candidates.push(Candidate { number, keeps, after });
                }
                // Going out comes to the same in every world.
                Ok(Progress::Ended(end)) => {
                    let value = worth.of(end.winner, end.elected, round.holdings());
                    totals[number] = i64::from(count) * value;
                }
                Err(illegal) => unreachable!("a move from the legal ones: {illegal}"),
            }
        }
        Self {
            worth,
            random,
            worlds,
            draws,
            candidates,
            hands,
            streams,
            world: 1,
            last_world: count,
            candidate: 0,
            moves: [0; LANES],
            totals,
        }
    }
}

impl Supply for Rollouts<'_> {
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> Option<Position> {
        if self.candidate == self.candidates.len() {
            if self.world == self.last_world || self.candidates.is_empty() {
                return None;
            }
            self.hands = self.worlds.draw(&mut self.draws);
            self.world += 1;
            // One stream a world: moves are compared under the same chances.
            self.streams = self.random.round(u64::from(self.world));
            self.candidate = 0;
        }
        let candidate = &self.candidates[self.candidate];
        self.candidate += 1;
        self.moves[lane] = candidate.number as u8;
        // All five alike: one hand changed by its index would have to go through memory.
        let (BySeat([a, b, c, d, e]), BySeat(keeps)) = (self.hands, candidate.keeps);
        let hands = [a & keeps[0], b & keeps[1], c & keeps[2], d & keeps[3], e & keeps[4]];
        Some(candidate.after.in_world(BySeat(hands), self.streams))
    }

    #[inline(always)]
    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        let value = self.worth.of(end.winner, end.elected, &end.holdings());
        self.totals[usize::from(self.moves[lane])] += value;
        self.begin(lane)
    }
}
