//! Small boards packed into one integer, with the game's rules on that integer.

use std::fmt;

use crate::game::{Actions, Board, Orientation, Size};

/// A small board as an integer: bit `row * width + column` is set where a cell is filled.
pub type PackedBoard = u32;

/// Why a board size has no oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {size} board has {cells} cells, and oracles exist for at most {most}", most = PackedRules::MAX_CELLS)]
pub struct TooLarge {
    size: Size,
    cells: u32,
}

/// The rules on packed boards of one size.
///
/// The closure expands tens of millions of boards, so it plays on one register instead of on a [`Board`]; a test
/// compares both on every board of several sizes.
#[derive(Clone)]
pub struct PackedRules {
    size: Size,
    full_row: PackedBoard,
    drops: Vec<PackedDrop>,
}

/// One placement: its cells at the lowest row, and the highest row at which it still fits.
#[derive(Clone, Copy, Debug)]
struct PackedDrop {
    cells: PackedBoard,
    highest: u32,
}

impl fmt::Debug for PackedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedRules").field("size", &self.size).finish_non_exhaustive()
    }
}

impl PackedRules {
    /// Most cells of a board that has an oracle: 10x3, 6x5, 5x6 and 7x4 are within it.
    pub const MAX_CELLS: u32 = 30;

    /// The rules for this size, if it is small enough.
    pub fn new(size: Size) -> Result<Self, TooLarge> {
        let (width, height) = (u32::from(size.width()), u32::from(size.height()));
        if width * height > Self::MAX_CELLS {
            return Err(TooLarge { size, cells: width * height });
        }
        let actions = Actions::of_width(size.width());
        let mut drops = Vec::new();
        for orientation in Orientation::all() {
            let shape = orientation.shape();
            if u32::from(shape.height) > height {
                continue;
            }
            for column in 0..actions.of_orientation(orientation).len() as u32 {
                let row = |r: u8| u32::from(shape.row(r)) << (u32::from(r) * width + column);
                let cells = (0..shape.height).fold(0, |cells, r| cells | row(r));
                drops.push(PackedDrop { cells, highest: height - u32::from(shape.height) });
            }
        }
        Ok(Self { size, full_row: u32::from(size.full_row()), drops })
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The board as an integer.
    pub fn pack(&self, board: &Board) -> PackedBoard {
        let width = usize::from(self.size.width());
        let rows = board.filled_rows().enumerate();
        rows.fold(0, |cells, (index, row)| cells | u32::from(row) << (index * width))
    }

    /// The board that an integer stands for.
    pub fn unpack(&self, cells: PackedBoard) -> Board {
        let width = u32::from(self.size.width());
        let rows =
            (0..u32::from(self.size.height())).map(|row| (cells >> (row * width) & self.full_row) as u16);
        Board::from_rows(self.size, rows)
    }

    /// The board as seen in a mirror.
    pub fn mirrored(&self, cells: PackedBoard) -> PackedBoard {
        let (width, height) = (u32::from(self.size.width()), u32::from(self.size.height()));
        let mut mirror = 0;
        for row in 0..height {
            let line = cells >> (row * width) & self.full_row;
            mirror |= (line.reverse_bits() >> (32 - width)) << (row * width);
        }
        mirror
    }

    /// Calls `visit` with the board after every legal placement.
    #[inline]
    pub fn for_each_successor(&self, cells: PackedBoard, mut visit: impl FnMut(PackedBoard)) {
        let (width, height) = (u32::from(self.size.width()), u32::from(self.size.height()));
        // Everything at or under a filled cell: a piece falls until it would touch this.
        let mut solid = cells;
        for _ in 1..height {
            solid |= solid >> width;
        }
        'drops: for drop in &self.drops {
            let mut row = 0;
            while solid & drop.cells << (row * width) != 0 {
                row += 1;
                if row > drop.highest {
                    continue 'drops;
                }
            }
            visit(self.cleared(cells | drop.cells << (row * width)));
        }
    }

    /// The board without its full rows.
    #[inline]
    fn cleared(&self, cells: PackedBoard) -> PackedBoard {
        let (width, height) = (u32::from(self.size.width()), u32::from(self.size.height()));
        let mut left = cells;
        for row in (0..height).rev() {
            let shift = row * width;
            if left >> shift & self.full_row == self.full_row {
                let below = left & ((1 << shift) - 1);
                left = below | left >> shift >> width << shift;
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn agree_everywhere(width: usize, height: usize) {
        let size = Size::new(width, height).unwrap();
        let rules = PackedRules::new(size).unwrap();
        for cells in 0..1_u32 << (width * height) {
            let board = rules.unpack(cells);
            assert_eq!(rules.pack(&board), cells);
            assert_eq!(rules.unpack(rules.mirrored(cells)), board.mirrored());
            if board.filled_rows().any(|row| row == size.full_row()) {
                continue;
            }
            let (mut packed, mut exact) = (BTreeSet::new(), BTreeSet::new());
            rules.for_each_successor(cells, |next| packed.extend([next]));
            board.for_each_successor(|_, next, _| exact.extend([rules.pack(next)]));
            assert_eq!(packed, exact, "{board}");
        }
    }

    #[test]
    fn packed_rules_are_the_games_rules() {
        agree_everywhere(4, 4);
        agree_everywhere(5, 3);
        agree_everywhere(8, 2);
    }

    #[test]
    fn large_boards_are_refused() {
        let error = PackedRules::new(Size::STANDARD).unwrap_err();
        assert_eq!(error.to_string(), "a 10x20 board has 200 cells, and oracles exist for at most 30");
    }
}
