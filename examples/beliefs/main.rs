//! How well inference tells where the hidden tiles are, and what it costs, for the table in
//! `docs/beliefs.md`:
//!
//! ```text
//! cargo run --release --example beliefs
//! ```
//!
//! In elections that one strategy plays in all seats, each decision is looked at by the seat that
//! makes it: 1000 worlds are drawn, uniformly and by each model of the others. The log-loss is the
//! mean of −ln p over all tiles of the other hands, p being the share of worlds that have the tile
//! where it truly is, (n + 1) / (1000 + 5) so that none is 0. All but the times is always the same.

mod positions;
mod score;

use std::error::Error;
use std::io::{self, Write};

use domeng::belief::Either;
use domeng::strategies::{Heuristic, Light, Slips, Softmax};
use positions::Position;
use score::{Score, THIRDS, inferred, uniform};

const PLAYERS: [&str; 5] = ["random", "greedy", "light", "heuristic", "monte-carlo:worlds=50"];
const ELECTIONS: u64 = 25;

fn row(out: &mut impl Write, player: &str, model: &str, scores: &[Score]) -> io::Result<()> {
    write!(out, "| `{player}` | {model} |")?;
    for score in scores {
        write!(out, " {:.3} |", score.loss())?;
    }
    let all = scores[THIRDS];
    writeln!(out, " {:.2} | {:.0} |", all.effective(), all.micros())
}

fn greedy(percent: u32) -> Slips {
    Slips { percent }
}

fn show(out: &mut impl Write, player: &str, positions: &[Position]) -> io::Result<()> {
    let light = |half, slips| Softmax { strategy: Light::default(), half, slips };
    let heuristic = |half, slips| Softmax { strategy: Heuristic::default(), half, slips };
    row(out, player, "none: uniform", &uniform(positions))?;
    for percent in [2, 5, 20, 50, 70] {
        let scores = inferred(positions, &greedy(percent));
        row(out, player, &format!("greedy, {percent} % slips"), &scores)?;
    }
    for (half, slips) in [(1, 5), (25, 5), (100, 20), (200, 20)] {
        let scores = inferred(positions, &light(half, slips));
        row(out, player, &format!("light, half {half}, {slips} % slips"), &scores)?;
    }
    for (half, slips) in [(1, 5), (4, 5), (16, 20)] {
        let scores = inferred(positions, &heuristic(half, slips));
        row(out, player, &format!("heuristic, half {half}, {slips} % slips"), &scores)?;
    }
    for half in [25, 100] {
        let any = Either(greedy(5), Either(light(half, 5), greedy(100)));
        let name = format!("any: greedy, light with half {half}, 5 % slips, or random");
        row(out, player, &name, &inferred(positions, &any))?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let columns = "first third | second | last | all | effective | µs";
    writeln!(out, "| players | model | {columns} |\n|---|---|{}", "---:|".repeat(THIRDS + 3))?;
    for player in PLAYERS {
        show(&mut out, player, &positions::of(player, ELECTIONS)?)?;
    }
    Ok(())
}
