//! A record of an election: all that happened in it, as a line of JSON (formats.md, "Game records").

use std::io;

use serde::{Serialize, Serializer};

use super::action::{Action, Side};
use super::deal::{Deal, Hands};
use super::election::{ElectionObserver, Outcome};
use super::ending::{End, RoundEnd};
use super::line::Line;
use super::observer::Observer;
use super::round::Round;
use super::rules::Rules;
use super::seat::{BySeat, Seat, SeatList};
use super::stones::Payment;
use super::tile_set::TileSet;

/// The version of the format, the value of the key `domeng`.
pub const RECORD_VERSION: u8 = 1;

/// One election of a game (R9.5). Serialized, its keys are those of formats.md in their order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ElectionRecord {
    domeng: u8,
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of the election in its game, from 0.
    pub election: u32,
    /// Who sits where, by label.
    pub seats: BySeat<String>,
    pub rules: Rules,
    /// The CAMAT of the election before; none in a game's first.
    pub camat_before: Option<Seat>,
    pub rounds: Vec<RoundRecord>,
    /// The seat elected; none where R9.6 ended it.
    pub camat: Option<Seat>,
    /// Stones of each seat at the election, before R9.3.
    pub stones: BySeat<u8>,
}

/// One round of an election.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundRecord {
    /// A string in JSON, since a deal can exceed 2⁵³.
    #[serde(serialize_with = "as_string")]
    pub deal: Deal,
    #[serde(serialize_with = "as_hands")]
    pub hands: BySeat<TileSet>,
    #[serde(serialize_with = "as_hand")]
    pub unused: TileSet,
    pub starter: Seat,
    /// From the lead on; seats follow from `starter` and R4.1.
    #[serde(serialize_with = "as_notation")]
    pub play: Vec<Action>,
    #[serde(serialize_with = "as_word")]
    pub end: End,
    pub winner: Seat,
    /// The winner first, then clockwise from MANGUNO (R5.5); empty in other rounds.
    #[serde(serialize_with = "as_list")]
    pub mattikkeng: SeatList,
    /// In the order they were made, payments of nothing too.
    pub payments: Vec<Payment>,
    /// Stones on the table after the round, before R9.3.
    pub table: u8,
    /// Stones of each seat, likewise.
    pub stones: BySeat<u8>,
}

impl ElectionRecord {
    /// A record to which nothing has happened yet.
    pub fn new(
        (game, election): (u64, u32),
        seats: BySeat<String>,
        rules: &Rules,
        camat_before: Option<Seat>,
    ) -> Self {
        Self {
            domeng: RECORD_VERSION,
            game,
            election,
            seats,
            rules: *rules,
            camat_before,
            rounds: Vec::new(),
            camat: None,
            stones: BySeat([0; Seat::COUNT]),
        }
    }

    /// Appends the record to `lines` as one line of JSON, its `\n` included.
    ///
    /// # Errors
    /// None of its own: the type is that of the serializer.
    pub fn append_line(&self, lines: &mut Vec<u8>) -> io::Result<()> {
        serde_json::to_writer(&mut *lines, self)?;
        lines.push(b'\n');
        Ok(())
    }
}

/// Makes records of the elections it observes, one after the other, in the same memory.
///
/// ```
/// use domeng::engine::{BySeat, Outcome, Recorder, Rules};
/// let mut recorder = Recorder::default();
/// let seats = BySeat(["a", "b", "c", "d", "e"]);
/// recorder.begin((17, 0), &seats, &Rules::default(), None);
/// // … Election::play(&mut table, &mut recorder) gives the outcome …
/// let record = recorder.finish(Outcome::Undecided);
/// assert_eq!((record.game, record.rounds.len()), (17, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    record: ElectionRecord,
    deal: Option<(Deal, Hands)>,
    play: Vec<Action>,
    payments: Vec<Payment>,
    /// Emptied lists of earlier rounds.
    spare: Vec<(Vec<Action>, Vec<Payment>)>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            record: ElectionRecord::new((0, 0), BySeat::default(), &Rules::default(), None),
            deal: None,
            play: Vec::new(),
            payments: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl Recorder {
    /// Forgets what it holds and begins the record of `(game, election)`.
    pub fn begin<S: AsRef<str>>(
        &mut self,
        (game, election): (u64, u32),
        seats: &BySeat<S>,
        rules: &Rules,
        camat_before: Option<Seat>,
    ) {
        let record = &mut self.record;
        (record.game, record.election) = (game, election);
        for (label, name) in record.seats.0.iter_mut().zip(seats.iter()) {
            label.clear();
            label.push_str(name.as_ref());
        }
        record.rules = *rules;
        record.camat_before = camat_before;
        self.spare.extend(record.rounds.drain(..).map(|round| (round.play, round.payments)));
        record.camat = None;
        record.stones = BySeat([0; Seat::COUNT]);
        self.deal = None;
    }

    /// The record, with how the election came out.
    pub fn finish(&mut self, outcome: Outcome) -> &ElectionRecord {
        self.record.camat = outcome.camat();
        &self.record
    }

    /// The record, to keep.
    pub fn into_record(self) -> ElectionRecord {
        self.record
    }
}

