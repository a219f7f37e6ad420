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
pub use environment::{Env, EnvError, Info, InfoOf, Start, Step, StepOf};
pub use episode::Episode;
pub use game::Game;
pub use game_task::GameTask;
pub use goal::{
    GoalEnv, GoalInfo, GoalObservation, GoalOf, GoalOptions, GoalSpace, GoalTask, StateOf, Transition,
};
pub use goal_vector::{GoalVectorEnv, RunningEpisode};
pub use mask::ActionMask;
pub use model::Model;
pub use model_vector::ModelVector;
pub use outcome::Outcome;
pub use player::Player;
pub use space::{BinaryItem, Discrete, MultiBinary, Space, SpaceError};
pub use symmetry::Symmetry;
pub use vector::{Autoreset, Batch, BatchOf, SyncVector, VectorEnv, VectorError};
