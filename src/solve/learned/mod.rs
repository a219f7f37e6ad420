//! Searches that let a trained network judge boards: tree search (`mcts`), and best-first searches (`search`).
//!
//! A node of these agents is a board that the network was asked about; a look at a board without it costs about a
//! thousandth of that and is not counted. All ways that clear equally many lines have equally many pieces, so every
//! search works under a cap on the lines, and what cannot fit under the cap is refuted by proof, not by the network.

mod backward;
mod caps;
mod forward;
mod run;
mod settings;
mod spans;
mod trees;

pub use backward::LearnedBackward;
pub use forward::LearnedForward;
pub use run::{LearnedSearch, solve_with};
pub use settings::{
    LearnedSettingsError, MctsAgentSettings, Method, RefutationTime, SearchAgentSettings, SearchDirection,
};
