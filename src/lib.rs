//! Gamestate reachability in Tetris: find placements that lead from the empty board to exactly a target board.

pub mod cli;
pub mod config;
pub mod eval;
pub mod game;
pub mod picture;
pub mod reach;
pub mod record;
pub mod solve;
pub mod train;
