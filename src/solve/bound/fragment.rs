//! What can be left of a tetromino after some of its rows were cleared.
//!
//! Rows of a piece that are not cleared stay next to each other in order, because rows only ever vanish. So a
//! *fragment* is a tetromino with some rows taken out and the rest moved together: besides the tetrominoes these
//! are runs of one to three cells, upright pairs and triples, corners of three, and two cells that touch at a
//! corner (S or Z upright without its middle row).

use crate::game::{Board, Orientation};

/// The distinct fragments with fewer than four cells, as rows from the bottom up.
pub(super) fn broken_shapes() -> Vec<Vec<u16>> {
    let mut shapes: Vec<Vec<u16>> = Vec::new();
    for orientation in Orientation::all() {
        let shape = orientation.shape();
        for kept in 1..(1_u32 << shape.height) - 1 {
            let rows = (0..shape.height).filter(|row| kept >> row & 1 == 1).map(|row| shape.row(row));
            let mut rows: Vec<u16> = rows.collect();
            let left = rows.iter().fold(0, |all, row| all | row).trailing_zeros();
            rows.iter_mut().for_each(|row| *row >>= left);
            if !shapes.contains(&rows) {
                shapes.push(rows);
            }
        }
    }
    shapes
}

/// For every cell of a board the largest fragment it can belong to, and the rows that fragments around it span.
#[derive(Debug)]
pub(super) struct Fragments {
    /// Most cells of a fragment with this cell, 0 where the board is empty.
    pub largest: Vec<[u8; 16]>,
    /// Lowest and highest row of any broken fragment with this cell.
    pub span: Vec<[(u8, u8); 16]>,
}

impl Fragments {
    pub(super) fn of(board: &Board, broken: &[Vec<u16>]) -> Self {
        let height = board.stack_height();
        let mut fragments = Self { largest: vec![[0; 16]; height], span: vec![[(u8::MAX, 0); 16]; height] };
        for orientation in Orientation::all() {
            let shape = orientation.shape();
            let rows: Vec<u16> = (0..shape.height).map(|row| shape.row(row)).collect();
            fragments.mark(board, &rows, false);
        }
        for rows in broken {
            fragments.mark(board, rows, true);
        }
        fragments
    }

    /// Notes every place on the board where this shape fits.
    fn mark(&mut self, board: &Board, rows: &[u16], broken: bool) {
        let cells = rows.iter().map(|row| row.count_ones()).sum::<u32>() as u8;
        let height = board.stack_height();
        for lowest in 0..(height + 1).saturating_sub(rows.len()) {
            // Columns at which all rows of the shape find filled cells.
            let fits = rows.iter().enumerate().fold(board.size().full_row(), |fits, (offset, &shape)| {
                let row = board.row(lowest + offset);
                (0..4).filter(|bit| shape >> bit & 1 == 1).fold(fits, |fits, bit| fits & row >> bit)
            });
            for (offset, &shape) in rows.iter().enumerate() {
                let mut covered =
                    (0..4).filter(|bit| shape >> bit & 1 == 1).fold(0, |all, bit| all | fits << bit);
                while covered != 0 {
                    let column = covered.trailing_zeros() as usize;
                    covered &= covered - 1;
                    let largest = &mut self.largest[lowest + offset][column];
                    *largest = cells.max(*largest);
                    if broken {
                        let (low, high) = &mut self.span[lowest + offset][column];
                        *low = (lowest as u8).min(*low);
                        *high = ((lowest + rows.len() - 1) as u8).max(*high);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eleven_broken_shapes() {
        // Runs of 1, 2, 3; upright 2, 3; four corners; two diagonals.
        assert_eq!(broken_shapes().len(), 11);
    }
}
