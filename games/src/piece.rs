//! The seven tetrominoes and their 19 distinct orientations.

use std::fmt;

/// One of the seven tetrominoes, in the order that numbers the actions.
///
/// ```
/// use tetreach_games::Piece;
///
/// assert_eq!(Piece::ALL.map(Piece::letter), ['I', 'O', 'T', 'S', 'Z', 'J', 'L']);
/// assert_eq!(Piece::J.mirrored(), Piece::L);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Piece {
    /// Four cells in a line.
    I,
    /// The square.
    O,
    /// Three cells with one in the middle above.
    T,
    /// The snake that climbs to the right.
    S,
    /// The snake that climbs to the left.
    Z,
    /// Three cells with one above the left end.
    J,
    /// Three cells with one above the right end.
    L,
}

impl Piece {
    /// All pieces in action order.
    pub const ALL: [Piece; 7] = [Piece::I, Piece::O, Piece::T, Piece::S, Piece::Z, Piece::J, Piece::L];

    /// The piece's letter.
    pub fn letter(self) -> char {
        match self {
            Piece::I => 'I',
            Piece::O => 'O',
            Piece::T => 'T',
            Piece::S => 'S',
            Piece::Z => 'Z',
            Piece::J => 'J',
            Piece::L => 'L',
        }
    }

    /// The piece with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_uppercase())
    }

    /// Its distinct orientations in order.
    #[inline]
    pub fn orientations(self) -> impl Iterator<Item = Orientation> + use<> {
        const FIRST: [u8; 8] = [0, 2, 3, 7, 9, 11, 15, 19];
        (FIRST[self as usize]..FIRST[self as usize + 1]).map(Orientation)
    }

    /// The piece that this one looks like in a mirror.
    pub fn mirrored(self) -> Piece {
        match self {
            Piece::S => Piece::Z,
            Piece::Z => Piece::S,
            Piece::J => Piece::L,
            Piece::L => Piece::J,
            other => other,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A piece in one of its distinct rotations, numbered 0..19 by piece and then by clockwise quarter turns.
///
/// ```
/// use tetreach_games::{Orientation, Piece};
///
/// let upright = Orientation::of(Piece::I, 1).expect("the I has two distinct rotations");
/// assert_eq!((upright.shape().width, upright.shape().height), (1, 4));
/// assert_eq!(Orientation::of(Piece::I, 2), None);
/// assert_eq!(Orientation::all().count(), Orientation::COUNT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Orientation(u8);

impl Orientation {
    /// Number of distinct orientations of all pieces.
    pub const COUNT: usize = 19;

    /// The orientation with this number, if there is one.
    pub fn new(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Self(index as u8))
    }

    /// The orientation of `piece` after `rotation` clockwise quarter turns, if that one is distinct.
    pub fn of(piece: Piece, rotation: u8) -> Option<Self> {
        Self::all().find(|o| o.piece() == piece && o.rotation() == rotation)
    }

    /// All orientations in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Its number, 0..19.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The piece.
    pub fn piece(self) -> Piece {
        self.shape().piece
    }

    /// Clockwise quarter turns from the piece's spawn orientation.
    pub fn rotation(self) -> u8 {
        self.shape().rotation
    }

    /// The cells and outline of this orientation.
    #[inline]
    pub const fn shape(self) -> &'static Shape {
        &SHAPES[self.0 as usize]
    }

    /// The orientation with this number, for tables built at compile time.
    pub(crate) const fn at(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The orientation that this one looks like in a mirror.
    pub fn mirrored(self) -> Self {
        let piece = self.piece().mirrored();
        // A reflection turns clockwise into anticlockwise; pieces with two rotations keep theirs.
        let turned = match piece {
            Piece::T | Piece::J | Piece::L => (4 - self.rotation()) % 4,
            _ => self.rotation(),
        };
        Self::of(piece, turned).expect("invariant: the mirror image of an orientation is an orientation")
    }
}

impl fmt::Debug for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece(), self.rotation())
    }
}

/// The cells of an orientation in its bounding box, and the outline that decides where it comes to rest.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The piece.
    pub piece: Piece,
    /// Clockwise quarter turns from the spawn orientation.
    pub rotation: u8,
    /// Columns of the bounding box.
    pub width: u8,
    /// Rows of the bounding box.
    pub height: u8,
    /// The cells: 16 bits per row, bottom row in the lowest bits, leftmost column in bit 0 of each row.
    pub cells: u64,
    /// Empty cells under the piece in each column; 255 outside the bounding box, where nothing stops it.
    pub bottoms: [u8; 4],
    /// One above the highest cell of each column; 0 outside the bounding box.
    pub tops: [u8; 4],
}

