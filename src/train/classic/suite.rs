//! Classic Tetris as a suite of games counts it.

use rand_pcg::Pcg64Mcg;

use crate::classic::LearnedTask;
use crate::game::classic::{After, State};
use crate::train::games_suite::PointsGame;

impl PointsGame for LearnedTask {
    fn start(&self, pieces: &mut Pcg64Mcg) -> State {
        self.game.rules.start(pieces)
    }

    fn points(&self, after: &After) -> u32 {
        self.game.rules.points(after)
    }

    fn is_over(&self, state: &State) -> bool {
        state.is_over
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::evaluate::GreedyBy;
    use tetreach_agents::train::{BoxedEvaluator, Episodes, TrainedEvaluator, ValidationSuite};
    use tetreach_agents::{EvaluateError, Evaluations, Evaluator};

    use super::*;
    use crate::classic::{ClassicPlayer, ClassicRewards, ClassicTask, GameLimit, play};
    use crate::game::Size;
    use crate::game::classic::{ClassicRules, Linear, Preset, WeightsPreset};
    use crate::train::games_suite::{GamesSuite, first_seed};

    /// Plays by weights of features.
    #[derive(Debug)]
    struct ByWeights {
        rules: ClassicRules,
        linear: Linear,
    }

    impl Evaluator for ByWeights {
        type State = State;
        type Goal = ();

        fn evaluate(&mut self, pairs: &[(State, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
            out.clear(self.rules.action_count());
            for (state, ()) in pairs {
                let start = out.q.len();
                out.q.resize(start + out.actions, f32::NEG_INFINITY);
                let values = &mut out.q[start..];
                self.rules.for_each_after(state, |action, after| {
                    values[action.index()] = (self.linear.value(after) as f32).max(-1e6);
                });
                out.success.push(1.0);
            }
            out.log_policy.resize(out.q.len(), 0.0);
            Ok(())
        }
    }

    impl TrainedEvaluator for ByWeights {
        fn load_weights(&mut self, _weights: &[f32]) {}
    }

    #[test]
    fn points_lengths_and_ends_are_those_of_single_games_and_other_suites_have_other_pieces() {
        let rules = ClassicRules::preset(Preset::SirTet).with_size(Size::new(8, 8).unwrap()).unwrap();
        let game = ClassicTask::new(rules.clone());
        let task =
            LearnedTask { game: game.clone(), rewards: ClassicRewards { points: 0.1, ..Default::default() } };
        let linear = Linear::new(&WeightsPreset::Dellacherie.weights(), 8).unwrap();
        let run = |of| {
            let suite = GamesSuite::new(task.clone(), GreedyBy::Q, of, 6, 60);
            let evaluator = ByWeights { rules: rules.clone(), linear: linear.clone() };
            let mut evaluator: BoxedEvaluator<State, ()> = Box::new(evaluator);
            suite.run(&mut evaluator).unwrap().score
        };
        let score = run(Episodes::Validation);
        let player = ClassicPlayer::Linear(linear.clone());
        let games: Vec<_> = (0..6)
            .map(|index| first_seed(Episodes::Validation) + index)
            .map(|seed| play(&game, &player, seed, GameLimit::placements(60)))
            .collect();
        let mean =
            |of: fn(&crate::classic::FinishedGame) -> u64| games.iter().map(of).sum::<u64>() as f64 / 6.0;
        assert_eq!(score.mean_points, Some(mean(|game| game.points)));
        assert_eq!(score.mean_length, mean(|game| game.placements));
        assert_eq!(score.reached, games.iter().filter(|game| !game.is_lost).count());
        assert!(score.mean_points > Some(0.0));
        assert_ne!(run(Episodes::Test).mean_points, score.mean_points);
    }
}
