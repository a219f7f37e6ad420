//! Environments, replay, learners and tree search that know no Tetris.

pub mod env;
pub mod goal;
pub mod mask;
pub mod space;

pub use env::{Env, EnvError, Info, Start, Step, StepOf};
pub use goal::{GoalEnv, GoalObservation, GoalOf, GoalSpace, GoalTask, StateOf, Transition};
pub use mask::ActionMask;
pub use space::{Action, BinaryItem, Discrete, MultiBinary, Space};
