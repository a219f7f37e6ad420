//! Named rules.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::attack::{AlphaTetrisFaults, AttackRule, AttackTable};
use super::field::Field;
use super::garbage::GarbageRule;
use super::kicks::KickSystem;
use super::rules::{GuidelineRules, Spawn, SpinRule};

/// A set of rules with a name.
///
/// ```
/// use tetreach_games::guideline::{KickSystem, GuidelinePreset};
///
/// assert_eq!("tetrio".parse::<GuidelinePreset>()?.rules().kicks, KickSystem::SrsPlus);
/// # Ok::<(), tetreach_games::guideline::UnknownPreset>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GuidelinePreset {
    /// Puyo Puyo Tetris' attack on SRS: what the bot protocol calls the guideline.
    #[default]
    Ppt,
    /// TETR.IO's first season: SRS+ with half turns.
    Tetrio,
    /// AlphaTetris': 20 rows, its kick, its points with all their faults.
    #[serde(rename = "alphatetris")]
    AlphaTetris,
}

impl GuidelinePreset {
    /// All presets.
    pub const ALL: [GuidelinePreset; 3] =
        [GuidelinePreset::Ppt, GuidelinePreset::Tetrio, GuidelinePreset::AlphaTetris];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            GuidelinePreset::Ppt => "ppt",
            GuidelinePreset::Tetrio => "tetrio",
            GuidelinePreset::AlphaTetris => "alphatetris",
        }
    }

    /// The rules.
    pub fn rules(self) -> GuidelineRules {
        let ppt = GuidelineRules {
            kicks: KickSystem::Srs,
            spins: SpinRule::ThreeCorners,
            spawn: Spawn::RowOrAbove(19),
            ceiling: Field::HEIGHT as u8,
            lock_out: true,
            built_out: false,
            attack: AttackRule::Table(AttackTable::PPT),
            garbage: GarbageRule::PPT,
        };
        match self {
            GuidelinePreset::Ppt => ppt,
            GuidelinePreset::Tetrio => GuidelineRules {
                kicks: KickSystem::SrsPlus,
                lock_out: false,
                attack: AttackRule::Tetrio,
                ..ppt
            },
            GuidelinePreset::AlphaTetris => GuidelineRules {
                kicks: KickSystem::AlphaTetris,
                spins: SpinRule::AnyTurn,
                spawn: Spawn::Ceiling,
                ceiling: Field::VISIBLE as u8,
                lock_out: false,
                built_out: true,
                attack: AttackRule::AlphaTetris(AlphaTetrisFaults::ALL),
                ..ppt
            },
        }
    }
}

impl fmt::Display for GuidelinePreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no preset has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are no rules {name:?}: choose ppt, tetrio or alphatetris")]
pub struct UnknownPreset {
    name: String,
}

impl FromStr for GuidelinePreset {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, UnknownPreset> {
        let found = Self::ALL.into_iter().find(|preset| preset.name() == name);
        found.ok_or_else(|| UnknownPreset { name: name.to_string() })
    }
}
