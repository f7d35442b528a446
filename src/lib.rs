//! domeng: a research and simulation harness for *Domeng*, a Bugis domino game for five with hidden
//! hands and penalty stones. How a game becomes a result, floor by floor:
//!
//! ```text
//! engine → belief → equity → strategies → tournament → statistics → tune → cli
//!                                       ↘ simulation            ↗
//! ```
//!
//! Each floor uses only those before it; [`engine`] knows no files, threads or clocks. Rules are
//! cited by their numbers in `docs/rules.md` ("R7.2").

pub mod belief;
pub mod cli;
pub mod engine;
pub mod equity;
mod files;
pub mod records;
pub mod report;
pub mod simulation;
pub mod statistics;
pub mod strategies;
pub mod tabletop;
pub mod tournament;
pub mod tune;
