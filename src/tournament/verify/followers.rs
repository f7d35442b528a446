//! The files beside the journal: each election in each of them, and they against each other.

use super::super::experiment::{Experiment, Outputs};
use super::super::growing::Growing;
use super::super::rows::Names;
use super::super::schedule::Block;
use super::account::{Account, At};
use super::against::Follows;
use super::fields::Wrong;
use super::findings::Findings;
use super::follower::Follower;
use super::records::{Records, Verdict};
use super::rounds::Rounds;
use super::steps::{Lines, Steps};
use super::told::Told;
use super::{games, records, rounds};
use crate::engine::{ElectionRecord, Seat, Seed};
use crate::records::Finding;

/// Bytes of a row at most; no label is longer than 100 characters.
const LONGEST_ROW: usize = 1 << 16;
/// Bytes of rows read ahead, and of records, which are refereed together.
const AHEAD: usize = 1 << 16;
const AHEAD_OF_RECORDS: usize = 4 << 20;

/// Those of a run that are written.
pub(super) struct Followers<'a> {
    experiment: &'a Experiment,
    names: Names,
    labels: Vec<&'a str>,
    games: Follower<Vec<u8>>,
    rounds: Follower<Vec<u8>>,
    records: Follower<Verdict>,
}

/// The lines of a file after its header. Of a run that has not ended it may not even have that.
pub(super) fn lines(
    told: &Told<'_>,
    file: Growing,
    limit: usize,
    findings: &mut Findings,
) -> Option<Lines> {
    let Outputs { zstd, .. } = told.experiment.outputs;
    let name = file.name(zstd);
    if !file.is_written(&told.experiment.outputs) {
        return None;
    }
    let opened = file.open(told.folder, zstd).map_err(|error| {
        // One that the manifest tells of has been missed already.
        if !findings.has(name) {
            findings.say(name, None, format!("can't be read: {error}"), "a file");
        }
    });
    let mut lines = Lines::new(opened.ok()?, limit);
    let header = file.header().trim_end();
    if header.is_empty() || lines.next().as_deref() == Some(header.as_bytes()) {
        return Some(lines);
    }
    if told.manifest.ended.is_some() || lines.count > 0 {
        findings.say(name, Some(1), "another header", format!("`{header}`"));
    }
    None
}

impl<'a> Followers<'a> {
    /// Opens them. Lines of records of more than `limit` bytes are wrong.
    pub(super) fn open(told: &Told<'a>, limit: usize, findings: &mut Findings) -> Self {
        let experiment = told.experiment;
        let Outputs { zstd, .. } = experiment.outputs;
        let mut rows = |file: Growing, parse| {
            let lines = lines(told, file, LONGEST_ROW, findings)?;
            Some(Steps::new(file.name(zstd), lines, AHEAD, parse))
        };
        let games = Follower::of(rows(Growing::Games, games::parse));
        let rounds = Follower::of(rows(Growing::Rounds, rounds::parse));
        let name = Growing::Records.name(zstd);
        let records = lines(told, Growing::Records, limit, findings)
            .map(|lines| Steps::new(name, lines, AHEAD_OF_RECORDS, records::parse));
        Self {
            experiment,
            names: Names::of(experiment),
            labels: experiment.labels(),
            games,
            rounds,
            records: Follower::of(records),
        }
    }

    fn count(&self) -> usize {
        let Self { games, rounds, records, .. } = self;
        [games.steps.is_some(), rounds.steps.is_some(), records.steps.is_some()]
            .into_iter()
            .filter(|&is_open| is_open)
            .count()
    }

    /// Whether one of them can be read on.
    pub(super) fn are_any(&self) -> bool {
        self.count() > 0
    }

    /// Whether all that the experiment has can be read on.
    pub(super) fn are_all(&self) -> bool {
        // The journal is one of those written.
        self.count() + 1 == Growing::written(&self.experiment.outputs).count()
    }

    pub(super) fn begin(&mut self, block: &Block) {
        self.games.begin(block);
        self.rounds.begin(block);
        self.records.begin(block);
    }

    /// Whether one of them ended before the block did.
    pub(super) fn is_short(&self) -> bool {
        self.games.is_short() || self.rounds.is_short() || self.records.is_short()
    }

    /// Gives up those that ended before the block did.
    pub(super) fn give_up(&mut self, block: u64, findings: &mut Findings) {
        self.games.give_up(block, 1, findings);
        self.rounds.give_up(block, 1, findings);
        self.records.give_up(block, 0, findings);
    }

    /// After the last block: nothing may follow.
    pub(super) fn end(&mut self, findings: &mut Findings) {
        self.games.end(1, findings);
        self.rounds.end(1, findings);
        self.records.end(0, findings);
    }

