//! Plays a block: a seating in its five rotations, every election of each game.

use std::io;
use std::path::PathBuf;

use super::experiment::Experiment;
use super::schedule::Block;
use super::spool::Spool;
use super::tables;
use super::tally::{BlockSums, EntrantSums, Tally};
use crate::engine::{
    BySeat, Chooser, Deal, Deals, Decisions, Election, ElectionObserver, ElectionRecord, End,
    Legal, Move, Observation, Observer, Outcome, Payment, Recorder, Round, RoundEnd, RoundStreams,
    Seat, Seed, Sitting, Table, Why,
};
use crate::strategies::{Builtin, Greedy, Random, Registry, SpecError, Strategy};

/// The entrants of an experiment, built, with what a block needs to know of it.
pub struct Players {
    strategies: Vec<Box<dyn Strategy>>,
    /// Labels as CSV fields.
    fields: Vec<Vec<u8>>,
    experiment: Experiment,
}

/// What blocks came to, as bytes for the files and sums for the summaries.
#[derive(Default)]
pub struct BlockOutput {
    pub games: Spool,
    pub game_rows: u64,
    pub blocks: Vec<u8>,
    pub block_rows: u64,
    pub records: Spool,
    pub record_rows: u64,
    pub tally: Tally,
    /// Where large blocks wait; the system's own place if not given.
    pub folder: Option<PathBuf>,
    recorder: Recorder,
    /// Sums of a block that is done, for their memory.
    spare: Option<BlockSums>,
}

impl BlockOutput {
    /// Empties it, keeping the memory.
    pub fn clear(&mut self) {
        self.games.clear();
        self.blocks.clear();
        self.records.clear();
        self.tally.clear();
        (self.game_rows, self.block_rows, self.record_rows) = (0, 0, 0);
    }
}

impl Players {
    /// Builds the strategies of an experiment.
    pub fn new(experiment: &Experiment, registry: &Registry) -> Result<Self, SpecError> {
        let pool = &experiment.pool;
        Ok(Self {
            strategies: pool.iter().map(|e| e.spec.build(registry)).collect::<Result<_, _>>()?,
            fields: pool.iter().map(|entrant| tables::field(&entrant.label)).collect(),
            experiment: experiment.clone(),
        })
    }

    /// The experiment they play.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Plays a block and appends it to `output`, which keeps what is large in files without a name.
    /// Where `stop` answers yes between two elections, nothing of the block is kept and the answer
    /// is false.
    ///
    /// # Errors
    /// Such a file can't be written.
    pub fn play_block(
        &self,
        block: &Block,
        stop: impl Fn() -> bool,
        output: &mut BlockOutput,
    ) -> io::Result<bool> {
        let before = (output.games.length(), output.records.length());
        let rows = (output.game_rows, output.record_rows);
        let folder = output.folder.take();
        let mut recorder = std::mem::take(&mut output.recorder);
        let mut sums = BlockSums::begin(block, output.spare.take());
        let places = sums.places(block);
        let mut kept = Ok(());
        let finished = (0..Seat::COUNT).all(|rotation| {
            let listener = self.experiment.records.then_some(&mut recorder);
            self.play_game(block, rotation, &stop, listener, |election, record| {
                election.tally(&mut sums, &places.rotated(rotation));
                tables::game_row(output.games.bytes(), block, rotation, election, &self.fields);
                output.game_rows += 1;
                kept = output.games.settle(folder.as_deref());
                if let (Ok(()), Some(record)) = (&kept, record) {
                    output.record_rows += 1;
                    kept = record
                        .append_line(output.records.bytes())
                        .and_then(|()| output.records.settle(folder.as_deref()));
                }
                kept.is_ok()
            }) && kept.is_ok()
        });
        (output.recorder, output.folder) = (recorder, folder);
        kept?;
        if !finished {
            output.games.truncate(before.0)?;
            output.records.truncate(before.1)?;
            (output.game_rows, output.record_rows) = rows;
            return Ok(false);
        }
        tables::block_rows(&mut output.blocks, &sums, &self.fields);
        output.block_rows += sums.entrants.len() as u64;
        output.tally.add(&sums);
        output.spare = Some(sums);
        Ok(true)
    }

