//! `POST /api/check`: whether a board can be reached, why not, and how many pieces it needs at least.

use axum::Json;
use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use tetreach::game::{Board, Inadmissible};
use tetreach::reach::fewest_pieces;
use tetreach::solve::lower_bound;

use super::board_text::{BoardText, read_json};
use super::refusal::Refusal;

/// What is known of a board without any search.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct Checked {
    /// Whether no counting argument speaks against it.
    admissible: bool,
    /// Whether it is proved that it can be reached: ten columns and two free rows above.
    reachable: bool,
    /// Why it can never be reached.
    reason: Option<String>,
    /// The rows to blame, counted from 0 at the bottom.
    rows: Vec<usize>,
    /// Filled cells.
    cells: u32,
    /// Fewer pieces are impossible.
    lower_bound: u32,
    /// Fewer cleared rows are impossible.
    fewest_lines: u32,
    /// The argument behind the lower bound.
    bound_reason: String,
}

#[derive(Debug, Deserialize)]
struct Question {
    #[serde(flatten)]
    target: BoardText,
    /// Where one begins, if not with the empty board.
    start: Option<String>,
}

/// Answers the request.
pub async fn check(body: Bytes) -> Result<Json<Checked>, Refusal> {
    let question: Question = read_json(&body)?;
    let board = question.target.read()?;
    let size = question.target.size;
    let start = question.start.map(|start| BoardText { board: start, size }.read()).transpose()?;
    Ok(Json(match start.filter(|start| !start.is_empty()) {
        Some(start) => Checked::between(&start, &board),
        None => Checked::of(&board),
    }))
}

impl Checked {
    /// What is known without search if one begins with another board than the empty one.
    fn between(start: &Board, board: &Board) -> Self {
        let full = board.size().full_row();
        let rows: Vec<usize> =
            board.filled_rows().enumerate().filter(|(_, row)| *row == full).map(|(index, _)| index).collect();
        let least = fewest_pieces(start, board).filter(|_| rows.is_empty());
        let reason = match least {
            Some(_) => None,
            None if rows.is_empty() => Some("the number of cells can never fit with this start".to_owned()),
            None => Some("a full row would have vanished".to_owned()),
        };
        let added = 4 * least.unwrap_or(0) + start.cells();
        Self {
            admissible: least.is_some(),
            reachable: least == Some(0),
            reason,
            rows,
            cells: board.cells(),
            lower_bound: least.unwrap_or(0),
            fewest_lines: added.saturating_sub(board.cells()) / u32::from(board.width()),
            bound_reason: "counting cells".to_owned(),
        }
    }

    fn of(board: &Board) -> Self {
        let cells = board.cells();
        let free = usize::from(board.height()) - board.stack_height();
        match board.check_admissible() {
            Ok(()) => {
                let bound = lower_bound(board);
                Self {
                    admissible: true,
                    reachable: board.is_empty() || (board.width() == 10 && free >= 2),
                    reason: None,
                    rows: Vec::new(),
                    cells,
                    lower_bound: bound.pieces,
                    fewest_lines: bound.cleared,
                    bound_reason: bound.reason.to_string(),
                }
            }
            Err(reason) => Self {
                admissible: false,
                reachable: false,
                reason: Some(reason.to_string()),
                rows: rows_to_blame(board, reason),
                cells,
                lower_bound: 0,
                fewest_lines: 0,
                bound_reason: String::new(),
            },
        }
    }
}

/// All rows with the fault that was found first, so that a drawer sees them at once.
fn rows_to_blame(board: &Board, reason: Inadmissible) -> Vec<usize> {
    let rows_like = |wanted: u16| {
        board.filled_rows().enumerate().filter(|(_, row)| *row == wanted).map(|(index, _)| index).collect()
    };
    match reason {
        Inadmissible::FullRow { .. } => rows_like(board.size().full_row()),
        Inadmissible::FloatingRow { .. } => rows_like(0),
        Inadmissible::BrokenTopRow { row } => vec![row - 1],
        Inadmissible::WrongCellCount { .. } | Inadmissible::NoPredecessor => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_starts_have_other_bounds() {
        let between =
            |start: &str, target: &str| Checked::between(&start.parse().unwrap(), &target.parse().unwrap());
        let near = between("####......", "####..####");
        assert!(near.admissible, "{near:?}");
        assert_eq!((near.lower_bound, near.fewest_lines), (1, 0));
        let odd = between("##........\n##........", "#.........");
        assert!(!odd.admissible && odd.reason.is_some_and(|reason| reason.contains("can never fit")));
        assert_eq!(between("####......", "##########").rows, [0]);
    }

    #[test]
    fn faults_are_named_with_all_their_rows() {
        let check = |text: &str| Checked::of(&text.parse().unwrap());
        let full = check("##........\n##########\n##########");
        assert_eq!((full.admissible, full.rows), (false, vec![0, 1]));
        assert!(full.reason.is_some_and(|reason| reason.contains("is full")));
        assert_eq!(check("##........\n..........\n##........").rows, [1]);
        let odd = check("#.........");
        assert_eq!((odd.admissible, odd.cells, odd.rows.len()), (false, 1, 0));
        let two = check("##........");
        assert!(two.admissible && two.reachable);
        assert_eq!((two.lower_bound, two.fewest_lines), (3, 1));
    }
}
