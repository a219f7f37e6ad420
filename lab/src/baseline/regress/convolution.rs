//! What the thesis' text describes: a convolutional network on the board as a picture.

use serde::{Deserialize, Serialize};

use super::cells::{CellTable, for_each_cell};
use super::network::{FitOptions, Layer, VectorNetwork, fit};
use tetreach::game::{Board, Size};

/// Maps after the first and after the second convolution.
const FIRST: usize = 8;
const SECOND: usize = 16;
/// Units of the layer before the output.
const HIDDEN: usize = 32;
/// Cells under a 3 x 3 kernel.
const KERNEL: usize = 9;
/// Epochs: it learns faster than the perceptron, and each epoch costs a hundred times as much.
pub(super) const EPOCHS: u32 = 20;

/// Two convolutions of 3 x 3, the second with steps of two, a layer of 32 units and the output, rectified between.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Convolution {
    parameters: Vec<f32>,
    width: u8,
    height: u8,
    /// Half the mean squared error of the last epoch.
    pub loss: f64,
    /// Epochs learned.
    pub epochs: u32,
}

impl Convolution {
    pub(super) fn fit(
        table: &CellTable,
        size: Size,
        options: FitOptions,
        watch: impl FnMut(u64, u64) -> bool,
    ) -> Option<Self> {
        let shape = Shape::new(size.width(), size.height());
        let fitted = fit(&shape, table, options, watch)?;
        let (width, height) = (size.width(), size.height());
        Some(Self { parameters: fitted.parameters, width, height, loss: fitted.loss, epochs: fitted.epochs })
    }

    /// The guesses for boards.
    pub fn predict(&self, boards: &[Board], guesses: &mut Vec<f64>) {
        let shape = Shape::new(self.width, self.height);
        let (mut room, mut cells) = (shape.room(), Vec::new());
        for board in boards {
            cells.clear();
            for_each_cell(board, |cell| cells.push(cell as u16));
            guesses.push(f64::from(shape.forward(&self.parameters, &cells, &mut room)));
        }
    }

    /// How many numbers it learned.
    pub fn parameter_count(&self) -> usize {
        self.parameters.len()
    }

    pub(super) fn fits(&self, size: Size) -> bool {
        let wanted = Shape::new(self.width, self.height).count();
        (self.width, self.height) == (size.width(), size.height()) && self.parameters.len() == wanted
    }
}

/// The sizes of all layers, without the numbers.
struct Shape {
    width: usize,
    height: usize,
    /// Columns and rows after the second convolution.
    half_width: usize,
    half_height: usize,
}

/// The sums of all layers before they are rectified, and their slopes; maps are the innermost index.
struct Room {
    first: Vec<f32>,
    second: Vec<f32>,
    hidden: [f32; HIDDEN],
    first_slopes: Vec<f32>,
    second_slopes: Vec<f32>,
}

impl Shape {
    fn new(width: u8, height: u8) -> Self {
        let (width, height) = (usize::from(width), usize::from(height));
        Self { width, height, half_width: width.div_ceil(2), half_height: height.div_ceil(2) }
    }

    fn count(&self) -> usize {
        self.layers().last().map_or(0, |layer| layer.constants.end)
    }

    /// Calls `visit` with a kernel's cell and the cell of the picture under it, for a kernel centred at (row, column).
    #[inline]
    fn under_kernel(&self, row: usize, column: usize, mut visit: impl FnMut(usize, usize)) {
        for kernel in 0..KERNEL {
            let (row, column) = (row + kernel / 3, column + kernel % 3);
            if (1..=self.height).contains(&row) && (1..=self.width).contains(&column) {
                visit(kernel, (row - 1) * self.width + column - 1);
            }
        }
    }

    /// The centre of the second convolution's kernel for each of its cells.
    fn centres(&self) -> impl Iterator<Item = (usize, usize, usize)> + use<> {
        let (rows, columns) = (self.half_height, self.half_width);
        (0..rows * columns).map(move |cell| (cell, 2 * (cell / columns), 2 * (cell % columns)))
    }
}

/// `sums += factor * weights`, for rows of a length that the compiler knows.
#[inline]
fn add<const N: usize>(sums: &mut [f32], weights: &[f32], factor: f32) {
    let (sums, weights) = (&mut sums[..N], &weights[..N]);
    for index in 0..N {
        sums[index] += factor * weights[index];
    }
}

#[inline]
fn dot<const N: usize>(a: &[f32], b: &[f32]) -> f32 {
    let (a, b) = (&a[..N], &b[..N]);
    // Four sums, which the compiler can keep in one vector.
    let mut sums = [0.0_f32; 4];
    for index in 0..N {
        sums[index % 4] += a[index] * b[index];
    }
    sums.iter().sum()
}

impl VectorNetwork for Shape {
    type Room = Room;

    fn layers(&self) -> Vec<Layer> {
        let flat = self.half_width * self.half_height * SECOND;
        Layer::chain([
            (KERNEL, KERNEL * FIRST, KERNEL * FIRST, FIRST),
            (KERNEL * FIRST, KERNEL * SECOND, KERNEL * FIRST * SECOND, SECOND),
            (flat, HIDDEN, flat * HIDDEN, HIDDEN),
            (HIDDEN, 1, HIDDEN, 1),
        ])
    }

