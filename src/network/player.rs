//! A model as a player of reach.

use std::path::Path;

use tetreach_agents::engine::EngineEvaluator;
use tetreach_agents::evaluate::Policy;
use tetreach_agents::nn::{Encoder, Trunk};
use tetreach_agents::store::{Model, ModelError};

use crate::game::{Board, Size};
use crate::reach::{ReachEncoder, ReachTask, ReverseEncoder, TWO_WAY_MAPS};
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

/// The network that comes with the program and also knows the way back; placements it chooses less well than
/// [`shipped()`].
///
/// ```
/// let model = tetreach::network::shipped_two_way()?;
/// assert!(tetreach::network::knows_way_back(&model));
/// # Ok::<(), tetreach_agents::store::ModelError>(())
/// ```
pub fn shipped_two_way() -> Result<Model, ModelError> {
    Model::new(Path::new("inside the program"), shipped::TWO_WAY_CARD, shipped::TWO_WAY_WEIGHTS.to_vec())
}

/// A network that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShippedNetwork {
    /// The one that places pieces: [`shipped()`].
    Placing,
    /// The one that also knows the way back: [`shipped_two_way()`].
    TwoWay,
}

impl ShippedNetwork {
    /// The network.
    pub fn load(self) -> Result<Model, ModelError> {
        match self {
            ShippedNetwork::Placing => shipped(),
            ShippedNetwork::TwoWay => shipped_two_way(),
        }
    }
}

/// What `path` names, or what comes with the program.
pub fn load_or_shipped(path: Option<&Path>) -> Result<Model, ModelError> {
    path.map_or_else(shipped, Model::load)
}

/// How a model is shown boards of a size; `None` if it cannot see them.
pub fn encoder(model: &Model, size: Size) -> Option<ReachEncoder> {
    let plan = model.card().network;
    let encoder =
        ReachEncoder::new(size).with_detours(plan.shape.hints > 0).with_way_back(knows_way_back(model));
    let encoder = match plan.settings.trunk {
        Trunk::Conv { .. } | Trunk::PerAction { .. } => encoder,
        Trunk::Mlp { .. } => encoder.with_rows(plan.shape.height),
    };
    model.engine().accepts(encoder.shape()).then_some(encoder)
}

/// How a model is shown boards that are to be taken apart; `None` if it does not know the way back.
pub fn reverse_encoder(model: &Model, size: Size) -> Option<ReverseEncoder> {
    let encoder = ReverseEncoder::new(size).with_hints(model.card().network.shape.hints);
    (knows_way_back(model) && model.engine().accepts(encoder.shape())).then_some(encoder)
}

/// The network of a model as an evaluator of boards of a size; `None` if it cannot see them.
pub fn evaluator(model: &Model, size: Size) -> Option<EngineEvaluator<ReachEncoder>> {
    Some(answering(model, encoder(model, size)?, size))
}

/// The network of a model as an evaluator of reverse moves on boards of a size; `None` if it does not know the way
/// back.
pub fn reverse_evaluator(model: &Model, size: Size) -> Option<EngineEvaluator<ReverseEncoder>> {
    Some(answering(model, reverse_encoder(model, size)?, size))
}

/// Whether a model learned to take boards apart.
pub fn knows_way_back(model: &Model) -> bool {
    model.card().network.shape.maps == TWO_WAY_MAPS
}

/// An evaluator for which the empty board is what most boards are alike to.
fn answering<E>(model: &Model, encoder: E, size: Size) -> EngineEvaluator<E>
where
    E: Encoder<State = Board, Goal = Board>,
{
    let empty = Board::empty(size);
    EngineEvaluator::new(encoder, model.engine().clone()).with_background(&empty, &empty)
}

/// The player that a model makes on the boards of a task; `None` if it cannot see boards of this size.
pub fn player(model: &Model, task: ReachTask) -> Option<NetworkPlayer> {
    Some(Policy::new(task, evaluator(model, task.settings().size)?, model.card().greedy))
}
