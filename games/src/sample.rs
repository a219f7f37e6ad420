//! Boards of the kinds that searches meet, drawn once for all benchmarks.

use crate::board::Board;
use crate::size::Size;

/// Named 10x20 boards: rows from the top, `#` filled.
const DRAWINGS: [(&str, &[&str]); 5] = [
    ("empty", &[]),
    (
        "low_stack",
        &[
            "###.......",
            ".#........",
            ".##.......",
            ".##.......",
            "..#.......",
            "..#######.",
            "..#...#...",
            ".##...#...",
            "..#..##...",
        ],
    ),
    (
        "tall_holey_stack",
        &[
            "##...##...",
            "##...#....",
            ".###.#....",
            "..#..##...",
            "..#..##...",
            ".###..###.",
            "...##..###",
            "...###.##.",
            "....##.##.",
            "....#...##",
            "...##....#",
            "...#...###",
            "...#...###",
            "...###.#.#",
            "#..###..##",
            "###.##...#",
        ],
    ),
    ("hi", &["#.#.#####.", "#.#...#...", "###...#...", "#.#...#...", "#.#.#####."]),
    (
        "pixels_8x50",
        &[
            ".##....#.#",
            ".#....##..",
            "##..##..#.",
            "##.###...#",
            "#..###..#.",
            "..#.#.#.##",
            "..###.....",
            "#....#...#",
        ],
    ),
];

/// The sample boards by name: empty, low stack, tall stack with holes, the word "HI", random pixels.
pub fn sample_boards() -> [(&'static str, Board); 5] {
    DRAWINGS.map(|(name, lines)| {
        let word = |line: &&str| line.bytes().rev().fold(0, |word, cell| word << 1 | u16::from(cell == b'#'));
        (name, Board::from_rows(Size::STANDARD, lines.iter().rev().map(word)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_a_board_that_play_can_reach() {
        for (name, board) in sample_boards() {
            assert_eq!(board.check_admissible(), Ok(()), "{name}");
        }
    }
}
