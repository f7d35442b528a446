//! Which hidden hands are possible: what plays, passes and the start tell of them, and worlds drawn
//! from what is left, each equally likely.
//!
//! Everything here is made from an [`Observation`](crate::engine::Observation); nothing chooses
//! a move.

mod constraints;
mod worlds;

pub use constraints::Constraints;
pub use worlds::Worlds;
