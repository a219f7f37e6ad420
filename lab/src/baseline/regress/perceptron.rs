//! The thesis' "CNN" as its code has it: a perceptron with one hidden layer.

use serde::{Deserialize, Serialize};

use super::cells::{CellTable, for_each_cell};
use super::network::{FitOptions, Layer, VectorNetwork, fit};
use tetreach::game::Board;

/// Hidden units.
const HIDDEN: usize = 20;
/// Epochs, scikit-learn's default.
pub(super) const EPOCHS: u32 = 200;

/// 20 rectified sums of cells, and a sum of them: 4041 numbers on the standard board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Perceptron {
    parameters: Vec<f32>,
    cells: usize,
    /// Half the mean squared error of the last epoch, as scikit-learn reports it.
    pub loss: f64,
    /// Epochs learned.
    pub epochs: u32,
}

/// The shape, without the numbers.
struct Shape {
    cells: usize,
}

impl Perceptron {
    pub(super) fn fit(
        table: &CellTable,
        cells: usize,
        options: FitOptions,
        watch: impl FnMut(u64, u64) -> bool,
    ) -> Option<Self> {
        let fitted = fit(&Shape { cells }, table, options, watch)?;
        Some(Self { parameters: fitted.parameters, cells, loss: fitted.loss, epochs: fitted.epochs })
    }

    /// The guess for a board.
    #[inline]
    pub fn predict(&self, board: &Board) -> f64 {
        let (weights, rest) = self.parameters.split_at(self.cells * HIDDEN);
        let weights = weights.as_chunks::<HIDDEN>().0;
        let mut hidden: [f32; HIDDEN] = rest[..HIDDEN].try_into().expect("invariant: one constant a unit");
        for_each_cell(board, |cell| add(&mut hidden, &weights[cell], 1.0));
        f64::from(output(&hidden, &rest[HIDDEN..]))
    }

    /// How many numbers it learned.
    pub fn parameter_count(&self) -> usize {
        self.parameters.len()
    }

    pub(super) fn fits(&self, cells: usize) -> bool {
        let wanted = Shape { cells }.layers().last().map_or(0, |layer| layer.constants.end);
        self.cells == cells && self.parameters.len() == wanted
    }
}

#[inline]
fn add(sums: &mut [f32; HIDDEN], weights: &[f32; HIDDEN], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += factor * weight;
    }
}

/// The output for the hidden sums; `rest` is the output's weights and constant.
#[inline]
fn output(hidden: &[f32; HIDDEN], rest: &[f32]) -> f32 {
    hidden.iter().zip(rest).map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>() + rest[HIDDEN]
}

impl VectorNetwork for Shape {
    type Room = [f32; HIDDEN];

    fn layers(&self) -> Vec<Layer> {
        Layer::chain([(self.cells, HIDDEN, self.cells * HIDDEN, HIDDEN), (HIDDEN, 1, HIDDEN, 1)])
    }

    fn room(&self) -> Self::Room {
        [0.0; HIDDEN]
    }

    fn forward(&self, parameters: &[f32], cells: &[u16], hidden: &mut Self::Room) -> f32 {
        let (weights, rest) = parameters.split_at(self.cells * HIDDEN);
        let weights = weights.as_chunks::<HIDDEN>().0;
        *hidden = rest[..HIDDEN].try_into().expect("invariant: one constant a unit");
        for cell in cells {
            add(hidden, &weights[usize::from(*cell)], 1.0);
        }
        output(hidden, &rest[HIDDEN..])
    }

    fn backward(
        &self,
        parameters: &[f32],
        cells: &[u16],
        slope: f32,
        hidden: &mut Self::Room,
        gradient: &mut [f32],
    ) {
        let outgoing = &parameters[(self.cells + 1) * HIDDEN..][..HIDDEN];
        let (weights, rest) = gradient.split_at_mut(self.cells * HIDDEN);
        let weights = weights.as_chunks_mut::<HIDDEN>().0;
        let mut slopes = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            slopes[unit] = if hidden[unit] > 0.0 { slope * outgoing[unit] } else { 0.0 };
            rest[unit] += slopes[unit];
            rest[HIDDEN + unit] += slope * hidden[unit].max(0.0);
        }
        rest[2 * HIDDEN] += slope;
        for cell in cells {
            add(&mut weights[usize::from(*cell)], &slopes, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::tests::check_gradient;
    use super::*;

    #[test]
    fn has_the_thesis_size_and_the_right_gradient() {
        let shape = Shape { cells: 200 };
        assert_eq!(shape.layers().last().unwrap().constants.end, 4041);
        check_gradient(&shape, &[0, 3, 17, 55, 120, 199]);
    }
}
