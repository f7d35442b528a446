//! Exact counts of lines of play from a position, as chess has perft: they prove move generation.

use super::action::Action;
use super::ending::{End, Progress};
use super::round::Round;

/// Complete lines of play from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// How many there are.
    pub lines: u64,
    /// Their plies in all, from the position on, passes included.
    pub plies: u64,
    /// How many end in each way, in the order of [`End::ALL`].
    pub ends: [u64; End::COUNT],
}

/// Counts every complete line of play from `round`. A line grows with each choice: for hands of few
/// tiles.
pub fn count_lines(round: &Round) -> Lines {
    let mut lines = Lines::default();
    visit(round, 0, &mut lines);
    lines
}

fn visit(round: &Round, depth: u64, lines: &mut Lines) {
    let legal = round.legal();
    let pass = legal.is_empty().then_some(Action::Pass);
    for action in legal.iter().map(Action::Play).chain(pass) {
        let mut next = round.clone();
        match next.play(action, &mut ()) {
            Ok(Progress::Continues) => visit(&next, depth + 1, lines),
            Ok(Progress::Ended(end)) => {
                lines.lines += 1;
                lines.plies += depth + 1;
                lines.ends[end.kind.index()] += 1;
            }
            Err(_) => {}
        }
    }
}
