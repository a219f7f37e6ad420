//! The features that follow from the heights of the columns alone.

use super::feature::Feature;

/// The feature of a board with these column heights, `None` if it needs more than them.
#[inline]
pub(super) fn surface(feature: Feature, heights: &[u8]) -> Option<f64> {
    let height = |column: usize| i32::from(heights[column]);
    let steps = || heights.windows(2).map(|pair| i32::from(pair[1]) - i32::from(pair[0]));
    let whole = match feature {
        Feature::ColumnHeight(column) => height(usize::from(column)),
        Feature::HeightDifference(column) => {
            (height(usize::from(column)) - height(usize::from(column) + 1)).abs()
        }
        Feature::Constant => 1,
        Feature::Bumpiness => steps().map(i32::abs).sum(),
        Feature::HeightSum => sum(heights),
        Feature::AltitudeDifference => {
            let lowest = heights.iter().min().copied().unwrap_or(0);
            i32::from(heights.iter().max().copied().unwrap_or(0) - lowest)
        }
        Feature::MaximumWellDepth => wells(heights).max().unwrap_or(0),
        Feature::SumOfWells => wells(heights).sum(),
        Feature::AverageHeight => {
            let lowest = heights.iter().min().copied().unwrap_or(0);
            let others = heights.len() as f64 - 1.0;
            return Some(16.0 - f64::from(sum(heights) - i32::from(lowest)) / others);
        }
        _ => return None,
    };
    Some(f64::from(whole))
}

fn sum(heights: &[u8]) -> i32 {
    heights.iter().map(|height| i32::from(*height)).sum()
}

/// How far each column lies below the lower of its neighbours.
fn wells(heights: &[u8]) -> impl Iterator<Item = i32> + '_ {
    let neighbour = |column: Option<usize>| {
        column.and_then(|column| heights.get(column)).map_or(i32::MAX, |height| i32::from(*height))
    };
    heights.iter().enumerate().map(move |(column, height)| {
        let lower = neighbour(column.checked_sub(1)).min(neighbour(Some(column + 1)));
        (lower - i32::from(*height)).max(0)
    })
}
