//! What every strategy must keep to, as a suite that another crate can run on its own.
//!
//! [`check`] plays rounds in which the strategy sits alone among `greedy`, alone among `random` and
//! in all seats, under several rules, those of them that it can play by, and asks each of its decisions again:
//!
//! - what it chose is legal (R4.4);
//! - it chooses the same for the same observation and stream, also later, after other decisions,
//!   and also in another instance built from the same parameters;
//! - it chooses the same where the hidden hands are others that agree with all its seat has seen
//!   (R3.4, R10.1);
//! - its [`Builtin`](super::Builtin) shortcut, if it has one, chooses as it does;
//! - its [values](super::Strategy::values), if it has any, are of the legal moves, the one it chooses has
//!   the highest, and they are the same where the hidden hands are others.
//!
//! And each parameter can be set by a spec to its other values, and where play shows an effect of
//! them, the [`Report`] says where.
//!
//! A pass is no proof: it says that nothing was found in so many rounds.

mod games;
mod instance;
mod parameters;
mod values;

use std::fmt;

use self::games::{Decision, Games};
use self::instance::Instance;
pub use self::parameters::Effect;
use self::parameters::variants;
pub use self::values::WrongValues;
use super::registry::Registry;
use super::spec::{Spec, SpecError};
use crate::engine::{Action, BySeat, Illegal, Move, Round, Seat, Sitting, Stream, TileSet};

/// Chooses for the seat to move of a round, and may see all of it. A strategy is shown an
/// [`Observation`](crate::engine::Observation) alone; this form is for showing that the suite finds one that peeks.
pub type Ask<'a> = &'a dyn Fn(&Round, &Sitting<'_>, &mut Stream) -> Move;

/// Where in the suite's games a decision is made, all counted from 0. The same seed and number of
/// rounds lead there again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub seed: u64,
    pub game: u64,
    pub election: u32,
    pub round: u32,
    pub ply: usize,
    pub seat: Seat,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, game, election, round, ply, seat } = self;
        write!(
            f,
            "seed {seed}, game {game}, election {election}, round {round}, ply {ply}, seat {seat}"
        )
    }
}

/// Who was asked the second time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// The same instance, after other decisions.
    Same,
    /// Another one built from the same parameters.
    Other,
    /// The shortcut that [`Strategy::builtin`](super::Strategy::builtin) gives.
    Shortcut,
}

impl fmt::Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Again::Same => "when asked again",
            Again::Other => "in another instance",
            Again::Shortcut => "by its shortcut",
        })
    }
}

/// What a strategy did that none may.
#[derive(Debug, thiserror::Error)]
pub enum ConformanceError {
    #[error("{place}: not legal: {cause}")]
    Illegal { place: Place, cause: Illegal },
    #[error(
        "{place}: the same observation and stream gave {} first and {} {again}; a choice must follow from them alone",
        notation(.place, .first), notation(.place, .then)
    )]
    Unstable { place: Place, again: Again, first: Move, then: Move },
    #[error(
        "{place}: it chose {}, but {} where the hands are {}, which look the same to its seat; a choice must not follow from hidden hands (R10.1)",
        notation(.place, .first), notation(.place, .then), show(.hands)
    )]
    Leak { place: Place, first: Move, then: Move, hands: BySeat<TileSet> },
    #[error("{place}: it chose {}, {wrong}", notation(.place, .choice))]
    Values { place: Place, choice: Move, wrong: Box<WrongValues> },
    #[error("parameter `{key}` can't be set by `{spec}`: {cause}")]
    Parameter { key: &'static str, spec: String, cause: String },
    #[error(transparent)]
    Spec(#[from] SpecError),
}

fn notation(place: &Place, play: &Move) -> impl fmt::Display {
    Action::Play(*play).notation(place.ply)
}

/// Hands from seat 0 on: `66 54 / 20 / …`.
fn show(hands: &BySeat<TileSet>) -> String {
    hands.0.map(|hand| hand.to_string()).join(" / ")
}

/// What was tried, where nothing was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    pub rounds: u64,
    /// Decisions of the strategy, each of which was asked again.
    pub decisions: u64,
    /// Those asked once more with hidden hands that differ from the true ones.
    pub worlds: u64,
    /// Those for which the strategy gave values.
    pub valued: u64,
    /// One for each parameter and value tried.
    pub effects: Vec<Effect>,
}

