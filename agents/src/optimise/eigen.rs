//! Axes of a symmetric matrix.

/// The eigenvalues of a symmetric matrix and its eigenvectors, one per column, by Jacobi's rotations.
pub(super) fn eigen(mut matrix: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = matrix.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for _ in 0..50 {
        let off: f64 =
            (0..size).flat_map(|p| (0..p).map(move |q| (p, q))).map(|(p, q)| matrix[p][q].powi(2)).sum();
        let on: f64 = (0..size).map(|p| matrix[p][p].powi(2)).sum();
        if off <= 1e-30 * on {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                if matrix[p][q] == 0.0 {
                    continue;
                }
                let half = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
                let tangent = half.signum() / (half.abs() + (half * half + 1.0).sqrt());
                let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
                let sine = tangent * cosine;
                let turn = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
                for row in &mut matrix {
                    (row[p], row[q]) = turn(row[p], row[q]);
                }
                let (upper, lower) = matrix.split_at_mut(q);
                for (a, b) in upper[p].iter_mut().zip(&mut lower[0]) {
                    (*a, *b) = turn(*a, *b);
                }
                for row in &mut vectors {
                    (row[p], row[q]) = turn(row[p], row[q]);
                }
            }
        }
    }
    ((0..size).map(|index| matrix[index][index]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_make_up_the_matrix_again() {
        let matrix = vec![vec![4.0, 1.0, -2.0], vec![1.0, 2.0, 0.5], vec![-2.0, 0.5, 3.0]];
        let (values, vectors) = eigen(matrix.clone());
        for row in 0..3 {
            for column in 0..3 {
                let made: f64 = (0..3).map(|k| vectors[row][k] * values[k] * vectors[column][k]).sum();
                assert!((made - matrix[row][column]).abs() < 1e-12);
                let product: f64 = (0..3).map(|k| vectors[k][row] * vectors[k][column]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }
}
