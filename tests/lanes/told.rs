//! What is told of a round and of an election.

use domeng::engine::lockstep::{ElectionEnd, Finished};
use domeng::engine::{End, Holdings, RoundEnd, Seat};

/// A tile put down. Passes follow from the turns between, since at most four stand in a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Put {
    /// Seats past the first that put a tile down in what is told, 0 to 4.
    pub turn: u8,
    /// The tile as a byte with a bit for each value.
    pub tile: u8,
    /// The values of the ends it leaves, as bits.
    pub ends: u8,
    /// Stones on the table before.
    pub table: u8,
    /// Stones of the seat before.
    pub stones: u8,
    /// Values shown to be lacked, as bits, from the seat itself on clockwise.
    pub lacks: [u8; Seat::COUNT],
}

/// Table and seats.
pub type Stones = (u8, [u8; Seat::COUNT]);

/// Stones in a form with an order.
pub fn stones(holdings: &Holdings) -> Stones {
    (holdings.table, holdings.seats.0)
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ended {
    pub kind: End,
    pub winner: Seat,
    pub elected: bool,
    pub plies: usize,
    /// Those that are not PASSEBUNGE.
    pub passes: usize,
    pub passebunge: usize,
    pub stones: Stones,
}

impl Ended {
    /// As the scalar engine has it.
    pub fn scalar(
        end: &RoundEnd,
        plies: usize,
        (passes, passebunge): (usize, usize),
        holdings: &Holdings,
    ) -> Self {
        let RoundEnd { kind, winner, elected, .. } = *end;
        Self { kind, winner, elected, plies, passes, passebunge, stones: stones(holdings) }
    }

    /// As lockstep has it.
    pub fn lockstep(end: &Finished) -> Self {
        Self {
            kind: end.kind,
            winner: end.winner,
            elected: end.elected,
            plies: end.plies.into(),
            passes: end.passes.into(),
            passebunge: end.passebunge.into(),
            stones: stones(&end.holdings),
        }
    }
}

/// A round, from its lead or from its middle on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Told {
    pub puts: Vec<Put>,
    pub end: Ended,
}

/// An election without its moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ElectionTold {
    pub camat: Option<Seat>,
    pub first_starter: Seat,
    pub rounds: u32,
    pub stones: Stones,
}

impl From<&ElectionEnd> for ElectionTold {
    fn from(end: &ElectionEnd) -> Self {
        Self {
            camat: end.outcome.camat(),
            first_starter: end.first_starter,
            rounds: end.rounds,
            stones: stones(&end.holdings),
        }
    }
}

/// Refuses lists that are not the same but for their order; they end up sorted, where what went
/// apart stands beside what it should have been.
#[track_caller]
pub fn assert_same<T: Ord + std::fmt::Debug>(lanes: &mut [T], scalar: &mut [T], what: &str) {
    lanes.sort_unstable();
    scalar.sort_unstable();
    let apart = lanes.iter().zip(&*scalar).position(|(mine, theirs)| mine != theirs);
    if let Some(place) = apart {
        let (mine, theirs) = (&lanes[place], &scalar[place]);
        panic!("{what}: in lockstep\n{mine:?}\nand by the scalar engine\n{theirs:?}");
    }
    assert_eq!(lanes.len(), scalar.len(), "{what}: how many, in lockstep and by the scalar engine");
}

/// The same for elections of rounds; of the first that differ it shows the rounds that do.
#[track_caller]
pub fn assert_same_play(lanes: &mut [Vec<Told>], scalar: &mut [Vec<Told>], what: &str) {
    lanes.sort_unstable();
    scalar.sort_unstable();
    for (mine, theirs) in lanes.iter().zip(&*scalar) {
        for (number, (mine, theirs)) in mine.iter().zip(theirs).enumerate() {
            assert_eq!(
                mine, theirs,
                "{what}: round {number}, in lockstep and by the scalar engine"
            );
        }
        assert_eq!(mine.len(), theirs.len(), "{what}: rounds of an election");
    }
    assert_eq!(lanes.len(), scalar.len(), "{what}: elections");
}
