//! Why training ended early or did not begin.

use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

use super::CurriculumError;
use super::remote::RemoteError;
use crate::env::VectorError;
use crate::evaluate::{ActError, EvaluateError};
use crate::record::RecordError;
use crate::replay::ReplayError;
use crate::search::mcts::MctsError;
use crate::store::checkpoint::CheckpointError;
use crate::store::run_dir::RunDirError;

/// What can end a training.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "each names the error that it carries on")]
pub enum TrainError {
    /// An error of the game, or of what computes its networks.
    #[error(transparent)]
    Other(#[from] Box<dyn std::error::Error + Send + Sync>),
    #[error("this game has no demonstrations: set `replay.demonstrations` to 0")]
    NoDemonstrations,
    #[error("this game cannot be learned by `learner.algorithm = \"{0}\"`: choose another one")]
    NoSuchAlgorithm(&'static str),
    /// A thread of the run ended in a way that should not be.
    #[error("{who} failed inside: {message}; please report this")]
    Panicked { who: &'static str, message: String },
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
    #[error(transparent)]
    Curriculum(#[from] CurriculumError),
    #[error(transparent)]
    Environment(#[from] VectorError),
    #[error(transparent)]
    Act(#[from] ActError),
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    #[error(transparent)]
    Search(#[from] MctsError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Folder(#[from] RunDirError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Remote(#[from] RemoteError),
}

impl TrainError {
    /// An error of the game, or of what it runs on.
    pub fn other(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        TrainError::Other(Box::new(error))
    }
}

/// Runs `work`; a panic becomes an error that names `who` panicked, so that no other thread waits in vain.
pub(super) fn catch_panic<T>(
    who: &'static str,
    work: impl FnOnce() -> Result<T, TrainError>,
) -> Result<T, TrainError> {
    // What the work left behind is not looked at again: the error ends the run.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().map(|message| (*message).to_owned());
        let message = message.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(TrainError::Panicked { who, message })
    })
}
