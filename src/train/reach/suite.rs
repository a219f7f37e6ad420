//! The targets that judge progress.

use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::store::SuiteScore;
use tetreach_agents::train::{BoxedEvaluator, SuiteRun, TrainError, ValidationSuite};

use super::episode_picture::beside_each_other;
use crate::config::EvaluationConfig;
use crate::game::Board;
use crate::network::{GreedyEpisode, play_greedily};
use crate::reach::{DEFAULT_COUNT, LoadOptions, ReachTask, load_suite};

/// Targets of one suite, each played to by the best move always.
#[derive(Clone, Debug)]
pub struct GreedySuite {
    pub(in crate::train) name: String,
    pub(in crate::train) targets: Vec<Board>,
    labels: Vec<String>,
    task: ReachTask,
    greedy: GreedyBy,
    pub(in crate::train) pictures: usize,
}

impl GreedySuite {
    /// The suites of a config, those with a split on another one if it is given.
    pub fn load(
        config: &EvaluationConfig,
        task: ReachTask,
        greedy: GreedyBy,
        split: Option<&str>,
    ) -> Result<Vec<GreedySuite>, TrainError> {
        let options = LoadOptions { size: task.settings().size.into(), count: Some(config.count), seed: 0 };
        let named = |suite: &String| match (suite.split_once('@'), split) {
            (Some((name, _)), Some(split)) => format!("{name}@{split}"),
            _ => suite.clone(),
        };
        let load = |name: String| {
            let suite = load_suite(&name, &options).map_err(TrainError::other)?;
            let targets = suite.sketches.iter().map(|sketch| sketch.board).collect();
            let labels = suite.sketches.into_iter().map(|sketch| sketch.name.unwrap_or_default()).collect();
            Ok(GreedySuite { name, targets, labels, task, greedy, pictures: config.pictures })
        };
        config.suites.iter().map(named).map(load).collect()
    }
}

impl ValidationSuite<Board, Board> for GreedySuite {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<Board, Board>) -> Result<SuiteRun, TrainError> {
        let mut policy = Policy::new(self.task, evaluator, self.greedy);
        let episodes = play_greedily(&mut policy, &self.task, &self.targets)?;
        let score = SuiteScore::new(&self.name, episodes.iter().map(GreedyEpisode::score));
        let shown = self.targets.iter().zip(&episodes).take(self.pictures);
        let picture = beside_each_other(shown);
        // Targets beyond these cannot be asked for by name.
        let reached = episodes.iter().take(DEFAULT_COUNT).position(|episode| episode.reached);
        let name = self.name.trim_end_matches("@test");
        let example = reached.map(|index| format!("{name}:{}", self.labels[index]));
        Ok(SuiteRun { score, picture, example })
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::HashEvaluator;

    use super::*;
    use crate::game::Size;
    use crate::reach::ReachSettings;

    #[test]
    fn episodes_can_be_replayed_and_end_where_nothing_is_to_be_gained() {
        let task = ReachTask::new(ReachSettings::default());
        let config = EvaluationConfig::default();
        let suites = GreedySuite::load(&config, task, GreedyBy::Policy, Some("train")).unwrap();
        assert_eq!(suites[1].name, "stack-4@train");
        let targets = [&suites[1].targets[..], &[Board::empty(Size::STANDARD)]].concat();
        let mut policy = Policy::new(task, HashEvaluator { task, seed: 5 }, GreedyBy::Policy);
        let episodes = play_greedily(&mut policy, &task, &targets).unwrap();
        for (episode, target) in episodes.iter().zip(&targets) {
            let mut board = Board::empty(Size::STANDARD);
            for id in &episode.way {
                board.play_action(*id).unwrap();
            }
            assert_eq!((board, episode.reached), (episode.last, board == *target));
            assert!(episode.way.len() <= task.step_limit(target) as usize);
        }
        let empty = episodes.last().unwrap();
        assert!(empty.reached && empty.way.is_empty());
        assert_eq!(episodes.len(), 101);
    }
}
