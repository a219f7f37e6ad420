//! The targets that judge progress.

use super::error::TrainError;
use crate::config::EvaluationConfig;
use crate::game::{Board, Size};
use crate::reach::{LoadOptions, load_suite};

/// Targets of one suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExamSuite {
    /// The name as the config has it.
    pub name: String,
    /// The boards to reach.
    pub targets: Vec<Board>,
    /// What each of them is called.
    pub labels: Vec<String>,
}

impl ExamSuite {
    /// The suites of a config, those with a split on another one if it is given.
    pub fn load(
        config: &EvaluationConfig,
        size: Size,
        split: Option<&str>,
    ) -> Result<Vec<ExamSuite>, TrainError> {
        let options = LoadOptions { size: size.into(), count: Some(config.count), seed: 0 };
        let named = |suite: &String| match (suite.split_once('@'), split) {
            (Some((name, _)), Some(split)) => format!("{name}@{split}"),
            _ => suite.clone(),
        };
        let load = |name: String| {
            let suite = load_suite(&name, &options)?;
            let targets = suite.sketches.iter().map(|sketch| sketch.board).collect();
            let labels = suite.sketches.into_iter().map(|sketch| sketch.name.unwrap_or_default()).collect();
            Ok(ExamSuite { name, targets, labels })
        };
        config.suites.iter().map(named).map(load).collect()
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::HashEvaluator;
    use tetreach_agents::evaluate::{Greedy, Policy};

    use super::*;
    use crate::network::play_greedily;
    use crate::reach::{ReachSettings, ReachTask};

    #[test]
    fn attempts_can_be_replayed_and_end_where_nothing_is_to_be_gained() {
        let task = ReachTask::new(ReachSettings::default());
        let suites = ExamSuite::load(&EvaluationConfig::default(), Size::STANDARD, Some("train")).unwrap();
        assert_eq!(suites[1].name, "stack-4@train");
        let targets = [&suites[1].targets[..], &[Board::empty(Size::STANDARD)]].concat();
        let mut actor = Policy::new(task, HashEvaluator { task, seed: 5 }, Greedy::Policy);
        let attempts = play_greedily(&mut actor, &task, &targets).unwrap();
        for (attempt, target) in attempts.iter().zip(&targets) {
            let mut board = Board::empty(Size::STANDARD);
            for id in &attempt.way {
                board.play_action(*id).unwrap();
            }
            assert_eq!((board, attempt.reached), (attempt.last, board == *target));
            assert!(attempt.way.len() <= task.step_limit(target) as usize);
        }
        let empty = attempts.last().unwrap();
        assert!(empty.reached && empty.way.is_empty());
        assert_eq!(attempts.len(), 101);
    }
}
