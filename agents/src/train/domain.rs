//! The seam between the trainer and a game.

use std::fmt::Debug;
use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::settings::TrainSettings;
use super::weights::BoxedEvaluator;
use super::{Demonstrate, NoDemonstrations, Play, SharedCurriculum, TrainError, ValidationSuite};
use crate::config::Settings;
use crate::env::{GoalTask, Symmetries};
use crate::nn::{Encoder, ValueRange};

/// What a game brings to a run of training.
///
/// The trainer owns threads, replay, networks, checkpoints and records; the game says how it is played, shown to a
/// network, demonstrated and judged. `docs/add-a-game.md` walks through one.
pub trait Domain: Debug + Send + Sync + 'static {
    /// The rules; a game of scores has `Goal = ()`.
    type Task: GoalTask<State: Stored, Goal: Stored> + Clone + Debug + Send + Sync + 'static;
    /// How states and goals are shown to the network.
    type Encoder: Encoder<State = DomainState<Self>, Goal = DomainGoal<Self>> + Clone + Send + Debug + 'static;

    /// The rules.
    fn task(&self) -> &Self::Task;

    /// The encoding that is learned from and that actors see.
    fn encoder(&self) -> Self::Encoder;

    /// The encoding for validation and play, where it differs.
    fn playing_encoder(&self) -> Self::Encoder {
        self.encoder()
    }

    /// What returns can come to.
    fn value_range(&self) -> ValueRange;

    /// Symmetries under which images of what was collected are learned from.
    fn symmetries(&self) -> Option<Arc<SymmetriesOf<Self>>> {
        None
    }

    /// Whether a state may be learned from under a goal; what is kept for validation and test may not, nor be pretended
    /// in hindsight.
    fn is_training_sample(&self, _state: &DomainState<Self>, _goal: &DomainGoal<Self>) -> bool {
        true
    }

    /// Who plays in an actor, guided by its own evaluator.
    fn player(&self, actor: ActorParts<Self>) -> Result<Box<PlayOf<Self>>, TrainError>;

    /// Who demonstrates in an actor.
    fn demonstrator(&self, rng: Pcg64Mcg) -> Result<Box<DemonstrateOf<Self>>, TrainError> {
        Ok(Box::new(NoDemonstrations::new(rng)))
    }

    /// The difficulty that all actors share, if it follows their success.
    fn curriculum(&self) -> Option<&SharedCurriculum> {
        None
    }

    /// The suites that judge progress, or, for the last table of a run, suites of episodes never used before.
    fn suites(&self, of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError>;
}

/// Which episodes suites hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Episodes {
    /// Those that judge progress and choose the best network.
    Validation,
    /// Those that nothing was chosen by.
    Test,
}

/// What the trainer hands to a new actor.
#[derive(Debug)]
pub struct ActorParts<'a, D: Domain + ?Sized> {
    /// The settings of the run.
    pub settings: &'a TrainSettings,
    /// A network of the actor's own, which gets the newest weights.
    pub evaluator: BoxedEvaluator<DomainState<D>, DomainGoal<D>>,
    /// The random stream of the actor.
    pub rng: Pcg64Mcg,
}

/// Data that checkpoints keep.
pub trait Stored: Copy + Send + Sync + Serialize + DeserializeOwned + 'static {}

impl<T: Copy + Send + Sync + Serialize + DeserializeOwned + 'static> Stored for T {}

/// The states of a domain.
pub type DomainState<D> = <<D as Domain>::Task as GoalTask>::State;
/// The goals of a domain.
pub type DomainGoal<D> = <<D as Domain>::Task as GoalTask>::Goal;
/// Symmetries of a domain.
pub type SymmetriesOf<D> = dyn Symmetries<State = DomainState<D>, Goal = DomainGoal<D>> + Send + Sync;
/// Players of a domain.
pub type PlayOf<D> = dyn Play<DomainState<D>, DomainGoal<D>>;
/// Demonstrators of a domain.
pub type DemonstrateOf<D> = dyn Demonstrate<DomainState<D>, DomainGoal<D>>;
/// Suites of a domain.
pub type SuiteOf<D> = dyn ValidationSuite<DomainState<D>, DomainGoal<D>>;

/// The settings of a game's runs: a config file that can be trained from.
pub trait TrainConfig: Settings {
    /// The game.
    type Domain: Domain;

    /// The game that the settings describe.
    fn domain(&self) -> Result<Self::Domain, TrainError>;

    /// Reads the files that the settings name, so that a wrong one is refused before anything is written.
    fn check_files(&self) -> Result<(), TrainError> {
        Ok(())
    }

    /// What the trainer needs to know.
    fn train_settings(&self) -> TrainSettings;
}
