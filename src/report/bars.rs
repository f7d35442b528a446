//! Small pictures of a distribution, a block character a bar.

/// Bars of a picture at most; more values share a bar.
pub(super) const BARS: usize = 51;

/// The sums of `per_bar` counts each, the last of those that are left.
pub(super) fn grouped(counts: &[u64], per_bar: usize) -> impl Iterator<Item = u64> {
    counts.chunks(per_bar).map(|together| together.iter().sum())
}

/// A block character for a height of 0 to 1: nothing only where there is nothing.
pub(super) fn bar(height: f64) -> char {
    const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    if height <= 0.0 {
        return ' ';
    }
    EIGHTHS[((height * 8.0).ceil() as usize).clamp(1, 8) - 1]
}
