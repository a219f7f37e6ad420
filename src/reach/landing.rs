//! Where all placements of a board come to rest, computed for all columns at once.

use tetreach_agents::ActionMask;

use crate::game::{Actions, Board, Orientation, Size};

const COLUMNS: usize = Size::MAX_WIDTH as usize;

/// The row at which an orientation's lowest cell comes to rest in each column; columns too far right mean nothing.
///
/// The loop has a fixed length and works on bytes, so that it becomes a handful of vector instructions.
#[inline]
pub fn resting_rows(board: &Board, orientation: Orientation) -> [u8; COLUMNS] {
    let mut heights = [0_u8; COLUMNS + 3];
    for (padded, &height) in heights.iter_mut().zip(board.heights()) {
        *padded = height;
    }
    resting_rows_over(&heights, orientation)
}

#[inline]
fn resting_rows_over(heights: &[u8; COLUMNS + 3], orientation: Orientation) -> [u8; COLUMNS] {
    let bottoms = orientation.shape().bottoms;
    std::array::from_fn(|column| {
        let stop = |offset: usize| heights[column + offset].saturating_sub(bottoms[offset]);
        stop(0).max(stop(1)).max(stop(2).max(stop(3)))
    })
}

/// The legal placements.
#[inline]
pub fn legal_mask(board: &Board) -> ActionMask {
    let actions = Actions::of_width(board.width());
    // Four rows above the stack take any piece.
    if board.stack_height() + 4 <= usize::from(board.height()) {
        return ActionMask::first(actions.count());
    }
    tight_mask(board, actions)
}

#[inline(never)]
fn tight_mask(board: &Board, actions: &Actions) -> ActionMask {
    let mut heights = [0_u8; COLUMNS + 3];
    heights[..board.heights().len()].copy_from_slice(board.heights());
    let mut words = [0_u64; 6];
    for orientation in Orientation::all() {
        let Some(highest) = board.height().checked_sub(orientation.shape().height) else { continue };
        let rows = resting_rows_over(&heights, orientation);
        let range = actions.of_orientation(orientation);
        let mut legal = 0_u64;
        for (column, row) in rows.into_iter().enumerate() {
            legal |= u64::from(row <= highest) << column;
        }
        legal &= (1 << range.len()) - 1;
        let (word, shift) = (range.start / 64, range.start % 64);
        words[word] |= legal << shift;
        // In two shifts, because a shift by 64 is not allowed.
        words[word + 1] |= legal >> 1 >> (63 - shift);
    }
    ActionMask::from_words([words[0], words[1], words[2], words[3], words[4]])
}

/// Whether any placement is legal.
#[inline]
pub fn has_legal_action(board: &Board) -> bool {
    // A lying I fits into one free row above the stack.
    board.stack_height() < usize::from(board.height()) || board.legal_actions().next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ActionId;
    use proptest::prelude::*;
    use tetreach_agents::Action;

    proptest! {
        #[test]
        fn mask_and_rows_agree_with_play(width in 4_usize..=16, height in 2_usize..=32, top in 0_usize..=32,
                                         rows in proptest::collection::vec(any::<u16>(), 32)) {
            let size = Size::new(width, height).unwrap();
            // Thin rows out, so that tall boards still have deep columns.
            let cells = rows.iter().zip(rows.iter().skip(1)).map(|(a, b)| a & b).take(top.min(height));
            let board = Board::from_rows(size, cells);
            let actions = Actions::of_width(size.width());
            let mask = legal_mask(&board);
            prop_assert_eq!(has_legal_action(&board), !mask.is_empty());
            for id in actions.ids() {
                let placement = actions.placement(id).unwrap();
                let played = board.clone().play_action(id);
                prop_assert_eq!(mask.contains(Action(id.0)), played.is_ok());
                if let Ok(landing) = played {
                    let row = resting_rows(&board, placement.orientation)[usize::from(placement.column)];
                    prop_assert_eq!(row, landing.row);
                }
            }
            prop_assert!(mask.iter().all(|action| actions.placement(ActionId(action.0)).is_some()));
        }
    }
}
