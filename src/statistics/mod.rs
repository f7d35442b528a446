//! What the sums of blocks mean: estimates, and how far they can be trusted.
//!
//! Plain numbers come in and plain numbers go out; nothing here knows games, files or the other
//! modules. The block is the unit of replication, since the games of a block share deals: sums per
//! block go in, and single games only to tell what blocks gain. Results are the same bits on every
//! machine: integers as far as they carry, then + − × ÷ and square roots, whose results IEEE 754
//! fixes; no `ln`, `exp` or `pow` of the platform. Why and how well it works:
//! `docs/methodology.md`.

mod gain;
mod interval;
mod paired;
mod power;
mod ratio;
mod spread;
mod student;
mod welch;

pub use gain::pairing_gain;
pub use interval::Interval;
pub use paired::PairedSums;
pub use power::detectable;
pub use ratio::RatioSums;
pub use spread::standard_deviation;
pub use student::t_critical;
pub use welch::independent_difference;
