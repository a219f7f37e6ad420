//! Least squares on the cells.

use ndarray::{Array1, Array2, s};
use serde::{Deserialize, Serialize};

use super::cells::{CellTable, for_each_cell};
use tetreach::game::Board;

/// Added to the squares' diagonal: cells that are never filled leave it singular, and get weight 0 by this.
const RIDGE: f64 = 1e-6;

/// A weight for each cell and a constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinearRegressor {
    /// Weights of the cells, then the constant.
    weights: Vec<f64>,
}

impl LinearRegressor {
    /// The weights with the least squared error, from the normal equations.
    pub(super) fn fit(table: &CellTable, cells: usize) -> Self {
        let size = cells + 1;
        let (mut squares, mut sums) = (Array2::<f64>::zeros((size, size)), Array1::<f64>::zeros(size));
        for index in 0..table.len() {
            let label = f64::from(table.labels[index]);
            let filled = table.cells(index);
            let inputs = || filled.iter().map(|cell| usize::from(*cell)).chain([cells]);
            for a in inputs() {
                sums[a] += label;
                for b in inputs() {
                    squares[[a, b]] += 1.0;
                }
            }
        }
        squares.diag_mut().iter_mut().for_each(|square| *square += RIDGE);
        Self { weights: solve(squares, sums).to_vec() }
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
fn solve(mut matrix: Array2<f64>, mut right: Array1<f64>) -> Array1<f64> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let dot = matrix.slice(s![row, ..column]).dot(&matrix.slice(s![column, ..column]));
            let rest = matrix[[row, column]] - dot;
            matrix[[row, column]] = if column == row {
                // Rounding may eat the ridge of a cell that others determine wholly.
                rest.max(RIDGE * RIDGE).sqrt()
            } else {
                rest / matrix[[column, column]]
            };
        }
    }
    for row in 0..size {
        let dot = matrix.slice(s![row, ..row]).dot(&right.slice(s![..row]));
        right[row] = (right[row] - dot) / matrix[[row, row]];
    }
    for row in (0..size).rev() {
        let dot = matrix.slice(s![row + 1.., row]).dot(&right.slice(s![row + 1..]));
        right[row] = (right[row] - dot) / matrix[[row, row]];
    }
    right
}
