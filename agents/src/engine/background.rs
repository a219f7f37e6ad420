//! What the layers make of the position without anything on it.

use super::bordered::Bordered;

/// The activations of a convolution for one picture, such as the empty board.
///
/// A cell of layer n sees n cells up and down. So above the highest row in which a position differs from the
/// background, plus n rows, its activations are those of the background, and need not be computed again.
#[derive(Clone, Debug)]
pub struct Background {
    /// The picture, `[planes, height, width]`.
    pub(super) planes: Vec<f32>,
    pub(super) height: usize,
    pub(super) width: usize,
    /// What each convolution of the blocks takes in.
    pub(super) inputs: Vec<Bordered>,
    /// What each block takes in, `[height, width, channels]`.
    pub(super) streams: Vec<Vec<f32>>,
    /// What the heads see, `[height, width, channels]`.
    pub(super) cells: Vec<f32>,
    /// The sum of each channel over row `r` and all above, `[height + 1, channels]`.
    pub(super) sums: Vec<f32>,
    /// The maximum likewise, 0 where there is none: what the heads see is never negative.
    pub(super) peaks: Vec<f32>,
}

impl Background {
    /// The number of lowest rows that hold all differences between a picture and the background.
    pub(super) fn rows_that_differ(&self, planes: &[f32]) -> usize {
        let (width, cells) = (self.width, self.height * self.width);
        let differs = |row: &usize| {
            let lines = planes.chunks_exact(cells).zip(self.planes.chunks_exact(cells));
            lines.into_iter().any(|(a, b)| a[row * width..][..width] != b[row * width..][..width])
        };
        (0..self.height).rev().find(differs).map_or(0, |row| row + 1)
    }

    /// Fills in sums and maxima once the cells are there.
    pub(super) fn sum_up(&mut self, channels: usize) {
        self.sums = vec![0.0; (self.height + 1) * channels];
        self.peaks = vec![0.0; (self.height + 1) * channels];
        for row in (0..self.height).rev() {
            for channel in 0..channels {
                let above = (row + 1) * channels + channel;
                let line = (0..self.width)
                    .map(|column| self.cells[(row * self.width + column) * channels + channel]);
                self.sums[row * channels + channel] = self.sums[above] + line.clone().sum::<f32>();
                self.peaks[row * channels + channel] = line.fold(self.peaks[above], f32::max);
            }
        }
    }
}
