//! Everything that can be reached on small boards: counts, depths and shares.

use tetreach_games::{Board, Inadmissible, Size, cell_divisor};

/// What a breadth-first search from the empty board finds.
struct Closure {
    /// Whether a board, packed into a number, can be reached.
    seen: Vec<bool>,
    /// Reachable boards by stack height; index 0 is the empty board.
    by_height: Vec<u64>,
    /// Pieces to the farthest board.
    depth: u32,
}

/// All cells as one number, row by row.
fn packed(board: &Board) -> usize {
    let width = board.width();
    board.filled_rows().rev().fold(0, |word, row| word << width | usize::from(row))
}

fn unpacked(size: Size, mut word: usize) -> Board {
    let full = size.full_row();
    Board::from_rows(
        size,
        std::iter::from_fn(|| {
            let row = word as u16 & full;
            word >>= size.width();
            Some(row)
        }),
    )
}

fn closure(size: Size) -> Closure {
    let mut seen = vec![false; 1 << (usize::from(size.width()) * usize::from(size.height()))];
    seen[0] = true;
    let mut by_height = vec![0; usize::from(size.height()) + 1];
    by_height[0] = 1;
    let (mut layer, mut depth) = (vec![0], 0);
    loop {
        let mut next_layer = Vec::new();
        for word in layer {
            unpacked(size, word).for_each_successor(|_, next, _| {
                let word = packed(next);
                if !std::mem::replace(&mut seen[word], true) {
                    by_height[next.stack_height()] += 1;
                    next_layer.push(word);
                }
            });
        }
        if next_layer.is_empty() {
            return Closure { seen, by_height, depth };
        }
        (layer, depth) = (next_layer, depth + 1);
    }
}

/// Boards of exactly this many rows, none of them full or empty, whose cells are a multiple of the divisor.
fn admissible(width: u8, rows: usize) -> u64 {
    let divisor = cell_divisor(width) as usize;
    let mut by_rest = vec![0_u64; divisor];
    by_rest[0] = 1;
    for _ in 0..rows {
        let mut more = vec![0; divisor];
        for row in 1..(1_usize << width) - 1 {
            for (rest, count) in by_rest.iter().enumerate() {
                more[(rest + row.count_ones() as usize) % divisor] += count;
            }
        }
        by_rest = more;
    }
    by_rest[0]
}

/// Reachable boards in percent of the admissible ones of this height.
fn percent(closure: &Closure, width: u8, rows: usize) -> f64 {
    100.0 * closure.by_height[rows] as f64 / admissible(width, rows) as f64
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.005, "{found} % instead of {expected} %");
}

/// Of the unreachable boards without free rows that counting admits: those that the topmost row refutes, those without
/// predecessor, and all. No reachable board may be refuted.
fn refuted(closure: &Closure, size: Size) -> [u32; 3] {
    let mut counts = [0; 3];
    for (word, &reached) in closure.seen.iter().enumerate() {
        let board = unpacked(size, word);
        let verdict = board.check_admissible();
        if reached {
            assert_eq!(verdict, Ok(()), "{board:?} can be reached");
        } else if board.stack_height() == usize::from(size.height()) {
            match verdict {
                Ok(()) => counts[2] += 1,
                Err(Inadmissible::BrokenTopRow { row }) => {
                    assert_eq!(row, usize::from(size.height()));
                    counts[0] += 1;
                    counts[2] += 1;
                }
                Err(Inadmissible::NoPredecessor) => {
                    counts[1] += 1;
                    counts[2] += 1;
                }
                Err(_) => {}
            }
        }
    }
    counts
}

#[test]
fn everything_on_5x4() {
    let closure = closure(Size::new(5, 4).unwrap());
    assert_eq!(closure.by_height.iter().sum::<u64>(), 218_218);
    assert_eq!(closure.depth, 14);
    assert_eq!(closure.by_height[1] + closure.by_height[2], 930);
    assert_eq!(admissible(5, 1) + admissible(5, 2), 930);
    assert_close(percent(&closure, 5, 3), 79.69);
    assert_close(percent(&closure, 5, 4), 24.17);
    // Of the boards out of reach: by the topmost row, by the lack of a last piece, all.
    assert_eq!(refuted(&closure, Size::new(5, 4).unwrap()), [580_025, 1_853, 614_230]);
}

#[test]
fn the_topmost_row_refutes_no_reachable_board_on_4x5_and_6x3() {
    for (width, height, expected) in [(4, 5, [94_596, 818, 100_686]), (6, 3, [85_766, 112, 89_360])] {
        let size = Size::new(width, height).unwrap();
        assert_eq!(refuted(&closure(size), size), expected);
    }
}

#[test]
fn everything_on_6x4() {
    let closure = closure(Size::new(6, 4).unwrap());
    assert_eq!(closure.by_height.iter().sum::<u64>(), 1_721_069);
    assert_eq!(closure.depth, 17);
    assert_eq!(closure.by_height[1] + closure.by_height[2], 1954);
    assert_eq!(admissible(6, 1) + admissible(6, 2), 1954);
    assert_close(percent(&closure, 6, 3), 84.21);
    assert_close(percent(&closure, 6, 4), 21.91);
}
