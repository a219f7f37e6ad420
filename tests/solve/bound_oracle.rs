//! The lower bound against exact distances and against played games.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use proptest::prelude::*;
use tetreach::game::{ActionId, Actions, Board, Size, Solution};
use tetreach::solve::bound::unfolded::Prover;
use tetreach::solve::bound::{BoundReason, Removal, build_without_clears, lower_bound};
use tetreach::solve::oracle::{ClosureRun, DistanceTable};
use tetreach::solve::{Budget, Cancel, Meter, Silent};

/// Checks every board of a size and returns the percentages that the bound and the counting bound meet.
fn tight(width: usize, height: usize) -> (f64, f64) {
    let run = ClosureRun { threads: 2, observer: &Silent, cancel: &Cancel::default() };
    let table = DistanceTable::from_empty(Size::new(width, height).unwrap(), &run).unwrap();
    let (next, proved, counted) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= table.blocks() {
                break;
            }
            for (board, distance) in table.boards_of_block(block) {
                let bound = lower_bound(&board);
                assert!(
                    bound.pieces <= distance,
                    "{} pieces claimed, {distance} suffice:\n{board}",
                    bound.pieces
                );
                assert!(bound.pieces >= board.counting_bound());
                assert_eq!(bound.pieces, board.pieces_with_clears(bound.cleared));
                proved.fetch_add(u64::from(bound.pieces == distance), Ordering::Relaxed);
                counted.fetch_add(u64::from(board.counting_bound() == distance), Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let share = |count: AtomicU64| 100.0 * count.into_inner() as f64 / table.len() as f64;
    (share(proved), share(counted))
}

#[test]
fn the_bound_holds_for_every_board_of_small_sizes() {
    for (width, height, at_least) in [(4, 5, 59.0), (5, 4, 87.0), (6, 4, 74.0), (7, 3, 80.0)] {
        let (proved, counted) = tight(width, height);
        assert!(proved >= at_least, "{width}x{height}: tight on {proved} %");
        assert!(proved >= counted);
    }
}

/// The windows' bound never exceeds the distance, the ways that come of it are shortest ones, and what it refutes
/// stands up to the check. `oracle bound --windows` does the same for every board of a size.
#[test]
fn windows_hold_for_boards_of_small_sizes() {
    for (width, height, step) in [(4, 5, 499), (5, 4, 2003), (6, 4, 20_011), (7, 3, 5003)] {
        let run = ClosureRun { threads: 2, observer: &Silent, cancel: &Cancel::default() };
        let table = DistanceTable::from_empty(Size::new(width, height).unwrap(), &run).unwrap();
        let (mut boards, mut tight, mut was_tight) = (0, 0, 0);
        for (board, distance) in table.boards().step_by(step) {
            let mut prover = Prover::from_nothing(&board);
            let mut meter = Meter::start(Budget::nodes(2000), Cancel::default());
            let way = prover.prove(u32::MAX, &mut meter);
            let pieces = board.pieces_with_clears(prover.lines());
            assert!(pieces <= distance, "{pieces} pieces claimed, {distance} suffice:\n{board}");
            assert!(way.is_none_or(|way| way.pieces() as u32 == distance), "{board}");
            let checked = prover.witness().unwrap().check(&board);
            assert_eq!(checked, Ok(()), "{board}");
            boards += 1;
            tight += usize::from(pieces == distance);
            was_tight += usize::from(lower_bound(&board).pieces == distance);
        }
        assert!(boards > 50 && tight > was_tight, "{width}x{height}: {tight} and {was_tight} of {boards}");
    }
}

#[test]
fn ways_without_clears_are_found_exactly_where_they_exist() {
    let run = ClosureRun { threads: 2, observer: &Silent, cancel: &Cancel::default() };
    let table = DistanceTable::from_empty(Size::new(5, 4).unwrap(), &run).unwrap();
    for (board, distance) in table.boards() {
        match build_without_clears(&board, u64::MAX) {
            Removal::Order(order) => {
                assert_eq!(Solution::replay(&board, order).unwrap().pieces() as u32, distance);
                assert_eq!(4 * distance, board.cells());
            }
            Removal::Impossible => assert_ne!(4 * distance, board.cells(), "{board}"),
            Removal::Undecided => panic!("there was no limit"),
        }
    }
}

#[test]
fn the_empty_board_and_one_piece_are_counted() {
    let bound = lower_bound(&Board::empty(Size::STANDARD));
    assert_eq!((bound.pieces, bound.cleared, bound.reason), (0, 0, BoundReason::Counting));
    let bound = lower_bound(&Board::from_rows(Size::STANDARD, [0b1111]));
    assert_eq!((bound.pieces, bound.cleared, bound.reason), (1, 0, BoundReason::Counting));
}

#[test]
fn rows_that_do_not_touch_need_a_line_between_them() {
    // Sixteen rows of one cell each on a diagonal that bounces: every two neighbours are apart.
    let rows = (0..16).map(|row| 1 << [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3][row]);
    let board = Board::from_rows(Size::STANDARD, rows);
    assert_eq!(board.counting_bound(), 4);
    let bound = lower_bound(&board);
    // No single line can have been completed over one cell, so each of the fifteen gaps held two.
    assert_eq!((bound.cleared, bound.reason), (30, BoundReason::Gaps));
}

proptest! {
    #[test]
    fn no_played_game_beats_the_bound(
        width in 4_u8..=10,
        choices in prop::collection::vec(any::<u32>(), 1..60),
    ) {
        let size = Size::new(usize::from(width), 20).unwrap();
        let count = Actions::of_width(width).count() as u32;
        let mut board = Board::empty(size);
        let mut pieces = 0;
        for choice in choices {
            // Of a few placements the one that leaves the lowest stack, so that lines are cleared.
            let tries = (0..8).filter_map(|index| {
                let mut next = board;
                let number = (choice.rotate_left(4 * index).wrapping_mul(0x9E37_79B1) >> 8) as u16;
                next.play_action(ActionId(number % count as u16)).ok().map(|_| next)
            });
            let Some(next) = tries.min_by_key(|next| (next.stack_height(), next.cells())) else { break };
            board = next;
            pieces += 1;
            let bound = lower_bound(&board);
            prop_assert!(bound.pieces <= pieces, "{bound:?} after {pieces} pieces\n{board}");
            // Large tilings may be given up on one side of the mirror and not on the other.
            if board.cells() <= 24 {
                prop_assert_eq!(lower_bound(&board.mirrored()).pieces, bound.pieces);
            }
        }
    }
}
