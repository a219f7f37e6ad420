//! The task as an environment: a board to start from, a board to reach, placements as actions.

mod board_space;
mod check;
mod distance;
mod encode;
mod env;
mod goal_source;
mod landing;
mod mirror;
mod options;
mod render;
mod reverse_env;
mod reverse_moves;
mod reward;
mod step_arrays;
mod step_limit;
mod task;
mod vector;
mod vector_check;

pub use board_space::BoardSpace;
pub use check::{EnvKind, UnknownEnv, check};
pub use distance::{differing_cells, fewest_pieces};
pub use encode::{
    PLANES, Plane, PlaneValue, encode, encode_batch, encode_landings, encode_landings_batch, plane_count,
};
pub use env::{ReachEnv, ReachObservation};
pub use goal_source::{Ends, GoalSource, RandomWalk, SharedSource};
pub use landing::{has_legal_action, legal_mask, resting_rows};
pub use mirror::{mirror_by_action, mirror_mask, mirror_planes, mirrored_actions};
pub use options::{ReachOptions, ReachSettings};
pub use render::ansi;
pub use reverse_env::{ReverseEnv, ReverseTask, Undone};
pub use reverse_moves::ReverseMoves;
pub use reward::{Reward, RewardKind, UnknownReward};
pub use step_arrays::StepArrays;
pub use step_limit::StepLimit;
pub use task::ReachTask;
pub use vector::VectorReachEnv;
