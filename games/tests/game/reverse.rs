//! Predecessors as the naive board finds them by trying everything, and as play makes them.

use std::collections::HashSet;

use proptest::prelude::*;
use tetreach_games::naive::{NaiveBoard, naive_placements};
use tetreach_games::{ActionId, Board, Size};

use super::boards::{boards, settled};
use super::forward::assert_consistent;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_predecessor_replays_forward_and_occurs_once(board in settled()) {
        let mut edges = HashSet::new();
        for predecessor in board.predecessors() {
            let mut replayed = predecessor.board;
            let landing = replayed.play_action(predecessor.action).unwrap();
            prop_assert_eq!(replayed, board);
            prop_assert_eq!(landing.cleared.count(), u32::from(predecessor.cleared));
            prop_assert!(NaiveBoard::of(&predecessor.board).is_settled());
            assert_consistent(&predecessor.board);
            prop_assert!(edges.insert((predecessor.board, predecessor.action)));
        }
        prop_assert_eq!(board.has_predecessor(), !edges.is_empty());
    }

    #[test]
    fn every_move_is_among_the_predecessors_of_its_result(board in settled()) {
        board.for_each_successor(|action, next, cleared| {
            let edge = |p: &tetreach_games::Predecessor| {
                p.board == board && p.action == action && u32::from(p.cleared) == cleared.count()
            };
            assert_eq!(next.predecessors().filter(edge).count(), 1, "{board:?}\n{action:?}\n{next:?}");
        });
    }

    #[test]
    fn predecessors_are_those_that_the_naive_board_finds(board in boards()) {
        let naive = NaiveBoard::of(&board);
        let found: HashSet<(Board, ActionId, u8)> =
            board.predecessors().map(|p| (p.board, p.action, p.cleared)).collect();
        let expected: HashSet<(Board, ActionId, u8)> = naive
            .predecessors(&naive_placements(naive.width()))
            .into_iter()
            .map(|p| (p.board.to_board(), ActionId(p.action as u16), p.cleared as u8))
            .collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn a_limit_on_cleared_rows_leaves_out_exactly_the_others(board in settled(), most in 0..=4_u8) {
        let mut limited = Vec::new();
        board.for_each_predecessor(most, |predecessor| limited.push(*predecessor));
        let expected: Vec<_> = board.predecessors().filter(|predecessor| predecessor.cleared <= most).collect();
        prop_assert_eq!(limited, expected);
    }
}

#[test]
fn boards_with_full_or_floating_rows_come_from_nowhere() {
    let size = Size::STANDARD;
    for rows in [[0x3FF, 0], [0, 0b1111], [0b11, 0x3FF]] {
        let board = Board::from_rows(size, rows);
        assert_eq!(board.predecessors().count(), 0, "{board:?}");
        assert!(!board.has_predecessor());
    }
}

#[test]
fn the_empty_board_comes_from_boards_that_one_piece_clears() {
    // One row but for a lying I, two rows but for an O, four rows but for a standing I.
    let edges = Board::empty(Size::STANDARD).predecessors().fold([0; 5], |mut by_rows, predecessor| {
        by_rows[usize::from(predecessor.cleared)] += 1;
        by_rows
    });
    let naive = NaiveBoard::empty(Size::STANDARD).predecessors(&naive_placements(10));
    assert_eq!(edges.iter().sum::<usize>(), naive.len());
    assert_eq!((edges[0], edges[1]), (0, 7));
}
