//! One round: turns, passes, how it ends and what is paid (R3 to R9.1).

use std::fmt;

use super::action::{Action, Move};
use super::bits;
use super::deal::{HAND, Hands};
use super::line::{Legal, Line};
use super::rules::{CamatCheck, Opening, Rules};
use super::seat::{BySeat, Seat, SeatList};
use super::stones::{Holdings, Payment, Why};
use super::tile::Tile;
use super::tile_set::TileSet;

/// Plies in the longest round: at most 5 + 4·4 = 21 plays, since the round ends with the first
/// empty hand, and no more than four passes between two of them, 21 + 20·4 = 101; or 20 plays and
/// five passes at the end, 20 + 19·4 + 5 = 101.
pub const MAX_PLIES: usize = 101;

/// Who starts a round, and why (R3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The seat that leads.
    pub seat: Seat,
    /// The double that gave the start in a first round: its holder is known to hold it, and higher
    /// doubles are unused (R3.4).
    pub announced: Option<Tile>,
}

impl Start {
    /// A start as CAMAT or winner of the previous round (R3.3).
    pub const fn by_right(seat: Seat) -> Self {
        Self { seat, announced: None }
    }

    /// The start of a first round: the holder of the highest double held (R3.1).
    ///
    /// `None` where no seat holds a double, which takes more than the three unused tiles of a deal.
    pub fn by_double(hands: &BySeat<TileSet>) -> Option<Self> {
        (0..=6).rev().filter_map(Tile::lempa).find_map(|double| {
            let (seat, _) = hands.enumerate().find(|(_, hand)| hand.contains(double))?;
            Some(Self { seat, announced: Some(double) })
        })
    }
}

/// How a round ends (R5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum End {
    /// A plain FIRST CAPPU (R5.1).
    Cappu,
    /// By mappakuling, not with a lempa (R5.3).
    Ceki,
    /// By mappakuling with a lempa (R5.3).
    Pollo,
    /// Blocked, won by the MANGUNO player (R5.5).
    Manguno,
    /// Blocked, won by a MATTIKKENG (R5.5).
    Mattikkeng,
}

impl End {
    /// Kinds of end: 5.
    pub const COUNT: usize = 5;
    /// All of them, in the order of records and tables.
    pub const ALL: [End; Self::COUNT] =
        [End::Cappu, End::Ceki, End::Pollo, End::Manguno, End::Mattikkeng];

    /// The word records and tables use.
    pub const fn word(self) -> &'static str {
        match self {
            End::Cappu => "cappu",
            End::Ceki => "ceki",
            End::Pollo => "pollo",
            End::Manguno => "manguno",
            End::Mattikkeng => "mattikkeng",
        }
    }

    /// Place in [`End::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A round that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundEnd {
    pub kind: End,
    /// FIRST CAPPU, or who wins a blocked round (R5.5, R5.6).
    pub winner: Seat,
    /// The seat before the winner that was paid (R5.7); none where a MATTIKKENG wins.
    pub cucuq: Option<Seat>,
    /// R5.5: the winner first, then clockwise from MANGUNO; empty otherwise.
    pub mattikkeng: SeatList,
    /// Whether the winner is elected CAMAT (R9.1).
    pub elected: bool,
}

/// Hears what happens in a round. Every method does nothing by default, so that `()` costs nothing.
pub trait Observer {
    /// `seat` did `action`, which left `line`.
    #[inline(always)]
    fn acted(&mut self, _ply: u8, _seat: Seat, _action: Action, _line: Line) {}
    /// A payment was made, perhaps of nothing.
    #[inline(always)]
    fn paid(&mut self, _payment: &Payment) {}
}

impl Observer for () {}

/// Both hear everything, the first first.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn acted(&mut self, ply: u8, seat: Seat, action: Action, line: Line) {
        self.0.acted(ply, seat, action, line);
        self.1.acted(ply, seat, action, line);
    }

    #[inline]
    fn paid(&mut self, payment: &Payment) {
        self.0.paid(payment);
        self.1.paid(payment);
    }
}

