//! The top of a stack above a frozen floor, and its reverse moves for all columns and heights at once.
//!
//! Rows below the window are never touched. Of them only the uppermost matters, the *floor*: it is what stops a
//! piece at the window's lowest row. Because a floor cell only ever adds support, a sequence that is valid over
//! some floor is valid over every floor that contains it.

use crate::game::{ActionId, Actions, Board, Orientation, Shape, Size};

/// Up to eight rows of a board, 16 bits per row, the lowest row in the lowest bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window(pub u128);

/// Most rows that a window can hold.
pub const MAX_ROWS: usize = 8;

/// A one in the lowest bit of every row.
pub(super) const LANES: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;

/// The lowest `rows` rows of a window.
#[inline]
pub(super) const fn lower_rows(rows: usize) -> u128 {
    if rows >= MAX_ROWS { u128::MAX } else { (1 << (16 * rows)) - 1 }
}

impl Window {
    /// The rows of `board` from `floor` upwards.
    pub fn of_board(board: &Board, floor: usize) -> Self {
        let rows = floor..(floor + MAX_ROWS).min(board.stack_height());
        Self(rows.rev().fold(0, |cells, row| cells << 16 | u128::from(board.row(row))))
    }

    /// The board that has `below` under `floor` and this window above it.
    pub fn onto(self, below: &Board, floor: usize) -> Board {
        let under = (0..floor).map(|row| below.row(row));
        Board::from_rows(below.size(), under.chain((0..self.stack()).map(|row| self.row(row))))
    }

    /// The cells of a row.
    #[inline]
    pub fn row(self, row: usize) -> u16 {
        (self.0 >> (16 * row)) as u16
    }

    /// One above the highest filled row.
    #[inline]
    pub fn stack(self) -> usize {
        (128 - self.0.leading_zeros() as usize).div_ceil(16)
    }

    /// Number of filled cells.
    #[inline]
    pub fn cells(self) -> u32 {
        self.0.count_ones()
    }

    /// Every cell that has a filled cell at or above it.
    #[inline]
    pub fn covered(self) -> u128 {
        let mut cells = self.0;
        cells |= cells >> 16;
        cells |= cells >> 32;
        cells | cells >> 64
    }

    /// Whether an empty row lies under a filled one.
    #[inline]
    fn has_gap(self) -> bool {
        let rows = self.0 | !lower_rows(self.stack());
        rows.wrapping_sub(LANES) & !rows & (LANES << 15) != 0
    }

    /// The window with a full row inserted so that it becomes row `row`.
    #[inline]
    fn with_row_inserted(self, row: usize, full: u16) -> Self {
        let below = lower_rows(row);
        Self((self.0 & below) | ((self.0 & !below) << 16) | (u128::from(full) << (16 * row)))
    }

    /// The window as seen in a mirror.
    pub fn mirrored(self, width: u8) -> Self {
        let rows = (0..MAX_ROWS).rev();
        Self(
            rows.fold(0, |cells, row| cells << 16 | u128::from(self.row(row).reverse_bits() >> (16 - width))),
        )
    }
}

/// What surrounds a window: the board's width, the floor under it and the rows it may grow to.
#[derive(Clone, Copy, Debug)]
pub struct WindowFrame {
    actions: &'static Actions,
    full: u16,
    floor: u16,
    room: usize,
}

/// A reverse move in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowUndone {
    /// The window before the placement.
    pub window: Window,
    /// The placement that leads back.
    pub action: ActionId,
    /// Rows that vanish with it.
    pub cleared: usize,
}

/// The sets of inserted rows that one piece can touch, by how many there are; bit 0 is the lowest of them.
const INSERTIONS: [&[u8]; 5] = [&[0], &[0b1], &[0b11, 0b101, 0b1001], &[0b111, 0b1011, 0b1101], &[0b1111]];

impl WindowFrame {
    /// A frame of `room` rows above row `floor` of a board whose cells below it are `floor_row`.
    pub fn new(size: Size, floor_row: u16, room: usize) -> Self {
        Self {
            actions: Actions::of_width(size.width()),
            full: size.full_row(),
            floor: floor_row,
            room: room.min(MAX_ROWS),
        }
    }

    /// The frame above row `floor` of `board`: the rows below stay as they are, and `room` rows may be used.
    pub fn above(board: &Board, floor: usize, room: usize) -> Self {
        let below = if floor == 0 { board.size().full_row() } else { board.row(floor - 1) };
        Self::new(board.size(), below, room.min(usize::from(board.height()) - floor))
    }

    /// The row under the window.
    #[inline]
    pub fn floor(&self) -> u16 {
        self.floor
    }

    /// A full row.
    #[inline]
    pub fn full(&self) -> u16 {
        self.full
    }

    /// Calls `visit` with every window that leads to `window` by one placement that clears at most
    /// `most_cleared` rows.
    #[inline]
    pub fn for_each_predecessor(
        &self,
        window: Window,
        most_cleared: usize,
        mut visit: impl FnMut(WindowUndone),
    ) {
        let stack = window.stack();
        let most = most_cleared.min(self.room.saturating_sub(stack)).min(4);
        for (cleared, sets) in INSERTIONS.iter().enumerate().take(most + 1) {
            for set in *sets {
                let span = 8 - set.leading_zeros() as usize;
                // The highest inserted row must lie within the stack that it helps to build.
                let bases = if cleared == 0 { 1 } else { (stack + cleared + 1).saturating_sub(span) };
                for base in 0..bases {
                    let mut opened = window;
                    for row in (0..span).filter(|row| set >> row & 1 == 1) {
                        opened = opened.with_row_inserted(base + row, self.full);
                    }
                    self.for_each_removal(opened, base, span, |window, action| {
                        visit(WindowUndone { window, action, cleared });
                    });
                }
            }
        }
    }

