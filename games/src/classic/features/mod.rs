//! Numbers that say something about placements, and players that weigh them.
//!
//! - [`Feature`]: one number by name; [`FeatureSet`]: those of a publication
//! - [`Weights`], [`WeightsPreset`]: weights of features, published ones by name
//! - [`Linear`]: the placement with the highest weighted sum; [`measured`]: the numbers themselves

mod counts;
mod feature;
mod lanes;
mod linear;
mod profile;
mod set;
mod surface;
mod weights;
mod whole;

pub use feature::{Feature, FeatureError};
pub use linear::{Linear, measured};
pub use set::{FeatureSet, FeatureSetError};
pub use weights::{Weights, WeightsPreset, WidthError};
