//! Plays a block: a seating in its five rotations, every election of each game.

use std::io;
use std::path::PathBuf;

use super::experiment::{Experiment, ExperimentError};
use super::growing::Growing;
use super::listen::{Heard, Listeners, RoundLog, SeatCounts};
use super::ranks::Ranks;
use super::rows::{self, Names};
use super::schedule::Block;
use super::spool::Spool;
use super::tally::{BlockSums, EntrantSums, Tally};
use crate::engine::{
    BySeat, Chooser, Deal, Deals, Decisions, Election, ElectionRecord, Legal, Move, Observation,
    Outcome, Recorder, Round, RoundStreams, Seat, Seed, Sitting, Table,
};
use crate::strategies::{Builtin, Greedy, Random, Registry, Strategy};

/// The entrants of an experiment, built, with what a block needs to know of it.
pub struct Players {
    strategies: Vec<Box<dyn Strategy>>,
    names: Names,
    experiment: Experiment,
}

/// Rows of a file that grows with a run, on their way to it.
#[derive(Default)]
pub struct Rows {
    pub bytes: Spool,
    pub count: u64,
}

impl Rows {
    fn mark(&self) -> (u64, u64) {
        (self.bytes.length(), self.count)
    }

    fn back_to(&mut self, (length, count): (u64, u64)) -> io::Result<()> {
        self.count = count;
        self.bytes.truncate(length)
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.count = 0;
    }
}

/// What blocks came to, as rows for the files and sums for the summaries.
#[derive(Default)]
pub struct BlockOutput {
    /// By file, in the order of [`Growing::ALL`].
    pub rows: [Rows; Growing::ALL.len()],
    /// For each block the length of each of `rows` after it.
    pub ends: Vec<[u64; Growing::ALL.len()]>,
    pub tally: Tally,
    /// Where large blocks wait; the system's own place if not given.
    pub folder: Option<PathBuf>,
    recorder: Recorder,
    rounds: RoundLog,
    /// Sums of a block that is done, for their memory.
    spare: Option<BlockSums>,
}

impl BlockOutput {
    /// Empties it, keeping the memory.
    pub fn clear(&mut self) {
        self.rows.iter_mut().for_each(Rows::clear);
        self.ends.clear();
        self.tally.clear();
    }

    /// Appends rows that `write` makes to a file, and sees that they don't fill the memory.
    fn append(
        &mut self,
        file: Growing,
        rows: u64,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        let into = &mut self.rows[file as usize];
        into.count += rows;
        write(into.bytes.bytes())?;
        into.bytes.settle(self.folder.as_deref())
    }
}

