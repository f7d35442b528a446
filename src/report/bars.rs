//! Small pictures of block characters: a distribution, a bar a value; and bars lying down.

use crate::statistics::Interval;

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

/// A bar lying down, for shares of a full one of `width` columns: full up to the lower limit of the
/// interval, shaded to the upper. What is not nothing has at least a sliver.
pub(super) fn whiskered(value: Option<f64>, interval: Option<Interval>, width: usize) -> String {
    const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let columns = |share: f64| share.clamp(0.0, 1.0) * width as f64;
    match (value, interval) {
        (None, _) => String::new(),
        (Some(value), None) => {
            let eighths = (8.0 * columns(value)).ceil() as usize;
            let mut bar = "█".repeat(eighths / 8);
            bar.extend(eighths.checked_rem(8).filter(|&n| n > 0).map(|n| EIGHTHS[n - 1]));
            bar
        }
        (Some(_), Some(Interval { low, high })) => {
            let (full, all) = (columns(low).floor() as usize, columns(high).ceil() as usize);
            "█".repeat(full) + &"▒".repeat(all - full)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_full_as_far_as_is_sure() {
        let interval = Some(Interval { low: 0.39, high: 0.61 });
        assert_eq!(whiskered(Some(0.5), interval, 10), "███▒▒▒▒");
        assert_eq!(whiskered(Some(0.55), None, 10), "█████▌");
        assert_eq!(whiskered(Some(0.001), None, 10), "▏");
        assert_eq!(whiskered(Some(1.0), Some(Interval { low: 1.0, high: 1.0 }), 4), "████");
        assert_eq!([whiskered(Some(0.0), None, 10), whiskered(None, None, 10)], ["", ""]);
    }
}
