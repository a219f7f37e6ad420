//! An attempt in JSON: enough for an outside program to replay and check it.

use serde::Serialize;

use super::attempt::{Attempt, Status};
use crate::game::{Board, Piece, SolutionStep};

/// One placement of the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordedMove {
    /// The piece.
    pub piece: Piece,
    /// Clockwise quarter turns from the piece's spawn orientation.
    pub rotation: u8,
    /// The column of its leftmost cell.
    pub column: u8,
    /// Its cells as `[row, column]` where it comes to rest, before clearing.
    pub cells: Vec<[usize; 2]>,
    /// The rows that vanish, counted before clearing.
    pub cleared: Vec<usize>,
}

/// An attempt in the fields and the order of the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record<'a> {
    /// The target's name.
    pub name: &'a str,
    /// How it ended.
    pub status: Status,
    /// Why the target is unreachable.
    pub reason: Option<&'a str>,
    /// The agent's name.
    pub agent: &'a str,
    /// Pieces of the way.
    pub pieces: Option<usize>,
    /// Fewer pieces are impossible.
    pub lower_bound: u32,
    /// Whether a way was found and it is proved that none has fewer pieces.
    pub proved_optimal: bool,
    /// Boards generated.
    pub nodes: u64,
    /// Wall-clock seconds of the search.
    pub seconds: f64,
    /// Seconds of training for this target alone before the search, for agents that need it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub training_seconds: Option<f64>,
    /// The way.
    pub moves: Vec<RecordedMove>,
}

impl<'a> Record<'a> {
    /// An agent's attempt at a target with this name.
    pub fn new(name: &'a str, agent: &'a str, target: &Board, attempt: &'a Attempt) -> Self {
        let moves = attempt.solution(target).map(|way| way.steps().iter().map(RecordedMove::from).collect());
        Self {
            name,
            status: attempt.status,
            reason: attempt.reason.as_deref(),
            agent,
            pieces: attempt.pieces,
            lower_bound: attempt.lower_bound,
            proved_optimal: attempt.proved_optimal(),
            nodes: attempt.nodes,
            seconds: attempt.seconds,
            training_seconds: attempt.training_seconds,
            moves: moves.unwrap_or_default(),
        }
    }
}

impl From<&SolutionStep> for RecordedMove {
    fn from(step: &SolutionStep) -> Self {
        let orientation = step.placement.orientation;
        Self {
            piece: orientation.piece(),
            rotation: orientation.rotation(),
            column: step.placement.column,
            cells: step.cells().map(|(row, column)| [row, column]).collect(),
            cleared: step.cleared().iter().collect(),
        }
    }
}
