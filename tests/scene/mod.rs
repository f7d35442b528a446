//! Rounds set up and played in words, for tests that tell a story.
#![allow(dead_code, reason = "each test uses its part")]

use domeng::engine::{
    Action, BySeat, Holdings, Observer, Payment, Progress, Round, RoundEnd, Rules, Seat, Start,
    TileSet,
};

/// The seat of a number.
pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// Tiles written like `66 54 00`.
pub fn tiles(words: &str) -> TileSet {
    words.split_whitespace().map(|word| word.parse().expect("a tile")).collect()
}

/// Five hands in words, seat 0 first.
pub fn hands(words: [&str; 5]) -> BySeat<TileSet> {
    BySeat(words.map(tiles))
}

/// A round about to be led: default rules and 25 stones on the table unless changed.
#[derive(Clone)]
pub struct Scene {
    pub rules: Rules,
    pub hands: BySeat<TileSet>,
    pub start: Start,
    pub holdings: Holdings,
}

impl Scene {
    /// `starter` leads by right (R3.3).
    pub fn new(starter: u8, words: [&str; 5]) -> Self {
        let start = Start::by_right(seat(starter));
        let rules = Rules::default();
        Self { rules, hands: hands(words), start, holdings: Holdings::on_table(rules.stones) }
    }

    /// Stones before the lead; `rules.stones` becomes their sum.
    pub fn stones(mut self, table: u8, seats: [u8; 5]) -> Self {
        self.holdings = Holdings { table, seats: BySeat(seats) };
        self.rules.stones = u8::try_from(self.holdings.total()).expect("a few stones");
        self
    }

    /// The same under rules changed by `change`.
    pub fn rules(mut self, change: impl FnOnce(&mut Rules)) -> Self {
        change(&mut self.rules);
        self
    }

    pub fn round(&self) -> Round {
        Round::with_hands(&self.rules, &self.hands, self.start, self.holdings).expect("a round")
    }

    /// Plays `words` in the notation of records, all of them legal.
    pub fn play(&self, words: &str) -> Played {
        let mut played = Played { round: self.round(), paid: Vec::new(), end: None };
        for word in words.split_whitespace() {
            let action: Action = word.parse().expect("a move");
            let mut paid = Paid(&mut played.paid);
            match played.round.play(action, &mut paid) {
                Ok(Progress::Continues) => {}
                Ok(Progress::Ended(end)) => played.end = Some(end),
                Err(refused) => panic!("{refused}"),
            }
        }
        played
    }
}

struct Paid<'a>(&'a mut Vec<String>);

impl Observer for Paid<'_> {
    fn paid(&mut self, payment: &Payment) {
        let Payment { ply, why, to, table, from } = payment;
        let gave: String = from.iter().map(|(giver, n)| format!(" +{n} of {giver}")).collect();
        self.0.push(format!("{ply} {} to {to}: {table}{gave}", why.word()));
    }
}

/// A round after some moves.
pub struct Played {
    pub round: Round,
    /// Payments as `ply why to receiver: stones of the table +stones of giver …`.
    pub paid: Vec<String>,
    pub end: Option<RoundEnd>,
}

impl Played {
    /// The last payment.
    pub fn last_paid(&self) -> &str {
        self.paid.last().expect("a payment")
    }

    /// Stones of the table and of each seat.
    pub fn stones(&self) -> (u8, [u8; 5]) {
        let holdings = self.round.holdings();
        (holdings.table, holdings.seats.0)
    }

    /// How it ended, who won, and whether that is the CAMAT.
    pub fn ended(&self) -> (&'static str, u8, bool) {
        let end = self.end.expect("it is over");
        (end.kind.word(), end.winner.into(), end.elected)
    }

    /// The MATTIKKENG in their order.
    pub fn mattikkeng(&self) -> Vec<u8> {
        let end = self.end.expect("it is over");
        end.mattikkeng.as_slice().iter().map(|&seat| seat.into()).collect()
    }

    /// CUCUQ, if there is one.
    pub fn cucuq(&self) -> Option<u8> {
        self.end.expect("it is over").cucuq.map(u8::from)
    }

    /// The ends of the line.
    pub fn ends(&self) -> (u8, u8) {
        self.round.line().ends().expect("a line")
    }
}
