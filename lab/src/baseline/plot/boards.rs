//! Boards beside each other, as the thesis shows where its search ended.

use tetreach::draw::chart::{Anchor, Letters, Scene, ink};
use tetreach::game::Board;

/// Units of a cell's side, and between boards.
const CELL: f64 = 9.0;
const GAP: f64 = 34.0;
const TOP: f64 = 56.0;

/// A board with what is written over it.
pub type Captioned<'a> = (&'a str, Board);

/// Rows of boards with captions under a title.
pub fn board_sheet(title: &str, rows: &[Vec<Captioned<'_>>]) -> Scene {
    let size = rows
        .iter()
        .flatten()
        .next()
        .map_or((10.0, 20.0), |(_, board)| (f64::from(board.width()), f64::from(board.height())));
    let (wide, high) = (size.0 * CELL + GAP, size.1 * CELL + GAP);
    let across = rows.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let mut scene = Scene::new(title, (across * wide + GAP).max(260.0), TOP + rows.len() as f64 * high);
    scene.text((GAP, 26.0), Letters::new(15.0, Anchor::Start, ink::TEXT).bold(), title);
    for (row, boards) in rows.iter().enumerate() {
        for (column, (caption, board)) in boards.iter().enumerate() {
            let corner = (GAP + column as f64 * wide, TOP + row as f64 * high);
            scene.text((corner.0, corner.1 - 6.0), Letters::new(10.0, Anchor::Start, ink::MUTED), caption);
            draw(&mut scene, corner, board);
        }
    }
    scene
}

fn draw(scene: &mut Scene, (left, top): (f64, f64), board: &Board) {
    let (width, height) = (usize::from(board.width()), usize::from(board.height()));
    for row in 0..height {
        for column in 0..width {
            let corner = (left + column as f64 * CELL, top + (height - 1 - row) as f64 * CELL);
            if board.is_filled(row, column) {
                scene.rectangle(corner, (CELL, CELL), Some(ink::TEXT.into()), Some(ink::PAPER));
            }
        }
    }
    let size = (width as f64 * CELL, height as f64 * CELL);
    scene.rectangle((left, top), size, None, Some(ink::MUTED));
}
