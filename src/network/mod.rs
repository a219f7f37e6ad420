//! Agents that play by a trained network: its best move, or a search that it guides.

mod agent;
mod backend;
mod greedy;
mod greedy_reverse;
mod inference;
#[cfg(feature = "torch")]
mod libtorch;
mod opinion;
mod play;
mod player;
mod run_weights;
mod twofold;

pub use agent::LearnedAgent;
pub use backend::{Backend, BoardEvaluator, EngineBackend};
pub use greedy::GreedyAgent;
pub use greedy_reverse::GreedyReverseAgent;
pub use inference::Inference;
#[cfg(feature = "torch")]
pub use libtorch::LibtorchBackend;
pub use opinion::{Opinion, Opinions};
pub use play::{GreedyEpisode, play_greedily, take_apart_greedily};
pub use player::{
    NetworkPlayer, ShippedNetwork, encoder, evaluator, knows_way_back, load_or_shipped, player,
    reverse_encoder, reverse_evaluator, shipped, shipped_two_way,
};
pub use run_weights::{RunWeights, RunWeightsError};
