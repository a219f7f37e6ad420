//! Fumen: the notation that Tetris players share in links; one page a step and one for the result.

use fumen::{Fumen, Page, Piece as FumenPiece, PieceType, RotationState};

use crate::game::{Piece, Size};
use crate::solve::{Solution, Step};

/// Why a solution cannot be written as Fumen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Fumen knows boards of 10 columns and at most 23 rows, not {0}")]
pub struct FumenError(Size);

/// The solution as a `v115@` string; the first page's comment is the title.
pub fn fumen(solution: &Solution, title: &str) -> Result<String, FumenError> {
    let size = solution.target().size();
    if size.width() != 10 || size.height() > 23 {
        return Err(FumenError(size));
    }
    let mut document = Fumen::default();
    for step in solution.steps() {
        document.add_page().piece = Some(piece(step));
    }
    document.add_page();
    if let Some(Page { comment, .. }) = document.pages.first_mut() {
        *comment = Some(title.to_owned());
    }
    Ok(document.encode())
}

/// The piece by its centre of rotation, as Fumen wants it.
fn piece(step: &Step) -> FumenPiece {
    let orientation = step.placement.orientation;
    let (kind, rotation) = (orientation.piece(), orientation.rotation());
    // From the left bottom corner of the bounding box to the centre: right, up.
    let (right, up) = match (kind, rotation) {
        (Piece::O, _) => (0, 0),
        (Piece::I, 1) => (0, 2),
        (_, 0) => (1, 0),
        (_, 1) => (0, 1),
        _ => (1, 1),
    };
    FumenPiece {
        kind: match kind {
            Piece::I => PieceType::I,
            Piece::O => PieceType::O,
            Piece::T => PieceType::T,
            Piece::S => PieceType::S,
            Piece::Z => PieceType::Z,
            Piece::J => PieceType::J,
            Piece::L => PieceType::L,
        },
        rotation: match rotation {
            0 => RotationState::North,
            1 => RotationState::East,
            2 => RotationState::South,
            _ => RotationState::West,
        },
        x: u32::from(step.placement.column) + right,
        y: u32::from(step.landing.row) + up,
    }
}
