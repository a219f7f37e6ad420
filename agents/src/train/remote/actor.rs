//! An actor that plays where the learner is not.

use std::fmt::Debug;
use std::sync::Arc;

use super::{Broadcast, Parcel, RemoteError};
use crate::train::actor::{Actor, ActorSettings};
use crate::train::domain::{ActorParts, Domain, DomainGoal, DomainState};
use crate::train::settings::TrainSettings;
use crate::train::stream::RunStream;
use crate::train::trained_engine::TrainedEngine;
use crate::train::{Experience, LatestWeights, TrainError};

/// The first number of the random streams of remote actors: far above those of any local ones.
const FIRST_STREAM: u64 = 1 << 20;

/// Collects experience as bytes, whatever the game.
pub trait CollectRemotely: Debug + Send {
    /// Takes on newer weights of the same run.
    fn load(&mut self, broadcast: &Broadcast) -> Result<(), TrainError>;

    /// Plays, searches or shows about `steps` steps; episodes that have not ended go on in the next call.
    fn collect(&mut self, steps: u64) -> Result<CollectedBytes, TrainError>;
}

/// A parcel, with what is to be known of it without opening it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedBytes {
    /// The parcel.
    pub parcel: Vec<u8>,
    /// The steps made and shown.
    pub steps: u64,
    /// Gradient steps behind the weights that it was collected with.
    pub weights_step: u64,
}

/// An actor of a run, built from what the learner sends alone. The same code as the actors beside the learner, with the
/// forward pass in Rust.
#[derive(Debug)]
pub struct RemoteActor<D: Domain> {
    actor: Actor<DomainState<D>, DomainGoal<D>>,
    weights: Arc<LatestWeights>,
    settings: serde_json::Value,
    weights_step: u64,
    environment_steps: u64,
}

impl<D: Domain> RemoteActor<D> {
    /// An actor of a game with these settings; `number` tells its random streams from those of all others.
    pub fn new(
        domain: &D,
        settings: &TrainSettings,
        broadcast: &Broadcast,
        number: u32,
    ) -> Result<Self, TrainError> {
        let header = &broadcast.header;
        let engine =
            TrainedEngine::new(domain.encoder(), header.plan, header.layout.clone(), &broadcast.weights)
                .map_err(TrainError::other)?;
        let (seed, index) = (settings.run.seed, FIRST_STREAM + u64::from(number));
        let rng = RunStream::Play(index).rng(seed);
        let player = domain.player(ActorParts { settings, evaluator: Box::new(engine), rng })?;
        let demonstrator = domain.demonstrator(RunStream::Demonstrations(index).rng(seed))?;
        let shares =
            ActorSettings { demonstrations: settings.demonstrations, epsilon: settings.exploration.epsilon };
        let weights = Arc::new(LatestWeights::default());
        let actor = Actor::new(player, demonstrator, shares, weights.clone());
        let settings = header.settings.clone();
        let (weights_step, environment_steps) = (header.gradient_step, header.environment_steps);
        Ok(RemoteActor { actor, weights, settings, weights_step, environment_steps })
    }
}

impl<D: Domain> CollectRemotely for RemoteActor<D> {
    fn load(&mut self, broadcast: &Broadcast) -> Result<(), TrainError> {
        let header = &broadcast.header;
        if header.settings != self.settings {
            let reason = "they belong to a run with other settings";
            return Err(RemoteError::damaged("weights for remote actors", reason).into());
        }
        self.weights.publish(broadcast.weights.clone());
        (self.weights_step, self.environment_steps) = (header.gradient_step, header.environment_steps);
        Ok(())
    }

    fn collect(&mut self, steps: u64) -> Result<CollectedBytes, TrainError> {
        let mut collected = Experience { weights_step: Some(self.weights_step), ..Experience::default() };
        while collected.steps() < steps.max(1) {
            let turn = self.actor.collect(self.environment_steps + collected.environment_steps)?;
            collected.extend(turn);
        }
        let steps = collected.steps();
        // Until the learner tells how far all actors are, at least one's own steps count.
        self.environment_steps += collected.environment_steps;
        let parcel = Parcel { experience: collected }.to_bytes();
        Ok(CollectedBytes { parcel, steps, weights_step: self.weights_step })
    }
}
