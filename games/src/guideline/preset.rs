//! Named rules.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};
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
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownPreset, parse_err_fn = UnknownPreset::new)]
pub enum GuidelinePreset {
    /// Puyo Puyo Tetris' attack on SRS: what the bot protocol calls the guideline.
    #[default]
    Ppt,
    /// TETR.IO's first season: SRS+ with half turns.
    Tetrio,
    /// AlphaTetris': 20 rows, its kick, its points with all their faults.
    #[serde(rename = "alphatetris")]
    #[strum(serialize = "alphatetris")]
    AlphaTetris,
}

impl GuidelinePreset {
    /// All presets.
    pub const ALL: [GuidelinePreset; 3] =
        [GuidelinePreset::Ppt, GuidelinePreset::Tetrio, GuidelinePreset::AlphaTetris];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
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
            floats: false,
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
                floats: true,
                attack: AttackRule::AlphaTetris(AlphaTetrisFaults::ALL),
                ..ppt
            },
        }
    }
}

/// A name that no preset has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are no rules {name:?}: choose ppt, tetrio or alphatetris")]
pub struct UnknownPreset {
    name: String,
}

impl UnknownPreset {
    fn new(name: &str) -> Self {
        UnknownPreset { name: name.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_commands_and_survive_a_round_trip() {
        assert_eq!(GuidelinePreset::ALL.map(GuidelinePreset::name), ["ppt", "tetrio", "alphatetris"]);
        for preset in GuidelinePreset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
        }
        let error = "nes".parse::<GuidelinePreset>().unwrap_err();
        assert_eq!(error.to_string(), "there are no rules \"nes\": choose ppt, tetrio or alphatetris");
    }
}
