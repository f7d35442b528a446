//! One round of a record against the rules: its deal, its plies with what each pays, its end.

use std::fmt::{self, Display};
use std::slice::Iter;

use serde_json::Number;

use super::finding::{Finding, legible};
use super::head::seat;
use super::json::{RawPayment, RawRound};
use crate::engine::{
    Action, BySeat, Deal, Election, ElectionObserver, End, HAND, Hands, Holdings, Line, Observer,
    Outcome, Payment, Progress, Round, RoundEnd, Seat, Start, Tile, TileSet, Word,
};

/// Tiles that no seat holds (R2.1).
const UNUSED: usize = Tile::COUNT - HAND * Seat::COUNT;

/// Plays round `number` again as the record has it and closes it in `election`.
pub(super) fn referee_round<O: ElectionObserver>(
    number: usize,
    raw: &RawRound<'_>,
    election: &mut Election,
    observer: &mut O,
) -> Result<Option<Outcome>, Finding> {
    let referee = Referee { number, raw };
    let (deal, hands) = referee.deal()?;
    let mut round = election.next_round(&hands);
    referee.starter(round.start(), round.camat())?;
    observer.round_begins(deal, &round);
    let end = referee.plies(&mut round, observer)?;
    referee.end(&end)?;
    referee.stones(round.holdings())?;
    observer.round_ends(&round, &end);
    Ok(election.close(&round, &end))
}

/// A round of a record, with its number for the findings.
struct Referee<'a> {
    number: usize,
    raw: &'a RawRound<'a>,
}

