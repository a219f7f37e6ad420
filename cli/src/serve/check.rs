//! `POST /api/check`: whether a board can be reached, why not, and how many pieces it needs at least.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tetreach::game::{Board, Inadmissible, cell_divisor};
use tetreach::reach::fewest_pieces;
use tetreach::solve::{Budget, Cancel, WayJudgement, lower_bound, way_between};
use tetreach::text::counted;

use super::Shared;
use super::board_text::{BoardText, read_json};
use super::refusal::Refusal;

/// What is allowed for the bound between two boards, and once more for the proof that there is no way.
const BETWEEN: Budget = Budget { nodes: Some(100_000), seconds: Some(0.1) };

/// What is known of a board before anybody searches.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct Checked {
    /// Whether nothing proves that it cannot be reached.
    admissible: bool,
    /// Whether it is proved that it can be reached: ten columns and two free rows above, or a way from the start.
    reachable: bool,
    /// Why it can never be reached.
    reason: Option<String>,
    /// The rows to blame, counted from 0 at the bottom.
    rows: Vec<usize>,
    /// Single cells to blame, as row and column.
    blamed: Vec<[usize; 2]>,
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
pub async fn check(State(shared): State<Arc<Shared>>, body: Bytes) -> Result<Json<Checked>, Refusal> {
    let question: Question = read_json(&body)?;
    let board = question.target.read()?;
    let size = question.target.size;
    let start = question.start.map(|start| BoardText { board: start, size }.read()).transpose()?;
    let Some(start) = start.filter(|start| !start.is_empty()) else { return Ok(Json(Checked::of(&board))) };
    // One at a time; who has drawn on meanwhile does not wait any more.
    let _turn = shared.proofs.acquire().await.map_err(|_| Refusal::bad("the server ends"))?;
    let proof = tokio::task::spawn_blocking(move || Checked::between(&start, &board));
    let failed = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the board could not be checked");
    proof.await.map_err(failed).map(Json)
}

impl Checked {
    /// What a short search finds out if one begins with another board than the empty one.
    fn between(start: &Board, board: &Board) -> Self {
        let cells = board.cells();
        // What holds of every board after a move; rows that float may have done so at the start.
        let is_fault = |reason: &Inadmissible| match reason {
            Inadmissible::FullRow { .. } => true,
            Inadmissible::FloatingRow { .. } => start.filled_rows().all(|row| row != 0),
            _ => false,
        };
        if let Some(reason) = board.check_admissible().err().filter(is_fault) {
            return Self::unreachable(cells, reason.to_string(), Blame::of(board, &reason));
        }
        let Some(least) = fewest_pieces(start, board) else {
            let divisor = cell_divisor(board.width());
            let left = (cells + divisor - start.cells() % divisor) % divisor;
            let reason = format!(
                "with this start the number of cells can never fit: {}",
                more_or_fewer(left.max(1), divisor)
            );
            return Self::unreachable(cells, reason, Blame::uneven(board, divisor));
        };
        let judgement = way_between(start, board, BETWEEN, &Cancel::default());
        let counting = || "counting cells".to_owned();
        let (reachable, lower_bound, bound_reason) = match judgement {
            WayJudgement::DeadEnd { reason } => {
                let blame = board.check_admissible().err().map(|fault| Blame::of(board, &fault));
                return Self::unreachable(cells, reason, blame.unwrap_or_default());
            }
            WayJudgement::Reached => (true, 0, counting()),
            WayJudgement::Reachable { way, is_shortest } if is_shortest => {
                let found = counted(way.len(), "piece");
                (true, way.len() as u32, format!("a way of {found} was found, and none is shorter"))
            }
            WayJudgement::Reachable { .. } => (true, least, counting()),
            WayJudgement::Open { at_least } if at_least > least => {
                (false, at_least, "shorter ways were searched for, and there are none".to_owned())
            }
            WayJudgement::Open { .. } => (false, least, counting()),
        };
        Self {
            admissible: true,
            reachable,
            reason: None,
            rows: Vec::new(),
            blamed: Vec::new(),
            cells,
            lower_bound,
            fewest_lines: (4 * lower_bound + start.cells()).saturating_sub(cells) / u32::from(board.width()),
            bound_reason,
        }
    }

    fn of(board: &Board) -> Self {
        let cells = board.cells();
        let free = usize::from(board.height()) - board.stack_height();
        if let Err(reason) = board.check_admissible() {
            let blame = Blame::of(board, &reason);
            let sentence = match reason {
                Inadmissible::WrongCellCount { cells, divisor, .. } => {
                    format!("{reason}; {}", more_or_fewer(cells % divisor, divisor))
                }
                _ => reason.to_string(),
            };
            return Self::unreachable(cells, sentence, blame);
        }
        let bound = lower_bound(board);
        Self {
            admissible: true,
            reachable: board.is_empty() || (board.width() == 10 && free >= 2),
            reason: None,
            rows: Vec::new(),
            blamed: Vec::new(),
            cells,
            lower_bound: bound.pieces,
            fewest_lines: bound.cleared,
            bound_reason: bound.reason.to_string(),
        }
    }

