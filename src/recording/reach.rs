//! A recorded game of reach.

use serde::{Deserialize, Serialize};

use super::recorded_game::RecordingProblem;
use crate::game::{ActionId, Actions, Board, Orientation, Piece, Placement, Size, Solution};

/// A placement in the words of `solve --format json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedDrop {
    /// The piece.
    pub piece: Piece,
    /// Clockwise quarter turns from the piece's spawn orientation.
    pub rotation: u8,
    /// The column of its leftmost cell.
    pub column: u8,
}

impl RecordedDrop {
    /// The number of the placement on boards of a width.
    pub fn action(&self, width: u8) -> Result<ActionId, String> {
        let RecordedDrop { piece, rotation, column } = *self;
        let orientation =
            Orientation::of(piece, rotation).ok_or_else(|| format!("{piece} has no rotation {rotation}"))?;
        let action = Actions::of_width(width).id(Placement { orientation, column });
        action.ok_or_else(|| format!("{piece}{rotation} does not fit in column {column} of this board"))
    }
}

impl From<Placement> for RecordedDrop {
    fn from(placement: Placement) -> Self {
        let Placement { orientation, column } = placement;
        Self { piece: orientation.piece(), rotation: orientation.rotation(), column }
    }
}

/// Pieces that somebody chose and placed to build a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedReach {
    /// What the target is called.
    pub name: String,
    /// Columns x rows.
    pub size: String,
    /// The target: rows from the top, `#` filled and `.` empty.
    pub target: String,
    /// Whether the moves end at the target.
    pub reached: bool,
    /// The placements.
    pub moves: Vec<RecordedDrop>,
}

impl RecordedReach {
    /// A way from the empty board to a target, as a game that reached it.
    pub fn of(name: &str, solution: &Solution) -> Self {
        let target = solution.target();
        RecordedReach {
            name: name.to_owned(),
            size: target.size().to_string(),
            target: target.to_string(),
            reached: true,
            moves: solution.steps().iter().map(|step| step.placement.into()).collect(),
        }
    }

    /// The target.
    pub fn target(&self) -> Result<Board, RecordingProblem> {
        let start = |error: String| RecordingProblem::Start(error);
        let size: Size =
            self.size.parse().map_err(|error| start(format!("the size `{}`: {error}", self.size)))?;
        Board::from_text(&self.target, size).map_err(|error| start(format!("the target, {error}")))
    }

    /// The numbers of the placements.
    pub fn actions(&self, width: u8) -> Result<Vec<ActionId>, RecordingProblem> {
        let action = |(index, drop): (usize, &RecordedDrop)| {
            drop.action(width).map_err(|reason| RecordingProblem::at(index, reason))
        };
        self.moves.iter().enumerate().map(action).collect()
    }

    /// Replays the game.
    pub(super) fn check(&self) -> Result<(), RecordingProblem> {
        let target = self.target()?;
        let mut board = Board::empty(target.size());
        for (index, action) in self.actions(target.width())?.into_iter().enumerate() {
            board.play_action(action).map_err(|error| RecordingProblem::at(index, error))?;
        }
        RecordingProblem::compare("reached", &self.reached, &(board == target))
    }
}
