//! One round: turns, passes, how it ends and what is paid (R3 to R9.1).

use super::action::{Action, Move};
use super::bits;
use super::deal::{HAND, Hands};
use super::ending::{End, Progress, RoundEnd};
use super::illegal::{Illegal, Reason};
use super::line::{Legal, Line};
use super::observer::{Chooser, Observer};
use super::rules::{CamatCheck, Rules};
use super::seat::{BySeat, Seat, SeatList};
use super::start::Start;
use super::stones::{Holdings, Why};
use super::tile::Tile;
use super::tile_set::TileSet;

/// Plies in the longest round: at most 5 + 4·4 = 21 plays, since the round ends with the first
/// empty hand, and no more than four passes between two of them, 21 + 20·4 = 101; or 20 plays and
/// five passes at the end, 20 + 19·4 + 5 = 101.
pub const MAX_PLIES: usize = 101;

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
    /// Stones before the lead, for those who look back.
    holdings_before: Holdings,
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
            holdings_before: holdings,
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

    /// The same round before its lead, with other hands there: those of a world, and what each seat
    /// has played since.
    pub(super) fn before_lead(&self, hands: BySeat<TileSet>) -> Self {
        let unused = hands.iter().fold(TileSet::ALL, |left, &hand| left - hand);
        let hands = Hands { seats: hands, unused };
        Self::new(&self.rules, &hands, self.start, self.holdings_before, self.camat)
    }

    /// Puts another hand before the seat to move.
    pub(super) fn set_hand_to_move(&mut self, hand: TileSet) {
        self.hands[self.to_move] = hand;
    }

    /// The legal moves of the seat to move; none means a pass (R4.4, R4.5).
    #[inline]
    pub fn legal(&self) -> Legal {
        self.line.legal(self.hands[self.to_move] & self.allowed_tiles())
    }

    /// All tiles, save for a lead that R3.2 binds to the announced double.
    pub(super) fn allowed_tiles(&self) -> TileSet {
        if self.plies == 0 { self.start.leads(self.rules.opening) } else { TileSet::ALL }
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

    /// Seats that have played a tile, as bits.
    pub(super) fn have_played(&self) -> u8 {
        self.have_played
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
