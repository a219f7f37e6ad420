//! What computes the answers of networks.

use std::fmt::Debug;
use std::thread;

use tetreach_agents::Evaluator;
use tetreach_agents::serve::ServerSettings;
use tetreach_agents::store::Model;

use super::player::{evaluator, reverse_evaluator};
use crate::game::{Board, Size};
use crate::reach::Direction;

/// A network that judges boards of one size, whatever computes it.
pub type BoardEvaluator = Box<dyn Evaluator<State = Board, Goal = Board> + Send>;

/// Where networks run.
pub trait Backend: Debug + Send + Sync {
    /// One evaluator of boards of a size, of placements or of reverse moves; `None` if the model cannot see them, or
    /// does not know the way back.
    fn evaluator(&self, model: &Model, size: Size, direction: Direction) -> Option<BoardEvaluator>;

    /// How many evaluators work side by side.
    fn evaluators(&self) -> usize;

    /// How the questions of several searches are put together.
    fn server(&self) -> ServerSettings;
}

/// The processor, without libtorch: one network per core, which answers one question as fast as many at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineBackend;

impl Backend for EngineBackend {
    fn evaluator(&self, model: &Model, size: Size, direction: Direction) -> Option<BoardEvaluator> {
        Some(match direction {
            Direction::Forward => Box::new(evaluator(model, size)?),
            Direction::Backward => Box::new(reverse_evaluator(model, size)?),
        })
    }

    fn evaluators(&self) -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }

    fn server(&self) -> ServerSettings {
        ServerSettings { batch: 16, ..ServerSettings::default() }
    }
}
