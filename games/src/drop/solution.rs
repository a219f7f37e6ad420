//! A sequence of placements with the proof that it reaches its target.

use crate::{ActionId, Actions, Board, ClearedRows, Landing, Placement, PlayError};

/// Placements that lead from a board, mostly the empty one, to a target; it can only be made by replaying them.
///
/// ```
/// use tetreach_games::{ActionId, Board, SolutionError, Size, Solution};
///
/// let target = Board::from_text("####......", Size::STANDARD)?;
/// let solution = Solution::replay(&target, [ActionId(0)])?;
/// assert_eq!((solution.pieces(), solution.cleared()), (1, 0));
/// assert_eq!(solution.boards().last(), Some(target));
/// assert_eq!(Solution::replay(&target, [ActionId(1)]), Err(SolutionError::EndsElsewhere));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    start: Board,
    target: Board,
    steps: Vec<SolutionStep>,
}

/// One placement of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionStep {
    /// The number of the placement.
    pub action: ActionId,
    /// The placement.
    pub placement: Placement,
    /// Where it came to rest and what vanished.
    pub landing: Landing,
    /// The board after it.
    pub board: Board,
}

/// Why a sequence of placements is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionError {
    /// A placement cannot be played.
    #[error("placement {index} of the sequence cannot be played: {source}")]
    Illegal {
        /// Which one, counted from 1.
        index: usize,
        /// Why not.
        source: PlayError,
    },
    /// The sequence ends elsewhere.
    #[error("the sequence ends at another board than the target")]
    EndsElsewhere,
}

impl Solution {
    /// Replays the placements from the empty board and keeps them if they end at exactly `target`.
    pub fn replay(
        target: &Board,
        placements: impl IntoIterator<Item = ActionId>,
    ) -> Result<Self, SolutionError> {
        Self::replay_from(&Board::empty(target.size()), target, placements)
    }

    /// Replays the placements from a board of the same size and keeps them if they end at exactly `target`.
    pub fn replay_from(
        start: &Board,
        target: &Board,
        placements: impl IntoIterator<Item = ActionId>,
    ) -> Result<Self, SolutionError> {
        let actions = Actions::of_width(start.width());
        let mut board = *start;
        let mut steps = Vec::new();
        for action in placements {
            let illegal = |source| SolutionError::Illegal { index: steps.len() + 1, source };
            let landing = board.play_action(action).map_err(illegal)?;
            let placement = actions.placement(action).expect("invariant: a played action has a placement");
            steps.push(SolutionStep { action, placement, landing, board });
        }
        if board == *target {
            Ok(Self { start: *start, target: *target, steps })
        } else {
            Err(SolutionError::EndsElsewhere)
        }
    }

    /// The board that the placements begin with.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board that is reached.
    pub fn target(&self) -> &Board {
        &self.target
    }

    /// The placements with the boards after them.
    pub fn steps(&self) -> &[SolutionStep] {
        &self.steps
    }

    /// Number of pieces.
    pub fn pieces(&self) -> usize {
        self.steps.len()
    }

    /// Number of rows that vanish on the way.
    pub fn cleared(&self) -> u32 {
        self.steps.iter().map(|step| step.landing.cleared.count()).sum()
    }

    /// The action numbers in order.
    pub fn actions(&self) -> impl Iterator<Item = ActionId> + '_ {
        self.steps.iter().map(|step| step.action)
    }

    /// The boards passed on the way, the one they begin with first and the target last.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        std::iter::once(self.start).chain(self.steps.iter().map(|step| step.board))
    }
}

impl SolutionStep {
    /// The cells of the piece as (row, column) where it came to rest, before clearing, from the bottom row up.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (bottom, left) = (usize::from(self.landing.row), usize::from(self.placement.column));
        let places = self.placement.orientation.shape().places();
        places.map(move |(row, column)| (bottom + row, left + column))
    }

    /// The rows that vanished.
    pub fn cleared(&self) -> ClearedRows {
        self.landing.cleared
    }
}
