//! The board of a Fumen text.

use tetreach::game::{Board, Size};

/// What every text of the one version in use begins with.
const VERSION: &str = "v115@";
/// Columns of the field.
const WIDTH: usize = 10;
/// Rows of the field without the garbage.
const ROWS: usize = 23;
/// Fields are stored as differences, shifted by this much so that they are never negative.
const SAME: u32 = 8;

/// Whether a text holds Fumen, alone or in an address.
pub fn is_fumen(text: &str) -> bool {
    text.contains(VERSION)
}

/// The field of the first page; colours do not matter, and rows above `height` must be empty.
pub fn read(text: &str, height: usize) -> Result<Board, String> {
    let start = text.find(VERSION).ok_or("this is no Fumen text: it lacks `v115@`")?;
    let mut digits = text[start + VERSION.len()..].chars().filter(|character| *character != '?');
    let mut next =
        || digits.next().and_then(digit).ok_or("the Fumen text ends, or is damaged, in its first page");
    let mut cells = Vec::with_capacity(WIDTH * (ROWS + 1));
    while cells.len() < WIDTH * (ROWS + 1) {
        let number = next()? + 64 * next()?;
        let (value, repeats) = (number / 240, (number % 240 + 1) as usize);
        if !(SAME..=2 * SAME).contains(&value) || cells.len() + repeats > WIDTH * (ROWS + 1) {
            return Err("the Fumen text is damaged in its first page".to_owned());
        }
        cells.extend(std::iter::repeat_n(value > SAME, repeats));
    }
    let size = Size::new(WIDTH, height).map_err(|error| error.to_string())?;
    // Fumen stores the top row first.
    let rows: Vec<u16> = (0..ROWS)
        .map(|row| {
            let cells = &cells[(ROWS - 1 - row) * WIDTH..][..WIDTH];
            cells.iter().enumerate().fold(0, |bits, (column, filled)| bits | u16::from(*filled) << column)
        })
        .collect();
    let top = rows.iter().rposition(|row| *row != 0).map_or(0, |row| row + 1);
    if top > height {
        return Err(format!("the Fumen field has {top} rows, but the board has {height}"));
    }
    Ok(Board::from_rows(size, rows.into_iter().take(height)))
}

fn digit(character: char) -> Option<u32> {
    Some(match character {
        'A'..='Z' => u32::from(character) - u32::from('A'),
        'a'..='z' => u32::from(character) - u32::from('a') + 26,
        '0'..='9' => u32::from(character) - u32::from('0') + 52,
        '+' => 62,
        '/' => 63,
        _ => return None,
    })
}
