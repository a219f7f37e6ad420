//! What needs libtorch: networks, the optimizer, learners and the trainer.

mod adam;
mod afterstates;
mod dqn;
mod engine;
mod net;
mod train;
