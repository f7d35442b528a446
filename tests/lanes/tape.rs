//! Rounds and elections in lockstep, written down lane by lane.
//!
//! A policy that records sees each choice, a supply that records sees which round a lane has. What
//! a lane does while it waits, between two rounds or for good, is not told: it puts no tile down.

use std::cell::RefCell;
use std::ops::Range;

use domeng::engine::lockstep::{
    ElectionEnd, Elections, Finished, LANES, LanePolicy, Listener, Path, Plays, Position, Seen,
    Supply,
};
use domeng::engine::{Round, RoundStreams, Rules, Seat, Seed, Stream};

use super::lockstep;
use super::told::{ElectionTold, Ended, Put, Told};

/// The tiles put down in each lane since its round began, with the seat in place of the turn.
struct Tape(RefCell<Vec<Vec<Put>>>);

impl Tape {
    fn new() -> Self {
        Self(RefCell::new(vec![Vec::new(); LANES]))
    }

    fn note<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>, plays: &Plays) {
        let mut lanes = self.0.borrow_mut();
        for (lane, puts) in lanes.iter_mut().enumerate() {
            if plays.tile.0[lane] != 0 {
                puts.push(Put {
                    turn: SEAT as u8,
                    tile: plays.tile.0[lane],
                    ends: plays.ends.0[lane],
                    table: seen.table().0[lane],
                    stones: seen.stones().0[lane],
                    lacks: std::array::from_fn(|steps| seen.lacks(steps).0[lane]),
                });
            }
        }
    }

    fn take(&self, lane: usize) -> Vec<Put> {
        let mut puts = std::mem::take(&mut self.0.borrow_mut()[lane]);
        if let Some(first) = puts.first().map(|put| put.turn) {
            let seats = Seat::COUNT as u8;
            puts.iter_mut().for_each(|put| put.turn = (put.turn + seats - first) % seats);
        }
        puts
    }
}

/// Chooses as its policy does.
struct Recorder<'t, P> {
    policy: P,
    tape: &'t Tape,
}

impl<P: LanePolicy> LanePolicy for Recorder<'_, P> {
    const NEEDS_WORTH: bool = P::NEEDS_WORTH;
    const NEEDS_LACKS: bool = true;

    #[inline(always)]
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays {
        let plays = self.policy.choose(seen);
        self.tape.note(seen, &plays);
        plays
    }
}

/// Gives the rounds of another supply and keeps what is played of them.
struct Taped<'t, U> {
    supply: U,
    tape: &'t Tape,
    max_rounds: u32,
    under_way: Vec<Vec<Told>>,
    elections: Vec<Vec<Told>>,
}

impl<U: Supply> Supply for Taped<'_, U> {
    fn begin(&mut self, lane: usize) -> Option<Position> {
        self.supply.begin(lane)
    }

    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        let rounds = &mut self.under_way[lane];
        rounds.push(Told { puts: self.tape.take(lane), end: Ended::lockstep(end) });
        if end.elected || rounds.len() as u32 >= self.max_rounds {
            self.elections.push(std::mem::take(rounds));
        }
        self.supply.next(lane, end)
    }
}

/// All moves of the elections of these numbers.
pub fn elections<P: LanePolicy>(
    path: Path,
    rules: &Rules,
    policy: P,
    seed: Seed,
    numbers: Range<u64>,
) -> Vec<Vec<Told>> {
    let tape = Tape::new();
    let mut nobody = ();
    let mut supply = Taped {
        supply: Elections::new(rules, seed, numbers, &mut nobody),
        tape: &tape,
        max_rounds: rules.max_rounds,
        under_way: vec![Vec::new(); LANES],
        elections: Vec::new(),
    };
    let mut lockstep = lockstep(rules, seed.0 as usize);
    lockstep.run(path, &Recorder { policy, tape: &tape }, &mut supply);
    assert!(supply.under_way.iter().all(Vec::is_empty), "every election has ended");
    supply.elections
}

/// What a listener is told.
#[derive(Default)]
pub struct Heard {
    pub ends: Vec<(Seat, Ended)>,
    pub elections: Vec<ElectionTold>,
}

impl Listener for Heard {
    fn round_ends(&mut self, starter: Seat, end: &Finished) {
        self.ends.push((starter, Ended::lockstep(end)));
    }

    fn election_ends(&mut self, end: &ElectionEnd) {
        self.elections.push(end.into());
    }
}

/// Whether a lane that has finished so many rounds takes another.
pub type Wants = fn(usize, usize) -> bool;

/// Rounds from their middle, one after the other to the lanes that want one.
struct Positions<'a> {
    rounds: &'a [(Round, RoundStreams)],
    tape: &'a Tape,
    wants: Wants,
    given: usize,
    /// The round of each lane by its place in the list, and rounds finished.
    lanes: Vec<(usize, usize)>,
    told: Vec<Option<Told>>,
}