    fn unreachable(cells: u32, reason: String, Blame { rows, cells: blamed }: Blame) -> Self {
        Self {
            admissible: false,
            reachable: false,
            reason: Some(reason),
            rows,
            blamed,
            cells,
            lower_bound: 0,
            fewest_lines: 0,
            bound_reason: String::new(),
        }
    }
}

/// Where the fault lies.
#[derive(Debug, Default)]
struct Blame {
    rows: Vec<usize>,
    cells: Vec<[usize; 2]>,
}

impl Blame {
    /// All places with the fault that was found first, so that a drawer sees them at once.
    fn of(board: &Board, reason: &Inadmissible) -> Self {
        let rows_like = |wanted: u16| {
            board
                .filled_rows()
                .enumerate()
                .filter(|(_, row)| *row == wanted)
                .map(|(index, _)| index)
                .collect()
        };
        let rows = match reason {
            Inadmissible::FullRow { .. } => rows_like(board.size().full_row()),
            Inadmissible::FloatingRow { .. } => rows_like(0),
            Inadmissible::BrokenTopRow { row } => vec![row - 1],
            Inadmissible::WrongCellCount { divisor, .. } => return Self::uneven(board, *divisor),
            Inadmissible::NoPredecessor => return Self::uncovered(board),
        };
        Self { rows, cells: Vec::new() }
    }

    /// The rows that a wrong number of cells comes from.
    fn uneven(board: &Board, divisor: u32) -> Self {
        let is_uneven = |(_, row): &(usize, u16)| !row.count_ones().is_multiple_of(divisor);
        let rows = board.filled_rows().enumerate().filter(is_uneven).map(|(index, _)| index).collect();
        Self { rows, cells: Vec::new() }
    }

    /// The cells with nothing above them: the piece that came last would have to be among them.
    fn uncovered(board: &Board) -> Self {
        let top = |column: usize| (0..board.stack_height()).rfind(|row| board.row(*row) >> column & 1 == 1);
        let cells = (0..usize::from(board.width())).filter_map(|column| Some([top(column)?, column]));
        Self { rows: Vec::new(), cells: cells.collect() }
    }
}

/// How the number of cells could be put right if so many are left over.
fn more_or_fewer(left: u32, divisor: u32) -> String {
    format!("{} more or {left} fewer would do", counted((divisor - left) as usize, "cell"))
}

#[cfg(test)]
mod tests {
    use tetreach::game::Size;

    use super::*;

    #[test]
    fn other_starts_have_other_bounds() {
        let between =
            |start: &str, target: &str| Checked::between(&start.parse().unwrap(), &target.parse().unwrap());
        let near = between("####......", "####..####");
        assert!(near.admissible && near.reachable, "{near:?}");
        assert_eq!((near.lower_bound, near.fewest_lines), (1, 0));
        assert!(near.bound_reason.ends_with("and none is shorter"), "{near:?}");
        // One piece has as many cells as are missing, but nothing holds it there.
        let (start, target) = ("####......", "....####..\n####......");
        let far = between(start, target);
        let counted = fewest_pieces(&start.parse().unwrap(), &target.parse().unwrap()).unwrap();
        assert!(far.reachable && far.lower_bound > counted, "{far:?}, not {counted}");
        let odd = between("##........\n##........", "#.........");
        assert!(!odd.admissible && odd.rows == [0], "{odd:?}");
        assert!(odd.reason.is_some_and(|reason| reason.ends_with("1 cell more or 1 fewer would do")));
        assert_eq!(between("####......", "##########").rows, [0]);
        assert_eq!(between("##........", "#.........\n..........\n#.........").rows, [1]);
        assert_eq!(between("####......", "####......").lower_bound, 0);
    }

    #[test]
    fn every_board_that_cannot_be_reached_has_places_to_blame() {
        let size = Size::new(4, 4).unwrap();
        let mut uncovered = 0;
        for bits in 1_u32..1 << 16 {
            let row = |row: u32| {
                (0..4).map(move |column| if bits >> (4 * row + column) & 1 == 1 { '#' } else { '.' })
            };
            let text: Vec<String> = (0..4).rev().map(|index| row(index).collect()).collect();
            let checked = Checked::of(&Board::from_text(&text.join("\n"), size).unwrap());
            let has_blame = !checked.rows.is_empty() || !checked.blamed.is_empty();
            assert_eq!(has_blame, !checked.admissible, "{}", text.join("\n"));
            uncovered += usize::from(!checked.blamed.is_empty());
        }
        assert!(uncovered > 0, "none of them has no board before it");
    }

    #[test]
    fn faults_are_named_with_all_their_rows() {
        let check = |text: &str| Checked::of(&text.parse().unwrap());
        let full = check("##........\n##########\n##########");
        assert_eq!((full.admissible, full.rows), (false, vec![0, 1]));
        assert!(full.reason.is_some_and(|reason| reason.contains("is full")));
        assert_eq!(check("##........\n..........\n##........").rows, [1]);
        let odd = check("#.........");
        assert_eq!((odd.admissible, odd.cells, odd.rows), (false, 1, vec![0]));
        assert!(odd.reason.is_some_and(|reason| reason.ends_with("1 cell more or 1 fewer would do")));
        let two = check("##........");
        assert!(two.admissible && two.reachable);
        assert_eq!((two.lower_bound, two.fewest_lines), (3, 1));
    }
}
