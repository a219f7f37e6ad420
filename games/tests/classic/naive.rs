//! The rules once more on single cells, one preset after the other, with nothing shared but the drawn pieces.

use tetreach_games::Piece;
use tetreach_games::classic::Preset;
use tetreach_games::naive::{NaiveBoard, NaivePlacement, naive_placements};

/// What a placement does.
#[derive(Clone, Debug, PartialEq)]
pub struct NaiveAfter {
    pub action: usize,
    /// The board after clearing, or before the placement if it came to rest above the top.
    pub board: NaiveBoard,
    pub row: usize,
    pub lines: usize,
    pub eroded: usize,
    pub is_lost: bool,
}

/// The letters in the order that numbers the actions, with the number of orientations of each.
const ORDER: [(char, usize); 7] = [('I', 2), ('O', 1), ('T', 4), ('S', 2), ('Z', 2), ('J', 4), ('L', 4)];

/// The placements of a piece by rotation and column, each with its action number and cells.
fn placements_of(piece: Piece, width: usize) -> Vec<Vec<(usize, NaivePlacement)>> {
    let all = naive_placements(width);
    let mut index = 0;
    let mut found = Vec::new();
    for (letter, rotations) in ORDER {
        for _ in 0..rotations {
            let cells = &all[index];
            let columns = 1 + cells.iter().map(|cell| cell.1).max().unwrap();
            let places = index..index + width - columns + 1;
            if letter == piece.letter() {
                found.push(places.clone().map(|action| (action, all[action].clone())).collect());
            }
            index = places.end;
        }
    }
    assert_eq!(index, all.len());
    found
}

fn is_free(board: &NaiveBoard, cells: &NaivePlacement, row: i64) -> bool {
    cells.iter().all(|&(up, column)| {
        let at = row + up as i64;
        at >= 0 && (at >= board.height() as i64 || !board.rows[at as usize][column])
    })
}

fn box_height(cells: &NaivePlacement) -> i64 {
    1 + cells.iter().map(|cell| cell.0 as i64).max().unwrap()
}

/// The row of a piece whose box touches the top row.
fn top(board: &NaiveBoard, cells: &NaivePlacement) -> i64 {
    board.height() as i64 - box_height(cells)
}

/// Where nuno-faria's templates begin: those that leave their first line empty are one row lower.
fn nuno_top(board: &NaiveBoard, piece: Piece, rotation: usize, cells: &NaivePlacement) -> i64 {
    top(board, cells) - i64::from(rotation == 2 && "TJL".contains(piece.letter()))
}

/// Where a new piece of nuno-faria's has to have room, as (rows from the top, column).
fn nuno_spawn(piece: Piece) -> [(usize, usize); 4] {
    match piece {
        Piece::I => [(0, 3), (0, 4), (0, 5), (0, 6)],
        Piece::T => [(0, 4), (1, 3), (1, 4), (1, 5)],
        Piece::L => [(0, 4), (1, 4), (2, 4), (2, 5)],
        Piece::J => [(0, 4), (1, 4), (2, 4), (2, 3)],
        Piece::Z => [(0, 3), (0, 4), (1, 4), (1, 5)],
        Piece::S => [(0, 5), (0, 4), (1, 4), (1, 3)],
        Piece::O => [(0, 4), (0, 5), (1, 4), (1, 5)],
    }
}

/// Whether a new piece has room on a board of at least seven columns.
pub fn has_room(preset: Preset, board: &NaiveBoard, piece: Piece) -> bool {
    let turned = placements_of(piece, board.width());
    let middle = board.width() / 2;
    match preset {
        Preset::Simplified | Preset::SirTet => true,
        Preset::Nuno => {
            nuno_spawn(piece).iter().all(|&(down, column)| !board.rows[board.height() - 1 - down][column])
        }
        Preset::Original => {
            let columns = turned[0].len();
            let cells = &turned[0][(columns - 1) / 2].1;
            is_free(board, cells, top(board, cells))
        }
        Preset::RlCompetition => {
            let (rotation, column) = shown(piece, middle);
            let cells = &turned[rotation][column].1;
            is_free(board, cells, top(board, cells))
        }
    }
}

/// How the competition shows a new piece: rotation and column.
fn shown(piece: Piece, middle: usize) -> (usize, usize) {
    match piece {
        Piece::I => (0, middle - 2),
        Piece::T => (3, middle - 1),
        Piece::J => (2, middle - 1),
        _ => (0, middle - 1),
    }
}

