//! Tetris with given pieces against a twin of single cells.

mod naive;
mod rules;
