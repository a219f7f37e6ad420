//! Boards as comma-separated cells.

use super::cells::{Cells, SIDE};
use super::colour::Colour;
use super::coordinate::Coordinate;
use super::position::{PositionError, TetressPosition};

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CsvError {
    /// Not 11 lines.
    #[error("expected 11 lines of cells, found {found}")]
    Rows {
        /// The number of lines.
        found: usize,
    },
    /// A line has not 11 cells.
    #[error("line {line}: expected 11 cells separated by commas, found {found}")]
    Columns {
        /// The line, from 1.
        line: usize,
        /// The number of cells.
        found: usize,
    },
    /// A cell that is neither a token nor empty.
    #[error("line {line}, cell {cell}: expected `r`, `b` or nothing, found {found:?}")]
    Cell {
        /// The line, from 1.
        line: usize,
        /// The cell in the line, from 1.
        cell: usize,
        /// What is there.
        found: String,
    },
    /// The turn is beyond the end of a game.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl TetressPosition {
    /// Reads 11 lines of 11 cells, `r`, `b` or nothing between commas; `turn` moves were made, which says who moves.
    ///
    /// ```
    /// use tetreach_games::tetress::{Colour, TetressPosition};
    ///
    /// let text = "r,,,,,,,,,,b\n".to_owned() + &",,,,,,,,,,\n".repeat(10);
    /// let position = TetressPosition::from_csv(&text, 2)?;
    /// assert_eq!(position.tokens(Colour::Blue).iter().next().map(|cell| cell.to_string()), Some("0-10".into()));
    /// assert_eq!(position.to_csv(), text);
    /// # Ok::<(), tetreach_games::tetress::CsvError>(())
    /// ```
    pub fn from_csv(text: &str, turn: u8) -> Result<Self, CsvError> {
        let lines: Vec<&str> = text.trim_end_matches(['\n', '\r']).lines().collect();
        if lines.len() != SIDE {
            return Err(CsvError::Rows { found: lines.len() });
        }
        let mut tokens = [Cells::EMPTY; 2];
        for (row, line) in lines.into_iter().enumerate() {
            let mut cells: Vec<&str> = line.split(',').map(str::trim).collect();
            // The boards that come with the course end their lines with a comma.
            if cells.len() == SIDE + 1 && cells[SIDE].is_empty() {
                cells.pop();
            }
            if cells.len() != SIDE {
                return Err(CsvError::Columns { line: row + 1, found: cells.len() });
            }
            for (column, cell) in cells.into_iter().enumerate() {
                let place = Coordinate::wrapped(row, column);
                match cell {
                    "" => {}
                    "r" | "R" => tokens[Colour::Red.index()].insert(place),
                    "b" | "B" => tokens[Colour::Blue.index()].insert(place),
                    _ => {
                        let found = cell.chars().take(20).collect();
                        return Err(CsvError::Cell { line: row + 1, cell: column + 1, found });
                    }
                }
            }
        }
        let [red, blue] = tokens;
        Ok(TetressPosition::new(red, blue, turn)?)
    }

    /// The board as [`TetressPosition::from_csv`] reads it.
    pub fn to_csv(&self) -> String {
        let cell = |place: Coordinate| {
            let colour = Colour::ALL.into_iter().find(|colour| self.tokens(*colour).contains(place));
            let end = if place.column() + 1 < SIDE { ',' } else { '\n' };
            colour.map(Colour::letter).into_iter().chain([end])
        };
        Coordinate::all().flat_map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_boards_are_told_where() {
        let row = ",,,,,,,,,,\n";
        let eleven = row.repeat(11);
        for (text, sentence) in [
            (String::new(), "expected 11 lines of cells, found 0"),
            (row.repeat(12), "expected 11 lines of cells, found 12"),
            (eleven.replacen(",,", ",", 1), "line 1: expected 11 cells separated by commas, found 10"),
            (
                eleven[11..].to_owned() + ",,x,,,,,,,,",
                "line 11, cell 3: expected `r`, `b` or nothing, found \"x\"",
            ),
        ] {
            assert_eq!(TetressPosition::from_csv(&text, 0).unwrap_err().to_string(), sentence);
        }
        let beyond = TetressPosition::from_csv(&eleven, 151).unwrap_err();
        assert_eq!(beyond.to_string(), "a game has at most 150 moves, not 151");
        let windows = eleven.replace('\n', "\r\n").replacen(',', "R b,", 1);
        let position = TetressPosition::from_csv(&windows, 7);
        assert_eq!(
            position.unwrap_err().to_string(),
            "line 1, cell 1: expected `r`, `b` or nothing, found \"R b\""
        );
        let ended = TetressPosition::from_csv(&eleven.replace('\n', ",\n"), 0);
        assert_eq!(ended, Ok(TetressPosition::START));
        let windows = eleven.replace('\n', "\r\n").replacen(",,", "R, b ,", 1);
        let position = TetressPosition::from_csv(&windows, 7).unwrap();
        assert_eq!(position.to_csv(), eleven.replacen(",,", "r,b,", 1));
    }
}
