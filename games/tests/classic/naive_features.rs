//! The features once more, cell by cell.

use tetreach_games::classic::Feature;
use tetreach_games::naive::NaiveBoard;

use crate::naive::NaiveAfter;

/// A feature of a placement of a piece whose box has this many rows.
pub fn naive_feature(feature: Feature, after: &NaiveAfter, piece_rows: usize) -> f64 {
    let board = &after.board;
    let (width, height) = (board.width(), board.height());
    let filled = |row: usize, column: usize| board.rows[row][column];
    let cells = || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let heights: Vec<i64> = (0..width)
        .map(|column| (0..height).rev().find(|row| filled(*row, column)).map_or(0, |row| row as i64 + 1))
        .collect();
    let is_hole = |row: usize, column: usize| !filled(row, column) && (row as i64) < heights[column];
    let count = |test: &dyn Fn(usize, usize) -> bool| {
        cells().filter(|(row, column)| test(*row, *column)).count() as f64
    };
    let depths = || {
        (0..width).map(|column| {
            let left = if column > 0 { heights[column - 1] } else { i64::MAX };
            let right = if column + 1 < width { heights[column + 1] } else { i64::MAX };
            (left.min(right) - heights[column]).max(0)
        })
    };
    let left_right_filled = |row: usize, column: usize| {
        (column == 0 || filled(row, column - 1)) && (column + 1 == width || filled(row, column + 1))
    };
    match feature {
        Feature::PileHeight => heights.iter().copied().max().unwrap() as f64,
        Feature::Holes => count(&is_hole),
        Feature::RemovedLines => after.lines as f64,
        Feature::AltitudeDifference => (heights.iter().max().unwrap() - heights.iter().min().unwrap()) as f64,
        Feature::MaximumWellDepth => depths().max().unwrap() as f64,
        Feature::SumOfWells => depths().sum::<i64>() as f64,
        Feature::WeightedBlocks => {
            cells().filter(|(r, c)| filled(*r, *c)).map(|(row, _)| row + 1).sum::<usize>() as f64
        }
        Feature::RowTransitions => transitions(board, true, true),
        Feature::ColumnTransitions => transitions(board, false, true),
        Feature::SirTetRowTransitions => transitions(board, true, false),
        Feature::SirTetColumnTransitions => transitions(board, false, false),
        Feature::LandingHeight => after.row as f64 + (piece_rows as f64 - 1.0) / 2.0,
        Feature::SirTetLandingHeight => after.row as f64,
        Feature::ErodedCells => (after.lines * after.eroded) as f64,
        Feature::CumulativeWells => {
            let mut sum = 0;
            for (row, column) in cells().filter(|(r, c)| !filled(*r, *c) && left_right_filled(*r, *c)) {
                sum += (0..=row).rev().take_while(|row| !filled(*row, column)).count();
            }
            sum as f64
        }
        Feature::SirTetWells => {
            let mut sum = 0;
            for column in 0..width {
                let mut depth = 0;
                for row in (0..height).rev() {
                    depth =
                        if !filled(row, column) && left_right_filled(row, column) { depth + 1 } else { 0 };
                    sum += depth;
                }
            }
            f64::from(sum)
        }
        Feature::HoleDepth => count(&|row, column| {
            let below = (0..row).rev().find(|under| !filled(*under, column));
            filled(row, column) && below.is_some()
        }),
        Feature::RowsWithHoles => {
            (0..height).filter(|row| (0..width).any(|column| is_hole(*row, column))).count() as f64
        }
        Feature::Diversity => {
            (-2..=2).filter(|step| heights.windows(2).any(|pair| pair[1] - pair[0] == *step)).count() as f64
        }
        Feature::ColumnHeight(column) => heights[usize::from(column)] as f64,
        Feature::HeightDifference(column) => {
            let column = usize::from(column);
            (heights[column] - heights[column + 1]).abs() as f64
        }
        Feature::Constant => 1.0,
        Feature::Bumpiness => heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum::<i64>() as f64,
        Feature::HeightSum => heights.iter().sum::<i64>() as f64,
        Feature::AverageHeight => {
            let others = heights.iter().sum::<i64>() - heights.iter().min().unwrap();
            16.0 - others as f64 / (width - 1) as f64
        }
        Feature::HoleGroups => {
            let mut left: Vec<_> = cells().filter(|(row, column)| is_hole(*row, *column)).collect();
            let mut groups = 0;
            while let Some(start) = left.pop() {
                groups += 1;
                let mut group = vec![start];
                while let Some((row, column)) = group.pop() {
                    let touches =
                        |other: &(usize, usize)| other.0.abs_diff(row) + other.1.abs_diff(column) == 1;
                    group.extend(left.iter().filter(|other| touches(other)));
                    left.retain(|other| !touches(other));
                }
            }
            f64::from(groups)
        }
        Feature::CoveredDepth => {
            let holes = cells().filter(|(row, column)| is_hole(*row, *column));
            holes.map(|(row, column)| heights[column] - row as i64 - 1).sum::<i64>() as f64
        }
        Feature::SirTetHoles => count(&is_hole) / 200.0,
    }
}

/// Neighbours of which one is filled, along rows or along columns, with filled walls and floor or without.
fn transitions(board: &NaiveBoard, along_rows: bool, with_walls: bool) -> f64 {
    let (width, height) = (board.width(), board.height());
    let mut sum = 0;
    let lines = if along_rows { height } else { width };
    for line in 0..lines {
        let mut cells: Vec<bool> = if along_rows {
            board.rows[line].clone()
        } else {
            (0..height).map(|row| board.rows[row][line]).collect()
        };
        if with_walls {
            cells.insert(0, true);
            // To the right of a row is a wall, above a column is nothing.
            cells.push(along_rows);
        }
        sum += cells.windows(2).filter(|pair| pair[0] != pair[1]).count();
    }
    sum as f64
}
