//! Guideline Tetris against a naive twin, public counts and named setups.

mod boards;
mod moves;
mod naive;
mod perft;
mod setups;
