//! Players: one strategy a file, one registry, and the spec strings that name them.
//!
//! A strategy is a function of an [`Observation`](crate::engine::Observation) and a random stream;
//! it never sees the state behind it. Nothing here knows of tournaments or files of results.

pub mod conformance;
mod greedy;
mod heuristic;
mod light;
mod lockstep;
mod models;
mod monte_carlo;
mod omniscient;
mod params;
mod pool;
mod random;
mod registry;
mod rollout;
mod search;
mod setting;
mod spec;
mod strategy;
mod tables;
mod values;

pub use greedy::Greedy;
pub use heuristic::Heuristic;
pub use light::Light;
pub use models::{Points, Softmax};
pub use monte_carlo::MonteCarlo;
pub use omniscient::Omniscient;
pub use params::{Kind, Param, ParamError, Params, Value};
pub use pool::{Budgets, Entrant, PoolError, entrants, entrants_within};
pub(crate) use pool::{SEES_ALL, marked, unused};
pub use random::Random;
pub use registry::{Alias, Entry, Registry, RegistryError};
pub use rollout::{Policy, Rollout, SelfPlay, Slips};
pub use setting::{Setting, Unsuited};
pub(crate) use spec::{FOLDER, nearest, nearest_of, quote, read_text};
pub use spec::{Spec, SpecError, SpecFile};
pub use strategy::{Builtin, Strategy};
pub use tables::TableError;
pub use values::{Valued, Values};