impl Referee<'_> {
    fn wrong(&self, record: impl Display, rules: impl Display) -> Finding {
        Finding::at(self.number, None, record, rules)
    }

    fn wrong_at(&self, ply: usize, record: impl Display, rules: impl Display) -> Finding {
        Finding::at(self.number, ply, record, rules)
    }

    /// The hands as dealt, every tile once, and the number that names them (R2).
    fn deal(&self) -> Result<(Deal, Hands), Finding> {
        let mut left = TileSet::ALL;
        let mut seats = BySeat([TileSet::EMPTY; Seat::COUNT]);
        for (seat, text) in Seat::ALL.into_iter().zip(&self.raw.hands) {
            seats[seat] = self.tiles(
                text,
                HAND,
                &mut left,
                &fmt::from_fn(|f| write!(f, "the hand of {seat:?}")),
            )?;
        }
        let unused = self.tiles(&self.raw.unused, UNUSED, &mut left, &"`unused`")?;
        let named = deal_named(&self.raw.deal).filter(|deal| deal.hands().seats == seats);
        named.map(|deal| (deal, Hands { seats, unused })).ok_or_else(|| {
            let number = Deal::from_hands(&seats).map_or(String::new(), |deal| deal.to_string());
            self.wrong(
                format!("deal is `{}`", legible(&self.raw.deal, 20)),
                format!("`{number}`, the number of these hands (R2.2)"),
            )
        })
    }

    /// `count` tiles, taken out of `left`; `whose` is for the messages.
    fn tiles(
        &self,
        text: &str,
        count: usize,
        left: &mut TileSet,
        whose: &dyn Display,
    ) -> Result<TileSet, Finding> {
        let before = *left;
        for word in words(text) {
            let Ok(tile) = word.parse::<Tile>() else {
                let record = format!("`{}` in {whose}", legible(word, 20));
                return Err(
                    self.wrong(record, "tiles, each two digits 0 to 6, the high half first (R1.1)")
                );
            };
            if !left.contains(tile) {
                return Err(
                    self.wrong(format!("{tile} once more in {whose}"), "each tile once (R1.1)")
                );
            }
            left.remove(tile);
        }
        let taken = before - *left;
        if taken.len() as usize == count {
            Ok(taken)
        } else {
            Err(self.wrong(format!("{} tiles in {whose}", taken.len()), format!("{count} (R2.1)")))
        }
    }

    /// Who starts (R3).
    fn starter(&self, start: Start, camat: Option<Seat>) -> Result<(), Finding> {
        if is(&self.raw.starter, start.seat) {
            return Ok(());
        }
        let why = match (start.announced, camat) {
            (Some(double), _) => format!("who holds {double:?} (R3.1)"),
            (None, Some(_)) => "the CAMAT (R9.4)".to_owned(),
            (None, None) => "the winner of the round before (R3.3)".to_owned(),
        };
        let record = format!("starter is {}", self.raw.starter);
        Err(self.wrong(record, format!("{}, {why}", start.seat)))
    }

    /// Every ply in order, with the payments it brings, to the end of the round.
    fn plies<O: Observer>(&self, round: &mut Round, observer: &mut O) -> Result<RoundEnd, Finding> {
        let mut words = words(&self.raw.play);
        let mut recorded = self.raw.payments.iter();
        let mut heard = Heard { paid: Vec::with_capacity(2), next: observer };
        let end = loop {
            let ply = round.history().len();
            let Some(word) = words.next() else {
                let record = format!("play ends after {ply} plies");
                let rules = format!("the round goes on (R5); legal: {}", legal(round));
                return Err(self.wrong_at(ply, record, rules));
            };
            let action = self.action(ply, word, round)?;
            heard.paid.clear();
            let progress = round.play(action, &mut heard).map_err(|illegal| {
                let record = format!("{:?}: `{word}` {}", illegal.seat, illegal.because());
                let rules = format!("legal: {} ({})", illegal.allowed(), illegal.rule());
                self.wrong_at(ply, record, rules)
            })?;
            self.payments(ply, &heard.paid, &mut recorded)?;
            if let Progress::Ended(end) = progress {
                break end;
            }
        };
        let plies = round.history().len();
        if let Some(word) = words.next() {
            let record = format!("`{}` after the end of the round", legible(word, 20));
            return Err(self.wrong_at(plies, record, "nothing more (R5)"));
        }
        match recorded.next() {
            None => Ok(end),
            Some(more) => {
                let ply = more.ply.as_u64().and_then(|ply| usize::try_from(ply).ok());
                let ply = ply.filter(|&ply| ply < plies);
                Err(Finding::at(self.number, ply, more, "no such payment (R7)"))
            }
        }
    }

    /// The word of a ply: a lead without a side, other moves with one.
    fn action(&self, ply: usize, word: &str, round: &Round) -> Result<Action, Finding> {
        let form = match (word.parse(), ply) {
            (Ok(word @ (Word::Tile(_) | Word::Pass)), 0) => return Ok(word.action()),
            (Ok(word @ (Word::Side(_) | Word::Pass)), 1..) => return Ok(word.action()),
            (_, 0) => "a lead, a tile without a side",
            _ => "a move with its side, or `-`",
        };
        let record = format!("`{}`", legible(word, 20));
        Err(self.wrong_at(ply, record, format!("{form}; legal: {}", legal(round))))
    }

    /// What a ply paid against the next of the recorded payments (R6, R7).
    fn payments(
        &self,
        ply: usize,
        paid: &[Payment],
        recorded: &mut Iter<'_, RawPayment<'_>>,
    ) -> Result<(), Finding> {
        for payment in paid {
            let found = recorded.next();
            if !found.is_some_and(|found| is_payment(found, payment)) {
                let record = found.map_or("no more payments".to_owned(), RawPayment::to_string);
                let json = serde_json::to_string(payment).unwrap_or_default();
                return Err(self.wrong_at(ply, record, format!("{json} ({})", payment.why.rule())));
            }
        }
        match recorded.as_slice().first() {
            Some(more) if more.ply.as_u64() == Some(ply as u64) => {
                Err(self.wrong_at(ply, more, "no such payment (R7)"))
            }
            _ => Ok(()),
        }
    }

    /// How it ended and who won (R5).
    fn end(&self, end: &RoundEnd) -> Result<(), Finding> {
        let raw = self.raw;
        let (kind, won) = match end.kind {
            End::Cappu | End::Ceki | End::Pollo => ("R5.3", "R5.1"),
            End::Manguno => ("R5.4", "R5.5"),
            End::Mattikkeng => ("R5.5", "R5.6"),
        };
        if *raw.end != *end.kind.word() {
            let record = format!("end is `{}`", legible(&raw.end, 20));
            return Err(self.wrong(record, format!("`{}` ({kind})", end.kind.word())));
        }
        if !is(&raw.winner, end.winner) {
            let record = format!("winner is {}", raw.winner);
            return Err(self.wrong(record, format!("{} ({won})", end.winner)));
        }
        let list = end.mattikkeng.as_slice();
        let as_recorded = raw.mattikkeng.len() == list.len()
            && raw.mattikkeng.iter().zip(list).all(|(found, &seat)| is(found, seat));
        if !as_recorded {
            let record = format!("mattikkeng is {}", listed(&raw.mattikkeng));
            return Err(self.wrong(record, format!("{} (R5.5, R5.6)", listed(list))));
        }
        Ok(())
    }

    /// The stones after it (R1.3, R6).
    fn stones(&self, holdings: &Holdings) -> Result<(), Finding> {
        if self.raw.table.as_u64() != Some(holdings.table.into()) {
            let record = format!("table is {}", self.raw.table);
            return Err(self.wrong(record, format!("{} (R6.1)", holdings.table)));
        }
        same_stones(&self.raw.stones, &holdings.seats)
            .map_err(|(record, rules)| self.wrong(record, format!("{rules} (R6.1)")))
    }
}

