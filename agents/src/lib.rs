//! Environments, replay, learners and tree search that know no Tetris.
//!
//! An environment keeps Gymnasium's contract ([`Env`]); one that pursues a goal ([`GoalEnv`]) has its rules apart from
//! the running episode ([`GoalTask`]), so that replay and learners can ask what would have happened under another
//! goal. Everything random is drawn from a stream that is passed in or seeded, so that a run can be repeated.
//!
//! - [`mod@env`], [`goal`], [`episode`], [`space`], [`mask`]: the contract, its vocabulary, and help in keeping it
//! - [`vector`]: many environments stepped in one call
//! - [`check`]: whether an environment keeps the contract, rule by rule
//! - [`replay`]: whole episodes, hindsight goals, n-step returns, priorities
//! - [`net`], [`evaluator`]: networks, and what searches and actors see of them
//! - [`dqn`]: deep Q-learning with hindsight
//! - [`uct`]: plain Monte Carlo tree search
//! - [`planning`], [`mcts`], [`best_first`]: problems with a known model, and searches with a learned evaluator
//! - [`server`]: one network for many searches at once
//! - [`schedule`], [`curriculum`]: what changes while training goes on
//! - [`toy`]: small problems with known answers
//! - [`whole_file`]: files that are never half written
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
//! replay.ring.begin(0, start.observation, start.desired_goal)?;
//! loop {
//!     let action = info.action_mask.sample(&mut rng).expect("a bit can always be flipped");
//!     let step = env.step(action)?;
//!     replay.ring.push(0, action, step.observation.observation)?;
//!     if step.done() {
//!         assert!(!step.info.is_success);
//!         break;
//!     }
//!     info = step.info;
//! }
//! replay.ring.end(0)?;
//!
//! let mut batch = Minibatch::default();
//! replay.sample(env.task(), 100, &mut rng, &mut batch)?;
//! assert!(batch.rewards.contains(&0.0), "some pretended goal is reached in one step");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod best_first;
pub mod check;
pub mod curriculum;
pub mod device;
pub mod dqn;
pub mod env;
pub mod episode;
pub mod evaluator;
pub mod goal;
pub mod mask;
pub mod mcts;
pub mod mirrored;
pub mod moves;
pub mod net;
pub mod planning;
pub mod replay;
pub mod schedule;
pub mod server;
pub mod space;
pub mod toy;
pub mod uct;
pub mod vector;
pub mod whole_file;

pub use curriculum::{Curriculum, CurriculumError, CurriculumSettings};
pub use env::{Env, EnvError, Info, Start, Step, StepOf};
pub use episode::Episode;
pub use evaluator::{EvaluateError, Evaluations, Evaluator, HashEvaluator, UniformEvaluator};
pub use goal::{GoalEnv, GoalObservation, GoalOf, GoalOptions, GoalSpace, GoalTask, StateOf, Transition};
pub use mask::ActionMask;
pub use mirrored::MirroredEvaluator;
pub use moves::{Candidate, Moves};
pub use planning::{Judgement, Model, Outcome, PlanningProblem, Pursuit, Successor, ValueScale};
pub use schedule::{Schedule, ScheduleError};
pub use space::{Action, BinaryItem, Discrete, MultiBinary, Space, SpaceError};
pub use vector::{Autoreset, Batch, BatchOf, SyncVector, VectorEnv, VectorError};
