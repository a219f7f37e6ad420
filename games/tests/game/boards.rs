//! Random boards of all kinds for the property tests.

use proptest::prelude::*;
use tetreach_games::{ActionId, Actions, Board, Size};

/// Any size that the bitboard holds.
pub fn sizes() -> impl Strategy<Value = Size> {
    (4..=16_usize, 2..=32_usize).prop_map(|(width, height)| Size::new(width, height).unwrap())
}

/// Boards without full rows: random cells of random density, or random play; the stack may touch the top.
pub fn boards() -> impl Strategy<Value = Board> {
    sizes().prop_flat_map(|size| prop_oneof![pixels(size), nearly_full(size), played(size)])
}

/// Boards without full rows and without an empty row under a filled one.
pub fn settled() -> impl Strategy<Value = Board> {
    boards().prop_map(|board| {
        Board::from_rows(
            board.size(),
            (0..usize::from(board.height())).map(|row| board.row(row)).filter(|row| *row != 0),
        )
    })
}

/// Random cells in the lowest rows.
fn pixels(size: Size) -> impl Strategy<Value = Board> {
    (0..=usize::from(size.height()), 1..=9_u8).prop_flat_map(move |(rows, density)| {
        let cells = prop::collection::vec(0..10_u8, rows * usize::from(size.width()));
        cells.prop_map(move |cells| {
            let rows = cells.chunks(usize::from(size.width()));
            let words =
                rows.map(|row| row.iter().fold(0, |word, cell| word << 1 | u16::from(*cell < density)));
            without_full_rows(size, words)
        })
    })
}

/// Rows that miss few cells, so that placements clear them.
fn nearly_full(size: Size) -> impl Strategy<Value = Board> {
    let hole = (0..size.width(), 1..=2_u8).prop_map(|(column, wide)| u16::MAX ^ ((1 << wide) - 1) << column);
    prop::collection::vec(hole, 0..=usize::from(size.height()).min(8))
        .prop_map(move |rows| without_full_rows(size, rows.into_iter()))
}

/// The board after random placements, the illegal ones left out.
fn played(size: Size) -> impl Strategy<Value = Board> {
    let count = Actions::of_width(size.width()).count() as u16;
    prop::collection::vec(0..count, 0..120).prop_map(move |actions| {
        let mut board = Board::empty(size);
        for action in actions {
            let _ = board.play_action(ActionId(action));
        }
        board
    })
}

fn without_full_rows(size: Size, rows: impl Iterator<Item = u16>) -> Board {
    let full = size.full_row();
    Board::from_rows(size, rows.map(|row| if row & full == full { row ^ 1 } else { row }))
}
