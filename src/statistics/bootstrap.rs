//! A bootstrap over blocks that takes them one by one.

/// 2⁶⁴ times the chances that a Poisson variable of mean 1 is at most 0, 1, 2, …
const AT_MOST: [u64; 20] = [
    0x5e2d_58d8_b3bc_df1b,
    0xbc5a_b1b1_6779_be35,
    0xeb71_5e1d_c158_2dc3,
    0xfb23_9797_34a2_52f2,
    0xff10_25f5_9174_dc3e,
    0xffd9_0f3b_a405_5e1a,
    0xfffa_8b71_fc72_c914,
    0xffff_540c_0914_b3ca,
    0xffff_ed1f_4aa8_f120,
    0xffff_fe21_6e64_1463,
    0xffff_ffd4_d85d_3183,
    0xffff_fffc_6da2_62b5,
    0xffff_ffff_ba12_d179,
    0xffff_ffff_fb07_c64d,
    0xffff_ffff_ffab_8ea5,
    0xffff_ffff_fffa_be22,
    0xffff_ffff_ffff_b11a,
    0xffff_ffff_ffff_fba1,
    0xffff_ffff_ffff_ffc5,
    0xffff_ffff_ffff_fffd,
];

/// A Poisson variable of mean 1 from 64 uniform bits: how often a block is in a replicate, where it
/// may be in it any number of times. (Drawing blocks with replacement gives each a binomial number,
/// which is Poisson's in the limit; that needs to know how many there are, this does not.)
pub fn poisson_weight(word: u64) -> u64 {
    AT_MOST.iter().take_while(|&&bound| word >= bound).count() as u64
}

/// Replicates of a ratio Σy / Σn, each with its own weight for every block (the Poisson bootstrap:
/// Hanley and MacGibbon 2006; Chamandy et al. 2012). Integer sums: blocks come one by one, in
/// constant memory, and parts merge into the same as the whole, in any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BootstrapSums {
    replicates: Vec<(i128, i128)>,
}

impl BootstrapSums {
    /// Of so many replicates, without any blocks.
    pub fn new(replicates: usize) -> Self {
        Self { replicates: vec![(0, 0); replicates] }
    }

    /// Adds a block with (`y`, `n`); `weights` are its weights in all replicates, in order.
    pub fn add(&mut self, y: i64, n: u64, weights: &[u64]) {
        for ((sum_y, sum_n), &weight) in self.replicates.iter_mut().zip(weights) {
            *sum_y += i128::from(y) * i128::from(weight);
            *sum_n += i128::from(n) * i128::from(weight);
        }
    }

    /// Adds all blocks of `other`, which has as many replicates.
    pub fn merge(&mut self, other: &Self) {
        for (ours, its) in self.replicates.iter_mut().zip(&other.replicates) {
            ours.0 += its.0;
            ours.1 += its.1;
        }
    }

    /// The ratio in each replicate that has anything in its denominator.
    pub fn ratios(&self) -> impl Iterator<Item = f64> {
        let some = self.replicates.iter().filter(|(_, n)| *n > 0);
        some.map(|&(y, n)| y as f64 / n as f64)
    }

    /// The variance of the ratio between the replicates, about their mean. `None` where fewer than
    /// two have one.
    pub fn variance(&self) -> Option<f64> {
        let count = self.ratios().count();
        if count < 2 {
            return None;
        }
        let mean = self.ratios().sum::<f64>() / count as f64;
        let squares = self.ratios().map(|ratio| (ratio - mean) * (ratio - mean));
        Some(squares.sum::<f64>() / (count - 1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_poisson() {
        assert_eq!(poisson_weight(0), 0);
        assert_eq!(poisson_weight(AT_MOST[0] - 1), 0);
        assert_eq!(poisson_weight(AT_MOST[0]), 1);
        assert_eq!(poisson_weight(u64::MAX), 20);
        let mut cumulated = 0.0;
        let mut term = 1.0 / std::f64::consts::E;
        for (k, bound) in (1..).zip(AT_MOST) {
            cumulated += term;
            term /= f64::from(k);
            assert!((bound as f64 / 2f64.powi(64) - cumulated).abs() < 1e-15);
        }
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert_eq!(BootstrapSums::new(0).variance(), None);
        assert_eq!(BootstrapSums::new(9).variance(), None);
    }
}
