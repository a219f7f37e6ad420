//! A tournament on disk, so that it can be taken up again.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use tetreach_agents::file::{FileError, write_atomically};

use super::tournament::{PlayedGame, Tournament};

const SETTINGS: &str = "tournament.json";
const GAMES: &str = "games.jsonl";

/// A folder with the settings of a tournament and a line of JSON per game.
#[derive(Debug)]
pub struct TournamentFolder {
    path: PathBuf,
    games: Mutex<File>,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TournamentFolderError {
    /// Not readable or writable.
    #[error(transparent)]
    File(#[from] FileError),
    /// It belongs to another tournament.
    #[error(
        "{} holds a tournament with other settings: name another folder, or give the settings in {SETTINGS}",
        path.display()
    )]
    Other {
        /// The folder.
        path: PathBuf,
    },
    /// A line is no game.
    #[error("{}, line {line}: expected a game of this tournament, found {text:?}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Its beginning.
        text: String,
    },
}

impl TournamentFolder {
    /// Makes the folder, or takes up what is in it: the games that were played before.
    ///
    /// A last line without an end was cut off and is dropped. The number of games per pair may have grown.
    pub fn open(
        path: &Path,
        tournament: &Tournament,
    ) -> Result<(Self, Vec<PlayedGame>), TournamentFolderError> {
        fs::create_dir_all(path).map_err(FileError::new("make", path))?;
        let (settings, games) = (path.join(SETTINGS), path.join(GAMES));
        let wanted = written(tournament);
        if settings.exists() {
            let found = fs::read_to_string(&settings).map_err(FileError::new("read", &settings))?;
            if serde_json::from_str::<Value>(&found).ok() != Some(wanted) {
                return Err(TournamentFolderError::Other { path: path.to_owned() });
            }
        } else {
            write_atomically(&settings, format!("{wanted:#}\n").as_bytes())
                .map_err(FileError::new("write", &settings))?;
        }
        let mut played = Vec::new();
        if games.exists() {
            let text = fs::read_to_string(&games).map_err(FileError::new("read", &games))?;
            let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
            for (index, line) in whole.lines().enumerate() {
                let game = serde_json::from_str::<PlayedGame>(line).ok();
                let game = game.filter(|game| {
                    game.fixture.first < game.fixture.second && game.fixture.second < tournament.agents.len()
                });
                let text = line.chars().take(60).collect();
                let game =
                    game.ok_or(TournamentFolderError::Line { path: games.clone(), line: index + 1, text })?;
                if game.fixture.number < tournament.games {
                    played.push(game);
                }
            }
            if whole.len() < text.len() {
                write_atomically(&games, whole.as_bytes()).map_err(FileError::new("write", &games))?;
            }
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&games)
            .map_err(FileError::new("write", &games))?;
        Ok((TournamentFolder { path: path.to_owned(), games: Mutex::new(file) }, played))
    }

    /// Adds a game.
    pub fn add(&self, game: &PlayedGame) -> Result<(), FileError> {
        let line = serde_json::to_string(game).map(|line| line + "\n").map_err(Into::into);
        let mut file = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let added = line.and_then(|line| file.write_all(line.as_bytes()));
        added.map_err(FileError::new("write", &self.path.join(GAMES)))
    }

    /// Writes a file next to the games, whole or not at all.
    pub fn write(&self, name: &str, text: &str) -> Result<(), FileError> {
        let path = self.path.join(name);
        write_atomically(&path, text.as_bytes()).map_err(FileError::new("write", &path))
    }
}

/// What must be the same for games to belong together.
fn written(tournament: &Tournament) -> Value {
    let names: Vec<String> = tournament.agents.iter().map(ToString::to_string).collect();
    json!({
        "game": "tetress",
        "agents": names,
        "seconds": tournament.referee.budget.seconds,
        "nodes": tournament.referee.budget.nodes,
        "clock": tournament.referee.clock,
        "seed": tournament.seed,
        "opening": tournament.opening,
    })
}
