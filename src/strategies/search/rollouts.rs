//! Rollouts of moves in the same worlds, in lockstep.

use super::ROLLOUTS;
use super::objective::Worth;
use crate::engine::lockstep::{Finished, LANES, LanePolicy, Lockstep, Path, Position, Supply};
use crate::engine::{Action, BySeat, Observation, Progress, RoundStreams, Seat, Stream, TileSet};

/// Legal moves of a hand: five tiles, one of them in two ways.
pub(in crate::strategies) const MOST_MOVES: usize = 6;

/// A world, and the chances under which it is rolled out.
pub(super) type World = (BySeat<TileSet>, RoundStreams);

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

/// The legal moves of a decision.
pub(super) struct Candidates {
    going_on: Vec<Candidate>,
    /// The moves that end the round, each with what it is worth: going out comes to the same in
    /// every world.
    ending: Vec<(usize, i32)>,
}

impl Candidates {
    /// Those of `seen`; `hands` are of any world.
    pub fn new(
        seen: &Observation<'_>,
        hands: BySeat<TileSet>,
        random: &Stream,
        worth: &Worth<'_>,
    ) -> Self {
        let mut candidates = Self { going_on: Vec::with_capacity(MOST_MOVES), ending: Vec::new() };
        for (number, play) in seen.legal().iter().enumerate() {
            let mut round = seen.world(hands);
            match round.play(Action::Play(play), &mut ()) {
                Ok(Progress::Continues) => {
                    let after = Position::of(&round, random.round(ROLLOUTS));
                    let mut keeps = BySeat([TileSet::ALL; Seat::COUNT]);
                    keeps[seen.seat()].remove(play.tile());
                    candidates.going_on.push(Candidate { number, keeps, after });
                }
                Ok(Progress::Ended(end)) => {
                    let value = worth.of(end.winner, end.elected, round.holdings());
                    candidates.ending.push((number, value));
                }
                Err(illegal) => unreachable!("a move from the legal ones: {illegal}"),
            }
        }
        candidates
    }

    /// How many moves there are.
    pub fn count(&self) -> usize {
        self.going_on.len() + self.ending.len()
    }

    /// What each move that `alive` has is worth in each of `worlds`, written over `values`.
    pub fn roll_out<P: LanePolicy>(
        &self,
        policy: &P,
        alive: impl Fn(usize) -> bool,
        worlds: &[World],
        worth: &Worth<'_>,
        lanes: &mut Lockstep,
        values: &mut Vec<[i32; MOST_MOVES]>,
    ) {
        let mut same = [0; MOST_MOVES];
        self.ending.iter().for_each(|&(number, value)| same[number] = value);
        values.clear();
        values.resize(worlds.len(), same);
        let candidates: Vec<Candidate> =
            self.going_on.iter().filter(|one| alive(one.number)).copied().collect();
        let in_hand = [(0, 0); LANES];
        let mut batch = Batch {
            worth,
            candidates: &candidates,
            worlds,
            candidate: 0,
            world: 0,
            in_hand,
            values,
        };
        lanes.run(Path::preferred(), policy, &mut batch);
    }
}

/// Candidates × worlds, a rollout each, handed to whichever lane is free: one move after the
/// other, so that what a lane is given next is foreseen.
struct Batch<'a> {
    worth: &'a Worth<'a>,
    candidates: &'a [Candidate],
    worlds: &'a [World],
    /// What is rolled out next.
    candidate: usize,
    world: usize,
    /// The number of the move and the world that each lane rolls out.
    in_hand: [(u8, u32); LANES],
    values: &'a mut Vec<[i32; MOST_MOVES]>,
}

impl Supply for Batch<'_> {
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> Option<Position> {
        if self.world == self.worlds.len() {
            self.world = 0;
            self.candidate += 1;
        }
        let candidate = self.candidates.get(self.candidate)?;
        let &(BySeat([a, b, c, d, e]), streams) = self.worlds.get(self.world)?;
        self.in_hand[lane] = (candidate.number as u8, self.world as u32);
        self.world += 1;
        // All five alike: one hand changed by its index would have to go through memory.
        let BySeat(keeps) = candidate.keeps;
        let hands = [a & keeps[0], b & keeps[1], c & keeps[2], d & keeps[3], e & keeps[4]];
        Some(candidate.after.in_world(BySeat(hands), streams))
    }

    #[inline(always)]
    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        let value = self.worth.of(end.winner, end.elected, &end.holdings);
        let (number, world) = self.in_hand[lane];
        if let Some(values) = self.values.get_mut(world as usize)
            && let Some(place) = values.get_mut(usize::from(number))
        {
            *place = value;
        }
        self.begin(lane)
    }
}
