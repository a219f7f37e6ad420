//! Tetris with given pieces: what is placed is drawn, where it is placed is chosen.
//!
//! The pieces, the board and the action numbers are those of the crate's root. A [`State`] is a board with the pieces
//! that are known; a placement leads to an [`After`], the board after clearing with what the placement did; then a
//! [`Randomizer`] gives the next piece. [`ClassicRules`] say which placements there are, what they are worth and when
//! a game is over; a [`Preset`] names the rules of a published game.

mod entry;
pub mod features;
mod preset;
mod randomizer;
mod rules;
mod score;
mod state;

pub use entry::PieceEntry;
pub use features::{
    Feature, FeatureError, FeatureSet, FeatureSetError, Linear, Weights, WeightsPreset, WidthError, measured,
};
pub use preset::{Preset, PresetError};
pub use randomizer::{Randomizer, RandomizerError, Supply};
pub use rules::{ClassicRules, RulesError};
pub use score::{ScoreError, Scoring};
pub use state::{After, State};
