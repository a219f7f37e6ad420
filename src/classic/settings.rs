//! The sections of a config that say which game is learned and what of it is seen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::config::BrokenRules;
use tetreach_agents::nn::TrunkKind;

use super::encoder::{ClassicEncoder, ClassicView, FeatureView};
use crate::game::Size;
use crate::game::classic::{ClassicRules, FeatureSet, Preset, Randomizer};

/// Which game is learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClassicGame {
    /// Classic Tetris: place the pieces that come.
    Classic {
        /// The kind of game.
        #[schemars(extend("enum" = ["simplified", "rl-competition", "original", "nuno", "sir-tet"]))]
        preset: String,
        /// Columns.
        #[schemars(range(min = 4, max = 16))]
        width: u8,
        /// Rows.
        #[schemars(range(min = 2, max = 32))]
        height: u8,
        /// Where pieces come from: `uniform`, `bag`, `sz`, `adversarial` or `script:PIECES`; empty means as in the
        /// preset.
        #[schemars(length(max = 10_000))]
        pieces: String,
    },
}

impl Default for ClassicGame {
    fn default() -> Self {
        let size = Size::STANDARD;
        ClassicGame::Classic {
            preset: Preset::default().name().to_owned(),
            width: size.width(),
            height: size.height(),
            pieces: String::new(),
        }
    }
}

impl ClassicGame {
    /// Sir Tet's game on its own board.
    pub fn sir_tet() -> Self {
        let ClassicGame::Classic { width, height, pieces, .. } = ClassicGame::default();
        ClassicGame::Classic { preset: Preset::SirTet.name().to_owned(), width, height, pieces }
    }

    /// The rules; an error names the setting at fault and what is wrong with it.
    pub fn rules(&self) -> Result<ClassicRules, (&'static str, String)> {
        let ClassicGame::Classic { preset, width, height, pieces } = self;
        let preset = preset.parse::<Preset>().map_err(|error| ("game.preset", error.to_string()))?;
        let size = Size::new((*width).into(), (*height).into());
        let size = size.map_err(|error| ("game.width", error.to_string()))?;
        let rules = ClassicRules::preset(preset).with_size(size);
        let mut rules = rules.map_err(|error| ("game.height", error.to_string()))?;
        if !pieces.is_empty() {
            rules.randomizer =
                pieces.parse::<Randomizer>().map_err(|error| ("game.pieces", error.to_string()))?;
        }
        Ok(rules)
    }

    /// Names what is wrong.
    pub fn check(&self, rules: &mut BrokenRules) {
        if let Err((path, problem)) = self.rules() {
            rules.blame(path, problem);
        }
    }
}

/// The features by which each placement is judged (`network.trunk = "per-action"`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FeaturesConfig {
    /// Which set; `sir-tet` is Dellacherie's as Sir Tet counts it: holes divided by 200, the landing height of the
    /// lowest cell, walls and floor left out.
    #[schemars(extend("enum" = ["boehm", "dellacherie", "bcts", "dt", "bertsekas", "alphatetris", "sir-tet", "nuno"]))]
    pub set: String,
    /// What all of them are divided by.
    #[schemars(range(min = 0.001, max = 1e6))]
    pub divisor: f32,
    /// What is seen of a placement that loses the game.
    pub lost: LostView,
}

/// What is seen of a placement that loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LostView {
    /// A mark that nothing else has.
    #[default]
    Marked,
    /// Features of 0, as of the emptiest board there is: Sir Tet's fault, by which losing looks good.
    Blank,
}

impl Default for FeaturesConfig {
    fn default() -> Self {
        FeaturesConfig { set: "dt".to_owned(), divisor: 10.0, lost: LostView::Marked }
    }
}

impl FeaturesConfig {
    /// What a network with this trunk sees; an error says what is wrong with `features.set`.
    pub fn view(&self, trunk: TrunkKind, width: u8) -> Result<ClassicView, String> {
        if trunk != TrunkKind::PerAction {
            return Ok(ClassicView::Board);
        }
        let set = self.set.parse::<FeatureSet>().map_err(|error| error.to_string())?;
        Ok(ClassicView::Features(FeatureView {
            features: set.features(width),
            divisor: self.divisor,
            marks_lost: self.lost == LostView::Marked,
        }))
    }

    /// How states by these rules are shown to a network with this trunk.
    pub fn encoder(&self, trunk: TrunkKind, rules: &ClassicRules) -> Result<ClassicEncoder, String> {
        let view = self.view(trunk, rules.size().width())?;
        Ok(ClassicEncoder { rules: rules.clone(), view })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named_with_their_setting() {
        let game = |preset: &str, height, pieces: &str| ClassicGame::Classic {
            preset: preset.to_owned(),
            width: 10,
            height,
            pieces: pieces.to_owned(),
        };
        assert!(game("sir-tet", 20, "").rules().unwrap().offers_losing);
        assert_eq!(game("nuno", 20, "sz").rules().unwrap().randomizer, Randomizer::SnakesOnly);
        for (game, path) in [
            (game("tetris", 20, ""), "game.preset"),
            (game("nuno", 4, ""), "game.height"),
            (game("nuno", 20, "all"), "game.pieces"),
        ] {
            assert_eq!(game.rules().unwrap_err().0, path);
        }
    }
}
