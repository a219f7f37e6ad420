//! Weights of features, and those that were published.

use super::feature::Feature;
use super::set::FeatureSet;

/// Features with their weights: what a linear player thinks of a placement.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Features with their weights.
    pub terms: Vec<(Feature, f64)>,
    /// The value of a placement that loses the game.
    pub losing: f64,
}

/// Published weights by name.
///
/// ```
/// use tetreach_games::classic::{Feature, WeightsPreset};
///
/// let weights = WeightsPreset::Dellacherie.weights();
/// assert!(weights.terms.contains(&(Feature::Holes, -4.0)));
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum WeightsPreset {
    /// Alarfaj et al. 2009, set by hand.
    AlarfajInitial,
    /// Alarfaj et al. 2009, learned.
    AlarfajFinal,
    /// Dellacherie 2003, set by hand.
    Dellacherie,
    /// El-Tetris 2011, by a genetic algorithm.
    ElTetris,
    /// Thiery and Scherrer 2009, by cross-entropy.
    Bcts,
    /// Thiery and Scherrer 2009, with Bertsekas' features, for ten columns.
    Bdu,
    /// Gabillon, Ghavamzadeh and Scherrer 2013, learned on 10x10.
    #[strum(serialize = "dt-10")]
    Dt10,
    /// Gabillon, Ghavamzadeh and Scherrer 2013, learned on 10x20.
    #[strum(serialize = "dt-20")]
    Dt20,
    /// Yiyuan Lee 2013, by a genetic algorithm.
    Yiyuan,
    /// Sir Tet 2022: Dellacherie's weights on its own features; to lose looks better than almost anything.
    SirTet,
}

/// Boehm's nine features.
const ALARFAJ_INITIAL: [f64; 9] = [-1.1, -5.9, -1.0, 2.7, -2.7, -0.9, -0.9, -0.9, -0.85];
const ALARFAJ_FINAL: [f64; 9] =
    [-1.34824, -6.09312, -0.99576, 2.32891, -2.29118, -1.06840, -0.79428, -0.62157, -0.65409];
/// Dellacherie's six features and those added to them.
const DELLACHERIE: [f64; 6] = [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0];
const EL_TETRIS: [f64; 6] = [
    -4.500158825082766,
    3.4181268101392694,
    -3.2178882868487753,
    -9.348695305445199,
    -7.899265427351652,
    -3.3855972247263626,
];
const BCTS: [f64; 8] = [-12.629, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087];
const DT_10: [f64; 9] = [-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27];
const DT_20: [f64; 9] = [-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89];
/// Heights of ten columns, nine differences, pile height, holes, then those of BCTS without holes.
const BDU: [f64; 28] = [
    -13.18725, -7.652075, 7.622007, -9.044294, -1.747279, -7.569865, -5.221819, -0.6874555, -6.4831,
    -16.01383, 2.356909, 2.143912, -7.351929, 1.558139, 0.433698, 3.655922, -4.673708, -1.997187, 9.122675,
    12.36382, -40.64, -43.27153, -1.036039, -36.93346, -81.00232, -41.17906, -13.27585, -75.47524,
];

impl WeightsPreset {
    /// All of them.
    pub const ALL: [WeightsPreset; 10] = [
        WeightsPreset::AlarfajInitial,
        WeightsPreset::AlarfajFinal,
        WeightsPreset::Dellacherie,
        WeightsPreset::ElTetris,
        WeightsPreset::Bcts,
        WeightsPreset::Bdu,
        WeightsPreset::Dt10,
        WeightsPreset::Dt20,
        WeightsPreset::Yiyuan,
        WeightsPreset::SirTet,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The preset with this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// The weights.
    pub fn weights(self) -> Weights {
        let of = |set: FeatureSet, weights: &[f64]| Weights::new(set.features(10), weights.to_vec());
        match self {
            WeightsPreset::AlarfajInitial => of(FeatureSet::Boehm, &ALARFAJ_INITIAL),
            WeightsPreset::AlarfajFinal => of(FeatureSet::Boehm, &ALARFAJ_FINAL),
            WeightsPreset::Dellacherie => of(FeatureSet::Dellacherie, &DELLACHERIE),
            WeightsPreset::ElTetris => of(FeatureSet::Dellacherie, &EL_TETRIS),
            WeightsPreset::Bcts => of(FeatureSet::Bcts, &BCTS),
            WeightsPreset::Dt10 => of(FeatureSet::Dt, &DT_10),
            WeightsPreset::Dt20 => of(FeatureSet::Dt, &DT_20),
            WeightsPreset::Bdu => {
                let mut features = FeatureSet::Bertsekas.features(10);
                features.retain(|feature| *feature != Feature::Constant);
                let bcts = FeatureSet::Bcts.features(10);
                features.extend(bcts.into_iter().filter(|feature| *feature != Feature::Holes));
                Weights::new(features, BDU.to_vec())
            }
            WeightsPreset::Yiyuan => Weights::new(
                vec![Feature::HeightSum, Feature::RemovedLines, Feature::Holes, Feature::Bumpiness],
                vec![-0.510066, 0.760666, -0.35663, -0.184483],
            ),
            WeightsPreset::SirTet => Weights {
                // Its landing height of a lost game is 1, and all its other features are 0.
                losing: -1.0,
                ..of(FeatureSet::SirTet, &[1.0, -1.0, -1.0, -1.0, -1.0, -4.0])
            },
        }
    }
}

/// A feature with a weight that a board does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {width} columns has no {feature}")]
pub struct WidthError {
    feature: Feature,
    width: u8,
}

impl Weights {
    /// These features with these weights; to lose is worse than anything.
    ///
    /// # Panics
    /// If they differ in number.
    pub fn new(features: Vec<Feature>, weights: Vec<f64>) -> Self {
        assert_eq!(features.len(), weights.len(), "one weight for each feature");
        Weights { terms: features.into_iter().zip(weights).collect(), losing: f64::NEG_INFINITY }
    }

    /// Whether boards with this many columns have all the features.
    pub fn check(&self, width: u8) -> Result<(), WidthError> {
        let missing = self.terms.iter().find(|(feature, _)| !feature.exists_on(width));
        missing.map_or(Ok(()), |&(feature, _)| Err(WidthError { feature, width }))
    }
}
