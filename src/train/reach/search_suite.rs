//! The targets that judge progress, solved by a tree search with the network.

use tetreach_agents::store::SuiteScore;
use tetreach_agents::train::{BoxedEvaluator, SuiteRun, TrainError, ValidationSuite};

use crate::config::EvaluationConfig;
use crate::game::{Board, SizeRule};
use crate::reach::{LoadOptions, Target, load_suite};
use crate::solve::learned::{LearnedSearch, MctsAgentSettings, solve_with};
use crate::solve::{Budget, Direction, Request};

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

impl ValidationSuite<Board, Board> for SearchSuite {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<Board, Board>) -> Result<SuiteRun, TrainError> {
        let search = LearnedSearch::Mcts(MctsAgentSettings::default());
        let mut attempts = Vec::new();
        for target in &self.targets {
            let request = Request::new(target.clone(), Budget::nodes(self.boards));
            let found = solve_with(&search, Direction::Forward, &request, evaluator, &mut request.meter())?;
            attempts.push((found.as_ref().map_or(0, |way| way.pieces()), found.is_some()));
        }
        let score = SuiteScore::new(&self.name, attempts);
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
