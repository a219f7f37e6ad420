//! How an actor comes by experience.

use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::collector::CollectorState;
use super::{Experience, TrainError};

/// The share of random actions and the progress of the run, as a turn begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnContext {
    /// The share of random actions.
    pub epsilon: f64,
    /// The environment steps of all actors so far.
    pub environment_steps: u64,
}

/// Plays, by a policy ([`Collector`](super::Collector)) or by searching ([`SelfPlay`](super::SelfPlay)).
pub trait Play<S, G>: Debug + Send {
    /// The number of steps of a turn, about.
    fn turn_length(&self) -> u64;

    /// Takes on newer weights.
    fn load_weights(&mut self, weights: &[f32]);

    /// Plays one turn and adds what came of it.
    fn play(&mut self, turn: TurnContext, experience: &mut Experience<S, G>) -> Result<(), TrainError>;

    /// All that changes between turns, to be kept in a checkpoint.
    fn state(&self) -> PlayState<S, G>;

    /// Continues exactly where another player of the kind was; `None` if the state is of another kind or size.
    fn restore(&mut self, state: PlayState<S, G>) -> Result<Option<()>, TrainError>;
}

/// All that changes in a player between turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayState<S, G> {
    /// Episodes under way.
    Policy(CollectorState<S, G>),
    /// Searches begin and end within a turn: the random stream alone lasts.
    Search(Pcg64Mcg),
}
