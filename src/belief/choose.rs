//! How many subsets there are.

use crate::engine::{self, Tile};

/// C(n, k) for n and k up to 28: looked up, since worlds are set up for every decision.
static CHOOSE: [[u32; Tile::COUNT + 1]; Tile::COUNT + 1] = {
    let mut table = [[0; Tile::COUNT + 1]; Tile::COUNT + 1];
    let mut n = 0;
    while n <= Tile::COUNT {
        let mut k = 0;
        while k <= n {
            table[n][k] = engine::choose(n as u64, k as u64) as u32;
            k += 1;
        }
        n += 1;
    }
    table
};

/// C(n, k), the number of k-subsets of n tiles; 0 for more than 28 of either.
#[inline(always)]
pub(super) fn choose(n: u32, k: u32) -> u32 {
    CHOOSE.get(n as usize).and_then(|row| row.get(k as usize)).copied().unwrap_or(0)
}
