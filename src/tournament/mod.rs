//! Who meets whom, on which deals, and what comes of it.
//!
//! An [`Experiment`] becomes a [`Schedule`] of blocks; a block is played by one task, tallied in
//! integers and written whole, in schedule order, by one writer. So the files depend on the
//! experiment alone, never on threads or time.

mod experiment;
mod folder;
mod manifest;
mod play;
mod runner;
mod schedule;
mod spool;
mod tables;
mod tally;

pub use experiment::{Experiment, ExperimentError, ExperimentFile};
pub use folder::{FolderError, RunFolder};
pub use manifest::{FileEntry, Manifest, ManifestError, Program};
pub use play::{BlockOutput, Players};
pub use runner::{Progress, RunError, RunOptions, Summary, run};
pub use schedule::{Arm, Block, Design, Schedule};
pub use spool::Spool;
pub use tables::write_summaries;
pub use tally::{BlockSums, EntrantSums, SeatSums, Standing, Tally, VersusSums};
