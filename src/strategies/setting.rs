//! What strategies are built for: rules, and the tables there are for them.

use crate::engine::Rules;

/// The rules a strategy is to play by.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    pub rules: &'a Rules,
}

/// A strategy that can't play by the rules it is to play by.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsuited(pub String);
