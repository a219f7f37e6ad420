//! Why training ended early or did not begin.

use tetreach_agents::evaluate::ActError;
use tetreach_agents::replay::ReplayError;
use tetreach_agents::{CurriculumError, VectorError};
use thiserror::Error;

use crate::game::{Size, SizeError};
use crate::reach::LoadError;
use tetreach_agents::record::RecordError;
use tetreach_agents::store::checkpoint::CheckpointError;
use tetreach_agents::store::run_dir::RunDirError;

/// What can end a training.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "each names the error that it carries on")]
pub enum TrainError {
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
    Unsolved { solver: String, targets: u32, nodes: u64 },
    #[error(
        "no table of exact distances can be had for boards of {size}, which `replay.solved_evenly` needs: choose a smaller board \
         or leave it out"
    )]
    NoOracle { size: Size },
    /// A thread of the run ended in a way that should not be.
    #[error("{who} failed inside: {message}; please report this")]
    Panicked { who: &'static str, message: String },
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
    #[error(transparent)]
    Size(#[from] SizeError),
    #[error(transparent)]
    Suite(#[from] LoadError),
    #[error(transparent)]
    Agent(#[from] crate::registry::AgentError),
    #[error(transparent)]
    Curriculum(#[from] CurriculumError),
    #[error(transparent)]
    Environment(#[from] VectorError),
    #[error(transparent)]
    Act(#[from] ActError),
    #[error(transparent)]
    Evaluate(#[from] tetreach_agents::EvaluateError),
    #[error(transparent)]
    Search(#[from] tetreach_agents::search::mcts::MctsError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Folder(#[from] RunDirError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Learn(#[from] tetreach_agents::learn::LearnError),
    #[error(transparent)]
    Weights(#[from] tetreach_agents::nn::WeightsError),
    #[error(transparent)]
    Model(#[from] crate::network::ModelError),
    #[error(transparent)]
    Device(#[from] tetreach_agents::nn::device::DeviceError),
}
