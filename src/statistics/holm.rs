//! Several comparisons at once.

/// The p-values of a family of comparisons as Holm (1979) corrects them: who calls those real that
/// are then 0.05 or less calls in 95 % of families none real that is not, however the comparisons
/// depend on each other.
///
/// The smallest of k is multiplied by k, the next by k − 1, and so on; none is below one before it,
/// nor above 1. A comparison without a p-value is one of the family all the same, and counts as 1.
pub fn holm(p: &[Option<f64>]) -> Vec<f64> {
    let known = |at: usize| p[at].unwrap_or(1.0);
    let mut order: Vec<usize> = (0..p.len()).collect();
    // Of equal ones it is all the same which comes first.
    order.sort_by(|&one, &other| known(one).total_cmp(&known(other)));
    let mut corrected = vec![1.0; p.len()];
    let mut most = 0.0_f64;
    for (rank, &at) in order.iter().enumerate() {
        most = most.max((known(at) * (p.len() - rank) as f64).min(1.0));
        corrected[at] = most;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corrected(p: &[f64]) -> Vec<String> {
        let p: Vec<_> = p.iter().copied().map(Some).collect();
        holm(&p).iter().map(|p| format!("{p:.4}")).collect()
    }

    /// What `p.adjust(…, "holm")` of R gives.
    #[test]
    fn as_r_corrects() {
        assert_eq!(corrected(&[0.01, 0.04, 0.03, 0.005]), ["0.0300", "0.0600", "0.0600", "0.0200"]);
        assert_eq!(corrected(&[0.01, 0.02, 0.03, 0.04]), ["0.0400", "0.0600", "0.0600", "0.0600"]);
        assert_eq!(corrected(&[0.5, 0.6]), ["1.0000", "1.0000"]);
        assert_eq!(corrected(&[0.03]), ["0.0300"]);
        assert!(corrected(&[]).is_empty());
    }

    #[test]
    fn those_without_a_value_count() {
        assert_eq!(holm(&[Some(0.01), None, None]), [0.03, 1.0, 1.0]);
    }
}
