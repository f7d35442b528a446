//! Systems of equations with a symmetric positive matrix.

/// The triangle L with L Lᵀ = a matrix (Cholesky), row by row.
#[derive(Clone, Debug)]
pub(super) struct Factor {
    size: usize,
    rows: Vec<f64>,
}

impl Factor {
    /// Of a matrix of `size` rows. `None` if it is not positive, as far as can be told.
    pub(super) fn of(matrix: &[f64], size: usize) -> Option<Self> {
        let mut rows = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|k| rows[row * size + k] * rows[column * size + k]).sum();
                let rest = matrix[row * size + column] - known;
                rows[row * size + column] = if row == column {
                    // What is left of a diagonal by rounding alone is nothing.
                    let positive = rest > 1e-12 * matrix[row * size + row];
                    positive.then(|| rest.sqrt())?
                } else {
                    rest / rows[column * size + column]
                };
            }
        }
        Some(Self { size, rows })
    }

    /// The x with matrix · x = `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Self { size, rows } = self;
        let mut x = right.to_vec();
        for row in 0..*size {
            let known: f64 = (0..row).map(|k| rows[row * size + k] * x[k]).sum();
            x[row] = (x[row] - known) / rows[row * size + row];
        }
        for row in (0..*size).rev() {
            let known: f64 = (row + 1..*size).map(|k| rows[k * size + row] * x[k]).sum();
            x[row] = (x[row] - known) / rows[row * size + row];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4 x + 2 y = 2, 2 x + 3 y = 5: x is −1/2, y is 2.
    #[test]
    fn by_hand() {
        let factor = Factor::of(&[4.0, 2.0, 2.0, 3.0], 2).unwrap();
        let x = factor.solve(&[2.0, 5.0]);
        assert!((x[0] + 0.5).abs() < 1e-15 && (x[1] - 2.0).abs() < 1e-15, "{x:?}");
    }

    #[test]
    fn others_are_refused() {
        assert!(Factor::of(&[1.0, 1.0, 1.0, 1.0], 2).is_none());
        assert!(Factor::of(&[-1.0], 1).is_none());
        assert!(Factor::of(&[f64::NAN], 1).is_none());
    }
}
