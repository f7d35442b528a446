//! A strategy of another crate: made, put through the conformance suite, and tried in a duel.
//!
//! `cargo run --release --example own_strategy`

use std::error::Error;
use std::io::{self, Write};

use domeng::engine::{Move, Observation, Stream};
use domeng::strategies::{
    Entry, Kind, Param, Params, Registry, RegistryError, Spec, Strategy, Value, Values,
    conformance, entrants,
};
use domeng::tournament::{BlockOutput, Design, Experiment, Players, Tally};

/// Leaves few of the tiles it does not see a place to go, and keeps its own playable.
struct Stingy {
    /// How much a tile of the others counts beside one of its own, in thousandths.
    grudge: i64,
}

impl Stingy {
    /// The legal moves with what each is worth, in thousandths of an own tile.
    fn scored(&self, seen: &Observation<'_>) -> impl Iterator<Item = (Move, i64)> {
        seen.legal().iter().map(|play| {
            let fits = seen.line().after(play).fits();
            let mut kept = seen.hand();
            kept.remove(play.tile());
            let (own, others) = ((kept & fits).len(), (seen.hidden() & fits).len());
            (play, 1000 * i64::from(own) - self.grudge * i64::from(others))
        })
    }
}

impl Strategy for Stingy {
    fn choose(&self, seen: &Observation<'_>, _random: &mut Stream) -> Move {
        // A strategy is asked only where there are two moves or more.
        self.scored(seen).max_by_key(|(_, score)| *score).expect("a legal move").0
    }

    /// The same numbers, for people who want to know why.
    fn values(&self, seen: &Observation<'_>, _random: &mut Stream) -> Option<Values> {
        Some(Values::exact("own tiles that fit", 1000, self.scored(seen)))
    }
}

/// The built-in strategies and `stingy`.
pub fn registry() -> Result<Registry, RegistryError> {
    let params = vec![Param {
        key: "grudge",
        kind: Kind::Decimal { low: 0, high: 10_000 },
        default: Value(250),
        meaning: "weight of a hidden tile that fits, an own one being 1",
    }];
    let build = |params: &Params| Stingy { grudge: params.get("grudge") };
    let mut registry = Registry::builtin();
    registry.register(Entry::new("stingy", "leaves the others little to play", params, build))?;
    Ok(registry)
}

/// Plays `games` games of the first of `specs` against four of the second.
pub fn duel(specs: [&str; 2], games: u64, registry: &Registry) -> Result<Tally, Box<dyn Error>> {
    let pool = entrants(&specs, registry)?;
    let experiment = Experiment { design: Design::Duel, games, ..Experiment::of(pool) };
    experiment.check()?;
    let players = Players::new(&experiment, registry)?;
    let mut schedule = experiment.schedule();
    let mut tally = Tally::new(experiment.arms().len(), experiment.pool.len());
    let mut output = BlockOutput::default();
    for number in 0..experiment.blocks() {
        players.play_block(&schedule.block(number), || false, &mut output)?;
        tally.merge(&output.tally);
        output.clear();
    }
    Ok(tally)
}

/// Writes what the suite found of `stingy`, and how it fares against `greedy`.
pub fn show(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let registry = registry()?;
    let spec = Spec::parse("stingy", &registry)?;
    writeln!(out, "conformance: {}", conformance::check(&spec, &registry, 1_000, 1)?)?;
    for challenger in ["stingy", "stingy:grudge=0"] {
        let tally = duel([challenger, "greedy"], 10_000, &registry)?;
        let Some([challenged, ..]) = tally.arms().next() else { continue };
        let Some((rate, interval)) = challenged.win.ratio().zip(challenged.win.rate_interval())
        else {
            continue;
        };
        let [rate, low, high] = [rate, interval.low, interval.high].map(|rate| 100.0 * rate);
        writeln!(
            out,
            "{challenger} against four greedy: {rate:.1} % of elections (95 %: {low:.1} to {high:.1}; even: 20)"
        )?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    show(&mut io::stdout().lock())
}
