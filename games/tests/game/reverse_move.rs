//! Primitive moves backwards beside the predecessors that the naive board finds by trying everything.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tetreach_games::naive::{NaiveBoard, naive_placements};
use tetreach_games::{Board, ReverseActions, ReverseMove, Size};

use super::boards::settled;
use super::forward::assert_consistent;

/// The boards that sequences of primitive moves lead to, each with the number of rows that came back for it.
fn taken_back(board: &Board) -> BTreeSet<(Vec<u16>, u32)> {
    let mut found = BTreeSet::new();
    for reverse in board.reverse_moves() {
        let next = board.take_back(reverse).expect("a legal move can be made");
        assert_consistent(&next);
        match reverse {
            ReverseMove::Restore { .. } => {
                let further = taken_back(&next);
                assert!(!further.is_empty(), "a restored row is a dead end");
                found.extend(further);
            }
            ReverseMove::Take { .. } => {
                found.insert((next.filled_rows().collect(), board.without_full_rows().1.count()));
            }
        }
    }
    found
}

fn ids(board: &Board) -> Vec<usize> {
    let actions = ReverseActions::of_size(board.size());
    board.reverse_moves().into_iter().map(|reverse| actions.id(reverse)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn primitive_moves_lead_to_exactly_the_predecessors_of_the_naive_board(board in settled()) {
        let naive = NaiveBoard::of(&board);
        let expected: BTreeSet<(Vec<u16>, u32)> = naive
            .predecessors(&naive_placements(naive.width()))
            .iter()
            .map(|before| (before.board.to_board().filled_rows().collect(), before.cleared as u32))
            .collect();
        prop_assert_eq!(taken_back(&board), expected);
    }

    #[test]
    fn every_placement_is_taken_back_by_its_moves(start in settled()) {
        start.for_each_successor(|action, next, cleared| {
            let moves = next.moves_that_take_back(&start, action).expect("it led here");
            assert_eq!(moves.len() as u32, 1 + cleared.count());
            let back = moves.iter().fold(*next, |board, reverse| {
                assert!(board.reverse_moves().contains(reverse), "{board} {reverse:?}");
                board.take_back(*reverse).expect("a legal move can be made")
            });
            assert_eq!(back, start);
        });
    }

    #[test]
    fn a_mirror_changes_the_moves_as_it_changes_the_board(board in settled()) {
        let actions = ReverseActions::of_size(board.size());
        let mut mirrored: Vec<usize> = ids(&board).into_iter().map(|id| actions.mirrored(id)).collect();
        let mut of_mirror = ids(&board.mirrored());
        mirrored.sort_unstable();
        of_mirror.sort_unstable();
        prop_assert_eq!(mirrored, of_mirror);
    }
}

#[test]
fn numbers_name_their_moves_and_mirrors_are_their_own_inverse() {
    let actions = ReverseActions::of_size(Size::new(5, 6).unwrap());
    assert_eq!(ReverseActions::of_size(Size::STANDARD).count(), 3_820);
    for id in 0..actions.count() {
        assert_eq!(actions.id(actions.reverse_move(id).unwrap()), id);
        assert_eq!(actions.mirrored(actions.mirrored(id)), id);
    }
    assert_eq!(actions.reverse_move(actions.count()), None);
}

#[test]
fn pieces_that_are_not_there_and_rows_without_room_are_refused() {
    let board = Board::from_rows(Size::new(4, 2).unwrap(), [0b0111, 0b0001]);
    let actions = ReverseActions::of_size(board.size());
    let possible =
        (0..actions.count()).filter(|id| board.take_back(actions.reverse_move(*id).unwrap()).is_some());
    assert_eq!(possible.count(), 1, "the L and nothing else, and no row above the top");
}
