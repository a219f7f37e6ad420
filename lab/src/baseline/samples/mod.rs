//! Boards with the number of steps between them and the target, as the thesis makes them.
//!
//! A sample depends on the recipe, its seed and its own number alone, so that a set can be made in parts.

mod balance;
mod folder;
mod generator;
mod histogram;
mod raw_reverse;
mod recipe;
mod set;
mod split;
mod store;

pub use balance::balanced;
pub use folder::{SamplesFolderError, read_folder, sample_file_name, write_folder};
pub use generator::{BoardSample, make_sample};
pub use histogram::ScoreHistogram;
pub use recipe::{DatasetName, Recipe, RecipeError};
pub use set::{BackSteps, SampleSet, StepLegality, legality};
pub use split::TrainTestSplit;
pub use store::{StoreError, load_set, save_set};
