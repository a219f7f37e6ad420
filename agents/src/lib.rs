//! Environments, replay, learners and tree search that know no Tetris.
//!
//! An environment keeps Gymnasium's contract ([`Env`]); one that pursues a goal ([`GoalEnv`]) has its rules apart from
//! the running episode ([`GoalTask`]), so that replay and learners can ask what would have happened under another
//! goal. Everything random is drawn from a stream that is passed in or seeded, so that a run can be repeated.
//!
//! - [`mod@env`]: the contract, its vocabulary, help in keeping it, and a checker
//! - [`replay`]: whole episodes, hindsight goals, n-step returns, priorities
//! - [`nn`], [`evaluate`]: networks, and what searches and actors see of them
//! - [`learn`]: deep Q-learning with hindsight, imitation, expert iteration
//! - [`search`]: tree searches and best-first searches, with a learned evaluator or without
//! - [`optimise`]: weights by asking and telling, without gradients
//! - [`serve`]: one network for many searches at once
//! - [`config`]: settings from files and arguments
//! - [`train`]: runs; [`store`]: what they leave on disk; [`record`]: their numbers
//! - [`toy`]: small problems with known answers
//!
//! Flipping bits at random never reaches the goal, yet hindsight finds reached goals in it to learn from:
//!
//! ```
//! use rand::SeedableRng;
//! use rand_pcg::Pcg64Mcg;
//! use tetreach_agents::replay::{Minibatch, ReplayBuffer, ReplaySettings};
//! use tetreach_agents::toy::BitFlip;
//! use tetreach_agents::{Env, GoalEnv};
//!
//! let mut env = BitFlip::new(40)?;
//! let mut rng = Pcg64Mcg::seed_from_u64(7);
//! let mut replay = ReplayBuffer::new(ReplaySettings { capacity: 1000, ..Default::default() })?;
//!
//! let (start, mut info) = env.reset(Some(7), &Default::default())?;
//! replay.begin(0, start.observation, start.desired_goal)?;
//! loop {
//!     let action = info.legal_actions.sample(&mut rng).expect("a bit can always be flipped");
//!     let step = env.step(action)?;
//!     replay.push(0, action, step.observation.observation)?;
//!     if step.done() {
//!         assert!(!step.info.extra.is_success);
//!         break;
//!     }
//!     info = step.info;
//! }
//! replay.end(0)?;
//!
//! let mut batch = Minibatch::default();
//! replay.sample(env.task(), 100, &mut rng, &mut batch)?;
//! assert!(batch.rewards.contains(&0.0), "some pretended goal is reached in one step");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cancel;
pub mod config;
pub mod engine;
pub mod env;
pub mod evaluate;
pub mod file;
pub mod learn;
pub mod nn;
pub mod optimise;
pub mod record;
pub mod replay;
mod schedule;
pub mod search;
pub mod serve;
pub mod store;
pub mod toy;
pub mod train;

pub use cancel::Cancel;
pub use env::{
    Action, ActionList, ActionMask, ActionSet, AfterstateTask, Autoreset, Batch, BatchOf, BinaryItem,
    Discrete, Env, EnvError, EnvGoal, EnvState, Episode, EpisodeStart, Game, GameTask, GoalEnv, GoalInfo,
    GoalObservation, GoalOptions, GoalSpace, GoalTask, GoalVectorEnv, Info, InfoOf, ModelVector, MultiBinary,
    NoGoal, Outcome, Player, RunningEpisode, Space, SpaceError, Step, StepOf, SyncVector, TaskModel,
    Transition, VectorEnv, VectorError,
};
pub use evaluate::{
    EvaluateError, Evaluations, Evaluator, EvenEvaluator, HashEvaluator, MirroredEvaluator, UniformEvaluator,
};
pub use schedule::{Schedule, ScheduleError};
pub use search::{
    Candidate, Contest, Judgement, Moves, PlanningProblem, Playout, Pursuit, Successor, ValueScale,
};
pub use train::{Curriculum, CurriculumError, CurriculumSettings};
