//! People at the table: the line drawn, what happens in the game's own words, a game told move by
//! move, and a person who plays. Nothing here knows the rules; it asks the engine.

mod chain;
mod entry;
mod phrases;
mod session;
mod tell;

pub use chain::Chain;
pub use phrases::{
    acts, elected, ends, gets, listed, pass, pays, pips_left, plural, starts, stones, tiles,
};
pub use session::{Ending, Session};
pub use tell::tell;
