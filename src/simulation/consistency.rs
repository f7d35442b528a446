//! The tally as a file has it, and what must hold between its counts.

use serde::{Deserialize, Serialize};

use super::tally::{LONG, Tally};
use crate::engine::{End, MAX_PLIES, Rules, Seat};

/// Every sum of a [`Tally`], in lists as long as the rules allow values.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TallyForm {
    undecided: u64,
    rounds: u64,
    plies: u64,
    passes: u64,
    passebunge: u64,
    faults: u64,
    ends: EndsForm,
    rounds_won: [u64; Seat::COUNT],
    camat: [u64; Seat::COUNT],
    camat_from_first: [u64; Seat::COUNT],
    camat_from_last: [u64; Seat::COUNT],
    stones_by_seat: [u64; Seat::COUNT],
    stones: Vec<u64>,
    plies_per_round: Vec<u64>,
    rounds_per_election: Vec<u64>,
    longer_elections: u64,
}

/// Rounds by how they ended, under the words of records.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndsForm {
    cappu: u64,
    ceki: u64,
    pollo: u64,
    manguno: u64,
    mattikkeng: u64,
}

/// Counts that can't be.
pub(super) struct Contradiction {
    pub key: &'static str,
    pub cause: String,
}

type Checked = Result<(), Contradiction>;

fn wrong(key: &'static str, cause: String) -> Checked {
    Err(Contradiction { key, cause })
}

impl TallyForm {
    pub fn of(tally: &Tally, rules: &Rules) -> Self {
        let [cappu, ceki, pollo, manguno, mattikkeng] = tally.ends;
        let (short, long) = tally.rounds.split_at(LONG);
        Self {
            undecided: tally.undecided,
            rounds: tally.rounds(),
            plies: tally.plies(),
            passes: tally.passes,
            passebunge: tally.passebunge,
            faults: tally.faults,
            ends: EndsForm { cappu, ceki, pollo, manguno, mattikkeng },
            rounds_won: tally.rounds_won,
            camat: tally.camat,
            camat_from_first: tally.camat_from_first,
            camat_from_last: tally.camat_from_last,
            stones_by_seat: tally.stones_by_seat,
            stones: tally.stones[..=usize::from(rules.stones)].to_vec(),
            plies_per_round: tally.plies[..=MAX_PLIES].to_vec(),
            rounds_per_election: short.to_vec(),
            longer_elections: long.iter().sum(),
        }
    }

    /// The tally, if its counts can be those of `done` elections by these rules.
    pub fn check(&self, rules: &Rules, done: u64) -> Result<Tally, Contradiction> {
        self.check_lengths(rules)?;
        self.check_rounds(rules, done)?;
        self.check_elections(rules, done)?;
        let mut tally = Tally {
            undecided: self.undecided,
            passes: self.passes,
            passebunge: self.passebunge,
            faults: self.faults,
            ends: self.ends.list(),
            rounds_won: self.rounds_won,
            camat: self.camat,
            camat_from_first: self.camat_from_first,
            camat_from_last: self.camat_from_last,
            stones_by_seat: self.stones_by_seat,
            ..Tally::new()
        };
        tally.stones[..self.stones.len()].copy_from_slice(&self.stones);
        tally.plies[..self.plies_per_round.len()].copy_from_slice(&self.plies_per_round);
        tally.rounds[..LONG].copy_from_slice(&self.rounds_per_election);
        tally.rounds[LONG] = self.longer_elections;
        Ok(tally)
    }

    fn check_lengths(&self, rules: &Rules) -> Checked {
        for (key, list, length) in [
            ("tally.stones", &self.stones, usize::from(rules.stones) + 1),
            ("tally.plies_per_round", &self.plies_per_round, MAX_PLIES + 1),
            ("tally.rounds_per_election", &self.rounds_per_election, LONG),
        ] {
            if list.len() != length {
                return wrong(key, format!("{} counts; it must be {length}", list.len()));
            }
        }
        Ok(())
    }

