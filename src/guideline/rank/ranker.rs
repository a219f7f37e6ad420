//! The nine rankers.

use thiserror::Error;

use super::faults::ProgramFaults;
use super::features::Features;
use crate::game::guideline::Field;

/// What makes a field cheap.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownRanker, parse_err_fn = UnknownRanker::new)]
pub enum Ranker {
    /// Any number between 0 and 1.
    Random,
    /// The average height alone.
    AverageHeight,
    /// Bumps alone.
    Bumpiness,
    /// Clumps of holes alone.
    HoleClump,
    /// The depth of holes alone.
    HoleDepth,
    /// Holes first, then height and bumps: stacks for four lines at once.
    Tetris,
    /// Clumps, depth, bumps and height alike.
    Normal,
    /// Holes, bumps, height and depth.
    Combo,
    /// The cheapest of the last three.
    Combined,
}

impl Ranker {
    /// All rankers, in the order of the paper's table.
    pub const ALL: [Ranker; 9] = [
        Ranker::Random,
        Ranker::AverageHeight,
        Ranker::Bumpiness,
        Ranker::HoleClump,
        Ranker::HoleDepth,
        Ranker::Tetris,
        Ranker::Normal,
        Ranker::Combo,
        Ranker::Combined,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The cost of a field, between 0 and about 1; `chance` is what the random one says.
    pub fn cost(self, field: &Field, faults: &ProgramFaults, chance: f64) -> f64 {
        let features = || Features::of(field, faults);
        match self {
            Ranker::Random => chance,
            Ranker::AverageHeight => features().height / 20.0,
            Ranker::Bumpiness => f64::from(features().bumps) / 180.0,
            Ranker::HoleClump => f64::from(features().clumps) / 100.0,
            Ranker::HoleDepth => f64::from(features().hole_depth) / 2100.0,
            Ranker::Tetris => tetris(&features(), faults),
            Ranker::Normal => normal(&features()),
            Ranker::Combo => combo(&features(), faults),
            Ranker::Combined => {
                let features = features();
                tetris(&features, faults).min(normal(&features)).min(combo(&features, faults))
            }
        }
    }
}

fn tetris(features: &Features, faults: &ProgramFaults) -> f64 {
    let holes = if faults.holes_instead_of_clumps {
        f64::from(features.holes) / 180.0
    } else {
        f64::from(features.clumps) / 100.0
    };
    0.7 * holes + 0.2 * features.height / 20.0 + 0.1 * f64::from(features.bumps) / 180.0
}

fn normal(features: &Features) -> f64 {
    0.25 * (f64::from(features.clumps) / 100.0
        + f64::from(features.hole_depth) / 2100.0
        + f64::from(features.bumps) / 180.0
        + features.height / 20.0)
}

fn combo(features: &Features, faults: &ProgramFaults) -> f64 {
    let sum = 0.5 * f64::from(features.holes) / 180.0
        + 0.2 * features.height / 20.0
        + 0.3 * f64::from(features.bumps) / 180.0
        + 0.2 * f64::from(features.hole_depth) / 2100.0;
    if faults.combo_sums_to_more { sum } else { sum / 1.2 }
}

/// A name that no ranker has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no ranker {name:?}")]
pub struct UnknownRanker {
    name: String,
}

impl UnknownRanker {
    fn new(name: &str) -> Self {
        UnknownRanker { name: name.to_owned() }
    }
}
