//! The legal placements of a board as a mask.

use tetreach_agents::ActionMask;

use crate::game::{Actions, Board};

/// The legal placements.
#[inline]
pub fn legal_mask(board: &Board) -> ActionMask {
    // Four rows above the stack take any piece.
    if board.stack_height() + 4 <= usize::from(board.height()) {
        ActionMask::first(Actions::of_width(board.width()).count())
    } else {
        ActionMask::from_words(board.legal_mask())
    }
}

/// Whether any placement is legal.
#[inline]
pub fn has_legal_action(board: &Board) -> bool {
    // A lying I fits into one free row above the stack.
    board.stack_height() < usize::from(board.height()) || !legal_mask(board).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use proptest::prelude::*;
    use tetreach_agents::Action;

    proptest! {
        #[test]
        fn the_mask_agrees_with_play(width in 4_usize..=16, height in 2_usize..=32, top in 0_usize..=32,
                                     rows in proptest::collection::vec(any::<u16>(), 32)) {
            let size = Size::new(width, height).unwrap();
            // Thin rows out, so that tall boards still have deep columns.
            let cells = rows.iter().zip(rows.iter().skip(1)).map(|(a, b)| a & b).take(top.min(height));
            let board = Board::from_rows(size, cells);
            let actions = Actions::of_width(size.width());
            let mask = legal_mask(&board);
            prop_assert_eq!(has_legal_action(&board), !mask.is_empty());
            for id in actions.ids() {
                prop_assert_eq!(mask.contains(Action(id.0)), board.clone().play_action(id).is_ok());
            }
            prop_assert!(mask.iter().all(|action| action.index() < actions.count()));
        }
    }
}
