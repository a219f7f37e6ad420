//! Environments, replay, learners and tree search that know no Tetris.

#[cfg(feature = "torch")]
pub mod device;
