//! What the sums of blocks mean: estimates, and how far they can be trusted.
//!
//! Plain numbers come in and plain numbers go out; nothing here knows games, files or the other
//! modules. The block is the unit of replication, since the games of a block share deals: sums per
//! block go in, and single games only to tell what blocks gain. Results are the same bits on every
//! machine: integers as far as they carry, then + − × ÷ and square roots, whose results IEEE 754
//! fixes; no `ln`, `exp` or `pow` of the platform. Why and how well it works:
//! `docs/methodology.md`.

mod bootstrap;
mod cross;
mod elementary;
mod gain;
mod holm;
mod interval;
mod paired;
mod plackett_luce;
mod power;
mod ratio;
mod sequential;
mod spread;
mod student;
mod tail;
mod welch;

pub use bootstrap::{BootstrapSums, poisson_weight};
pub use cross::CrossSums;
pub(crate) use elementary::{exp, ln};
pub use gain::pairing_gain;
pub use holm::holm;
pub use interval::Interval;
pub use paired::PairedSums;
pub use plackett_luce::{Finish, Rankings, StrengthReplicates, Strengths};
pub use power::detectable;
pub use ratio::RatioSums;
pub use sequential::{Sequential, SequentialPlan, Stop, Tested};
pub use spread::standard_deviation;
pub use student::t_critical;
pub use tail::t_tail;
pub use welch::{Apart, independent_difference};