impl Observer for Recorder {
    fn acted(&mut self, _ply: u8, _seat: Seat, action: Action, _line: Line) {
        self.play.push(action);
    }

    fn paid(&mut self, payment: &Payment) {
        self.payments.push(*payment);
    }
}

impl ElectionObserver for Recorder {
    fn round_begins(&mut self, deal: Deal, round: &Round) {
        let seats = *round.hands();
        let held = seats.iter().fold(TileSet::EMPTY, |held, &hand| held | hand);
        self.deal = Some((deal, Hands { seats, unused: !held }));
        (self.play, self.payments) = self.spare.pop().unwrap_or_default();
        self.play.clear();
        self.payments.clear();
    }

    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        let Some((deal, hands)) = self.deal.take() else { return };
        let holdings = round.holdings();
        self.record.rounds.push(RoundRecord {
            deal,
            hands: hands.seats,
            unused: hands.unused,
            starter: round.start().seat,
            play: std::mem::take(&mut self.play),
            end: end.kind,
            winner: end.winner,
            mattikkeng: end.mattikkeng,
            payments: std::mem::take(&mut self.payments),
            table: holdings.table,
            stones: holdings.seats,
        });
        self.record.stones = holdings.seats;
    }
}

fn as_string<S: Serializer>(deal: &Deal, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(deal)
}

fn as_word<S: Serializer>(end: &End, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(end.word())
}

fn as_list<S: Serializer>(seats: &SeatList, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(seats.as_slice())
}

fn as_hands<S: Serializer>(hands: &BySeat<TileSet>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(hands.iter().map(|&hand| hand_text(hand)))
}

fn as_hand<S: Serializer>(hand: &TileSet, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&hand_text(*hand))
}

/// What `TileSet`'s Display writes, high tile first. Digit by digit, here and in `as_notation`:
/// through `fmt` a record takes twice as long to write.
fn hand_text(hand: TileSet) -> String {
    let mut text = String::with_capacity(3 * hand.len() as usize);
    let mut rest = hand;
    while let Some(tile) = rest.last() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.extend([tile.high(), tile.low()].map(digit));
        rest.remove(tile);
    }
    text
}

/// The moves as [`Action::notation`] writes them.
fn as_notation<S: Serializer>(play: &[Action], to: S) -> Result<S::Ok, S::Error> {
    let mut text = String::with_capacity(4 * play.len());
    for (ply, action) in play.iter().enumerate() {
        if ply > 0 {
            text.push(' ');
        }
        let Some(play) = action.play() else {
            text.push('-');
            continue;
        };
        text.extend([play.tile().high(), play.tile().low()].map(digit));
        if ply > 0 {
            text.push(if play.side() == Side::Left { 'L' } else { 'R' });
        }
    }
    to.serialize_str(&text)
}

fn digit(value: u8) -> char {
    char::from(b'0' + value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Move, Tile};

    #[test]
    fn hands_and_moves_are_written_as_their_display_does() {
        for bits in [0, 1, 0b1010_0110_0111_0000_1001_0100_0001, TileSet::ALL.bits()] {
            let hand = TileSet::from_bits(bits);
            assert_eq!(hand_text(hand), hand.to_string());
        }
        let moves = Tile::all().flat_map(|tile| [Side::Left, Side::Right].map(|s| (tile, s)));
        let mut play: Vec<Action> = moves.map(|(t, s)| Action::Play(Move::new(t, s))).collect();
        play.insert(3, Action::Pass);
        let words: Vec<String> =
            play.iter().enumerate().map(|(ply, a)| a.notation(ply).to_string()).collect();
        let written = as_notation(&play, serde_json::value::Serializer).unwrap();
        assert_eq!(written, words.join(" "));
    }

    #[test]
    fn a_recorder_begins_afresh() {
        let rules = Rules { stones: 7, ..Rules::default() };
        let mut recorder = Recorder::default();
        recorder.begin((1, 0), &BySeat(["one", "b", "c", "d", "e"]), &Rules::default(), None);
        recorder.finish(Outcome::Camat(Seat::ALL[4]));
        let seats = BySeat(["f", "g", "h", "i", "j"]);
        recorder.begin((2, 1), &seats, &rules, Some(Seat::ALL[4]));
        let afresh =
            ElectionRecord::new((2, 1), seats.map(str::to_owned), &rules, Some(Seat::ALL[4]));
        assert_eq!(recorder.finish(Outcome::Undecided), &afresh);
    }
}
