//! A recorded game of Tetress.

use serde::{Deserialize, Serialize};

use super::recorded_game::RecordingProblem;
use crate::game::tetress::{GameEnd, TetressPlacement, TetressPosition};

/// A game of two, whose moves are in the words of the course's referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedTetress {
    /// Who played red.
    pub red: String,
    /// Who played blue.
    pub blue: String,
    /// `red`, `blue` or `draw`, if the game came to its end.
    pub winner: Option<String>,
    /// The moves, such as `PLACE(5-5, 5-6, 6-5, 6-6)`.
    pub moves: Vec<String>,
}

impl RecordedTetress {
    /// The word for an end of the game.
    pub fn winner_of(position: &TetressPosition) -> Option<String> {
        position.outcome().map(|end| match end {
            GameEnd::Winner(colour) => colour.to_string().to_lowercase(),
            GameEnd::Draw => "draw".to_owned(),
        })
    }

    /// Replays the game.
    pub(super) fn check(&self) -> Result<(), RecordingProblem> {
        let mut position = TetressPosition::START;
        for (index, text) in self.moves.iter().enumerate() {
            let placement: TetressPlacement =
                text.parse().map_err(|error| RecordingProblem::at(index, error))?;
            position.play(placement).map_err(|error| RecordingProblem::at(index, error))?;
        }
        let said = self.winner.clone().unwrap_or_else(|| "nobody".to_owned());
        let found = Self::winner_of(&position).unwrap_or_else(|| "nobody".to_owned());
        RecordingProblem::compare("winner", &said, &found)
    }
}
