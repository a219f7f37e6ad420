//! Suites: named targets in one text file, records separated by blank lines.

use std::collections::HashSet;
use std::fmt;

use super::target::{Sketch, Target, Unreachable};
use crate::game::{Board, BoardTextError, SizeRule};

/// Named boards to be reached, in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// What the suite is called.
    pub name: String,
    /// The boards; those of built-in suites are all admissible, those of a file need not be.
    pub sketches: Vec<Sketch>,
    /// Set when fewer boards exist than were asked for.
    pub shortage: Option<Shortage>,
}

impl Suite {
    /// Most characters of a name.
    pub const LONGEST_NAME: usize = 100;

    /// Reads suite text: records `= name` and board rows, separated by blank lines.
    pub fn from_text(
        name: impl Into<String>,
        text: &str,
        size: impl Into<SizeRule>,
    ) -> Result<Self, SuiteTextError> {
        let rule = size.into();
        let mut names = HashSet::new();
        let mut sketches: Vec<Sketch> = Vec::new();
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line)).peekable();
        while let Some((line, text)) = lines.next() {
            if text.trim_end().is_empty() {
                continue;
            }
            let title = read_title(text).map_err(|problem| SuiteTextError { line, problem })?;
            if !names.insert(title) {
                let problem = SuiteTextProblem::NameTwice { name: title.to_owned() };
                return Err(SuiteTextError { line, problem });
            }
            let mut rows = Vec::new();
            while let Some(row) = lines.next_if(|(_, text)| !text.trim_end().is_empty()) {
                rows.push(row);
            }
            if rows.is_empty() {
                let problem = SuiteTextProblem::NoRows { name: title.to_owned() };
                return Err(SuiteTextError { line, problem });
            }
            let board = Board::from_lines(rows, rule).map_err(SuiteTextError::from)?;
            sketches.push(Sketch::named(title, board));
        }
        if sketches.is_empty() {
            return Err(SuiteTextError { line: 1, problem: SuiteTextProblem::NoRecords });
        }
        Ok(Self { name: name.into(), sketches, shortage: None })
    }

    /// The suite as text that [`Suite::from_text`] reads back; boards without a name get their number.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (index, sketch) in self.sketches.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            let name = sketch.name.clone().unwrap_or_else(|| (index + 1).to_string());
            text.push_str(&format!("{separator}= {name}\n{}\n", sketch.board));
        }
        text
    }

    /// Whether a text is meant as a suite: its first line that is not blank begins with `=`.
    pub fn is_suite_text(text: &str) -> bool {
        text.trim_start().starts_with('=')
    }

    /// The sketch with this name.
    pub fn get(&self, name: &str) -> Option<&Sketch> {
        self.sketches.iter().find(|sketch| sketch.name.as_deref() == Some(name))
    }

    /// Every sketch as a target, or why it can never be reached.
    pub fn checked(&self) -> impl Iterator<Item = Result<Target, Unreachable>> + '_ {
        self.sketches.iter().map(Sketch::check)
    }

    /// All targets, or the first sketch that can never be reached.
    pub fn targets(&self) -> Result<Vec<Target>, Unreachable> {
        self.checked().collect()
    }
}

/// Fewer different boards than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// How many were asked for.
    pub asked: usize,
    /// How many there are.
    pub found: usize,
    /// Whether all boards were listed; otherwise only a long search found no more.
    pub is_proved: bool,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, found, is_proved } = self;
        let why = if *is_proved { "no more exist" } else { "a long search found no more" };
        write!(f, "{found} different targets instead of {asked}: {why} (mirror images count once)")
    }
}

/// The name in a line `= name`.
fn read_title(line: &str) -> Result<&str, SuiteTextProblem> {
    let Some(name) = line.strip_prefix('=') else {
        return Err(SuiteTextProblem::NoTitle);
    };
    let name = name.trim();
    if name.is_empty() {
        Err(SuiteTextProblem::EmptyName)
    } else if name.chars().count() > Suite::LONGEST_NAME || name.chars().any(char::is_control) {
        Err(SuiteTextProblem::OddName)
    } else {
        Ok(name)
    }
}

/// Where a text stops being a suite, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteTextError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: SuiteTextProblem,
}

/// What can be wrong with suite text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteTextProblem {
    /// A record does not begin with its name.
    #[error("expected a record to begin with `= name`")]
    NoTitle,
    /// `=` with nothing behind it.
    #[error("expected a name after `=`")]
    EmptyName,
    /// The name is very long or holds control characters.
    #[error("expected a name of at most {} printable characters after `=`", Suite::LONGEST_NAME)]
    OddName,
    /// Two records with one name.
    #[error("the name `{name}` was used before, and names must differ")]
    NameTwice {
        /// The name.
        name: String,
    },
    /// A name without rows under it.
    #[error("expected board rows of `#` and `.` under `= {name}`")]
    NoRows {
        /// The name.
        name: String,
    },
    /// Nothing in the file.
    #[error("expected at least one record that begins with `= name`, found none")]
    NoRecords,
    /// Rows that are no board.
    #[error("{0}")]
    Board(BoardTextError),
}

impl From<BoardTextError> for SuiteTextError {
    fn from(error: BoardTextError) -> Self {
        Self { line: error.line, problem: SuiteTextProblem::Board(error) }
    }
}

impl fmt::Display for SuiteTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            SuiteTextProblem::Board(error) => write!(f, "{error}"),
            problem => write!(f, "line {}: {problem}", self.line),
        }
    }
}

impl std::error::Error for SuiteTextError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use proptest::prelude::*;

    fn problem(text: &str) -> String {
        Suite::from_text("test", text, Size::STANDARD).unwrap_err().to_string()
    }

    #[test]
    fn reads_records_and_writes_them_back() {
        let text = "= two\n##........\n\n= one more\n.#........\n##........\n.#........\n";
        let suite = Suite::from_text("test", text, Size::STANDARD).unwrap();
        assert_eq!(suite.sketches.len(), 2);
        assert_eq!(suite.get("one more").unwrap().board.cells(), 4);
        assert_eq!(suite.get("three"), None);
        assert_eq!(suite.to_text(), text);
        let windows = format!("\u{d}\n\n{}\n\n", text.replace('\n', "  \r\n"));
        assert_eq!(Suite::from_text("test", &windows, Size::STANDARD).unwrap(), suite);
    }

    #[test]
    fn says_which_line_is_wrong() {
        assert_eq!(problem(""), "line 1: expected at least one record that begins with `= name`, found none");
        assert_eq!(problem("\n..........\n"), "line 2: expected a record to begin with `= name`");
        assert_eq!(problem("=\n..........\n"), "line 1: expected a name after `=`");
        assert_eq!(problem("= a\n\n= b"), "line 1: expected board rows of `#` and `.` under `= a`");
        assert_eq!(
            problem("= a\n..........\n= b\n"),
            "line 3, column 1: expected `#` (filled) or `.` (empty), found '='"
        );
        assert_eq!(problem("= a\n..........\n.........\n"), "line 3: expected a row of 10 cells, found 9");
        assert_eq!(
            problem("= a\n..........\n\n= a\n"),
            "line 4: the name `a` was used before, and names must differ"
        );
        assert!(problem(&format!("= {}", "x".repeat(101))).contains("at most 100 printable characters"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "(= [a-c]{0,2}|[#.]{9,11}|[#.=x ]{0,4}|\\r|\\n){0,20}") {
            let _ = Suite::from_text("test", &text, Size::STANDARD);
            let lines = text.replace('|', "\n");
            let _ = Suite::from_text("test", &lines, SizeRule::WidthOfText { height: 3 });
        }
    }
}
