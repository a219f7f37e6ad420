//! Boards and masks as bytes, one per cell or action, and back.

use tetreach::game::{Board, Size};
use tetreach::reach::PLANES;
use tetreach_agents::{ActionMask, ActionSet};

/// Eight bytes of 0 or 1 from eight bits, lowest first.
static BYTES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        table[at / 8][at % 8] = ((at / 8) >> (at % 8)) as u8 & 1;
        at += 1;
    }
    table
};

/// The number of cells of a board.
pub fn count(size: Size) -> usize {
    usize::from(size.width()) * usize::from(size.height())
}

/// The number of values of all planes of a board.
pub fn plane_values(size: Size) -> usize {
    PLANES * count(size)
}

/// Writes the cells of a board, lowest row first.
pub fn write(board: &Board, out: &mut [u8]) {
    for (row, cells) in out.chunks_exact_mut(board.width().into()).enumerate() {
        let [low, high] = board.row(row).to_le_bytes();
        let (left, right) = cells.split_at_mut(cells.len().min(8));
        left.copy_from_slice(&BYTES[usize::from(low)][..left.len()]);
        right.copy_from_slice(&BYTES[usize::from(high)][..right.len()]);
    }
}

/// Writes the cells of many boards, one after the other.
pub fn write_all(boards: &[Board], size: Size, out: &mut [u8]) {
    boards.iter().zip(out.chunks_exact_mut(count(size))).for_each(|(board, cells)| write(board, cells));
}

/// Writes each state followed by its goal.
pub fn write_pairs(states: &[Board], goals: &[Board], size: Size, out: &mut [u8]) {
    let pairs = states.iter().zip(goals).zip(out.chunks_exact_mut(2 * count(size)));
    for ((state, goal), cells) in pairs {
        let (first, second) = cells.split_at_mut(count(size));
        write(state, first);
        write(goal, second);
    }
}

/// Writes 1 for each action of a set and 0 for the others, however the set is stored.
pub fn write_set(set: &impl ActionSet, out: &mut [u8]) {
    out.fill(0);
    set.iter().for_each(|action| out[action.index()] = 1);
}

/// Writes 1 for each action of a mask and 0 for the others.
pub fn write_mask(mask: &ActionMask, out: &mut [u8]) {
    let bytes = mask.words().iter().flat_map(|word| word.to_le_bytes());
    for (flags, byte) in out.chunks_mut(8).zip(bytes) {
        flags.copy_from_slice(&BYTES[usize::from(byte)][..flags.len()]);
    }
}

/// The board with these cells, lowest row first; `Err` holds the first value that is neither 0 nor 1.
pub fn read(size: Size, cells: &[u8]) -> Result<Board, u8> {
    let mut rows = [0_u16; Size::MAX_HEIGHT as usize];
    for (row, cells) in rows.iter_mut().zip(cells.chunks_exact(size.width().into())) {
        for (column, &cell) in cells.iter().enumerate() {
            if cell > 1 {
                return Err(cell);
            }
            *row |= u16::from(cell) << column;
        }
    }
    Ok(Board::from_rows(size, rows.into_iter().take(size.height().into())))
}
