//! A certificate for boards that reach the topmost row: nothing vanished after its cells were placed.
//!
//! A stack never rises above the board, and a cleared line lowers it. So a stack that fills the whole height has
//! cleared no line since its first cell in the topmost row was placed, and every piece placed since then is whole on
//! the board:
//!
//! - Each cell of the topmost row belongs to such a piece.
//! - What lies above a cell of such a piece was placed even later, and belongs to such a piece too.
//! - Such a piece is held by the floor or by a cell directly under one of its own, and that cell is still there.
//! - Lifted in the reverse order, each of them has nothing above it.
//!
//! A board on which no choice of whole pieces meets all four cannot be reached. The converse does not hold: what is
//! left under the lifted pieces need not be reachable.

use crate::board::Board;
use crate::piece::{Orientation, Shape};

/// Pieces tried before the question is left open.
const MOST_TRIED: u32 = 20_000;

/// A whole piece on the board: its shape, the row of its lowest cell and its leftmost column.
#[derive(Clone, Copy, Debug)]
struct Whole {
    shape: &'static Shape,
    row: usize,
    column: usize,
}

impl Whole {
    /// The rows that the piece takes part in, with its cells in them.
    fn rows(self) -> impl Iterator<Item = (usize, u16)> {
        (0..self.shape.height).map(move |up| (self.row + usize::from(up), self.shape.row(up) << self.column))
    }
}

/// A search for whole pieces that cover the topmost row.
struct Cover {
    /// All cells of the board, bottom row first.
    filled: Vec<u16>,
    /// The cells that no chosen piece covers.
    left: Vec<u16>,
    chosen: Vec<Whole>,
    tried: u32,
}

impl Board {
    /// Whether the cells of the topmost row can have been placed: `false` is a proof that the board is unreachable.
    pub(crate) fn top_row_may_be_whole(&self) -> bool {
        if self.stack_height() < usize::from(self.height()) {
            return true;
        }
        let filled: Vec<u16> = self.filled_rows().collect();
        let mut demanded = vec![0; filled.len()];
        demanded[filled.len() - 1] = filled[filled.len() - 1];
        Cover { left: filled.clone(), filled, chosen: Vec::new(), tried: 0 }.covers(&demanded)
    }
}

impl Cover {
    /// Whether whole pieces can cover all demanded cells, or too many were tried to tell.
    fn covers(&mut self, demanded: &[u16]) -> bool {
        let uncovered = |row: &usize| demanded[*row] & self.left[*row] != 0;
        let Some(row) = (0..self.left.len()).rev().find(uncovered) else { return self.can_be_lifted() };
        let column = (demanded[row] & self.left[row]).trailing_zeros() as usize;
        for orientation in Orientation::all() {
            let shape = orientation.shape();
            for up in 0..shape.height {
                for right in (0..shape.width).filter(|right| shape.row(up) >> right & 1 == 1) {
                    let (Some(row), Some(column)) =
                        (row.checked_sub(usize::from(up)), column.checked_sub(usize::from(right)))
                    else {
                        continue;
                    };
                    let piece = Whole { shape, row, column };
                    if !self.fits(piece) || !self.is_held(piece) {
                        continue;
                    }
                    self.tried += 1;
                    if self.tried > MOST_TRIED || self.covers_with(piece, demanded) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn covers_with(&mut self, piece: Whole, demanded: &[u16]) -> bool {
        let mut demanded = demanded.to_vec();
        let mut under = 0;
        for (row, demand) in demanded.iter_mut().enumerate().skip(piece.row) {
            *demand |= under & self.filled[row];
            under |= piece.rows().find(|(of_piece, _)| *of_piece == row).map_or(0, |(_, cells)| cells);
        }
        piece.rows().for_each(|(row, cells)| self.left[row] &= !cells);
        self.chosen.push(piece);
        let covers = self.covers(&demanded);
        self.chosen.pop();
        piece.rows().for_each(|(row, cells)| self.left[row] |= cells);
        covers
    }

    fn fits(&self, piece: Whole) -> bool {
        let cells_left =
            |(row, cells): (usize, u16)| self.left.get(row).is_some_and(|left| left & cells == cells);
        piece.rows().all(cells_left)
    }

    fn is_held(&self, piece: Whole) -> bool {
        (0..usize::from(piece.shape.width)).any(|right| {
            let lowest = piece.row + usize::from(piece.shape.bottoms[right]);
            lowest == 0 || self.filled[lowest - 1] >> (piece.column + right) & 1 == 1
        })
    }

    /// Whether the chosen pieces can be taken away one by one from above.
    fn can_be_lifted(&self) -> bool {
        let mut filled = self.filled.clone();
        let mut waiting = self.chosen.clone();
        while !waiting.is_empty() {
            let is_free = |piece: &Whole| {
                piece.rows().all(|(row, cells)| {
                    let own =
                        |above: usize| piece.rows().find(|(row, _)| *row == above).map_or(0, |(_, own)| own);
                    (row + 1..filled.len()).all(|above| filled[above] & !own(above) & cells == 0)
                })
            };
            let Some(free) = waiting.iter().position(is_free) else { return false };
            let piece = waiting.swap_remove(free);
            piece.rows().for_each(|(row, cells)| filled[row] &= !cells);
        }
        true
    }
}