    /// Plays one game again and hands over the record of each election, for as long as `heard`
    /// answers yes.
    pub fn replay(
        &self,
        block: &Block,
        rotation: usize,
        mut heard: impl FnMut(&ElectionRecord) -> bool,
    ) {
        let recorder = &mut Recorder::default();
        self.play_game(
            block,
            rotation,
            || false,
            Some(recorder),
            |_, record| record.is_some_and(&mut heard),
        );
    }

    /// Plays one game and hands over each of its elections as it ends, with its record where there
    /// is a recorder, for as long as `ended` answers yes. False if `stop` ended it.
    fn play_game(
        &self,
        block: &Block,
        rotation: usize,
        stop: impl Fn() -> bool,
        mut recorder: Option<&mut Recorder>,
        mut ended: impl FnMut(&PlayedElection, Option<&ElectionRecord>) -> bool,
    ) -> bool {
        let rules = &self.experiment.rules;
        let entrants = block.rotated(rotation);
        let mut table = self.seat(block, rotation, &entrants);
        let game = block.game(rotation);
        let mut camat = None;
        for number in 0..self.experiment.elections {
            if stop() {
                return false;
            }
            table.begin(number);
            let mut election = Election::new(rules, camat);
            let mut counts = SeatCounts::default();
            let outcome = match recorder.as_deref_mut() {
                None => election.play(&mut table, &mut counts),
                Some(recorder) => {
                    recorder.begin((game, number), &table.sitting.names, rules, camat);
                    election.play(&mut table, &mut (&mut counts, recorder))
                }
            };
            let played = PlayedElection {
                number,
                entrants,
                outcome,
                stones: election.holdings().seats,
                rounds: election.rounds(),
                counts,
                chosen: table.chosen,
                faults: table.faults,
            };
            let record = recorder.as_deref_mut().map(|recorder| recorder.finish(outcome));
            camat = outcome.camat();
            if !ended(&played, record) || outcome == Outcome::Undecided {
                break;
            }
        }
        true
    }

    /// The five at the table of a game.
    fn seat<'a>(&'a self, block: &Block, rotation: usize, entrants: &BySeat<usize>) -> Seats<'a> {
        let seed = Seed(self.experiment.seed);
        let decisions = seed.decisions(block.number, rotation as u64);
        let names = BySeat::from_fn(|seat| self.experiment.pool[entrants[seat]].label.as_str());
        Seats {
            players: BySeat::from_fn(|seat| Player::of(&*self.strategies[entrants[seat]])),
            sitting: Sitting { names, election: 0, round: 0 },
            deals: seed.deals(block.number),
            decisions,
            streams: decisions.round(0, 0),
            chosen: BySeat::default(),
            faults: BySeat::default(),
        }
    }
}

/// An election as it was played, by seat.
pub(super) struct PlayedElection {
    pub number: u32,
    pub entrants: BySeat<usize>,
    pub outcome: Outcome,
    pub stones: BySeat<u8>,
    pub rounds: u32,
    pub counts: SeatCounts,
    chosen: BySeat<u64>,
    faults: BySeat<u64>,
}

impl PlayedElection {
    /// Adds it to the sums of its block, in which `places` says where each seat's entrant is.
    fn tally(&self, block: &mut BlockSums, places: &BySeat<usize>) {
        // Elected first, then fewer stones.
        let elected = self.outcome.camat();
        let rank = |seat| u16::from(elected != Some(seat)) << 8 | u16::from(self.stones[seat]);
        let ranks = BySeat::from_fn(rank);
        for seat in Seat::ALL {
            let place = places[seat];
            let sums = &mut block.entrants[place].1;
            self.tally_seat(seat, sums);
            for other in seat.others().filter(|&other| places[other] != place) {
                // Opponents are in the order of entrants, the entrant itself left out.
                let at = places[other] - usize::from(places[other] > place);
                let versus = &mut sums.versus[at].1;
                versus.meetings += 1;
                versus.better += u64::from(ranks[seat] < ranks[other]);
                versus.worse += u64::from(ranks[seat] > ranks[other]);
                versus.difference += i64::from(self.stones[seat]) - i64::from(self.stones[other]);
            }
        }
    }

