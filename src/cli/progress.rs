//! Progress of long work on stderr: a bar on a terminal, else a plain line every ten seconds.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::tournament::Progress;

/// How often a line is written where there is no terminal.
const LINES: Duration = Duration::from_secs(10);

/// Shows how far a run is.
pub(super) enum Meter {
    Quiet,
    Bar { bar: ProgressBar, begun: Instant },
    Lines { blocks: u64, begun: Instant, last: Instant },
}

impl Meter {
    /// For a run of `blocks`.
    pub(super) fn new(blocks: u64, quiet: bool) -> Self {
        let begun = Instant::now();
        if quiet {
            return Self::Quiet;
        }
        if !std::io::stderr().is_terminal() {
            return Self::Lines { blocks, begun, last: begun };
        }
        let bar = ProgressBar::new(blocks);
        let form = "{wide_bar} {percent:>3} % {msg}";
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        Self::Bar { bar, begun }
    }

    /// Takes in what has been written so far.
    pub(super) fn show(&mut self, progress: Progress) {
        match self {
            Self::Quiet => {}
            Self::Bar { bar, begun } => {
                let blocks = bar.length().unwrap_or(progress.blocks);
                bar.set_message(rate_and_rest(progress, blocks, begun.elapsed()));
                bar.set_position(progress.blocks);
            }
            Self::Lines { blocks, begun, last } => {
                if last.elapsed() >= LINES {
                    *last = Instant::now();
                    let rest = rate_and_rest(progress, *blocks, begun.elapsed());
                    let done = progress.blocks;
                    let _ = writeln!(std::io::stderr(), "{done} of {blocks} blocks, {rest}");
                }
            }
        }
    }

    /// Clears the bar away.
    pub(super) fn end(&self) {
        if let Self::Bar { bar, .. } = self {
            bar.finish_and_clear();
        }
    }
}

/// `12345 elections/s, 3 minutes left`.
fn rate_and_rest(progress: Progress, blocks: u64, elapsed: Duration) -> String {
    // The first second says little of the rest.
    if progress.blocks == 0 || elapsed < Duration::from_secs(1) {
        return "begun".to_owned();
    }
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let rate = progress.elections as f64 / seconds;
    let rest =
        seconds / progress.blocks.max(1) as f64 * (blocks - progress.blocks.min(blocks)) as f64;
    let rest = HumanDuration(Duration::from_secs_f64(rest.min(1e15)));
    format!("{rate:.0} elections/s, {rest:#} left")
}
