//! Tic-Tac-Toe as a game that can be trained: the test of expert iteration in a game of two.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TicTacToe;
use super::tic_tac_toe::Grid;
use crate::config::{BrokenRules, Settings};
use crate::env::{Action, Game, GameTask, Outcome, Player};
use crate::evaluate::{GreedyBy, Policy};
use crate::nn::ValueRange;
use crate::search::{Contest, Minimax};
use crate::store::SuiteScore;
use crate::train::settings::{
    ActorsConfig, Algorithm, BudgetConfig, CheckpointConfig, ExplorationConfig, LearnerConfig, NetworkConfig,
    ReplayConfig, RunConfig, SelfPlaySettings, TrainSettings, ValidationConfig, check_priority,
};
use crate::train::{
    ActorParts, Begun, BoxedEvaluator, Domain, Episodes, PlayOf, SearchEpisode, SearchGame, SelfPlay,
    SuiteOf, SuiteRun, TrainConfig, TrainError, Trajectory, ValidationSuite,
};

/// Which game is learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TicTacToeGame {
    /// Three in a row on a grid of nine squares.
    #[default]
    TicTacToe,
}

/// Everything that settles a training run of Tic-Tac-Toe.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TicTacToeConfig {
    /// Which game is learned.
    pub game: TicTacToeGame,
    /// The run itself.
    pub run: RunConfig,
    /// The neural network.
    pub network: NetworkConfig,
    /// What is remembered of the episodes played, and how it is drawn.
    pub replay: ReplayConfig,
    /// How the network learns.
    pub learner: LearnerConfig,
    /// How actors search.
    pub search: SelfPlaySettings,
    /// Who plays.
    pub actors: ActorsConfig,
    /// How progress is judged.
    pub evaluation: ValidationConfig,
    /// When the state of the run is saved.
    pub checkpoint: CheckpointConfig,
    /// When the run ends: at the first limit reached.
    pub budget: BudgetConfig,
}

impl Settings for TicTacToeConfig {
    const TITLE: &'static str = "tetreach config, Tic-Tac-Toe";

    fn check(&self, rules: &mut BrokenRules) {
        check_priority(&self.replay.priority, rules);
        self.train_settings().check(rules);
        let learner = &self.learner;
        rules.hold(learner.algorithm == Algorithm::Zero, "learner.algorithm", || {
            "`learner.algorithm` must be \"zero\": a game of two is learned by search".into()
        });
        rules.hold(learner.loss_weights.q == 0.0, "learner.loss_weights.q", || {
            "`learner.loss_weights.q` must be 0: the next move is the opponent's, so that there is nothing to \
             bootstrap from"
                .into()
        });
    }

    fn name(&self) -> Option<&str> {
        Some(self.run.name.as_str()).filter(|name| !name.is_empty())
    }
}

impl TrainConfig for TicTacToeConfig {
    type Domain = TicTacToeDomain;

    fn domain(&self) -> Result<TicTacToeDomain, TrainError> {
        Ok(TicTacToeDomain { task: GameTask { game: TicTacToe } })
    }

    fn train_settings(&self) -> TrainSettings {
        TrainSettings {
            run: self.run.clone(),
            network: self.network.settings(self.learner.value_loss.atoms()),
            replay: self.replay.settings(self.learner.gamma as f32, false),
            annealing: self.replay.annealing(),
            learner: self.learner.clone(),
            demonstrations: 0.0,
            exploration: ExplorationConfig::default(),
            actors: self.actors.clone(),
            search: self.search,
            validation_interval: self.evaluation.interval,
            tests: false,
            checkpoint: self.checkpoint.clone(),
            budget: self.budget.clone(),
        }
    }
}

/// Tic-Tac-Toe with all that training needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToeDomain {
    task: GameTask<TicTacToe>,
}

impl Domain for TicTacToeDomain {
    type Task = GameTask<TicTacToe>;
    type Encoder = TicTacToe;

    fn task(&self) -> &GameTask<TicTacToe> {
        &self.task
    }

    fn encoder(&self) -> TicTacToe {
        TicTacToe
    }

    fn value_range(&self) -> ValueRange {
        ValueRange { low: 0.0, high: 1.0 }
    }

    fn player(&self, actor: ActorParts<'_, Self>) -> Result<Box<PlayOf<Self>>, TrainError> {
        let (settings, count) = (actor.settings.search, actor.settings.actors.environments);
        Ok(Box::new(SelfPlay::new(Games, actor.evaluator, settings, count, actor.rng)))
    }