impl<O: Observer> Observer for &mut O {
    #[inline]
    fn acted(&mut self, ply: u8, seat: Seat, action: Action, line: Line) {
        (**self).acted(ply, seat, action, line);
    }

    #[inline]
    fn paid(&mut self, payment: &Payment) {
        (**self).paid(payment);
    }
}

/// Decides for whichever seat is to move. This is the table, not a player: a player is given an
/// [`Observation`](super::Observation) made from the round.
pub trait Chooser {
    /// Whether the only legal move is played without asking. A chooser for which asking costs no
    /// more than the look (a few instructions) says no; what it chooses among one is that one.
    const SKIPS_FORCED: bool = true;

    /// One of `legal`: two moves or more, unless `SKIPS_FORCED` is off.
    fn choose(&mut self, round: &Round, legal: Legal) -> Move;
}

/// Whether a round goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    Continues,
    Ended(RoundEnd),
}

/// A round in play: everything, hidden hands included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    hands: BySeat<TileSet>,
    played: TileSet,
    /// Values each seat has shown not to hold, as bits.
    lacks: BySeat<u8>,
    /// Seats that have played a tile, as bits (R4.6).
    have_played: u8,
    line: Line,
    to_move: Seat,
    last_mappano: Seat,
    ended: bool,
    plies: u8,
    holdings: Holdings,
    rules: Rules,
    start: Start,
    camat: Option<Seat>,
    history: [Action; MAX_PLIES],
}

/// Hands from which no round can begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("seat {0} holds {1} tiles; a hand is 1 to 5 tiles")]
    Hand(Seat, u32),
    #[error("{0:?} is in two hands")]
    Twice(TileSet),
    #[error("there are {found} stones; the rules have {expected} (R1.3)")]
    Stones { found: u32, expected: u8 },
    #[error("the announced double is not held by the starter, or a higher one is held (R3.4)")]
    Announced,
}

impl Round {
    /// A round about to be led.
    pub(super) fn new(
        rules: &Rules,
        hands: &Hands,
        start: Start,
        holdings: Holdings,
        camat: Option<Seat>,
    ) -> Self {
        Self {
            hands: hands.seats,
            played: TileSet::EMPTY,
            lacks: BySeat([0; Seat::COUNT]),
            have_played: 0,
            line: Line::EMPTY,
            to_move: start.seat,
            last_mappano: start.seat,
            ended: false,
            plies: 0,
            holdings,
            rules: *rules,
            start,
            camat,
            history: [Action::Pass; MAX_PLIES],
        }
    }

    /// A round from any hands of 1 to 5 tiles: for studies and counts of small positions.
    pub fn with_hands(
        rules: &Rules,
        hands: &BySeat<TileSet>,
        start: Start,
        holdings: Holdings,
    ) -> Result<Self, SetupError> {
        let mut left = TileSet::ALL;
        for (seat, &hand) in hands.enumerate() {
            if hand.is_empty() || hand.len() as usize > HAND {
                return Err(SetupError::Hand(seat, hand.len()));
            }
            if hand - left != TileSet::EMPTY {
                return Err(SetupError::Twice(hand - left));
            }
            left = left - hand;
        }
        if holdings.total() != u32::from(rules.stones) {
            return Err(SetupError::Stones { found: holdings.total(), expected: rules.stones });
        }
        if start.announced.is_some() && Start::by_double(hands) != Some(start) {
            return Err(SetupError::Announced);
        }
        Ok(Self::new(rules, &Hands { seats: *hands, unused: left }, start, holdings, None))
    }

    /// The same round with other hidden hands: what it would be in a world that looks the same to
    /// `seat`. `hands` must agree with the round in every size and in `seat`'s own hand.
    pub(crate) fn in_world(&self, seat: Seat, hands: BySeat<TileSet>) -> Self {
        debug_assert_eq!(hands[seat], self.hands[seat]);
        debug_assert!(Seat::ALL.iter().all(|&s| hands[s].len() == self.hands[s].len()));
        Self { hands, ..self.clone() }
    }

