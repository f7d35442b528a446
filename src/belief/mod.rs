//! Which hidden hands are possible: what plays, passes and the start tell of them, and worlds drawn
//! from what is left, each equally likely; and with a model of the other seats, worlds weighed by
//! what they chose.
//!
//! Everything here is made from an [`Observation`](crate::engine::Observation); nothing chooses
//! a move.

mod constraints;
mod inference;
mod model;
mod worlds;

pub use constraints::Constraints;
pub use inference::Inference;
pub use model::ChoiceModel;
pub use worlds::Worlds;
