//! Path counts against the numbers checked in under `tests/perft`.

use tetreach_games::naive::{NaiveBoard, NaivePlacement, naive_placements};
use tetreach_games::{Board, Size, perft};

const COUNTS: &str = include_str!("../perft/empty.txt");

/// The lines of the file: board size, pieces, paths.
fn counts() -> impl Iterator<Item = (Size, u32, u64)> {
    COUNTS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [size, depth, paths] = fields[..] else { panic!("three fields in {line:?}") };
        let (width, height) = size.split_once('x').unwrap();
        let size = Size::new(width.parse().unwrap(), height.parse().unwrap()).unwrap();
        (size, depth.parse().unwrap(), paths.parse().unwrap())
    })
}

fn naive_perft(board: &NaiveBoard, placements: &[NaivePlacement], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = placements.iter().filter_map(|placement| board.play(placement));
    next.map(|drop| naive_perft(&drop.board, placements, depth - 1)).sum()
}

#[test]
fn paths_are_as_many_as_checked_in() {
    assert!(counts().count() >= 20);
    for (size, depth, paths) in counts() {
        assert_eq!(perft(&Board::empty(size), depth), paths, "{size} after {depth}");
    }
}

#[test]
fn the_naive_board_counts_the_same_where_it_is_cheap() {
    let cheap: Vec<_> = counts().filter(|(.., paths)| *paths < 200_000).collect();
    assert!(cheap.len() >= 12);
    for (size, depth, paths) in cheap {
        let placements = naive_placements(usize::from(size.width()));
        assert_eq!(naive_perft(&NaiveBoard::empty(size), &placements, depth), paths, "{size} after {depth}");
    }
}
