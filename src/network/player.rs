//! A model as a player of reach.

use std::path::Path;

use tetreach_agents::engine::EngineEvaluator;
use tetreach_agents::evaluate::Policy;
use tetreach_agents::nn::Trunk;
use tetreach_agents::store::{Model, ModelError};

use crate::game::{Board, Size};
use crate::reach::{ReachEncoder, ReachTask};
use crate::shipped;

/// A network that plays on boards of one size.
pub type NetworkPlayer = Policy<ReachTask, EngineEvaluator<ReachEncoder>>;

/// The network that comes with the program.
///
/// ```
/// let model = tetreach::network::shipped()?;
/// assert!(model.card().step > 0);
/// # Ok::<(), tetreach_agents::store::ModelError>(())
/// ```
pub fn shipped() -> Result<Model, ModelError> {
    Model::new(Path::new("inside the program"), shipped::CARD, shipped::WEIGHTS.to_vec())
}

/// What `path` names, or what comes with the program.
pub fn load_or_shipped(path: Option<&Path>) -> Result<Model, ModelError> {
    path.map_or_else(shipped, Model::load)
}

/// The network of a model as an evaluator of boards of a size; `None` if it cannot see them.
pub fn evaluator(model: &Model, size: Size) -> Option<EngineEvaluator<ReachEncoder>> {
    let plan = model.card().network;
    let encoder = ReachEncoder::new(size).with_detours(plan.shape.hints > 0);
    let encoder = match plan.settings.trunk {
        Trunk::Conv { .. } => encoder,
        Trunk::Mlp { .. } => encoder.with_rows(plan.shape.height),
    };
    if !model.engine().accepts(tetreach_agents::nn::Encoder::shape(&encoder)) {
        return None;
    }
    let empty = Board::empty(size);
    Some(EngineEvaluator::new(encoder, model.engine().clone()).with_background(&empty, &empty))
}

/// The player that a model makes on the boards of a task; `None` if it cannot see boards of this size.
pub fn player(model: &Model, task: ReachTask) -> Option<NetworkPlayer> {
    Some(Policy::new(task, evaluator(model, task.settings().size)?, model.card().greedy))
}
