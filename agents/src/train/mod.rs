//! Training for any game: actors collect experience, a learner learns from it, a validator judges the result.
//!
//! A game plugs in through one trait, [`Domain`]; its config files through [`TrainConfig`]. What needs libtorch, the
//! learner and what is built around it, is in [`run`]. Actors in other processes are in [`remote`].
//!
//! ```text
//! Actor (Play + Demonstrate) --Experience--> ReplayLearner --weights--> ValidatorThread --scores--> best checkpoint
//!      ^        RateLimiter keeps the ratio       |
//!      +------------- LatestWeights <-------------+
//! ```

mod actor;
mod actor_pool;
mod collector;
mod curriculum;
mod demonstrate;
mod domain;
mod error;
mod experience;
mod learner_stats;
mod play;
mod rate_limiter;
pub mod remote;
mod rollout_stats;
#[cfg(feature = "torch")]
pub mod run;
mod search_game;
mod self_play;
pub mod settings;
mod stream;
mod summary;
mod throughput;
mod trained_engine;
mod validator;
mod validator_thread;
mod weights;

pub use actor::{Actor, ActorSettings, ActorState};
pub use actor_pool::ActorPool;
pub use collector::{Collector, CollectorState};
pub use curriculum::{Curriculum, CurriculumError, CurriculumSettings, SharedCurriculum};
pub use demonstrate::{Demonstrate, NoDemonstrations};
pub use domain::{
    ActorParts, DemonstrateOf, Domain, DomainGoal, DomainState, Episodes, PlayOf, Stored, SuiteOf,
    SymmetriesOf, TrainConfig,
};
pub use error::TrainError;
pub use experience::{Advice, EpisodeEnd, Experience, SearchWork, Trajectory};
pub use learner_stats::{ActorsSoFar, LearnerStats, LearnerTimes};
pub use play::{Play, PlayState, TurnContext};
pub use rate_limiter::RateLimiter;
pub use rollout_stats::RolloutStats;
pub use search_game::{Begun, SearchEpisode, SearchGame};
pub use self_play::SelfPlay;
pub use summary::Summary;
pub use throughput::{Snapshot, Throughput};
pub use validator::{SuiteRun, Validation, ValidationSuite, Validator};
pub use validator_thread::{ValidatedWeights, ValidatorThread};
pub use weights::{BoxedEvaluator, LatestWeights, TrainedEvaluator};
