//! Tetris with given pieces against a twin of single cells.

mod features;
mod naive;
mod naive_features;
mod rules;
