//! `light`: a weighted sum of features that are a few instructions each, so that many games in
//! lockstep can be played by it.

mod lanes;

use super::models::Points;
use super::params::{Kind, Param, Params, Value};
use super::registry::{Entry, with_file};
use super::rollout::Policy;
use super::strategy::{Builtin, Strategy};
use super::values::Values;
use crate::engine::{Move, Observation, Stream};

/// Names of the weights, the most that each is multiplied by, and their meanings.
const WEIGHTS: [(&str, i16, &str); 9] = [
    ("heavy", 12, "per pip of the tile played"),
    ("lempa", 1, "for a lempa, which fits one value only"),
    ("keep", 4, "per tile kept that fits the new ends"),
    ("equal", 1, "for equal new ends (mappakuling)"),
    ("close", 1, "the last tile kept fits the new ends"),
    ("camat", 1, "the same while the table is empty and no stones are held"),
    ("known", 1, "the next seat has shown that it must pass"),
    ("give", 1, "the same while the table is empty and stones are held"),
    ("lack", 6, "per new end and each of the next three seats that has shown to lack it"),
];

/// Weights are within this, so that no sum leaves 16 bits.
const LIMIT: i16 = 1_000;

const _: () = {
    let (mut at, mut most) = (0, 0);
    while at < WEIGHTS.len() {
        most += WEIGHTS[at].1;
        at += 1;
    }
    assert!(most <= i16::MAX / LIMIT);
};

/// Whether exactly one bit or none is set.
#[inline(always)]
fn at_most_one(byte: u8) -> bool {
    byte & byte.wrapping_sub(1) == 0
}

/// How many bits are set, of values that are two at the most.
#[inline(always)]
fn up_to_two(values: u8) -> i16 {
    i16::from(values != 0) + i16::from(!at_most_one(values))
}

/// `weight` if it is so, else nothing; without a branch, as lanes need it.
#[inline(always)]
fn given(yes: bool, weight: i16) -> i16 {
    weight & -i16::from(yes)
}

/// The move with the highest weighted sum; ties to the first in the order of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Light {
    heavy: i16,
    lempa: i16,
    keep: i16,
    equal: i16,
    close: i16,
    camat: i16,
    known: i16,
    give: i16,
    lack: i16,
}

/// What is the same for all moves of a decision.
struct Standing {
    /// The weight of a last tile that fits, if there is one tile beside the one to be played.
    close: i16,
    /// The weight of a next seat that must pass.
    known: i16,
    /// Values that the three seats after this one have shown to lack.
    lacks: [u8; 3],
}

impl Light {
    /// With these values of its parameters.
    pub fn new(params: &Params) -> Self {
        // Within ±`LIMIT` by their kind.
        let weight = |key| params.get(key) as i16;
        Self {
            heavy: weight("heavy"),
            lempa: weight("lempa"),
            keep: weight("keep"),
            equal: weight("equal"),
            close: weight("close"),
            camat: weight("camat"),
            known: weight("known"),
            give: weight("give"),
            lack: weight("lack"),
        }
    }

    #[inline(always)]
    fn standing(&self, held: u8, table: u8, stones: u8, lacks: [u8; 3]) -> Standing {
        let empty = table == 0;
        let close = self.close + given(empty & (stones == 0), self.camat);
        let known = self.known + given(empty & (stones != 0), self.give);
        Standing { close: given(held == 2, close), known, lacks }
    }

    /// What it is worth to have played a tile.
    #[inline(always)]
    fn of_tile(&self, pips: u8, lempa: bool) -> i16 {
        self.heavy * i16::from(pips) + given(lempa, self.lempa)
    }

    /// What it is worth to leave `ends`, which `fitting` of the tiles kept fit.
    #[inline(always)]
    fn of_ends(&self, standing: &Standing, ends: u8, fitting: u8) -> i16 {
        let [next, second, third] = standing.lacks;
        let lacking = up_to_two(ends & next) + up_to_two(ends & second) + up_to_two(ends & third);
        self.keep * i16::from(fitting)
            + given(at_most_one(ends), self.equal)
            + given(fitting == 1, standing.close)
            + given(ends & !next == 0, standing.known)
            + self.lack * lacking
    }

    /// What a move is worth.
    #[inline(always)]
    fn scores(&self, seen: &Observation<'_>) -> impl Fn(Move) -> i16 {
        let hand = seen.hand();
        let holdings = seen.holdings();
        let (table, stones) = (holdings.table, holdings.seats[seen.seat()]);
        let lacks = [1, 2, 3].map(|steps| seen.lacks(seen.seat().after(steps)));
        let standing = self.standing(hand.len() as u8, table, stones, lacks);
        let before = seen.line();
        move |play| {
            let tile = play.tile();
            let line = before.after(play);
            let mut kept = hand;
            kept.remove(tile);
            self.of_tile(tile.pips(), tile.is_lempa())
                + self.of_ends(&standing, line.values(), (kept & line.fits()).len() as u8)
        }
    }

    /// The choice, for policies that are compiled into a loop; `None` without a legal move.
    #[inline(always)]
    pub fn best(&self, seen: &Observation<'_>) -> Option<Move> {
        let score = self.scores(seen);
        let legal = seen.legal();
        let mut best = legal.first()?;
        let mut highest = score(best);
        for play in legal.iter().skip(1) {
            let score = score(play);
            if score > highest {
                (best, highest) = (play, score);
            }
        }
        Some(best)
    }
}

impl Policy for Light {
    const SKIPS_FORCED: bool = true;

    #[inline(always)]
    fn pick(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Move> {
        self.best(seen)
    }
}

impl Default for Light {
    fn default() -> Self {
        Self::new(&Params::defaults(&entry().params))
    }
}

impl Points for Light {
    const UNIT: i64 = 1;

    fn points(&self, seen: &Observation<'_>) -> impl Iterator<Item = (Move, i64)> {
        let score = self.scores(seen);
        seen.legal().iter().map(move |play| (play, i64::from(score(play))))
    }
}

impl Strategy for Light {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        self.best(seen).unwrap_or_else(|| unreachable!("a strategy is asked with a choice"))
    }

    fn values(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Values> {
        Some(Values::exact("points", Self::UNIT, self.points(seen)))
    }

    fn builtin(&self) -> Option<Builtin> {
        Some(Builtin::Light(*self))
    }
}

/// Its place in the registry.
pub(super) fn entry() -> Entry {
    let kind = Kind::Integer { low: -i64::from(LIMIT), high: i64::from(LIMIT) };
    let params =
        WEIGHTS.map(|(key, _, meaning)| Param { key, kind, default: Value(0), meaning }).to_vec();
    let summary = "weighs few plain features of each move, quick enough for lockstep";
    let entry = Entry::new("light", summary, params, Light::new);
    with_file(entry, include_str!("../../strategies/light.toml"))
}
