//! Reach in both directions as a game that can be trained.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::Curriculum;
use tetreach_agents::env::ModelVector;
use tetreach_agents::evaluate::Policy;
use tetreach_agents::nn::ValueRange;
use tetreach_agents::train::settings::{Algorithm, TrainSettings};
use tetreach_agents::train::{
    ActorParts, Collector, DemonstrateOf, Domain, Episodes, PlayOf, SelfPlay, SharedCurriculum, SuiteOf,
    SymmetryOf, TrainConfig, TrainError,
};

use super::demonstrations::{Expert, TwoWayDemonstrations};
use super::search::TwoWaySearch;
use super::suite::TwoWaySuite;
use crate::config::{Config, SolvedKinds};
use crate::game::{Board, Size};
use crate::reach::{DirectedBoard, Direction, Split, TwoWayEncoder, TwoWayMirror, TwoWayTask};
use crate::train::reach::{
    Demonstrations, GreedySuite, RecordedWays, SolvedTargets, TrainingGoals, value_range,
};

/// Reach in both directions as a config describes it.
#[derive(Debug)]
pub struct TwoWayDomain {
    config: Config,
    settings: TrainSettings,
    size: Size,
    task: TwoWayTask,
    goals: TrainingGoals,
    solved: Option<Arc<SolvedTargets>>,
    recorded: Option<Arc<RecordedWays>>,
}

impl TwoWayDomain {
    /// The game of a config, with the solver of its demonstrations.
    pub fn new(config: &Config) -> Result<Self, TrainError> {
        let size = config.board.size().map_err(TrainError::other)?;
        let task = TwoWayTask::new(config.environment.settings(size, config.learner.gamma));
        let goals = &config.goals;
        let curriculum = goals.use_curriculum.then(|| Curriculum::new(goals.curriculum)).transpose()?;
        let goals =
            TrainingGoals::new(goals.clone(), size).with_curriculum(curriculum.map(SharedCurriculum::new));
        let solved = SolvedTargets::new(&config.replay, size)?.map(Arc::new);
        let recorded = RecordedWays::new(&config.replay, size)?.map(Arc::new);
        let settings = config.train_settings();
        Ok(Self { config: config.clone(), settings, size, task, goals, solved, recorded })
    }
}

impl Domain for TwoWayDomain {
    type Task = TwoWayTask;
    type Encoder = TwoWayEncoder;

    fn task(&self) -> &TwoWayTask {
        &self.task
    }

    fn encoder(&self) -> TwoWayEncoder {
        TwoWayEncoder::new(self.size, self.config.network.rows.into(), self.config.network.detours)
    }

    fn playing_encoder(&self) -> TwoWayEncoder {
        TwoWayEncoder::new(self.size, 0, self.config.network.detours)
    }

    fn value_range(&self) -> ValueRange {
        value_range(self.task.forward().settings())
    }

    fn symmetry(&self) -> Option<Arc<SymmetryOf<Self>>> {
        Some(Arc::new(TwoWayMirror::new(self.task)))
    }

    /// What is built must be of the train split: the goal forwards, the state backwards. Boards in the middle of a
    /// reverse move are no goals.
    fn is_training_sample(&self, state: &DirectedBoard, goal: &Board) -> bool {
        let built = match state.direction {
            Direction::Forward => *goal,
            Direction::Backward => state.board.without_full_rows().0,
        };
        Split::of(&built) == Split::Train && goal.without_full_rows().1.count() == 0
    }

    fn player(&self, actor: ActorParts<'_, Self>) -> Result<Box<PlayOf<Self>>, TrainError> {
        let ActorParts { settings, evaluator, rng } = actor;
        let (count, search) = (settings.actors.environments, &self.config.search);
        Ok(match settings.learner.algorithm {
            Algorithm::Dqn => {
                let (goals, backward) = (self.goals.clone(), search.backward);
                let kinds = (self.config.replay.expert > 0.0).then_some(self.config.replay.solved_kinds);
                let draw = move |rng: &mut Pcg64Mcg| ends(&goals, backward, kinds, rng);
                let env = ModelVector::new(self.task, count, draw);
                Box::new(Collector::new(env, Policy::new(self.task, evaluator, settings.greedy()), rng))
            }
            Algorithm::Zero => {
                let game =
                    TwoWaySearch::new(self.task, self.goals.clone(), search.spare_rows, search.backward);
                Box::new(SelfPlay::new(game, evaluator, settings.search, count, rng))
            }
        })
    }

    fn demonstrator(&self, rng: Pcg64Mcg) -> Result<Box<DemonstrateOf<Self>>, TrainError> {
        let sources = (self.solved.clone(), self.recorded.clone());
        let share = self.config.replay.expert;
        let expert = self.solved.clone().map(|solver| Expert { share, solver });
        let forward = Demonstrations::new(self.goals.clone(), sources, self.config.replay.exact, rng);
        Ok(Box::new(TwoWayDemonstrations::new(self.task, forward, expert)))
    }

    fn curriculum(&self) -> Option<&SharedCurriculum> {
        self.goals.curriculum()
    }

    fn suites(&self, of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError> {
        let split = match of {
            Episodes::Validation => None,
            Episodes::Test => Some("test"),
        };
        let greedy = self.settings.greedy();
        let suites = GreedySuite::load(&self.config.evaluation, *self.task.forward(), greedy, split)?;
        let both = suites.into_iter().flat_map(|suite| {
            [Direction::Forward, Direction::Backward]
                .map(|direction| TwoWaySuite::new(suite.clone(), direction, self.task, greedy))
        });
        Ok(both.map(|suite| Box::new(suite) as Box<SuiteOf<Self>>).collect())
    }
}

/// The ends of a way to be played: the share `backward` of them from the target to where it is reached from, targets
/// of some kinds if a solver takes over.
fn ends(
    goals: &TrainingGoals,
    backward: f64,
    kinds: Option<SolvedKinds>,
    rng: &mut Pcg64Mcg,
) -> (DirectedBoard, Board) {
    let is_backward = rng.random_bool(backward);
    loop {
        let drawn = match kinds.filter(|_| is_backward) {
            Some(kinds) => goals.draw_to_solve(kinds, rng).ok(),
            None => goals.draw(rng).ok().map(|(sample, _)| sample),
        };
        let Some(sample) = drawn else { continue };
        let target = *sample.target.board();
        return if is_backward {
            (DirectedBoard::backward(target), sample.start)
        } else {
            (DirectedBoard::forward(sample.start), target)
        };
    }
}
