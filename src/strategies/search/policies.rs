//! Who plays rollouts.

use super::super::light::Light;
use super::super::random::Random;
use super::super::rollout::Slips;
use super::objective::Worth;
use super::{Hands, Search, Tally};
use crate::engine::lockstep::{LanePolicy, Plays, Seen};
use crate::engine::{Observation, Seat, Stream};

/// One seat plays by a policy of its own.
struct Seated<P, Q> {
    seat: Seat,
    own: P,
    others: Q,
}

impl<P: LanePolicy, Q: LanePolicy> LanePolicy for Seated<P, Q> {
    const NEEDS_WORTH: bool = P::NEEDS_WORTH || Q::NEEDS_WORTH;
    const NEEDS_LACKS: bool = P::NEEDS_LACKS || Q::NEEDS_LACKS;

    #[inline(always)]
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays {
        if SEAT == self.seat.index() { self.own.choose(seen) } else { self.others.choose(seen) }
    }
}

/// Who plays the rollouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::strategies) enum Rollers {
    Random,
    Greedy(Slips),
    Light(Light),
    /// The seat that searches plays by `light`, the others as greedy with slips.
    Mixed(Light, Slips),
}

impl Rollers {
    /// The words for them, in the order of the kinds.
    pub(in crate::strategies) const WORDS: &'static [&'static str] =
        &["random", "greedy", "light", "mixed"];

    /// Searches the moves of `seen`.
    pub fn search(
        &self,
        search: &Search,
        seen: &Observation<'_>,
        hands: &mut impl Hands,
        random: &Stream,
        worth: &Worth<'_>,
    ) -> Tally {
        match *self {
            Rollers::Random => search.run(seen, hands, &Random, random, worth),
            Rollers::Greedy(slips) => search.run(seen, hands, &slips, random, worth),
            Rollers::Light(light) => search.run(seen, hands, &light, random, worth),
            Rollers::Mixed(own, others) => {
                let policy = Seated { seat: seen.seat(), own, others };
                search.run(seen, hands, &policy, random, worth)
            }
        }
    }
}
