//! People at the table: the line drawn, what happens in the game's own words, a game told move by
//! move, a turn of it that strategies are asked about, and a person who plays. Nothing here knows the
//! rules; it asks the engine.

mod chain;
mod entry;
mod phrases;
mod session;
mod tell;
mod turn;
mod view;

pub use chain::Chain;
pub use phrases::{
    acts, elected, ends, gets, listed, pass, pays, pips_left, plural, starts, stones, tiles,
};
pub use session::{Ending, Session};
pub(crate) use tell::paragraph;
pub use tell::tell;
pub use turn::{Answer, NoSuchTurn, Turn};
pub use view::position;
pub(crate) use view::row;
