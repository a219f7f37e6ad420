//! The targets that judge progress, solved by a tree search with the network.

use std::sync::{Mutex, PoisonError};

use tetreach_agents::EvaluateError;
use tetreach_agents::store::SuiteScore;
use tetreach_agents::train::{BoxedEvaluator, SuiteRun, TrainError, ValidationSuite};

use crate::config::EvaluationConfig;
use crate::eval::{Job, Runner};
use crate::game::{Board, SizeRule};
use crate::reach::{LoadOptions, Target, load_suite};
use crate::solve::learned::{LearnedSearch, MctsAgentSettings, solve_with};
use crate::solve::{Budget, Cancel, Direction, Run, Silent, Solver, Verdict};

/// Targets of one suite, each looked for by the agent `mcts` with a small budget.
#[derive(Clone, Debug)]
pub struct SearchSuite {
    name: String,
    targets: Vec<Target>,
    boards: u64,
}

impl SearchSuite {
    /// The suites of a config that are searched.
    pub fn load(config: &EvaluationConfig, size: SizeRule) -> Result<Vec<SearchSuite>, TrainError> {
        let boards = config.search_boards;
        let options = LoadOptions { size, count: Some(config.search_count), seed: 0 };
        let load = |suite: &String| {
            let sketches = load_suite(suite, &options).map_err(TrainError::other)?.sketches;
            let targets = sketches.iter().map(|sketch| Target::new(sketch.board)).collect::<Result<_, _>>();
            let name = format!("{suite}+mcts-{boards}");
            Ok(SearchSuite { name, targets: targets.map_err(TrainError::other)?, boards })
        };
        config.search_suites.iter().map(load).collect()
    }
}

/// The agent `mcts` with the network that is judged, and what went wrong in it.
struct JudgedSearch<'a> {
    network: Mutex<(&'a mut BoxedEvaluator<Board, Board>, Option<EvaluateError>)>,
    cancel: Cancel,
}

impl Solver for JudgedSearch<'_> {
    fn name(&self) -> &str {
        "mcts"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let search = LearnedSearch::Mcts(MctsAgentSettings::default());
        let mut network = self.network.lock().unwrap_or_else(PoisonError::into_inner);
        match solve_with(&search, Direction::Forward, run.request, network.0, &mut run.meter) {
            Ok(found) => found.into(),
            Err(error) => {
                network.1 = Some(error);
                self.cancel.cancel();
                Verdict::NotFound
            }
        }
    }
}

impl ValidationSuite<Board, Board> for SearchSuite {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<Board, Board>) -> Result<SuiteRun, TrainError> {
        let cancel = Cancel::default();
        let solver = JudgedSearch { network: Mutex::new((evaluator, None)), cancel: cancel.clone() };
        let budget = Budget::nodes(self.boards);
        let job =
            |target: &Target| Job { solver: &solver, board: *target.board(), budget, seed: 0, threads: 1 };
        let jobs: Vec<Job<'_>> = self.targets.iter().map(job).collect();
        // There is one network to ask, so that more than one attempt at a time would wait for it.
        let attempts = Runner { jobs: 1, cancel, deadline: None, observer: &Silent }.run(&jobs);
        if let Some(error) = solver.network.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
            return Err(error.into());
        }
        let attempts = attempts.iter().flatten();
        let score = SuiteScore::new(
            &self.name,
            attempts.map(|attempt| (attempt.pieces.unwrap_or(0), attempt.is_solved())),
        );
        Ok(SuiteRun { score, picture: None, example: None })
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::UniformEvaluator;

    use super::*;
    use crate::game::Size;
    use crate::reach::{ReachSettings, ReachTask};

    #[test]
    fn a_search_reaches_what_is_near_even_by_a_network_that_knows_nothing() {
        let config = EvaluationConfig {
            search_suites: vec!["stack-1@validation".into(), "pixels-8x50@validation".into()],
            search_count: 5,
            search_boards: 100,
            ..EvaluationConfig::default()
        };
        let task = ReachTask::new(ReachSettings::default());
        let mut evaluator: BoxedEvaluator<Board, Board> = Box::new(UniformEvaluator { task });
        let suites = SearchSuite::load(&config, Size::STANDARD.into()).unwrap();
        let scores: Vec<SuiteScore> =
            suites.iter().map(|suite| suite.run(&mut evaluator).unwrap().score).collect();
        assert_eq!(scores[0].suite, "stack-1@validation+mcts-100");
        // Only two boards of one piece are of the validation split.
        assert_eq!((scores[0].reached, scores[0].targets), (2, 2));
        assert!(scores[1].reached < 5, "eight rows are too much for a hundred boards without a network");
    }
}
