//! Two-letter words in a font of four columns and five rows.

use super::suite::Suite;
use super::target::Sketch;
use crate::game::{Board, Size};

/// The column where the second letter begins: four columns of the first and a free one.
const SECOND_LETTER: usize = 5;

/// All words of the list whose boards are admissible, named by the word in small letters.
pub(super) fn sketches() -> Vec<Sketch> {
    let size = Size::new(4, 5).expect("invariant: 4x5 is a legal size");
    let font = Suite::from_text("font", include_str!("../../suites/font.txt"), size)
        .expect("invariant: the embedded font is tested to be well-formed");
    let words = include_str!("../../suites/words.txt").split_whitespace();
    let sketches = words.map(|word| Sketch::named(word, write_word(&font, word)));
    sketches.filter(|sketch| sketch.check().is_ok()).collect()
}

/// The word on the floor of a standard board.
fn write_word(font: &Suite, word: &str) -> Board {
    let mut rows = [0_u16; 5];
    for (index, letter) in word.to_ascii_uppercase().chars().enumerate() {
        let glyph = font.get(letter.encode_utf8(&mut [0; 4])).expect("invariant: the font has every letter");
        for (row, cells) in rows.iter_mut().zip(glyph.board.filled_rows()) {
            *row |= cells << (index * SECOND_LETTER);
        }
    }
    Board::from_rows(Size::STANDARD, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_forty_words_and_hi_among_them() {
        let sketches = sketches();
        assert!(sketches.len() >= 40, "{} words", sketches.len());
        let hi = sketches.iter().find(|sketch| sketch.name.as_deref() == Some("hi")).unwrap();
        let drawn = "#..#.####.\n#..#..##..\n####..##..\n#..#..##..\n#..#.####.";
        assert_eq!(hi.board, drawn.parse().unwrap());
    }

    #[test]
    fn only_words_with_an_odd_number_of_cells_are_left_out() {
        let listed = include_str!("../../suites/words.txt").split_whitespace().count();
        let size = Size::new(4, 5).unwrap();
        let font = Suite::from_text("font", include_str!("../../suites/font.txt"), size).unwrap();
        let even = include_str!("../../suites/words.txt")
            .split_whitespace()
            .filter(|word| write_word(&font, word).cells().is_multiple_of(2))
            .count();
        assert_eq!(sketches().len(), even);
        assert!(even < listed);
    }
}
