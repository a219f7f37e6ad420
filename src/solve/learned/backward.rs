//! Exact reverse moves from the target, for searches with a network.

use std::ops::ControlFlow;

use tetreach_agents::{Action, Candidate, Judgement, Moves, Outcome, PlanningProblem, Successor, ValueScale};

use super::RefutationTime;
use crate::game::{ActionId, Board, Predecessor};
use crate::solve::{BeamWeights, Position, lower_bound};

/// How many pieces a unit of the hand-made cost stands for.
const PIECES_PER_COST: f32 = 0.15;

/// The puzzle of taking the target apart; the network is asked for the way from the empty board to where it stands.
///
/// A move is the place of a predecessor in the order in which the board lists them. The network has no policy for
/// reverse moves, so that hand-made features stand in for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnedBackward {
    /// The board to take apart.
    pub target: Board,
    /// How values follow from what the network says.
    pub scale: ValueScale,
    /// What makes a board unpromising.
    pub weights: BeamWeights,
    /// When hopeless boards are refuted; never is as when their turn has come.
    pub refute: RefutationTime,
}

impl LearnedBackward {
    /// Where ways that clear at most `lines` lines end.
    pub fn root(&self, lines: u32) -> Position {
        Position { board: self.target, lines }
    }

    fn predecessor(position: &Position, action: Action) -> Option<Predecessor> {
        let mut place = 0;
        let found = position.board.try_for_each_predecessor(most_cleared(position), |predecessor| {
            if place == action.0 {
                return ControlFlow::Break(*predecessor);
            }
            place += 1;
            ControlFlow::Continue(())
        });
        found.break_value()
    }

    /// The placements, in playing order, of a line of reverse moves from `root`.
    pub fn placements(root: Position, line: &[Action]) -> Vec<ActionId> {
        let mut position = root;
        let mut placements: Vec<ActionId> = line
            .iter()
            .filter_map(|&action| {
                let before = Self::predecessor(&position, action)?;
                position = after(&position, &before);
                Some(before.action)
            })
            .collect();
        placements.reverse();
        placements
    }
}

fn most_cleared(position: &Position) -> u8 {
    position.lines.min(4) as u8
}

/// Whether a way to the board fits under the cap, as far as the proved bound can tell.
fn is_possible(position: &Position) -> bool {
    lower_bound(&position.board).cleared <= position.lines
}

fn after(position: &Position, before: &Predecessor) -> Position {
    Position { board: before.board, lines: position.lines - u32::from(before.cleared) }
}

impl PlanningProblem for LearnedBackward {
    type State = Position;
    type Seen = Board;
    type Goal = Board;

    fn question(&self, position: &Position) -> (Board, Board) {
        (Board::empty(position.board.size()), position.board)
    }

    fn judge(&self, position: &Position, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        let mut place = 0;
        position.board.for_each_predecessor(most_cleared(position), |before| {
            if self.refute == RefutationTime::Early && !is_possible(&after(position, before)) {
                place += 1;
                return;
            }
            let pieces = before.board.cells() as f32 / 4.0;
            let q = -(pieces + PIECES_PER_COST * self.weights.cost(&before.board));
            moves.push(Candidate { action: Action(place), log_prior: q, q });
            place += 1;
        });
        moves.normalize();
        self.scale.value(judgement)
    }

    fn step(&self, position: &Position, action: Action) -> Option<Successor<Position>> {
        let before = Self::predecessor(position, action)?;
        let state = after(position, &before);
        // Judged before, unless its turn has come first.
        let possible = self.refute == RefutationTime::Early || is_possible(&state);
        possible.then(|| Successor { state, reward: self.scale.reward() })
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.board.is_empty().then_some(Outcome::Won)
    }

    fn discount(&self) -> f32 {
        self.scale.discount()
    }

    fn lower_bound(&self, position: &Position) -> u32 {
        position.board.counting_bound()
    }
}
