//! Greedy play on many targets at once, and its scores.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::dqn::Actor;
use tetreach_agents::{Action, Evaluator, GoalTask};

use super::error::TrainError;
use crate::config::EvaluationConfig;
use crate::game::{ActionId, Board, Size};
use crate::reach::{LoadOptions, ReachTask, load_suite};

/// Boards judged by the network in one go; more need more memory and are no faster.
const TOGETHER: usize = 256;

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

/// What became of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The placements.
    pub way: Vec<ActionId>,
    /// The last board.
    pub last: Board,
    /// Whether it is the target.
    pub reached: bool,
}

/// The score of one suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteScore {
    /// The suite.
    pub suite: String,
    /// Targets reached.
    pub reached: usize,
    /// Targets attempted.
    pub targets: usize,
    /// Pieces placed in an attempt, averaged.
    pub mean_length: f64,
}

impl SuiteScore {
    /// Sums up attempts.
    pub fn new(suite: &str, attempts: &[Attempt]) -> Self {
        let pieces: usize = attempts.iter().map(|attempt| attempt.way.len()).sum();
        SuiteScore {
            suite: suite.to_owned(),
            reached: attempts.iter().filter(|attempt| attempt.reached).count(),
            targets: attempts.len(),
            mean_length: pieces as f64 / attempts.len().max(1) as f64,
        }
    }

    /// The share of targets reached.
    pub fn rate(&self) -> f64 {
        self.reached as f64 / self.targets.max(1) as f64
    }
}

/// The share of all targets that was reached.
pub fn overall(scores: &[SuiteScore]) -> f64 {
    let reached: usize = scores.iter().map(|score| score.reached).sum();
    let targets: usize = scores.iter().map(|score| score.targets).sum();
    reached as f64 / targets.max(1) as f64
}

/// Plays the best move on every board until it is the target or there is no way left within the step limit.
pub fn play_greedily<V: Evaluator<State = Board, Goal = Board>>(
    actor: &mut Actor<ReachTask, V>,
    task: &ReachTask,
    targets: &[Board],
) -> Result<Vec<Attempt>, TrainError> {
    let start = |target: &Board| Attempt {
        way: Vec::new(),
        last: Board::empty(target.size()),
        reached: target.is_empty(),
    };
    let mut attempts: Vec<Attempt> = targets.iter().map(start).collect();
    // Nothing is drawn from it: the best move is taken always.
    let mut rng = Pcg64Mcg::seed_from_u64(0);
    let mut actions: Vec<Action> = Vec::new();
    let mut running: Vec<usize> = (0..targets.len()).collect();
    loop {
        running.retain(|&i| !attempts[i].reached && has_hope(task, &attempts[i], &targets[i]));
        if running.is_empty() {
            return Ok(attempts);
        }
        for together in running.chunks(TOGETHER) {
            let pairs: Vec<(Board, Board)> =
                together.iter().map(|&i| (attempts[i].last, targets[i])).collect();
            actor.act(&pairs, 0.0, &mut rng, &mut actions)?;
            for (&i, action) in together.iter().zip(&actions) {
                let attempt = &mut attempts[i];
                attempt.last.play_action(ActionId(action.0)).expect("invariant: actors choose legal actions");
                attempt.way.push(ActionId(action.0));
                attempt.reached = attempt.last == targets[i];
            }
        }
    }
}

/// Whether the target may still be reached within the step limit; where it cannot, playing on would change nothing.
fn has_hope(task: &ReachTask, attempt: &Attempt, target: &Board) -> bool {
    let left = u64::from(task.step_limit(target)).saturating_sub(attempt.way.len() as u64);
    let needed = task.lower_bound(&attempt.last, target);
    needed.is_some_and(|needed| u64::from(needed) <= left) && !task.legal_actions(&attempt.last).is_empty()
}

#[cfg(test)]
mod tests {
    use tetreach_agents::HashEvaluator;
    use tetreach_agents::dqn::Greedy;

    use super::*;
    use crate::reach::ReachSettings;

    #[test]
    fn attempts_can_be_replayed_and_end_where_nothing_is_to_be_gained() {
        let task = ReachTask::new(ReachSettings::default());
        let suites = ExamSuite::load(&EvaluationConfig::default(), Size::STANDARD, Some("train")).unwrap();
        assert_eq!(suites[1].name, "stack-4@train");
        let targets = [&suites[1].targets[..], &[Board::empty(Size::STANDARD)]].concat();
        let mut actor = Actor::new(task, HashEvaluator { task, seed: 5 }, Greedy::Policy);
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
        assert_eq!(SuiteScore::new("all", &attempts).targets, 101);
    }
}
