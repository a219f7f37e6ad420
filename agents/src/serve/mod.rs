//! One network for many searches at once.
//!
//! An evaluator belongs to one thread, its owner. Searches ask through [`Client`]s, which are evaluators themselves;
//! owners put the questions of several clients into one batch, and answers are kept in a [`Cache`] that all clients
//! share. Of a question and its mirror image only one is ever judged, so that the other costs nothing.

mod cache;
mod client;
mod numbers;
mod owner;

pub use cache::Cache;
pub use client::Client;
pub use numbers::ServerNumbers;
pub use owner::{Server, ServerSettings};

/// A symmetry of questions that can be sent between threads.
pub type SharedSymmetry<S, G> = std::sync::Arc<dyn crate::env::Symmetry<State = S, Goal = G> + Send + Sync>;
