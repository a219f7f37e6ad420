//! Primitive reverse moves from the target, for searches with a network that knows the way back.

use tetreach_agents::{Action, Judgement, Moves, Outcome, PlanningProblem, Successor, ValueScale};

use super::RefutationTime;
use crate::game::{ActionId, Actions, Board, ReverseActions, ReverseMove};
use crate::reach::{fewest_pieces, may_become};
use crate::solve::{Position, lower_bound};

/// The puzzle of taking the target apart until the start is left; the network is asked for the way back.
///
/// The lines of a position are those that may still come back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnedBackward {
    /// The board to take apart.
    pub target: Board,
    /// The board to end at.
    pub start: Board,
    /// How values follow from what the network says.
    pub scale: ValueScale,
    /// Whether hopeless boards are refuted; when their turn has come, because the bound of all of them takes longer
    /// than the network.
    pub refute: RefutationTime,
}

impl LearnedBackward {
    /// Where ways that clear at most `lines` lines end.
    pub fn root(&self, lines: u32) -> Position {
        Position { board: self.target, lines }
    }

    fn take_back(position: &Position, action: Action) -> Option<(ReverseMove, Position)> {
        let reverse = ReverseActions::of_size(position.board.size()).reverse_move(action.index())?;
        let board = position.board.take_back(reverse)?;
        let lines = match reverse {
            ReverseMove::Restore { .. } => position.lines.checked_sub(1)?,
            ReverseMove::Take { .. } => position.lines,
        };
        Some((reverse, Position { board, lines }))
    }

    /// Whether a way to the board fits under the cap, as far as a proof can tell; in the middle of a move nothing is
    /// known.
    fn is_possible(&self, reverse: ReverseMove, position: &Position) -> bool {
        match reverse {
            ReverseMove::Restore { .. } => true,
            _ if self.start.is_empty() => lower_bound(&position.board).cleared <= position.lines,
            _ => may_become(&self.start, &position.board, position.lines),
        }
    }

    /// The placements, in playing order, of a line of reverse moves from `root`.
    pub fn placements(root: Position, line: &[Action]) -> Vec<ActionId> {
        let actions = Actions::of_width(root.board.width());
        let mut position = root;
        let mut placements = Vec::new();
        for &action in line {
            let Some((reverse, next)) = Self::take_back(&position, action) else { break };
            position = next;
            if let ReverseMove::Take { placement, .. } = reverse {
                placements.extend(actions.id(placement));
            }
        }
        placements.reverse();
        placements
    }
}

impl PlanningProblem for LearnedBackward {
    type State = Position;
    type Seen = Board;
    type Goal = Board;

    fn question(&self, position: &Position) -> (Board, Board) {
        (position.board, self.start)
    }

    fn judge(&self, position: &Position, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        judgement.candidates(moves);
        moves.retain(|candidate| Self::take_back(position, candidate.action).is_some());
        moves.normalize();
        self.scale.value(judgement)
    }

    fn step(&self, position: &Position, action: Action) -> Option<Successor<Position>> {
        let (reverse, state) = Self::take_back(position, action)?;
        let possible = self.refute == RefutationTime::Off || self.is_possible(reverse, &state);
        possible.then(|| Successor { state, reward: self.scale.reward() })
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.board == self.start).then_some(Outcome::Won)
    }

    fn discount(&self) -> f32 {
        self.scale.discount()
    }

    fn lower_bound(&self, position: &Position) -> u32 {
        if self.start.is_empty() {
            return position.board.counting_bound();
        }
        fewest_pieces(&self.start, &position.board).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::{Evaluations, Evaluator, GoalTask, HashEvaluator};

    use super::*;
    use crate::game::{Size, Solution};
    use crate::reach::{ReachSettings, ReverseTask};

    #[test]
    fn moves_stay_under_the_cap_and_share_all_probability() {
        let task = ReverseTask::new(ReachSettings::default());
        let target = Board::from_rows(Size::STANDARD, [0b11_0011, 0b1]);
        let mut out = Evaluations::default();
        let empty = Board::empty(Size::STANDARD);
        HashEvaluator { task, seed: 1 }.evaluate(&[(target, empty)], &mut out).unwrap();
        let problem =
            LearnedBackward { target, start: empty, scale: ValueScale::Steps, refute: RefutationTime::Off };
        let judged = |lines: u32| {
            let mut moves = Moves::default();
            problem.judge(&problem.root(lines), &Judgement::of(&out, 0), &mut moves);
            moves
        };
        let rows = |moves: &Moves| {
            let restores = |action: &&Action| action.index() >= task.action_count() - 20;
            moves.actions().iter().filter(restores).count()
        };
        assert_eq!((judged(0).len(), rows(&judged(0))), (0, 0), "no piece lies free");
        assert!(rows(&judged(1)) > 0);
        let total: f32 = judged(1).log_priors().iter().map(|prior| prior.exp()).sum();
        assert!((total - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_line_of_reverse_moves_is_a_solution_read_backwards() {
        let size = Size::new(4, 6).unwrap();
        let actions = ReverseActions::of_size(size);
        let (mut board, mut line, mut way) = (Board::empty(size), Vec::new(), Vec::new());
        for id in [0, 9, 3].map(ActionId) {
            let before = board;
            board.play_action(id).unwrap();
            way.push(id);
            let back = board.moves_that_take_back(&before, id).unwrap();
            line.splice(0..0, back.into_iter().map(|reverse| Action(actions.id(reverse) as u16)));
        }
        let root = Position { board, lines: 9 };
        assert_eq!(LearnedBackward::placements(root, &line), way);
        assert!(Solution::replay(&board, way).is_ok());
    }
}