    /// Calls `visit` with every way to take away a piece that touches the `span` rows from `base` on (any piece if
    /// `span` is 0), has nothing above it and is supported.
    #[inline]
    fn for_each_removal(
        &self,
        window: Window,
        base: usize,
        span: usize,
        mut visit: impl FnMut(Window, ActionId),
    ) {
        let cells = window.0;
        let exposed = cells & !(window.covered() >> 16);
        // Row r of `support` is what lies directly under row r of the window.
        let support = cells << 16 | u128::from(self.floor);
        for orientation in Orientation::all() {
            let shape = orientation.shape();
            let height = usize::from(shape.height);
            let mut fits = if span == 0 {
                u128::MAX
            } else if height < span {
                continue;
            } else {
                let lowest = (base + span).saturating_sub(height);
                lower_rows(base + 1) & !lower_rows(lowest)
            };
            fits &= fitting(shape, cells, exposed, support);
            let columns = self.actions.of_orientation(orientation);
            fits &= LANES * ((1_u128 << columns.len()) - 1);
            while fits != 0 {
                let at = fits.trailing_zeros();
                fits &= fits - 1;
                let left = Window(cells & !(u128::from(shape.cells) << at));
                if !left.has_gap() {
                    visit(left, ActionId((columns.start + (at as usize & 15)) as u16));
                }
            }
        }
    }
}

/// All positions (bit = row and column of the bounding box' lower left corner) where the shape's cells are filled,
/// the topmost of each column exposed to the sky, and the lowest of at least one column supported.
#[inline(always)]
fn fitting(shape: &Shape, cells: u128, exposed: u128, support: u128) -> u128 {
    let mut fits = u128::MAX;
    let mut supported = 0;
    for column in 0..usize::from(shape.width) {
        let (bottom, top) = (u32::from(shape.bottoms[column]), u32::from(shape.tops[column]) - 1);
        let column = column as u32;
        for row in bottom..top {
            fits &= cells >> (16 * row + column);
        }
        fits &= exposed >> (16 * top + column);
        supported |= support >> (16 * bottom + column);
    }
    fits & supported
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every board of a low size agrees with the exact predecessors of the whole board.
    #[test]
    fn windows_on_the_ground_have_the_predecessors_of_the_board() {
        let size = Size::new(5, 4).unwrap();
        let mut compared = 0;
        for bits in (0..1 << 20).step_by(37) {
            let board = Board::from_rows(size, (0..4).map(|row| (bits >> (5 * row)) as u16 & 31));
            if board.filled_rows().any(|row| row == 0 || row == 31) {
                continue;
            }
            let exact: BTreeSet<_> = board
                .predecessors()
                .map(|p| (Window::of_board(&p.board, 0), p.action, usize::from(p.cleared)))
                .collect();
            let mut found = BTreeSet::new();
            WindowFrame::above(&board, 0, 4).for_each_predecessor(Window::of_board(&board, 0), 4, |undone| {
                assert!(found.insert((undone.window, undone.action, undone.cleared)), "an edge came twice");
            });
            assert_eq!(found, exact, "{board:?}");
            compared += exact.len();
        }
        assert!(compared > 10_000);
    }

    #[test]
    fn reverse_moves_above_a_floor_replay_on_the_board() {
        let size = Size::STANDARD;
        let rows = [0b10_1101_1011, 0b01_1010_0001, 0b11_0000_1100, 0b00_0100_1010];
        let board = Board::from_rows(size, rows);
        for floor in 0..4 {
            let frame = WindowFrame::above(&board, floor, 6);
            let mut count = 0;
            frame.for_each_predecessor(Window::of_board(&board, floor), 4, |undone| {
                let mut before = undone.window.onto(&board, floor);
                let landing = before.play_action(undone.action).unwrap();
                assert_eq!(before, board);
                assert_eq!(landing.cleared.count() as usize, undone.cleared);
                assert!(usize::from(landing.row) >= floor);
                count += 1;
            });
            assert!(count > 20, "only {count} above {floor}");
        }
    }

    #[test]
    fn mirrored_windows_have_mirrored_predecessors() {
        let window = Window(0b01_0110_0001 << 16 | 0b11_0101_1011);
        let (size, floor) = (Size::STANDARD, 0b00_0001_1001_u16);
        let mirror = |undone: WindowUndone| undone.window.mirrored(10);
        let mut one = BTreeSet::new();
        WindowFrame::new(size, floor, 5).for_each_predecessor(window, 3, |undone| {
            one.insert(mirror(undone));
        });
        let mut other = BTreeSet::new();
        let frame = WindowFrame::new(size, floor.reverse_bits() >> 6, 5);
        frame.for_each_predecessor(window.mirrored(10), 3, |undone| {
            other.insert(undone.window);
        });
        assert_eq!(one, other);
        assert!(!one.is_empty());
    }
}
