//! The cells of a board with what lies in them, and rows that flash before they vanish.

use std::time::Duration;

use tetreach::game::Piece;

use super::game::CellView;

/// Time for which rows flash before they vanish: four times on and off, as Sir Tet has it.
const FLASH: Duration = Duration::from_millis(800);
/// Time of one flash, on or off.
const BLINK: Duration = Duration::from_millis(100);

/// What lies in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// A cell of this piece.
    Of(Piece),
    /// Garbage.
    Garbage,
}

type Tiles = Vec<Vec<Option<Filling>>>;

/// A board as it looks.
#[derive(Clone, Debug)]
pub struct WellView {
    tiles: Tiles,
    vanishing: Option<Vanishing>,
}

/// Rows that vanish just now, on the board as it was.
#[derive(Clone, Debug)]
struct Vanishing {
    tiles: Tiles,
    rows: Vec<usize>,
    left: Duration,
}

impl WellView {
    /// An empty board.
    pub fn new(width: usize, height: usize) -> Self {
        Self { tiles: vec![vec![None; width]; height], vanishing: None }
    }

    /// Puts a piece on cells, rows from the bottom, and takes full rows away.
    pub fn place(&mut self, cells: impl IntoIterator<Item = (usize, usize)>, piece: Piece) {
        for (row, column) in cells {
            if let Some(tile) = self.tiles.get_mut(row).and_then(|row| row.get_mut(column)) {
                *tile = Some(Filling::Of(piece));
            }
        }
        let is_full = |row: &Vec<Option<Filling>>| row.iter().all(Option::is_some);
        let rows: Vec<usize> = (0..self.tiles.len()).filter(|row| is_full(&self.tiles[*row])).collect();
        self.vanishing = None;
        if !rows.is_empty() {
            self.vanishing = Some(Vanishing { tiles: self.tiles.clone(), rows: rows.clone(), left: FLASH });
            let (height, width) = (self.tiles.len(), self.tiles[0].len());
            self.tiles.retain(|row| !is_full(row));
            self.tiles.resize(height, vec![None; width]);
        }
    }

    /// Lets rows of garbage rise; `is_filled` tells of a row from the bottom and a column.
    pub fn raise(&mut self, rows: usize, is_filled: impl Fn(usize, usize) -> bool) {
        let width = self.tiles[0].len();
        let garbage = (0..rows)
            .map(|row| (0..width).map(|column| is_filled(row, column).then_some(Filling::Garbage)).collect());
        let height = self.tiles.len();
        self.tiles.splice(0..0, garbage);
        self.tiles.truncate(height);
    }

    /// What is seen in a cell.
    pub fn cell(&self, row: usize, column: usize) -> CellView {
        let (tiles, flashes) = match &self.vanishing {
            Some(Vanishing { tiles, rows, left }) => {
                (tiles, rows.contains(&row) && left.as_millis() / BLINK.as_millis() % 2 == 1)
            }
            None => (&self.tiles, false),
        };
        match tiles[row][column] {
            _ if flashes => CellView::Flash,
            Some(Filling::Of(piece)) => CellView::Filled(piece),
            Some(Filling::Garbage) => CellView::Garbage,
            None => CellView::Empty,
        }
    }

    /// The rows that are seen, from the bottom.
    pub fn rows(&self, count: usize) -> Vec<Vec<CellView>> {
        let width = self.tiles[0].len();
        let row = |row| (0..width).map(|column| self.cell(row, column)).collect();
        (0..count.min(self.tiles.len())).map(row).collect()
    }

    /// Whether rows vanish just now.
    pub fn is_flashing(&self) -> bool {
        self.vanishing.is_some()
    }

    /// Ends what flashes.
    pub fn settle(&mut self) {
        self.vanishing = None;
    }

    /// Lets time pass; whether it looks different.
    pub fn pass(&mut self, time: Duration) -> bool {
        let Some(vanishing) = &mut self.vanishing else { return false };
        let before = vanishing.left.as_millis() / BLINK.as_millis();
        vanishing.left = vanishing.left.saturating_sub(time);
        let changed = vanishing.left.as_millis() / BLINK.as_millis() != before;
        if vanishing.left.is_zero() {
            self.vanishing = None;
            return true;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_rows_flash_then_fall_and_garbage_rises_below() {
        let mut well = WellView::new(4, 6);
        well.place([(0, 0), (0, 1), (1, 0), (1, 1)], Piece::O);
        assert!(!well.is_flashing());
        well.place([(0, 2), (0, 3), (1, 2), (2, 2)], Piece::L);
        assert!(well.is_flashing());
        let mut flashed = false;
        for _ in 0..30 {
            flashed |= well.cell(0, 0) == CellView::Flash;
            well.pass(Duration::from_millis(30));
        }
        assert!(flashed && !well.is_flashing());
        assert_eq!(well.cell(0, 2), CellView::Filled(Piece::L));
        assert_eq!(well.cell(0, 3), CellView::Empty);
        well.raise(2, |_, column| column != 1);
        assert_eq!((well.cell(1, 0), well.cell(1, 1)), (CellView::Garbage, CellView::Empty));
        assert_eq!(well.cell(2, 0), CellView::Filled(Piece::O), "what lay there is two rows higher");
        assert_eq!(well.rows(6).len(), 6);
    }
}
