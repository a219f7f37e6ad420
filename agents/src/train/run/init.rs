//! Weights that a run starts from.

use std::path::PathBuf;

use thiserror::Error;

use crate::nn::Device;
use crate::nn::{NetSettingsError, Network, NetworkPlan, Trunk, WeightsError};
use crate::store::Model;

/// Why a run cannot start from a model.
#[derive(Debug, Error)]
pub enum InitError {
    /// The weights are of another network than the one that is to start from them.
    #[error(
        "a run cannot start from {}: its network has {found}, but the config asks for {expected}",
        path.display()
    )]
    OtherNetwork {
        /// The checkpoint.
        path: PathBuf,
        /// What its network has.
        found: String,
        /// What the config asks for.
        expected: String,
    },
    /// The card tells of a network that cannot be.
    #[error(transparent)]
    Network(#[from] NetSettingsError),
    /// The weights cannot be read.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// The weights of a model for a network of this plan: the same, or those of a smaller network spread over a larger one;
/// an error names the first difference that no growth explains.
pub fn weights_for(model: &Model, plan: &NetworkPlan, seed: u64) -> Result<Vec<u8>, InitError> {
    let own = model.card().network;
    let grown = own.grown_towards(plan);
    if let Some((found, expected)) = first_difference(&grown, plan) {
        return Err(InitError::OtherNetwork { path: model.path().into(), found, expected });
    }
    if first_difference(&own, plan).is_none() {
        return Ok(model.weights().to_vec());
    }
    let mut network = Network::new(own, Device::Cpu, 0)?;
    network.load_bytes(model.weights())?;
    Ok(network.grown(plan, seed).expect("invariant: it was asked before").to_bytes())
}

/// The first thing in which two networks differ that weights depend on.
fn first_difference(found: &NetworkPlan, expected: &NetworkPlan) -> Option<(String, String)> {
    let describe = |plan: &NetworkPlan| {
        let (settings, shape) = (&plan.settings, &plan.shape);
        let (trunk, seen) = match settings.trunk {
            Trunk::Conv { channels, blocks } => {
                (format!("a convolution of {channels} channels and {blocks} blocks"), String::new())
            }
            Trunk::Mlp { width, blocks } => (
                format!("a perceptron of {width} features and {blocks} blocks"),
                format!("a view of {} rows and {} columns", shape.height, shape.width),
            ),
            Trunk::PerAction { width, layers } => {
                (format!("a perceptron per action of {layers} layers of {width} units"), String::new())
            }
        };
        [
            trunk,
            seen,
            format!("{} distance bins", settings.max_distance + 1),
            format!("{} classes of a value", settings.q_atoms),
            format!("{} units in its heads", settings.head_width),
            format!("{} input planes", shape.planes),
            format!("{} output maps", shape.maps),
            format!("{} hints per action", shape.hints),
            format!("edges that {}", if settings.wraps { "wrap around" } else { "end the board" }),
        ]
    };
    describe(found).into_iter().zip(describe(expected)).find(|(found, expected)| found != expected)
}
