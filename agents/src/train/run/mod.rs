//! Runs on libtorch, from a config to the best checkpoint.

mod builder;
mod evaluator;
mod init;
mod learner_loop;
mod outbox;
mod preparation_pool;
pub mod recorder;
mod replay_learner;
mod saved_state;
mod shared_network;
mod trainer;

pub use init::InitError;
pub use trainer::Trainer;
