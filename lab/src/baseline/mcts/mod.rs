//! Monte Carlo tree search that asks a regressor how good the ends of random games are: the thesis' Algorithms 1 to 4.

mod export;
mod playout;
mod search;
mod selection;
mod settings;
mod tree;

pub use export::{TreeCut, dot, tree_svg};
pub use search::{Mcts, SearchEnd};
pub use settings::{PlayoutScore, SettingsError, ThesisMctsSettings};
pub use tree::{SearchTree, ThesisNodeId, TreeNode};
