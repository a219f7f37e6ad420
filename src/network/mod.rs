//! Agents that play by a trained network: its best move, or a search that it guides.

mod agent;
mod greedy;
mod greedy_reverse;
mod inference;
mod play;
mod player;

pub use agent::LearnedAgent;
pub use greedy::GreedyAgent;
pub use greedy_reverse::GreedyReverseAgent;
pub use inference::Inference;
pub use play::{GreedyEpisode, play_greedily, take_apart_greedily};
pub use player::{
    NetworkPlayer, evaluator, knows_way_back, load_or_shipped, player, reverse_evaluator, shipped,
};
