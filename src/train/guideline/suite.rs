//! Guideline Tetris as a suite of games counts it: by the lines it sends.

use rand_pcg::Pcg64Mcg;

use crate::game::guideline::GuidelineGame;
use crate::guideline::value::{GuidelineAfter, ValueTask};
use crate::train::games_suite::PointsGame;

impl PointsGame for ValueTask {
    fn start(&self, pieces: &mut Pcg64Mcg) -> GuidelineGame {
        GuidelineGame::start(pieces)
    }

    fn points(&self, after: &GuidelineAfter) -> u32 {
        after.lock.attack
    }

    fn is_over(&self, state: &GuidelineGame) -> bool {
        state.is_over(&self.rules)
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::evaluate::GreedyBy;
    use tetreach_agents::train::{BoxedEvaluator, Episodes, TrainedEvaluator, ValidationSuite};
    use tetreach_agents::{EvaluateError, Evaluations, Evaluator, GoalTask};

    use super::*;
    use crate::game::guideline::GuidelinePreset;
    use crate::guideline::value::GuidelineRewards;
    use crate::train::games_suite::GamesSuite;

    /// Values the first placements most, which piles pieces up until the game is over.
    #[derive(Debug)]
    struct First(ValueTask);

    impl Evaluator for First {
        type State = GuidelineGame;
        type Goal = ();

        fn evaluate(
            &mut self,
            pairs: &[(GuidelineGame, ())],
            out: &mut Evaluations,
        ) -> Result<(), EvaluateError> {
            out.clear(self.0.action_count());
            for _ in pairs {
                out.q.extend((0..self.0.action_count()).map(|action| -(action as f32)));
                out.success.push(1.0);
            }
            out.log_policy.resize(out.q.len(), 0.0);
            Ok(())
        }
    }

    impl TrainedEvaluator for First {
        fn load_weights(&mut self, _weights: &[f32]) {}
    }

    #[test]
    fn lengths_and_ends_are_those_of_single_games_and_other_suites_have_other_pieces() {
        let rewards = GuidelineRewards::default();
        let task = ValueTask { rules: GuidelinePreset::Ppt.rules(), pieces: 60, rewards };
        let run = |of, pieces| {
            let suite = GamesSuite::new(task.clone(), GreedyBy::Q, of, 5, pieces);
            let mut evaluator: BoxedEvaluator<GuidelineGame, ()> = Box::new(First(task.clone()));
            suite.run(&mut evaluator).unwrap().score
        };
        let score = run(Episodes::Validation, 60);
        assert_eq!((score.reached, score.targets, score.mean_points), (0, 5, Some(0.0)));
        assert_eq!(run(Episodes::Validation, 4).reached, 5, "cut short is not lost");
        assert_ne!(run(Episodes::Test, 60).mean_length, score.mean_length);
    }
}