    /// The legal moves of the seat to move; none means a pass (R4.4, R4.5).
    #[inline]
    pub fn legal(&self) -> Legal {
        self.line.legal(self.hands[self.to_move] & self.allowed_tiles())
    }

    /// All tiles, save for a lead that R3.2 binds to the announced double.
    fn allowed_tiles(&self) -> TileSet {
        match self.start.announced {
            Some(double) if self.plies == 0 && self.rules.opening == Opening::Double => {
                TileSet::only(double)
            }
            _ => TileSet::ALL,
        }
    }

    /// Plays or passes for the seat to move. What is not legal is refused with the reason, and the
    /// round stays as it was.
    pub fn play<O: Observer>(
        &mut self,
        action: Action,
        observer: &mut O,
    ) -> Result<Progress, Illegal> {
        let legal = self.legal();
        let refuse =
            |reason| Err(Illegal { ply: self.plies, seat: self.to_move, action, reason, legal });
        if self.ended {
            return refuse(Reason::Over);
        }
        let end = match action {
            Action::Pass if legal.is_empty() => self.pass(observer),
            Action::Pass => return refuse(Reason::MustPlay),
            Action::Play(play) => match legal.find(play) {
                Some(play) => self.place(play, self.line.after(play), observer),
                None if !self.hands[self.to_move].contains(play.tile()) => {
                    return refuse(Reason::NotHeld);
                }
                None if self.line.is_empty() => return refuse(Reason::Opening),
                None => return refuse(Reason::DoesNotFit),
            },
        };
        Ok(match end {
            Some(end) => Progress::Ended(end),
            None => {
                self.to_move = self.to_move.next();
                Progress::Continues
            }
        })
    }

    /// Plays the round to its end: the same rules as [`Round::play`] without its checks.
    ///
    /// The round must not be over, and `chooser` must choose among the legal moves: otherwise it is
    /// left a round of no meaning, though a valid one in memory.
    pub fn run<C: Chooser, O: Observer>(&mut self, chooser: &mut C, observer: &mut O) -> RoundEnd {
        #[cfg(target_arch = "x86_64")]
        if bits::has_bmi() {
            // SAFETY: the processor has just been found to have the features.
            return unsafe { self.run_with_bmi(chooser, observer) };
        }
        self.run_here(chooser, observer)
    }

