//! An actor: plays and demonstrates in turns.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::{Demonstrate, Experience, LatestWeights, Play, PlayState, TrainError, TurnContext};
use crate::schedule::Schedule;

/// All that changes in an actor, to be kept in a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActorState<S, G> {
    player: PlayState<S, G>,
    demonstrations: Pcg64Mcg,
    environment_steps: u64,
    demonstration_steps: u64,
}

/// How an actor divides its time.
#[derive(Clone, Debug)]
pub struct ActorSettings {
    /// The share of demonstrations in what is collected.
    pub demonstrations: f64,
    /// The share of random actions, by the environment steps of all actors.
    pub epsilon: Schedule,
}

/// One actor with its environments and its own copy of the network.
#[derive(Debug)]
pub struct Actor<S, G> {
    player: Box<dyn Play<S, G>>,
    demonstrator: Box<dyn Demonstrate<S, G>>,
    settings: ActorSettings,
    weights: Arc<LatestWeights>,
    seen: u64,
    environment_steps: u64,
    demonstration_steps: u64,
}

impl<S: Copy, G> Actor<S, G> {
    /// An actor that has not collected anything yet.
    pub fn new(
        player: Box<dyn Play<S, G>>,
        demonstrator: Box<dyn Demonstrate<S, G>>,
        settings: ActorSettings,
        weights: Arc<LatestWeights>,
    ) -> Self {
        let (seen, environment_steps, demonstration_steps) = (0, 0, 0);
        Actor { player, demonstrator, settings, weights, seen, environment_steps, demonstration_steps }
    }

    /// The number of steps of a turn, about.
    pub fn turn_length(&self) -> u64 {
        self.player.turn_length()
    }

    /// Steps made and shown so far.
    pub fn collected(&self) -> u64 {
        self.environment_steps + self.demonstration_steps
    }

    /// Plays a turn, or shows about as many steps, whichever is due; `all_steps` are the environment steps of all
    /// actors so far.
    pub fn collect(&mut self, all_steps: u64) -> Result<Experience<S, G>, TrainError> {
        let mut experience = Experience::default();
        while experience.steps() < self.turn_length() && self.owes_a_demonstration() {
            let shown = self.demonstrator.show()?;
            let steps = shown.iter().map(|trajectory| trajectory.len() as u64).sum::<u64>();
            self.demonstration_steps += steps;
            experience.demonstration_steps += steps;
            experience.trajectories.extend(shown);
        }
        if experience.steps() == 0 {
            if let Some(weights) = self.weights.since(&mut self.seen) {
                self.player.load_weights(&weights);
            }
            let turn =
                TurnContext { epsilon: self.settings.epsilon.at(all_steps), environment_steps: all_steps };
            self.player.play(turn, &mut experience)?;
            self.environment_steps += experience.environment_steps;
            // What a search has played comes with its own advice.
            for trajectory in experience.trajectories.iter_mut().filter(|played| played.advice.is_empty()) {
                self.demonstrator.advise(trajectory);
            }
        }
        Ok(experience)
    }

    fn owes_a_demonstration(&self) -> bool {
        (self.demonstration_steps as f64) < self.settings.demonstrations * (self.collected() + 1) as f64
    }

    /// All that a checkpoint must keep.
    pub fn state(&mut self) -> ActorState<S, G> {
        ActorState {
            player: self.player.state(),
            demonstrations: self.demonstrator.rng().clone(),
            environment_steps: self.environment_steps,
            demonstration_steps: self.demonstration_steps,
        }
    }

    /// Continues exactly where another actor was; `None` if that one had other environments.
    pub fn restore(&mut self, state: ActorState<S, G>) -> Result<Option<()>, TrainError> {
        *self.demonstrator.rng() = state.demonstrations;
        self.environment_steps = state.environment_steps;
        self.demonstration_steps = state.demonstration_steps;
        self.player.restore(state.player)
    }
}
