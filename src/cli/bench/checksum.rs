//! The signature of play.

use crate::engine::{
    Action, BySeat, Election, ElectionObserver, Line, Move, Observation, Observer, Rules, Seat,
    Seed, Stream,
};
use crate::strategies::{Greedy, Params, Policy, Registry, SelfPlay, Strategy, Unsuited};

/// Elections that the checksum covers, for each strategy.
const SIGNED: u64 = 10;

/// One hash of every move in a fixed experiment: each strategy, with few worlds where it takes
/// worlds, against four greedy and then in all seats. It changes when play does.
pub(super) fn checksum(registry: &Registry) -> Result<String, Unsuited> {
    let rules = Rules::default();
    let mut hash = blake3::Hasher::new();
    for entry in registry.iter() {
        let mut params = Params::defaults(&entry.params);
        params.lower("worlds", 10);
        let strategy = entry.build(&params, &registry.setting(&rules))?;
        for block in 0..SIGNED {
            let seats: BySeat<&dyn Strategy> = BySeat::from_fn(|seat| -> &dyn Strategy {
                if block % 2 == 1 || seat == Seat::ALL[0] { &*strategy } else { &Greedy }
            });
            let (deals, decisions) = (Seed(1).deals(block), Seed(1).decisions(block, 0));
            let mut table = SelfPlay::new(Signed(seats), deals, decisions, 0);
            let mut moves = Moves(&mut hash);
            Election::new(&rules, None).play(&mut table, &mut moves);
        }
    }
    Ok(hash.finalize().to_hex()[..16].to_owned())
}

/// Five strategies at a table.
struct Signed<'a>(BySeat<&'a dyn Strategy>);

impl Policy for Signed<'_> {
    const SKIPS_FORCED: bool = true;

    fn pick(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move> {
        let legal = seen.legal();
        legal.find(self.0[seen.seat()].choose(seen, random)).or(legal.first())
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