    /// The same, compiled for these features with all that is inlined into it.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn run_with_bmi<C: Chooser, O: Observer>(
        &mut self,
        chooser: &mut C,
        observer: &mut O,
    ) -> RoundEnd {
        self.run_here(chooser, observer)
    }

    #[inline(always)]
    pub(super) fn run_here<C: Chooser, O: Observer>(
        &mut self,
        chooser: &mut C,
        observer: &mut O,
    ) -> RoundEnd {
        // The line and the seat are kept beside the round's own, so that a ply need not wait for
        // what the one before has just stored.
        debug_assert!(!self.ended, "the round is over");
        let mut line = self.line;
        let mut seat = self.to_move;
        let mut allowed = self.allowed_tiles();
        loop {
            let legal = line.legal(self.hands[seat] & allowed);
            let end = if legal.is_empty() {
                self.pass(observer)
            } else {
                let play = match legal.first() {
                    Some(only) if C::SKIPS_FORCED && !legal.is_choice() => only,
                    _ => chooser.choose(self, legal),
                };
                debug_assert_eq!(legal.find(play), Some(play));
                line = line.after(play);
                self.place(play, line, observer)
            };
            if let Some(end) = end {
                return end;
            }
            allowed = TileSet::ALL;
            seat = seat.next();
            self.to_move = seat;
        }
    }

    #[inline(always)]
    fn record<O: Observer>(&mut self, action: Action, observer: &mut O) {
        // A full history can only follow illegal moves; then the last ply is written over.
        let ply = usize::from(self.plies).min(MAX_PLIES - 1);
        self.history[ply] = action;
        self.plies = ply as u8 + 1;
        observer.acted(ply as u8, self.to_move, action, self.line);
    }

    /// Puts a tile of the seat to move on the line (R4.2), which becomes `line`, and sees whether it goes out (R5.1).
    #[inline(always)]
    fn place<O: Observer>(&mut self, play: Move, line: Line, observer: &mut O) -> Option<RoundEnd> {
        let seat = self.to_move;
        let mut hand = self.hands[seat];
        hand.remove(play.tile());
        self.hands[seat] = hand;
        self.played.insert(play.tile());
        self.have_played |= seat.bit();
        self.last_mappano = seat;
        self.line = line;
        self.record(Action::Play(play), observer);
        if hand.is_empty() {
            return Some(self.first_cappu(play.tile(), observer));
        }
        None
    }

    /// The seat to move passes and is paid (R4.5, R7.1, R7.2, R7.9); if it was itself the last to
    /// play, all five have passed in a row and the round is blocked (R5.4).
    #[inline(always)]
    fn pass<O: Observer>(&mut self, observer: &mut O) -> Option<RoundEnd> {
        let seat = self.to_move;
        self.lacks[seat] |= self.line.values();
        self.record(Action::Pass, observer);
        let (why, most) = if self.have_played & seat.bit() == 0 {
            (Why::Passebunge, self.rules.passebunge)
        } else {
            (Why::Pass, self.rules.pass)
        };
        let giver = [self.last_mappano];
        observer.paid(&self.holdings.pay((self.plies - 1, why), seat, most, giver));
        if seat == self.last_mappano {
            return Some(self.manguno(observer));
        }
        None
    }

    /// The seat to move has played its last tile (R5.1 to R5.3, R7.3 to R7.5, R9.1).
    fn first_cappu<O: Observer>(&mut self, last: Tile, observer: &mut O) -> RoundEnd {
        let winner = self.to_move;
        let (kind, why, most) = match (self.line.is_mappakuling(), last.is_lempa()) {
            (false, _) => (End::Cappu, Why::Cappu, self.rules.cappu),
            (true, false) => (End::Ceki, Why::Ceki, self.rules.ceki),
            (true, true) => (End::Pollo, Why::Pollo, self.rules.pollo),
        };
        let cucuq = winner.previous();
        let before = self.nothing_left(winner);
        observer.paid(&self.holdings.pay((self.plies - 1, why), cucuq, most, [winner]));
        let elected = match self.rules.camat_check {
            CamatCheck::AfterPayment => self.nothing_left(winner),
            CamatCheck::BeforePayment => before,
        };
        self.ended = true;
        RoundEnd { kind, winner, cucuq: Some(cucuq), mattikkeng: SeatList::EMPTY, elected }
    }

    /// R9.1: the table is empty and `seat` holds no stones.
    fn nothing_left(&self, seat: Seat) -> bool {
        self.holdings.table == 0 && self.holdings.seats[seat] == 0
    }

    /// All five have passed in a row (R5.4 to R5.7, R7.6 to R7.8); no one is elected (R9.2).
    fn manguno<O: Observer>(&mut self, observer: &mut O) -> RoundEnd {
        let manguno = self.last_mappano;
        let pips = self.hands.map(TileSet::pips);
        let low_or_equal = || manguno.others().filter(|&seat| pips[seat] <= pips[manguno]);
        self.ended = true;
        let ply = self.plies - 1;
        // `min_by_key` keeps the first of equals: the first clockwise from MANGUNO (R5.6).
        let Some(winner) = low_or_equal().min_by_key(|&seat| pips[seat]) else {
            let cucuq = manguno.previous();
            let most = self.rules.manguno;
            observer.paid(&self.holdings.pay((ply, Why::Manguno), cucuq, most, [manguno]));
            return RoundEnd {
                kind: End::Manguno,
                winner: manguno,
                cucuq: Some(cucuq),
                mattikkeng: SeatList::EMPTY,
                elected: false,
            };
        };
        let mut mattikkeng = SeatList::EMPTY;
        mattikkeng.push(winner);
        low_or_equal().filter(|&seat| seat != winner).for_each(|seat| mattikkeng.push(seat));
        let alone_and_lower = mattikkeng.as_slice().len() == 1 && pips[winner] < pips[manguno];
        let (why, most) = if alone_and_lower {
            (Why::Mattikkeng, self.rules.mattikkeng)
        } else {
            (Why::MattikkengShared, self.rules.mattikkeng_shared)
        };
        let givers = mattikkeng.as_slice().iter().copied();
        observer.paid(&self.holdings.pay((ply, why), manguno, most, givers));
        RoundEnd { kind: End::Mattikkeng, winner, cucuq: None, mattikkeng, elected: false }
    }

    /// The hands as they are, all five.
    pub fn hands(&self) -> &BySeat<TileSet> {
        &self.hands
    }

    /// All tiles on the line.
    pub fn played(&self) -> TileSet {
        self.played
    }

    /// Values `seat` has shown by passing not to hold, as bits 0..=6. What it lacked then it lacks
    /// for the rest of the round, since nobody draws tiles.
    pub fn lacks(&self, seat: Seat) -> u8 {
        self.lacks[seat]
    }

    /// Whether `seat` has played a tile (R4.6).
    pub fn has_played(&self, seat: Seat) -> bool {
        self.have_played & seat.bit() != 0
    }

    /// The line of play.
    pub fn line(&self) -> Line {
        self.line
    }

    /// The seat whose turn it is; after the end, the one that ended it.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// LAST MAPPANO (R4.7); before the lead, the starter.
    pub fn last_mappano(&self) -> Seat {
        self.last_mappano
    }

    /// What was done so far, from the lead on; seats follow from the start and R4.1.
    pub fn history(&self) -> &[Action] {
        &self.history[..usize::from(self.plies)]
    }

    /// Stones as they are now.
    pub fn holdings(&self) -> &Holdings {
        &self.holdings
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who started, and why.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The CAMAT, if one was elected before.
    pub fn camat(&self) -> Option<Seat> {
        self.camat
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.ended
    }
}

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The round has ended (R5).
    Over,
    /// A pass with a playable tile (R4.4).
    MustPlay,
    /// The tile is not in the hand (R2.1).
    NotHeld,
    /// The first round must be led with its double (R3.2).
    Opening,
    /// The tile does not show the value of that end (R4.2).
    DoesNotFit,
}

