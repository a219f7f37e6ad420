//! What counting cells says about the way from one board to another.

use super::refutation::may_become;
use crate::game::{ActionId, Board};

/// The number of cells that are filled in exactly one of two boards.
#[inline]
pub fn differing_cells(one: &Board, other: &Board) -> u32 {
    (0..usize::from(one.height())).map(|row| (one.row(row) ^ other.row(row)).count_ones()).sum()
}

/// A number of pieces that no way between two boards can beat; `None` if counting shows that there is no way.
///
/// `p` pieces that clear `k` rows change the number of cells by `4 p - width k`, and a piece clears at most four rows.
/// The smallest `k` that fits, and with which nothing simple stands against the way ([`may_become`]), gives the
/// smallest `p`.
pub fn fewest_pieces(from: &Board, to: &Board) -> Option<u32> {
    fewest_below(from, to, u32::MAX)
}

/// [`fewest_pieces`] if it is below `limit`; larger numbers are not looked at.
fn fewest_below(from: &Board, to: &Board, limit: u32) -> Option<u32> {
    let width = u32::from(from.width());
    let (before, after) = (from.cells(), to.cells());
    // From `4 p >= k`: the least number of clears that the cells lost need.
    let first = (before.saturating_sub(after) + width - 2) / (width - 1);
    let cells = |clears: u32| after + width * clears - before;
    let fits = |clears: &u32| cells(*clears).is_multiple_of(4);
    // If all rows may vanish, nothing stands against the way any more.
    let most = first.max(u32::from(from.height())) + 4;
    let mut below = (first..most).filter(fits).take_while(|clears| cells(*clears) / 4 < limit);
    below.find(|clears| may_become(from, to, *clears)).map(|clears| cells(clears) / 4)
}

/// Tells of every legal placement that [`fewest_pieces`] speaks against: by that count it is no step towards the goal,
/// since as many pieces are needed after it as before, or more, or none are enough.
pub fn for_each_detour(state: &Board, goal: &Board, mut tell: impl FnMut(ActionId)) {
    let before = fewest_pieces(state, goal);
    state.for_each_successor(|action, next, _| {
        if before.is_none_or(|before| fewest_below(next, goal, before).is_none()) {
            tell(action);
        }
    });
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::Size;

    fn board(rows: &[u16]) -> Board {
        Board::from_rows(Size::STANDARD, rows.iter().copied())
    }

    #[test]
    fn counting_knows_simple_distances() {
        let empty = board(&[]);
        assert_eq!(fewest_pieces(&empty, &empty), Some(0));
        assert_eq!(fewest_pieces(&empty, &board(&[0b1111])), Some(1));
        // Two cells need a cleared row: 12 cells, three pieces.
        assert_eq!(fewest_pieces(&empty, &board(&[0b11])), Some(3));
        // An odd number of cells cannot change into an even one on ten columns.
        assert_eq!(fewest_pieces(&empty, &board(&[0b1])), None);
        // As many cells, but elsewhere: rows must vanish, two of them to keep the count a multiple of four.
        assert_eq!(fewest_pieces(&board(&[0b1111]), &board(&[0b11110])), Some(5));
        // Three rows with a cell at the right do not fit a goal with none there: all must vanish, and a fourth.
        assert_eq!(fewest_pieces(&board(&[1 << 9; 3]), &board(&[0b1; 3])), Some(10));
        // Six cells of a row are there, one piece completes it.
        assert_eq!(fewest_pieces(&board(&[0b11_1111]), &empty), Some(1));
        assert_eq!(differing_cells(&board(&[0b1111]), &board(&[0b11110])), 2);
    }

    #[test]
    fn counting_speaks_against_what_leaves_halves_of_pieces() {
        // Two pieces fill the two rows in three ways: lying, standing, or as two squares.
        let goal = board(&[0b1111, 0b1111]);
        let mut detours = Vec::new();
        for_each_detour(&board(&[]), &goal, |action| detours.push(action));
        let mut goods = Vec::new();
        board(&[]).for_each_successor(|action, next, _| {
            goods.extend((!detours.contains(&action)).then_some(*next));
        });
        goods.sort_by_key(|next| (next.row(0), next.row(1)));
        let expected =
            [&[0b0011, 0b0011][..], &[0b0111, 0b0001], &[0b1100, 0b1100], &[0b1110, 0b1000], &[0b1111]];
        assert_eq!(goods, expected.map(board));
    }

    #[test]
    fn detours_are_those_of_the_definition() {
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let (mut told, mut others) = (0, 0);
        for pieces in 0..40 {
            let walk = |pieces: usize, rng: &mut Pcg64Mcg| {
                let mut walked = board(&[]);
                for _ in 0..pieces {
                    let legal: Vec<ActionId> = walked.legal_actions().collect();
                    walked.play_action(legal[rng.random_range(0..legal.len())]).unwrap();
                }
                walked
            };
            let (state, goal) = (walk(pieces % 5, &mut rng), walk(pieces % 9, &mut rng));
            let before = fewest_pieces(&state, &goal);
            let mut detours = Vec::new();
            for_each_detour(&state, &goal, |action| detours.push(action));
            state.for_each_successor(|action, next, _| {
                let after = fewest_pieces(next, &goal);
                let is_detour = after.zip(before).is_none_or(|(after, before)| after >= before);
                assert_eq!(detours.contains(&action), is_detour, "{state:?} {goal:?} {action:?}");
                *(if is_detour { &mut told } else { &mut others }) += 1;
            });
        }
        assert!(told > 500 && others > 500, "{told} {others}");
    }

    #[test]
    fn one_piece_clears_four_rows_at_most() {
        let well = Board::from_rows(Size::new(4, 16).unwrap(), [0b0111; 8]);
        assert_eq!(fewest_pieces(&well, &Board::empty(well.size())), Some(2));
    }

    #[test]
    fn the_bound_never_exceeds_the_distance_on_a_small_board() {
        let size = Size::new(4, 4).unwrap();
        let mut starts = vec![Board::empty(size)];
        let mut pairs = 0;
        for start in 0..6 {
            let mut distance = HashMap::from([(starts[start], 0)]);
            let mut frontier = vec![starts[start]];
            for depth in 1.. {
                let mut next = Vec::new();
                for board in &frontier {
                    board.for_each_successor(|_, after, _| {
                        distance.entry(*after).or_insert_with(|| {
                            next.push(*after);
                            depth
                        });
                    });
                }
                if next.is_empty() {
                    break;
                }
                starts.push(next[next.len() / 2]);
                frontier = next;
            }
            pairs += distance.len();
            for (to, steps) in distance {
                let bound = fewest_pieces(&starts[start], &to);
                assert!(bound.is_some_and(|bound| bound <= steps), "{bound:?} {steps} {to:?}");
            }
        }
        assert!(pairs > 1000);
    }
}
