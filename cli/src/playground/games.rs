//! The games of the playground, by name.

use anyhow::bail;
use tetreach::reach::{LoadOptions, load_suite};

use super::game::Playable;
use super::reach::ReachGame;

/// How a game is begun.
#[derive(Clone, Debug, Default)]
pub struct GameStart {
    /// What is to be built, played or reached, in the words of the game.
    pub level: Option<String>,
}

/// A game that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// What one does in it, in one sentence.
    pub summary: &'static str,
    /// What can be chosen to begin with, as the menu offers it.
    pub levels: fn() -> Vec<String>,
    /// Begins a game.
    pub begin: fn(&GameStart) -> anyhow::Result<Box<dyn Playable>>,
}

/// All games; a new one is one line here.
pub const GAMES: &[GameEntry] = &[GameEntry {
    name: "reach",
    summary: "build exactly the board that is shown",
    levels: reach_levels,
    begin: |start| Ok(Box::new(ReachGame::load(start.level.as_deref().unwrap_or("thesis:hi"))?)),
}];

/// The game of this name.
pub fn entry(name: &str) -> anyhow::Result<&'static GameEntry> {
    match GAMES.iter().find(|entry| entry.name == name) {
        Some(entry) => Ok(entry),
        None => {
            let names: Vec<_> = GAMES.iter().map(|entry| entry.name).collect();
            bail!("there is no game `{name}`: there are {}", names.join(", "))
        }
    }
}

/// The boards drawn by hand, the easy ones first.
fn reach_levels() -> Vec<String> {
    let of = |suite: &str| {
        let sketches = load_suite(suite, &LoadOptions::default()).map(|suite| suite.sketches);
        let names = sketches.unwrap_or_default().into_iter().filter_map(|sketch| sketch.name);
        names.map(|name| format!("{suite}:{name}")).collect::<Vec<_>>()
    };
    let mut levels = of("thesis");
    levels.extend(of("art"));
    levels.extend(of("letters").into_iter().take(20));
    levels
}
