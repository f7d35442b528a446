//! How other seats are thought to choose.

use crate::engine::{Move, Observation};

/// A model of how a seat chooses.
pub trait ChoiceModel {
    /// How likely the seat that looks is to choose `play`, one of `seen.legal()`, in units of
    /// 1/65536 and at least 1. It is asked only where there are two legal moves or more, and it must
    /// go by what the seat may know.
    fn likelihood(&self, seen: &Observation<'_>, play: Move) -> u32;
}
