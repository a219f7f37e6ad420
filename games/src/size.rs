//! Board dimensions.

use std::fmt;

/// Columns and rows of a board, within the limits that the bitboard can hold.
///
/// ```
/// use tetreach_games::Size;
///
/// assert_eq!("10x20".parse(), Ok(Size::STANDARD));
/// assert_eq!(Size::new(6, 4)?.full_row(), 0b11_1111);
/// assert!(Size::new(3, 20).is_err(), "the I does not fit");
/// # Ok::<(), tetreach_games::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board size that the bitboard cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a board of {width} columns and {height} rows is not supported: 4 to 16 columns and 2 to 32 rows are"
)]
pub struct SizeError {
    width: usize,
    height: usize,
}

impl Size {
    /// Fewest columns: the lying I must fit.
    pub const MIN_WIDTH: u8 = 4;
    /// Most columns: a row is a 16-bit word.
    pub const MAX_WIDTH: u8 = 16;
    /// Fewest rows; low boards have exact oracles.
    pub const MIN_HEIGHT: u8 = 2;
    /// Most rows.
    pub const MAX_HEIGHT: u8 = 32;
    /// The board of the thesis: 10 columns, 20 rows.
    pub const STANDARD: Size = Size { width: 10, height: 20 };

    /// A size of these dimensions, if it is within the limits.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        let fits = (usize::from(Self::MIN_WIDTH)..=usize::from(Self::MAX_WIDTH)).contains(&width)
            && (usize::from(Self::MIN_HEIGHT)..=usize::from(Self::MAX_HEIGHT)).contains(&height);
        if fits {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError { width, height })
        }
    }

    /// A size that was checked before, read back from a board.
    #[inline]
    pub(crate) fn trusted(width: u8, height: u8) -> Self {
        Self { width, height }
    }

    /// Columns.
    #[inline]
    pub fn width(self) -> u8 {
        self.width
    }

    /// Rows.
    #[inline]
    pub fn height(self) -> u8 {
        self.height
    }

    /// The bits of a full row.
    #[inline]
    pub fn full_row(self) -> u16 {
        (0xFFFF_u32 >> (16 - u32::from(self.width))) as u16
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