/// Compares the stones of all seats; what either side says, if they differ.
pub(super) fn same_stones(
    found: &[Number; Seat::COUNT],
    held: &BySeat<u8>,
) -> Result<(), (String, String)> {
    if found.iter().zip(held.iter()).all(|(found, &held)| found.as_u64() == Some(held.into())) {
        Ok(())
    } else {
        Err((format!("stones are {}", listed(found)), listed(&held.0)))
    }
}

fn is(found: &Number, seat_by_rules: Seat) -> bool {
    seat(found) == Some(seat_by_rules)
}

fn is_payment(found: &RawPayment<'_>, payment: &Payment) -> bool {
    found.ply.as_u64() == Some(payment.ply.into())
        && *found.why == *payment.why.word()
        && is(&found.to, payment.to)
        && found.table.as_u64() == Some(payment.table.into())
        && found.from.len() == payment.from.iter().count()
        && found.from.iter().zip(payment.from.iter()).all(|((giver, gave), (seat, stones))| {
            is(giver, seat) && gave.as_u64() == Some(stones.into())
        })
}

/// The deal of a number written the one way: digits, no zero in front.
fn deal_named(text: &str) -> Option<Deal> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    text.parse().ok().and_then(|number| Deal::from_number(number).ok())
}

/// The words of a text, one space between two; none in an empty one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ']).skip(usize::from(text.is_empty()))
}

/// The legal moves, or `-`.
fn legal(round: &Round) -> String {
    let ply = round.history().len();
    let legal = round.legal();
    let moves = legal.iter().map(|play| Action::Play(play).notation(ply).to_string());
    if legal.is_empty() { "-".to_owned() } else { moves.collect::<Vec<_>>().join(" ") }
}

/// `[0, 3]`, of ten items at most.
fn listed<T: Display>(items: &[T]) -> String {
    let mut words: Vec<String> = items.iter().take(10).map(T::to_string).collect();
    if items.len() > words.len() {
        words.push("…".to_owned());
    }
    format!("[{}]", words.join(","))
}

/// As JSON has it.
impl Display for RawPayment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given: Vec<String> =
            self.from.iter().take(10).map(|(giver, gave)| format!("[{giver},{gave}]")).collect();
        let Self { ply, to, table, .. } = self;
        let why = legible(&self.why, 20);
        write!(f, r#"{{"ply":{ply},"why":"{why}","to":{to},"table":{table},"#)?;
        write!(f, r#""from":{}}}"#, listed(&given))
    }
}

/// Keeps the payments of a ply and passes on what it hears.
struct Heard<'a, O> {
    paid: Vec<Payment>,
    next: &'a mut O,
}

impl<O: Observer> Observer for Heard<'_, O> {
    fn acted(&mut self, ply: u8, seat: Seat, action: Action, line: Line) {
        self.next.acted(ply, seat, action, line);
    }

    fn paid(&mut self, payment: &Payment) {
        self.paid.push(*payment);
        self.next.paid(payment);
    }
}
