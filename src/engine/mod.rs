//! The rules of Domeng, and nothing above them: no files, no threads, no clock.
//!
//! Tiles are bits, a deal is a number, a round is one small value that is cheap to copy. The same
//! code plays a rollout and a recorded game; what differs is the [`Observer`] that listens.

mod action;
mod bits;
mod count;
mod deal;
mod election;
mod ending;
mod illegal;
mod line;
pub mod lockstep;
mod observation;
mod observer;
mod past;
mod record;
mod round;
mod rules;
mod seat;
mod seed;
mod start;
mod stones;
mod tile;
mod tile_set;

pub use action::{Action, Move, ParseActionError, Side, Word};
pub(crate) use bits::deposit;
pub use count::{Lines, count_lines};
pub(crate) use deal::choose;
pub use deal::{Deal, DealError, HAND, Hands};
pub use election::{Election, ElectionObserver, Outcome, Table};
pub use ending::{End, Progress, RoundEnd};
pub use illegal::{Illegal, Reason};
pub use line::{Legal, Line};
pub use observation::{Observation, Sitting};
pub use observer::{Chooser, Observer};
pub use past::PastPlay;
pub use record::{ElectionRecord, RECORD_VERSION, Recorder, RoundRecord};
pub use round::{MAX_PLIES, Round, SetupError};
pub use rules::{
    CamatCheck, MAX_ELECTIONS, MAX_STONES, Opening, RuleField, RuleValues, Rules, RulesError,
};
pub use seat::{BySeat, Seat, SeatList};
pub use seed::{Deals, Decisions, Random, Replicates, RoundStreams, Seed, Simulated, Stream};
pub use start::Start;
pub use stones::{Given, Holdings, Payment, Why};
pub use tile::{MAX_VALUE, ParseTileError, Tile, VALUES};
pub use tile_set::{TileSet, Tiles};
