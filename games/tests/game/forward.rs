//! Drops, clears, masks and landing rows as the naive board has them.

use std::collections::HashSet;
use std::hash::BuildHasher;

use proptest::prelude::*;
use tetreach_games::naive::{NaiveBoard, naive_placements};
use tetreach_games::{ActionId, Actions, Board, PlayError};

use super::boards::{boards, sizes};

/// Checks all that a board keeps in addition to its cells.
pub fn assert_consistent(board: &Board) {
    let rebuilt = Board::from_rows(board.size(), (0..usize::from(board.height())).map(|row| board.row(row)));
    assert_eq!(board.heights(), rebuilt.heights());
    assert_eq!(*board, rebuilt, "also what lies outside the board is as it was made");
}

proptest! {
    #[test]
    fn every_placement_drops_and_clears_as_on_the_naive_board(board in boards()) {
        let naive = NaiveBoard::of(&board);
        for (index, placement) in naive_placements(naive.width()).iter().enumerate() {
            let mut next = board;
            match (next.play_action(ActionId(index as u16)), naive.play(placement)) {
                (Ok(landing), Some(drop)) => {
                    prop_assert_eq!(NaiveBoard::of(&next), drop.board);
                    prop_assert_eq!(usize::from(landing.row), drop.row);
                    prop_assert_eq!(landing.cleared.iter().collect::<Vec<_>>(), drop.cleared);
                    assert_consistent(&next);
                }
                (Err(error), None) => {
                    prop_assert_eq!(error, PlayError::AboveTop { height: board.height() });
                    prop_assert_eq!(next, board, "an illegal placement changes nothing");
                }
                (fast, slow) => prop_assert!(false, "action {} gave {:?} against {:?}", index, fast, slow),
            }
        }
    }

    #[test]
    fn successors_are_the_boards_after_each_legal_placement(board in boards()) {
        let mut expected = Actions::of_width(board.width()).ids().filter_map(|id| {
            let mut next = board;
            next.play_action(id).ok().map(|landing| (id, next, landing.cleared))
        });
        board.for_each_successor(|id, next, cleared| {
            assert_eq!(expected.next(), Some((id, *next, cleared)));
            assert_consistent(next);
        });
        prop_assert_eq!(expected.next(), None);
    }

    #[test]
    fn legal_placements_and_landing_rows_are_those_of_the_naive_board(board in boards()) {
        let naive = NaiveBoard::of(&board);
        let drops: Vec<_> = naive_placements(naive.width()).iter().map(|placement| naive.play(placement)).collect();
        let actions = Actions::of_width(board.width());
        let (mask, rows) = (board.legal_mask(), board.landing_rows());
        let legal: HashSet<ActionId> = board.legal_actions().collect();
        for (index, drop) in drops.iter().enumerate() {
            let id = ActionId(index as u16);
            let row = drop.as_ref().map(|drop| drop.row as u8);
            prop_assert_eq!(legal.contains(&id), row.is_some());
            prop_assert_eq!(mask[index / 64] >> (index % 64) & 1 == 1, row.is_some());
            prop_assert_eq!(board.landing_row(actions.placement(id).unwrap()), row);
            prop_assert_eq!(rows[index], row.unwrap_or(u8::MAX));
        }
        prop_assert_eq!(mask.iter().map(|word| word.count_ones() as usize).sum::<usize>(), legal.len());
        prop_assert!(rows[drops.len()..].iter().all(|row| *row == u8::MAX));
    }

    #[test]
    fn mirror_commutes_with_play(board in boards()) {
        let actions = Actions::of_width(board.width());
        let mirror = board.mirrored();
        prop_assert_eq!(mirror.mirrored(), board);
        prop_assert_eq!(board.mirror_reduced(), mirror.mirror_reduced());
        for id in actions.ids() {
            let (mut left, mut right) = (board, mirror);
            prop_assert_eq!(left.play_action(id), right.play_action(actions.mirrored(id).unwrap()));
            prop_assert_eq!(left.mirrored(), right);
        }
    }

    #[test]
    fn equal_cells_are_equal_boards_with_equal_hashes(board in boards(), row in 0..32_usize, column in 0..16_usize) {
        let hasher = std::collections::hash_map::RandomState::new();
        let same = NaiveBoard::of(&board).to_board();
        prop_assert_eq!(same, board);
        prop_assert_eq!(same.hash64(), board.hash64());
        prop_assert_eq!(hasher.hash_one(same), hasher.hash_one(board));
        let mut naive = NaiveBoard::of(&board);
        let (row, column) = (row % naive.height(), column % naive.width());
        naive.rows[row][column] ^= true;
        prop_assert_ne!(naive.to_board(), board);
        prop_assert_ne!(naive.to_board().hash64(), board.hash64());
    }

    #[test]
    fn actions_beyond_the_last_one_are_refused(size in sizes(), beyond in 0..1000_u16) {
        let (mut board, last) = (Board::empty(size), Actions::of_width(size.width()).count() as u16 - 1);
        let action = last + 1 + beyond;
        prop_assert_eq!(board.play_action(ActionId(action)), Err(PlayError::NoSuchAction { action, last }));
        prop_assert!(board.is_empty());
    }
}

#[test]
fn one_placement_clears_four_rows_and_drops_the_rest() {
    let size = tetreach_games::Size::STANDARD;
    let gap = size.full_row() ^ 1 << 9;
    let mut board = Board::from_rows(size, [gap, gap, gap, gap, 0b11, 0b1]);
    let upright =
        naive_placements(10).iter().position(|cells| *cells == [(0, 9), (1, 9), (2, 9), (3, 9)]).unwrap();
    let landing = board.play_action(ActionId(upright as u16)).unwrap();
    assert_eq!(landing.cleared.iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(board, Board::from_rows(size, [0b11, 0b1]));
}