    /// The rows of each file, where they have been counted.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&'static str, Option<u64>)> {
        let Outputs { zstd, .. } = self.experiment.outputs;
        [
            (Growing::Games, self.games.rows),
            (Growing::Rounds, self.rounds.rows),
            (Growing::Records, self.records.rows),
        ]
        .into_iter()
        .filter(|(file, _)| file.is_written(&self.experiment.outputs))
        .map(move |(file, rows)| (file.name(zstd), rows))
    }

    /// What follows from each for the block just read.
    pub(super) fn follow(&self) -> [Follows<'_>; 3] {
        let Outputs { zstd, .. } = self.experiment.outputs;
        let Self { games, rounds, records, .. } = self;
        [
            (Growing::Games, &games.sums, games.first),
            (Growing::Rounds, &rounds.sums, rounds.first),
            (Growing::Records, &records.sums, records.first),
        ]
        .map(|(file, sums, line)| Follows {
            file,
            name: file.name(zstd),
            sums: sums.as_ref(),
            line,
        })
    }

    /// Checks every election of a block; how many there are, and how many rounds.
    pub(super) fn elections(&mut self, block: &Block, findings: &mut Findings) -> (u64, u64) {
        let (mut elections, mut rounds) = (0, 0);
        let are_any = self.are_any();
        for rotation in (0..Seat::COUNT).filter(|_| are_any) {
            let mut camat_before = None;
            for election in 0..self.experiment.elections {
                let entrants = block.rotated(rotation);
                let at = At { block, rotation, election, entrants, camat_before };
                let account = self.election(&at, findings);
                elections += 1;
                match account {
                    Some(account) => {
                        rounds += account.rounds;
                        camat_before = account.camat;
                        let undecided = account.rounds >= self.experiment.rules.max_rounds.into();
                        if camat_before.is_none() && undecided {
                            break;
                        }
                    }
                    None => {
                        camat_before = None;
                        let key = (at.game(), u64::from(election) + 1, 0);
                        let goes_on = self.games.is_next(key)
                            || self.rounds.is_next(key)
                            || self.records.is_next(key);
                        if !goes_on {
                            break;
                        }
                    }
                }
            }
        }
        (elections, rounds)
    }

    /// Checks an election in each file and the files against each other; what it came to.
    fn election(&mut self, at: &At<'_>, findings: &mut Findings) -> Option<Account> {
        let record = self.record(at, findings);
        let recorded = record.as_ref().map(|(account, _)| account);
        self.records.add(recorded, at);
        let Self { experiment, names, .. } = self;
        let (rules, seed) = (&experiment.rules, Seed(experiment.seed));
        let of_rounds = self.rounds.steps.as_mut().and_then(|steps| {
            let record = record.as_ref().map(|(_, record)| &**record);
            Rounds { names, rules, seed }.election(steps, at, record, findings)
        });
        self.rounds.add(of_rounds.as_ref(), at);
        let other = match (recorded, &of_rounds) {
            (Some(account), _) => Some((Growing::Records, account)),
            (None, account) => account.as_ref().map(|account| (Growing::Rounds, account)),
        };
        let of_games = self.game(at, other, findings);
        self.games.add(of_games.as_ref(), at);
        record.map(|(account, _)| account).or(of_rounds).or(of_games)
    }

    /// The record of an election, if there is one that is by the rules, with what it tells.
    fn record(
        &mut self,
        at: &At<'_>,
        findings: &mut Findings,
    ) -> Option<(Account, Box<ElectionRecord>)> {
        let item = self.records.step((at.game(), at.election.into(), 0), findings)?;
        let Self { experiment, labels, .. } = self;
        let name = Growing::Records.name(experiment.outputs.zstd);
        let checks = Records { labels, rules: &experiment.rules, seed: Seed(experiment.seed) };
        match item.content {
            Err(finding) => {
                findings.add(name, Some(item.line), finding);
                None
            }
            Ok(record) => {
                if let Some(finding) = checks.check(&record, at) {
                    findings.add(name, Some(item.line), finding);
                }
                Some((records::account(&record, item.line), record))
            }
        }
    }

    /// The row of an election in `games.csv`, against what another file tells of it.
    fn game(
        &mut self,
        at: &At<'_>,
        other: Option<(Growing, &Account)>,
        findings: &mut Findings,
    ) -> Option<Account> {
        let item = self.games.step((at.game(), at.election.into(), 0), findings)?;
        let Outputs { zstd, .. } = self.experiment.outputs;
        let (account, wrong) = games::check(&item, at, &self.names, &self.experiment.rules);
        let wrong = wrong.or_else(|| {
            let (file, other) = other?;
            let Wrong { found, right } = other.differs(account.as_ref()?)?;
            let right = format!("{right}, by {}:{}", file.name(zstd), other.line);
            Some(Wrong { found, right })
        });
        if let Some(Wrong { found, right }) = wrong {
            let (game, election) = (Some(at.game()), Some(at.election.into()));
            let finding = Finding { game, election, ..Finding::of_line(found, right) };
            findings.add(Growing::Games.name(zstd), Some(item.line), finding);
        }
        account
    }
}
