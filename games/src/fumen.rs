//! Fumen: the text in which Tetris players exchange sequences of boards.

use fumen::{CellColor, Fumen, PieceType, RotationState};

use crate::board::Board;
use crate::drop::placement::Placement;
use crate::drop::play::PlayError;
use crate::piece::Piece;

/// Columns of every fumen page.
const WIDTH: u8 = 10;
/// Rows of every fumen page.
const HEIGHT: u8 = 23;

/// Why a sequence cannot be written as fumen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FumenError {
    /// Fumen pages have one fixed size.
    #[error("fumen holds boards of 10 columns and at most 23 rows, not {width}x{height}")]
    WrongSize {
        /// Columns of the board.
        width: u8,
        /// Rows of the board.
        height: u8,
    },
    /// A placement cannot be played.
    #[error("placement {index} of the sequence cannot be played: {source}")]
    Illegal {
        /// Which one, counted from 1.
        index: usize,
        /// Why not.
        source: PlayError,
    },
}

/// Writes a sequence as fumen: one page for each placement on the board before it, and one for the last board.
///
/// Cells of `start` are grey, those of the pieces have the pieces' colours.
///
/// ```
/// use tetreach_games::{ActionId, Actions, Board, Size, to_fumen};
///
/// let lying = Actions::of_width(10).placement(ActionId(0));
/// let text = to_fumen(&Board::empty(Size::STANDARD), lying)?;
/// assert!(text.starts_with("v115@"));
/// # Ok::<(), tetreach_games::FumenError>(())
/// ```
pub fn to_fumen(
    start: &Board,
    placements: impl IntoIterator<Item = Placement>,
) -> Result<String, FumenError> {
    if start.width() != WIDTH || start.height() > HEIGHT {
        return Err(FumenError::WrongSize { width: start.width(), height: start.height() });
    }
    let mut fumen = Fumen::default();
    let mut board = *start;
    let first = fumen.add_page();
    for (row, cells) in start.filled_rows().enumerate() {
        for (column, cell) in first.field[row].iter_mut().enumerate() {
            if cells >> column & 1 == 1 {
                *cell = CellColor::Grey;
            }
        }
    }
    for (index, placement) in placements.into_iter().enumerate() {
        let illegal = |source| FumenError::Illegal { index: index + 1, source };
        let landing = board.play(placement).map_err(illegal)?;
        fumen.pages[index].piece = Some(locked_piece(placement, landing.row));
        // The new page locks the piece and clears full rows by fumen's own rules, which are ours.
        fumen.add_page();
    }
    Ok(fumen.encode())
}

/// The piece at its resting place, with the rotation centre of the Super Rotation System as its position.
fn locked_piece(placement: Placement, row: u8) -> fumen::Piece {
    let shape = placement.orientation.shape();
    let (kind, spawn) = kind_and_cells(shape.piece);
    let rotation = match shape.rotation {
        0 => RotationState::North,
        1 => RotationState::East,
        2 => RotationState::South,
        _ => RotationState::West,
    };
    let turned = spawn.map(|(x, y)| match rotation {
        RotationState::North => (x, y),
        RotationState::East => (y, -x),
        RotationState::South => (-x, -y),
        RotationState::West => (-y, x),
    });
    let left = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
    let bottom = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
    fumen::Piece {
        kind,
        rotation,
        x: u32::from(placement.column).wrapping_add_signed(-left),
        y: u32::from(row).wrapping_add_signed(-bottom),
    }
}

/// Fumen's name of a piece, and its cells (x, y) around the rotation centre before it is turned.
fn kind_and_cells(piece: Piece) -> (PieceType, [(i32, i32); 4]) {
    match piece {
        Piece::I => (PieceType::I, [(-1, 0), (0, 0), (1, 0), (2, 0)]),
        Piece::O => (PieceType::O, [(0, 0), (1, 0), (0, 1), (1, 1)]),
        Piece::T => (PieceType::T, [(-1, 0), (0, 0), (1, 0), (0, 1)]),
        Piece::S => (PieceType::S, [(-1, 0), (0, 0), (0, 1), (1, 1)]),
        Piece::Z => (PieceType::Z, [(1, 0), (0, 0), (0, 1), (-1, 1)]),
        Piece::J => (PieceType::J, [(-1, 0), (0, 0), (1, 0), (-1, 1)]),
        Piece::L => (PieceType::L, [(-1, 0), (0, 0), (1, 0), (1, 1)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActionId, Actions, Size};
    use proptest::prelude::*;

    /// The filled cells of a decoded page.
    fn board_of(page: &fumen::Page, size: Size) -> Board {
        let rows = page.field.iter().map(|row| {
            (0..10).filter(|column| row[*column] != CellColor::Empty).fold(0_u16, |bits, c| bits | 1 << c)
        });
        Board::from_rows(size, rows)
    }

    fn check(start: &Board, ids: impl IntoIterator<Item = ActionId>) {
        let actions = Actions::of_width(10);
        let mut boards = vec![*start];
        let mut placements = Vec::new();
        let mut board = *start;
        for id in ids {
            if board.play_action(id).is_ok() {
                placements.push(actions.placement(id).unwrap());
                boards.push(board);
            }
        }
        let text = to_fumen(start, placements).unwrap();
        let decoded = Fumen::decode(&text).unwrap();
        let pages: Vec<Board> = decoded.pages.iter().map(|page| board_of(page, start.size())).collect();
        assert_eq!(pages, boards);
        assert!(decoded.pages.last().unwrap().piece.is_none());
    }

    #[test]
    fn every_action_decodes_to_the_same_cells() {
        let start: Board = "#.........\n.#........".parse().unwrap();
        for id in Actions::of_width(10).ids() {
            check(&Board::empty(Size::STANDARD), [id]);
            check(&start, [id]);
        }
    }

    #[test]
    fn four_rows_that_vanish_at_once_vanish_in_fumen() {
        let start: Board = "##.......#\n#########.\n#########.\n#########.\n#########.".parse().unwrap();
        let upright = crate::Orientation::of(Piece::I, 1).unwrap();
        let last = ActionId(Actions::of_width(10).of_orientation(upright).end as u16 - 1);
        check(&start, [last]);
        let open: Board = "##........\n#########.\n#########.\n#########.\n#########.".parse().unwrap();
        check(&open, [last]);
    }

    #[test]
    fn other_sizes_are_refused() {
        let narrow = Board::empty(Size::new(6, 5).unwrap());
        assert!(matches!(to_fumen(&narrow, []), Err(FumenError::WrongSize { width: 6, height: 5 })));
    }

    proptest! {
        #[test]
        fn random_games_decode_to_the_boards_played(ids in prop::collection::vec(0_u16..162, 0..60)) {
            check(&Board::empty(Size::STANDARD), ids.into_iter().map(ActionId));
        }
    }
}
