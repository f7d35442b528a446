//! Rounds in a row, from all stones on the table to a CAMAT (R9.5).

use super::round::{Ended, Round};
use super::{Rules, Tile};

pub struct Election {
    pub rules: Rules,
    /// Elected in the election before (R9.4).
    pub camat_before: Option<usize>,
    pub table: u32,
    pub stones: [u32; 5],
    /// How each round so far ended.
    pub rounds: Vec<Ended>,
}

/// What ends an election.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Camat(usize),
    Undecided,
}

impl Election {
    pub fn new(rules: &Rules, camat_before: Option<usize>) -> Self {
        let rules = rules.clone();
        let table = rules.stones;
        Self { rules, camat_before, table, stones: [0; 5], rounds: Vec::new() }
    }

    /// Who starts with these hands, and the double that gives the start, if one does (R3, R9.4).
    pub fn start(&self, hands: &[Vec<Tile>; 5]) -> (usize, Option<Tile>) {
        if let Some(camat) = self.camat_before {
            return (camat, None);
        }
        if let Some(last) = self.rounds.last() {
            return (last.winner, None);
        }
        for double in [(6, 6), (5, 5), (4, 4), (3, 3)] {
            for (seat, hand) in hands.iter().enumerate() {
                if hand.contains(&double) {
                    return (seat, Some(double));
                }
            }
        }
        panic!("four doubles can't be among three unused tiles (R3.1)");
    }

    pub fn next_round(&self, hands: [Vec<Tile>; 5]) -> Round {
        let start = self.start(&hands);
        Round::new(&self.rules, hands, start, (self.table, self.stones))
    }

    /// Takes over what a finished round left (R9.1, R9.6).
    pub fn close(&mut self, round: &Round) -> Option<Outcome> {
        let ended = round.ended.clone().expect("a round that is over");
        (self.table, self.stones) = (round.table, round.stones);
        let (elected, winner) = (ended.elected, ended.winner);
        self.rounds.push(ended);
        if elected {
            Some(Outcome::Camat(winner))
        } else if self.rounds.len() as u32 == self.rules.max_rounds {
            Some(Outcome::Undecided)
        } else {
            None
        }
    }
}
