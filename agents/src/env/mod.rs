//! Gymnasium's contract for environments, its vocabulary, and help in keeping it.

mod action;
mod action_list;
mod action_set;
mod afterstate;
pub mod check;
mod environment;
mod episode;
mod game;
mod game_task;
mod goal;
mod goal_vector;
mod goalless;
mod mask;
mod model;
mod model_vector;
mod outcome;
mod player;
mod space;
mod symmetry;
pub mod vector;

pub use action::Action;
pub use action_list::ActionList;
pub use action_set::ActionSet;
pub use afterstate::AfterstateTask;
pub use environment::{Env, EnvError, EpisodeStart, Info, InfoOf, Step, StepOf};
pub use episode::Episode;
pub use game::Game;
pub use game_task::GameTask;
pub use goal::{
    EnvGoal, EnvState, GoalEnv, GoalInfo, GoalObservation, GoalOptions, GoalSpace, GoalTask, Transition,
};
pub use goal_vector::{GoalVectorEnv, RunningEpisode};
pub use goalless::{GoallessEnv, GoallessTask};
pub use mask::ActionMask;
pub use model::TaskModel;
pub use model_vector::ModelVector;
pub use outcome::Outcome;
pub use player::Player;
pub use space::{BinaryItem, Discrete, MultiBinary, NoGoal, Space, SpaceError};
pub use symmetry::{Symmetries, Symmetry};
pub use vector::{Autoreset, Batch, BatchOf, SyncVector, VectorEnv, VectorError};
