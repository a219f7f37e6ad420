//! Random drawings as targets: lines, boxes, blobs and mirror images, which people draw and random pixels never are.

use rand::{Rng, RngExt};

use super::target::Target;
use crate::game::{Board, Size};

/// Most figures of one drawing.
const MOST_FIGURES: u32 = 5;

/// A drawing of this many rows; `None` if it happens to be inadmissible.
pub(super) fn random_drawing(size: Size, rows: u32, rng: &mut impl Rng) -> Option<Target> {
    let mut canvas = Canvas { width: size.width().into(), rows: vec![0; rows as usize] };
    let figures = rng.random_range(1..=MOST_FIGURES);
    for _ in 0..figures {
        canvas.draw_figure(rng);
    }
    if rng.random_bool(0.3) {
        canvas.mirror();
    }
    canvas.mend_rows(size.full_row(), rng);
    Target::new(Board::from_rows(size, canvas.rows)).ok()
}

/// Rows of cells, the lowest first.
struct Canvas {
    width: usize,
    rows: Vec<u16>,
}

impl Canvas {
    fn draw_figure(&mut self, rng: &mut impl Rng) {
        let (left, right) = ordered(rng, self.width);
        let (low, high) = ordered(rng, self.rows.len());
        // One figure in six is cut out of what was drawn before.
        let fill = !rng.random_bool(1.0 / 6.0);
        match rng.random_range(0..6) {
            0 => self.each(low..=high, left..=right, fill),
            1 => {
                self.each(low..=high, left..=left, fill);
                self.each(low..=high, right..=right, fill);
                self.each(low..=low, left..=right, fill);
                self.each(high..=high, left..=right, fill);
            }
            2 => self.each(low..=high, left..=left, fill),
            3 => self.each(low..=low, left..=right, fill),
            4 => self.draw_slope(low, left, rng.random_bool(0.5), fill),
            _ => self.draw_blob(rng),
        }
    }

    fn each(
        &mut self,
        rows: std::ops::RangeInclusive<usize>,
        columns: std::ops::RangeInclusive<usize>,
        fill: bool,
    ) {
        for row in rows {
            for column in columns.clone() {
                self.set(row, column, fill);
            }
        }
    }

    fn set(&mut self, row: usize, column: usize, fill: bool) {
        if fill {
            self.rows[row] |= 1 << column;
        } else {
            self.rows[row] &= !(1 << column);
        }
    }

    /// A diagonal upwards from a cell to the border.
    fn draw_slope(&mut self, row: usize, column: usize, rightwards: bool, fill: bool) {
        let mut column = Some(column);
        for row in row..self.rows.len() {
            let Some(here) = column.filter(|column| *column < self.width) else { break };
            self.set(row, here, fill);
            column = if rightwards { Some(here + 1) } else { here.checked_sub(1) };
        }
    }

    /// A random walk.
    fn draw_blob(&mut self, rng: &mut impl Rng) {
        let (mut row, mut column) = (rng.random_range(0..self.rows.len()), rng.random_range(0..self.width));
        for _ in 0..rng.random_range(3..=16) {
            self.set(row, column, true);
            let forth = rng.random_bool(0.5);
            if rng.random_bool(0.5) {
                row = if forth { (row + 1).min(self.rows.len() - 1) } else { row.saturating_sub(1) };
            } else {
                column = if forth { (column + 1).min(self.width - 1) } else { column.saturating_sub(1) };
            }
        }
    }

    /// Makes the right half the mirror image of the left one.
    fn mirror(&mut self) {
        for row in &mut self.rows {
            for column in 0..self.width / 2 {
                let is_filled = *row >> column & 1;
                let twin = self.width - 1 - column;
                *row = *row & !(1 << twin) | is_filled << twin;
            }
        }
    }

    /// Puts a cell into every empty row and takes one out of every full row.
    fn mend_rows(&mut self, full_row: u16, rng: &mut impl Rng) {
        for row in &mut self.rows {
            if *row == 0 || *row == full_row {
                *row ^= 1 << rng.random_range(0..self.width);
            }
        }
    }
}

/// Two numbers below `end`, the smaller one first.
fn ordered(rng: &mut impl Rng, end: usize) -> (usize, usize) {
    let (one, other) = (rng.random_range(0..end), rng.random_range(0..end));
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn drawings_have_their_rows_and_more_in_common_with_their_neighbours_than_pixels() {
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let size = Size::STANDARD;
        let (mut drawn, mut equal, mut pairs) = (0, 0, 0);
        for rows in [1, 3, 7, 14] {
            for _ in 0..200 {
                let Some(target) = random_drawing(size, rows, &mut rng) else { continue };
                drawn += 1;
                assert_eq!(target.board().stack_height(), rows as usize);
                for row in 0..rows as usize - 1 {
                    let difference = target.board().row(row) ^ target.board().row(row + 1);
                    equal += 10 - difference.count_ones();
                    pairs += 10;
                }
            }
        }
        // Half are odd in their number of cells.
        assert!(drawn > 250, "{drawn}");
        let share = f64::from(equal) / f64::from(pairs);
        assert!(share > 0.7, "{share} of the cells equal the one above, in random pixels it is a half");
    }

    #[test]
    fn a_mirrored_canvas_is_its_own_mirror_image() {
        let mut canvas = Canvas { width: 10, rows: vec![0b11_0000_1011, 0b00_0001_0100] };
        canvas.mirror();
        assert_eq!(canvas.rows, [0b11_0100_1011, 0b00_1011_0100]);
    }
}