    /// All games are the same game, so that nothing is unseen.
    fn suites(&self, _of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError> {
        Ok(vec![Box::new(Positions::new()), Box::new(AgainstAll)])
    }
}

/// The most random moves before a game begins, so that all positions are met, not only those of good play.
const MAX_OPENING: usize = 6;

/// Games after random openings.
#[derive(Clone, Copy, Debug)]
struct Games;

impl SearchGame for Games {
    type Task = GameTask<TicTacToe>;
    type Problem = Contest<TicTacToe>;

    fn begin(&self, rng: &mut Pcg64Mcg) -> Begun<Self> {
        let mut grid = TicTacToe.start();
        for _ in 0..rng.random_range(0..=MAX_OPENING) {
            let Some(&action) = TicTacToe.moves(&grid).choose(rng) else { return Ok(None) };
            grid = TicTacToe.play(&grid, action);
        }
        let is_open = TicTacToe.outcome(&grid).is_none();
        Ok(is_open.then(|| (Contest { game: TicTacToe }, SearchEpisode::new(grid, (), None, 9))))
    }

    fn trajectory(
        &self,
        episode: &SearchEpisode<Self>,
        _last: &Grid,
        reached: bool,
    ) -> (Trajectory<Grid, ()>, f32) {
        let mut trajectory = Trajectory::new(episode.root, ());
        for &action in &episode.line {
            let next = TicTacToe.play(&trajectory.end(), action);
            trajectory.push(action, next);
        }
        (trajectory, f32::from(u8::from(reached)))
    }

    fn stops_at_proof(&self) -> bool {
        false
    }
}

/// Every position that can arise, with the moves that perfect play may make there.
#[derive(Clone, Debug)]
struct Positions {
    positions: Vec<(Grid, Vec<Action>)>,
}

impl Positions {
    fn new() -> Self {
        let mut perfect = Minimax::new(TicTacToe);
        perfect.value(&TicTacToe.start());
        let mut grids: Vec<Grid> = perfect.values().map(|(grid, _)| *grid).collect();
        grids.retain(|grid| TicTacToe.outcome(grid).is_none());
        grids.sort_by_key(|grid| (grid.squares(Player::First), grid.squares(Player::Second)));
        let positions = grids.into_iter().map(|grid| (grid, perfect.best_moves(&grid))).collect();
        Positions { positions }
    }
}

impl ValidationSuite<Grid, ()> for Positions {
    fn name(&self) -> &str {
        "perfect-moves"
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<Grid, ()>) -> Result<SuiteRun, TrainError> {
        let grids: Vec<Grid> = self.positions.iter().map(|(grid, _)| *grid).collect();
        let chosen = best_moves(evaluator, &grids)?;
        let right = self.positions.iter().zip(chosen).map(|((_, best), action)| (1, best.contains(&action)));
        Ok(SuiteRun { score: SuiteScore::new(self.name(), right), picture: None, example: None })
    }
}

/// All games against every possible opponent, both as first and as second player; a game is reached unless it is lost.
#[derive(Clone, Copy, Debug)]
struct AgainstAll;

impl ValidationSuite<Grid, ()> for AgainstAll {
    fn name(&self) -> &str {
        "never-lost"
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<Grid, ()>) -> Result<SuiteRun, TrainError> {
        let mut ends = Vec::new();
        for own in [Player::First, Player::Second] {
            let lost = if own == Player::First { Outcome::Lost } else { Outcome::Won };
            let mut running = vec![TicTacToe.start()];
            for length in 0..=9 {
                let (ended, open): (Vec<Grid>, Vec<Grid>) =
                    running.into_iter().partition(|grid| TicTacToe.outcome(grid).is_some());
                ends.extend(ended.iter().map(|grid| (length, TicTacToe.outcome(grid) != Some(lost))));
                running = if open.first().is_some_and(|grid| grid.mover() == own) {
                    let chosen = best_moves(evaluator, &open)?;
                    open.iter().zip(chosen).map(|(grid, action)| TicTacToe.play(grid, action)).collect()
                } else {
                    let replies = open.iter().flat_map(|grid| {
                        TicTacToe.moves(grid).into_iter().map(|action| TicTacToe.play(grid, action))
                    });
                    replies.collect()
                };
            }
        }
        Ok(SuiteRun { score: SuiteScore::new(self.name(), ends), picture: None, example: None })
    }
}

/// The most probable move in each position.
fn best_moves(evaluator: &mut BoxedEvaluator<Grid, ()>, grids: &[Grid]) -> Result<Vec<Action>, TrainError> {
    let mut policy = Policy::new(GameTask { game: TicTacToe }, evaluator, GreedyBy::Policy);
    let pairs: Vec<(Grid, ())> = grids.iter().map(|grid| (*grid, ())).collect();
    let mut actions = Vec::new();
    // Nothing is drawn from it: the best move is taken always.
    policy.act(&pairs, 0.0, &mut Pcg64Mcg::seed_from_u64(0), &mut actions)?;
    Ok(actions)
}
