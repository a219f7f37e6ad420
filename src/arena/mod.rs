//! Statistics of games between players, whatever the game.

mod rating;
mod score;
mod sprt;

pub use rating::{Rating, ratings};
pub use score::Score;
pub use sprt::{Sprt, SprtError, SprtVerdict};
