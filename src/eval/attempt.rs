//! What is kept of one attempt at a target.

use serde::{Deserialize, Serialize};

use crate::game::{ActionId, Board, Solution};
use crate::network::GreedyEpisode;
use crate::solve::{Report, Verdict, lower_bound};

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// A way was found.
    Solved,
    /// There is no way.
    Unreachable,
    /// The budget ended first.
    NotFound,
}

impl Status {
    /// The name in files.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// The outcome of one attempt at a target, whatever it was made for: a report, a duel, validation, one answer.
///
/// ```
/// use tetreach::eval::{Attempt, Status};
/// use tetreach::game::{Board, Size};
/// use tetreach::solve::{Budget, Construct};
///
/// let target = Board::from_text("##........\n##........", Size::STANDARD)?;
/// let attempt = Attempt::make(&Construct::default(), &target, Budget::seconds(1.0));
/// assert_eq!((attempt.status, attempt.pieces), (Status::Solved, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// How it ended.
    pub status: Status,
    /// Why the target is unreachable.
    #[serde(skip)]
    pub reason: Option<String>,
    /// Pieces of the way found.
    pub pieces: Option<usize>,
    /// Fewer pieces are impossible.
    pub lower_bound: u32,
    /// Boards generated.
    pub nodes: u64,
    /// Wall-clock seconds of the search.
    pub seconds: f64,
    /// Seconds of training for this target alone before the search, for agents that need it.
    pub training_seconds: Option<f64>,
    /// The placements of the way found.
    pub actions: Vec<ActionId>,
    /// Where an attempt that failed ended, rows from the top, if the agent told.
    pub ended_at: Option<String>,
}

impl Attempt {
    /// What a report says about a target, and where an attempt that failed ended.
    pub fn new(target: &Board, report: &Report, ended_at: Option<&Board>) -> Self {
        let (status, reason, solution) = match &report.verdict {
            Verdict::Solved(solution) => (Status::Solved, None, Some(solution)),
            Verdict::Unreachable(reason) => (Status::Unreachable, Some(reason.to_string()), None),
            Verdict::NotFound => (Status::NotFound, None, None),
        };
        Self {
            status,
            reason,
            pieces: solution.map(Solution::pieces),
            lower_bound: fewest_pieces(target, report.proved_lines),
            nodes: report.nodes,
            seconds: report.seconds,
            training_seconds: report.training,
            actions: solution.map_or_else(Vec::new, |way| way.actions().collect()),
            ended_at: ended_at.filter(|_| solution.is_none()).map(board_line),
        }
    }

    /// What came of an episode of greedy play that took this long; each placement is a board generated.
    pub fn of_episode(target: &Board, episode: &GreedyEpisode, seconds: f64) -> Self {
        let way = || Solution::replay(target, episode.way.iter().copied()).ok();
        let verdict = Verdict::from(if episode.reached { way() } else { None });
        let nodes = episode.way.len() as u64;
        let report = Report { verdict, nodes, seconds, proved_lines: 0, training: None };
        Self::new(target, &report, Some(&episode.last))
    }

    /// Whether a way was found.
    pub fn is_solved(&self) -> bool {
        self.status == Status::Solved
    }

    /// Whether a way was found and no way has fewer pieces.
    pub fn proved_optimal(&self) -> bool {
        self.pieces.is_some_and(|pieces| pieces as u64 == u64::from(self.lower_bound))
    }

    /// The way found, replayed on the target's board.
    pub fn solution(&self, target: &Board) -> Option<Solution> {
        self.pieces?;
        Solution::replay(target, self.actions.iter().copied()).ok()
    }

    /// Pieces of the way for each piece of the lower bound; 1 for the empty board, which needs none.
    pub fn bound_ratio(&self) -> Option<f64> {
        self.ratio_to(self.lower_bound)
    }

    /// Pieces of the way above the lower bound.
    pub fn gap(&self) -> Option<f64> {
        Some(self.pieces? as f64 - f64::from(self.lower_bound))
    }

    /// How many times as many pieces as needed; nothing over nothing is perfect.
    pub fn ratio_to(&self, needed: u32) -> Option<f64> {
        let pieces = self.pieces?;
        Some(if needed == 0 { 1.0 } else { pieces as f64 / f64::from(needed) })
    }

    /// Seconds of training and search together.
    pub fn all_seconds(&self) -> f64 {
        self.seconds + self.training_seconds.unwrap_or(0.0)
    }
}

/// The pieces that every way to a board has if it clears at least `proved_lines` lines, as a search proved.
fn fewest_pieces(target: &Board, proved_lines: u32) -> u32 {
    let known = lower_bound(target);
    if proved_lines > known.cleared { target.pieces_with_clears(proved_lines) } else { known.pieces }
}

/// The rows of a board from the top, `/` between them, without the empty ones above.
pub fn board_line(board: &Board) -> String {
    let width = usize::from(board.width());
    let row = |bits: u16| -> String {
        (0..width).map(|column| if bits >> column & 1 == 1 { '#' } else { '.' }).collect()
    };
    board.filled_rows().rev().map(row).collect::<Vec<_>>().join("/")
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
        let report = Report { verdict, nodes: 1, seconds: 0.0, proved_lines: 0, training: None };
        let attempt = Attempt::new(&target, &report, None);
        assert_eq!((attempt.pieces, attempt.lower_bound, attempt.bound_ratio()), (Some(0), 0, Some(1.0)));
        assert!(attempt.proved_optimal());
    }

    #[test]
    fn what_a_search_proved_raises_the_bound() {
        let target = Board::from_rows(Size::STANDARD, [256, 56, 594, 564]);
        let known = lower_bound(&target);
        let attempt = |proved_lines| {
            let verdict = Verdict::NotFound;
            Attempt::new(
                &target,
                &Report { verdict, nodes: 1, seconds: 0.0, proved_lines, training: None },
                None,
            )
        };
        assert_eq!(attempt(0).lower_bound, known.pieces);
        assert_eq!(attempt(known.cleared + 2).lower_bound, known.pieces + 5);
        assert!(!attempt(known.cleared + 2).proved_optimal(), "there is no way");
    }

    proptest! {
        #[test]
        fn boards_out_of_reach_can_be_attempted_too(
            width in 4_usize..=16, rows in prop::collection::vec(any::<u16>(), 2..20)
        ) {
            let target = Board::from_rows(Size::new(width, 20).unwrap(), rows);
            let verdict = Verdict::NotFound;
            let report = Report { verdict, nodes: 1, seconds: 0.0, proved_lines: 0, training: None };
            prop_assert_eq!(Attempt::new(&target, &report, None).bound_ratio(), None);
        }
    }
}
