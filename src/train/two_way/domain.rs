//! Reach in both directions as a game that can be trained.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::ModelVector;
use tetreach_agents::nn::ValueRange;
use tetreach_agents::train::settings::Algorithm;
use tetreach_agents::train::{
    ActorParts, Collector, DemonstrateOf, Domain, Episodes, PlayOf, SelfPlay, SharedCurriculum, SuiteOf,
    SymmetriesOf, TrainError,
};

use super::demonstrations::{Expert, TwoWayDemonstrations};
use super::search::TwoWaySearch;
use super::suite::TwoWaySuite;
use crate::config::{Config, SolvedKinds};
use crate::game::Board;
use crate::reach::{DirectedBoard, Direction, Split, TwoWayEncoder, TwoWayMirror, TwoWayTask};
use crate::train::reach::{GreedySuite, ReachSetup, TrainingGoals, value_range};

/// Reach in both directions as a config describes it.
#[derive(Debug)]
pub struct TwoWayDomain {
    setup: ReachSetup,
    task: TwoWayTask,
}

impl TwoWayDomain {
    /// The game of a config.
    pub fn new(config: &Config) -> Result<Self, TrainError> {
        let setup = ReachSetup::new(config)?;
        Ok(Self { task: TwoWayTask::new(setup.rules), setup })
    }
}

impl Domain for TwoWayDomain {
    type Task = TwoWayTask;
    type Encoder = TwoWayEncoder;

    fn task(&self) -> &TwoWayTask {
        &self.task
    }

    fn encoder(&self) -> TwoWayEncoder {
        let network = &self.setup.config.network;
        TwoWayEncoder::new(self.setup.size(), network.rows.into(), network.detours)
    }

    fn playing_encoder(&self) -> TwoWayEncoder {
        TwoWayEncoder::new(self.setup.size(), 0, self.setup.config.network.detours)
    }

    fn value_range(&self) -> ValueRange {
        value_range(self.task.forward().settings())
    }

    fn symmetries(&self) -> Option<Arc<SymmetriesOf<Self>>> {
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
        let (count, search) = (settings.actors.environments, &self.setup.config.search);
        Ok(match settings.learner.algorithm {
            Algorithm::Dqn => {
                let (goals, replay) = (self.setup.goals.clone(), &self.setup.config.replay);
                let (backward, kinds) =
                    (search.backward, (replay.expert > 0.0).then_some(replay.solved_kinds));
                let draw = move |rng: &mut Pcg64Mcg| ends(&goals, backward, kinds, rng);
                let env = ModelVector::new(self.task, count, draw);
                Box::new(Collector::new(env, settings.policy(self.task, evaluator), rng))
            }
            Algorithm::Zero => {
                let goals = self.setup.goals.clone();
                let game = TwoWaySearch::new(self.task, goals, search.spare_rows, search.backward);
                Box::new(SelfPlay::new(game, evaluator, settings.search, count, rng))
            }
        })
    }

    fn demonstrator(&self, rng: Pcg64Mcg) -> Result<Box<DemonstrateOf<Self>>, TrainError> {
        let share = self.setup.config.replay.expert;
        let expert = self.setup.solved.clone().map(|solver| Expert { share, solver });
        Ok(Box::new(TwoWayDemonstrations::new(self.task, self.setup.demonstrations(rng), expert)))
    }

    fn curriculum(&self) -> Option<&SharedCurriculum> {
        self.setup.goals.curriculum()
    }

    fn suites(&self, of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError> {
        let settings = &self.setup.settings;
        let (split, other) = match of {
            Episodes::Validation => (None, None),
            Episodes::Test => (Some("test"), settings.other_greedy()),
        };
        let greedy = settings.greedy();
        let suites = GreedySuite::load(&self.setup.config.evaluation, *self.task.forward(), greedy, split)?;
        let both = suites.into_iter().flat_map(|suite| {
            [Direction::Forward, Direction::Backward]
                .map(|direction| TwoWaySuite::new(suite.clone().beside(other), direction, self.task, greedy))
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
