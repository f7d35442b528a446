//! Which hidden hands are possible: what plays, passes and the start tell of them, exact counts of
//! what is left, and worlds drawn from it, each equally likely; and with a model of the other seats,
//! worlds weighed by what they chose.
//!
//! Everything here is made from an [`Observation`](crate::engine::Observation); nothing chooses
//! a move.

mod choose;
mod constraints;
mod counts;
mod inference;
mod model;
mod worlds;

pub use constraints::Constraints;
pub use counts::{Counts, Marginals};
pub use inference::Inference;
pub use model::{ChoiceModel, Either};
pub use worlds::Worlds;
