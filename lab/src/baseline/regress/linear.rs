//! Least squares on the cells.

use serde::{Deserialize, Serialize};

use super::cells::{CellTable, for_each_cell};
use tetreach::game::Board;

/// Added to the squares' diagonal: cells that are never filled leave it singular, and get weight 0 by this.
const RIDGE: f64 = 1e-6;

/// A weight for each cell and a constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Linear {
    /// Weights of the cells, then the constant.
    weights: Vec<f64>,
}

impl Linear {
    /// The weights with the least squared error, from the normal equations.
    pub(super) fn fit(table: &CellTable, cells: usize) -> Self {
        let size = cells + 1;
        let (mut squares, mut sums) = (vec![0.0_f64; size * size], vec![0.0_f64; size]);
        for index in 0..table.len() {
            let label = f64::from(table.labels[index]);
            let filled = table.cells(index);
            let inputs = || filled.iter().map(|cell| usize::from(*cell)).chain([cells]);
            for a in inputs() {
                sums[a] += label;
                for b in inputs() {
                    squares[a * size + b] += 1.0;
                }
            }
        }
        for index in 0..size {
            squares[index * size + index] += RIDGE;
        }
        Self { weights: solve(squares, sums) }
    }

    /// The guess for a board.
    pub fn predict(&self, board: &Board) -> f64 {
        let mut sum = *self.weights.last().expect("invariant: there is a constant");
        for_each_cell(board, |cell| sum += self.weights[cell]);
        sum
    }

    pub(super) fn fits(&self, cells: usize) -> bool {
        self.weights.len() == cells + 1
    }
}

/// Solves symmetric positive definite equations by Cholesky's decomposition.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let (above, below) = matrix.split_at(row * size);
            let other = if column == row { &below[..column] } else { &above[column * size..][..column] };
            let dot: f64 = below[..column].iter().zip(other).map(|(a, b)| a * b).sum();
            let rest = matrix[row * size + column] - dot;
            matrix[row * size + column] = if column == row {
                // Rounding may eat the ridge of a cell that others determine wholly.
                rest.max(RIDGE * RIDGE).sqrt()
            } else {
                rest / matrix[column * size + column]
            };
        }
    }
    for row in 0..size {
        let dot: f64 = (0..row).map(|column| matrix[row * size + column] * right[column]).sum();
        right[row] = (right[row] - dot) / matrix[row * size + row];
    }
    for row in (0..size).rev() {
        let dot: f64 = (row + 1..size).map(|below| matrix[below * size + row] * right[below]).sum();
        right[row] = (right[row] - dot) / matrix[row * size + row];
    }
    right
}
