//! Self-play in bulk: one strategy in all five seats, elections that each stand alone, and nothing
//! kept of them but sums.
//!
//! A [`Simulation`] says what is played; [`Players`] play its elections by number, in lockstep where
//! the strategy has such a form; a [`Tally`] adds up. The [`State`] of a run covers the elections
//! from the first to one before which all are in it, so a file of it can be gone on with, and its
//! bytes follow from the simulation alone. Games are not recorded here; that is the tournament's.

mod consistency;
mod file;
mod form;
mod plan;
mod players;
mod run;
mod tally;

pub use file::StateFile;
pub use form::{Reason, Refused, State, StateError};
pub use plan::{MAX_SIMULATED, Simulation, SimulationError};
pub use players::{Engine, Players, PlayersError};
pub use run::{RunError, RunOptions, run};
pub use tally::{LONG, Tally};
