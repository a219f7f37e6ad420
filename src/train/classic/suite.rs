//! Games that judge the network.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::store::SuiteScore;
use tetreach_agents::train::{BoxedEvaluator, Episodes, SuiteRun, TrainError, ValidationSuite};
use tetreach_agents::{Action, AfterstateTask};

use crate::classic::LearnedTask;
use crate::game::classic::State;

/// The seed of the first game; training draws its pieces from streams of the run's own seed.
fn first_seed(of: Episodes) -> u64 {
    match of {
        Episodes::Validation => 0x6A11_DA7E_0000_0000,
        Episodes::Test => 0x7E57_0000_0000_0000,
    }
}

/// Games with the same pieces each time, played by the best placement always: their score is the points by the rules,
/// and a game counts as reached if it was not lost.
#[derive(Clone, Debug)]
pub struct GamesSuite {
    name: &'static str,
    task: LearnedTask,
    greedy: GreedyBy,
    first_seed: u64,
    games: usize,
    placements: u64,
}

/// A game under way.
struct Open {
    state: State,
    pieces: Pcg64Mcg,
    placements: u64,
    points: u64,
}

impl GamesSuite {
    /// A number of games, each of at most `placements` placements.
    pub fn new(task: LearnedTask, greedy: GreedyBy, of: Episodes, games: usize, placements: u64) -> Self {
        let name = match of {
            Episodes::Validation => "games@validation",
            Episodes::Test => "games@test",
        };
        GamesSuite { name, task, greedy, first_seed: first_seed(of), games, placements }
    }

    fn start(&self, index: usize) -> Open {
        let mut pieces = Pcg64Mcg::seed_from_u64(self.first_seed + index as u64);
        Open { state: self.task.game.rules.start(&mut pieces), pieces, placements: 0, points: 0 }
    }

    fn play(&self, game: &mut Open, action: Action) {
        let after =
            self.task.after(&game.state, action).expect("invariant: the policy chooses what is offered");
        game.points += u64::from(self.task.game.rules.points(&after));
        game.placements += 1;
        game.state = self.task.game.rules.draw(&after, &mut game.pieces);
    }
}

impl ValidationSuite<State, ()> for GamesSuite {
    fn name(&self) -> &str {
        self.name
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<State, ()>) -> Result<SuiteRun, TrainError> {
        let mut policy = Policy::new(self.task.clone(), evaluator, self.greedy);
        // Nothing is drawn from it: the best action is taken always.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut games: Vec<Open> = (0..self.games).map(|index| self.start(index)).collect();
        let (mut pairs, mut actions) = (Vec::new(), Vec::new());
        for _ in 0..self.placements {
            let mut open: Vec<&mut Open> = games.iter_mut().filter(|game| !game.state.is_over).collect();
            if open.is_empty() {
                break;
            }
            pairs.clear();
            pairs.extend(open.iter().map(|game| (game.state, ())));
            policy.act(&pairs, 0.0, &mut rng, &mut actions)?;
            for (game, &action) in open.iter_mut().zip(&actions) {
                self.play(game, action);
            }
        }
        let ends = games.iter().map(|game| (game.placements as usize, !game.state.is_over));
        let points = games.iter().map(|game| game.points).sum::<u64>() as f64 / games.len() as f64;
        let score = SuiteScore { mean_points: Some(points), ..SuiteScore::new(self.name, ends) };
        Ok(SuiteRun { score, picture: None, example: None })
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::train::TrainedEvaluator;
    use tetreach_agents::{EvaluateError, Evaluations, Evaluator};

    use super::*;
    use crate::classic::{ClassicPlayer, ClassicRewards, ClassicTask, GameLimit, play};
    use crate::game::Size;
    use crate::game::classic::{ClassicRules, Linear, Preset, WeightsPreset};

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
