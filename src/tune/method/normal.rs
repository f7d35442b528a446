//! Normal draws, the same on every machine.

use crate::engine::Random;
use crate::statistics::ln;

/// A draw from the standard normal distribution, by the polar method of Marsaglia and Bray (1964): a
/// point of the disc, one of its two coordinates used, so that a draw depends on no draw before it.
pub fn normal(random: &mut Random) -> f64 {
    loop {
        let (x, y) = (2.0 * random.unit() - 1.0, 2.0 * random.unit() - 1.0);
        let square = x * x + y * y;
        if square < 1.0 && square > 0.0 {
            return x * (-2.0 * ln(square) / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seed;

    /// Standard errors of the first four moments of 200 000 draws are 0.0022, 0.0032, 0.0087 and
    /// 0.022; within five of them.
    #[test]
    fn has_the_moments_of_the_normal_distribution() {
        let mut random = Seed(1).tuner(0);
        let draws: Vec<f64> = (0..200_000).map(|_| normal(&mut random)).collect();
        let moment = |power| {
            let sum: f64 = draws.iter().map(|&x| f64::powi(x, power)).sum();
            sum / draws.len() as f64
        };
        assert!(moment(1).abs() < 0.011, "{}", moment(1));
        assert!((moment(2) - 1.0).abs() < 0.016, "{}", moment(2));
        assert!(moment(3).abs() < 0.044, "{}", moment(3));
        assert!((moment(4) - 3.0).abs() < 0.11, "{}", moment(4));
    }
}
