//! The ways to put full rows back between the rows of a shape before it is taken away.

use crate::piece::{Orientation, Shape};

/// A set of a shape's rows at which full rows are inserted, with what that asks of the board.
///
/// Rows of the board are meant relative to the row `y` of the shape's lowest cell: the board does not have the
/// inserted rows, so what lies above them is lower there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Insertion {
    /// How many rows are inserted.
    pub count: u8,
    /// Which of the shape's rows they are, from the lowest one up.
    pub rows: u8,
    /// One above the highest inserted row of the shape, 0 if none is.
    pub above: u8,
    /// Whether every column of the shape has its top cell in the highest inserted row, so that the height is free.
    pub floats: bool,
    /// The shape's cells on the remaining rows, moved together, 16 bits per row.
    pub rest: u64,
    /// The inserted rows, 16 bits per row.
    pub inserted: u64,
    /// For every row of the shape that is not inserted, the bits to shift the board's rows right to find it.
    pub sources: [u8; 4],
    rest_cells: ([InsertionCell; 4], u8),
    supports: ([InsertionCell; 4], u8),
    /// Whether an inserted row carries the shape wherever it is.
    pub supported: bool,
    /// What lies under the shape.
    pub under: Under,
}

/// What lies under the columns of a shape once it is taken away, one byte per column: either the board below row
/// `y + 0`, `y + 1` or `y + 2`, lifted by the rows inserted there, or an inserted row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Under {
    /// 255 for the columns whose board lies below row `y + index`.
    pub board_below: [u32; 3],
    /// How many rows are inserted under the shape.
    pub lifted: u32,
    /// One above the highest inserted row under the shape, 0 if there is none.
    pub inserted: u32,
    /// 255 for the columns that have an inserted row under the shape.
    pub has_inserted: u32,
}

/// A cell of the board: column of the shape, and row above `y`; for supports, row above `y - 1`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InsertionCell {
    pub offset: u8,
    pub up: u8,
}

/// The insertions of each orientation: at most 16 subsets of four rows.
static INSERTIONS: [([Insertion; 16], usize); Orientation::COUNT] = {
    let none =
        Insertion::of(Orientation::at(0).shape(), 0).expect("invariant: nothing can always be inserted");
    let mut all = [([none; 16], 0); Orientation::COUNT];
    let mut index = 0;
    while index < Orientation::COUNT {
        let shape = Orientation::at(index).shape();
        let mut rows = 0;
        while rows < 1 << shape.height {
            if let Some(insertion) = Insertion::of(shape, rows) {
                all[index].0[all[index].1] = insertion;
                all[index].1 += 1;
            }
            rows += 1;
        }
        index += 1;
    }
    all
};

impl Insertion {
    /// All insertions of an orientation, the one without any row first.
    #[inline]
    pub fn all(orientation: Orientation) -> &'static [Insertion] {
        let (insertions, count) = &INSERTIONS[orientation.index()];
        &insertions[..*count]
    }

    /// The cells of the board that the shape must have left there.
    #[inline]
    pub fn rest_cells(&self) -> &[InsertionCell] {
        &self.rest_cells.0[..usize::from(self.rest_cells.1)]
    }

    /// The cells of the board of which one must be filled to carry the shape, unless it lies on the floor.
    #[inline]
    pub fn supports(&self) -> &[InsertionCell] {
        &self.supports.0[..usize::from(self.supports.1)]
    }

    /// The insertion of full rows at these rows of the shape, unless one of them would lie above part of it.
    const fn of(shape: &Shape, rows: u8) -> Option<Self> {
        let nowhere = InsertionCell { offset: 0, up: 0 };
        let mut insertion = Self {
            count: rows.count_ones() as u8,
            rows,
            above: (8 - rows.leading_zeros()) as u8,
            floats: rows != 0,
            rest: 0,
            inserted: 0,
            sources: [0; 4],
            rest_cells: ([nowhere; 4], 0),
            supports: ([nowhere; 4], 0),
            supported: false,
            under: Under { board_below: [0; 3], lifted: 0, inserted: 0, has_inserted: 0 },
        };
        let mut offset = 0;
        while offset < shape.width {
            let top = shape.tops[offset as usize];
            if insertion.above > top {
                return None;
            }
            insertion.floats &= insertion.above == top;
            insertion.add_support(rows, offset, shape.bottoms[offset as usize]);
            offset += 1;
        }
        let (mut row, mut kept) = (0, 0);
        while row < shape.height {
            if rows >> row & 1 == 1 {
                insertion.inserted |= 0xFFFF << (16 * row);
            } else {
                insertion.add_kept_row(shape, row, kept);
                kept += 1;
            }
            row += 1;
        }
        Some(insertion)
    }

    /// Notes what lies under the shape and can carry it in a column whose lowest cell is `bottom` rows above the
    /// shape's lowest one.
    const fn add_support(&mut self, rows: u8, offset: u8, bottom: u8) {
        let below = rows & ((1 << bottom) - 1);
        let (up, place) = (bottom - below.count_ones() as u8, 8 * offset as u32);
        self.under.board_below[up as usize] |= 255 << place;
        self.under.lifted |= below.count_ones() << place;
        if below != 0 {
            self.under.inserted |= (8 - below.leading_zeros()) << place;
            self.under.has_inserted |= 255 << place;
        }
        if bottom > 0 && below >> (bottom - 1) & 1 == 1 {
            self.supported = true;
        } else {
            self.supports.0[self.supports.1 as usize] = InsertionCell { offset, up };
            self.supports.1 += 1;
        }
    }

    /// Notes the shape's cells in its row `row`, which is the board's row `kept`.
    const fn add_kept_row(&mut self, shape: &Shape, row: u8, kept: u8) {
        self.rest |= (shape.row(row) as u64) << (16 * kept);
        self.sources[row as usize] = 16 * kept;
        let mut offset = 0;
        while offset < shape.width {
            if shape.row(row) >> offset & 1 == 1 {
                self.rest_cells.0[self.rest_cells.1 as usize] = InsertionCell { offset, up: kept };
                self.rest_cells.1 += 1;
            }
            offset += 1;
        }
    }
}
