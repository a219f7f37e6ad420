//! A pixel font of capitals, digits and some signs, five by seven pixels.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Columns of a glyph.
pub const GLYPH_WIDTH: i32 = 5;
/// Rows of a glyph.
pub const GLYPH_HEIGHT: i32 = 7;
/// Columns from one glyph to the next.
const ADVANCE: i32 = GLYPH_WIDTH + 1;

/// The rows of a glyph from the top, leftmost pixel in bit 0.
type Glyph = [u8; GLYPH_HEIGHT as usize];

/// What stands in for a character that the font lacks.
const MISSING: Glyph = [0b11111, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11111];

/// The drawings are a text file, bands of ten glyphs under a line that names them, because that is easy to mend.
static GLYPHS: LazyLock<BTreeMap<char, Glyph>> = LazyLock::new(|| {
    let lines: Vec<&str> = include_str!("font.txt").lines().collect();
    lines.chunks(1 + GLYPH_HEIGHT as usize).flat_map(band).collect()
});

fn band<'a>(lines: &'a [&'a str]) -> impl Iterator<Item = (char, Glyph)> + 'a {
    let names = lines[0].char_indices().filter(|(_, name)| *name != ' ');
    names.map(move |(left, name)| {
        let mut glyph = Glyph::default();
        for (row, line) in glyph.iter_mut().zip(&lines[1..]) {
            for (column, dot) in line.bytes().skip(left).take(GLYPH_WIDTH as usize).enumerate() {
                *row |= u8::from(dot == b'#') << column;
            }
        }
        (name, glyph)
    })
}

/// The dots of a character as (column, row from the top); small letters are drawn as capitals.
pub fn dots(character: char) -> impl Iterator<Item = (i32, i32)> {
    let glyph = match character.to_ascii_uppercase() {
        ' ' => Glyph::default(),
        name => GLYPHS.get(&name).copied().unwrap_or(MISSING),
    };
    (0..GLYPH_HEIGHT).flat_map(move |row| {
        (0..GLYPH_WIDTH).filter(move |column| glyph[row as usize] >> column & 1 == 1).map(move |c| (c, row))
    })
}

/// Where the glyph with this index starts, in dots.
pub fn offset(index: usize) -> i32 {
    index as i32 * ADVANCE
}

/// The width of a text in dots.
pub fn width(text: &str) -> i32 {
    (offset(text.chars().count()) - 1).max(0)
}

/// The text, cut to this width in dots with two points at the end if it is longer.
pub fn fitted(text: &str, dots: i32) -> String {
    if width(text) <= dots {
        return text.to_owned();
    }
    let room = ((dots + 1) / ADVANCE - 2).max(0) as usize;
    text.chars().take(room).chain("..".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capital_and_digit_is_drawn_and_differs_from_all_others() {
        let names: Vec<char> = ('A'..='Z').chain('0'..='9').chain(".,:-/()+%#=?!_".chars()).collect();
        let mut seen = std::collections::BTreeSet::new();
        for name in names {
            let drawn: Vec<_> = dots(name).collect();
            assert!(!drawn.is_empty(), "{name}");
            assert!(seen.insert(drawn), "{name} looks like another glyph");
        }
        assert_eq!(dots('q').collect::<Vec<_>>(), dots('Q').collect::<Vec<_>>());
        assert_eq!(dots('ß').count(), dots('€').count());
    }

    #[test]
    fn long_texts_are_cut_to_the_width_asked_for() {
        assert_eq!(fitted("HI", 100), "HI");
        assert_eq!(fitted("PIXELS", width("PIXEL")), "PIX..");
        assert_eq!(width(&fitted("PIXELS", width("PIXEL"))), width("PIXEL"));
    }
}
