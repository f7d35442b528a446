//! Better parameters for a strategy, found by search and proved on games that the search never saw.
//!
//! A [`Plan`] says what is searched: a [`Space`] of parameters, opponents, an objective and a budget of
//! elections. A search method proposes points, a [`Judge`] plays them on common blocks, and every
//! evaluation stands in a journal, `trials.csv`, from which a search that was broken off goes on to
//! the same bytes. The winner then meets the incumbent on fresh deals; only what is confirmed becomes
//! a strategy file. Nothing here prints or knows the command line.

mod axis;
mod bench;
mod confirm;
mod error;
mod file;
mod folder;
mod journal;
mod judge;
pub mod method;
mod plan;
mod race;
mod run;
mod search;
mod sensitivity;
mod space;
mod strategy_file;
mod target;

pub use axis::{Axis, AxisError, Scale};
pub use bench::Bench;
pub use confirm::{Confirmation, Question, Test};
pub use error::TuneError;
pub use file::{ConfirmFile, ParameterFile, TuneFile, TuneOverrides};
pub use folder::{FolderError as TuneFolderError, Resumed, TuneFolder};
pub use journal::{JournalError, Logged, Row, SENSITIVITY, TRIALS, header};
pub use judge::{Candidate, Judge, JudgeError, Phase, Request, Stretch};
pub use plan::{Confirm, Objective, Plan};
pub use race::{Heat, Racing, race};
pub use run::{Finalist, RunError as TuneRunError, Told, Tuned, tune};
pub use search::{Found, SearchLimits, Step, search};
pub use sensitivity::{Shift, shifts, table as sensitivity_table};
pub use space::{Point, Space};
pub use strategy_file::strategy_file;
pub use target::{Target, TargetError};
