//! `light` in lockstep against `light` alone: the same rounds on every instruction set that the
//! processor has, whatever the weights.
//!
//! Rounds of different elections come mixed, so both sides are compared as lists without an order.

use domeng::engine::lockstep::{ElectionEnd, Elections, Finished, Listener, Lockstep, Path};
use domeng::engine::{
    Chooser, Deal, Election, ElectionObserver, End, Holdings, Legal, Move, Observation, Observer,
    Opening, Outcome, Payment, Round, RoundEnd, RoundStreams, Rules, Seat, Seed, Simulated,
    Sitting, Table, Why,
};
use domeng::strategies::{Light, Policy as _, Registry, Spec};

const SEED: Seed = Seed(31);

const KEYS: [&str; 9] =
    ["heavy", "lempa", "keep", "equal", "close", "camat", "known", "give", "lack"];

/// Odd weights: none, so that all moves tie; negative ones; the bounds; few that count, so that
/// ties are many.
const ODD: [[i32; 9]; 5] = [
    [0; 9],
    [-4, -390, -150, -300, -240, -100, -110, -150, -60],
    [1000; 9],
    [-1000; 9],
    [0, 0, 1, -1, 1000, -1000, -1000, 1000, -1],
];

/// `light` with its default weights, and with odd ones.
fn specs() -> Vec<String> {
    let odd = ODD.map(|weights| {
        let pairs = KEYS.iter().zip(weights).map(|(key, weight)| format!("{key}={weight}"));
        format!("light:{}", pairs.collect::<Vec<_>>().join(","))
    });
    [vec!["light".to_owned()], odd.to_vec()].concat()
}

fn light(spec: &str) -> Light {
    Light::new(&Spec::parse(spec, &Registry::builtin()).unwrap().params)
}

/// A round: starter, end, winner, whether elected, plies, passes, PASSEBUNGE, stones after it.
type RoundHeard = (usize, End, usize, bool, u8, u8, u8, [u8; 6]);
/// An election: CAMAT if any, who started first, rounds, stones at its end.
type ElectionHeard = (Option<usize>, usize, u32, [u8; 6]);

#[derive(Default, PartialEq, Eq)]
struct Heard {
    rounds: Vec<RoundHeard>,
    elections: Vec<ElectionHeard>,
}

impl Heard {
    fn in_order(mut self) -> Self {
        self.rounds.sort_unstable();
        self.elections.sort_unstable();
        self
    }
}

fn stones(holdings: &Holdings) -> [u8; 6] {
    let [a, b, c, d, e] = holdings.seats.0;
    [holdings.table, a, b, c, d, e]
}

fn camat(outcome: Outcome) -> Option<usize> {
    outcome.camat().map(Seat::index)
}

impl Listener for Heard {
    fn round_ends(&mut self, starter: Seat, end: &Finished) {
        let passes = (end.passes, end.passebunge);
        self.rounds.push((
            starter.index(),
            end.kind,
            end.winner.index(),
            end.elected,
            end.plies,
            passes.0,
            passes.1,
            stones(&end.holdings),
        ));
    }

    fn election_ends(&mut self, end: &ElectionEnd) {
        let starter = end.first_starter.index();
        self.elections.push((camat(end.outcome), starter, end.rounds, stones(&end.holdings)));
    }
}

/// Five `light` at the table of one election.
struct Twin {
    policy: Light,
    rounds_of: Simulated,
    streams: RoundStreams,
}

impl Chooser for Twin {
    const SKIPS_FORCED: bool = true;

    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let seat = round.to_move();
        let seen = Observation::new(round, &Sitting::NOBODY, seat);
        assert_eq!(seen.legal(), legal);
        let mut random = self.streams.stream(round.history().len(), seat);
        self.policy.pick(&seen, &mut random).unwrap()
    }
}

impl Table for Twin {
    fn deal(&mut self, _round: u32) -> Deal {
        let deal = Deal::draw(|| self.rounds_of.deal_word());
        self.streams = self.rounds_of.next_round();
        deal
    }
}

/// Hears a scalar election as lanes tell it.
struct Ear<'a> {
    heard: &'a mut Heard,
    passes: u8,
    passebunge: u8,
    first_starter: Option<Seat>,
}

impl Observer for Ear<'_> {
    fn paid(&mut self, payment: &Payment) {
        match payment.why {
            Why::Pass => self.passes += 1,
            Why::Passebunge => self.passebunge += 1,
            _ => {}
        }
    }
}

impl ElectionObserver for Ear<'_> {
    fn round_begins(&mut self, _deal: Deal, round: &Round) {
        (self.passes, self.passebunge) = (0, 0);
        self.first_starter.get_or_insert(round.start().seat);
    }

    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        self.heard.rounds.push((
            round.start().seat.index(),
            end.kind,
            end.winner.index(),
            end.elected,
            round.history().len() as u8,
            self.passes,
            self.passebunge,
            stones(round.holdings()),
        ));
    }
}

/// Elections 0, 1, … played alone until there are `rounds` rounds.
fn alone(policy: Light, rules: &Rules, rounds: usize) -> Heard {
    let mut heard = Heard::default();
    for number in 0.. {
        if heard.rounds.len() >= rounds {
            break;
        }
        let mut rounds_of = SEED.simulated(number);
        let streams = rounds_of.next_round();
        let mut table = Twin { policy, rounds_of: SEED.simulated(number), streams };
        let mut ear = Ear { heard: &mut heard, passes: 0, passebunge: 0, first_starter: None };
        let mut election = Election::new(rules, None);
        let outcome = election.play(&mut table, &mut ear);
        let starter = ear.first_starter.unwrap().index();
        let stones = stones(election.holdings());
        heard.elections.push((camat(outcome), starter, election.rounds(), stones));
    }
    heard
}

fn compare(spec: &str, rules: &Rules, rounds: usize) {
    let policy = light(spec);
    let alone = alone(policy, rules, rounds);
    let numbers = 0..alone.elections.len() as u64;
    let alone = alone.in_order();
    for path in Path::ALL.into_iter().filter(|path| path.is_available()) {
        let mut heard = Heard::default();
        let mut elections = Elections::new(rules, SEED, numbers.clone(), &mut heard);
        Lockstep::new(rules).run(path, &policy, &mut elections);
        let heard = heard.in_order();
        let word = path.word();
        for (together, alone) in heard.rounds.iter().zip(&alone.rounds) {
            assert_eq!(together, alone, "{spec} on {word} under {rules:?}");
        }
        assert!(heard == alone, "{spec} on {word} under {rules:?}");
    }
}

#[test]
fn it_plays_in_lockstep_as_alone() {
    // With some weights no one goes out without stones for a very long time.
    let rules = Rules { max_rounds: 300, ..Rules::default() };
    for spec in specs() {
        compare(&spec, &rules, 100_000);
    }
}

#[test]
fn under_other_rules_too() {
    let sheet = Rules { max_rounds: 60, ..Rules::default() };
    for rules in [
        Rules { opening: Opening::Double, ..sheet },
        Rules { stones: 1, ..sheet },
        Rules { stones: 200, ..sheet },
        Rules { pass: 0, passebunge: 0, ..sheet },
        Rules { max_rounds: 1, ..sheet },
    ] {
        for spec in specs() {
            compare(&spec, &rules, 5_000);
        }
    }
}
