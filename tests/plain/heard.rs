//! The engine's side of a whole election: it plays the choices of the plain one and is listened to.

use domeng::engine::{
    self, Chooser, Deal, ElectionObserver, Legal, Line, Move, Observer, RoundEnd, Seat, Table,
};

use super::round::{Action, Ended, Payment, Round};
use super::{Tile, bridge};

/// Ply, seat, what it did, and the ends of the line after it.
type Acted = (usize, usize, Action, Option<(u8, u8)>);

/// What the engine says of a round while it is played.
#[derive(Default, Debug)]
pub struct Heard {
    pub acted: Vec<Acted>,
    pub paid: Vec<Payment>,
    /// How it ended and the stones after it, where a whole election is heard.
    pub end: Option<(Ended, (u32, [u32; 5]))>,
}

impl Observer for Heard {
    fn acted(&mut self, ply: u8, seat: Seat, action: engine::Action, line: Line) {
        self.acted.push((ply.into(), seat.index(), bridge::action(action), line.ends()));
    }

    fn paid(&mut self, payment: &engine::Payment) {
        self.paid.push(bridge::payment(payment));
    }
}

/// The rounds of an election, heard.
#[derive(Default)]
pub struct HeardElection(pub Vec<Heard>);

impl HeardElection {
    fn now(&mut self) -> &mut Heard {
        self.0.last_mut().expect("a round has begun")
    }
}

impl Observer for HeardElection {
    fn acted(&mut self, ply: u8, seat: Seat, action: engine::Action, line: Line) {
        self.now().acted(ply, seat, action, line);
    }

    fn paid(&mut self, payment: &engine::Payment) {
        self.now().paid(payment);
    }
}

impl ElectionObserver for HeardElection {
    fn round_begins(&mut self, _deal: Deal, _round: &engine::Round) {
        self.0.push(Heard::default());
    }

    fn round_ends(&mut self, round: &engine::Round, end: &RoundEnd) {
        self.now().end = Some((bridge::ended(end), bridge::stones(round.holdings())));
    }
}

/// Chooses what the plain round did at the same ply.
pub struct Script<'a, const SKIPS: bool> {
    pub rounds: &'a [(Deal, Round)],
    pub round: usize,
}

impl<const SKIPS: bool> Chooser for Script<'_, SKIPS> {
    const SKIPS_FORCED: bool = SKIPS;

    fn choose(&mut self, round: &engine::Round, legal: Legal) -> Move {
        let (seat, action) = self.rounds[self.round].1.done[round.history().len()];
        assert_eq!(seat, round.to_move().index());
        assert!(legal.len() >= if SKIPS { 2 } else { 1 });
        bridge::engine_action(action).play().expect("who may choose does not pass")
    }
}

impl<const SKIPS: bool> Table for Script<'_, SKIPS> {
    fn deal(&mut self, round: u32) -> Deal {
        self.round = round as usize;
        self.rounds[self.round].0
    }
}

/// Everything an observer heard is what was done and paid.
pub fn compare_heard(plain: &Round, heard: &Heard) {
    let ends = ends_of(plain);
    assert_eq!(heard.paid, plain.payments);
    assert_eq!(heard.acted.len(), plain.done.len());
    for (ply, &(seat, action)) in plain.done.iter().enumerate() {
        assert_eq!(heard.acted[ply], (ply, seat, action, ends[ply]));
    }
}

/// The ends of the line after each ply, by laying it again.
fn ends_of(finished: &Round) -> Vec<Option<(u8, u8)>> {
    let mut hands: [Vec<Tile>; 5] = finished.hands.clone();
    for &(seat, action) in &finished.done {
        if let Action::Play(tile, _) = action {
            hands[seat].push(tile);
        }
    }
    let start = (finished.starter, finished.announced);
    let mut again = Round::new(&finished.rules, hands, start, (0, [0; 5]));
    finished
        .done
        .iter()
        .map(|&(_, action)| {
            again.act(action);
            again.ends()
        })
        .collect()
}
