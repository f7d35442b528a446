//! `records.jsonl`: refereed by the rules, and against the schedule and the seed.

use rayon::prelude::*;

use super::super::listen::SeatCount;
use super::account::{Account, At};
use super::steps::{Batch, Item};
use crate::engine::{BySeat, ElectionRecord, End, Rules, Seat, Seed, Why};
use crate::records::{Finding, name, read};

/// What the referee says of a line.
pub(super) type Verdict = Result<Box<ElectionRecord>, Finding>;

/// Refereed lines, with the game and election they say they are of.
pub(super) fn parse(batch: Batch) -> Vec<Item<Verdict>> {
    let referee = |(line, text): (u64, Vec<u8>)| {
        let verdict = read(&text).map(Box::new);
        let key = match &verdict {
            Ok(record) => Some((record.game, record.election.into(), 0)),
            Err(_) => name(&text).map(|name| (name.game, name.election, 0)),
        };
        Item { line, key, content: verdict }
    };
    batch.into_par_iter().with_min_len(4).map(referee).collect()
}

/// What a record owes to its experiment.
pub(super) struct Records<'a> {
    pub(super) labels: &'a [&'a str],
    pub(super) rules: &'a Rules,
    pub(super) seed: Seed,
}

impl Records<'_> {
    /// The first thing in a record that is by the rules but not by the experiment.
    pub(super) fn check(&self, record: &ElectionRecord, at: &At<'_>) -> Option<Finding> {
        let named = |finding| Finding {
            game: Some(record.game),
            election: Some(record.election.into()),
            ..finding
        };
        let of = |record: String, rules: String| Some(named(Finding::of_line(record, rules)));
        if (record.game, record.election) != (at.game(), at.election) {
            let found = format!("game {}, election {}", record.game, record.election);
            return of(found, format!("game {}, election {}", at.game(), at.election));
        }
        for (seat, &entrant) in at.entrants.enumerate() {
            let (found, right) = (&record.seats[seat], self.labels[entrant]);
            if found != right {
                return of(format!("seat {seat} is {found:?}"), format!("{right:?} (schedule)"));
            }
        }
        if record.rules != *self.rules {
            return of("other rules".to_owned(), "those of the manifest".to_owned());
        }
        if record.camat_before != at.camat_before && at.camat_before.is_some() {
            let word = |seat: Option<Seat>| seat.map_or("null".to_owned(), |seat| seat.to_string());
            let found = format!("camat_before is {}", word(record.camat_before));
            return of(found, format!("{}, elected before (R9.5)", word(at.camat_before)));
        }
        let deals = self.seed.deals(at.block.number);
        let dealt = |(number, round): (u32, &crate::engine::RoundRecord)| {
            let deal = deals.deal(at.election, number);
            let found = (round.deal != deal).then(|| format!("deal is `{}`", round.deal))?;
            let round = Some(number as usize);
            let right = format!("`{deal}`, that of the seed");
            Some(named(Finding { round, ..Finding::of_line(found, right) }))
        };
        (0..).zip(&record.rounds).find_map(dealt)
    }
}

/// What a record tells of its election.
pub(super) fn account(record: &ElectionRecord, line: u64) -> Account {
    let mut seats = BySeat::<SeatCount>::default();
    let mut plies = 0;
    for round in &record.rounds {
        plies += round.play.len() as u64;
        seats[round.winner].won[round.end.index()] += 1;
        if round.end != End::Mattikkeng {
            seats[round.winner.previous()].cucuq += 1;
        }
        for payment in &round.payments {
            let to = &mut seats[payment.to];
            to.passes += u32::from(payment.why == Why::Pass);
            to.passebunge += u32::from(payment.why == Why::Passebunge);
            to.stones_in += u32::from(payment.total());
            for (giver, stones) in payment.from.iter() {
                seats[giver].stones_out += u32::from(stones);
            }
        }
    }
    let (camat, stones) = (record.camat, record.stones);
    Account { line, rounds: record.rounds.len() as u64, plies, camat, stones, seats }
}
