//! Games that people played, written to a file for agents to learn from.

use std::path::Path;

use anyhow::bail;
use tetreach::classic::demo::{self, Demonstration};
use tetreach::recording::RecordedGame;

use crate::output::append_file;

/// A game in the forms in which it can be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptGame {
    /// As one line of JSON.
    pub record: RecordedGame,
    /// In Sir Tet's form, where the game is one of those that it can tell of.
    pub sir_tet: Option<Vec<Demonstration>>,
}

/// Whether the file is in Sir Tet's form.
pub fn is_sir_tet(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "demo")
}

/// Appends a game to the file, which is made if it is not there: `.demo` in Sir Tet's form, others as JSON lines.
pub fn append(file: &Path, game: &KeptGame) -> anyhow::Result<()> {
    let text = match &game.sir_tet {
        Some(placements) if is_sir_tet(file) => demo::written(placements),
        None if is_sir_tet(file) => {
            bail!("{} was not written: Sir Tet's form is for `play classic --rules sir-tet`", file.display())
        }
        _ => serde_json::to_string(&game.record)? + "\n",
    };
    append_file(file, text.as_bytes())
}
