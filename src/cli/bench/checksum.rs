//! The signature of play.

use crate::engine::{
    Action, BySeat, Chooser, Deal, Election, ElectionObserver, Legal, Line, Move, Observation,
    Observer, Round, Rules, Seat, Seed, Sitting, Table,
};
use crate::strategies::{Greedy, Params, Registry, Strategy};

/// Elections that the checksum covers, for each strategy.
const SIGNED: u64 = 10;

/// One hash of every move in a fixed experiment: each strategy, with few worlds where it takes
/// worlds, against four greedy and then in all seats. It changes when play does.
pub(super) fn checksum(registry: &Registry) -> String {
    let mut hash = blake3::Hasher::new();
    for entry in registry.iter() {
        let mut params = Params::defaults(&entry.params);
        params.lower("worlds", 10);
        let strategy = entry.build(&params);
        for block in 0..SIGNED {
            let seats: BySeat<&dyn Strategy> = BySeat::from_fn(|seat| -> &dyn Strategy {
                if block % 2 == 1 || seat == Seat::ALL[0] { &*strategy } else { &Greedy }
            });
            let mut table = Signed { seats, seed: Seed(1), block, round: 0 };
            let mut moves = Moves(&mut hash);
            Election::new(&Rules::default(), None).play(&mut table, &mut moves);
        }
    }
    hash.finalize().to_hex()[..16].to_owned()
}

/// Five strategies at a table.
struct Signed<'a> {
    seats: BySeat<&'a dyn Strategy>,
    seed: Seed,
    block: u64,
    round: u32,
}

impl Chooser for Signed<'_> {
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let seat = round.to_move();
        let sitting = Sitting { round: self.round, ..Sitting::NOBODY };
        let streams = self.seed.decisions(self.block, 0).round(0, self.round);
        let mut random = streams.stream(round.history().len(), seat);
        let seen = Observation::new(round, &sitting, seat);
        let play = self.seats[seat].choose(&seen, &mut random);
        legal.find(play).or(legal.first()).unwrap_or(play)
    }
}

impl Table for Signed<'_> {
    fn deal(&mut self, round: u32) -> Deal {
        self.round = round;
        self.seed.deals(self.block).deal(0, round)
    }
}

/// Hashes the notation of every ply.
struct Moves<'a>(&'a mut blake3::Hasher);

impl Observer for Moves<'_> {
    fn acted(&mut self, ply: u8, _seat: Seat, action: Action, _line: Line) {
        self.0.update(action.notation(usize::from(ply)).to_string().as_bytes());
        self.0.update(b" ");
    }
}

impl ElectionObserver for Moves<'_> {}
