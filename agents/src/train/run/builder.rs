//! The parts of a run, built from its settings and its game.

use std::sync::Arc;

use super::replay_learner::{Drawing, ReplayLearner};
use super::shared_network::SharedNetwork;
use crate::learn::GoalLearner;
use crate::nn::device::DeviceName;
use crate::nn::{Device, one_thread};
use crate::nn::{Network, NetworkEvaluator, NetworkPlan};
use crate::replay::ReplayBuffer;
use crate::train::remote::{Exchange, RemoteInbox};
use crate::train::settings::TrainSettings;
use crate::train::stream::RunStream;
use crate::train::trained_engine::TrainedEngine;
use crate::train::{
    Actor, ActorParts, ActorPool, ActorSettings, BoxedEvaluator, Domain, DomainGoal, DomainState, Episodes,
    LatestWeights, TrainError, Validator, ValidatorThread,
};

/// A connection to a network that answers all actors of a game.
type SharedNetworkOf<D> = SharedNetwork<DomainState<D>, DomainGoal<D>>;

/// What the parts of a run have in common.
#[derive(Debug)]
pub struct RunBuilder<'a, D> {
    domain: &'a D,
    settings: &'a TrainSettings,
    /// Those of the learner; the first one also serves those who play.
    devices: Vec<Device>,
}

impl<'a, D: Domain> RunBuilder<'a, D> {
    /// Looks for the device, and lets operations use one thread.
    pub fn new(domain: &'a D, settings: &'a TrainSettings) -> Result<Self, TrainError> {
        one_thread();
        let run = &settings.run;
        let mut devices = Vec::new();
        for name in &run.devices {
            let name: DeviceName = name.parse().map_err(TrainError::other)?;
            devices.push(name.resolve().map_err(TrainError::other)?);
        }
        if devices.is_empty() {
            let device = run.device.resolve().map_err(TrainError::other)?;
            devices = vec![device; if device.is_cuda() { 1 } else { run.threads.max(1).into() }];
        }
        Ok(RunBuilder { domain, settings, devices })
    }

    /// Replay and a learner with random weights.
    pub fn learner(&self) -> Result<ReplayLearner<D>, TrainError> {
        let TrainSettings { learner: settings, run, .. } = self.settings;
        let mut learner = GoalLearner::on(
            &self.devices,
            self.domain.task().clone(),
            self.domain.encoder(),
            self.settings.network,
            self.domain.value_range(),
            self.settings.dqn(),
            run.seed,
        )
        .map_err(TrainError::other)?;
        if let (true, Some(symmetries)) = (settings.mirror, self.domain.symmetries()) {
            learner.preparation().set_symmetries(symmetries);
        }
        let replay = ReplayBuffer::new(self.settings.replay)?;
        let drawing = Drawing {
            batch_size: settings.batch_size,
            has_priorities: settings.loss_weights.q > 0.0,
            annealing: self.settings.annealing,
        };
        let mut learner = ReplayLearner::new(learner, replay, drawing, RunStream::Batches.rng(run.seed));
        if run.preparation_threads > 0 {
            learner.prepare_ahead(run.preparation_threads.into())?;
        }
        Ok(learner)
    }

    /// The actors, which take their weights from `weights`; remote ones take part through `exchange`.
    pub fn actors(
        &self,
        plan: NetworkPlan,
        weights: &Arc<LatestWeights>,
        exchange: Option<Exchange>,
    ) -> Result<ActorPool<DomainState<D>, DomainGoal<D>>, TrainError> {
        let settings = self.settings;
        let mut shared = self.shared_networks(plan, weights)?.into_iter();
        let actor = |index: u64| {
            let evaluator: BoxedEvaluator<_, _> = match shared.next() {
                Some(shared) => Box::new(shared),
                None => self.evaluator(plan, self.domain.encoder())?,
            };
            let rng = RunStream::Play(index).rng(settings.run.seed);
            let player = self.domain.player(ActorParts { settings, evaluator, rng })?;
            let demonstrator =
                self.domain.demonstrator(RunStream::Demonstrations(index).rng(settings.run.seed))?;
            let shares = ActorSettings {
                demonstrations: settings.demonstrations,
                epsilon: settings.exploration.epsilon,
            };
            Ok(Actor::new(player, demonstrator, shares, weights.clone()))
        };
        let actors = (0..settings.actors.count as u64).map(actor).collect::<Result<_, TrainError>>()?;
        Ok(ActorPool::new(actors, !settings.run.deterministic).with_inbox(exchange.map(RemoteInbox::new)))
    }

    /// One connection per actor to a network on a GPU, which many small batches would leave idle; none on the
    /// processor, and none where all take turns and nothing could be judged together.
    fn shared_networks(
        &self,
        plan: NetworkPlan,
        weights: &Arc<LatestWeights>,
    ) -> Result<Vec<SharedNetworkOf<D>>, TrainError> {
        let (device, run) = (self.devices[0], &self.settings.run);
        if !device.is_cuda() || run.deterministic {
            return Ok(Vec::new());
        }
        let network = Network::new(plan, device, run.seed).map_err(TrainError::other)?;
        let evaluator = NetworkEvaluator::new(self.domain.encoder(), network);
        Ok(SharedNetworkOf::<D>::start(evaluator, weights.clone(), self.settings.actors.count)?)
    }

    /// The validator.
    pub fn validator(
        &self,
        plan: NetworkPlan,
    ) -> Result<ValidatorThread<DomainState<D>, DomainGoal<D>>, TrainError> {
        let suites = self.domain.suites(Episodes::Validation)?;
        let validator = Validator::new(self.playing_evaluator(plan)?, suites);
        Ok(ValidatorThread::new(validator, !self.settings.run.deterministic))
    }

    /// A network that sees what it sees in play.
    pub fn playing_evaluator(
        &self,
        plan: NetworkPlan,
    ) -> Result<BoxedEvaluator<DomainState<D>, DomainGoal<D>>, TrainError> {
        self.evaluator(plan, self.domain.playing_encoder())
    }

    fn evaluator(
        &self,
        plan: NetworkPlan,
        encoder: D::Encoder,
    ) -> Result<BoxedEvaluator<DomainState<D>, DomainGoal<D>>, TrainError> {
        let device = self.devices[0];
        let network = Network::new(plan, device, self.settings.run.seed).map_err(TrainError::other)?;
        if device == Device::Cpu {
            let weights = network.parameters().to_vec();
            let engine = TrainedEngine::new(encoder, plan, network.layout(), &weights);
            return Ok(Box::new(engine.map_err(TrainError::other)?));
        }
        Ok(Box::new(NetworkEvaluator::new(encoder, network)))
    }
}
