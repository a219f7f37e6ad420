//! The tops of stacks that plans peel, and the search for a plan.

use super::local::{LocalSearch, Peel};
use super::window::{Window, WindowFrame};
use crate::game::{ActionId, Board, Size};
use crate::solve::buckets::{Extent, Next};

/// The top of a stack that a plan peels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// A row of two or more cells, or a lone cell on the ground.
    Row(u16),
    /// A single cell in this column, and the row under it.
    Nub {
        /// The row under the cell.
        row: u16,
        /// The cell's column.
        column: u8,
    },
}

impl Top {
    /// The top of this board, unless the board is empty.
    pub fn of_board(board: &Board) -> Option<Self> {
        let stack = board.stack_height();
        let highest = board.row(stack.checked_sub(1)?);
        if !highest.is_power_of_two() || stack == 1 {
            return Some(Top::Row(highest));
        }
        Some(Top::Nub { row: board.row(stack - 2), column: highest.trailing_zeros() as u8 })
    }

    /// Whether this is a single cell and nothing else, as only the ground of a board of odd width can bear it.
    pub fn is_lone_cell(self) -> bool {
        matches!(self, Top::Row(row) if row.is_power_of_two())
    }

    /// The cells, above the floor.
    pub fn window(self) -> Window {
        match self {
            Top::Row(row) => Window(u128::from(row)),
            Top::Nub { row, column } => Window(u128::from(row) | 1 << (16 + column)),
        }
    }

    /// How many rows it has.
    pub fn rows(self) -> usize {
        match self {
            Top::Row(_) => 1,
            Top::Nub { .. } => 2,
        }
    }

    /// Rows that a plan for it may use: its own and two free ones.
    pub fn room(self) -> usize {
        self.rows() + 2
    }

    /// All tops that the plan table covers over every floor, rows first, in the order of [`Top::index`].
    pub fn all(size: Size) -> impl Iterator<Item = Top> {
        let full = size.full_row();
        let rows = (1..full).map(Top::Row).filter(|top| top.window().cells() >= 2);
        let nubs =
            (0..size.width()).flat_map(move |column| (1..full).map(move |row| Top::Nub { row, column }));
        rows.chain(nubs)
    }

    /// How many there are.
    pub fn count(size: Size) -> usize {
        let rows = usize::from(size.full_row()) - 1;
        rows - usize::from(size.width()) + rows * usize::from(size.width())
    }

    /// Its place among all tops.
    pub fn index(self, size: Size) -> usize {
        let rows = usize::from(size.full_row()) - 1;
        match self {
            // Rows of one cell are left out: their numbers are the powers of two up to this one.
            Top::Row(row) => usize::from(row) - 1 - (16 - row.leading_zeros() as usize),
            Top::Nub { row, column } => {
                rows - usize::from(size.width()) + rows * usize::from(column) + usize::from(row) - 1
            }
        }
    }
}

/// Placements that lead from a smaller rest to a top, over every floor with a cell in a certain column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopPlan {
    /// What is left when the plan is undone.
    pub rest: Window,
    /// The placements that lead from it to the top.
    pub actions: Vec<ActionId>,
}

/// Few lines and narrow searches first; the last one finds what is rare.
const LADDER: [Extent; 6] = [
    Extent { lines: 2, width: 30 },
    Extent { lines: 3, width: 60 },
    Extent { lines: 4, width: 120 },
    Extent { lines: 6, width: 300 },
    Extent { lines: 8, width: 1000 },
    Extent { lines: 12, width: 4000 },
];

/// Looks for a plan over this row, with ever wider searches.
pub fn find_plan(search: &mut LocalSearch, size: Size, floor: u16, top: Top) -> Option<TopPlan> {
    let peel = Peel::new(WindowFrame::new(size, floor, top.room()), top.window());
    LADDER.into_iter().find_map(|reach| {
        let until_hit = |hits: &[_], _| if hits.is_empty() { Next::Continue } else { Next::Stop };
        let hits = search.run(&peel, top.window(), reach, until_hit);
        let hit = hits.iter().min_by_key(|hit| hit.lines).copied()?;
        Some(TopPlan { rest: hit.state, actions: search.plan(&hit) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tops_are_numbered_in_order() {
        for width in [5, 10] {
            let size = Size::new(width, 20).unwrap();
            let mut count = 0;
            for (index, top) in Top::all(size).enumerate() {
                assert_eq!(top.index(size), index, "{top:?}");
                count += 1;
            }
            assert_eq!(count, Top::count(size));
        }
        assert_eq!(Top::count(Size::STANDARD), 1012 + 10_220);
    }

    #[test]
    fn the_top_of_a_board_is_a_row_or_a_nub() {
        let board = |rows: &[u16]| Board::from_rows(Size::STANDARD, rows.iter().copied());
        assert_eq!(Top::of_board(&board(&[])), None);
        assert_eq!(Top::of_board(&board(&[4])), Some(Top::Row(4)));
        assert_eq!(Top::of_board(&board(&[5])), Some(Top::Row(5)));
        assert_eq!(Top::of_board(&board(&[7, 4])), Some(Top::Nub { row: 7, column: 2 }));
    }
}
