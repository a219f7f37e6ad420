//! Games for points that judge the network.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::store::SuiteScore;
use tetreach_agents::train::{BoxedEvaluator, Episodes, SuiteRun, TrainError, ValidationSuite};
use tetreach_agents::{Action, AfterstateTask, GoalTask};

/// A game without a goal, as a suite counts it.
pub trait PointsGame:
    GoalTask<Goal = ()> + AfterstateTask<State = <Self as GoalTask>::State> + Clone
{
    /// A new game with pieces from this stream.
    fn start(&self, pieces: &mut Pcg64Mcg) -> <Self as GoalTask>::State;

    /// The points of a placement, whatever it is worth to a learner.
    fn points(&self, after: &Self::After) -> u32;

    /// Whether the game is over, and so lost: only a suite cuts games short.
    fn is_over(&self, state: &<Self as GoalTask>::State) -> bool;
}

/// The seed of the first game; training draws its pieces from streams of the run's own seed, tournaments count from 1.
pub(super) fn first_seed(of: Episodes) -> u64 {
    match of {
        Episodes::Validation => 0x6A11_DA7E_0000_0000,
        Episodes::Test => 0x7E57_0000_0000_0000,
    }
}

/// Games with the same pieces each time, played together by the best placement always: their score is the points by
/// the rules, and a game counts as reached if it was not lost.
#[derive(Clone, Debug)]
pub struct GamesSuite<T> {
    name: &'static str,
    task: T,
    greedy: GreedyBy,
    first_seed: u64,
    games: usize,
    placements: u64,
}

/// A game under way.
struct Open<S> {
    state: S,
    pieces: Pcg64Mcg,
    placements: usize,
    points: u64,
    is_lost: bool,
}

impl<T: PointsGame> GamesSuite<T> {
    /// A number of games, each of at most `placements` placements.
    pub fn new(task: T, greedy: GreedyBy, of: Episodes, games: usize, placements: u64) -> Self {
        let name = match of {
            Episodes::Validation => "games@validation",
            Episodes::Test => "games@test",
        };
        GamesSuite { name, task, greedy, first_seed: first_seed(of), games, placements }
    }

    fn start(&self, index: usize) -> Open<<T as GoalTask>::State> {
        let mut pieces = Pcg64Mcg::seed_from_u64(self.first_seed + index as u64);
        let state = self.task.start(&mut pieces);
        Open { is_lost: self.task.is_over(&state), state, pieces, placements: 0, points: 0 }
    }

    fn play(&self, game: &mut Open<<T as GoalTask>::State>, action: Action) {
        let after =
            self.task.after(&game.state, action).expect("invariant: the policy chooses what is offered");
        game.points += u64::from(self.task.points(&after));
        game.placements += 1;
        game.state = self.task.draw(&after, &mut game.pieces);
        game.is_lost = self.task.is_over(&game.state);
    }
}

impl<T: PointsGame + std::fmt::Debug + Send> ValidationSuite<<T as GoalTask>::State, ()> for GamesSuite<T> {
    fn name(&self) -> &str {
        self.name
    }

    fn run(
        &self,
        evaluator: &mut BoxedEvaluator<<T as GoalTask>::State, ()>,
    ) -> Result<SuiteRun, TrainError> {
        let mut policy = Policy::new(self.task.clone(), evaluator, self.greedy);
        // Nothing is drawn from it: the best action is taken always.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut games: Vec<_> = (0..self.games).map(|index| self.start(index)).collect();
        let (mut pairs, mut actions) = (Vec::new(), Vec::new());
        for _ in 0..self.placements {
            let mut open: Vec<_> = games.iter_mut().filter(|game| !game.is_lost).collect();
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
        let ends = games.iter().map(|game| (game.placements, !game.is_lost));
        let points = games.iter().map(|game| game.points).sum::<u64>() as f64 / games.len() as f64;
        let score = SuiteScore { mean_points: Some(points), ..SuiteScore::new(self.name, ends) };
        Ok(SuiteRun { score, picture: None, example: None })
    }
}
