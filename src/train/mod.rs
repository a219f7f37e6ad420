//! Threads and files around the agents.

pub mod checkpoint;
pub mod run_folder;
