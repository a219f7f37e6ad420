//! Features by name.

use std::fmt;
use std::str::FromStr;

/// A number that says something about a placement and the board that it leaves.
///
/// ```
/// use tetreach_games::classic::Feature;
///
/// let feature: Feature = "height-difference-3".parse()?;
/// assert_eq!(feature, Feature::HeightDifference(2));
/// assert_eq!(feature.sentence(), "The difference in height between a column and the next one to its right.");
/// # Ok::<(), tetreach_games::classic::FeatureError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// See [`Feature::sentence`], as for all of them.
    PileHeight,
    /// Boehm, Dellacherie and most others.
    Holes,
    /// Boehm.
    RemovedLines,
    /// Boehm.
    AltitudeDifference,
    /// Boehm.
    MaximumWellDepth,
    /// Boehm.
    SumOfWells,
    /// Boehm.
    WeightedBlocks,
    /// Boehm and Dellacherie.
    RowTransitions,
    /// Boehm and Dellacherie.
    ColumnTransitions,
    /// Dellacherie.
    LandingHeight,
    /// Dellacherie.
    ErodedCells,
    /// Dellacherie.
    CumulativeWells,
    /// Thiery and Scherrer.
    HoleDepth,
    /// Thiery and Scherrer.
    RowsWithHoles,
    /// Gabillon et al.
    Diversity,
    /// Bertsekas; columns count from 0 here and from 1 in names.
    ColumnHeight(u8),
    /// Bertsekas; between this column and the next, counted in the same way.
    HeightDifference(u8),
    /// Bertsekas.
    Constant,
    /// AlphaTetris and nuno-faria.
    Bumpiness,
    /// nuno-faria.
    HeightSum,
    /// AlphaTetris.
    AverageHeight,
    /// AlphaTetris.
    HoleGroups,
    /// AlphaTetris.
    CoveredDepth,
    /// Sir Tet.
    SirTetHoles,
    /// Sir Tet.
    SirTetLandingHeight,
    /// Sir Tet.
    SirTetRowTransitions,
    /// Sir Tet.
    SirTetColumnTransitions,
    /// Sir Tet.
    SirTetWells,
}

/// The features without a column, with name and sentence.
const NAMED: [(Feature, &str, &str); 26] = [
    (Feature::PileHeight, "pile-height", "The number of rows up to the highest filled cell."),
    (Feature::Holes, "holes", "The number of empty cells with a filled cell somewhere above them."),
    (Feature::RemovedLines, "removed-lines", "The number of lines that the placement cleared."),
    (
        Feature::AltitudeDifference,
        "altitude-difference",
        "The difference in height between the highest and the lowest column.",
    ),
    (
        Feature::MaximumWellDepth,
        "maximum-well-depth",
        "How far the deepest column lies below the lower of its neighbours; walls are as high as can be.",
    ),
    (
        Feature::SumOfWells,
        "sum-of-wells",
        "How far columns lie below the lower of their neighbours, summed up.",
    ),
    (
        Feature::WeightedBlocks,
        "weighted-blocks",
        "The filled cells, each counted as often as its row from 1 up.",
    ),
    (
        Feature::RowTransitions,
        "row-transitions",
        "Neighbours in a row of which one is filled; the walls are filled, so that an empty row has two.",
    ),
    (
        Feature::ColumnTransitions,
        "column-transitions",
        "Neighbours in a column of which one is filled; the floor is filled, so that an empty column has one.",
    ),
    (
        Feature::LandingHeight,
        "landing-height",
        "The row, from 0 up, of the middle of the placed piece before clearing.",
    ),
    (
        Feature::ErodedCells,
        "eroded-cells",
        "The lines that the placement cleared times the cells of the placed piece that vanished with them.",
    ),
    (
        Feature::CumulativeWells,
        "cumulative-wells",
        "For each empty cell between two filled ones in its row, it and the empty cells right below it, summed up.",
    ),
    (Feature::HoleDepth, "hole-depth", "The number of filled cells in unbroken columns right above holes."),
    (Feature::RowsWithHoles, "rows-with-holes", "The number of rows with at least one hole."),
    (
        Feature::Diversity,
        "diversity",
        "How many of the steps -2, -1, 0, 1 and 2 occur between neighbouring columns.",
    ),
    (Feature::Constant, "constant", "Always 1."),
    (Feature::Bumpiness, "bumpiness", "The differences in height between neighbouring columns, summed up."),
    (Feature::HeightSum, "height-sum", "The heights of all columns, summed up."),
    (
        Feature::AverageHeight,
        "average-height",
        "16 less the mean height of all columns but the lowest: it falls as the stack grows.",
    ),
    (Feature::HoleGroups, "hole-groups", "The number of groups of holes that touch side by side."),
    (
        Feature::CoveredDepth,
        "covered-depth",
        "For each hole the number of cells between it and the top of its column, filled or not, summed up.",
    ),
    (
        Feature::SirTetHoles,
        "sir-tet-holes",
        "The number of holes divided by 200, which makes it count for nothing.",
    ),
    (
        Feature::SirTetLandingHeight,
        "sir-tet-landing-height",
        "The row, from 0 up, of the lowest cell of the placed piece before clearing.",
    ),
    (
        Feature::SirTetRowTransitions,
        "sir-tet-row-transitions",
        "Neighbours in a row of which one is filled, without the walls.",
    ),
    (
        Feature::SirTetColumnTransitions,
        "sir-tet-column-transitions",
        "Neighbours in a column of which one is filled, without the floor.",
    ),
    (
        Feature::SirTetWells,
        "sir-tet-wells",
        "For each unbroken column of empty cells between two filled ones 1 + 2 + ... up to its depth, summed up.",
    ),
];

