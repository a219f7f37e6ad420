//! The rules once more, written to be obviously right instead of fast: the reference for tests and benchmarks.
//!
//! It shares no tables with the bitboard: pieces are drawn once and turned by hand, a piece falls one row at a
//! time, and a reverse move is whatever replays forward.

use crate::board::Board;
use crate::size::Size;

/// The seven pieces as drawn before any turn, in the order that numbers the actions.
const DRAWINGS: [&[&str]; 7] = [
    &["####"],       // I
    &["##", "##"],   // O
    &[".#.", "###"], // T
    &[".##", "##."], // S
    &["##.", ".##"], // Z
    &["#..", "###"], // J
    &["..#", "###"], // L
];

/// The cells of a placement as (row, column), with the lowest cell in row 0.
pub type NaivePlacement = Vec<(usize, usize)>;

/// A board of single cells; row 0 is the bottom, column 0 the left.
///
/// ```
/// use tetreach_games::naive::{NaiveBoard, naive_placements};
/// use tetreach_games::{ActionId, Board, Size};
///
/// let mut board = Board::empty(Size::STANDARD);
/// board.play_action(ActionId(33))?;
/// let placements = naive_placements(10);
/// let dropped = NaiveBoard::empty(Size::STANDARD).play(&placements[33]).expect("it fits");
/// assert_eq!(dropped.board.to_board(), board);
/// # Ok::<(), tetreach_games::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NaiveBoard {
    /// The rows from the bottom up, each with its cells from the left.
    pub rows: Vec<Vec<bool>>,
}

/// A drop that came to rest within the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveDrop {
    /// The board after clearing.
    pub board: NaiveBoard,
    /// The row of the piece's lowest cell when it came to rest.
    pub row: usize,
    /// The rows that vanished, counted before clearing.
    pub cleared: Vec<usize>,
}

/// A board that leads to another one, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaivePredecessor {
    /// The board before the placement.
    pub board: NaiveBoard,
    /// The number of the placement in [`naive_placements`].
    pub action: usize,
    /// How many rows vanish with it.
    pub cleared: usize,
}

/// All placements on boards of this width, in the order of the action numbers.
pub fn naive_placements(width: usize) -> Vec<NaivePlacement> {
    let mut placements = Vec::new();
    for drawing in DRAWINGS {
        let mut shape: Vec<Vec<bool>> =
            drawing.iter().rev().map(|line| line.chars().map(|cell| cell == '#').collect()).collect();
        let mut seen = Vec::new();
        while !seen.contains(&shape) {
            let (rows, columns) = (shape.len(), shape[0].len());
            for first in 0..=width - columns {
                let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
                let filled = cells.filter(|&(row, column)| shape[row][column]);
                placements.push(filled.map(|(row, column)| (row, first + column)).collect());
            }
            // Clockwise: what was the left column from the bottom up becomes the top row from the left.
            let turned = (0..columns).rev().map(|column| (0..rows).map(|row| shape[row][column]).collect());
            let turned = turned.collect();
            seen.push(std::mem::replace(&mut shape, turned));
        }
    }
    placements
}

impl NaiveBoard {
    /// The board without any filled cell.
    pub fn empty(size: Size) -> Self {
        Self { rows: vec![vec![false; usize::from(size.width())]; usize::from(size.height())] }
    }

    /// The same cells as a bitboard's.
    pub fn of(board: &Board) -> Self {
        let columns = 0..usize::from(board.width());
        let cells = |row| columns.clone().map(|column| board.is_filled(row, column)).collect();
        Self { rows: (0..usize::from(board.height())).map(cells).collect() }
    }

    /// The same cells as a bitboard.
    pub fn to_board(&self) -> Board {
        let size = Size::new(self.width(), self.height()).expect("invariant: made from a bitboard's size");
        let word = |row: &Vec<bool>| row.iter().rev().fold(0, |word, cell| word << 1 | u16::from(*cell));
        Board::from_rows(size, self.rows.iter().map(word))
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.rows[0].len()
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Drops a placement and clears full rows; `None` if it does not come to rest below the top.
    pub fn play(&self, placement: &NaivePlacement) -> Option<NaiveDrop> {
        let mut board = self.clone();
        let (row, cleared) = board.play_here(placement)?;
        Some(NaiveDrop { board, row, cleared })
    }

    /// Drops a placement on this board itself and clears full rows: the resting row and the rows that vanished.
    pub fn play_here(&mut self, placement: &NaivePlacement) -> Option<(usize, Vec<usize>)> {
        // The piece starts above everything and falls while the four cells below it are free.
        let mut row = self.height();
        while row > 0 && placement.iter().all(|&(up, column)| !self.is_filled(row - 1 + up, column)) {
            row -= 1;
        }
        if placement.iter().any(|&(up, _)| row + up >= self.height()) {
            return None;
        }
        for &(up, column) in placement {
            self.rows[row + up][column] = true;
        }
        let is_full = |row: &Vec<bool>| row.iter().all(|cell| *cell);
        let cleared: Vec<usize> = (0..self.height()).filter(|row| is_full(&self.rows[*row])).collect();
        for row in cleared.iter().rev() {
            let mut emptied = self.rows.remove(*row);
            emptied.fill(false);
            self.rows.push(emptied);
        }
        Some((row, cleared))
    }

    /// All boards without full or floating rows that lead here with one placement, by trying everything.
    pub fn predecessors(&self, placements: &[NaivePlacement]) -> Vec<NaivePredecessor> {
        let mut found = Vec::new();
        for (action, placement) in placements.iter().enumerate() {
            let rows = placement.iter().map(|(up, _)| up + 1).max().unwrap_or(0);
            for bottom in 0..=self.height() - rows.min(self.height()) {
                for inserted in 0..1_u32 << rows {
                    let Some(board) = self.undo(placement, bottom, inserted) else { continue };
                    if board.play(placement).is_some_and(|drop| drop.board == *self && drop.row == bottom) {
                        found.push(NaivePredecessor {
                            board,
                            action,
                            cleared: inserted.count_ones() as usize,
                        });
                    }
                }
            }
        }
        found
    }

    /// The board with full rows inserted where `inserted` has a bit, counted from `bottom`, and the piece taken
    /// away; `None` if nothing can be played on the result.
    fn undo(&self, placement: &NaivePlacement, bottom: usize, inserted: u32) -> Option<Self> {
        let mut board = self.clone();
        for up in (0..4).filter(|up| inserted >> up & 1 == 1) {
            if board.rows.pop()?.contains(&true) || bottom + up > board.height() {
                return None;
            }
            board.rows.insert(bottom + up, vec![true; self.width()]);
        }
        for &(up, column) in placement {
            if !board.is_filled(bottom + up, column) {
                return None;
            }
            board.rows[bottom + up][column] = false;
        }
        board.is_settled().then_some(board)
    }

    /// Whether no row is full and no empty row lies under a filled one.
    pub fn is_settled(&self) -> bool {
        let filled = self.rows.iter().rposition(|row| row.contains(&true)).map_or(0, |top| top + 1);
        self.rows[..filled].iter().all(|row| row.contains(&true) && row.contains(&false))
    }

    fn is_filled(&self, row: usize, column: usize) -> bool {
        row < self.height() && self.rows[row][column]
    }
}
