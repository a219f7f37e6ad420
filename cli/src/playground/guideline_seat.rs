//! A player of guideline Tetris in its thread.

use std::time::Duration;

use tetreach::game::guideline::{GuidelineGame, GuidelinePlacement, GuidelineRules};
use tetreach::guideline::bot::BotBudget;
use tetreach::guideline::{Agents, GuidelineAgent};

use super::thinker::Thinker;

/// What a player answers.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its placement, none if it gives up, or what went wrong.
    pub placement: Result<Option<GuidelinePlacement>, String>,
    /// Positions that it looked at since the game began.
    pub nodes: u64,
}

/// A player in its thread.
pub type GuidelineSeat = Thinker<GuidelineGame, Choice>;

/// The player of this name, which thinks this long about a piece.
pub fn seat(name: &str, rules: GuidelineRules, seconds: f64, seed: u64) -> anyhow::Result<GuidelineSeat> {
    let name = name.to_owned();
    let time = Duration::from_secs_f64(seconds);
    let agents = Agents { budget: BotBudget::Time(time), patience: time, ..Agents::default() };
    Thinker::start(
        move || Ok(agents.build(&name, rules, seed)?),
        |agent: &mut Box<dyn GuidelineAgent>, game: GuidelineGame| Choice {
            // Positions may change between questions, as people take moves back: each starts over.
            placement: agent
                .start(&game)
                .and_then(|()| agent.choose(&game))
                .map_err(|error| format!("{error}.")),
            nodes: agent.nodes(),
        },
    )
}
