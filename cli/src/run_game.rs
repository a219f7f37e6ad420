//! Which game a training run learns, as its settings say.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tetreach::classic::ClassicGame;
use tetreach::guideline::value::GuidelineKind;
use tetreach_agents::store::checkpoint::Place;
use tetreach_agents::store::run_dir::{CHECKPOINTS, CONFIG};

/// Which game a training run learns.
#[derive(Clone, Debug, PartialEq)]
pub enum RunGame {
    /// Boards are to be reached; so do runs whose settings cannot be read.
    Reach,
    /// Classic Tetris.
    Classic(ClassicGame),
    /// Guideline Tetris.
    Guideline(GuidelineKind),
    /// A game of this kind, of which there is nothing to show.
    Other(String),
}

/// What is needed of the settings.
#[derive(Deserialize)]
struct RunSettings {
    game: Option<toml::Table>,
}

impl RunGame {
    /// The game of the run in this folder.
    pub fn of(run: &Path) -> Self {
        let text = std::fs::read_to_string(run.join(CONFIG)).unwrap_or_default();
        let game = toml::from_str(&text).ok().and_then(|settings: RunSettings| settings.game);
        let Some(game) = game else { return RunGame::Reach };
        let kind = game.get("kind").and_then(toml::Value::as_str).unwrap_or("reach").to_owned();
        fn read<T: DeserializeOwned>(game: toml::Table) -> Option<T> {
            game.try_into().ok()
        }
        let known = match kind.as_str() {
            "reach" | "reach-two-way" => Some(RunGame::Reach),
            "classic" => read(game).map(RunGame::Classic),
            "guideline" => read(game).map(RunGame::Guideline),
            _ => None,
        };
        known.unwrap_or(RunGame::Other(kind))
    }
}

/// Where a run keeps its newest weights; `None` as long as there are none.
pub fn newest_weights(run: &Path) -> Option<PathBuf> {
    Some(run.join(CHECKPOINTS).join(Place::Last.to_string())).filter(|checkpoint| checkpoint.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_known_by_the_settings_of_the_run() {
        let run = tempfile::tempdir().unwrap();
        assert_eq!(RunGame::of(run.path()), RunGame::Reach);
        assert_eq!(newest_weights(run.path()), None);
        for (text, game) in [
            ("[game]\nkind = \"reach-two-way\"\n", RunGame::Reach),
            (
                "[game]\nkind = \"classic\"\npreset = \"sir-tet\"\nwidth = 10\nheight = 20\npieces = \"\"\n",
                RunGame::Classic(ClassicGame::sir_tet()),
            ),
            (
                "[game]\nkind = \"guideline\"\npreset = \"ppt\"\n",
                RunGame::Guideline(GuidelineKind::default()),
            ),
            ("[game]\nkind = \"tic-tac-toe\"\n", RunGame::Other("tic-tac-toe".into())),
        ] {
            std::fs::write(run.path().join(CONFIG), text).unwrap();
            assert_eq!(RunGame::of(run.path()), game);
        }
    }
}
