//! Pictures with a border.

use super::winograd::TILE;

/// A picture with a border, of zeros unless it wraps around: `[rows, columns, channels]`, where cell (0, 0) lies at
/// row 1 and column 1.
#[derive(Clone, Debug)]
pub struct Bordered {
    /// The numbers.
    pub numbers: Vec<f32>,
    /// Columns, the border included.
    pub columns: usize,
    /// Numbers per cell.
    pub channels: usize,
}

impl Bordered {
    /// Zeros around `height x width` cells, as many at the far sides as whole tiles need.
    pub fn new(height: usize, width: usize, channels: usize) -> Self {
        let (rows, columns) = Self::sides(height, width);
        Self { numbers: vec![0.0; rows * columns * channels], columns, channels }
    }

    /// Whether it was made for this size.
    pub fn fits(&self, height: usize, width: usize, channels: usize) -> bool {
        let (rows, columns) = Self::sides(height, width);
        self.columns == columns
            && self.channels == channels
            && self.numbers.len() == rows * columns * channels
    }

    fn sides(height: usize, width: usize) -> (usize, usize) {
        (height.next_multiple_of(TILE) + 2, width.next_multiple_of(TILE) + 2)
    }

    /// Where a cell's numbers begin.
    #[inline(always)]
    pub fn at(&self, row: usize, column: usize) -> usize {
        ((row + 1) * self.columns + column + 1) * self.channels
    }

    /// Fills the border with what lies at the opposite edges, as on a torus.
    pub fn wrap(&mut self, height: usize, width: usize) {
        let (line, cell) = (self.columns * self.channels, self.channels);
        for row in 0..height {
            let begin = self.at(row, 0);
            let end = begin + width * cell;
            self.numbers.copy_within(end - cell..end, begin - cell);
            self.numbers.copy_within(begin..begin + cell, end);
        }
        self.numbers.copy_within(height * line..(height + 1) * line, 0);
        self.numbers.copy_within(line..2 * line, (height + 1) * line);
    }

    /// Copies rows of an equal picture.
    pub fn copy_rows(&mut self, from: &Bordered, rows: std::ops::Range<usize>) {
        if rows.is_empty() {
            return;
        }
        let line = self.columns * self.channels;
        let range = (rows.start + 1) * line..(rows.end + 1) * line;
        self.numbers[range.clone()].copy_from_slice(&from.numbers[range]);
    }
}
