//! The features that need all cells of a board and are seldom used.

use super::feature::Feature;
use crate::board::Board;

/// The feature of a board on which a piece came to rest with its lowest cell in `row`.
///
/// # Panics
/// If the feature is one of the others.
pub(super) fn whole(feature: Feature, board: &Board, row: u8) -> f64 {
    match feature {
        Feature::HoleGroups => f64::from(hole_groups(board)),
        Feature::CoveredDepth => {
            let depth = |column: usize| {
                let height = usize::from(board.heights()[column]);
                (0..height)
                    .filter(|row| !board.is_filled(*row, column))
                    .map(|row| height - row - 1)
                    .sum::<usize>()
            };
            (0..usize::from(board.width())).map(depth).sum::<usize>() as f64
        }
        Feature::SirTetHoles => {
            f64::from(holes(board).iter().map(|row| row.count_ones()).sum::<u32>()) / 200.0
        }
        Feature::SirTetLandingHeight => f64::from(row),
        Feature::SirTetRowTransitions => {
            let inner = board.size().full_row() >> 1;
            f64::from(board.filled_rows().map(|row| ((row ^ row >> 1) & inner).count_ones()).sum::<u32>())
        }
        Feature::SirTetColumnTransitions => {
            let pairs = 1..usize::from(board.height());
            f64::from(pairs.map(|row| (board.row(row) ^ board.row(row - 1)).count_ones()).sum::<u32>())
        }
        Feature::SirTetWells => f64::from(sir_tet_wells(board)),
        other => unreachable!("invariant: {other} is counted elsewhere"),
    }
}

/// The holes of each row.
fn holes(board: &Board) -> Vec<u16> {
    let mut covered = 0;
    let mut rows: Vec<u16> = (0..board.stack_height())
        .rev()
        .map(|row| {
            let holes = covered & !board.row(row);
            covered |= board.row(row);
            holes
        })
        .collect();
    rows.reverse();
    rows
}

/// The number of groups of holes that touch side by side.
fn hole_groups(board: &Board) -> u32 {
    let mut rows = holes(board);
    let mut groups = 0;
    while let Some(start) = rows.iter().position(|row| *row != 0) {
        groups += 1;
        let mut open = vec![(start, rows[start].trailing_zeros())];
        while let Some((row, column)) = open.pop() {
            if rows.get(row).is_none_or(|cells| cells >> column & 1 == 0) {
                continue;
            }
            rows[row] &= !(1 << column);
            open.push((row + 1, column));
            open.extend((column < 15).then_some((row, column + 1)));
            open.extend(row.checked_sub(1).map(|under| (under, column)));
            open.extend(column.checked_sub(1).map(|left| (row, left)));
        }
    }
    groups
}

/// 1 + 2 + ... up to the depth of each unbroken column of empty cells between filled ones or walls.
fn sir_tet_wells(board: &Board) -> u32 {
    let full = board.size().full_row();
    let wall = 1 << (board.width() - 1);
    let mut depths = [0; 16];
    let mut sum = 0;
    for row in (0..board.stack_height()).rev().map(|row| board.row(row)) {
        let wells = !row & (row << 1 | 1) & (row >> 1 | wall) & full;
        for (column, depth) in depths.iter_mut().enumerate() {
            *depth = if wells >> column & 1 == 1 { *depth + 1 } else { 0 };
            sum += *depth;
        }
    }
    sum
}
