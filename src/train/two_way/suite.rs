//! The targets that judge progress, in one of the two directions.

use std::time::Instant;

use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::train::{BoxedEvaluator, SuiteRun, TrainError, ValidationSuite};

use super::one_way::OneWayEvaluator;
use crate::game::Board;
use crate::network::{GreedyEpisode, play_greedily, take_apart_greedily};
use crate::reach::{DirectedBoard, Direction, TwoWayTask};
use crate::train::reach::episode_picture::beside_each_other;
use crate::train::reach::suite::played_by;
use crate::train::reach::{GreedySuite, greedy_score};

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

    /// Plays to all targets, or from them.
    fn play(
        &self,
        evaluator: &mut BoxedEvaluator<DirectedBoard, Board>,
        greedy: GreedyBy,
    ) -> Result<Vec<GreedyEpisode>, TrainError> {
        let targets = &self.suite.targets;
        let evaluator = OneWayEvaluator::new(evaluator, &self.task, self.direction);
        Ok(match self.direction {
            Direction::Forward => {
                let mut policy = Policy::new(*self.task.forward(), evaluator, greedy);
                play_greedily(&mut policy, self.task.forward(), targets)?
            }
            Direction::Backward => {
                let mut policy = Policy::new(*self.task.reverse(), evaluator, greedy);
                take_apart_greedily(&mut policy, self.task.reverse(), targets)?
            }
        })
    }
}

impl ValidationSuite<DirectedBoard, Board> for TwoWaySuite {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<DirectedBoard, Board>) -> Result<SuiteRun, TrainError> {
        let targets = &self.suite.targets;
        let begun = Instant::now();
        let episodes = self.play(evaluator, self.greedy)?;
        let mut score = greedy_score(&self.name, targets, &episodes, begun.elapsed().as_secs_f64());
        if let Some(other) = self.suite.other {
            score.beside.push(played_by(other, &self.play(evaluator, other)?));
        }
        score.beside.push(self.suite.rule());
        let shown = targets.iter().zip(&episodes).take(self.suite.pictures);
        // What is reached backwards is what the network is for.
        let example = match self.direction {
            Direction::Forward => None,
            Direction::Backward => self.suite.example(&episodes),
        };
        Ok(SuiteRun { score, picture: beside_each_other(shown), example })
    }
}