impl Report {
    /// Parameters of which no value tried changed a decision. They may matter too seldom for so few
    /// decisions or not reach play at all: the suite can't tell which, and so does not call it
    /// wrong.
    pub fn without_effect(&self) -> Vec<&'static str> {
        let seen = |key: &str| self.effects.iter().any(|e| e.key == key && e.first.is_some());
        let mut keys: Vec<_> =
            self.effects.iter().map(|e| e.key).filter(|key| !seen(key)).collect();
        keys.dedup();
        keys
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, decisions, worlds, valued, .. } = self;
        write!(
            f,
            "{rounds} rounds, {decisions} decisions, {worlds} of them with other hidden hands, \
             {valued} with values"
        )?;
        for key in self.without_effect() {
            write!(f, "; no effect of `{key}` seen")?;
        }
        Ok(())
    }
}

/// Tries the strategy that `spec` names over `rounds` rounds.
///
/// ```
/// use domeng::strategies::{Registry, Spec, conformance};
/// let registry = Registry::builtin();
/// let spec = Spec::parse("heuristic:keep=15", &registry)?;
/// let report = conformance::check(&spec, &registry, 200, 1)?;
/// assert_eq!(report.rounds, 200);
/// # Ok::<(), conformance::ConformanceError>(())
/// ```
///
/// # Errors
/// The first thing found wrong, with its place; or a spec that `registry` does not know.
pub fn check(
    spec: &Spec,
    registry: &Registry,
    rounds: u64,
    seed: u64,
) -> Result<Report, ConformanceError> {
    let (first, other) = (Instance::new(spec, registry)?, Instance::new(spec, registry)?);
    let mut variants = variants(spec, registry)?;
    let shortcut = first.shortcut();
    let strategy = &first;
    let rules = first.rules();
    let (first, other) = (first.asking(), other.asking());
    let shortcut = shortcut.as_ref().map(Instance::asking);
    let mut again: Vec<(Again, Ask<'_>)> = vec![(Again::Same, &first), (Again::Other, &other)];
    again.extend(shortcut.as_ref().map(|ask| -> (Again, Ask<'_>) { (Again::Shortcut, ask) }));
    let mut valued = 0;
    let games = Games { rules: &rules, rounds, seed };
    let mut report = try_out(&first, &again, &games, |decision| {
        valued += u64::from(values::agree(decision, strategy.by(decision.round.rules()))?);
        variants.iter_mut().for_each(|variant| variant.ask(decision));
        Ok(())
    })?;
    report.valued = valued;
    report.effects = variants.into_iter().map(|variant| variant.effect).collect();
    Ok(report)
}

/// Tries two instances of anything that chooses, without parameters.
///
/// # Errors
/// As [`check`].
pub fn check_choices(
    first: Ask<'_>,
    other: Ask<'_>,
    rounds: u64,
    seed: u64,
) -> Result<Report, ConformanceError> {
    let games = Games { rules: &games::kinds(), rounds, seed };
    try_out(first, &[(Again::Same, first), (Again::Other, other)], &games, |_| Ok(()))
}

fn try_out(
    first: Ask<'_>,
    again: &[(Again, Ask<'_>)],
    games: &Games<'_>,
    mut passed: impl FnMut(&Decision) -> Result<(), ConformanceError>,
) -> Result<Report, ConformanceError> {
    let mut report = Report { rounds: games.rounds, ..Report::default() };
    games.play(first, |decisions| {
        // From the last to the first, so that what was kept from one to the next shows.
        for decision in decisions.iter().rev() {
            report.decisions += 1;
            stays(decision, again)?;
            report.worlds += u64::from(does_not_leak(decision, first)?);
            passed(decision)?;
        }
        Ok(())
    })?;
    Ok(report)
}

/// Asked again, a decision must come out the same.
fn stays(decision: &Decision, again: &[(Again, Ask<'_>)]) -> Result<(), ConformanceError> {
    let Decision { place, choice: first, ref round, .. } = *decision;
    for &(again, ask) in again {
        let then = decision.ask(ask, round);
        if then != first {
            return Err(ConformanceError::Unstable { place, again, first, then });
        }
    }
    Ok(())
}

/// Asked with hidden hands drawn from all that agree with what was seen, a decision must come out
/// the same. False if those drawn are the true ones.
fn does_not_leak(decision: &Decision, ask: Ask<'_>) -> Result<bool, ConformanceError> {
    let Decision { place, choice: first, .. } = *decision;
    let Some((hands, world)) = decision.other_world() else { return Ok(false) };
    let then = decision.ask(ask, &world);
    if then == first { Ok(true) } else { Err(ConformanceError::Leak { place, first, then, hands }) }
}
