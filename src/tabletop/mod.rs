//! People at the table: the line drawn, what happens in the game's own words, a game told move by
//! move. Nothing here decides anything; it reads what the engine did.

mod chain;
mod phrases;
mod tell;

pub use chain::Chain;
pub use phrases::{
    acts, elected, ends, gets, listed, pass, pays, pips_left, plural, starts, stones, tiles,
};
pub use tell::tell;
