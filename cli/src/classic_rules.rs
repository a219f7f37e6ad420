//! Which kind of classic Tetris is played: arguments that several commands share.

use anyhow::Context;
use clap::Args;

use tetreach::classic::ClassicTask;
use tetreach::game::Size;
use tetreach::game::classic::{ClassicRules, Preset, Randomizer};

/// The rules of the game.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// The kind of game: simplified, rl-competition, original, nuno or sir-tet.
    #[arg(long, value_name = "NAME", default_value_t = Preset::Simplified)]
    preset: Preset,
    /// Columns x rows of the board.
    #[arg(long, value_name = "WxH", default_value_t = Size::STANDARD)]
    size: Size,
    /// Where pieces come from, if not as in the preset: uniform, bag, sz, adversarial or script:PIECES.
    #[arg(long, value_name = "NAME")]
    pieces: Option<Randomizer>,
}

impl RulesArgs {
    /// The task with these rules.
    pub fn task(&self) -> anyhow::Result<ClassicTask> {
        let rules = ClassicRules::preset(self.preset).with_size(self.size);
        let mut rules = rules.with_context(|| format!("`{}` cannot be played", self.preset))?;
        if let Some(pieces) = &self.pieces {
            rules.randomizer = pieces.clone();
        }
        Ok(ClassicTask::new(rules))
    }

    /// The rules in a few words.
    pub fn describe(&self, task: &ClassicTask) -> String {
        format!("{}, {}, pieces {}", self.preset, self.size, task.rules.randomizer)
    }
}
