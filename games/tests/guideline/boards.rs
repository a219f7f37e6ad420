//! Public counts of placements on 17 boards.

use tetreach_games::Piece;
use tetreach_games::guideline::{
    Field, GuidelinePlacement, GuidelineRules, Inputs, Perft, PlacementList, Rotation, Spin,
};

const COUNTS: &str = include_str!("counts.txt");

/// A board and, for each piece, the placements with rotations told apart and with cells told apart.
struct Board {
    name: &'static str,
    field: Field,
    counts: Vec<(usize, usize)>,
}

fn boards() -> Vec<Board> {
    let mut boards: Vec<Board> = Vec::new();
    let mut rows = String::new();
    for line in COUNTS.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
        if let Some(name) = line.strip_prefix("board ") {
            boards.push(Board { name, field: Field::EMPTY, counts: Vec::new() });
            rows.clear();
        } else if let Some(counts) = line.strip_prefix("counts ") {
            let original = boards.last().and_then(|board| board.name.strip_prefix("mirrored_"));
            let field = match original {
                Some(name) => boards.iter().find(|board| board.name == name).unwrap().field.mirrored(),
                None => Field::from_text(&rows).unwrap(),
            };
            let pairs = counts.split(' ').map(|pair| pair.split_once('/').unwrap());
            let board = boards.last_mut().unwrap();
            board.field = field;
            board.counts = pairs.map(|(all, cells)| (all.parse().unwrap(), cells.parse().unwrap())).collect();
        } else {
            rows.push_str(line);
            rows.push('\n');
        }
    }
    boards
}

/// The boards by name, for other tests.
pub fn all() -> Vec<(&'static str, Field)> {
    boards().into_iter().map(|board| (board.name, board.field)).collect()
}

#[test]
fn cells_that_pieces_come_to_rest_in_are_as_many_as_published() {
    let rules = Perft { spawn: 20, ..Perft::default() }.rules();
    let boards = boards();
    assert_eq!(boards.len(), 17);
    for board in boards {
        for (piece, (_, cells)) in Piece::ALL.into_iter().zip(board.counts) {
            assert_eq!(
                PlacementList::of(&board.field, piece, &rules).len(),
                cells,
                "{piece} on {}",
                board.name
            );
        }
    }
}

#[test]
fn rotations_that_pieces_come_to_rest_in_are_as_many_as_published() {
    let rules = Perft { spawn: 20, ..Perft::default() }.rules();
    for board in boards() {
        for (piece, (all, _)) in Piece::ALL.into_iter().zip(board.counts) {
            // The O, which does not move when it turns, counts once for each rotation.
            let factor = if piece == Piece::O { 4 } else { 1 };
            assert_eq!(factor * resting(&board.field, piece, &rules), all, "{piece} on {}", board.name);
        }
    }
}

/// The number of places at which a piece rests, rotations told apart.
fn resting(field: &Field, piece: Piece, rules: &GuidelineRules) -> usize {
    let inputs = Inputs::of(field, piece, rules);
    let mut count = 0;
    for rotation in Rotation::ALL {
        for (x, y) in (0..10).flat_map(|x| (0..40).map(move |y| (x, y))) {
            let placement = GuidelinePlacement { piece, rotation, x, y, spin: Spin::None };
            count += usize::from(inputs.rests_at(placement));
        }
    }
    count
}
