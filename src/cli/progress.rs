//! Long work: the threads it runs on, and its progress on stderr, a bar on a terminal, else a plain
//! line every ten seconds.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// How often a line is written where there is no terminal.
const LINES: Duration = Duration::from_secs(10);
/// Blocks read between two looks at the clock.
const SELDOM: u64 = 256;

/// Threads to work on: those asked for, else all cores.
pub(super) fn threads(asked: Option<u16>) -> usize {
    match asked {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}

/// How much work there is, in some unit.
pub(super) struct Work {
    unit: &'static str,
    /// What the rate is told in.
    counted: &'static str,
    /// Done when this began, in units.
    before: u64,
    all: u64,
    begun: Instant,
    /// What else there is to say of where it is.
    note: Option<String>,
    /// The same, with how long there is left.
    beside: Option<String>,
    /// What is done, where nobody knows when it ends: at the latest with all of the work.
    open: Option<String>,
}

/// Shows how far work is.
pub(super) enum Meter {
    Quiet,
    Bar { bar: ProgressBar, work: Work },
    Lines { work: Work, last: Instant },
}

impl Meter {
    /// For `all` units of work, of which some were done `before`; the rate is that of elections.
    pub(super) fn new(unit: &'static str, before: u64, all: u64, quiet: bool) -> Self {
        Self::counting("elections", unit, before, all, quiet)
    }

    /// For `all` blocks that are read.
    pub(super) fn reading(all: u64, quiet: bool) -> Self {
        Self::counting("blocks", "blocks", 0, all, quiet)
    }

    /// The same with a rate of something else.
    pub(super) fn counting(
        counted: &'static str,
        unit: &'static str,
        before: u64,
        all: u64,
        quiet: bool,
    ) -> Self {
        if quiet {
            return Self::Quiet;
        }
        Self::of(Work::new(counted, unit, before, all))
    }

    /// For work that ends after `all` units at the latest. It says at once what is done.
    pub(super) fn at_most(
        what: String,
        unit: &'static str,
        before: u64,
        all: u64,
        quiet: bool,
    ) -> Self {
        if quiet {
            return Self::Quiet;
        }
        let work = Work { open: Some(what), ..Work::new("elections", unit, before, all) };
        let mut meter = Self::of(work);
        if let Self::Lines { work, .. } = &meter {
            work.write(before, 0);
        }
        meter.show(before, 0);
        meter
    }

    fn of(work: Work) -> Self {
        if !std::io::stderr().is_terminal() {
            let last = work.begun;
            return Self::Lines { work, last };
        }
        let bar = ProgressBar::new(work.all);
        let form = match work.open {
            None => "{wide_bar} {percent:>3} % {msg}",
            Some(_) => "{wide_bar} {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        Self::Bar { bar, work }
    }

    /// Takes in that `done` units are done in all, and so many `counted`, elections if nothing else
    /// was said, since it began.
    pub(super) fn show(&mut self, done: u64, counted: u64) {
        match self {
            Self::Quiet => {}
            Self::Bar { bar, work } => {
                bar.set_message(match work.open {
                    None => work.rate_and_rest(done, counted),
                    Some(_) => work.line(done, counted),
                });
                bar.set_position(done);
            }
            Self::Lines { work, last } => {
                if last.elapsed() >= LINES {
                    *last = Instant::now();
                    work.write(done, counted);
                }
            }
        }
    }

    /// Takes in that `done` blocks are read, and looks at the clock for some of them alone.
    pub(super) fn read(&mut self, done: u64) {
        if done.is_multiple_of(SELDOM) {
            self.show(done, done);
        }
    }

    /// Has something told beside how far it is, from now on.
    pub(super) fn note(&mut self, text: Option<String>) {
        match self {
            Self::Quiet => {}
            Self::Bar { work, .. } | Self::Lines { work, .. } => work.note = text,
        }
    }

    /// Has something told beside how far it is and how long there is left, from now on.
    pub(super) fn beside(&mut self, text: String) {
        match self {
            Self::Quiet => {}
            Self::Bar { work, .. } | Self::Lines { work, .. } => work.beside = Some(text),
        }
    }

    /// Clears the bar away.
    pub(super) fn end(&self) {
        if let Self::Bar { bar, .. } = self {
            bar.finish_and_clear();
        }
    }
}

impl Work {
    fn new(counted: &'static str, unit: &'static str, before: u64, all: u64) -> Self {
        let begun = Instant::now();
        Self { unit, counted, before, all, begun, note: None, beside: None, open: None }
    }

    /// `250 of 1000 blocks, 12345 elections/s, 3 minutes left`.
    fn line(&self, done: u64, counted: u64) -> String {
        let Self { unit, all, .. } = self;
        let rest = self.rate_and_rest(done, counted);
        match &self.open {
            None => format!("{done} of {all} {unit}, {rest}"),
            Some(what) => format!("{what}: {done} of at most {all} {unit}, {rest}"),
        }
    }

    /// Writes it as a line of its own.
    fn write(&self, done: u64, counted: u64) {
        let _ = writeln!(std::io::stderr(), "{}", self.line(done, counted));
    }

    /// `12345 elections/s, 3 minutes left`.
    fn rate_and_rest(&self, done: u64, counted: u64) -> String {
        let elapsed = self.begun.elapsed();
        let since = done.saturating_sub(self.before);
        // The first second says little of the rest.
        if since == 0 || elapsed < Duration::from_secs(1) {
            return "begun".to_owned();
        }
        let seconds = elapsed.as_secs_f64();
        let rate = counted as f64 / seconds;
        let rest = seconds / since as f64 * self.all.saturating_sub(done) as f64;
        let rest = HumanDuration(Duration::from_secs_f64(rest.min(1e15)));
        let counted = self.counted;
        match &self.note {
            None if self.open.is_some() => format!("{rate:.0} {counted}/s"),
            None => {
                let beside = self.beside.as_ref().map(|text| format!(", {text}"));
                format!("{rate:.0} {counted}/s, {rest:#} left{}", beside.unwrap_or_default())
            }
            // When it ends is what it is about.
            Some(note) => format!("{rate:.0} {counted}/s, {note}"),
        }
    }
}
