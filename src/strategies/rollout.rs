//! Play of a whole round or election by one policy in all seats, compiled into the loop.

use super::greedy::Greedy;
use super::random::Random;
use crate::engine::{
    Chooser, Deal, Deals, Decisions, Legal, Move, Observation, Round, RoundStreams, Sitting,
    Stream, Table,
};

/// A strategy that is compiled into the loop that asks it.
pub trait Policy {
    /// See [`Chooser::SKIPS_FORCED`].
    const SKIPS_FORCED: bool;

    /// A legal move, or `None` if there is none.
    fn pick(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move>;
}

impl Policy for Random {
    const SKIPS_FORCED: bool = false;

    #[inline(always)]
    fn pick(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move> {
        self.draw(seen, random)
    }
}

impl Policy for Greedy {
    const SKIPS_FORCED: bool = false;

    #[inline(always)]
    fn pick(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Move> {
        self.best(seen)
    }
}

/// `greedy` that makes a random move instead in `percent` of its decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slips {
    /// 0..=100.
    pub percent: u32,
}

impl Policy for Slips {
    const SKIPS_FORCED: bool = true;

    #[inline(always)]
    fn pick(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move> {
        if random.below(100) < self.percent { Random.draw(seen, random) } else { Greedy.best(seen) }
    }
}

/// The choice of a policy for the seat to move, with the stream of that decision.
#[inline(always)]
fn ask(
    policy: &impl Policy,
    sitting: &Sitting<'_>,
    streams: RoundStreams,
    round: &Round,
    legal: Legal,
) -> Move {
    let seat = round.to_move();
    let mut random = streams.stream(round.history().len(), seat);
    match policy.pick(&Observation::to_move(round, sitting, seat, legal), &mut random) {
        Some(play) => play,
        None => unreachable!("a chooser is asked with a legal move"),
    }
}

/// Plays a round to its end by one policy.
pub struct Rollout<'a, P> {
    pub policy: P,
    pub sitting: &'a Sitting<'a>,
    pub streams: RoundStreams,
}

impl<P: Policy> Chooser for Rollout<'_, P> {
    const SKIPS_FORCED: bool = P::SKIPS_FORCED;

    #[inline(always)]
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        ask(&self.policy, self.sitting, self.streams, round, legal)
    }
}

/// Elections in which all seats play one policy: for benches and statistics of self-play.
pub struct SelfPlay<P> {
    policy: P,
    deals: Deals,
    decisions: Decisions,
    election: u32,
    streams: RoundStreams,
}

impl<P: Policy> SelfPlay<P> {
    /// The given election of a game with these deals and decisions.
    pub fn new(policy: P, deals: Deals, decisions: Decisions, election: u32) -> Self {
        Self { policy, deals, decisions, election, streams: decisions.round(election, 0) }
    }
}

impl<P: Policy> Chooser for SelfPlay<P> {
    const SKIPS_FORCED: bool = P::SKIPS_FORCED;

    #[inline(always)]
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        ask(&self.policy, const { &Sitting::NOBODY }, self.streams, round, legal)
    }
}

impl<P: Policy> Table for SelfPlay<P> {
    #[inline(always)]
    fn deal(&mut self, round: u32) -> Deal {
        self.streams = self.decisions.round(self.election, round);
        self.deals.deal(self.election, round)
    }
}
