//! Four rows of cells somewhere on a board.

/// Sixteen bits per row: four full rows between empty ones, to be read at the offset that puts them at a height.
static FOUR_ROWS: [u8; 136] = {
    let mut bytes = [0; 136];
    let mut index = 64;
    while index < 72 {
        bytes[index] = 255;
        index += 1;
    }
    bytes
};

/// Four rows of cells (16 bits per row) that begin at some row, seen as the eight 64-bit words of a board.
///
/// A word of the board holds the cells rotated by the row's place within a word, cut to the rows where they are:
/// a broadcast and one `and` with a sliding mask, where shifting would take a branch for the word that is hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    turned: u64,
    mask: &'static [u8; 64],
}

impl Placed {
    #[inline]
    pub fn new(cells: u64, row: usize) -> Self {
        // Rows are below 32; saying so again lets the compiler see that the slice is within bounds.
        let row = row & 31;
        let mask = &FOUR_ROWS[64 - 2 * row..128 - 2 * row];
        Self {
            turned: cells.rotate_left(16 * row as u32),
            mask: mask.try_into().expect("invariant: 64 bytes"),
        }
    }

    /// The cells in the board's word with this number, 0..8.
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        self.turned & u64::from_le_bytes(self.mask.as_chunks::<8>().0[index])
    }
}

/// All rows below some row, seen as the eight 64-bit words of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowsBelow(&'static [u8; 64]);

static LOWER_ROWS: [u8; 128] = {
    let mut bytes = [0; 128];
    let mut index = 0;
    while index < 64 {
        bytes[index] = 255;
        index += 1;
    }
    bytes
};

/// The rows below `row`, which may be any number up to 32.
#[inline]
pub(crate) fn rows_below(row: usize) -> RowsBelow {
    let from = 64 - 2 * row.min(32);
    RowsBelow(LOWER_ROWS[from..from + 64].try_into().expect("invariant: 64 bytes"))
}

impl RowsBelow {
    /// The rows in the board's word with this number, 0..8.
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        u64::from_le_bytes(self.0.as_chunks::<8>().0[index])
    }
}
