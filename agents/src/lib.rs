//! Environments, replay, learners and tree search that know no Tetris.

pub mod check;
pub mod curriculum;
pub mod env;
pub mod episode;
pub mod goal;
pub mod mask;
pub mod replay;
pub mod schedule;
pub mod space;
pub mod toy;
pub mod vector;

pub use curriculum::{Curriculum, CurriculumError, CurriculumSettings};
pub use env::{Env, EnvError, Info, Start, Step, StepOf};
pub use episode::Episode;
pub use goal::{GoalEnv, GoalObservation, GoalOf, GoalOptions, GoalSpace, GoalTask, StateOf, Transition};
pub use mask::ActionMask;
pub use schedule::{Schedule, ScheduleError};
pub use space::{Action, BinaryItem, Discrete, MultiBinary, Space, SpaceError};
pub use vector::{Autoreset, Batch, BatchOf, SyncVector, VectorEnv, VectorError};
