//! Board text: rows from top to bottom, `#` filled and `.` empty; empty rows above may be left out.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::size::{Size, SizeError};

/// Which size a board gets when it is read.
///
/// ```
/// use tetreach_games::{Board, SizeRule};
///
/// let board = Board::from_text("#..#\n####\n", SizeRule::WidthOfText { height: 8 })?;
/// assert_eq!(board.size().to_string(), "4x8");
///
/// let error = Board::from_text("#..#\n##?#\n", SizeRule::WidthOfText { height: 8 }).unwrap_err();
/// assert_eq!((error.line, error.column), (2, Some(3)));
/// # Ok::<(), tetreach_games::BoardTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeRule {
    /// The board must have this many columns and may not have more rows.
    Given(Size),
    /// As many columns as the first row has.
    WidthOfText {
        /// Rows of the board, with the empty ones above the text.
        height: u8,
    },
}

impl Default for SizeRule {
    fn default() -> Self {
        SizeRule::Given(Size::STANDARD)
    }
}

impl From<Size> for SizeRule {
    fn from(size: Size) -> Self {
        SizeRule::Given(size)
    }
}

impl FromStr for SizeRule {
    type Err = SizeTextError;

    /// Reads `WIDTHxHEIGHT`, or `auto` for as many columns as the text has under the standard number of rows.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(SizeRule::WidthOfText { height: Size::STANDARD.height() }),
            _ => text.parse().map(SizeRule::Given),
        }
    }
}

/// Why a text is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeTextError {
    /// Not of the form `WIDTHxHEIGHT`.
    #[error("expected a size such as 10x20 (columns x rows), found `{found}`")]
    Form {
        /// The text.
        found: String,
    },
    /// Numbers that no board has.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl FromStr for Size {
    type Err = SizeTextError;

    /// Reads `WIDTHxHEIGHT`, as [`Size`] is displayed.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('x').and_then(|(width, height)| {
            let is_plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
            (is_plain(width) && is_plain(height)).then_some(())?;
            Some((width.parse().ok()?, height.parse().ok()?))
        });
        let (width, height) = numbers.ok_or_else(|| SizeTextError::Form { found: text.to_owned() })?;
        Ok(Size::new(width, height)?)
    }
}

/// Where a text stops being a board, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1, if one is to blame.
    pub column: Option<usize>,
    /// What is wrong.
    pub problem: BoardTextProblem,
}

/// What can be wrong with board text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardTextProblem {
    /// There is no row at all.
    #[error("expected at least one board row of `#` and `.`, found none")]
    NoRows,
    /// A character that does not stand for a cell.
    #[error("expected `#` (filled) or `.` (empty), found {found:?}")]
    StrayCharacter {
        /// The character.
        found: char,
    },
    /// A row is too short or too long.
    #[error("expected a row of {expected} cells, found {found}")]
    WrongWidth {
        /// Cells in this row.
        found: usize,
        /// Columns of the board.
        expected: usize,
    },
    /// More rows than the board has.
    #[error("expected at most {most} rows, found more")]
    TooManyRows {
        /// Rows of the board.
        most: usize,
    },
    /// A blank line with rows above and below.
    #[error(
        "expected the end of the board after a blank line, found another row: only suite files, \
         whose records begin with `= name`, hold several boards"
    )]
    RowAfterBlankLine,
    /// The first row gives a width that no board has.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl fmt::Display for BoardTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for BoardTextError {}

impl Board {
    /// Reads board text; blank lines before and after it, trailing spaces and Windows line ends do not matter.
    pub fn from_text(text: &str, size: impl Into<SizeRule>) -> Result<Self, BoardTextError> {
        Self::from_lines(text.lines().enumerate().map(|(index, line)| (index + 1, line)), size.into())
    }

