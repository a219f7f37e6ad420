//! Why reach cannot be trained as the config asks for.

use tetreach_agents::train::TrainError;
use thiserror::Error;

use crate::game::Size;

/// What is wrong with the targets of a training.
#[derive(Debug, Error)]
pub enum ReachTrainError {
    /// The generators of the config make no targets of the train split.
    #[error(
        "the generators in `goals` draw no targets on this board: choose easier numbers or a larger board"
    )]
    NoGoals,
    /// The solver of demonstrations is not up to its targets.
    #[error(
        "`{solver}` solved none of {targets} targets drawn by `goals.pixels` within {nodes} nodes each: raise \
         `replay.solver_nodes`, or choose another `replay.solver` or fewer rows"
    )]
    Unsolved {
        /// The solver.
        solver: String,
        /// The targets that it tried.
        targets: u32,
        /// The nodes that it had for each.
        nodes: u64,
    },
    /// Boards of all distances are asked for where these are not known.
    #[error(
        "no table of exact distances can be had for boards of {size}, which `replay.solved_evenly` needs: choose a \
         smaller board or leave it out"
    )]
    NoOracle {
        /// The board.
        size: Size,
    },
}

impl From<ReachTrainError> for TrainError {
    fn from(error: ReachTrainError) -> Self {
        TrainError::other(error)
    }
}
