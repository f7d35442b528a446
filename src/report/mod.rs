//! What people look at. Numbers come from a tally; nothing here plays or writes result files.

mod bars;
mod compare;
mod equity;
mod simulation;
mod terminal;

pub use compare::{print_comparison, print_differences};
pub use equity::{Verdict, print_chances, print_origin, print_trials};
pub use simulation::print_simulation;
pub use terminal::print_results;
