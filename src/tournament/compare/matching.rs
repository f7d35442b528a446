//! Who is compared with whom, and what two experiments do not have alike.

use super::super::design::Arm;
use super::super::differences::{Difference, differences};
use super::side::Side;
use serde_json::json;

/// How entrants were matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matched {
    ByLabel,
    /// No label of the one is in the other, so place in the pool counts.
    ByPlace,
}

/// An entrant in an arm, in both runs, by place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Arms of the first and the second run.
    pub arms: (usize, usize),
    pub entrants: (usize, usize),
}

/// Two experiments beside each other.
#[derive(Clone, Debug)]
pub struct Matching {
    /// Keys of the experiments, and of who ran them, that are not the same.
    pub differences: Vec<Difference>,
    pub by: Matched,
    pub pairs: Vec<Pair>,
    /// Labels that are in one run alone.
    pub alone: (Vec<String>, Vec<String>),
    /// Whether block b has the same deals in both, and the same arm.
    pub paired: bool,
}

/// Two runs that can't be compared, or not without being forced.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// Keys without which a difference of results means little.
    #[error("the runs are of different games; --force compares them all the same")]
    OtherGames(Vec<Difference>),
    /// No arm has two entrants to compare.
    #[error("no entrant of the one meets its like in an arm of the other; nothing can be compared")]
    Nothing(Vec<Difference>),
}

/// Keys that must be the same for results to be comparable.
pub fn is_of_the_game(path: &str) -> bool {
    path == "elections" || path.starts_with("rules.")
}

impl Matching {
    /// Of two runs. Other rules or other `elections` are let pass with `force`.
    ///
    /// # Errors
    /// There is nothing to compare, or it should not be.
    pub fn of(first: &Side, second: &Side, force: bool) -> Result<Self, Refusal> {
        let differences = written(first, second);
        let of_the_game: Vec<Difference> = differences
            .iter()
            .filter(|difference| is_of_the_game(&difference.path))
            .cloned()
            .collect();
        if !of_the_game.is_empty() && !force {
            return Err(Refusal::OtherGames(of_the_game));
        }
        let (arms, others) = (first.experiment.arms(), second.experiment.arms());
        let (pool, other_pool) = (first.experiment.labels(), second.experiment.labels());
        let same_design = first.experiment.design == second.experiment.design
            && first.experiment.both == second.experiment.both
            && arms.len() == others.len();
        let like = |label: &&str| other_pool.contains(label);
        let by = match pool.iter().any(like) || pool.len() != other_pool.len() || !same_design {
            true => Matched::ByLabel,
            false => Matched::ByPlace,
        };
        let matches = |place: usize, other: usize| match by {
            Matched::ByLabel => pool[place] == other_pool[other],
            Matched::ByPlace => place == other,
        };
        // The one among four is not held against one of four.
        let seats = |arm: &Arm, place: usize| {
            arm.seatings
                .first()
                .map(|seating| seating.iter().filter(|&&sits| sits == place).count())
        };
        let mut pairs = Vec::new();
        for (at, arm) in arms.iter().enumerate() {
            for (other_at, other) in others.iter().enumerate() {
                let arms_match = match by {
                    Matched::ByLabel => arm.word == other.word,
                    Matched::ByPlace => at == other_at,
                };
                for &place in arm.entrants.iter().filter(|_| arms_match) {
                    let its = other.entrants.iter().find(|&&other| matches(place, other));
                    let its = its.filter(|&&its| seats(arm, place) == seats(other, its));
                    pairs.extend(
                        its.map(|&its| Pair { arms: (at, other_at), entrants: (place, its) }),
                    );
                }
            }
        }
        if pairs.is_empty() {
            let decisive = differences.into_iter().filter(|d| decides_pairs(&d.path)).collect();
            return Err(Refusal::Nothing(decisive));
        }
        let alone = match by {
            Matched::ByLabel => (only(&pool, &other_pool), only(&other_pool, &pool)),
            Matched::ByPlace => (Vec::new(), Vec::new()),
        };
        // Block n is of arm n mod the number of arms.
        let same_turns = arms.len() == others.len()
            && pairs.iter().all(|Pair { arms: (arm, other), .. }| arm == other);
        // Deals follow from the seed and the block alone, whatever the rules.
        let paired = same_turns && first.experiment.seed == second.experiment.seed;
        Ok(Self { differences, by, pairs, alone, paired })
    }
}

fn only(labels: &[&str], others: &[&str]) -> Vec<String> {
    let alone = labels.iter().filter(|label| !others.contains(label));
    alone.map(|label| (*label).to_owned()).collect()
}

/// Keys that decide who can be matched.
fn decides_pairs(path: &str) -> bool {
    path == "design" || path == "both" || path == "seatings" || path.starts_with("pool")
}

/// The keys in which two experiments, and the programs that ran them, differ. What is written
/// besides the journal, and what follows from other keys, is left out.
fn written(first: &Side, second: &Side) -> Vec<Difference> {
    let value = |side: &Side| {
        let mut value = side.manifest.experiment_written();
        if let Some(object) = value.as_object_mut() {
            for key in ["games_played", "blocks", "cycle", "records", "outputs", "anchor"] {
                object.remove(key);
            }
            let program = &side.manifest.program;
            object.insert("version".to_owned(), json!(program.version));
            object.insert("git_commit".to_owned(), json!(program.git_commit));
            object.insert("blocks_done".to_owned(), json!(side.blocks));
        }
        value
    };
    let mut differences = differences(&value(first), &value(second));
    let others: Vec<String> = differences
        .iter()
        .filter_map(|difference| difference.path.strip_suffix(".strategy"))
        .map(|entrant| format!("{entrant}.parameters"))
        .collect();
    // Another strategy has other parameters.
    differences.retain(|difference| !others.iter().any(|other| difference.path.starts_with(other)));
    differences
}
