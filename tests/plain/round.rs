//! One round, rule by rule.

use super::{Rules, Tile, pips};

/// An end of the line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    Left,
    Right,
}

/// What a seat does: a tile on an end (a lead counts as left), or PASS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    Play(Tile, End),
    Pass,
}

/// A payment as it was made (R6.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payment {
    pub ply: usize,
    pub why: &'static str,
    pub to: usize,
    pub table: u32,
    /// Seat and stones of each giver that gave.
    pub from: Vec<(usize, u32)>,
}

/// A round that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    pub how: &'static str,
    pub winner: usize,
    pub cucuq: Option<usize>,
    pub mattikkeng: Vec<usize>,
    /// Whether the winner is elected CAMAT (R9.1).
    pub elected: bool,
}

#[derive(Clone, Debug)]
pub struct Round {
    pub rules: Rules,
    pub hands: [Vec<Tile>; 5],
    pub starter: usize,
    /// The double that gave the start (R3.4).
    pub announced: Option<Tile>,
    pub table: u32,
    pub stones: [u32; 5],
    /// The tiles as they lie, from left to right, each as (its left half, its right half).
    pub line: Vec<(u8, u8)>,
    /// Who did what, from the lead on.
    pub done: Vec<(usize, Action)>,
    pub payments: Vec<Payment>,
    pub ended: Option<Ended>,
}

/// Seats in clockwise order, beginning after `seat` and ending with it (R1.2).
fn clockwise_from(seat: usize) -> [usize; 5] {
    [1, 2, 3, 4, 5].map(|steps| (seat + steps) % 5)
}

impl Round {
    pub fn new(
        rules: &Rules,
        hands: [Vec<Tile>; 5],
        (starter, announced): (usize, Option<Tile>),
        (table, stones): (u32, [u32; 5]),
    ) -> Self {
        Self {
            rules: rules.clone(),
            hands,
            starter,
            announced,
            table,
            stones,
            line: Vec::new(),
            done: Vec::new(),
            payments: Vec::new(),
            ended: None,
        }
    }

    /// R4.1, R4.5: the starter, then always the next seat clockwise.
    pub fn to_move(&self) -> usize {
        self.done.last().map_or(self.starter, |&(seat, _)| clockwise_from(seat)[0])
    }

    /// The values at both ends, once there is a line.
    pub fn ends(&self) -> Option<(u8, u8)> {
        Some((self.line.first()?.0, self.line.last()?.1))
    }

    /// R4.7: who played the last tile on the line.
    pub fn last_mappano(&self) -> Option<usize> {
        self.done.iter().rev().find(|(_, what)| *what != Action::Pass).map(|&(seat, _)| seat)
    }

    pub fn has_played(&self, seat: usize) -> bool {
        self.done.iter().any(|&(who, what)| who == seat && what != Action::Pass)
    }

    /// What the seat to move may do: its moves, or PASS alone (R4.2 to R4.5).
    pub fn legal(&self) -> Vec<Action> {
        if self.ended.is_some() {
            return Vec::new();
        }
        let mut legal = Vec::new();
        for &(a, b) in &self.hands[self.to_move()] {
            match self.ends() {
                // R3.2
                None => {
                    let bound = self.rules.opening_double && self.announced.is_some();
                    if !bound || self.announced == Some((a, b)) {
                        legal.push(Action::Play((a, b), End::Left));
                    }
                }
                Some((left, right)) => {
                    if a == left || b == left {
                        legal.push(Action::Play((a, b), End::Left));
                    }
                    // R4.3: on equal ends the right is the same move as the left.
                    if left != right && (a == right || b == right) {
                        legal.push(Action::Play((a, b), End::Right));
                    }
                }
            }
        }
        if legal.is_empty() {
            legal.push(Action::Pass);
        }
        legal
    }

    /// Does one of `legal`.
    pub fn act(&mut self, action: Action) {
        assert!(self.legal().contains(&action), "{action:?} is not among {:?}", self.legal());
        let seat = self.to_move();
        match action {
            Action::Play(tile, end) => {
                self.put(tile, end);
                self.hands[seat].retain(|&held| held != tile);
                self.done.push((seat, action));
                if self.hands[seat].is_empty() {
                    self.first_cappu(seat, tile);
                }
            }
            Action::Pass => {
                self.pass(seat);
                let passes = self.done.iter().rev().take_while(|(_, what)| *what == Action::Pass);
                if passes.count() == 5 {
                    self.manguno(seat);
                }
            }
        }
    }

