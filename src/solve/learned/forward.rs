//! Placements from the empty board, for searches with a network.

use tetreach_agents::{Action, Judgement, Moves, Outcome, PlanningProblem, Successor, ValueScale};

use super::RefutationTime;
use crate::game::Board;
use crate::numbering::to_placement;
use crate::reach::{fewest_pieces, may_become};
use crate::solve::Position;

/// The puzzle of reaching the target by placements; the network is asked for the way from the board to the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnedForward {
    /// The board to reach.
    pub target: Board,
    /// How values follow from what the network says.
    pub scale: ValueScale,
    /// When hopeless boards are refuted.
    pub refute: RefutationTime,
}

impl LearnedForward {
    /// Where ways that clear at most `lines` lines begin.
    pub fn root(&self, lines: u32) -> Position {
        Position { board: Board::empty(self.target.size()), lines }
    }

    fn place(&self, position: &Position, action: Action) -> Option<Position> {
        let mut board = position.board;
        let landing = board.play_action(to_placement(action)).ok()?;
        let lines = position.lines.checked_sub(landing.cleared.count())?;
        Some(Position { board, lines })
    }

    fn is_possible(&self, position: &Position) -> bool {
        may_become(&position.board, &self.target, position.lines)
    }
}

impl PlanningProblem for LearnedForward {
    type State = Position;
    type Seen = Board;
    type Goal = Board;

    fn question(&self, position: &Position) -> (Board, Board) {
        (position.board, self.target)
    }

    fn judge(&self, position: &Position, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        judgement.candidates(moves);
        if self.refute == RefutationTime::Early {
            moves.retain(|candidate| {
                self.place(position, candidate.action).is_some_and(|next| self.is_possible(&next))
            });
            moves.normalize();
        }
        self.scale.value(judgement)
    }

    fn step(&self, position: &Position, action: Action) -> Option<Successor<Position>> {
        let state = self.place(position, action)?;
        let possible = self.refute != RefutationTime::Late || self.is_possible(&state);
        possible.then(|| Successor { state, reward: self.scale.reward() })
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.board == self.target).then_some(Outcome::Won)
    }

    fn discount(&self) -> f32 {
        self.scale.discount()
    }

    fn lower_bound(&self, position: &Position) -> u32 {
        fewest_pieces(&position.board, &self.target).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::{Evaluations, Evaluator, HashEvaluator};

    use super::*;
    use crate::game::Size;
    use crate::reach::{ReachSettings, ReachTask};

    #[test]
    fn refuted_moves_leave_their_probability_to_the_others() {
        let target = Board::from_rows(Size::STANDARD, [0b1111_1111, 0b1111]);
        let task = ReachTask::new(ReachSettings::default());
        let mut out = Evaluations::default();
        let empty = Board::empty(Size::STANDARD);
        HashEvaluator { task, seed: 1 }.evaluate(&[(empty, target)], &mut out).unwrap();
        let judged = |refute| {
            let problem = LearnedForward { target, scale: ValueScale::Steps, refute };
            let mut moves = Moves::default();
            problem.judge(&problem.root(0), &Judgement::of(&out, 0), &mut moves);
            moves
        };
        let (all, possible) = (judged(RefutationTime::Off), judged(RefutationTime::Early));
        assert_eq!(all.len(), 162);
        assert!(possible.len() < 40 && !possible.is_empty());
        for moves in [all, possible] {
            let total: f32 = moves.iter().map(|candidate| candidate.log_prior.exp()).sum();
            assert!((total - 1.0).abs() < 1e-4);
        }
    }
}
