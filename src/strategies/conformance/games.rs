//! The games a strategy is tried in: tables and rules of many kinds, every one of its decisions
//! kept to be asked again.

use super::{Ask, ConformanceError, Place};
use crate::belief::{Constraints, Worlds};
use crate::engine::{
    Action, BySeat, CamatCheck, Election, Move, Observation, Opening, Progress, Round, RoundEnd,
    RoundStreams, Rules, Seat, Seed, Sitting, Stream, TileSet,
};
use crate::strategies::{Greedy, Random};

/// Elections in a row: in the second the CAMAT of the first starts every round (R9.4).
const ELECTIONS: u32 = 2;

/// Who sits beside the strategy.
#[derive(Clone, Copy)]
enum Others {
    Random,
    Greedy,
    /// The strategy itself, in all five seats.
    Itself,
}

/// A decision as it was met, with what is needed to ask it again.
pub(super) struct Decision {
    pub place: Place,
    pub round: Round,
    pub sitting: Sitting<'static>,
    pub stream: Stream,
    /// What was chosen, its side written as the rules write it (R4.3).
    pub choice: Move,
}

impl Decision {
    /// What `ask` chooses in its place in `round`, which is the round of the decision or one that
    /// looks the same.
    pub fn ask(&self, ask: Ask<'_>, round: &Round) -> Move {
        let chosen = ask(round, &self.sitting, &mut { self.stream });
        round.legal().find(chosen).unwrap_or(chosen)
    }

    /// Hands drawn from all that agree with what was seen, and the round with them; none if those
    /// drawn are the true ones.
    pub fn other_world(&self) -> Option<(BySeat<TileSet>, Round)> {
        let seen = Observation::new(&self.round, &self.sitting, self.place.seat);
        // A generator that strategies, which number theirs from 0, will not have drawn from.
        let mut random = self.stream.generator(u64::MAX);
        let hands = Worlds::new(Constraints::new(&seen)).draw(&mut random);
        (hands != *self.round.hands()).then(|| (hands, seen.world(hands)))
    }
}

/// The games of a suite, so many rounds of them by each of these rules in turn.
pub(super) struct Games<'a> {
    /// One at least.
    pub rules: &'a [Rules],
    pub rounds: u64,
    pub seed: u64,
}

impl Games<'_> {
    /// Plays them, `ask` choosing for the strategy, and hands over the decisions of each round.
    pub fn play(
        &self,
        ask: Ask<'_>,
        mut visit: impl FnMut(Vec<Decision>) -> Result<(), ConformanceError>,
    ) -> Result<(), ConformanceError> {
        let mut played = 0;
        for (game, rules) in (0..).zip(self.rules.iter().cycle()) {
            let mut table = Table::new(ask, rules, self.seed, game);
            let mut camat = None;
            for number in 0..ELECTIONS {
                table.place.election = number;
                let mut election = Election::new(&table.rules, camat);
                let outcome = loop {
                    if played == self.rounds {
                        return Ok(());
                    }
                    played += 1;
                    let (mut round, streams) = table.deal(&election);
                    let (end, decisions) = table.play(&mut round, streams)?;
                    visit(decisions)?;
                    if let Some(outcome) = election.close(&round, &end) {
                        break outcome;
                    }
                };
                camat = outcome.camat();
                if camat.is_none() {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The kinds of rules to try: those of the sheet, those that bind the lead (R3.2), high stakes, and
/// so few stones and rounds that many elections end undecided (R9.6).
pub(super) fn kinds() -> [Rules; 4] {
    let rules = Rules::default();
    [
        rules,
        Rules { opening: Opening::Double, ..rules },
        Rules {
            camat_check: CamatCheck::BeforePayment,
            stones: 60,
            pass: 5,
            passebunge: 10,
            cappu: 7,
            max_rounds: 30,
            ..rules
        },
        Rules { stones: 2, pass: 0, max_rounds: 3, ..rules },
    ]
}

/// The table of one game.
struct Table<'a> {
    ask: Ask<'a>,
    others: Others,
    /// Where the strategy sits, if not everywhere.
    seat: Seat,
    rules: Rules,
    sitting: Sitting<'static>,
    /// Seed, game and election are of the game, the rest of the decision at hand.
    place: Place,
}

impl<'a> Table<'a> {
    /// Rules change with a step of 4, company with one of 3 and seats with one of 5, so that all
    /// sixty combinations come in sixty games.
    fn new(ask: Ask<'a>, rules: &Rules, seed: u64, game: u64) -> Self {
        let (others, name) = match game % 3 {
            0 => (Others::Greedy, "greedy"),
            1 => (Others::Random, "random"),
            _ => (Others::Itself, "candidate"),
        };
        let seat = Seat::ALL[(game % 5) as usize];
        let names = BySeat::from_fn(|at| if at == seat { "candidate" } else { name });
        Self {
            ask,
            others,
            seat,
            rules: *rules,
            sitting: Sitting { names, election: 0, round: 0 },
            place: Place { seed, game, election: 0, round: 0, ply: 0, seat },
        }
    }

    fn deal(&mut self, election: &Election) -> (Round, RoundStreams) {
        let Place { seed, game, election: number, .. } = self.place;
        self.place.round = election.rounds();
        self.sitting = Sitting { election: number, round: self.place.round, ..self.sitting };
        let deal = Seed(seed).deals(game).deal(number, self.place.round);
        let streams = Seed(seed).decisions(game, 0).round(number, self.place.round);
        (election.next_round(&deal.hands()), streams)
    }

    /// Plays a round to its end; what is not legal ends it with an error.
    fn play(
        &mut self,
        round: &mut Round,
        streams: RoundStreams,
    ) -> Result<(RoundEnd, Vec<Decision>), ConformanceError> {
        let mut decisions = Vec::new();
        loop {
            let legal = round.legal();
            (self.place.seat, self.place.ply) = (round.to_move(), round.history().len());
            let action = match legal.first() {
                None => Action::Pass,
                Some(only) if !legal.is_choice() => Action::Play(only),
                Some(_) => {
                    let stream = streams.stream(self.place.ply, self.place.seat);
                    Action::Play(self.choose(round, stream, &mut decisions))
                }
            };
            match round.play(action, &mut ()) {
                Ok(Progress::Continues) => {}
                Ok(Progress::Ended(end)) => return Ok((end, decisions)),
                Err(cause) => {
                    return Err(ConformanceError::Illegal { place: self.place, cause });
                }
            }
        }
    }

    fn choose(&self, round: &Round, mut stream: Stream, decisions: &mut Vec<Decision>) -> Move {
        let (place, sitting) = (self.place, self.sitting);
        let seen = Observation::new(round, &sitting, place.seat);
        let other = match self.others {
            Others::Random if place.seat != self.seat => Random.draw(&seen, &mut stream),
            Others::Greedy if place.seat != self.seat => Greedy.best(&seen),
            _ => None,
        };
        other.unwrap_or_else(|| {
            let kept = stream;
            let chosen = (self.ask)(round, &sitting, &mut stream);
            let choice = seen.legal().find(chosen).unwrap_or(chosen);
            decisions.push(Decision { place, round: round.clone(), sitting, stream: kept, choice });
            choice
        })
    }
}
