//! Two runs beside each other: what is the same in their experiments, who is compared with whom, and
//! by how much they differ.
//!
//! Where block b of the one has the deals of block b of the other, differences are taken block by
//! block, so that luck of the deal cancels; else the runs are independent samples.

mod matching;
mod measure;
mod side;

pub use matching::{Matched, Matching, Pair, Refusal, is_of_the_game};
pub use measure::{Comparison, MEASURES, Measured, measure};
pub use side::{CompareError, Side};
