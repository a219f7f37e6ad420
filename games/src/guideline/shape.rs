//! The pieces in four rotations, by the centres of true rotation that SRS and the bot protocol use.

use serde::{Deserialize, Serialize};

use crate::Piece;

/// A rotation state: north is how a piece appears, east is one clockwise turn further.
///
/// ```
/// use tetreach_games::guideline::Rotation;
///
/// assert_eq!(Rotation::North.turned(1), Rotation::East);
/// assert_eq!(Rotation::North.turned(-1), Rotation::West);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Rotation {
    /// As the piece appears.
    North,
    /// A quarter turn clockwise.
    East,
    /// Half a turn.
    South,
    /// A quarter turn anticlockwise.
    West,
}

impl Rotation {
    /// All rotations, clockwise.
    pub const ALL: [Rotation; 4] = [Rotation::North, Rotation::East, Rotation::South, Rotation::West];

    /// The rotation after `quarters` clockwise quarter turns, anticlockwise if negative.
    #[inline]
    pub const fn turned(self, quarters: i8) -> Self {
        Self::ALL[(self as i8 + quarters).rem_euclid(4) as usize]
    }
}

/// The column of the centre of a piece that appears.
pub const CENTRE_COLUMN: i8 = 4;

/// Cells around the centre, facing north, in the order of [`Piece`].
const NORTH: [[(i8, i8); 4]; 7] = [
    [(-1, 0), (0, 0), (1, 0), (2, 0)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
    [(-1, 0), (0, 0), (1, 0), (0, 1)],
    [(-1, 0), (0, 0), (0, 1), (1, 1)],
    [(-1, 1), (0, 1), (0, 0), (1, 0)],
    [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    [(-1, 0), (0, 0), (1, 0), (1, 1)],
];

/// The cells of a piece around its centre: columns to the right, rows up.
#[inline(always)]
pub const fn cells(piece: Piece, rotation: Rotation) -> [(i8, i8); 4] {
    TURNED[piece as usize][rotation as usize]
}

const TURNED: [[[(i8, i8); 4]; 4]; 7] = {
    let mut turned = [[[(0, 0); 4]; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut cell = 0;
        while cell < 4 {
            let (x, y) = NORTH[piece][cell];
            turned[piece][0][cell] = (x, y);
            turned[piece][1][cell] = (y, -x);
            turned[piece][2][cell] = (-x, -y);
            turned[piece][3][cell] = (-y, x);
            cell += 1;
        }
        piece += 1;
    }
    turned
};

/// The number of rotations in which a piece covers different cells.
pub(super) const fn distinct(piece: Piece) -> usize {
    match piece {
        Piece::O => 1,
        Piece::I | Piece::S | Piece::Z => 2,
        Piece::T | Piece::J | Piece::L => 4,
    }
}

/// The row of the centre of a piece that touches a ceiling above this many rows.
pub(super) fn highest_row(piece: Piece, rotation: Rotation, ceiling: u8) -> i8 {
    let above = cells(piece, rotation).map(|cell| cell.1).into_iter().fold(0, i8::max);
    ceiling as i8 - 1 - above
}

/// The first rotation that covers the same cells, and what to add to the centre for it.
#[inline(always)]
pub(super) const fn canonical(piece: Piece, rotation: Rotation) -> (Rotation, i8, i8) {
    match (piece, rotation) {
        (Piece::O, Rotation::East) => (Rotation::North, 0, -1),
        (Piece::O, Rotation::South) => (Rotation::North, -1, -1),
        (Piece::O, Rotation::West) => (Rotation::North, -1, 0),
        (Piece::I, Rotation::South) => (Rotation::North, -1, 0),
        (Piece::I, Rotation::West) => (Rotation::East, 0, 1),
        (Piece::S | Piece::Z, Rotation::South) => (Rotation::North, 0, -1),
        (Piece::S | Piece::Z, Rotation::West) => (Rotation::East, -1, 0),
        _ => (rotation, 0, 0),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn set(piece: Piece, rotation: Rotation, dx: i8, dy: i8) -> BTreeSet<(i8, i8)> {
        cells(piece, rotation).map(|(x, y)| (x + dx, y + dy)).into_iter().collect()
    }

    #[test]
    fn canonical_forms_cover_the_same_cells_and_are_as_many_as_distinct() {
        for piece in Piece::ALL {
            let mut forms = BTreeSet::new();
            for rotation in Rotation::ALL {
                let (first, dx, dy) = canonical(piece, rotation);
                assert_eq!(set(piece, rotation, 0, 0), set(piece, first, dx, dy), "{piece} {rotation:?}");
                forms.insert(first);
            }
            assert_eq!(forms.len(), distinct(piece));
            assert!(forms.iter().all(|&first| (first as usize) < distinct(piece)));
        }
    }

    #[test]
    fn centres_are_those_of_the_bot_protocol() {
        // I: middle-left, middle-top, middle-right, middle-bottom; O: bottom-left, top-left, top-right, bottom-right.
        for (rotation, left, right, below, above) in [
            (Rotation::North, 1, 2, 0, 0),
            (Rotation::East, 0, 0, 2, 1),
            (Rotation::South, 2, 1, 0, 0),
            (Rotation::West, 0, 0, 1, 2),
        ] {
            let i = cells(Piece::I, rotation);
            let reach = |f: fn((i8, i8)) -> i8| i.map(f).into_iter().max();
            assert_eq!((reach(|c| -c.0), reach(|c| c.0)), (Some(left), Some(right)), "{rotation:?}");
            assert_eq!((reach(|c| -c.1), reach(|c| c.1)), (Some(below), Some(above)), "{rotation:?}");
        }
        for (rotation, corner) in Rotation::ALL.into_iter().zip([(1, 1), (1, -1), (-1, -1), (-1, 1)]) {
            assert!(cells(Piece::O, rotation).contains(&corner), "{rotation:?}");
        }
    }
}
