//! Boards in requests and answers: rows of `#` and `.`, and a size.

use serde::{Deserialize, Serialize};
use tetreach::game::{Board, Size};

use super::refusal::Refusal;

/// A board as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardText {
    /// Rows from the top, `#` filled and `.` empty; empty rows above may be left out.
    pub board: String,
    /// Columns x rows.
    #[serde(default = "standard")]
    pub size: String,
}

fn standard() -> String {
    Size::STANDARD.to_string()
}

impl BoardText {
    /// The board that the text shows.
    pub fn read(&self) -> Result<Board, Refusal> {
        let size: Size = self.size.parse().map_err(Refusal::bad)?;
        Board::from_text(&self.board, size).map_err(|error| Refusal::bad(format!("board, {error}")))
    }
}

impl From<&Board> for BoardText {
    fn from(board: &Board) -> Self {
        Self { board: board.to_string(), size: board.size().to_string() }
    }
}

/// Reads a JSON body; what is wrong with it is said in one sentence.
pub fn read_json<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::bad(format!("the body is not the JSON that was expected: {error}")))
}
