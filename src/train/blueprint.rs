//! The parts of a run, built from its config.

use std::sync::Arc;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::Curriculum;
use tetreach_agents::evaluate::{Greedy, Policy};
use tetreach_agents::learn::{DqnSettings, GoalLearner, LearnError};
use tetreach_agents::nn::device;
use tetreach_agents::nn::{Network, NetworkEvaluator, NetworkPlan, TrunkKind};
use tetreach_agents::replay::ReplayBuffer;

use super::collector::Collector;
use super::crew::Crew;
use super::demonstrations::Demonstrations;
use super::error::TrainError;
use super::exam_room::ExamRoom;
use super::examination::ExamSuite;
use super::examiner::Examiner;
use super::expedition::Expedition;
use super::lessons::Lessons;
use super::newest::NewestWeights;
use super::player::Player;
use super::shared_curriculum::SharedCurriculum;
use super::solved_targets::SolvedTargets;
use super::training_goals::TrainingGoals;
use super::value_range::value_range;
use super::worker::Worker;
use crate::config::{Algorithm, Config};
use crate::game::Size;
use crate::network::NetworkPlayer;
use crate::reach::ReachTask;
use crate::reach::{MirrorSymmetry, ReachEncoder};

/// Who plays in a run.
pub type NetworkJudge = NetworkEvaluator<ReachEncoder>;

/// What the parts of a run have in common.
#[derive(Debug)]
pub struct Blueprint<'a> {
    config: &'a Config,
    size: Size,
    /// The rules.
    pub task: ReachTask,
    device: device::Device,
}

impl<'a> Blueprint<'a> {
    /// Looks for the device, and lets operations use one thread.
    pub fn new(config: &'a Config) -> Result<Self, TrainError> {
        device::one_thread();
        let size = config.board.size()?;
        let task = ReachTask::new(config.environment.settings(size, config.learner.gamma));
        Ok(Blueprint { config, size, task, device: config.run.device.resolve()? })
    }

    /// Replay and a learner with random weights.
    pub fn lessons(&self) -> Result<Lessons, TrainError> {
        let Config { learner: learning, network, run, replay, .. } = self.config;
        let learner = GoalLearner::new(
            self.task,
            self.learning_encoder(),
            network.settings(learning.value_loss.atoms()),
            value_range(self.task.settings()),
            DqnSettings { threads: run.threads.into(), ..learning.settings() },
            self.device,
            run.seed,
        )?;
        let learner =
            if learning.mirror { learner.with_symmetry(MirrorSymmetry::new(self.size)) } else { learner };
        // Episodes come whole from the actors, so nobody writes step by step.
        let replay = ReplayBuffer::new(replay.settings(0, learning.gamma as f32, learning.any_order))?;
        Ok(Lessons::new(learner, replay, learning, self.stream(2)))
    }

    /// The curriculum, if the config wants one.
    pub fn curriculum(&self) -> Result<Option<SharedCurriculum>, TrainError> {
        let goals = &self.config.goals;
        let curriculum = goals.use_curriculum.then(|| Curriculum::new(goals.curriculum)).transpose()?;
        Ok(curriculum.map(SharedCurriculum::new))
    }

    /// The actors.
    pub fn crew(
        &self,
        plan: NetworkPlan,
        curriculum: Option<&SharedCurriculum>,
        newest: &Arc<NewestWeights>,
    ) -> Result<Crew<NetworkJudge>, TrainError> {
        let Config { actors, goals, replay, exploration, run, .. } = self.config;
        let goals = TrainingGoals::new(goals.clone(), self.size);
        let solved = SolvedTargets::new(replay, self.size)?.map(Arc::new);
        let worker = |index: usize| {
            let actor = self.player(plan, self.learning_encoder())?;
            let (goals, curriculum) = (goals.clone(), curriculum.cloned());
            let (count, rng) = (actors.environments, self.stream(1 + 4 * index as u64));
            let player = match self.config.learner.algorithm {
                Algorithm::Dqn => {
                    let collector = Collector::new(count, actor, self.task, goals.clone(), curriculum, rng)?;
                    Player::Policy(Box::new(collector))
                }
                Algorithm::Zero => {
                    let (judge, search) = (actor.evaluator, self.config.search.clone());
                    let goals = goals.clone();
                    let expedition = Expedition::new(count, judge, self.task, goals, curriculum, search, rng);
                    Player::Search(Box::new(expedition))
                }
            };
            let rng = self.stream(3 + 4 * index as u64);
            let demonstrations = Demonstrations::new(goals, solved.clone(), replay.exact, rng);
            let share = replay.demonstrations;
            Ok(Worker::new(player, demonstrations, share, exploration.epsilon, newest.clone()))
        };
        let workers = (0..actors.count).map(worker).collect::<Result<Vec<_>, TrainError>>()?;
        Ok(Crew::new(workers, !run.deterministic))
    }

    /// The evaluator.
    pub fn exam_room(&self, plan: NetworkPlan) -> Result<ExamRoom<NetworkJudge>, TrainError> {
        let Config { evaluation, run, .. } = self.config;
        let suites = ExamSuite::load(evaluation, self.size, None)?;
        let player = self.player(plan, self.playing_encoder())?;
        let examiner = Examiner::new(player, self.task, suites, evaluation.pictures);
        Ok(ExamRoom::new(examiner, !run.deterministic))
    }

    fn player(&self, plan: NetworkPlan, encoder: ReachEncoder) -> Result<NetworkPlayer, TrainError> {
        let network = Network::new(plan, self.device, self.config.run.seed).map_err(LearnError::from)?;
        Ok(Policy::new(self.task, NetworkEvaluator::new(encoder, network), greedy(self.config)))
    }

    fn learning_encoder(&self) -> ReachEncoder {
        let network = &self.config.network;
        ReachEncoder::new(self.size).with_rows(network.rows.into()).with_detours(network.detours)
    }

    /// Network inputs for play: a convolution sees whole boards, even if it learned on parts of them.
    fn playing_encoder(&self) -> ReachEncoder {
        match self.config.network.trunk {
            TrunkKind::Conv => ReachEncoder::new(self.size).with_detours(self.config.network.detours),
            TrunkKind::Mlp => self.learning_encoder(),
        }
    }

    /// The random stream of one part of the run.
    fn stream(&self, part: u64) -> Pcg64Mcg {
        let seed = self.config.run.seed.wrapping_add(part.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Pcg64Mcg::seed_from_u64(seed)
    }
}

/// What the best move is the best by: the head that is trained, or both.
pub fn greedy(config: &Config) -> Greedy {
    let weights = &config.learner.loss_weights;
    match (weights.q > 0.0, weights.policy > 0.0) {
        (true, false) => Greedy::Q,
        (false, _) => Greedy::Policy,
        (true, true) => Greedy::Mix { weight: config.exploration.policy_weight as f32 },
    }
}
