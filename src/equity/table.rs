//! The table: chances looked up by stones and starter.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::vectors;
use crate::engine::{BySeat, Holdings, Rules, Seat};

/// How fine chances are kept: in units of 1/2¹⁴.
pub(super) const UNITS: u16 = 1 << 14;

/// Who played the rounds that a table was made from, in all five seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maker {
    /// The name of a strategy.
    pub strategy: String,
    /// Every parameter as it is written in a spec.
    pub parameters: BTreeMap<String, String>,
    /// Decisions of a hundred in which it makes a random move instead.
    pub slips: u32,
}

/// What a table was made from; the same makes the same bytes again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// `opening` and `max_rounds` do not matter, and are at their defaults.
    pub rules: Rules,
    pub maker: Maker,
    pub seed: u64,
    /// Rounds from each state in a sweep.
    pub rounds: u32,
    /// Sweeps whose values were averaged.
    pub sweeps: u32,
    /// Sweeps before them.
    pub burn_in: u32,
}

/// The chance of each seat to be the next CAMAT, for every way the stones can lie.
#[derive(Clone, PartialEq, Eq)]
pub struct Equity {
    pub(super) origin: Origin,
    /// In units of 1/2¹⁴, by steps from the starter: of all vectors where the winner of each round
    /// starts the next, then of all where the CAMAT does.
    pub(super) chances: Vec<[u16; Seat::COUNT]>,
}

/// The table that the program has with it.
static SHIPPED: LazyLock<Arc<Equity>> =
    LazyLock::new(|| match Equity::from_bytes(include_bytes!("../../data/equity.bin")) {
        Ok(table) => Arc::new(table),
        Err(error) => unreachable!("the embedded table: {error}"),
    });

/// What of the rules matters to a table: the rest at its defaults.
pub(super) fn essence(rules: &Rules) -> Rules {
    let Rules { opening, max_rounds, .. } = Rules::default();
    Rules { opening, max_rounds, ..*rules }
}

impl Equity {
    /// The table for the default rules that the program has with it, checked on first use.
    pub fn shipped() -> Arc<Equity> {
        Arc::clone(&SHIPPED)
    }

    /// Whether it was made for rules like these. All rounds but the first of a game are alike by
    /// every `opening`, and an election that `max_rounds` ends is none.
    pub fn suits(&self, rules: &Rules) -> bool {
        self.origin.rules == essence(rules)
    }

    /// What it was made from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The chance, in units of 1/65536, that `seat` is the next CAMAT, `starter` being about to
    /// begin a round with these stones, which is not the first of a game. If `camat`, the starter is
    /// the CAMAT, who starts every round until the next election (R9.4); else the winner of each round
    /// starts the next (R3.3). Chances are those of five like players.
    ///
    /// Holdings must have as many stones as the rules of the table; others get some number.
    #[inline]
    pub fn chance(&self, holdings: &Holdings, starter: Seat, camat: bool, seat: Seat) -> u32 {
        let steps = (seat.index() + Seat::COUNT - starter.index()) % Seat::COUNT;
        u32::from(self.row(holdings, starter, camat)[steps]) << 2
    }

    /// The chances of all seats, which add up to 65536 (see [`chance`](Self::chance)).
    #[inline]
    pub fn chances(&self, holdings: &Holdings, starter: Seat, camat: bool) -> BySeat<u32> {
        let row = self.row(holdings, starter, camat);
        BySeat::from_fn(|seat| {
            u32::from(row[(seat.index() + Seat::COUNT - starter.index()) % Seat::COUNT]) << 2
        })
    }

    #[inline(always)]
    fn row(&self, holdings: &Holdings, starter: Seat, camat: bool) -> &[u16; Seat::COUNT] {
        debug_assert_eq!(holdings.total(), u32::from(self.origin.rules.stones));
        let states = self.chances.len() / 2;
        let at = vectors::rank(&holdings.seats, starter) + if camat { states } else { 0 };
        self.chances.get(at).unwrap_or(const { &[UNITS, 0, 0, 0, 0] })
    }
}

/// What it was made from; the numbers are too many to be of use.
impl fmt::Debug for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Equity").field("origin", &self.origin).finish_non_exhaustive()
    }
}
