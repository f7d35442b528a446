//! What worlds say of where tiles are, held against where they are.

use std::time::{Duration, Instant};

use domeng::belief::{ChoiceModel, Constraints, Inference, Worlds};
use domeng::engine::{BySeat, Observation, Random, Seat, Seed, Sitting, Tile, TileSet};

use super::positions::Position;

pub const THIRDS: usize = 3;
const WORLDS: u32 = 1000;
/// Where a tile may be: with four others, or unused.
const PLACES: u32 = 5;

/// Sums over positions.
#[derive(Clone, Copy, Default)]
pub struct Score {
    positions: u32,
    tiles: u32,
    loss: f64,
    effective: f64,
    time: Duration,
}

impl Score {
    /// The mean over tiles.
    pub fn loss(&self) -> f64 {
        self.loss / f64::from(self.tiles)
    }

    /// The mean over positions.
    pub fn effective(&self) -> f64 {
        self.effective / f64::from(self.positions)
    }

    /// The mean over positions.
    pub fn micros(&self) -> f64 {
        1e6 * self.time.as_secs_f64() / f64::from(self.positions)
    }

    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.tiles += other.tiles;
        self.loss += other.loss;
        self.effective += other.effective;
        self.time += other.time;
    }
}

type Hands = BySeat<TileSet>;

/// By thirds, and in all, of worlds that are equally likely.
pub fn uniform(positions: &[Position]) -> [Score; THIRDS + 1] {
    scores(positions, |seen, random| {
        let mut worlds = Worlds::new(Constraints::new(seen));
        ((0..WORLDS).map(|_| worlds.draw(random)).collect(), 1.0)
    })
}

/// The same of worlds weighed by `model`.
pub fn inferred(positions: &[Position], model: &impl ChoiceModel) -> [Score; THIRDS + 1] {
    scores(positions, |seen, random| {
        let mut inference = Inference::new(seen, model, WORLDS, random);
        let worlds = (0..WORLDS).map(|_| inference.draw(random)).collect();
        (worlds, inference.effective())
    })
}

fn scores(
    positions: &[Position],
    draw: impl Fn(&Observation<'_>, &mut Random) -> (Vec<Hands>, f64),
) -> [Score; THIRDS + 1] {
    let mut scores = [Score::default(); THIRDS + 1];
    let mut random = Seed(22).schedule(0);
    for Position { round, third } in positions {
        let seen = Observation::new(round, &Sitting::NOBODY, round.to_move());
        let start = Instant::now();
        let (worlds, effective) = draw(&seen, &mut random);
        let time = start.elapsed();
        let (tiles, loss) = judge(round.hands(), seen.seat(), &worlds);
        let score = Score { positions: 1, tiles, loss, effective, time };
        scores[*third].add(&score);
        scores[THIRDS].add(&score);
    }
    scores
}

/// How many tiles the others hold, and the sum of −ln p over them.
#[expect(clippy::disallowed_methods, reason = "for a table of four digits, not for play")]
fn judge(hands: &Hands, observer: Seat, worlds: &[Hands]) -> (u32, f64) {
    let mut counts = BySeat([[0; Tile::COUNT]; Seat::COUNT]);
    for (seat, hand) in worlds.iter().flat_map(BySeat::enumerate) {
        for tile in *hand {
            counts[seat][usize::from(tile.index())] += 1;
        }
    }
    let (mut tiles, mut loss) = (0, 0.0);
    for seat in observer.others() {
        for tile in hands[seat] {
            let there: u32 = counts[seat][usize::from(tile.index())] + 1;
            loss -= (f64::from(there) / f64::from(WORLDS + PLACES)).ln();
            tiles += 1;
        }
    }
    (tiles, loss)
}
