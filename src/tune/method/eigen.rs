//! Eigenvalues of a symmetric matrix.

/// Eigenvalues and eigenvectors of a symmetric matrix, by rotations of Jacobi (1846) in the cyclic order
/// (Golub and Van Loan, *Matrix Computations*, 8.5). Vector k is column k: `vectors[i][k]`.
pub fn eigen(matrix: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = matrix.len();
    let mut a = matrix.to_vec();
    let mut vectors: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|k| if i == k { 1.0 } else { 0.0 }).collect()).collect();
    // Convergence is quadratic: a dozen sweeps do for any matrix of this size.
    for _ in 0..60 {
        let square = |i: usize, k: usize| a[i][k] * a[i][k];
        let off: f64 =
            (0..n).flat_map(|i| (0..i).map(move |k| (i, k))).map(|(i, k)| square(i, k)).sum();
        let on: f64 = (0..n).map(|i| square(i, i)).sum();
        if off <= 1e-30 * on {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), vectors)
}

/// Turns the plane of p and q so that their entry becomes 0.
fn rotate(a: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut().chain(vectors.iter_mut()) {
        let (x, y) = (row[p], row[q]);
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
    }
    // p is below q.
    let (above, below) = a.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (2 1; 1 2) has 1 along (1, −1) and 3 along (1, 1).
    #[test]
    fn two_by_two() {
        let (values, vectors) = eigen(&[vec![2.0, 1.0], vec![1.0, 2.0]]);
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        assert!((sorted[0] - 1.0).abs() < 1e-15 && (sorted[1] - 3.0).abs() < 1e-15);
        for k in 0..2 {
            assert!((vectors[0][k].abs() - 0.5_f64.sqrt()).abs() < 1e-15);
            let along = if values[k] > 2.0 { 1.0 } else { -1.0 };
            assert!((vectors[0][k] * vectors[1][k] * along) > 0.0);
        }
    }

    /// V D Vᵀ is the matrix again, and Vᵀ V is one.
    #[test]
    fn makes_the_matrix_again() {
        let n = 12;
        let entry = |i: usize, k: usize| {
            let (low, high) = (i.min(k) as f64, i.max(k) as f64);
            (if i == k { 20.0 + low } else { 0.0 }) + (1.0 + low) / (1.0 + 3.0 * high)
        };
        let matrix: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|k| entry(i, k)).collect()).collect();
        let (values, vectors) = eigen(&matrix);
        for i in 0..n {
            for k in 0..n {
                let again: f64 = (0..n).map(|j| vectors[i][j] * values[j] * vectors[k][j]).sum();
                assert!((again - matrix[i][k]).abs() < 1e-12, "{i} {k}: {again}");
                let dot: f64 = (0..n).map(|j| vectors[j][i] * vectors[j][k]).sum();
                assert!((dot - f64::from(u8::from(i == k))).abs() < 1e-13);
            }
        }
    }
}
