//! What a search asks, and who answers.

use std::io;

use super::journal::JournalError;
use crate::strategies::Params;
use crate::tournament::ExperimentError;

/// What games are played for. Each has deals of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Candidates, generation after generation, each on blocks of its own.
    Search,
    /// What the search holds for best, and the incumbent.
    Select,
    /// The winner with one parameter moved.
    Sensitivity,
    /// Confirmation: winner and incumbent among the opponents, on the same deals.
    Opponents,
    /// Confirmation: the winner among four of the incumbent.
    AmongIncumbent,
    /// Confirmation: the incumbent among four of the winner.
    AmongItself,
}

impl Phase {
    /// All of them, in the order in which they are played.
    pub const ALL: [Self; 6] = [
        Self::Search,
        Self::Select,
        Self::Sensitivity,
        Self::Opponents,
        Self::AmongIncumbent,
        Self::AmongItself,
    ];

    /// In a word, as `trials.csv` has it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Select => "select",
            Self::Sensitivity => "sensitivity",
            Self::Opponents => "opponents",
            Self::AmongIncumbent => "among_incumbent",
            Self::AmongItself => "among_itself",
        }
    }

    /// The number by which its deals are drawn.
    pub const fn number(self) -> u64 {
        self as u64
    }

    /// Whether it is part of the confirmation, which goes by what is won and never by a table.
    pub const fn confirms(self) -> bool {
        matches!(self, Self::Opponents | Self::AmongIncumbent | Self::AmongItself)
    }
}

/// Blocks in batches: what is summed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The first block.
    pub first: u64,
    /// Blocks in a batch.
    pub per: u64,
    pub batches: u64,
}

impl Stretch {
    /// All its blocks.
    pub const fn blocks(&self) -> u64 {
        self.per * self.batches
    }
}

/// A candidate in a generation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// In its generation; 0 is where the search is, or the incumbent or winner that others are held
    /// against.
    pub number: usize,
    pub params: Params,
}

/// Candidates to be played on the same blocks.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub phase: Phase,
    pub generation: u64,
    /// A generation is played in stages, between which some are dropped.
    pub stage: u64,
    pub stretch: Stretch,
    pub candidates: &'a [&'a Candidate],
    /// Who has the other four seats, if not the opponents in turns.
    pub others: Option<&'a Params>,
}

/// Games that were not all played.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    #[error("stopped")]
    Stopped,
    #[error("a block can't be kept: {0}")]
    Play(#[from] io::Error),
    #[error(transparent)]
    Build(#[from] ExperimentError),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Says what candidates are worth.
pub trait Judge {
    /// For each candidate what it got in each batch, in whole numbers: elections won, stones, or parts of
    /// a chance. `tick` is told now and then how many elections were played for this request.
    ///
    /// # Errors
    /// Not all was played.
    fn judge(
        &mut self,
        request: &Request<'_>,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Vec<Vec<i64>>, JudgeError>;

    /// What the sums of a block are of: its elections, in the parts that sums are in.
    fn size(&self, phase: Phase) -> u64;
}
