//! Rounds and elections by the scalar engine.

use domeng::engine::{
    Action, Chooser, Deal, Election, ElectionObserver, Holdings, Legal, Move, Observer, Payment,
    Round, RoundEnd, RoundStreams, Rules, Seat, Seed, Simulated, Sitting, Stream, Table, Tile, Why,
};
use domeng::strategies::Rollout;

use super::Both;
use super::told::{ElectionTold, Ended, Put, Told, stones};

/// A tile as lanes have it.
pub fn byte(tile: Tile) -> u8 {
    1 << tile.high() | 1 << tile.low()
}

/// Writes down one round as it is played.
struct Trail {
    first: Option<u8>,
    puts: Vec<Put>,
    holdings: Holdings,
    lacks: [u8; Seat::COUNT],
    passes: usize,
    passebunge: usize,
}

impl Trail {
    /// From `round` as it stands.
    fn from(round: &Round) -> Self {
        Self {
            first: None,
            puts: Vec::new(),
            holdings: *round.holdings(),
            lacks: Seat::ALL.map(|seat| round.lacks(seat)),
            passes: 0,
            passebunge: 0,
        }
    }

    fn told(self, round: &Round, end: &RoundEnd) -> Told {
        assert_eq!(self.holdings, *round.holdings(), "payments heard");
        let passes = (self.passes, self.passebunge);
        let end = Ended::scalar(end, round.history().len(), passes, round.holdings());
        Told { puts: self.puts, end }
    }
}

impl Observer for Trail {
    fn acted(&mut self, ply: u8, seat: Seat, action: Action, line: domeng::engine::Line) {
        match action {
            Action::Pass => self.lacks[seat.index()] |= line.values(),
            Action::Play(play) => {
                let first = *self.first.get_or_insert(ply);
                let mut lacks = self.lacks;
                lacks.rotate_left(seat.index());
                self.puts.push(Put {
                    turn: (ply - first) % Seat::COUNT as u8,
                    tile: byte(play.tile()),
                    ends: line.values(),
                    table: self.holdings.table,
                    stones: self.holdings.seats[seat],
                    lacks,
                });
            }
        }
    }

    fn paid(&mut self, payment: &Payment) {
        self.passes += usize::from(payment.why == Why::Pass);
        self.passebunge += usize::from(payment.why == Why::Passebunge);
        self.holdings.table -= payment.table;
        for (giver, gave) in payment.from.iter() {
            self.holdings.seats[giver] -= gave;
        }
        self.holdings.seats[payment.to] += payment.total();
    }
}

/// Plays `round` on to its end by `policy` in all seats.
pub fn finish<P: Both>(mut round: Round, policy: P, streams: RoundStreams) -> Told {
    let mut trail = Trail::from(&round);
    let mut rollout = Rollout { policy, sitting: &Sitting::NOBODY, streams };
    let end = round.run(&mut rollout, &mut trail);
    trail.told(&round, &end)
}

/// The table of an election of the numbers that lockstep plays.
struct Twin<P> {
    policy: P,
    rounds_of: Simulated,
    streams: RoundStreams,
    words: u64,
    deals: u64,
    redrawn: u64,
}

impl<P: Both> Chooser for Twin<P> {
    const SKIPS_FORCED: bool = P::SKIPS_FORCED;

    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let (policy, streams) = (self.policy, self.streams);
        self.redrawn += u64::from(is_redrawn(policy, round, streams));
        Rollout { policy, sitting: &Sitting::NOBODY, streams }.choose(round, legal)
    }
}

/// Whether `policy` has a draw refused in the decision that `round` asks for.
pub fn is_redrawn<P: Both>(policy: P, round: &Round, streams: RoundStreams) -> bool {
    let seat = round.to_move();
    let mut usual = streams.stream(round.history().len(), seat);
    let mut after: Stream = usual;
    let seen = domeng::engine::Observation::new(round, &Sitting::NOBODY, seat);
    policy.pick(&seen, &mut after);
    for _ in 0..P::WORDS {
        if usual == after {
            return false;
        }
        usual.next_word();
    }
    usual != after
}

impl<P: Both> Table for Twin<P> {
    fn deal(&mut self, _round: u32) -> Deal {
        let deal = Deal::draw(|| {
            self.words += 1;
            self.rounds_of.deal_word()
        });
        self.deals += 1;
        self.streams = self.rounds_of.next_round();
        deal
    }
}

/// Hears the rounds of an election.
struct Rounds {
    trail: Option<Trail>,
    starters: Vec<Seat>,
    rounds: Vec<Told>,
}

impl Observer for Rounds {
    fn acted(&mut self, ply: u8, seat: Seat, action: Action, line: domeng::engine::Line) {
        self.trail.as_mut().expect("a round").acted(ply, seat, action, line);
    }

    fn paid(&mut self, payment: &Payment) {
        self.trail.as_mut().expect("a round").paid(payment);
    }
}

impl ElectionObserver for Rounds {
    fn round_begins(&mut self, _deal: Deal, round: &Round) {
        self.trail = Some(Trail::from(round));
        self.starters.push(round.start().seat);
    }

    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        self.rounds.push(self.trail.take().expect("a round").told(round, end));
    }
}

/// The elections 0, 1, … of a seed.
#[derive(Default)]
pub struct Played {
    /// Their rounds with all moves.
    pub rounds: Vec<Vec<Told>>,
    /// Who started each round, and how it ended.
    pub ends: Vec<(Seat, Ended)>,
    pub elections: Vec<ElectionTold>,
    /// Decisions in which a draw was refused.
    pub redrawn: u64,
    /// Deals for which a word was refused.
    pub redealt: u64,
}

impl Played {
    /// Adds the election of this number.
    pub fn add<P: Both>(&mut self, rules: &Rules, seed: Seed, policy: P, number: u64) {
        let streams = seed.decisions(0, 0).round(0, 0);
        let rounds_of = seed.simulated(number);
        let mut twin = Twin { policy, rounds_of, streams, words: 0, deals: 0, redrawn: 0 };
        let mut heard = Rounds { trail: None, starters: Vec::new(), rounds: Vec::new() };
        let mut election = Election::new(rules, None);
        let outcome = election.play(&mut twin, &mut heard);
        self.elections.push(ElectionTold {
            camat: outcome.camat(),
            first_starter: heard.starters[0],
            rounds: election.rounds(),
            stones: stones(election.holdings()),
        });
        self.ends.extend(heard.starters.iter().copied().zip(heard.rounds.iter().map(|r| r.end)));
        self.rounds.push(heard.rounds);
        self.redrawn += twin.redrawn;
        self.redealt += twin.words - twin.deals;
    }

    /// The first elections that have so many rounds together, one election at the least.
    pub fn at_least<P: Both>(rounds: usize, rules: &Rules, seed: Seed, policy: P) -> Self {
        let mut played = Self::default();
        for number in 0.. {
            played.add(rules, seed, policy, number);
            if played.ends.len() >= rounds {
                break;
            }
        }
        played
    }
}
