//! How a piece gets onto the board, and where it can come to rest from there.

use crate::board::Board;
use crate::drop::landing::NO_LANDING;
use crate::drop::placement::{ActionId, Actions, DropEntry};
use crate::piece::{Orientation, Piece};

/// How a piece gets onto the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceEntry {
    /// Straight down from above the board, turned and moved before; it may come to rest above the top and lose.
    #[default]
    Above,
    /// Straight down from within the top rows, in any column where it has room there. A new piece must have room in
    /// the middle. The T, J and L with their three cells on top begin one row lower, as nuno-faria's templates do.
    TopRows,
    /// It appears in the middle of the top rows, is turned and moved along the top where it has room, and drops.
    AlongTop,
    /// It appears in the middle of the top rows and falls one row after every turn or move.
    Falling,
}

impl PieceEntry {
    /// Whether a new piece finds room where it appears.
    pub fn has_room(self, board: &Board, piece: Piece) -> bool {
        self == PieceEntry::Above || {
            let (orientation, column) = self.appearance(board, piece);
            let drop = drop_of(board, orientation, column);
            fits(board, drop, self.first_row(board, drop))
        }
    }

    /// Whether every placement is a straight drop from above: so low below the top all ways of entering are alike.
    #[inline]
    pub(super) fn is_from_above(self, board: &Board) -> bool {
        let room = usize::from(board.height()).saturating_sub(board.stack_height());
        self == PieceEntry::Above
            || room > 4 && (self != PieceEntry::Falling || room > 4 + usize::from(board.width()))
    }

    /// Visits every placement of the piece that is offered, with the row where it comes to rest: `None` if that is
    /// partly above the top.
    #[inline]
    pub fn for_each_rest(self, board: &Board, piece: Piece, mut visit: impl FnMut(ActionId, Option<u8>)) {
        let actions = Actions::of_width(board.width());
        // Below all places that a piece can be in while it enters, all ways of entering are alike.
        let room = usize::from(board.height()).saturating_sub(board.stack_height());
        if self == PieceEntry::Above
            || room > 4 && (self != PieceEntry::Falling || room > 4 + usize::from(board.width()))
        {
            for orientation in piece.orientations() {
                let rows = board.landing_rows_of(orientation.shape());
                for (column, index) in actions.of_orientation(orientation).enumerate() {
                    let row = rows[column];
                    visit(ActionId(index as u16), (row != NO_LANDING).then_some(row));
                }
            }
            return;
        }
        let reached = (self == PieceEntry::AlongTop).then(|| self.reached(board, piece));
        for orientation in piece.orientations() {
            for index in actions.of_orientation(orientation) {
                let drop = &actions.drops()[index];
                let from = match &reached {
                    Some(reached) => reached[index].then(|| self.first_row(board, drop)),
                    None if self == PieceEntry::Falling => self.fallen(board, piece, drop),
                    None => Some(self.first_row(board, drop)),
                };
                if let Some(row) = from.filter(|row| fits(board, drop, *row)) {
                    visit(ActionId(index as u16), Some(landing(board, drop, row) as u8));
                }
            }
        }
    }

    /// How a new piece is turned, and the column of its leftmost cell.
    fn appearance(self, board: &Board, piece: Piece) -> (Orientation, u8) {
        let width = board.width();
        let (rotation, column) = match self {
            // nuno-faria: the corner of the template in column 3.
            PieceEntry::Above | PieceEntry::TopRows => match piece {
                Piece::I | Piece::T | Piece::S | Piece::Z => (0, 3),
                Piece::O => (0, 4),
                Piece::J => (3, 3),
                Piece::L => (1, 4),
            },
            PieceEntry::AlongTop => {
                (0, (width - Orientation::of(piece, 0).map_or(4, |it| it.shape().width)) / 2)
            }
            // mdptetris, as the agents of the competition saw them.
            PieceEntry::Falling => match piece {
                Piece::I => (0, width / 2 - 2),
                Piece::T => (3, width / 2 - 1),
                Piece::J => (2, width / 2 - 1),
                _ => (0, width / 2 - 1),
            },
        };
        let orientation = Orientation::of(piece, rotation).expect("invariant: the piece has this rotation");
        (orientation, column.min(width - orientation.shape().width))
    }

