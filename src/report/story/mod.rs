//! The story of a run: what its numbers say, in sections of sentences, pictures and tables. The page,
//! the Markdown and the terminal are three renderings of the same story, so they never disagree.

mod budget;
mod comparison;
mod course;
mod effects;
mod experiment;
mod parts;
mod play;
mod ranking;
mod seats;
mod stones;
mod tuning;
mod verdict;
mod versus;

pub use comparison::{Compared, comparison};
pub use parts::{Bars, Curve, Dots, Figure, Heat, Panel, Picture, Section, Series, Story, Table};
pub use tuning::tuning;

use super::names::short;
use crate::records::legible;
use crate::strategies::Registry;
use crate::tournament::{Line, Named, Reading, Results, Side};

/// What sections are told from.
struct Told<'a> {
    run: &'a Side,
    reading: &'a Reading,
    results: Results<'a>,
    registry: &'a Registry,
    /// The labels of the pool, short enough for a table.
    names: Vec<String>,
}

/// Columns for a name.
const NAME: usize = 40;

impl Told<'_> {
    fn label(&self, place: usize) -> String {
        self.names[place].clone()
    }

    fn arm(&self, arm: usize) -> String {
        legible(&self.results.arms[arm].word, 60)
    }

    fn has_arms(&self) -> bool {
        self.results.arms.len() > 1
    }

    /// An entrant, with its arm where lines have one of several.
    fn line(&self, line: &Line) -> String {
        match line.arm {
            Some(arm) if self.has_arms() => {
                format!("{} in {}", self.label(line.place), self.arm(arm))
            }
            _ => self.label(line.place),
        }
    }

    /// What there is to be said where lines are over all arms.
    fn over_arms(&self, file: &str) -> Option<String> {
        let pooled = self.reading.lines.first().is_some_and(|line| line.arm.is_none());
        pooled.then(|| {
            format!(
                "Over all {} arms together, as these are too many to be looked at one by one; by \
                 arm in {file}.",
                self.results.arms.len()
            )
        })
    }
}

/// The story of a run.
pub fn story(run: &Side, reading: &Reading, registry: &Registry) -> Story {
    let named = Named::of(&run.experiment);
    let results = named.results(&reading.tally, &reading.ratings, reading.watch.as_ref());
    let names = short(&named.labels, NAME);
    let told = &Told { run, reading, results, registry, names };
    let sections = [
        Some(verdict::section(told)),
        Some(experiment::what_was_run(told)),
        Some(ranking::section(told)),
        Some(stones::section(told)),
        versus::head_to_head(told),
        versus::differences(told),
        effects::thriving(told),
        Some(seats::seats(told)),
        seats::neighbours(told),
        Some(play::ends(told)),
        Some(play::flows(told)),
        Some(play::length(told)),
        Some(course::section(told)),
        budget::section(told),
        Some(play::faults(told)),
        Some(experiment::statistics(told)),
        Some(experiment::files(told)),
    ];
    Story {
        title: experiment::title(told),
        notice: experiment::incomplete(run),
        sections: sections.into_iter().flatten().collect(),
    }
}
