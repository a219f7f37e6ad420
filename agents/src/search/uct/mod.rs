//! Plain UCT: Monte Carlo tree search with random play and nothing learned (Kocsis and Szepesvári 2006).

mod problem;
mod search;
mod settings;
mod tree;

pub use problem::SearchProblem;
pub use search::Uct;
pub use settings::{FinalMove, Selection, UctError, UctSettings};
pub use tree::{EdgeView, UctTree};
