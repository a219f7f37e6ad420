//! Positions for people.

use std::fmt;

use super::cells::{Cells, SIDE};
use super::colour::Colour;
use super::coordinate::Coordinate;
use super::position::TetressPosition;

const RED: &str = "\x1b[41;97m";
const BLUE: &str = "\x1b[44;97m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

impl TetressPosition {
    /// The board with row and column numbers in the colours of a terminal; `marked` cells are shown in capitals.
    ///
    /// ```
    /// use tetreach_games::tetress::{Cells, Colour, TetressPlacement, TetressPosition};
    ///
    /// let placement = TetressPlacement::new(0).expect("there are 2,299");
    /// let position = TetressPosition::START.after(placement);
    /// assert!(position.to_ansi(placement.cells()).contains("\x1b[41;97m R \x1b[0m"));
    /// assert!(position.to_ansi(Cells::EMPTY).contains("\x1b[41;97m r \x1b[0m"));
    /// ```
    pub fn to_ansi(&self, marked: Cells) -> String {
        let mut text = String::from("  ");
        (0..SIDE).for_each(|column| text += &format!("{column:^3}"));
        for cell in Coordinate::all() {
            if cell.column() == 0 {
                text += &format!("\n{:>2}", cell.row());
            }
            let letter = self.letter(cell, marked.contains(cell));
            text += &match letter.to_ascii_lowercase() {
                'r' => format!("{RED} {letter} {RESET}"),
                'b' => format!("{BLUE} {letter} {RESET}"),
                _ => format!("{DIM} {letter} {RESET}"),
            };
        }
        text + "\n"
    }

    fn letter(&self, cell: Coordinate, marked: bool) -> char {
        let colour = Colour::ALL.into_iter().find(|colour| self.tokens(*colour).contains(cell));
        let letter = colour.map_or('.', Colour::letter);
        if marked { letter.to_ascii_uppercase() } else { letter }
    }
}

/// 11 lines of letters, `.` for an empty cell.
impl fmt::Display for TetressPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Coordinate::all() {
            let separator = match (cell.row(), cell.column()) {
                (0, 0) => "",
                (_, 0) => "\n",
                _ => " ",
            };
            write!(f, "{separator}{}", self.letter(cell, false))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_renderings_show_the_same_tokens() {
        let csv = "r,,,,,,,,,,b\n".to_owned() + &",,,,,,,,,,\n".repeat(9) + ",b,,,,,,,,,\n";
        let position = TetressPosition::from_csv(&csv, 2).unwrap();
        let plain = position.to_string();
        assert_eq!(plain.lines().count(), 11);
        assert!(plain.starts_with("r . . . . . . . . . b\n") && plain.ends_with("\n. b . . . . . . . . ."));
        let mut ansi = position.to_ansi(Cells::EMPTY);
        for code in [RED, BLUE, DIM, RESET] {
            ansi = ansi.replace(code, "");
        }
        let letters = |text: &str| text.chars().filter(|c| "rb.".contains(*c)).collect::<String>();
        assert_eq!(letters(&ansi), letters(&plain));
        assert!(ansi.ends_with("10 .  b  .  .  .  .  .  .  .  .  . \n"), "{ansi}");
    }
}