    fn check_rounds(&self, rules: &Rules, done: u64) -> Checked {
        let rounds = u128::from(self.rounds);
        equal("tally.ends", sum(&self.ends.list()), "rounds", rounds)?;
        equal("tally.plies_per_round", sum(&self.plies_per_round), "rounds", rounds)?;
        equal("tally.rounds_won", sum(&self.rounds_won), "rounds", rounds)?;
        let plies = weighted(&self.plies_per_round);
        equal("tally.plies", u128::from(self.plies), "plies of plies_per_round", plies)?;
        let passes = u128::from(self.passes) + u128::from(self.passebunge);
        within("tally.passes", passes, "passes", 0, plies)?;
        let longer = u128::from(self.longer_elections);
        let elections = sum(&self.rounds_per_election) + longer;
        equal("tally.rounds_per_election", elections, "elections done", u128::from(done))?;
        let short = weighted(&self.rounds_per_election);
        let most = u128::from(rules.max_rounds).max(LONG as u128);
        let (low, high) = (short + longer * LONG as u128, short + longer * most);
        within("tally.rounds", rounds, "rounds of rounds_per_election", low, high)?;
        let longest = (rules.max_rounds as usize).min(LONG);
        let beyond = self.rounds_per_election.get(longest + 1..).unwrap_or_default();
        let impossible = sum(beyond) + u128::from(self.rounds_per_election[0]);
        let impossible = impossible + if longest < LONG { longer } else { 0 };
        equal("tally.rounds_per_election", impossible, "elections of rounds that can't be", 0)
    }

    fn check_elections(&self, rules: &Rules, done: u64) -> Checked {
        let done = u128::from(done);
        let decided = done.saturating_sub(self.undecided.into());
        for (key, list) in [
            ("tally.camat", &self.camat),
            ("tally.camat_from_first", &self.camat_from_first),
            ("tally.camat_from_last", &self.camat_from_last),
        ] {
            equal(key, sum(list), "elections decided", decided)?;
        }
        let last = match self.rounds_per_election.get(rules.max_rounds as usize) {
            Some(&elections) => elections,
            None => self.longer_elections,
        };
        let undecided = u128::from(self.undecided);
        within("tally.undecided", undecided, "elections of max_rounds", 0, last.into())?;
        let EndsForm { cappu, ceki, pollo, .. } = self.ends;
        let gone_out = sum(&[cappu, ceki, pollo]);
        within("tally.camat", decided, "rounds by FIRST CAPPU", 0, gone_out)?;
        equal("tally.stones", sum(&self.stones), "seats", done * Seat::COUNT as u128)?;
        let (held, by_seat) = (weighted(&self.stones), sum(&self.stones_by_seat));
        equal("tally.stones_by_seat", by_seat, "stones held", held)?;
        within("tally.stones", held, "stones in play", 0, done * u128::from(rules.stones))
    }
}

impl EndsForm {
    fn list(&self) -> [u64; End::COUNT] {
        [self.cappu, self.ceki, self.pollo, self.manguno, self.mattikkeng]
    }
}

fn sum(counts: &[u64]) -> u128 {
    counts.iter().map(|&count| u128::from(count)).sum()
}

/// The sum of the values 0, 1, 2, … that were counted.
fn weighted(counts: &[u64]) -> u128 {
    (0_u128..).zip(counts).map(|(value, &count)| value * u128::from(count)).sum()
}

fn equal(key: &'static str, found: u128, what: &str, must: u128) -> Checked {
    if found == must { Ok(()) } else { wrong(key, format!("{found} {what}; it must be {must}")) }
}

fn within(key: &'static str, found: u128, what: &str, low: u128, high: u128) -> Checked {
    match (low..=high).contains(&found) {
        true => Ok(()),
        false => wrong(key, format!("{found} {what}; it must be {low} to {high}")),
    }
}
