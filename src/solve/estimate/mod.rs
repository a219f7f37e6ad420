//! How many lines a board still needs: an estimate that ranks the boards of a search.
//!
//! - [`Estimate`]: eleven hand-made features with fitted weights
//! - [`RowNet`]: a small learned network over each row and what surrounds it, trained by [`RowNetFit`]
//! - [`Appraiser`]: either of them for many boards that differ in their topmost rows only

mod appraiser;
mod fit;
mod hand;
mod memo;
mod row_net;
mod rows;

pub use appraiser::{Appraiser, HandAppraiser, LINE, RowAppraiser};
pub use fit::RowNetFit;
pub(super) use hand::runs;
pub use hand::{Estimate, FEATURES, features};
pub use memo::RowMemo;
pub use row_net::{LANES, PatternLanes, RowNet, RowNetError};
pub use rows::{RowKey, row_keys};

use crate::game::Board;

/// An estimate of the lines still needed to build a board from the empty one.
pub trait LinesAhead: Sync + std::fmt::Debug {
    /// The lines still needed: none for the empty board, as many for a board as for its mirror image.
    fn lines(&self, board: &Board) -> f32;
}

/// Which estimate ranks the boards of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EstimateKind {
    /// Hand-made features with fitted weights.
    Hand,
    /// The learned network where it knows the width of the board, otherwise the hand-made features.
    #[default]
    Learned,
}

impl EstimateKind {
    /// The estimate for boards of this width.
    pub fn for_width(self, width: u8) -> &'static dyn LinesAhead {
        match self {
            EstimateKind::Learned if RowNet::covers(width) => RowNet::standard(),
            _ => &Estimate::FITTED,
        }
    }

    /// The same for many boards at a time.
    pub fn appraiser(self, width: u8) -> Box<dyn Appraiser> {
        match self {
            EstimateKind::Learned if RowNet::covers(width) => Box::new(RowAppraiser::new(RowNet::standard())),
            _ => Box::new(HandAppraiser::default()),
        }
    }
}