    fn tally_seat(&self, seat: Seat, sums: &mut EntrantSums) {
        let stones = self.stones[seat];
        let won = u64::from(self.outcome.camat() == Some(seat));
        sums.seatings += 1;
        sums.elections_won += won;
        sums.undecided += u64::from(self.outcome == Outcome::Undecided);
        sums.stones += u64::from(stones);
        sums.rounds += u64::from(self.rounds);
        let counts = &self.counts.by_seat[seat];
        sums.won.iter_mut().zip(counts.won).for_each(|(sum, n)| *sum += u64::from(n));
        sums.passes += u64::from(counts.passes);
        sums.passebunge += u64::from(counts.passebunge);
        sums.cucuq += u64::from(counts.cucuq);
        sums.stones_in += u64::from(counts.stones_in);
        sums.stones_out += u64::from(counts.stones_out);
        sums.decisions += self.chosen[seat];
        sums.faults += self.faults[seat];
        sums.count_holding(stones);
        let at_seat = &mut sums.by_seat[seat.index()];
        at_seat.seatings += 1;
        at_seat.elections_won += won;
        at_seat.stones += u64::from(stones);
    }
}

/// What each seat did in an election. 32 bits are enough: 10⁶ rounds of at most 101 plies and 200
/// stones a payment stay below 2³² for each count but stones, which are at most 25 a payment.
#[derive(Clone, Copy, Default)]
pub(super) struct SeatCounts {
    by_seat: BySeat<SeatCount>,
    pub plies: u64,
}

#[derive(Clone, Copy, Default)]
struct SeatCount {
    won: [u32; End::COUNT],
    passes: u32,
    passebunge: u32,
    cucuq: u32,
    stones_in: u32,
    stones_out: u32,
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

/// A strategy at the table.
#[derive(Clone, Copy)]
enum Player<'a> {
    Random(Random),
    Greedy(Greedy),
    Other(&'a dyn Strategy),
}

impl<'a> Player<'a> {
    fn of(strategy: &'a dyn Strategy) -> Self {
        match strategy.builtin() {
            Some(Builtin::Random(player)) => Self::Random(player),
            Some(Builtin::Greedy(player)) => Self::Greedy(player),
            // It takes longer than the call, and would make the loop longer for all.
            Some(Builtin::Light(_)) | None => Self::Other(strategy),
        }
    }
}

/// The five at a table, with the deals and streams of their game.
struct Seats<'a> {
    players: BySeat<Player<'a>>,
    sitting: Sitting<'a>,
    deals: Deals,
    decisions: Decisions,
    streams: RoundStreams,
    chosen: BySeat<u64>,
    faults: BySeat<u64>,
}

impl Seats<'_> {
    fn begin(&mut self, election: u32) {
        self.sitting.election = election;
        self.chosen = BySeat::default();
        self.faults = BySeat::default();
    }
}

impl Chooser for Seats<'_> {
    // The built-in ones find an only move faster than it is found out that it is the only one.
    const SKIPS_FORCED: bool = false;

    #[inline(always)]
    fn choose(&mut self, round: &Round, legal: Legal) -> Move {
        let seat = round.to_move();
        self.chosen[seat] += u64::from(legal.is_choice());
        let mut random = self.streams.stream(round.history().len(), seat);
        let seen = Observation::to_move(round, &self.sitting, seat, legal);
        let chosen = match self.players[seat] {
            Player::Random(player) => player.draw(&seen, &mut random),
            Player::Greedy(player) => player.best(&seen),
            Player::Other(player) if legal.is_choice() => {
                let chosen = legal.find(player.choose(&seen, &mut random));
                self.faults[seat] += u64::from(chosen.is_none());
                chosen
            }
            Player::Other(_) => None,
        };
        match chosen.or_else(|| legal.first()) {
            Some(play) => play,
            None => unreachable!("a chooser is asked with a legal move"),
        }
    }
}

impl Table for Seats<'_> {
    #[inline(always)]
    fn deal(&mut self, round: u32) -> Deal {
        self.sitting.round = round;
        self.streams = self.decisions.round(self.sitting.election, round);
        self.deals.deal(self.sitting.election, round)
    }
}
