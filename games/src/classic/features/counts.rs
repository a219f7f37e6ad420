//! The features that follow from a board and a placement by counting a few columns.

use super::feature::Feature;

/// The number of features that are kept up to date instead of counted again.
pub(super) const COUNTED: usize = 12;

/// Numbers of one board, in the order of [`FEATURES`]; the landing height is doubled, so that all are whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts(pub [i32; COUNTED]);

/// Which number is which.
const FEATURES: [Feature; COUNTED] = [
    Feature::LandingHeight,
    Feature::ErodedCells,
    Feature::RowTransitions,
    Feature::ColumnTransitions,
    Feature::Holes,
    Feature::CumulativeWells,
    Feature::HoleDepth,
    Feature::RowsWithHoles,
    Feature::PileHeight,
    Feature::RemovedLines,
    Feature::WeightedBlocks,
    Feature::Diversity,
];

pub(super) const LANDING: usize = 0;
pub(super) const ERODED: usize = 1;
pub(super) const ROW_TRANSITIONS: usize = 2;
pub(super) const COLUMN_TRANSITIONS: usize = 3;
pub(super) const HOLES: usize = 4;
pub(super) const WELLS: usize = 5;
pub(super) const HOLE_DEPTH: usize = 6;
pub(super) const ROWS_WITH_HOLES: usize = 7;
pub(super) const PILE_HEIGHT: usize = 8;
pub(super) const LINES: usize = 9;
pub(super) const WEIGHTED: usize = 10;
pub(super) const DIVERSITY: usize = 11;

/// The place of a feature among the counts, and what its number must be multiplied by.
pub(super) fn place(feature: Feature) -> Option<(usize, f64)> {
    let at = FEATURES.iter().position(|counted| *counted == feature)?;
    Some((at, if at == LANDING { 0.5 } else { 1.0 }))
}

impl Counts {
    /// The numbers times their weights, summed up.
    pub fn weighted(&self, weights: &[f64; COUNTED]) -> f64 {
        // In order and without those of no weight, so that the sum is the same to the last bit however it is made.
        let pairs = weights.iter().zip(&self.0).filter(|(weight, _)| **weight != 0.0);
        pairs.fold(0.0, |sum, (weight, count)| sum + weight * f64::from(*count))
    }
}
