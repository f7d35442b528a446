//! How likely each hidden tile is where.

use crate::belief::Marginals;
use crate::engine::{BySeat, Observation, Tile};

/// The hidden tiles with their places, the highest first.
pub(super) struct Shares(pub Vec<Share>);

/// How likely a tile is to be in each hand or unused, in per cent; 0 is never and 100 always, both
/// exactly.
pub(super) struct Share {
    pub tile: Tile,
    pub held: BySeat<f64>,
    pub unused: f64,
}

impl Shares {
    /// Every world counting the same.
    pub fn exact(seen: &Observation<'_>, marginals: &Marginals) -> Self {
        let percent = |count: u64| count as f64 * 100.0 / marginals.worlds() as f64;
        let shares = seen.hidden().iter().map(|tile| Share {
            tile,
            held: BySeat::from_fn(|seat| percent(marginals.held(seat, tile))),
            unused: percent(unused(seen, marginals, tile)),
        });
        let mut shares: Vec<Share> = shares.collect();
        shares.reverse();
        Self(shares)
    }
}

/// In how many worlds `tile` is unused: all, where it is known to be.
pub(super) fn unused(seen: &Observation<'_>, marginals: &Marginals, tile: Tile) -> u64 {
    if seen.known_unused().contains(tile) { marginals.worlds() } else { marginals.unused(tile) }
}
