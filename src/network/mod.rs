//! Agents that play by a trained network: its best move, or a search that it guides.

mod agent;
mod greedy;
mod inference;
mod play;
mod player;

pub use agent::LearnedAgent;
pub use greedy::GreedyAgent;
pub use inference::Inference;
pub use play::{GreedyEpisode, play_greedily};
pub use player::{NetworkPlayer, evaluator, load_or_shipped, player, shipped};
