//! The keys of an experiment file, in one table: what reads files, what its messages say, and the
//! schema all go by it.

use super::{MAX_GAMES, MAX_POOL};
use crate::engine::{MAX_ELECTIONS, RuleField, RuleValues, Rules, Seat};
use crate::strategies::Registry;
use crate::tournament::decide::Measure;
use crate::tournament::design::Design;
use crate::tournament::until::{Decimal, Until};

/// A key of an experiment file.
pub(crate) struct Key {
    pub name: &'static str,
    pub takes: Takes,
    /// One line.
    pub meaning: String,
}

/// What a key takes.
pub(crate) enum Takes {
    Switch,
    Whole {
        low: i128,
        high: i128,
    },
    Word(Vec<&'static str>),
    /// A string, the path of a file.
    Path,
    /// A string, a label of the pool.
    Label,
    /// A string, of this kind.
    Text(&'static str),
    /// A number of at most six decimals.
    Decimal {
        low: Decimal,
        high: Decimal,
    },
    /// 1 to [`MAX_POOL`] strings.
    Entrants,
    /// Lists of five strings.
    Seatings,
    Table(Vec<Key>),
    /// A number, whose form the parameter it is of declares.
    Number,
    /// A list of strings.
    Words,
    /// A table of tables with these keys, whose names others declare.
    Named(Vec<Key>),
    /// A table with whole numbers, whose keys and bounds strategies declare.
    Budgets,
}

pub(crate) fn key(name: &'static str, takes: Takes, meaning: impl Into<String>) -> Key {
    Key { name, takes, meaning: meaning.into() }
}

/// All keys, in the order in which they are told.
pub(super) fn keys() -> Vec<Key> {
    let whole = |low: u64, high: u64| Takes::Whole { low: low.into(), high: high.into() };
    let designs = Design::ALL.map(Design::word).to_vec();
    vec![
        key("design", Takes::Word(designs), "how entrants are brought together"),
        key("both", Takes::Switch, "whether a duel or a gauntlet has its reverse arms too"),
        key(
            "pool",
            Takes::Entrants,
            "entrants, each [NAME=]SPEC as -s takes it; it must be given here or with -s",
        ),
        key(
            "seatings",
            Takes::Seatings,
            "five labels of the pool each, clockwise, for the design seating; a pool of 1 to 5 \
             needs none",
        ),
        key("games", whole(1, MAX_GAMES), "games to play, rounded up to whole blocks and cycles"),
        key("elections", whole(1, MAX_ELECTIONS.into()), "elections in a game (R9.5)"),
        key("seed", whole(0, u64::MAX), "master seed"),
        key("equity", Takes::Path, "file of an equity table for the rules (docs/equity.md)"),
        key("anchor", Takes::Label, "the entrant whose rating is fixed, the first if not given"),
        key(
            "until",
            Takes::Table(until()),
            "a sequential test of a duel's challenger, which ends the run when it has decided",
        ),
        key("records", Takes::Switch, "as `records` of `[outputs]`, which is to be preferred"),
        key("outputs", Takes::Table(outputs()), "which files that grow with the run are written"),
        key(
            "budget",
            Takes::Budgets,
            "budgets of decisions, for each entrant whose strategy has them and whose spec does \
             not give them",
        ),
        key("rules", Takes::Table(Rules::FIELDS.map(rule).into()), "the rules of the game"),
    ]
}

fn until() -> Vec<Key> {
    let decimal = |low, high| Takes::Decimal {
        low: Decimal::millionths(low),
        high: Decimal::millionths(high),
    };
    let hypothesis = || decimal(0, 1_000_000_000);
    let error = || decimal(1, 499_999);
    let measures = Measure::ALL.map(Measure::word).to_vec();
    let blocks = Takes::Whole { low: Until::FEWEST.into(), high: Until::MOST.into() };
    vec![
        key("measure", Takes::Word(measures), "what is tested"),
        key("h0", hypothesis(), "its value by the one hypothesis"),
        key("h1", hypothesis(), "its value by the other"),
        key("alpha", error(), "the chance to end with H1 where H0 is true"),
        key("beta", error(), "the chance to end with H0 where H1 is true"),
        key("blocks", blocks, "blocks at most"),
    ]
}

fn outputs() -> Vec<Key> {
    [
        ("games", "games.csv, a row an election"),
        ("rounds", "rounds.csv, a row a round"),
        ("records", "records.jsonl, every move of every game"),
        ("zstd", "whether these files and blocks.csv are compressed"),
    ]
    .map(|(name, meaning)| key(name, Takes::Switch, meaning))
    .into()
}

pub(crate) fn rule(field: RuleField) -> Key {
    let takes = match field.takes {
        RuleValues::Words(words) => Takes::Word(words.to_vec()),
        RuleValues::Whole { low, high } => Takes::Whole { low: low.into(), high: high.into() },
    };
    key(field.key, takes, field.meaning)
}

/// The keys of `[budget]`, from what strategies declare; bounds are the widest of those that a
/// budget has with several.
pub(super) fn budgets(registry: &Registry) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for param in registry.iter().flat_map(|entry| entry.budgets()) {
        let crate::strategies::Kind::Integer { low, high } = param.kind else { continue };
        let (low, high) = (i128::from(low), i128::from(high));
        match keys.iter_mut().find(|key| key.name == param.key) {
            Some(Key { takes: Takes::Whole { low: least, high: most }, .. }) => {
                (*least, *most) = ((*least).min(low), (*most).max(high));
            }
            Some(_) => {}
            None => keys.push(key(param.key, Takes::Whole { low, high }, param.meaning)),
        }
    }
    keys
}

impl Takes {
    /// What it takes, as a message goes on after "it must be".
    pub(super) fn allowed(&self) -> String {
        match self {
            Takes::Switch => "true or false".to_owned(),
            Takes::Whole { low, high } => format!("a whole number, {low} to {high}"),
            Takes::Word(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                format!("one of {}", quoted.join(", "))
            }
            Takes::Path => "a string, the path of a file".to_owned(),
            Takes::Label => "a string, a label of the pool".to_owned(),
            Takes::Text(what) => format!("a string, {what}"),
            Takes::Decimal { low, high } => {
                format!("a number of at most six decimals, {low} to {high}")
            }
            Takes::Entrants => format!("a list of 1 to {MAX_POOL} strings, {ENTRANT}s"),
            Takes::Seatings => format!("a list of {SEATING}s"),
            Takes::Number => "a number".to_owned(),
            Takes::Words => "a list of strings".to_owned(),
            Takes::Table(_) | Takes::Named(_) | Takes::Budgets => "a table".to_owned(),
        }
    }
}

/// An item of `pool`.
pub(super) const ENTRANT: &str = "[NAME=]SPEC";
/// An item of `seatings`.
pub(super) const SEATING: &str = "list of five labels";
const _: () = assert!(Seat::COUNT == 5, "as messages say");
