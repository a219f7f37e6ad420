//! What a network thinks of a board on the way to a target, for people to look at.

use tetreach_agents::evaluate::GreedyBy;
use tetreach_agents::store::Model;
use tetreach_agents::{EvaluateError, Evaluations, Evaluator, MirroredEvaluator};

use super::backend::BoardEvaluator;
use super::player::evaluator;
use crate::game::{ActionId, Board, Size};
use crate::reach::MirrorSymmetry;

/// What a network thinks of a board and a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The legal placements with their probabilities, the likeliest first.
    pub policy: Vec<(ActionId, f32)>,
    /// The placement that the greedy agent plays; none if there is no legal one.
    pub best: Option<ActionId>,
    /// The number of pieces that it expects to be missing, if it tells one.
    pub distance: Option<f32>,
    /// How likely it finds it that the target can be reached at all.
    pub success: f32,
}

/// A network that is asked what it thinks.
///
/// ```
/// use tetreach::game::{Board, Size};
/// use tetreach::network::{Opinions, shipped};
///
/// let mut network = Opinions::new(&shipped()?, Size::STANDARD).expect("it sees boards of this size");
/// let opinion = network.of(&Board::empty(Size::STANDARD), &"####......".parse()?)?;
/// assert_eq!(opinion.best.map(|action| action.index()), Some(0), "the I, lying in the first column");
/// assert!(opinion.distance.is_some_and(|distance| distance < 3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Opinions {
    evaluator: MirroredEvaluator<BoardEvaluator, MirrorSymmetry>,
    greedy: GreedyBy,
    evaluations: Evaluations,
}

impl std::fmt::Debug for Opinions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opinions").field("greedy", &self.greedy).finish_non_exhaustive()
    }
}

impl Opinions {
    /// The network of a model for boards of a size; `None` if it cannot see them.
    pub fn new(model: &Model, size: Size) -> Option<Self> {
        let board: BoardEvaluator = Box::new(evaluator(model, size)?);
        Some(Self {
            evaluator: MirroredEvaluator::new(board, MirrorSymmetry::new(size)),
            greedy: model.card().greedy,
            evaluations: Evaluations::default(),
        })
    }

    /// What it thinks of a board from which a target is to be reached, as it stands and in the mirror.
    pub fn of(&mut self, board: &Board, target: &Board) -> Result<Opinion, EvaluateError> {
        self.evaluator.evaluate(&[(*board, *target)], &mut self.evaluations)?;
        let (log_policy, q) = (self.evaluations.log_policy(0), self.evaluations.q(0));
        let legal = || (0..log_policy.len()).filter(|index| log_policy[*index] > f32::NEG_INFINITY);
        let id = |index: usize| ActionId(index as u16);
        let mut policy: Vec<_> = legal().map(|index| (id(index), log_policy[index].exp())).collect();
        policy.sort_by(|a, b| b.1.total_cmp(&a.1));
        let score = |index: usize| match self.greedy {
            GreedyBy::Q => q[index],
            GreedyBy::Policy => log_policy[index],
            GreedyBy::Mix { weight } => weight * log_policy[index] + (1.0 - weight) * q[index],
        };
        let best = legal().reduce(|best, index| if score(index) > score(best) { index } else { best });
        Ok(Opinion {
            policy,
            best: best.map(id),
            distance: self.evaluations.distance.first().copied(),
            success: self.evaluations.success[0],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::shipped;
    use crate::registry::{AgentOptions, Registry};
    use crate::solve::{Budget, Request, Verdict};
    use crate::{Size, Target};

    #[test]
    fn following_the_best_placements_is_what_the_greedy_agent_plays() {
        let target: Board = "##........\n#####.....\n#####.....".parse().unwrap();
        let greedy = Registry::standard().agent("greedy", AgentOptions::default()).unwrap();
        let report = greedy.solve(&Request::new(Target::new(target).unwrap(), Budget::nodes(1000)));
        let mut network = Opinions::new(&shipped().unwrap(), Size::STANDARD).unwrap();
        let mut board = Board::empty(Size::STANDARD);
        let mut way = Vec::new();
        while board != target && way.len() < 20 {
            let opinion = network.of(&board, &target).unwrap();
            let total: f32 = opinion.policy.iter().map(|(_, probability)| probability).sum();
            assert!((total - 1.0).abs() < 1e-3, "{total}");
            assert!((0.0..=1.0).contains(&opinion.success));
            let action = opinion.best.unwrap();
            board.play_action(action).unwrap();
            way.push(action);
        }
        let Verdict::Solved(solution) = report.verdict else { panic!("the network reaches it") };
        assert_eq!(way, solution.actions().collect::<Vec<_>>());
    }
}
