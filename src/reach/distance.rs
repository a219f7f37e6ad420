//! What counting cells says about the way from one board to another.

use crate::game::Board;

/// The number of cells that are filled in exactly one of two boards.
#[inline]
pub fn differing_cells(one: &Board, other: &Board) -> u32 {
    (0..usize::from(one.height())).map(|row| (one.row(row) ^ other.row(row)).count_ones()).sum()
}

/// A number of pieces that no way between two boards can beat; `None` if counting shows that there is no way.
///
/// `p` pieces that clear `k` rows change the number of cells by `4 p - width k`, a piece clears at most four rows,
/// and without a clear no cell ever vanishes. The smallest `k` that fits gives the smallest `p`.
pub fn fewest_pieces(from: &Board, to: &Board) -> Option<u32> {
    let width = i64::from(from.width());
    let gained = i64::from(to.cells()) - i64::from(from.cells());
    let keeps_all = (0..usize::from(from.height())).all(|row| from.row(row) & !to.row(row) == 0);
    let fewest_clears = i64::from(!keeps_all);
    // From `4 p >= k`: the cells lost need so many clears at least.
    let forced_clears = ((-gained).max(0) + width - 2) / (width - 1);
    let first = fewest_clears.max(forced_clears);
    (first..first + 4)
        .map(|k| gained + width * k)
        .find(|cells| cells % 4 == 0)
        .map(|cells| (cells / 4) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use std::collections::HashMap;

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
        // Six cells of a row are there, one piece completes it.
        assert_eq!(fewest_pieces(&board(&[0b11_1111]), &empty), Some(1));
        assert_eq!(differing_cells(&board(&[0b1111]), &board(&[0b11110])), 2);
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
