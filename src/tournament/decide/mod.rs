//! What a run decides: which differences between its entrants are real, who thrives among whom, and
//! how strong each is.

mod differences;
mod follow;
mod run;
mod thriving;

pub use differences::{Compared, FEWEST_BLOCKS, Family, Measure, REAL};
pub(super) use follow::{Followed, follow};
pub use run::{DecideError, Decision, Stake, decide};
pub use thriving::{Proportion, Thriving, Verdict};