impl<'a> Positions<'a> {
    fn new(rounds: &'a [(Round, RoundStreams)], tape: &'a Tape, wants: Wants) -> Self {
        let told = vec![None; rounds.len()];
        Self { rounds, tape, wants, given: 0, lanes: vec![(0, 0); LANES], told }
    }

    fn give(&mut self, lane: usize) -> Option<Position> {
        let (round, streams) = self.rounds.get(self.given)?;
        if !(self.wants)(lane, self.lanes[lane].1) {
            return None;
        }
        self.lanes[lane].0 = self.given;
        self.given += 1;
        Some(Position::of(round, *streams))
    }
}

impl Supply for Positions<'_> {
    fn begin(&mut self, lane: usize) -> Option<Position> {
        self.give(lane)
    }

    fn next(&mut self, lane: usize, end: &Finished) -> Option<Position> {
        let (number, finished) = &mut self.lanes[lane];
        *finished += 1;
        let told = Told { puts: self.tape.take(lane), end: Ended::lockstep(end) };
        let before = self.told[*number].replace(told);
        assert!(before.is_none(), "round {number} ended twice");
        self.give(lane)
    }
}

/// Plays rounds on to their ends, all by the same rules. A lane takes another as long as `wants`
/// says so of the lane and the rounds it has finished; those that none took stay `None`.
pub fn rounds<P: LanePolicy>(
    path: Path,
    policy: P,
    rounds: &[(Round, RoundStreams)],
    wants: Wants,
) -> Vec<Option<Told>> {
    let Some((round, _)) = rounds.first() else { return Vec::new() };
    let tape = Tape::new();
    let mut supply = Positions::new(rounds, &tape, wants);
    let mut lockstep = lockstep(round.rules(), rounds.len());
    lockstep.run(path, &Recorder { policy, tape: &tape }, &mut supply);
    let Positions { given, told, .. } = supply;
    assert!(told[..given].iter().all(Option::is_some), "every round has ended");
    told
}

/// All that the seat to move is shown, and what its policy chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Tiles held, by place: the byte, the worth, and whether it can be played.
    pub hand: Vec<(u8, u8, bool)>,
    /// The values of the ends; of no meaning before the lead.
    pub ends: u8,
    /// From the seat itself on clockwise.
    pub lacks: [u8; Seat::COUNT],
    pub table: u8,
    pub stones: u8,
    /// The first draws of the decision.
    pub draws: [u16; 3],
    pub stream: Stream,
    /// The tile byte put down, and the ends it leaves.
    pub put: (u8, u8),
}

/// Keeps what each lane is shown when it first puts a tile down.
struct Spy<P> {
    policy: P,
    views: RefCell<Vec<Option<View>>>,
}

impl<P: LanePolicy> LanePolicy for Spy<P> {
    const NEEDS_WORTH: bool = true;
    const NEEDS_LACKS: bool = true;

    #[inline(always)]
    fn choose<const SEAT: usize>(&self, seen: &Seen<'_, SEAT>) -> Plays {
        let plays = self.policy.choose(seen);
        for (lane, view) in self.views.borrow_mut().iter_mut().enumerate() {
            if view.is_none() && plays.tile.0[lane] != 0 {
                *view = Some(look(seen, lane, (plays.tile.0[lane], plays.ends.0[lane])));
            }
        }
        plays
    }
}

fn look<const SEAT: usize>(seen: &Seen<'_, SEAT>, lane: usize, put: (u8, u8)) -> View {
    // What marks a lead is between the lanes and their policies: values are compared.
    const VALUES: u8 = 0x7F;
    let ends = seen.ends().0[lane];
    let places = seen.hand().iter().zip(seen.worth());
    let places = places.map(|(tile, worth)| (tile.0[lane], worth.0[lane]));
    let held = places.filter(|&(tile, _)| tile != 0);
    View {
        hand: held.map(|(tile, worth)| (tile & VALUES, worth, tile & ends != 0)).collect(),
        ends: ends & VALUES,
        lacks: std::array::from_fn(|steps| seen.lacks(steps).0[lane]),
        table: seen.table().0[lane],
        stones: seen.stones().0[lane],
        draws: [0, 1, 2].map(|number| seen.draw(number).0[lane]),
        stream: seen.stream(lane),
        put,
    }
}

/// What is shown where each of up to [`LANES`] rounds, in a lane of its own, goes on with a tile.
pub fn views<P: LanePolicy>(
    path: Path,
    policy: P,
    rounds: &[(Round, RoundStreams)],
) -> Vec<Option<View>> {
    assert!(rounds.len() <= LANES, "a lane for each");
    let tape = Tape::new();
    let spy = Spy { policy, views: RefCell::new(vec![None; LANES]) };
    let mut supply = Positions::new(rounds, &tape, |_, finished| finished == 0);
    let mut lockstep = lockstep(rounds[0].0.rules(), rounds.len());
    lockstep.run(path, &spy, &mut supply);
    let mut views = vec![None; rounds.len()];
    for (view, (number, finished)) in spy.views.into_inner().into_iter().zip(supply.lanes) {
        if finished == 1 {
            views[number] = view;
        }
    }
    views
}
