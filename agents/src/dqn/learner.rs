//! The learner: batches in, a better network out.

use std::path::Path;

use rand::Rng;
use tch::{Device, Kind, Tensor};
use thiserror::Error;

use super::batch_numbers::BatchNumbers;
use super::labels::Labels;
use super::loss::{distance_loss, masked_mean, policy_loss, q_loss, q_target, reachable_loss};
use super::{DqnMetrics, DqnSettings, DqnSettingsError, LossWeights, Symmetry, TargetUpdate, mirror_half};
use crate::goal::GoalTask;
use crate::net::adam::NotFinite;
use crate::net::weights::{self, NamedTensors};
use crate::net::{
    Adam, Encoder, Encoding, Input, NetSettings, NetSettingsError, Network, NetworkPlan, ValueRange,
    WeightsError,
};
use crate::replay::{Minibatch, ReplayBuffer, ReplayError};

/// Why the learner refused.
#[derive(Debug, Error)]
pub enum LearnError {
    /// Settings of the learner that make no sense.
    #[error(transparent)]
    Settings(#[from] DqnSettingsError),
    /// Settings of the network that make no sense.
    #[error(transparent)]
    NetSettings(#[from] NetSettingsError),
    /// Replay has nothing to learn from.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Training has gone astray.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
}

/// A network that learns, with all that learning needs.
#[derive(Debug)]
pub struct DqnLearner<T: GoalTask, E> {
    task: T,
    encoder: E,
    settings: DqnSettings,
    symmetry: Option<BoxedSymmetry<T>>,
    network: Network,
    target: Network,
    adam: Adam,
    batch: Minibatch<T::State, T::Goal>,
    encoding: Encoding,
    errors: Vec<f32>,
}

type BoxedSymmetry<T> =
    Box<dyn Symmetry<State = <T as GoalTask>::State, Goal = <T as GoalTask>::Goal> + Send>;

impl<T, E> DqnLearner<T, E>
where
    T: GoalTask,
    E: Encoder<State = T::State, Goal = T::Goal>,
{
    /// A learner with random weights, the same for the same seed.
    pub fn new(
        task: T,
        encoder: E,
        network: NetSettings,
        value_range: ValueRange,
        settings: DqnSettings,
        device: Device,
        seed: u64,
    ) -> Result<Self, LearnError> {
        settings.validate()?;
        let plan = NetworkPlan { settings: network, shape: encoder.shape(), value_range };
        let network = Network::new(plan, device, seed)?;
        let target = Network::new(plan, device, seed)?;
        let adam = Adam::new(settings.adam, network.parameters());
        let encoding = Encoding::new(encoder.shape());
        Ok(DqnLearner {
            task,
            encoder,
            settings,
            symmetry: None,
            network,
            target,
            adam,
            batch: Minibatch::default(),
            encoding,
            errors: Vec::new(),
        })
    }

    /// Mirrors half of what is learned from.
    pub fn with_symmetry(
        mut self,
        symmetry: impl Symmetry<State = T::State, Goal = T::Goal> + Send + 'static,
    ) -> Self {
        self.symmetry = Some(Box::new(symmetry));
        self
    }

    /// The network that learns.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The number of updates made.
    pub fn updates(&self) -> u64 {
        self.adam.steps()
    }

    /// Draws a batch and learns from it; priorities, if the replay has them, follow the errors of the values.
    pub fn step<R: Rng + ?Sized>(
        &mut self,
        replay: &mut ReplayBuffer<T::State, T::Goal>,
        rng: &mut R,
    ) -> Result<DqnMetrics, LearnError> {
        let mut batch = std::mem::take(&mut self.batch);
        let sampled = replay.sample(&self.task, self.settings.batch_size, rng, &mut batch);
        let learned = sampled.map_err(LearnError::from).and_then(|()| self.learn(&mut batch, rng));
        if learned.is_ok() && self.settings.losses.q > 0.0 {
            replay.update_priorities(&batch.ids, &self.errors);
        }
        self.batch = batch;
        learned
    }

    /// Learns from a batch, some of which it mirrors; after an error no weight has changed.
    pub fn learn<R: Rng + ?Sized>(
        &mut self,
        batch: &mut Minibatch<T::State, T::Goal>,
        rng: &mut R,
    ) -> Result<DqnMetrics, LearnError> {
        if let Some(symmetry) = &self.symmetry {
            mirror_half(symmetry.as_ref(), batch, rng);
        }
        let LossWeights { q, policy, distance, reachable } = self.settings.losses;
        let device = self.network.device();
        let labels = Labels::new(&self.task, batch, reachable > 0.0, device);
        let q_target = (q > 0.0).then(|| {
            let next = self.input(&batch.next_states, &batch.desired_goals);
            tch::no_grad(|| {
                let target = self.target.forward(&next);
                let online = self.settings.double.then(|| self.network.forward(&next));
                q_target(&labels, online.as_ref().unwrap_or(&target), &target, &self.network)
            })
        });
        let input = self.input(&batch.states, &batch.desired_goals);
        let outputs = self.network.forward(&input);

        let where_true = |condition: Tensor| condition.to_kind(Kind::Float);
        let mut numbers = BatchNumbers::new(&outputs, &labels);
        if let Some(q_target) = &q_target {
            let (loss, errors) = q_loss(&outputs, &labels.actions, q_target, self.settings.huber_delta);
            numbers.td_loss = masked_mean(&loss, &labels.weights, &labels.weights.ones_like());
            numbers.q_targets = q_target.mean(self.network.support());
            numbers.errors = errors;
        }
        if policy > 0.0 {
            // Where the state is the goal already, the action leads away from it.
            let led_on = where_true(labels.steps.ge(1.0));
            let imitated = policy_loss(&outputs, &labels.actions);
            numbers.policy_loss = masked_mean(&imitated.loss, &labels.weights, &led_on);
            numbers.accuracy = masked_mean(&imitated.hits, &led_on, &led_on);
            numbers.entropy = imitated.entropy;
        }
        if distance > 0.0 {
            let loss = distance_loss(&outputs, &labels.steps);
            numbers.distance_loss = masked_mean(&loss, &labels.weights, &where_true(labels.steps.ge(0.0)));
        }
        if reachable > 0.0 {
            let loss = reachable_loss(&outputs, &labels.reachable);
            numbers.reachable_loss =
                masked_mean(&loss, &labels.weights, &where_true(labels.reachable.ge(0.0)));
        }
        let loss = q * &numbers.td_loss
            + policy * &numbers.policy_loss
            + distance * &numbers.distance_loss
            + reachable * &numbers.reachable_loss;
        loss.backward();

        let learning_rate = self.adam.learning_rate() as f32;
        let grad_norm = self.adam.step(self.network.parameters_mut())? as f32;
        self.follow();

        let metrics = DqnMetrics { grad_norm, learning_rate, ..numbers.read(&loss, &mut self.errors) };
        Ok(metrics)
    }

    /// The sizes of the value errors of the last update, one a sample.
    pub fn errors(&self) -> &[f32] {
        &self.errors
    }

    fn input(&mut self, states: &[T::State], goals: &[T::Goal]) -> Input {
        self.encoding.clear();
        for (state, goal) in states.iter().zip(goals) {
            self.encoding.push(&self.encoder, state, goal);
        }
        Input::new(&self.encoding, self.network.device())
    }

    fn follow(&mut self) {
        match self.settings.target {
            TargetUpdate::Hard { every } if !self.updates().is_multiple_of(every) => {}
            TargetUpdate::Hard { .. } => self.target.parameters_mut().blend(self.network.parameters(), 1.0),
            TargetUpdate::Soft { rate } => {
                self.target.parameters_mut().blend(self.network.parameters(), rate)
            }
        }
    }

    /// All that changes in learning: both networks and the optimizer, as bytes in the safetensors format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut all = NamedTensors::new();
        for (part, tensors) in self.parts() {
            all.extend(tensors.into_iter().map(|(name, tensor)| (format!("{part}.{name}"), tensor)));
        }
        weights::to_bytes(&all)
    }

    /// Goes on exactly where the learner that wrote the bytes was; after an error it is of no use.
    pub fn load_bytes(&mut self, bytes: &[u8]) -> Result<(), WeightsError> {
        let mut read = weights::from_bytes(bytes)?;
        for (part, mut own) in self.parts() {
            let prefix = format!("{part}.");
            let names: Vec<String> = read.keys().filter(|name| name.starts_with(&prefix)).cloned().collect();
            let tensors: NamedTensors = names
                .into_iter()
                .filter_map(|name| Some((name[prefix.len()..].to_owned(), read.remove(&name)?)))
                .collect();
            if part == "adam" {
                self.adam.load(&tensors)?;
            } else {
                weights::assign(&mut own, &tensors)?;
            }
        }
        match read.into_keys().next() {
            Some(name) => Err(WeightsError::Unexpected { name }),
            None => Ok(()),
        }
    }

    /// Writes the state to a file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        weights::write_file(path, &self.to_bytes())
    }

    /// Takes on the state in a file; after an error the learner is of no use.
    pub fn load(&mut self, path: &Path) -> Result<(), WeightsError> {
        let bytes = weights::read_file(path)?;
        self.load_bytes(&bytes)
            .map_err(|source| WeightsError::File { path: path.to_owned(), source: Box::new(source) })
    }

    fn parts(&self) -> [(&'static str, NamedTensors); 3] {
        [
            ("adam", self.adam.named_tensors()),
            ("network", self.network.named_tensors()),
            ("target", self.target.named_tensors()),
        ]
    }
}
