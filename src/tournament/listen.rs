//! What is heard of an election while it is played: counts, and where they are asked for its record
//! and its rounds.

use crate::engine::{
    Action, BySeat, Deal, ElectionObserver, ElectionRecord, End, Holdings, Line, Observer, Outcome,
    Payment, Recorder, Round, RoundEnd, Rules, Seat, Why,
};

/// What each seat did in an election. 32 bits are enough: 10⁶ rounds of at most 101 plies and 200
/// stones a payment stay below 2³² for each count but stones, which are at most 25 a payment.
#[derive(Clone, Copy, Default)]
pub(super) struct SeatCounts {
    pub by_seat: BySeat<SeatCount>,
    pub plies: u64,
}

/// Of one seat.
#[derive(Clone, Copy, Default)]
pub(super) struct SeatCount {
    pub won: [u32; End::COUNT],
    pub passes: u32,
    pub passebunge: u32,
    pub cucuq: u32,
    pub stones_in: u32,
    pub stones_out: u32,
}

impl Observer for SeatCounts {
    #[inline]
    fn paid(&mut self, payment: &Payment) {
        let to = &mut self.by_seat[payment.to];
        match payment.why {
            Why::Pass => to.passes += 1,
            Why::Passebunge => to.passebunge += 1,
            _ => {}
        }
        to.stones_in += u32::from(payment.total());
        for (giver, stones) in payment.from.iter() {
            self.by_seat[giver].stones_out += u32::from(stones);
        }
    }
}

impl ElectionObserver for SeatCounts {
    #[inline]
    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        self.plies += round.history().len() as u64;
        self.by_seat[end.winner].won[end.kind.index()] += 1;
        if let Some(cucuq) = end.cucuq {
            self.by_seat[cucuq].cucuq += 1;
        }
    }
}

/// A round that is over.
pub(super) struct PlayedRound {
    pub deal: Deal,
    pub starter: Seat,
    pub plies: u64,
    /// Those that are not PASSEBUNGE.
    pub passes: u64,
    pub passebunge: u64,
    pub end: RoundEnd,
    /// After it, before R9.3.
    pub holdings: Holdings,
}

/// The rounds of an election, as they end.
#[derive(Default)]
pub(super) struct RoundLog {
    rounds: Vec<PlayedRound>,
    dealt: Option<Deal>,
    passes: u64,
    passebunge: u64,
}

impl Observer for RoundLog {
    fn paid(&mut self, payment: &Payment) {
        self.passes += u64::from(payment.why == Why::Pass);
        self.passebunge += u64::from(payment.why == Why::Passebunge);
    }
}

impl ElectionObserver for RoundLog {
    fn round_begins(&mut self, deal: Deal, _round: &Round) {
        self.dealt = Some(deal);
        (self.passes, self.passebunge) = (0, 0);
    }

    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        // A round that ends has begun.
        let Some(deal) = self.dealt else { return };
        self.rounds.push(PlayedRound {
            deal,
            starter: round.start().seat,
            plies: round.history().len() as u64,
            passes: self.passes,
            passebunge: self.passebunge,
            end: *end,
            holdings: *round.holdings(),
        });
    }
}

/// Who listens besides the counts. One type for all of them, so that the loop of play is compiled
/// twice and not once for each combination.
#[derive(Default)]
pub(super) struct Listeners<'a> {
    pub recorder: Option<&'a mut Recorder>,
    pub rounds: Option<&'a mut RoundLog>,
}

/// What they heard of an election.
#[derive(Clone, Copy)]
pub(super) struct Heard<'a> {
    pub record: Option<&'a ElectionRecord>,
    /// None where they are not asked for.
    pub rounds: &'a [PlayedRound],
}

impl Listeners<'_> {
    pub(super) fn any(&self) -> bool {
        self.recorder.is_some() || self.rounds.is_some()
    }

    /// An election begins: its game and its number in it, who sits where, by which rules, and the
    /// CAMAT before it.
    pub(super) fn begin(
        &mut self,
        at: (u64, u32),
        seats: &BySeat<&str>,
        rules: &Rules,
        camat: Option<Seat>,
    ) {
        if let Some(recorder) = &mut self.recorder {
            recorder.begin(at, seats, rules, camat);
        }
        if let Some(log) = &mut self.rounds {
            log.rounds.clear();
        }
    }

    /// It is over.
    pub(super) fn finish(&mut self, outcome: Outcome) -> Heard<'_> {
        Heard {
            record: self.recorder.as_deref_mut().map(|recorder| recorder.finish(outcome)),
            rounds: self.rounds.as_deref().map_or(&[], |log| &log.rounds),
        }
    }
}

impl Observer for Listeners<'_> {
    fn acted(&mut self, ply: u8, seat: Seat, action: Action, line: Line) {
        if let Some(recorder) = &mut self.recorder {
            recorder.acted(ply, seat, action, line);
        }
    }

    fn paid(&mut self, payment: &Payment) {
        if let Some(recorder) = &mut self.recorder {
            recorder.paid(payment);
        }
        if let Some(log) = &mut self.rounds {
            log.paid(payment);
        }
    }
}

impl ElectionObserver for Listeners<'_> {
    fn round_begins(&mut self, deal: Deal, round: &Round) {
        if let Some(recorder) = &mut self.recorder {
            recorder.round_begins(deal, round);
        }
        if let Some(log) = &mut self.rounds {
            log.round_begins(deal, round);
        }
    }

    fn round_ends(&mut self, round: &Round, end: &RoundEnd) {
        if let Some(recorder) = &mut self.recorder {
            recorder.round_ends(round, end);
        }
        if let Some(log) = &mut self.rounds {
            log.round_ends(round, end);
        }
    }
}
