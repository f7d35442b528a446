//! What is said of a tuning while it runs, on stderr.

use std::io::{self, Write as _};
use std::path::Path;

use super::super::progress::Meter;
use crate::tabletop::plural;
use crate::tune::method::MethodKind;
use crate::tune::{Objective, Phase, Plan, Question, Row, Told};

/// Says what is about to be tuned.
pub(super) fn announce(plan: &Plan, folder: &Path) {
    let text = format!(
        "{}: {} of {}, {} by {}, {}, seed {}\nresults: {}\n",
        plan.name,
        plural(plan.space.dimension() as u64, "parameter"),
        plan.incumbent.name,
        plan.objective.word(),
        plan.method.word(),
        plural(plan.budget, "election"),
        plan.seed,
        folder.display(),
    );
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Progress of a tuning on stderr.
pub(super) struct Progress {
    quiet: bool,
    budget: u64,
    objective: Objective,
    /// Of a search that is nowhere, the best is what came out best.
    follows_centre: bool,
    /// Blocks of a test of the confirmation at most.
    most: u64,
    /// Begun with the first games that are played and not taken from the journal.
    meter: Option<Shown>,
    /// At the last that was told.
    elections: u64,
    trials: u64,
    /// Of the phase.
    at: (Phase, u64),
    best: Option<Row>,
}

/// A meter, with what there was when it began.
struct Shown {
    meter: Meter,
    /// The test that it is of, if it is of one.
    test: Option<Phase>,
    elections: u64,
    trials: u64,
}

impl Progress {
    pub(super) fn new(plan: &Plan, quiet: bool) -> Self {
        Self {
            quiet,
            budget: plan.budget,
            objective: plan.objective,
            follows_centre: plan.method != MethodKind::Random,
            most: plan.confirm.blocks,
            meter: None,
            elections: 0,
            trials: 0,
            at: (Phase::Search, 0),
            best: None,
        }
    }

    pub(super) fn take(&mut self, told: Told) {
        if told.row.is_none_or(|row| !row.is_replayed) {
            self.begin(told.phase);
        }
        (self.elections, self.at) = (told.elections, (told.phase, told.blocks));
        if let Some(row) = told.row {
            self.trials = row.trials;
            if self.is_better(&row) {
                self.best = Some(row);
            }
        }
        self.show();
    }

    fn is_better(&self, row: &Row) -> bool {
        let sign = self.objective.sign() as f64;
        let worth = |row: &Row| row.mean.map(|mean| sign * mean);
        match row.phase {
            Phase::Search if self.follows_centre => row.candidate == 0,
            // One of a generation that was not dropped.
            Phase::Search => row.is_last && self.best.is_none_or(|best| worth(&best) < worth(row)),
            Phase::Select => {
                row.is_last
                    && self
                        .best
                        .is_none_or(|best| best.phase == Phase::Search || worth(&best) < worth(row))
            }
            _ => false,
        }
    }

    /// Has a meter for what is played: one for the budget, and one for each test of the confirmation,
    /// of which nobody knows when it ends.
    fn begin(&mut self, phase: Phase) {
        let test = phase.confirms().then_some(phase);
        if self.meter.as_ref().is_some_and(|shown| shown.test == test) {
            return;
        }
        self.end();
        let (elections, trials) = (self.elections, self.trials);
        let meter = match Question::ALL.iter().position(|question| Some(question.phase()) == test) {
            None => Meter::counting("trials", "elections", elections, self.budget, self.quiet),
            Some(place) => {
                let before = if self.at.0 == phase { self.at.1 } else { 0 };
                let what = format!("confirming, test {} of {}", place + 1, Question::ALL.len());
                Meter::at_most(what, "blocks", before, self.most, self.quiet)
            }
        };
        self.meter = Some(Shown { meter, test, elections, trials });
    }

    /// What the best has, in the unit of the objective.
    fn best(&self) -> Option<String> {
        let row = self.best?;
        let (by, sign, what) = match self.objective {
            Objective::WinRate => (100.0, " %", "of elections won"),
            Objective::Equity => (100.0, " %", "equity over the incumbent"),
            Objective::MeanStones => (1.0, "", "mean stones"),
        };
        let number = |value: f64| match self.objective {
            Objective::Equity => format!("{:+.2}", by * value),
            _ => format!("{:.2}", by * value),
        };
        let limits = row.interval.map(|i| format!(" ({} – {})", number(i.low), number(i.high)));
        Some(format!("best {}{sign}{} {what}", number(row.mean?), limits.unwrap_or_default()))
    }

    fn show(&mut self) {
        let best = self.best();
        let Some(shown) = &mut self.meter else { return };
        if shown.test.is_some() {
            let blocks = self.at.1.min(self.most);
            shown.meter.show(blocks, self.elections - shown.elections);
            return;
        }
        if let Some(best) = best {
            shown.meter.beside(best);
        }
        shown.meter.show(self.elections.min(self.budget), self.trials - shown.trials);
    }

    pub(super) fn end(&self) {
        self.meter.iter().for_each(|shown| shown.meter.end());
    }
}