impl Shape {
    /// The cells of row `row` of the bounding box, leftmost column in bit 0.
    #[inline]
    pub const fn row(&self, row: u8) -> u16 {
        (self.cells >> (16 * row as u32)) as u16
    }

    /// The rows and columns of the cells in the bounding box, from the lowest row up and from left to right.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let mut left = self.cells;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                (bit / 16, bit % 16)
            })
        })
    }

    /// Builds a shape from its rows, listed top row first as one would draw it.
    const fn drawn<const H: usize>(piece: Piece, rotation: u8, picture: [&str; H]) -> Shape {
        let mut shape = Shape {
            piece,
            rotation,
            width: picture[0].len() as u8,
            height: H as u8,
            cells: 0,
            bottoms: [255; 4],
            tops: [0; 4],
        };
        let mut row = 0;
        while row < H {
            let line = picture[H - 1 - row].as_bytes();
            let mut column = 0;
            while column < line.len() {
                if line[column] == b'#' {
                    shape.cells |= 1 << (16 * row + column);
                    if shape.bottoms[column] == 255 {
                        shape.bottoms[column] = row as u8;
                    }
                    shape.tops[column] = row as u8 + 1;
                }
                column += 1;
            }
            row += 1;
        }
        shape
    }
}

/// All shapes, in the order of [`Orientation`].
static SHAPES: [Shape; Orientation::COUNT] = [
    Shape::drawn(Piece::I, 0, ["####"]),
    Shape::drawn(Piece::I, 1, ["#", "#", "#", "#"]),
    Shape::drawn(Piece::O, 0, ["##", "##"]),
    Shape::drawn(Piece::T, 0, [".#.", "###"]),
    Shape::drawn(Piece::T, 1, ["#.", "##", "#."]),
    Shape::drawn(Piece::T, 2, ["###", ".#."]),
    Shape::drawn(Piece::T, 3, [".#", "##", ".#"]),
    Shape::drawn(Piece::S, 0, [".##", "##."]),
    Shape::drawn(Piece::S, 1, ["#.", "##", ".#"]),
    Shape::drawn(Piece::Z, 0, ["##.", ".##"]),
    Shape::drawn(Piece::Z, 1, [".#", "##", "#."]),
    Shape::drawn(Piece::J, 0, ["#..", "###"]),
    Shape::drawn(Piece::J, 1, ["##", "#.", "#."]),
    Shape::drawn(Piece::J, 2, ["###", "..#"]),
    Shape::drawn(Piece::J, 3, [".#", ".#", "##"]),
    Shape::drawn(Piece::L, 0, ["..#", "###"]),
    Shape::drawn(Piece::L, 1, ["#.", "#.", "##"]),
    Shape::drawn(Piece::L, 2, ["###", "#.."]),
    Shape::drawn(Piece::L, 3, ["##", ".#", ".#"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_four_cells_and_a_tight_box() {
        for orientation in Orientation::all() {
            let shape = orientation.shape();
            assert_eq!(shape.cells.count_ones(), 4, "{orientation:?}");
            for column in 0..4 {
                assert_eq!(shape.tops[column] > 0, column < usize::from(shape.width), "{orientation:?}");
                assert_eq!(shape.bottoms[column] < 4, column < usize::from(shape.width), "{orientation:?}");
            }
            for row in 0..4 {
                assert_eq!(shape.row(row) != 0, row < shape.height, "{orientation:?}");
            }
        }
    }

    #[test]
    fn the_orientations_of_a_piece_are_those_that_name_it() {
        for piece in Piece::ALL {
            let named: Vec<_> =
                Orientation::all().filter(|orientation| orientation.piece() == piece).collect();
            assert_eq!(piece.orientations().collect::<Vec<_>>(), named);
            assert_eq!(Piece::from_letter(piece.letter().to_ascii_lowercase()), Some(piece));
        }
        assert_eq!(Piece::from_letter('X'), None);
    }

    #[test]
    fn orientations_are_distinct_and_mirror_twice_is_identity() {
        let cells: std::collections::HashSet<u64> = Orientation::all().map(|o| o.shape().cells).collect();
        assert_eq!(cells.len(), Orientation::COUNT);
        for orientation in Orientation::all() {
            let mirror = orientation.mirrored();
            assert_eq!(mirror.mirrored(), orientation);
            let (shape, reflected) = (orientation.shape(), mirror.shape());
            for row in 0..shape.height {
                let flipped = shape.row(row).reverse_bits() >> (16 - shape.width);
                assert_eq!(flipped, reflected.row(row), "{orientation:?} against {mirror:?}");
            }
        }
    }
}
