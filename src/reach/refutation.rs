//! Boards that cannot become the target any more, as far as a look at their rows shows.

use super::gaps::Gaps;
use crate::game::Board;

/// Whether the board may still become the target if at most `lines` more lines vanish; `false` is a proof.
///
/// Each row of the board either vanishes or ends as a part of the row of the target that lies as many rows lower as
/// rows below it vanished. If none may vanish any more, the missing cells must be such that pieces may fill them
/// ([`Gaps::may_be_filled`]).
pub fn may_become(board: &Board, target: &Board, lines: u32) -> bool {
    if !cells_allow(board, target, lines) {
        return false;
    }
    if lines == 0 {
        return Gaps::between(board, target).is_some_and(|gaps| gaps.may_be_filled(target));
    }
    // Bit `d`: the rows so far fit if `d` of them vanish.
    let most = u64::MAX >> (63 - lines.min(63));
    let mut fits = 1_u64;
    for (index, row) in board.filled_rows().enumerate() {
        let stays = (0..=index.min(63)).filter(|vanished| fits >> vanished & 1 == 1);
        let kept = stays
            .filter(|vanished| row & !target.row(index - vanished) == 0)
            .fold(0, |kept, vanished| kept | 1 << vanished);
        fits = (kept | fits << 1) & most;
        if fits == 0 {
            return false;
        }
    }
    true
}

/// Whether whole pieces and at most `lines` lines can make up the difference in cells.
fn cells_allow(board: &Board, target: &Board, lines: u32) -> bool {
    let (cells, width) = (board.cells(), u32::from(board.width()));
    // Four lines more or fewer change nothing for the remainder, so the last four decide.
    (lines.saturating_sub(3)..=lines).any(|lines| {
        let wanted = target.cells() + width * lines;
        wanted >= cells && (wanted - cells).is_multiple_of(4)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::Size;

    fn board(rows: &[u16]) -> Board {
        Board::from_rows(Size::new(4, 8).unwrap(), rows.iter().copied())
    }

    proptest! {
        #[test]
        fn never_refutes_a_board_on_a_way(
            seed: u64,
            pieces in 1..30_usize,
            width in 4..=16_usize,
            height in prop::sample::select(vec![4_usize, 12, 32]),
        ) {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let mut boards = vec![(Board::empty(Size::new(width, height).unwrap()), 0)];
            for _ in 0..pieces {
                let (mut next, cleared) = *boards.last().unwrap();
                let legal: Vec<_> = next.legal_actions().collect();
                if legal.is_empty() {
                    break;
                }
                let landing = next.play_action(legal[random.random_range(0..legal.len())]).unwrap();
                boards.push((next, cleared + landing.cleared.count()));
            }
            let (target, all) = *boards.last().unwrap();
            for (board, cleared) in &boards {
                for spare in 0..3 {
                    // A looser cap refutes no more.
                    prop_assert!(may_become(board, &target, all - cleared + spare), "{board:?} to {target:?}");
                }
            }
        }
    }

    #[test]
    fn refutes_what_cannot_fit() {
        let target = board(&[0b0111, 0b0110, 0b0111]);
        assert!(may_become(&board(&[0b0111, 0b0010]), &target, 0));
        assert!(!may_become(&board(&[0b1000; 4]), &target, 0), "a cell that the target does not have");
        assert!(!may_become(&board(&[0b0110]), &target, 0), "half a piece is left over");
        assert!(!may_become(&board(&[0b0111; 4]), &target, 0), "too many cells");
        assert!(!may_become(&board(&[0b0011, 0b0001, 0b0001]), &board(&[0b0011, 0b0010, 0b0001]), 0));
        // One vanished line lets the rows above it fall into place, but not two of them.
        assert!(may_become(&board(&[0b1000, 0b0110, 0b0010]), &board(&[0b0110, 0b0010, 0b0010]), 1));
        assert!(!may_become(&board(&[0b1000, 0b1000, 0b0110]), &board(&[0b0110, 0b0010, 0b0010]), 1));
        assert!(may_become(&board(&[0b1000, 0b1000, 0b0110]), &board(&[0b0110, 0b0010, 0b0010]), 2));
    }

    #[test]
    fn refutes_covered_cells_that_no_line_uncovers() {
        let target = board(&[0b0111, 0b0111, 0b0101]);
        assert!(!may_become(&board(&[0b0101, 0b0011]), &target, 0), "the target has a cell under the second");
        let shaft = board(&[0b0111, 0b0111, 0b0111, 0b0010]);
        assert!(may_become(&board(&[0b0101; 3]), &shaft, 0));
    }
}