    /// Reads numbered lines as board text.
    pub fn from_lines<'a>(
        lines: impl IntoIterator<Item = (usize, &'a str)>,
        rule: SizeRule,
    ) -> Result<Self, BoardTextError> {
        let mut size = match rule {
            SizeRule::Given(size) => Some(size),
            SizeRule::WidthOfText { .. } => None,
        };
        let (mut rows, mut last_line, mut ended) = (Vec::new(), 1, false);
        for (line, text) in lines {
            last_line = line;
            let cells = text.trim_end();
            if cells.is_empty() {
                ended = !rows.is_empty();
                continue;
            }
            let fault = |problem| BoardTextError { line, column: None, problem };
            if ended {
                return Err(fault(BoardTextProblem::RowAfterBlankLine));
            }
            let (row, width) = read_row(cells, line)?;
            let size = match (size, rule) {
                (Some(size), _) | (None, SizeRule::Given(size)) => size,
                (None, SizeRule::WidthOfText { height }) => {
                    let found = Size::new(width, usize::from(height)).map_err(|error| fault(error.into()))?;
                    *size.insert(found)
                }
            };
            let (expected, most) = (usize::from(size.width()), usize::from(size.height()));
            if width != expected {
                return Err(fault(BoardTextProblem::WrongWidth { found: width, expected }));
            }
            if rows.len() == most {
                return Err(fault(BoardTextProblem::TooManyRows { most }));
            }
            rows.push(row);
        }
        match size {
            Some(size) if !rows.is_empty() => Ok(Board::from_rows(size, rows.into_iter().rev())),
            _ => Err(BoardTextError { line: last_line, column: None, problem: BoardTextProblem::NoRows }),
        }
    }
}

/// The cells of one line, as far as a row word holds them, and how many there are.
fn read_row(cells: &str, line: usize) -> Result<(u16, usize), BoardTextError> {
    let (mut row, mut width) = (0_u16, 0);
    for (index, found) in cells.chars().enumerate() {
        match found {
            '#' if index < 16 => row |= 1 << index,
            '#' | '.' => {}
            _ => {
                let problem = BoardTextProblem::StrayCharacter { found };
                return Err(BoardTextError { line, column: Some(index + 1), problem });
            }
        }
        width += 1;
    }
    Ok((row, width))
}

impl FromStr for Board {
    type Err = BoardTextError;

    /// Reads a board of the standard size.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_text(text, Size::STANDARD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn problem(text: &str) -> String {
        text.parse::<Board>().unwrap_err().to_string()
    }

    #[test]
    fn reads_rows_top_to_bottom_with_rows_above_left_out() {
        let board: Board = "\n...#......\r\n..###.####   \r\n\n".parse().unwrap();
        assert_eq!(board.stack_height(), 2);
        assert_eq!(board.row(0), 0b11_1101_1100);
        assert_eq!(board.row(1), 0b00_0000_1000);
        assert_eq!(board.size(), Size::STANDARD);
    }

    #[test]
    fn takes_the_width_from_the_first_row_when_asked() {
        let rule = SizeRule::WidthOfText { height: 5 };
        let board = Board::from_text("#.#.##\n######", rule).unwrap();
        assert_eq!(board.size(), Size::new(6, 5).unwrap());
        let uneven = Board::from_text("#.#.##\n#####", rule).unwrap_err();
        assert_eq!(uneven.to_string(), "line 2: expected a row of 6 cells, found 5");
        let narrow = Board::from_text("###", rule).unwrap_err();
        assert!(narrow.to_string().starts_with("line 1: a board of 3 columns"), "{narrow}");
    }

    #[test]
    fn sizes_read_as_they_are_displayed() {
        let size = Size::new(6, 5).unwrap();
        assert_eq!(size.to_string().parse(), Ok(size));
        assert_eq!("auto".parse(), Ok(SizeRule::WidthOfText { height: 20 }));
        for text in ["", "10", "10x", "x20", "+10x20", "10x20x3", "-1x5"] {
            assert!(matches!(text.parse::<SizeRule>(), Err(SizeTextError::Form { .. })), "{text}");
        }
        assert!(matches!("400x20".parse::<Size>(), Err(SizeTextError::Size(_))));
    }

    #[test]
    fn says_where_and_what_was_expected() {
        assert_eq!(
            problem("..........\n...x......"),
            "line 2, column 4: expected `#` (filled) or `.` (empty), found 'x'"
        );
        assert_eq!(problem("\n........."), "line 2: expected a row of 10 cells, found 9");
        assert_eq!(problem(""), "line 1: expected at least one board row of `#` and `.`, found none");
        assert_eq!(problem(&"..........\n".repeat(21)), "line 21: expected at most 20 rows, found more");
        assert!(problem("..........\n\n..........").starts_with("line 3: expected the end of the board"));
        assert!(problem(" .........").starts_with("line 1, column 1:"));
    }

    proptest! {
        #[test]
        fn written_boards_read_back(rows in prop::collection::vec(0_u16..1024, 0..20)) {
            let board = Board::from_rows(Size::STANDARD, rows);
            prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        }

        #[test]
        fn no_text_panics(text in "[#.\\r\\n= x\u{e9}]{0,80}", height in 0_u8..40) {
            let _ = text.parse::<Board>();
            let _ = Board::from_text(&text, SizeRule::WidthOfText { height });
        }
    }
}
