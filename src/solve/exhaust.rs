//! Proof by exhaustion that a board cannot be reached: all boards that lead to it, examined backwards.

use rustc_hash::FxHashMap;

use super::Meter;
use crate::game::{ActionId, Board, Solution};

/// What an exhaustive backward search found.
#[derive(Clone, Debug)]
pub enum Exhausted {
    /// The empty board is among them.
    Reached(Box<Solution>),
    /// It is not: the target is unreachable.
    Unreachable {
        /// How many boards lead to the target, itself included.
        boards: usize,
    },
    /// They are too many to examine.
    Undecided,
}

/// Examines all boards from which `target` can be reached, generating at most `most_nodes`.
///
/// Boards without free rows above them have few predecessors, often none after some steps; with working room the
/// number explodes and the answer is `Undecided`.
pub fn exhaust(target: &Board, most_nodes: u64, meter: &mut Meter) -> Exhausted {
    let last = meter.nodes() + most_nodes;
    let mut next_of: FxHashMap<Board, Option<(ActionId, Board)>> = FxHashMap::default();
    next_of.insert(*target, None);
    // Depth first: if the empty board can be reached at all, it is often near.
    let mut open = vec![*target];
    while let Some(board) = open.pop() {
        if board.is_empty() {
            let steps = std::iter::successors(next_of[&board], |(_, after)| next_of[after]);
            let solution = Solution::replay(target, steps.map(|(action, _)| action));
            return Exhausted::Reached(Box::new(solution.expect("invariant: reverse moves replay")));
        }
        if meter.is_spent() || meter.nodes() >= last {
            return Exhausted::Undecided;
        }
        board.for_each_predecessor(4, |before| {
            meter.count(1);
            next_of.entry(before.board).or_insert_with(|| {
                open.push(before.board);
                Some((before.action, board))
            });
        });
    }
    Exhausted::Unreachable { boards: next_of.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::solve::{Budget, Cancel};
    use std::collections::HashSet;

    /// On a small board, exhaustion agrees with the closure of the empty board, board by board.
    #[test]
    fn exhaustion_decides_every_board_of_a_small_size() {
        let size = Size::new(4, 3).unwrap();
        let mut reachable = HashSet::from([Board::empty(size)]);
        let mut open = vec![Board::empty(size)];
        while let Some(board) = open.pop() {
            board.for_each_successor(|_, next, _| {
                if reachable.insert(*next) {
                    open.push(*next);
                }
            });
        }
        let mut unreachable = 0;
        for bits in 0..1_u16 << 12 {
            let board = Board::from_rows(size, (0..3).map(|row| bits >> (4 * row) & 15));
            if board.check_admissible().is_err() {
                continue;
            }
            let mut meter = Meter::start(Budget::default(), Cancel::default());
            match exhaust(&board, u64::MAX, &mut meter) {
                Exhausted::Reached(solution) => {
                    assert!(reachable.contains(&board));
                    assert_eq!(solution.target(), &board);
                }
                Exhausted::Unreachable { .. } => {
                    assert!(!reachable.contains(&board));
                    unreachable += 1;
                }
                Exhausted::Undecided => panic!("there was no limit"),
            }
        }
        assert!(unreachable > 3, "{unreachable}");
    }
}
