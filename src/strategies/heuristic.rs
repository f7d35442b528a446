//! `heuristic`: a weighted sum of named features of each move.

use super::models::Points;
use super::params::{Kind, Param, Params, Value};
use super::registry::{Entry, with_file};
use super::strategy::Strategy;
use super::values::Values;
use crate::engine::{Line, Move, Observation, Seat, Stream, TileSet};

/// Unit of the features that are chances or fractions.
const ONE: i64 = 4096;

/// Names and meanings of the weights, in the order of [`Features`].
const WEIGHTS: [(&str, &str); Features::COUNT] = [
    ("heavy", "per pip of the tile played"),
    ("lempa", "for a lempa, which fits one value only"),
    ("keep", "per tile kept that fits the new ends"),
    ("own", "per tile kept with a new end's value, as a share of all hidden with it"),
    ("pass", "the chance that the next seat must pass"),
    ("run", "the further passes expected in a row after it"),
    ("give", "stones of one's own that such passes take while the table is empty"),
    ("danger", "the chance that the next seat, with one tile left, can play it (CUCUQ)"),
    ("race", "the like for the three seats after it"),
    ("equal", "for equal new ends (mappakuling)"),
    ("close", "the last tile kept fits the new ends"),
    ("camat", "the same while the table is empty and no stones are held"),
];

/// What a move brings about, each in units of 1 / [`ONE`].
struct Features([i64; Features::COUNT]);

impl Features {
    const COUNT: usize = 12;

    fn of(seen: &Observation<'_>, play: Move) -> Self {
        let tile = play.tile();
        let line = seen.line().after(play);
        let mut kept = seen.hand();
        kept.remove(tile);
        let flag = |yes: bool| if yes { ONE } else { 0 };
        let fitting = kept & line.fits();
        let close = flag(kept.len() == 1 && !fitting.is_empty());
        let [pass, run, danger, race] = after_me(seen, line);
        let holdings = seen.holdings();
        let mine = holdings.seats[seen.seat()];
        let broke = holdings.table == 0;
        Self([
            ONE * i64::from(tile.pips()),
            flag(tile.is_lempa()),
            ONE * i64::from(fitting.len()),
            share(seen, kept, line),
            pass,
            run,
            if broke { (pass + run).min(ONE * i64::from(mine)) } else { 0 },
            danger,
            race,
            flag(line.is_mappakuling()),
            close,
            if broke && mine == 0 { close } else { 0 },
        ])
    }
}

/// For each new end, the tiles kept with its value as a share of all tiles not played with it.
fn share(seen: &Observation<'_>, kept: TileSet, line: Line) -> i64 {
    let Some((left, right)) = line.ends() else { return 0 };
    let of = |value| {
        let with = TileSet::with_value(value);
        let own = i64::from((kept & with).len());
        ONE * own / (own + i64::from((seen.hidden() & with).len())).max(1)
    };
    if left == right { of(left) } else { of(left) + of(right) }
}

/// The chance that the next seat passes on `line`, the further passes expected after that in a row,
/// the chance that the next seat goes out, and those of the three after it.
fn after_me(seen: &Observation<'_>, line: Line) -> [i64; 4] {
    let mut passes = [0; 4];
    let mut goes_out = [0; 4];
    for (i, seat) in seen.seat().others().enumerate() {
        passes[i] = pass_chance(seen, seat, line);
        goes_out[i] = if seen.tiles_held(seat) == 1 { ONE - passes[i] } else { 0 };
    }
    let second = passes[0] * passes[1] / ONE;
    let third = second * passes[2] / ONE;
    let fourth = third * passes[3] / ONE;
    [passes[0], second + third + fourth, goes_out[0], goes_out[1] + goes_out[2] + goes_out[3]]
}

/// The chance that none of `seat`'s tiles fits `line`, if all hidden tiles that it has not shown to
/// lack were equally likely in its hand.
fn pass_chance(seen: &Observation<'_>, seat: Seat, line: Line) -> i64 {
    let lacks = seen.lacks(seat);
    let mut may_hold = seen.hidden() - seen.known_unused();
    for value in (0..=6).filter(|value| lacks >> value & 1 == 1) {
        may_hold = may_hold - TileSet::with_value(value);
    }
    let all = i64::from(may_hold.len());
    let misfits = all - i64::from((may_hold & line.fits()).len());
    // At most 27⁵ · 4096: well within 64 bits.
    let (mut ways, mut of) = (ONE, 1);
    for drawn in 0..i64::from(seen.tiles_held(seat)) {
        ways *= (misfits - drawn).max(0);
        of *= (all - drawn).max(1);
    }
    ways / of
}

/// The move with the highest weighted sum; ties to the first in the order of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heuristic {
    weights: [i64; Features::COUNT],
}

impl Heuristic {
    fn new(params: &Params) -> Self {
        Self { weights: WEIGHTS.map(|(key, _)| params.get(key)) }
    }
}

impl Default for Heuristic {
    fn default() -> Self {
        Self::new(&Params::defaults(&entry().params))
    }
}

impl Points for Heuristic {
    /// Weights are in thousandths.
    const UNIT: i64 = 1000 * ONE;

    fn points(&self, seen: &Observation<'_>) -> impl Iterator<Item = (Move, i64)> {
        seen.legal().iter().map(|play| {
            let Features(features) = Features::of(seen, play);
            let weighted = self.weights.iter().zip(features);
            (play, weighted.map(|(weight, feature)| weight * feature).sum())
        })
    }
}

impl Strategy for Heuristic {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        let best = self.points(seen).reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or_else(|| unreachable!("a strategy is asked with a choice"), |(play, _)| play)
    }

    fn values(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Values> {
        Some(Values::exact("points", Self::UNIT, self.points(seen)))
    }
}

/// Its place in the registry.
pub(super) fn entry() -> Entry {
    let kind = Kind::Decimal { low: -100_000, high: 100_000 };
    let params =
        WEIGHTS.map(|(key, meaning)| Param { key, kind, default: Value(0), meaning }).to_vec();
    let summary = "a weighted sum of features of each move";
    let entry = Entry::new("heuristic", summary, params, Heuristic::new);
    with_file(entry, include_str!("../../strategies/heuristic.toml"))
}
