//! Games that judge the network by the lines it sends.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::AfterstateTask;
use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::store::SuiteScore;
use tetreach_agents::train::{BoxedEvaluator, Episodes, SuiteRun, TrainError, ValidationSuite};

use crate::game::guideline::GuidelineGame;
use crate::guideline::value::ValueTask;

/// The seed of the first game; training draws its pieces from streams of the run's own seed, tournaments count from 1.
fn first_seed(of: Episodes) -> u64 {
    match of {
        Episodes::Validation => 0x6A11_DA7E_0000_0000,
        Episodes::Test => 0x7E57_0000_0000_0000,
    }
}

/// Games with the same pieces each time, played by the best placement always: their score is the lines sent, and a game
/// counts as reached if it was not lost.
#[derive(Clone, Debug)]
pub struct AttackSuite {
    name: &'static str,
    task: ValueTask,
    greedy: GreedyBy,
    first_seed: u64,
    games: usize,
    pieces: u32,
}

/// A game under way.
struct Open {
    game: GuidelineGame,
    drawn: Pcg64Mcg,
    pieces: usize,
    attack: u32,
    is_over: bool,
}

impl AttackSuite {
    /// A number of games, each of at most `pieces` pieces.
    pub fn new(task: ValueTask, greedy: GreedyBy, of: Episodes, games: usize, pieces: u32) -> Self {
        let name = match of {
            Episodes::Validation => "games@validation",
            Episodes::Test => "games@test",
        };
        AttackSuite { name, task, greedy, first_seed: first_seed(of), games, pieces }
    }

    fn start(&self, index: usize) -> Open {
        let mut drawn = Pcg64Mcg::seed_from_u64(self.first_seed + index as u64);
        let game = GuidelineGame::start(&mut drawn);
        Open { game, drawn, pieces: 0, attack: 0, is_over: false }
    }
}

impl ValidationSuite<GuidelineGame, ()> for AttackSuite {
    fn name(&self) -> &str {
        self.name
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<GuidelineGame, ()>) -> Result<SuiteRun, TrainError> {
        let mut policy = Policy::new(self.task.clone(), evaluator, self.greedy);
        // Nothing is drawn from it: the best action is taken always.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut games: Vec<Open> = (0..self.games).map(|index| self.start(index)).collect();
        let (mut pairs, mut actions) = (Vec::new(), Vec::new());
        for _ in 0..self.pieces {
            let mut open: Vec<&mut Open> = games.iter_mut().filter(|game| !game.is_over).collect();
            if open.is_empty() {
                break;
            }
            pairs.clear();
            pairs.extend(open.iter().map(|open| (open.game, ())));
            policy.act(&pairs, 0.0, &mut rng, &mut actions)?;
            for (open, &action) in open.iter_mut().zip(&actions) {
                let after = self.task.after(&open.game, action);
                let after = after.expect("invariant: the policy chooses what is offered");
                open.attack += after.lock.attack;
                open.pieces += 1;
                open.game = self.task.draw(&after, &mut open.drawn);
                open.is_over = open.game.is_over(&self.task.rules);
            }
        }
        let ends = games.iter().map(|open| (open.pieces, !open.is_over));
        let attack = games.iter().map(|open| f64::from(open.attack)).sum::<f64>() / games.len() as f64;
        let score = SuiteScore { mean_points: Some(attack), ..SuiteScore::new(self.name, ends) };
        Ok(SuiteRun { score, picture: None, example: None })
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::train::TrainedEvaluator;
    use tetreach_agents::{EvaluateError, Evaluations, Evaluator, GoalTask};

    use super::*;
    use crate::game::guideline::GuidelinePreset;
    use crate::guideline::value::GuidelineRewards;

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
            let suite = AttackSuite::new(task.clone(), GreedyBy::Q, of, 5, pieces);
            let mut evaluator: BoxedEvaluator<GuidelineGame, ()> = Box::new(First(task.clone()));
            suite.run(&mut evaluator).unwrap().score
        };
        let score = run(Episodes::Validation, 60);
        assert_eq!((score.reached, score.targets, score.mean_points), (0, 5, Some(0.0)));
        assert_eq!(run(Episodes::Validation, 4).reached, 5, "cut short is not lost");
        assert_ne!(run(Episodes::Test, 60).mean_length, score.mean_length);
    }
}
