//! The targets that judge progress, in one of the two directions.

use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::store::SuiteScore;
use tetreach_agents::train::{BoxedEvaluator, SuiteRun, TrainError, ValidationSuite};

use super::one_way::OneWayEvaluator;
use crate::game::Board;
use crate::network::{GreedyEpisode, play_greedily, take_apart_greedily};
use crate::reach::{DirectedBoard, Direction, TwoWayTask};
use crate::train::reach::GreedySuite;
use crate::train::reach::episode_picture::beside_each_other;

/// The targets of a suite, built or taken apart by the best move always.
#[derive(Clone, Debug)]
pub struct TwoWaySuite {
    name: String,
    direction: Direction,
    task: TwoWayTask,
    greedy: GreedyBy,
    suite: GreedySuite,
}

impl TwoWaySuite {
    /// A suite of reach in a direction.
    pub fn new(suite: GreedySuite, direction: Direction, task: TwoWayTask, greedy: GreedyBy) -> Self {
        let name = match direction {
            Direction::Forward => suite.name.clone(),
            Direction::Backward => format!("backward-{}", suite.name),
        };
        Self { name, direction, task, greedy, suite }
    }
}

impl ValidationSuite<DirectedBoard, Board> for TwoWaySuite {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<DirectedBoard, Board>) -> Result<SuiteRun, TrainError> {
        let (targets, direction) = (&self.suite.targets, self.direction);
        let evaluator = OneWayEvaluator::new(evaluator, &self.task, direction);
        let episodes = match direction {
            Direction::Forward => {
                let mut policy = Policy::new(*self.task.forward(), evaluator, self.greedy);
                play_greedily(&mut policy, self.task.forward(), targets)?
            }
            Direction::Backward => {
                let mut policy = Policy::new(*self.task.reverse(), evaluator, GreedyBy::Policy);
                take_apart_greedily(&mut policy, self.task.reverse(), targets)?
            }
        };
        let score = SuiteScore::new(&self.name, episodes.iter().map(GreedyEpisode::score));
        let shown = targets.iter().zip(&episodes).take(self.suite.pictures);
        Ok(SuiteRun { score, picture: beside_each_other(shown), example: None })
    }
}
