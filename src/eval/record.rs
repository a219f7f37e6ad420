//! What is kept of one attempt at a target: enough for an outside program to replay and check it.

use serde::{Deserialize, Serialize};

use crate::game::{Board, Piece};
use crate::solve::{Report, Solution, Step, Verdict, lower_bound};

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A way was found.
    Solved,
    /// There is no way.
    Unreachable,
    /// The budget ended first.
    NotFound,
}

/// One placement of the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The piece.
    pub piece: Piece,
    /// Clockwise quarter turns from the piece's spawn orientation.
    pub rotation: u8,
    /// The column of its leftmost cell.
    pub column: u8,
    /// Its cells as [row, column] where it comes to rest, before clearing.
    pub cells: Vec<[usize; 2]>,
    /// The rows that vanish, counted before clearing.
    pub cleared: Vec<usize>,
}

/// The outcome of one attempt, in the fields and the order of the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// The target's name.
    pub name: String,
    /// How it ended.
    pub status: Status,
    /// Why the target is unreachable.
    pub reason: Option<String>,
    /// The solver's name.
    pub agent: String,
    /// Pieces of the way.
    pub pieces: Option<usize>,
    /// Fewer pieces are impossible.
    pub lower_bound: u32,
    /// Boards generated.
    pub nodes: u64,
    /// Wall-clock seconds of the search.
    pub seconds: f64,
    /// Seconds of training for this target alone before the search, for agents that need it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub training_seconds: Option<f64>,
    /// The way.
    pub moves: Vec<Move>,
}

impl Record {
    /// What a report says about a target.
    pub fn new(name: &str, agent: &str, target: &Board, report: &Report) -> Self {
        let (status, reason, solution) = match &report.verdict {
            Verdict::Solved(solution) => (Status::Solved, None, Some(solution)),
            Verdict::Unreachable(reason) => (Status::Unreachable, Some(reason.clone()), None),
            Verdict::NotFound => (Status::NotFound, None, None),
        };
        Self {
            name: name.to_owned(),
            status,
            reason,
            agent: agent.to_owned(),
            pieces: solution.map(Solution::pieces),
            lower_bound: lower_bound(target).pieces,
            nodes: report.nodes,
            seconds: report.seconds,
            training_seconds: report.training,
            moves: solution.map_or_else(Vec::new, |way| way.steps().iter().map(Move::from).collect()),
        }
    }

    /// Pieces of the way for each piece of the lower bound; 1 for the empty board, which needs none.
    pub fn bound_ratio(&self) -> Option<f64> {
        Some(ratio(self.pieces?, self.lower_bound))
    }
}

/// How many times as many pieces as needed; nothing over nothing is perfect.
pub(super) fn ratio(pieces: usize, needed: u32) -> f64 {
    if needed == 0 { 1.0 } else { pieces as f64 / f64::from(needed) }
}

impl From<&Step> for Move {
    fn from(step: &Step) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use proptest::prelude::*;

    #[test]
    fn the_empty_board_is_reached_perfectly_without_a_piece() {
        let target = Board::empty(Size::STANDARD);
        let verdict = Verdict::Solved(Solution::replay(&target, []).unwrap());
        let report = Report { verdict, nodes: 1, seconds: 0.0, training: None };
        let record = Record::new("empty", "x", &target, &report);
        assert_eq!((record.pieces, record.lower_bound, record.bound_ratio()), (Some(0), 0, Some(1.0)));
    }

    proptest! {
        #[test]
        fn boards_out_of_reach_have_records_too(
            width in 4_usize..=16, rows in prop::collection::vec(any::<u16>(), 2..20)
        ) {
            let target = Board::from_rows(Size::new(width, 20).unwrap(), rows);
            let report = Report { verdict: Verdict::NotFound, nodes: 1, seconds: 0.0, training: None };
            prop_assert_eq!(Record::new("any", "x", &target, &report).bound_ratio(), None);
        }
    }
}