    /// The row of the lowest cell of a piece in the top rows; below 0 if the board is too low for it.
    fn first_row(self, board: &Board, drop: &DropEntry) -> i32 {
        let lower = self == PieceEntry::TopRows
            && drop.orientation.rotation() == 2
            && matches!(drop.orientation.piece(), Piece::T | Piece::J | Piece::L);
        i32::from(board.height()) - i32::from(drop.height) - i32::from(lower)
    }

    /// The actions whose place in the top rows is reached by turning and moving along the top.
    fn reached(self, board: &Board, piece: Piece) -> Vec<bool> {
        let actions = Actions::of_width(board.width());
        let turns: Vec<Orientation> = piece.orientations().collect();
        let mut reached = vec![false; actions.count()];
        let mut open = vec![self.appearance(board, piece)];
        while let Some((orientation, column)) = open.pop() {
            let index = actions.of_orientation(orientation).start + usize::from(column);
            let drop = &actions.drops()[index];
            if reached[index] || !fits(board, drop, self.first_row(board, drop)) {
                continue;
            }
            reached[index] = true;
            let last = board.width() - orientation.shape().width;
            open.extend((column > 0).then(|| (orientation, column - 1)));
            open.extend((column < last).then_some((orientation, column + 1)));
            let at = usize::from(orientation.rotation());
            for turned in [turns[(at + 1) % turns.len()], turns[(at + turns.len() - 1) % turns.len()]] {
                open.push((turned, column.min(board.width() - turned.shape().width)));
            }
        }
        reached
    }

    /// The row where the piece is when it has been turned and moved into place while it fell, if nothing was in its
    /// way: one move sideways first, then the turns, then the other moves.
    fn fallen(self, board: &Board, piece: Piece, target: &DropEntry) -> Option<i32> {
        let (mut orientation, mut column) = self.appearance(board, piece);
        let mut row = self.first_row(board, drop_of(board, orientation, column));
        let turns = piece.orientations().count() as u8;
        let mut has_moved = false;
        loop {
            if !fits(board, drop_of(board, orientation, column), row) {
                return None;
            }
            if orientation == target.orientation && column == target.column {
                return Some(row);
            }
            let turn = (turns + target.orientation.rotation() - orientation.rotation()) % turns;
            if turn > 0 && (has_moved || column == target.column) {
                let next =
                    if turn == 3 { orientation.rotation() + turns - 1 } else { orientation.rotation() + 1 };
                let turned =
                    Orientation::of(piece, next % turns).expect("invariant: taken modulo the rotations");
                // The highest row stays where it is.
                row += i32::from(orientation.shape().height) - i32::from(turned.shape().height);
                orientation = turned;
                column = column.min(board.width() - turned.shape().width);
            } else if column > target.column {
                column -= 1;
            } else {
                column += 1;
                column = column.min(board.width() - orientation.shape().width);
            }
            let has_room = fits(board, drop_of(board, orientation, column), row);
            if !has_room || orientation == target.orientation && column == target.column {
                return has_room.then_some(row);
            }
            has_moved = true;
            row -= 1;
        }
    }
}

fn drop_of(board: &Board, orientation: Orientation, column: u8) -> &'static DropEntry {
    let actions = Actions::of_width(board.width());
    &actions.drops()[actions.of_orientation(orientation).start + usize::from(column)]
}

/// Whether the piece has room with its lowest cell in this row.
fn fits(board: &Board, drop: &DropEntry, row: i32) -> bool {
    row >= 0 && board.window(row as usize) & drop.cells == 0
}

/// The row where a piece that has room in `row` comes to rest.
fn landing(board: &Board, drop: &DropEntry, row: i32) -> i32 {
    (0..row).rev().take_while(|below| fits(board, drop, *below)).last().unwrap_or(row)
}
