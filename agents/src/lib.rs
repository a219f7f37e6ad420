//! Environments, replay, learners and tree search that know no Tetris.

pub mod check;
pub mod env;
pub mod episode;
pub mod goal;
pub mod mask;
pub mod space;
pub mod toy;
pub mod vector;

pub use env::{Env, EnvError, Info, Start, Step, StepOf};
pub use episode::Episode;
pub use goal::{GoalEnv, GoalObservation, GoalOf, GoalOptions, GoalSpace, GoalTask, StateOf, Transition};
pub use mask::ActionMask;
pub use space::{Action, BinaryItem, Discrete, MultiBinary, Space};
pub use vector::{Autoreset, Batch, BatchOf, SyncVector, VectorEnv, VectorError};