const COLUMN_HEIGHT: &str = "column-height-";
const HEIGHT_DIFFERENCE: &str = "height-difference-";

impl Feature {
    /// All features of a board with this many columns.
    pub fn all(width: u8) -> impl Iterator<Item = Feature> {
        NAMED
            .into_iter()
            .map(|(feature, ..)| feature)
            .chain((0..width).map(Feature::ColumnHeight))
            .chain((1..width).map(|column| Feature::HeightDifference(column - 1)))
    }

    /// What it is, in one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Feature::ColumnHeight(_) => "The height of one column.",
            Feature::HeightDifference(_) => {
                "The difference in height between a column and the next one to its right."
            }
            _ => NAMED.iter().find(|named| named.0 == self).expect("invariant: all others are listed").2,
        }
    }

    /// Whether a board with this many columns has it.
    pub fn exists_on(self, width: u8) -> bool {
        match self {
            Feature::ColumnHeight(column) => column < width,
            Feature::HeightDifference(column) => column + 1 < width,
            _ => true,
        }
    }
}

/// A text that names no feature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no feature is called `{text}`: `{nearest}` is nearest")]
pub struct FeatureError {
    text: String,
    nearest: String,
}

impl FromStr for Feature {
    type Err = FeatureError;

    fn from_str(text: &str) -> Result<Self, FeatureError> {
        let column = |prefix| {
            let number: u8 = text.strip_prefix(prefix)?.parse().ok()?;
            (1..=16).contains(&number).then(|| number - 1)
        };
        column(COLUMN_HEIGHT)
            .map(Feature::ColumnHeight)
            .or_else(|| column(HEIGHT_DIFFERENCE).map(Feature::HeightDifference))
            .or_else(|| NAMED.iter().find(|named| named.1 == text).map(|named| named.0))
            .ok_or_else(|| {
                let names = Feature::all(10).map(|feature| feature.to_string());
                let nearest = names.min_by_key(|name| edits(name, text)).unwrap_or_default();
                FeatureError { text: text.to_owned(), nearest }
            })
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Feature::ColumnHeight(column) => write!(f, "{COLUMN_HEIGHT}{}", column + 1),
            Feature::HeightDifference(column) => write!(f, "{HEIGHT_DIFFERENCE}{}", column + 1),
            _ => {
                let named = NAMED.iter().find(|named| named.0 == *self);
                f.write_str(named.expect("invariant: all others are listed").1)
            }
        }
    }
}

/// How many letters must be put in, left out or changed to make one text of the other (Levenshtein).
fn edits(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.chars().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_lead_back() {
        let all: Vec<_> = Feature::all(16).collect();
        assert_eq!(all.len(), NAMED.len() + 16 + 15);
        for feature in &all {
            assert_eq!(feature.to_string().parse(), Ok(*feature));
            assert!(feature.sentence().ends_with('.') && feature.exists_on(16));
        }
        assert!(!Feature::ColumnHeight(10).exists_on(10) && !Feature::HeightDifference(9).exists_on(10));
    }

    #[test]
    fn a_wrong_name_gets_the_nearest() {
        for (text, nearest) in [("hole", "holes"), ("landing_height", "landing-height"), ("wels", "holes")] {
            let error = text.parse::<Feature>().unwrap_err();
            assert_eq!(error.to_string(), format!("no feature is called `{text}`: `{nearest}` is nearest"));
        }
        assert!(
            "column-height-0".parse::<Feature>().is_err() && "column-height-17".parse::<Feature>().is_err()
        );
        assert_eq!((edits("abc", "abc"), edits("kitten", "sitting"), edits("", "ab")), (0, 3, 2));
    }
}
