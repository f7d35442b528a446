//! What people look at. Numbers come from a tally; nothing here plays or writes result files.

mod bars;
mod charts;
mod compare;
mod decide;
mod equity;
mod markdown;
mod names;
mod page;
mod sequential;
mod simulation;
mod story;
mod telling;
mod terminal;
mod text;

pub use compare::{print_comparison, print_differences};
pub use decide::{print_decision, print_decisions};
pub use equity::{Verdict, print_chances, print_origin, print_trials};
pub use markdown::print_markdown;
pub use page::page;
pub use sequential::print_test;
pub use simulation::print_simulation;
pub use story::{Compared, Story, comparison, story, tuning};
pub use telling::print_story;
pub use terminal::print_results;
