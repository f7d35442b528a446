//! Game records read back: lines of JSON from anywhere, refereed by the rules.
//!
//! What may be wrong in a line lives here, from bytes that are no text to a payment of the wrong
//! stone. A line is read as it stands and never mended; the first thing in it that is not by the
//! rules is its [`Finding`]. Records are written by the engine
//! ([`ElectionRecord`](crate::engine::ElectionRecord)).

mod finding;
mod head;
mod json;
mod lines;
mod referee;
mod round;
mod sequence;
mod verify;

pub use finding::{Finding, legible};
pub use head::Head;
pub use json::{Name, name};
pub use lines::{DEFAULT_LINE_LIMIT, LineRead, read_line, too_long};
pub use referee::{Verdict, read, referee};
pub use sequence::Sequence;
pub use verify::{Report, Verifier};
