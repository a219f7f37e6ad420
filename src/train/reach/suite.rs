//! The targets that judge progress.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::store::{BesideScore, SuiteScore};
use tetreach_agents::train::{BoxedEvaluator, SuiteRun, TrainError, ValidationSuite};

use super::episode_picture::beside_each_other;
use crate::config::EvaluationConfig;
use crate::eval::{Attempt, Job, Runner};
use crate::game::Board;
use crate::network::{GreedyEpisode, play_greedily};
use crate::reach::{DEFAULT_COUNT, LoadOptions, ReachTask, load_suite};
use crate::solve::{Budget, Cancel, LowestFirst, Silent};

/// Targets of one suite, each played to by the best move always.
///
/// The attempts are those of `tetreach eval`, but no [`Runner`] makes them: a runner asks for one board at a time,
/// while here one question to the network holds the boards of up to 256 targets.
#[derive(Clone, Debug)]
pub struct GreedySuite {
    pub(in crate::train) name: String,
    pub(in crate::train) targets: Vec<Board>,
    labels: Vec<String>,
    task: ReachTask,
    greedy: GreedyBy,
    /// Another way to play by the same network, to be shown beside.
    pub(in crate::train) other: Option<GreedyBy>,
    /// Targets that the rule without a network reaches, once they are counted, for all clones of the suite.
    by_rule: Arc<OnceLock<usize>>,
    pub(in crate::train) pictures: usize,
}

impl GreedySuite {
    /// The suites of a config, those with a split on another one if it is given, and then those of the end too.
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
            let (other, by_rule) = (None, Arc::default());
            Ok(GreedySuite { name, targets, labels, task, greedy, other, by_rule, pictures: config.pictures })
        };
        let at_the_end = config.test_suites.iter().filter(|_| split.is_some());
        config.suites.iter().chain(at_the_end).map(named).map(load).collect()
    }

    /// The same suite, with the score of another way to play beside.
    pub fn beside(self, other: Option<GreedyBy>) -> Self {
        Self { other, ..self }
    }

    /// The name of the first target that was reached, as a command takes it.
    pub(in crate::train) fn example(&self, episodes: &[GreedyEpisode]) -> Option<String> {
        // Targets beyond these cannot be asked for by name.
        let reached = episodes.iter().take(DEFAULT_COUNT).position(|episode| episode.reached)?;
        Some(format!("{}:{}", self.name.trim_end_matches("@test"), self.labels[reached]))
    }

    /// How many targets [`LowestFirst`] reaches.
    pub(in crate::train) fn rule(&self) -> BesideScore {
        let count = || {
            let rule = LowestFirst { limit: self.task.settings().limit };
            let job = |board: &Board| Job {
                solver: &rule,
                board: *board,
                budget: Budget::default(),
                seed: 0,
                threads: 1,
            };
            let runner = Runner { jobs: 1, cancel: Cancel::default(), deadline: None, observer: &Silent };
            let attempts = runner.run(&self.targets.iter().map(job).collect::<Vec<_>>());
            attempts.iter().flatten().filter(|attempt| attempt.is_solved()).count()
        };
        BesideScore { player: "rule".to_owned(), reached: *self.by_rule.get_or_init(count) }
    }
}

/// What another way to play came to.
pub(in crate::train) fn played_by(greedy: GreedyBy, episodes: &[GreedyEpisode]) -> BesideScore {
    let reached = episodes.iter().filter(|episode| episode.reached).count();
    BesideScore { player: greedy.to_string(), reached }
}

/// The score of episodes that were played together in this many seconds: all placements count, those of episodes that
/// did not reach their target too.
pub fn greedy_score(suite: &str, targets: &[Board], episodes: &[GreedyEpisode], seconds: f64) -> SuiteScore {
    let each = seconds / episodes.len().max(1) as f64;
    let attempts =
        targets.iter().zip(episodes).map(|(target, episode)| Attempt::of_episode(target, episode, each));
    SuiteScore::new(suite, attempts.map(|attempt| (attempt.nodes as usize, attempt.is_solved())))
}

impl ValidationSuite<Board, Board> for GreedySuite {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<Board, Board>) -> Result<SuiteRun, TrainError> {
        let mut policy = Policy::new(self.task, evaluator, self.greedy);
        let begun = Instant::now();
        let episodes = play_greedily(&mut policy, &self.task, &self.targets)?;
        let mut score = greedy_score(&self.name, &self.targets, &episodes, begun.elapsed().as_secs_f64());
        if let Some(other) = self.other {
            policy.greedy = other;
            score.beside.push(played_by(other, &play_greedily(&mut policy, &self.task, &self.targets)?));
        }
        score.beside.push(self.rule());
        let shown = self.targets.iter().zip(&episodes).take(self.pictures);
        Ok(SuiteRun { score, picture: beside_each_other(shown), example: self.example(&episodes) })
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
