//! Boards that cannot become the target any more, as far as a look at their rows shows.

use crate::game::Board;

/// Whether the board may still become the target if at most `lines` more lines vanish; `false` is a proof.
///
/// Each row of the board either vanishes or ends as a part of the row of the target that lies as many rows lower as
/// rows below it vanished. If none may vanish any more, covered cells also stay as they are.
pub(super) fn may_become(board: &Board, target: &Board, lines: u32) -> bool {
    if !cells_allow(board, target, lines) {
        return false;
    }
    if lines == 0 {
        return is_finished_below(board, target);
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

/// Whether the board has exactly the target's cells wherever something lies above them.
fn is_finished_below(board: &Board, target: &Board) -> bool {
    let mut covered = 0_u16;
    board.filled_rows().enumerate().rev().all(|(index, row)| {
        let goal = target.row(index);
        let fits = row & !goal == 0 && goal & covered & !row == 0;
        covered |= row;
        fits
    })
}
