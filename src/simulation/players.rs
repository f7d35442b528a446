//! Plays elections by number: in lockstep, or one after the other by the engine that plays all.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::plan::Simulation;
use super::tally::Tally;
use crate::engine::lockstep::{
    ElectionEnd, Elections, Finished, LanePolicy, Listener, Lockstep, Path,
};
use crate::engine::{
    BySeat, Chooser, Deal, Election, ElectionObserver, Legal, Move, Observation, Observer, Payment,
    Round, RoundEnd, RoundStreams, Rules, Seat, Seed, Simulated, Sitting, Table, Why,
};
use crate::strategies::{Builtin, Registry, SpecError, Strategy, TableError};

/// What plays; the tally is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Many rounds at once, on this instruction set.
    Lockstep(Path),
    /// One round after the other.
    Scalar,
}

impl Engine {
    /// What it is called where a run is described.
    pub fn describe(self) -> String {
        match self {
            Engine::Lockstep(path) => format!("lockstep, {}", path.word()),
            Engine::Scalar => "one election at a time".to_owned(),
        }
    }
}

/// A simulation that there are no players for.
#[derive(Debug, thiserror::Error)]
pub enum PlayersError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The strategy of a simulation at all five seats.
pub struct Players {
    strategy: Box<dyn Strategy>,
    label: String,
    rules: Rules,
    seed: Seed,
    engine: Engine,
}

impl Players {
    /// Players on the fastest engine that the strategy and this processor have.
    ///
    /// # Errors
    /// The registry does not have the strategy, it can't play by the rules, or the equity table is
    /// not there as it was, or for other rules.
    pub fn new(simulation: &Simulation, registry: &Registry) -> Result<Self, PlayersError> {
        let Simulation { spec, rules, equity, .. } = simulation;
        let table = equity.as_ref().map(|file| file.table(rules)).transpose()?;
        let setting = registry.setting(rules).with_table(table.as_ref());
        let strategy = spec.build_in(registry, &setting)?;
        let engine = match strategy.builtin() {
            Some(_) => Engine::Lockstep(Path::preferred()),
            None => Engine::Scalar,
        };
        Ok(Self {
            strategy,
            label: simulation.spec.to_string(),
            rules: simulation.rules,
            seed: Seed(simulation.seed),
            engine,
        })
    }

    /// The same on another engine; `None` where the strategy has no form for it, or the processor
    /// not the instructions.
    pub fn on(self, engine: Engine) -> Option<Self> {
        let can = match engine {
            Engine::Lockstep(path) => self.strategy.builtin().is_some() && path.is_available(),
            Engine::Scalar => true,
        };
        can.then_some(Self { engine, ..self })
    }

    /// What plays.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// How many elections are worth handing out at once: about ten milliseconds of lockstep, whose
    /// lanes run empty at the end of each stretch; otherwise few, as a strategy may be slow.
    pub(super) fn stretch(&self) -> u64 {
        match self.engine {
            Engine::Lockstep(_) => 32_768,
            Engine::Scalar => 64,
        }
    }

    /// Plays the elections of these numbers into `tally`. False if `stop` was set before they were
    /// all played; the tally then has part of them.
    pub fn play(&self, numbers: Range<u64>, stop: &AtomicBool, tally: &mut Tally) -> bool {
        match (self.engine, self.strategy.builtin()) {
            (Engine::Lockstep(path), Some(policy)) => {
                // A stretch in lockstep is whole or not begun.
                if stop.load(Ordering::Relaxed) {
                    return false;
                }
                match policy {
                    Builtin::Random(policy) => self.in_lockstep(path, &policy, numbers, tally),
                    Builtin::Greedy(policy) => self.in_lockstep(path, &policy, numbers, tally),
                    Builtin::Light(policy) => self.in_lockstep(path, &policy, numbers, tally),
                }
                true
            }
            _ => self.in_turn(numbers, stop, tally),
        }
    }

    fn in_lockstep<P: LanePolicy>(
        &self,
        path: Path,
        policy: &P,
        numbers: Range<u64>,
        tally: &mut Tally,
    ) {
        let mut elections = Elections::new(&self.rules, self.seed, numbers, tally);
        Lockstep::new(&self.rules).run(path, policy, &mut elections);
    }

    fn in_turn(&self, mut numbers: Range<u64>, stop: &AtomicBool, tally: &mut Tally) -> bool {
        numbers.all(|number| {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            self.election(number, tally);
            true
        })
    }

    /// One election on the deals and streams that it has in lockstep too.
    fn election(&self, number: u64, tally: &mut Tally) {
        let rounds_of = self.seed.simulated(number);
        // Those of a round are taken when it is dealt, so these are never drawn from.
        let streams = { rounds_of }.next_round();
        let sitting = Sitting { names: BySeat([&*self.label; Seat::COUNT]), election: 0, round: 0 };
        let strategy = &*self.strategy;
        let mut table = SelfPlayed { strategy, sitting, rounds_of, streams, faults: 0 };
        let mut election = Election::new(&self.rules, None);
        let mut counts = Counting { tally, first_starter: None, passes: 0, passebunge: 0 };
        let outcome = election.play(&mut table, &mut counts);
        // There is no election without a round.
        let first_starter = counts.first_starter.unwrap_or(Seat::ALL[0]);
        tally.faults += table.faults;
        let (rounds, holdings) = (election.rounds(), *election.holdings());
        tally.election_ends(&ElectionEnd { outcome, first_starter, rounds, holdings });
    }
}

/// One strategy in all seats.
struct SelfPlayed<'a> {
    strategy: &'a dyn Strategy,
    sitting: Sitting<'a>,
    rounds_of: Simulated,
    streams: RoundStreams,
    faults: u64,
}

impl Chooser for SelfPlayed<'_> {
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let seat = round.to_move();
        let mut random = self.streams.stream(round.history().len(), seat);
        let seen = Observation::to_move(round, &self.sitting, seat, legal);
        let chosen = legal.find(self.strategy.choose(&seen, &mut random));
        self.faults += u64::from(chosen.is_none());
        match chosen.or_else(|| legal.first()) {
            Some(play) => play,
            None => unreachable!("a chooser is asked with a legal move"),
        }
    }
}

impl Table for SelfPlayed<'_> {
    fn deal(&mut self, round: u32) -> Deal {
        self.sitting.round = round;
        let deal = Deal::draw(|| self.rounds_of.deal_word());
        self.streams = self.rounds_of.next_round();
        deal
    }
}

/// Counts an election as it is played.
struct Counting<'a> {
    tally: &'a mut Tally,
    first_starter: Option<Seat>,
    /// Of the round in play.
    passes: u8,
    passebunge: u8,
}

impl Observer for Counting<'_> {
    fn paid(&mut self, payment: &Payment) {
        match payment.why {
            Why::Pass => self.passes += 1,
            Why::Passebunge => self.passebunge += 1,
            _ => {}
        }
    }
}

impl ElectionObserver for Counting<'_> {
    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        let starter = round.start().seat;
        self.first_starter.get_or_insert(starter);
        let finished = Finished {
            kind: end.kind,
            winner: end.winner,
            elected: end.elected,
            // At most 101 plies.
            plies: round.history().len() as u8,
            passes: std::mem::take(&mut self.passes),
            passebunge: std::mem::take(&mut self.passebunge),
            holdings: *round.holdings(),
        };
        self.tally.round_ends(starter, &finished);
    }
}