    fn room(&self) -> Room {
        let (first, second) = (self.width * self.height * FIRST, self.half_width * self.half_height * SECOND);
        Room {
            first: vec![0.0; first],
            second: vec![0.0; second],
            hidden: [0.0; HIDDEN],
            first_slopes: vec![0.0; first],
            second_slopes: vec![0.0; second],
        }
    }

    fn forward(&self, parameters: &[f32], cells: &[u16], room: &mut Room) -> f32 {
        let layers = self.layers();
        let weights = |layer: usize| &parameters[layers[layer].weights.clone()];
        let constants = |layer: usize| &parameters[layers[layer].constants.clone()];
        for sums in room.first.chunks_exact_mut(FIRST) {
            sums.copy_from_slice(constants(0));
        }
        let kernel_weights = weights(0);
        for cell in cells {
            let (row, column) = (usize::from(*cell) / self.width, usize::from(*cell) % self.width);
            self.under_kernel(row, column, |kernel, near| {
                // The filled cell lies under the opposite cell of its neighbour's kernel.
                add::<FIRST>(&mut room.first[near * FIRST..], &kernel_weights[(8 - kernel) * FIRST..], 1.0);
            });
        }
        let kernel_weights = weights(1);
        for (cell, row, column) in self.centres() {
            let sums = &mut room.second[cell * SECOND..][..SECOND];
            sums.copy_from_slice(constants(1));
            self.under_kernel(row, column, |kernel, near| {
                for map in 0..FIRST {
                    let value = room.first[near * FIRST + map];
                    if value > 0.0 {
                        add::<SECOND>(sums, &kernel_weights[(kernel * FIRST + map) * SECOND..], value);
                    }
                }
            });
        }
        room.hidden.copy_from_slice(constants(2));
        let dense = weights(2);
        for (index, value) in room.second.iter().enumerate() {
            if *value > 0.0 {
                add::<HIDDEN>(&mut room.hidden, &dense[index * HIDDEN..], *value);
            }
        }
        let rectified = room.hidden.map(|value| value.max(0.0));
        dot::<HIDDEN>(&rectified, weights(3)) + constants(3)[0]
    }

    fn backward(&self, parameters: &[f32], cells: &[u16], slope: f32, room: &mut Room, gradient: &mut [f32]) {
        let layers = self.layers();
        let outgoing = &parameters[layers[3].weights.clone()];
        let mut hidden_slopes = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            let value = room.hidden[unit];
            gradient[layers[3].weights.start + unit] += slope * value.max(0.0);
            hidden_slopes[unit] = if value > 0.0 { slope * outgoing[unit] } else { 0.0 };
        }
        gradient[layers[3].constants.start] += slope;
        add::<HIDDEN>(&mut gradient[layers[2].constants.clone()], &hidden_slopes, 1.0);
        let (dense, dense_gradient) = (layers[2].weights.start, layers[2].weights.clone());
        for (index, value) in room.second.iter().enumerate() {
            room.second_slopes[index] = 0.0;
            if *value > 0.0 {
                let from = index * HIDDEN;
                add::<HIDDEN>(&mut gradient[dense_gradient.clone()][from..], &hidden_slopes, *value);
                room.second_slopes[index] = dot::<HIDDEN>(&parameters[dense + from..], &hidden_slopes);
            }
        }
        room.first_slopes.fill(0.0);
        for (cell, row, column) in self.centres() {
            let slopes = &room.second_slopes[cell * SECOND..][..SECOND];
            if slopes.iter().all(|slope| *slope == 0.0) {
                continue;
            }
            add::<SECOND>(&mut gradient[layers[1].constants.clone()], slopes, 1.0);
            self.under_kernel(row, column, |kernel, near| {
                for map in 0..FIRST {
                    let at = near * FIRST + map;
                    let value = room.first[at];
                    if value > 0.0 {
                        let from = layers[1].weights.start + (kernel * FIRST + map) * SECOND;
                        add::<SECOND>(&mut gradient[from..], slopes, value);
                        room.first_slopes[at] += dot::<SECOND>(&parameters[from..], slopes);
                    }
                }
            });
        }
        for slopes in room.first_slopes.chunks_exact(FIRST) {
            add::<FIRST>(&mut gradient[layers[0].constants.clone()], slopes, 1.0);
        }
        for cell in cells {
            let (row, column) = (usize::from(*cell) / self.width, usize::from(*cell) % self.width);
            self.under_kernel(row, column, |kernel, near| {
                let from = (8 - kernel) * FIRST;
                add::<FIRST>(&mut gradient[from..], &room.first_slopes[near * FIRST..], 1.0);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::tests::check_gradient;
    use super::*;

    #[test]
    fn the_gradient_is_right_on_even_and_odd_boards() {
        check_gradient(&Shape::new(10, 20), &[0, 1, 9, 13, 24, 57, 190, 199]);
        check_gradient(&Shape::new(5, 7), &[0, 4, 12, 17, 33, 34]);
    }
}
