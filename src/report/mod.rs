//! What people look at. Numbers come from a tally; nothing here plays or writes result files.

mod bars;
mod terminal;

pub use terminal::print_results;