/// All placements that a piece has, those that lose included.
pub fn naive_afters(preset: Preset, board: &NaiveBoard, piece: Piece) -> Vec<NaiveAfter> {
    let turned = placements_of(piece, board.width());
    let along = if preset == Preset::Original { along_top(board, &turned) } else { Vec::new() };
    let mut afters = Vec::new();
    for (rotation, places) in turned.iter().enumerate() {
        for (column, (action, cells)) in places.iter().enumerate() {
            let from = match preset {
                Preset::Simplified | Preset::SirTet => Some(board.height() as i64),
                Preset::Nuno => Some(nuno_top(board, piece, rotation, cells)),
                Preset::Original => along.contains(&(rotation, column)).then(|| top(board, cells)),
                Preset::RlCompetition => fall(board, piece, &turned, rotation, column),
            };
            let Some(mut row) = from.filter(|row| is_free(board, cells, *row)) else { continue };
            while is_free(board, cells, row - 1) {
                row -= 1;
            }
            afters.push(settle(preset, board, *action, cells, row as usize));
        }
    }
    afters
}

/// Where turning and moving along the top leads.
fn along_top(board: &NaiveBoard, turned: &[Vec<(usize, NaivePlacement)>]) -> Vec<(usize, usize)> {
    let mut seen = vec![(0, (turned[0].len() - 1) / 2)];
    let free = |(rotation, column): (usize, usize)| {
        let cells = &turned[rotation][column].1;
        is_free(board, cells, top(board, cells))
    };
    seen.retain(|place| free(*place));
    let mut index = 0;
    while index < seen.len() {
        let (rotation, column) = seen[index];
        let mut near = vec![(rotation, column + 1), (rotation, column.wrapping_sub(1))];
        for next in [rotation + 1, rotation + turned.len() - 1] {
            let next = next % turned.len();
            near.push((next, column.min(turned[next].len() - 1)));
        }
        for place in near {
            if place.1 < turned[place.0].len() && !seen.contains(&place) && free(place) {
                seen.push(place);
            }
        }
        index += 1;
    }
    seen
}

/// The row where a falling piece has been turned and moved into place: one move, all turns, the other moves.
fn fall(
    board: &NaiveBoard,
    piece: Piece,
    turned: &[Vec<(usize, NaivePlacement)>],
    rotation: usize,
    column: usize,
) -> Option<i64> {
    let (mut now, mut at) = shown(piece, board.width() / 2);
    let mut row = top(board, &turned[now][at].1);
    for step in 0.. {
        if !is_free(board, &turned[now][at].1, row) {
            return None;
        }
        if (now, at) == (rotation, column) {
            break;
        }
        let turns = (rotation + turned.len() - now) % turned.len();
        if turns > 0 && (step > 0 || at == column) {
            let next = if turns == 3 { now + turned.len() - 1 } else { now + 1 } % turned.len();
            row += box_height(&turned[now][0].1) - box_height(&turned[next][0].1);
            now = next;
            at = at.min(turned[now].len() - 1);
        } else {
            at = if at > column { at - 1 } else { (at + 1).min(turned[now].len() - 1) };
        }
        if !is_free(board, &turned[now][at].1, row) {
            return None;
        }
        if (now, at) == (rotation, column) {
            break;
        }
        row -= 1;
    }
    Some(row)
}

fn settle(
    preset: Preset,
    board: &NaiveBoard,
    action: usize,
    cells: &NaivePlacement,
    row: usize,
) -> NaiveAfter {
    let height = board.height();
    if cells.iter().any(|cell| row + cell.0 >= height) {
        return NaiveAfter { action, board: board.clone(), row: height, lines: 0, eroded: 0, is_lost: true };
    }
    let mut filled = board.clone();
    for &(up, column) in cells {
        filled.rows[row + up][column] = true;
    }
    let is_full = |row: &Vec<bool>| row.iter().all(|cell| *cell);
    let eroded = cells.iter().filter(|cell| is_full(&filled.rows[row + cell.0])).count();
    let before = filled.rows.len();
    filled.rows.retain(|row| !is_full(row));
    let lines = before - filled.rows.len();
    filled.rows.resize(before, vec![false; board.width()]);
    let free_rows = if preset == Preset::RlCompetition { 2 } else { 0 };
    let is_lost = filled.rows[height - free_rows..].iter().any(|row| row.contains(&true));
    NaiveAfter { action, board: filled, row, lines, eroded, is_lost }
}
