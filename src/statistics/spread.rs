//! The spread of a distribution that is known by its counts.

/// The standard deviation of the values 0, 1, 2, … of which `counts` tells how often each was seen.
///
/// The denominator is the number of values seen, not one less: this describes all the seatings that
/// were played, and is no estimate of how far their mean may be off. `None` where nothing was seen.
pub fn standard_deviation(counts: &[u64]) -> Option<f64> {
    let cells = || (0u128..).zip(counts.iter().map(|&count| u128::from(count)));
    let total = cells().map(|(_, count)| count).sum::<u128>();
    if total == 0 {
        return None;
    }
    let total = total as f64;
    let mean = cells().map(|(value, count)| value * count).sum::<u128>() as f64 / total;
    // About the mean, so that nothing cancels; all terms are positive and in a fixed order.
    let squares = cells().map(|(value, count)| {
        let off = value as f64 - mean;
        count as f64 * (off * off)
    });
    Some((squares.sum::<f64>() / total).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0, 0, 1, 3: the mean is 1, the squares are 1 + 1 + 0 + 4 = 6, the variance 6/4.
    #[test]
    fn divides_by_the_number_of_values() {
        assert_eq!(standard_deviation(&[2, 1, 0, 1]), Some(1.5f64.sqrt()));
        assert_eq!(standard_deviation(&[0, 0, 7]), Some(0.0));
    }

    #[test]
    fn nothing_seen_has_no_spread() {
        assert_eq!(standard_deviation(&[]), None);
        assert_eq!(standard_deviation(&[0; 201]), None);
    }

    /// Half of the seatings hold 199 stones, half 200: 1/2 about a mean of 199.5.
    #[test]
    fn loses_nothing_in_great_counts() {
        let mut counts = [0; 201];
        counts[199] = u64::MAX / 2;
        counts[200] = u64::MAX / 2;
        assert_eq!(standard_deviation(&counts), Some(0.5));
    }
}