    /// R4.1, R4.2: the tile is laid so that equal halves touch.
    fn put(&mut self, (a, b): Tile, end: End) {
        match (self.ends(), end) {
            (None, _) => self.line.push((a, b)),
            (Some((left, _)), End::Left) => {
                self.line.insert(0, if b == left { (a, b) } else { (b, a) });
            }
            (Some((_, right)), End::Right) => {
                self.line.push(if a == right { (a, b) } else { (b, a) });
            }
        }
        for pair in self.line.windows(2) {
            assert_eq!(pair[0].1, pair[1].0, "the line is broken: {:?}", self.line);
        }
    }

    /// R4.5, R4.6, R7.1, R7.2, R7.9.
    fn pass(&mut self, seat: usize) {
        let giver = self.last_mappano().expect("the starter leads, so someone has played");
        let (why, most) = if self.has_played(seat) {
            ("pass", self.rules.pass)
        } else {
            ("passebunge", self.rules.passebunge)
        };
        self.done.push((seat, Action::Pass));
        self.pay(why, seat, most, &[giver]);
    }

    /// R5.1 to R5.3, R5.7, R7.3 to R7.5, R9.1.
    fn first_cappu(&mut self, seat: usize, (a, b): Tile) {
        let (left, right) = self.ends().expect("a tile was just played");
        let (how, most) = match (left == right, a == b) {
            (false, _) => ("cappu", self.rules.cappu),
            (true, false) => ("ceki", self.rules.ceki),
            (true, true) => ("pollo", self.rules.pollo),
        };
        let cucuq = seat_before(seat);
        let before = self.table == 0 && self.stones[seat] == 0;
        self.pay(how, cucuq, most, &[seat]);
        let after = self.table == 0 && self.stones[seat] == 0;
        let elected = if self.rules.before_payment { before } else { after };
        self.ended =
            Some(Ended { how, winner: seat, cucuq: Some(cucuq), mattikkeng: vec![], elected });
    }

    /// R5.4 to R5.7, R7.6 to R7.8, R8.1, R9.2.
    fn manguno(&mut self, manguno: usize) {
        assert_eq!(self.last_mappano(), Some(manguno), "the LAST MAPPANO passes last of all");
        let sum = |seat: usize| pips(&self.hands[seat]);
        let mut mattikkeng: Vec<usize> = Vec::new();
        for seat in clockwise_from(manguno) {
            if seat != manguno && sum(seat) <= sum(manguno) {
                mattikkeng.push(seat);
            }
        }
        if mattikkeng.is_empty() {
            let cucuq = seat_before(manguno);
            self.pay("manguno", cucuq, self.rules.manguno, &[manguno]);
            self.ended = Some(Ended {
                how: "manguno",
                winner: manguno,
                cucuq: Some(cucuq),
                mattikkeng,
                elected: false,
            });
            return;
        }
        let lowest = mattikkeng.iter().map(|&seat| sum(seat)).min().expect("there is one");
        let first = mattikkeng.iter().position(|&seat| sum(seat) == lowest).expect("the same");
        let winner = mattikkeng.remove(first);
        mattikkeng.insert(0, winner);
        if mattikkeng.len() == 1 && sum(winner) < sum(manguno) {
            self.pay("mattikkeng", manguno, self.rules.mattikkeng, &[winner]);
        } else {
            let most = self.rules.mattikkeng_shared;
            self.pay("mattikkeng_shared", manguno, most, &mattikkeng);
        }
        self.ended =
            Some(Ended { how: "mattikkeng", winner, cucuq: None, mattikkeng, elected: false });
    }

    /// R6, one stone at a time: from the table while it has any, else from the first giver that has
    /// one, else from nobody.
    fn pay(&mut self, why: &'static str, to: usize, most: u32, givers: &[usize]) {
        let ply = self.done.len() - 1;
        let mut payment = Payment { ply, why, to, table: 0, from: Vec::new() };
        for _ in 0..most {
            if self.table > 0 {
                self.table -= 1;
                payment.table += 1;
            } else {
                let has = |giver: &&usize| **giver != to && self.stones[**giver] > 0;
                let Some(&giver) = givers.iter().find(has) else { break };
                self.stones[giver] -= 1;
                match payment.from.last_mut() {
                    Some((last, given)) if *last == giver => *given += 1,
                    _ => payment.from.push((giver, 1)),
                }
            }
            self.stones[to] += 1;
        }
        self.payments.push(payment);
    }
}

/// R1.2, R5.7.
fn seat_before(seat: usize) -> usize {
    (seat + 4) % 5
}
