//! Who meets whom, on which deals, and what comes of it.
//!
//! An [`Experiment`] becomes a [`Schedule`] of blocks; a block is played by one task, tallied in
//! integers and written whole, in schedule order, by one writer. So the files depend on the
//! experiment alone, never on threads or time, and a run that was broken off goes on to the same
//! bytes.

mod appender;
mod checkpoint;
mod compare;
mod decide;
mod design;
mod differences;
mod draw;
mod experiment;
mod folder;
mod growing;
mod instead;
mod journal;
mod listen;
mod manifest;
#[cfg(feature = "zstd")]
mod packed;
mod play;
mod probe;
mod ranks;
mod ratings;
mod reading;
mod recover;
mod reproduce;
mod rows;
mod runner;
mod schedule;
mod spool;
mod summaries;
mod tally;
mod until;
mod verify;
mod whole;

pub use appender::Kept;
pub use compare::{
    CompareError, Comparison, MEASURES, Matched, Matching, Measured, Pair, Refusal, Side,
    is_of_the_game, measure,
};
pub use decide::{
    Compared, DecideError, Decision, FEWEST_BLOCKS, Family, Measure, Proportion, REAL, Stake,
    Thriving, Verdict, decide,
};
pub use design::{Arm, Design, Seating};
pub use differences::{Difference, differences};
pub use experiment::{
    Balanced, Experiment, ExperimentError, ExperimentFile, Imbalance, Outputs, OutputsFile,
    Overrides, Place, Places, UntilFile, experiment_schema, experiment_toml,
};
pub(crate) use experiment::{Key, MAX_POOL, Takes, check_document, key, name_of, rule};
pub use folder::{FolderError, REPORT, RunFolder};
pub use growing::{Growing, unpacked_if_packed};
pub use instead::Instead;
pub use journal::{Journal, JournalError};
pub use manifest::{
    Checkpoint, FileEntry, MANIFEST, Manifest, ManifestError, Mark, Program, WrittenEntrant,
};
pub use play::{BlockOutput, Players, Rows};
pub use probe::{Finds, Probe, ProbeLimits, probe};
pub use ranks::Ranks;
pub use ratings::{Rating, Ratings, Unrated};
pub use reading::{Account, Course, FLOWS, Lengths, Line, Reading, read};
pub use recover::{Recovered, recover};
pub use reproduce::{Again, FirstDifference, Held, ThenAndNow, compare_again};
pub use runner::{Progress, RunError, RunOptions, Summary, resume, run, run_blocks};
pub use schedule::{Block, Schedule};
pub use spool::Spool;
pub use summaries::{Named, Results, SUMMARIES, write_summaries};
pub use tally::{
    Apart, BlockSums, EntrantSums, RotationSums, SeatSums, Standing, Tally, VersusSums,
};
pub use until::{Decimal, Step, Until, Watch};
pub use verify::{Checked, RunFinding, Verified, verify};
pub use whole::{hash_file, is_whole};
