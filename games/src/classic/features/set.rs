//! Sets of features that publications use together.

use super::feature::Feature;

/// The features of one publication.
///
/// ```
/// use tetreach_games::classic::FeatureSet;
///
/// assert_eq!(FeatureSet::ALL.map(|set| set.features(10).len()), [9, 6, 8, 9, 22, 4, 6, 4]);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = FeatureSetError, parse_err_fn = FeatureSetError::new)]
pub enum FeatureSet {
    /// Boehm, Kokai and Mandl 2005, which Alarfaj uses.
    Boehm,
    /// Dellacherie 2003.
    Dellacherie,
    /// Thiery and Scherrer 2009.
    Bcts,
    /// Gabillon, Ghavamzadeh and Scherrer 2013.
    Dt,
    /// Bertsekas and Tsitsiklis 1996.
    Bertsekas,
    /// Wong, Do and Lee 2018.
    #[strum(serialize = "alphatetris")]
    AlphaTetris,
    /// Sir Tet 2022: Dellacherie's with faults.
    SirTet,
    /// nuno-faria.
    Nuno,
}

/// Dellacherie's and what Thiery and Scherrer, then Gabillon et al. added to them.
const DT: [Feature; 9] = [
    Feature::LandingHeight,
    Feature::ErodedCells,
    Feature::RowTransitions,
    Feature::ColumnTransitions,
    Feature::Holes,
    Feature::CumulativeWells,
    Feature::HoleDepth,
    Feature::RowsWithHoles,
    Feature::Diversity,
];

impl FeatureSet {
    /// All of them.
    pub const ALL: [FeatureSet; 8] = [
        FeatureSet::Boehm,
        FeatureSet::Dellacherie,
        FeatureSet::Bcts,
        FeatureSet::Dt,
        FeatureSet::Bertsekas,
        FeatureSet::AlphaTetris,
        FeatureSet::SirTet,
        FeatureSet::Nuno,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its features on a board with this many columns, in the order of the publication.
    pub fn features(self, width: u8) -> Vec<Feature> {
        match self {
            FeatureSet::Boehm => vec![
                Feature::PileHeight,
                Feature::Holes,
                Feature::RemovedLines,
                Feature::AltitudeDifference,
                Feature::MaximumWellDepth,
                Feature::SumOfWells,
                Feature::WeightedBlocks,
                Feature::RowTransitions,
                Feature::ColumnTransitions,
            ],
            FeatureSet::Dellacherie => DT[..6].to_vec(),
            FeatureSet::Bcts => DT[..8].to_vec(),
            FeatureSet::Dt => DT.to_vec(),
            FeatureSet::Bertsekas => (0..width)
                .map(Feature::ColumnHeight)
                .chain((1..width).map(|column| Feature::HeightDifference(column - 1)))
                .chain([Feature::PileHeight, Feature::Holes, Feature::Constant])
                .collect(),
            FeatureSet::AlphaTetris => {
                vec![Feature::AverageHeight, Feature::Bumpiness, Feature::HoleGroups, Feature::CoveredDepth]
            }
            FeatureSet::SirTet => vec![
                Feature::ErodedCells,
                Feature::SirTetColumnTransitions,
                Feature::SirTetRowTransitions,
                Feature::SirTetLandingHeight,
                Feature::SirTetWells,
                Feature::SirTetHoles,
            ],
            FeatureSet::Nuno => {
                vec![Feature::RemovedLines, Feature::Holes, Feature::Bumpiness, Feature::HeightSum]
            }
        }
    }
}

/// A text that names no set of features.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no set of features is called `{text}`: choose boehm, dellacherie, bcts, dt, bertsekas, alphatetris, sir-tet or \
     nuno"
)]
pub struct FeatureSetError {
    text: String,
}

impl FeatureSetError {
    fn new(text: &str) -> Self {
        FeatureSetError { text: text.to_owned() }
    }
}
