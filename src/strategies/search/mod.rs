//! Search by rollouts: worlds are drawn, each legal move is rolled out in each of them, and moves
//! that are clearly worse are dropped on the way.

mod objective;
mod policies;
mod rollouts;
mod searcher;
mod tally;

pub(super) use rollouts::MOST_MOVES;
pub(super) use searcher::Searcher;
pub(super) use tally::Tally;

use self::objective::Worth;
use self::rollouts::{Candidates, World};
use crate::belief::{ChoiceModel, Inference, Worlds};
use crate::engine::lockstep::{LanePolicy, Lockstep};
use crate::engine::{BySeat, Observation, Random, Stream, TileSet};

/// Where the hands of worlds come from.
pub(super) trait Hands {
    /// All five hands of a world.
    fn draw(&mut self, random: &mut Random) -> BySeat<TileSet>;
}

impl Hands for Worlds {
    #[inline(always)]
    fn draw(&mut self, random: &mut Random) -> BySeat<TileSet> {
        Worlds::draw(self, random)
    }
}

impl<M: ChoiceModel> Hands for Inference<'_, M> {
    #[inline(always)]
    fn draw(&mut self, random: &mut Random) -> BySeat<TileSet> {
        Inference::draw(self, random)
    }
}

/// The worlds of the first batch; each batch doubles what there is, up to [`MOST`] at once.
const FIRST: u32 = 128;
/// The worlds of a batch at most, so that what they come to stays in the nearest caches.
const MOST: u32 = 1024;

/// The first of the streams of rollouts; those below are of who draws worlds.
const ROLLOUTS: u64 = 2;

/// How a decision is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Search {
    /// Worlds for each move at most.
    pub worlds: u32,
    /// How many thousandths of a standard error below the best drop a move; 0 drops none.
    pub drop: u32,
}

impl Search {
    /// Rolls out the moves of `seen`, all seats playing by `policy`.
    pub fn run<P: LanePolicy>(
        &self,
        seen: &Observation<'_>,
        hands: &mut impl Hands,
        policy: &P,
        random: &Stream,
        worth: &Worth<'_>,
    ) -> Tally {
        let mut draws = random.generator(0);
        // Any world shows what a move leads to.
        let any = hands.draw(&mut draws.clone());
        let candidates = Candidates::new(seen, any, random, worth);
        let mut tally = Tally::new(candidates.count());
        let mut lanes = Lockstep::before(seen.rules(), seen.seat().next());
        let mut worlds: Vec<World> = Vec::with_capacity(MOST.min(self.worlds) as usize);
        let mut values: Vec<[i32; MOST_MOVES]> = Vec::with_capacity(worlds.capacity());
        let mut drawn = 0;
        while drawn < self.worlds && tally.alive() > 1 {
            let batch = drawn.clamp(FIRST, MOST).min(self.worlds - drawn);
            worlds.clear();
            for number in drawn..drawn + batch {
                // One stream a world: moves are compared under the same chances.
                worlds.push((hands.draw(&mut draws), random.round(ROLLOUTS + u64::from(number))));
            }
            drawn += batch;
            let alive = |number| tally.is_alive(number);
            candidates.roll_out(policy, alive, &worlds, worth, &mut lanes, &mut values);
            tally.add(&values);
            if self.drop > 0 {
                tally.drop_worse(self.drop);
            }
        }
        tally
    }
}
