//! What shared deals do to an estimate.

use super::ratio::RatioSums;

/// The variance that the ratio of a run would have if its games were independent, by the variance
/// that it has: above 1 games of a block balance each other, and a run without shared deals would
/// need so many times the games to be as sure; below 1 they go together. Its inverse is the design
/// effect of surveys (Kish 1965).
///
/// Both sums are of the same games: `games` has each as a block of its own, `blocks` those that
/// belong together as one. Why this is right: the five games of a block are one seating, turned.
/// Each by itself is dealt as any game is, so its residual y − r n has the expectation 0, and
/// Σ (y − r n)² over games has the same expectation whether they share deals or not. For
/// independent games that is the variance of Σ (y − r n); for those of blocks the covariances
/// come in, and nothing else. With M games the factor M / (M − 1) is the one for
/// independent games, and off by 4 / (M − 1) at most for others.
///
/// Independent games would also draw anew who sits where. Where that differs from block to block, in
/// all but duels, games of a block have it in common as well, and the figure is of both.
///
/// `None` where either [`variance`](RatioSums::variance) is, where the blocks have none at all
/// (there is no number of games that would do as well), and where Σy or Σn of the two differ, so
/// that they can't be the same games.
pub fn pairing_gain(games: &RatioSums, blocks: &RatioSums) -> Option<f64> {
    let same_games = (games.y(), games.n()) == (blocks.y(), blocks.n());
    let (alone, together) = (games.variance()?, blocks.variance()?);
    (same_games && together > 0.0).then(|| alone / together)
}
