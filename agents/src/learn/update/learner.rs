//! The learner: batches in, a better network out.

use std::path::Path;
use std::sync::Arc;

use rand::Rng;
use tch::{Device, Tensor};
use thiserror::Error;

use super::batch_numbers::BatchNumbers;
use super::pass::Pair;
use super::preparation::Samples;
use super::{Preparation, PreparedBatch};
use crate::env::{GoalTask, Symmetries};
use crate::learn::{Distributions, DqnMetrics, DqnSettings, DqnSettingsError, TargetUpdate};
use crate::nn::adam::NotFinite;
use crate::nn::one_thread;
use crate::nn::weights::{self, NamedTensors};
use crate::nn::{
    Adam, Encoder, NetSettings, NetSettingsError, Network, NetworkPlan, ValueRange, WeightsError,
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
pub struct GoalLearner<T: GoalTask, E> {
    preparation: Preparation<T, E>,
    settings: DqnSettings,
    networks: Pair,
    /// The weights averaged over the updates, if they are.
    average: Option<Network>,
    /// A pair for each further thread.
    copies: Vec<Pair>,
    adam: Adam,
    batch: Minibatch<T::State, T::Goal>,
    errors: Vec<f32>,
    captured: Option<Distributions>,
    /// Norms of gradients that were not looked at yet.
    unread: Vec<Tensor>,
}

/// Updates between two looks at what a device has computed: whoever waits for it after every one leaves it idle.
const READ_EVERY: u64 = 20;

impl<T, E> GoalLearner<T, E>
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
        let threads = if device.is_cuda() { 1 } else { settings.threads.max(1) };
        Self::on(&vec![device; threads], task, encoder, network, value_range, settings, seed)
    }

    /// A learner that divides every batch among devices; the first one holds the weights and the optimizer. A device
    /// that is named twice works in two threads.
    ///
    /// # Panics
    /// If there is no device.
    pub fn on(
        devices: &[Device],
        task: T,
        encoder: E,
        network: NetSettings,
        value_range: ValueRange,
        settings: DqnSettings,
        seed: u64,
    ) -> Result<Self, LearnError> {
        settings.validate()?;
        let (&device, others) = devices.split_first().expect("at least one device");
        let plan = NetworkPlan { settings: network, shape: encoder.shape(), value_range };
        let pair = |device: Device| {
            let network = Network::new(plan, device, seed)?;
            Ok::<_, NetSettingsError>(Pair { network, target: Network::new(plan, device, seed)? })
        };
        let networks = pair(device)?;
        let adam = Adam::new(settings.adam, networks.network.parameters());
        Ok(GoalLearner {
            preparation: Preparation::new(task, encoder, &settings, device),
            settings,
            networks,
            average: (settings.average > 0.0).then(|| Network::new(plan, device, seed)).transpose()?,
            copies: others.iter().map(|&device| pair(device)).collect::<Result<_, _>>()?,
            adam,
            batch: Minibatch::default(),
            errors: Vec::new(),
            captured: None,
            unread: Vec::new(),
        })
    }

    /// Learns from images of what was collected, drawn anew each time.
    pub fn with_symmetries(
        mut self,
        symmetries: impl Symmetries<State = T::State, Goal = T::Goal> + Send + Sync + 'static,
    ) -> Self {
        self.preparation.set_symmetries(Arc::new(symmetries));
        self
    }

    /// Starts from the weights of an equal network; the optimizer starts from nothing.
    pub fn start_from(&mut self, weights: &[u8]) -> Result<(), WeightsError> {
        self.networks.network.load_bytes(weights)?;
        self.networks.target.load_bytes(weights)?;
        if let Some(average) = &mut self.average {
            average.load_bytes(weights)?;
        }
        self.adam = Adam::new(self.settings.adam, self.network().parameters());
        Ok(())
    }

    /// What turns batches into what [`GoalLearner::learn_prepared`] takes.
    pub fn preparation(&mut self) -> &mut Preparation<T, E> {
        &mut self.preparation
    }

    /// The network that learns.
    pub fn network(&self) -> &Network {
        &self.networks.network
    }

    /// The network to play by: the averaged weights, or those that learn.
    pub fn playing_network(&self) -> &Network {
        self.average.as_ref().unwrap_or(&self.networks.network)
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
        let sampled = replay.sample(self.preparation.task(), self.settings.batch_size, rng, &mut batch);
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
        let prepared = self.preparation.prepare(batch, rng);
        self.learn_prepared(&prepared)
    }

    /// Learns from a prepared batch; after an error no weight has changed.
    pub fn learn_prepared(&mut self, batch: &PreparedBatch) -> Result<DqnMetrics, LearnError> {
        let numbers = self.pass(&batch.samples);
        if let Some(captured) = &mut self.captured {
            *captured = look(&self.networks.network, &numbers);
        }
        let learning_rate = self.adam.learning_rate() as f32;
        let grad_norm = self.adam.step(self.networks.network.parameters_mut())? as f32;
        self.follow();
        self.average();

        let metrics = DqnMetrics { grad_norm, learning_rate, ..numbers.read(&mut self.errors) };
        if let (Some(captured), true) = (&mut self.captured, batch.samples.next.is_some()) {
            captured.td_errors.clone_from(&self.errors);
        }
        Ok(metrics)
    }

    /// Learns from a prepared batch and does not wait for the device, except every 20 updates: then the numbers of this
    /// update come back, and an error if one of the gradients since then was not finite.
    pub fn learn_without_waiting(&mut self, batch: &PreparedBatch) -> Result<Option<DqnMetrics>, LearnError> {
        let numbers = self.pass(&batch.samples);
        let learning_rate = self.adam.learning_rate() as f32;
        self.unread.push(self.adam.step_without_waiting(self.networks.network.parameters_mut()));
        self.follow();
        self.average();
        if !self.updates().is_multiple_of(READ_EVERY) {
            return Ok(None);
        }
        let norms = Tensor::stack(&std::mem::take(&mut self.unread), 0);
        let norms = self::numbers(&norms);
        if norms.iter().any(|norm| !norm.is_finite()) {
            return Err(NotFinite.into());
        }
        let grad_norm = norms.last().copied().unwrap_or_default();
        Ok(Some(DqnMetrics { grad_norm, learning_rate, ..numbers.read(&mut self.errors) }))
    }

    /// The gradient of a batch, each thread with its part; gradients are summed up in the order of the parts.
    fn pass(&mut self, samples: &Samples) -> BatchNumbers {
        let GoalLearner { networks, copies, settings, .. } = self;
        if copies.is_empty() {
            return networks.learn_from(samples, settings);
        }
        let mut parts = samples.split(1 + copies.len()).into_iter();
        let first = parts.next().expect("invariant: batches are not empty");
        std::thread::scope(|scope| {
            let settings = &*settings;
            let others: Vec<_> = copies
                .iter_mut()
                .zip(parts)
                .map(|(pair, part)| {
                    pair.follow(networks);
                    let part = part.to(pair.network.device());
                    scope.spawn(move || {
                        one_thread();
                        (pair.learn_from(&part, settings), pair)
                    })
                })
                .collect();
            let numbers = networks.learn_from(&first, settings);
            others.into_iter().fold(numbers, |numbers, other| {
                let (more, pair) = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                networks.network.parameters_mut().take_gradient(pair.network.parameters_mut());
                numbers.and(more)
            })
        })
    }

    /// Keeps the distributions of the next update.
    pub fn capture_next(&mut self) {
        self.captured = Some(Distributions::default());
    }

    /// The distributions of the update since [`GoalLearner::capture_next`], if there was one.
    pub fn take_capture(&mut self) -> Option<Distributions> {
        self.captured.take()
    }

    /// The sizes of the value errors of the last update, one per sample.
    pub fn errors(&self) -> &[f32] {
        &self.errors
    }

    fn follow(&mut self) {
        let rate = match self.settings.target {
            TargetUpdate::Hard { every } if !self.updates().is_multiple_of(every) => return,
            TargetUpdate::Hard { .. } => 1.0,
            TargetUpdate::Soft { rate } => rate,
        };
        let Pair { network, target } = &mut self.networks;
        target.parameters_mut().blend(network.parameters(), rate);
    }

    /// Moves the averaged weights; at first faster, so that the random weights of the beginning are soon forgotten.
    fn average(&mut self) {
        let updates = self.updates() as f64;
        let kept = self.settings.average.min(updates / (updates + 9.0));
        if let Some(average) = &mut self.average {
            average.parameters_mut().blend(self.networks.network.parameters(), 1.0 - kept);
        }
    }

    /// All that changes in learning: all networks and the optimizer, as bytes in the safetensors format.
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
        weights::load_file(path, |bytes| self.load_bytes(bytes))
    }

    fn parts(&self) -> Vec<(&'static str, NamedTensors)> {
        let mut parts = vec![
            ("adam", self.adam.named_tensors()),
            ("network", self.networks.network.named_tensors()),
            ("target", self.networks.target.named_tensors()),
        ];
        parts.extend(self.average.as_ref().map(|average| ("average", average.named_tensors())));
        parts
    }
}

/// The distributions of an update whose gradients are there and not yet used; errors are not known here.
fn look(network: &Network, update: &BatchNumbers) -> Distributions {
    let layers = network.named_tensors().into_iter().filter(|(_, tensor)| tensor.dim() > 1);
    let layer = |name: &str| name.trim_end_matches(".weight").to_owned();
    let mut seen = Distributions {
        q_values: numbers(&update.taken),
        distances: numbers(&update.distances),
        ..Distributions::default()
    };
    for (name, tensor) in layers {
        let gradient = tensor.grad();
        if gradient.defined() {
            seen.gradients.push((layer(&name), numbers(&gradient)));
        }
        seen.weights.push((layer(&name), numbers(&tensor.detach())));
    }
    seen
}

fn numbers(tensor: &Tensor) -> Vec<f32> {
    let flat = tensor.to_device(Device::Cpu).contiguous().view(-1);
    Vec::try_from(flat).expect("invariant: a vector of floats")
}
