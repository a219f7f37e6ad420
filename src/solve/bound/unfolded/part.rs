//! What lies of a piece in a window of the unfolded stack.

use rustc_hash::FxHashMap;

use super::window::StackWindow;
use crate::game::Orientation;

/// A row and a column of a window.
pub type WindowCell = (u8, u8);

/// The cells of one piece in a window, and what must be true when it lands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PiecePart {
    /// Its cells in the window, lowest row first.
    pub cells: Vec<WindowCell>,
    /// The lines that it reaches over, which must have vanished before.
    pub over: Vec<u8>,
    /// The lowest cells of its columns, one of which must be held; none if it may be held outside the window.
    pub feet: Vec<WindowCell>,
}

impl StackWindow {
    /// All parts of pieces that may lie in the window.
    pub fn parts(&self) -> Vec<PiecePart> {
        let mut found = FoundParts::default();
        for orientation in Orientation::all() {
            let height = usize::from(orientation.shape().height);
            for lowest in 0..height {
                for highest in lowest..height {
                    let (cut_below, cut_above) = (lowest > 0, highest + 1 < height);
                    if cut_below && self.has_floor() || cut_above && self.has_sky() {
                        continue;
                    }
                    let starts = if cut_below { 0..1 } else { 0..self.rows().len() };
                    for start in starts {
                        let mut rows = vec![start];
                        self.for_each_span(&mut rows, highest - lowest + 1, &mut |rows| {
                            if !cut_above || rows.last() == Some(&(self.rows().len() - 1)) {
                                self.add_parts(orientation, lowest, rows, &mut found);
                            }
                        });
                    }
                }
            }
        }
        found.parts()
    }

    /// Calls `visit` with every way to go on from the last of `rows` until there are `count`, upwards and over nothing
    /// but lines.
    fn for_each_span(&self, rows: &mut Vec<usize>, count: usize, visit: &mut impl FnMut(&[usize])) {
        if rows.len() == count {
            return visit(rows);
        }
        for next in rows[rows.len() - 1] + 1..self.rows().len() {
            rows.push(next);
            self.for_each_span(rows, count, visit);
            rows.pop();
            if !self.rows()[next].vanishes {
                break;
            }
        }
    }

    /// Adds the pieces whose rows from `lowest` on lie in these rows of the window.
    fn add_parts(&self, orientation: Orientation, lowest: usize, rows: &[usize], found: &mut FoundParts) {
        let shape = orientation.shape();
        let place = |row: usize| row.checked_sub(lowest).and_then(|row| rows.get(row)).copied();
        for column in 0..=self.width() - usize::from(shape.width) {
            let cells: Vec<(usize, usize)> =
                shape.places().filter_map(|(row, offset)| Some((place(row)?, column + offset))).collect();
            if !cells.iter().all(|&(row, column)| self.is_filled(row, column)) {
                continue;
            }
            let cell = |(row, column): (usize, usize)| (row as u8, column as u8);
            let feet: Option<Vec<WindowCell>> = (0..usize::from(shape.width))
                .map(|offset| Some(cell((place(usize::from(shape.bottoms[offset]))?, column + offset))))
                .collect();
            // Below a cut anything may hold it.
            let feet = feet.filter(|feet| self.has_floor() || feet.iter().all(|&(row, _)| row > 0));
            let over = (rows[0]..rows[rows.len() - 1]).filter(|row| !rows.contains(row)).map(|row| row as u8);
            found.add(cells.into_iter().map(cell).collect(), over.collect(), feet.unwrap_or_default());
        }
    }
}

/// Parts by cells and lines reached over; different pieces may leave the same part.
#[derive(Default)]
struct FoundParts(FxHashMap<CellsAndLines, Vec<Vec<WindowCell>>>);

/// The cells of a part, and the lines that it reaches over.
type CellsAndLines = (Vec<WindowCell>, Vec<u8>);

impl FoundParts {
    /// Keeps the part unless one with the same cells asks for no more.
    fn add(&mut self, cells: Vec<WindowCell>, over: Vec<u8>, feet: Vec<WindowCell>) {
        let known = self.0.entry((cells, over)).or_default();
        if feet.is_empty() {
            known.clear();
        } else if known.iter().any(|known| known.is_empty() || *known == feet) {
            return;
        }
        known.push(feet);
    }

    fn parts(self) -> Vec<PiecePart> {
        let mut parts: Vec<PiecePart> = Vec::new();
        for ((cells, over), feet) in self.0 {
            parts.extend(feet.into_iter().map(|feet| PiecePart {
                cells: cells.clone(),
                over: over.clone(),
                feet,
            }));
        }
        parts.sort();
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Actions, Board, Size};

    #[test]
    fn a_whole_stack_of_full_rows_holds_every_placement() {
        let size = Size::new(10, 8).unwrap();
        let board = Board::from_rows(size, [1]);
        // Four lines over the one cell: all placements on them, and those that reach over vanished ones.
        let window = StackWindow::around(&board, 0, &[0, 4]);
        let parts = window.parts();
        let direct =
            parts.iter().filter(|part| part.over.is_empty() && part.cells.iter().all(|cell| cell.0 > 0));
        let lowest = direct.filter(|part| part.cells[0].0 == 1);
        assert_eq!(lowest.count(), Actions::of_width(10).count());
        assert!(parts.iter().all(|part| part.cells.len() == 4 && !part.feet.is_empty()));
    }

    #[test]
    fn a_cut_lets_pieces_reach_out() {
        let board = Board::from_rows(Size::new(4, 8).unwrap(), [0b1, 0b10]);
        let parts = StackWindow::around(&board, 1, &[0]).parts();
        // The two cells lie in two pieces, or, touching at a corner only, in none together.
        assert_eq!(parts.iter().map(|part| part.cells.len()).max(), Some(1));
        let lower = parts.iter().filter(|part| part.cells[0].0 == 0);
        assert!(lower.clone().count() == 1 && lower.clone().all(|part| part.feet.is_empty()));
    }
}