/// An action refused, with what would have been legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal {
    pub ply: u8,
    pub seat: Seat,
    pub action: Action,
    pub reason: Reason,
    pub legal: Legal,
}

impl Illegal {
    /// The number of the rule broken, as in rules.md.
    pub const fn rule(&self) -> &'static str {
        match self.reason {
            Reason::Over => "R5",
            Reason::MustPlay => "R4.4",
            Reason::NotHeld => "R2.1",
            Reason::Opening => "R3.2",
            Reason::DoesNotFit => "R4.2",
        }
    }

    /// What is wrong with the action, as the end of a sentence that begins with it.
    pub const fn because(&self) -> &'static str {
        match self.reason {
            Reason::Over => "after the end of the round",
            Reason::MustPlay => "with a playable tile in hand",
            Reason::NotHeld => "is not in its hand",
            Reason::Opening => "is not the double that gave the start",
            Reason::DoesNotFit => "does not fit there",
        }
    }

    /// What the rules allow: moves in their order, `-` for a pass, nothing after the end.
    pub fn allowed(&self) -> String {
        if self.reason == Reason::Over {
            return "nothing more".to_owned();
        }
        let ply = usize::from(self.ply);
        let words: Vec<String> =
            self.legal.iter().map(|play| Action::Play(play).notation(ply).to_string()).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.action.notation(usize::from(self.ply));
        write!(f, "seat {} at ply {}: `{what}` {} ", self.seat, self.ply, self.because())?;
        write!(f, "({}); legal: {}", self.rule(), self.allowed())
    }
}

impl std::error::Error for Illegal {}