impl Players {
    /// Builds the strategies of an experiment.
    ///
    /// # Errors
    /// As [`Experiment::build`].
    pub fn new(experiment: &Experiment, registry: &Registry) -> Result<Self, ExperimentError> {
        Ok(Self {
            strategies: experiment.build(registry)?,
            names: Names::of(experiment),
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
        let before = [0, 1, 2, 3].map(|file: usize| output.rows[file].mark());
        let mut recorder = std::mem::take(&mut output.recorder);
        let mut rounds = std::mem::take(&mut output.rounds);
        let mut sums = BlockSums::begin(block, output.spare.take());
        let places = sums.places(block);
        let mut kept = Ok(());
        let finished = (0..Seat::COUNT).all(|rotation| {
            let outputs = &self.experiment.outputs;
            let listeners = Listeners {
                recorder: outputs.records.then_some(&mut recorder),
                rounds: outputs.rounds.then_some(&mut rounds),
            };
            let at = (block, rotation);
            self.play_game(block, rotation, &stop, listeners, |election, heard| {
                election.tally(&mut sums, &places.rotated(rotation), rotation);
                kept = self.put_down(at, election, heard, output);
                kept.is_ok()
            }) && kept.is_ok()
        });
        (output.recorder, output.rounds) = (recorder, rounds);
        kept?;
        if !finished {
            let cut = output.rows.iter_mut().zip(before);
            cut.into_iter().try_for_each(|(rows, before)| rows.back_to(before))?;
            return Ok(false);
        }
        let rows = sums.entrants.len() as u64;
        output.append(Growing::Blocks, rows, |bytes| {
            rows::block_rows(bytes, &sums, &self.names);
            Ok(())
        })?;
        output.ends.push([0, 1, 2, 3].map(|file: usize| output.rows[file].bytes.length()));
        output.tally.add(&sums);
        output.spare = Some(sums);
        Ok(true)
    }

    /// Appends an election to the files of elections and rounds.
    fn put_down(
        &self,
        (block, rotation): (&Block, usize),
        election: &PlayedElection,
        heard: Heard<'_>,
        output: &mut BlockOutput,
    ) -> io::Result<()> {
        if self.experiment.outputs.games {
            output.append(Growing::Games, 1, |bytes| {
                rows::game_row(bytes, block, rotation, election, &self.names);
                Ok(())
            })?;
        }
        for (number, round) in (0..).zip(heard.rounds) {
            output.append(Growing::Rounds, 1, |bytes| {
                let at = (election, number);
                rows::round_row(bytes, block, rotation, at, round, &self.names);
                Ok(())
            })?;
        }
        match heard.record {
            Some(record) => output.append(Growing::Records, 1, |bytes| record.append_line(bytes)),
            None => Ok(()),
        }
    }

    /// Plays a block, for its sums alone.
    ///
    /// # Errors
    /// As [`play_block`](Self::play_block).
    pub fn sums(&self, number: u64) -> io::Result<BlockSums> {
        let block = self.experiment.schedule().block(number);
        let mut output = BlockOutput::default();
        self.play_block(&block, || false, &mut output)?;
        Ok(output.spare.unwrap_or_else(|| BlockSums::begin(&block, None)))
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
        let listeners = Listeners { recorder: Some(recorder), rounds: None };
        let told = |_: &PlayedElection, now: Heard<'_>| now.record.is_some_and(&mut heard);
        self.play_game(block, rotation, || false, listeners, told);
    }

    /// Plays one game and hands over each of its elections as it ends, with what `listeners` heard
    /// of it, for as long as `ended` answers yes. False if `stop` ended it.
    fn play_game(
        &self,
        block: &Block,
        rotation: usize,
        stop: impl Fn() -> bool,
        mut listeners: Listeners<'_>,
        mut ended: impl FnMut(&PlayedElection, Heard<'_>) -> bool,
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
            let outcome = if listeners.any() {
                listeners.begin((game, number), &table.sitting.names, rules, camat);
                election.play(&mut table, &mut (&mut counts, &mut listeners))
            } else {
                election.play(&mut table, &mut counts)
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
            camat = outcome.camat();
            if !ended(&played, listeners.finish(outcome)) || outcome == Outcome::Undecided {
                break;
            }
        }
        true
    }

    /// The five at the table of a game.
    pub(super) fn seat<'a>(
        &'a self,
        block: &Block,
        rotation: usize,
        entrants: &BySeat<usize>,
    ) -> Seats<'a> {
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
    fn tally(&self, block: &mut BlockSums, places: &BySeat<usize>, rotation: usize) {
        // Elected first, then fewer stones.
        let elected = self.outcome.camat();
        let rank = |seat| u16::from(elected != Some(seat)) << 8 | u16::from(self.stones[seat]);
        let ranks = BySeat::from_fn(rank);
        for seat in Seat::ALL {
            let place = places[seat];
            let sums = &mut block.entrants[place].1;
            self.tally_seat(seat, rotation, sums);
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
        let seats = Seat::ALL.map(|seat| (places[seat], self.stones[seat]));
        block.add_ranks(Ranks::of(seats, elected.map(Seat::index)));
    }

    fn tally_seat(&self, seat: Seat, rotation: usize, sums: &mut EntrantSums) {
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
        sums.add_holdings(stones, 1);
        let at_seat = &mut sums.by_seat[seat.index()];
        at_seat.seatings += 1;
        at_seat.elections_won += won;
        at_seat.stones += u64::from(stones);
        let in_game = &mut sums.by_rotation[rotation];
        in_game.seatings += 1;
        in_game.elections_won += won;
        in_game.stones += u64::from(stones);
        in_game.rounds += u64::from(self.rounds);
        in_game.rounds_won += counts.won.iter().map(|&n| u64::from(n)).sum::<u64>();
    }
}

/// A strategy at the table.
#[derive(Clone, Copy)]
pub(super) enum Player<'a> {
    Random(Random),
    Greedy(Greedy),
    Other(&'a dyn Strategy),
}

impl<'a> Player<'a> {
    pub(super) fn of(strategy: &'a dyn Strategy) -> Self {
        match strategy.builtin() {
            Some(Builtin::Random(player)) => Self::Random(player),
            Some(Builtin::Greedy(player)) => Self::Greedy(player),
            // It takes longer than the call, and would make the loop longer for all.
            Some(Builtin::Light(_)) | None => Self::Other(strategy),
        }
    }
}

/// The five at a table, with the deals and streams of their game.
pub(super) struct Seats<'a> {
    pub(super) players: BySeat<Player<'a>>,
    sitting: Sitting<'a>,
    deals: Deals,
    decisions: Decisions,
    streams: RoundStreams,
    chosen: BySeat<u64>,
    faults: BySeat<u64>,
}

impl Seats<'_> {
    pub(super) fn begin(&mut self, election: u32) {
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
