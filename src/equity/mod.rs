//! What stones are worth: the chance of each seat to be the next CAMAT, from all stones on the
//! table and with the seats, and who starts (`docs/equity.md`).
//!
//! A table has it for every way the stones can lie, as backgammon has its match equity tables. It is
//! made by value iteration from rounds that a stated policy plays in lockstep, and held against
//! elections that it was not made from. Nothing here knows strategies: who plays is any
//! [`LanePolicy`](crate::engine::lockstep::LanePolicy), and a file only keeps its name.

mod accuracy;
mod build;
mod file;
mod lanes;
mod rounds;
mod table;
mod trials;
mod vectors;

pub use accuracy::{Accuracy, Decile, Largest};
pub use build::{BuildError, Plan, Stage, Work, build};
pub use file::FileError;
pub(crate) use file::NAME;
pub use table::{Equity, Maker, Origin};
pub use trials::{States, Trial, TrialPlan, Trials, try_table};
pub use vectors::MOST_STONES;
