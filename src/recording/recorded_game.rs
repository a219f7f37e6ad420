//! A recorded game of any kind, files of them, and what they sum up to.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tetreach_agents::file::{FileError, read_file_at_most};
use thiserror::Error;

use super::classic::RecordedClassic;
use super::guideline::RecordedGuideline;
use super::reach::RecordedReach;
use super::tetress::RecordedTetress;

/// Files larger than this are not read.
const MOST_BYTES: u64 = 1 << 28;

/// A game that was recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum RecordedGame {
    /// A board was to be built.
    Reach(RecordedReach),
    /// Given pieces were placed.
    Classic(RecordedClassic),
    /// Guideline Tetris, alone or against another player.
    Guideline(RecordedGuideline),
    /// Two players on the torus.
    Tetress(RecordedTetress),
}

/// What is wrong with a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordingProblem {
    /// A move that the rules do not allow there.
    #[error("move {index} is not possible: {reason}")]
    Move {
        /// Which one, counted from 1.
        index: usize,
        /// Why not.
        reason: String,
    },
    /// The replay ends otherwise than the record says.
    #[error("the record says {field} {said}, the replay {found}")]
    Differs {
        /// The field of the record.
        field: &'static str,
        /// What it says.
        said: String,
        /// What the replay has.
        found: String,
    },
    /// The game could not have begun.
    #[error("{0}")]
    Start(String),
}

impl RecordingProblem {
    /// A move that cannot be made.
    pub(super) fn at(index: usize, reason: impl ToString) -> Self {
        RecordingProblem::Move { index: index + 1, reason: reason.to_string() }
    }

    /// Nothing, if what is said was found.
    pub(super) fn compare<T: PartialEq + ToString>(
        field: &'static str,
        said: &T,
        found: &T,
    ) -> Result<(), Self> {
        if said == found {
            return Ok(());
        }
        Err(RecordingProblem::Differs { field, said: said.to_string(), found: found.to_string() })
    }
}

/// Why a file of recorded games cannot be used.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not one that people played in.
    #[error("{path} is too large: expected at most {MOST_BYTES} bytes of recorded games")]
    TooLarge {
        /// The file.
        path: String,
    },
    /// There is nothing in it.
    #[error("{path} is empty: expected one recorded game per line")]
    Empty {
        /// The file.
        path: String,
    },
    /// A line is not a recorded game.
    #[error("{path}, line {line}: expected a recorded game as JSON: {source}")]
    Line {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A game is not as the rules have it.
    #[error("{path}, line {line}: {source}")]
    Game {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        source: RecordingProblem,
    },
}

impl RecordedGame {
    /// Replays the game: whether every move was possible, and the game ended as the record says.
    pub fn check(&self) -> Result<(), RecordingProblem> {
        match self {
            RecordedGame::Reach(game) => game.check(),
            RecordedGame::Classic(game) => game.check(),
            RecordedGame::Guideline(game) => game.check(),
            RecordedGame::Tetress(game) => game.check(),
        }
    }
}

/// Recorded games, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RecordingSummary {
    /// Moves of all games.
    pub moves: u64,
    /// Games of reach.
    pub reach: u64,
    /// Games of reach that came to their target.
    pub reached: u64,
    /// Games of classic Tetris.
    pub classic: u64,
    /// Lines of all games of classic and guideline Tetris.
    pub lines: u64,
    /// Points of all games of classic Tetris.
    pub points: u64,
    /// Games of guideline Tetris.
    pub guideline: u64,
    /// Games of Tetress.
    pub tetress: u64,
}

impl RecordingSummary {
    /// Counts a game.
    pub fn add(&mut self, game: &RecordedGame) {
        let moves = match game {
            RecordedGame::Reach(game) => {
                self.reach += 1;
                self.reached += u64::from(game.reached);
                game.moves.len()
            }
            RecordedGame::Classic(game) => {
                self.classic += 1;
                self.lines += game.lines;
                self.points += game.points;
                game.moves.len()
            }
            RecordedGame::Guideline(game) => {
                self.guideline += 1;
                self.lines += u64::from(game.lines);
                game.moves.len()
            }
            RecordedGame::Tetress(game) => {
                self.tetress += 1;
                game.moves.len()
            }
        };
        self.moves += moves as u64;
    }
}

/// Reads a file of recorded games and replays every one of them.
pub fn read_recording(path: &Path) -> Result<(Vec<RecordedGame>, RecordingSummary), RecordingError> {
    let bytes = read_file_at_most(path, MOST_BYTES).map_err(FileError::new("read", path))?;
    let name = || path.display().to_string();
    let bytes = bytes.ok_or_else(|| RecordingError::TooLarge { path: name() })?;
    let text = String::from_utf8_lossy(&bytes);
    let (mut games, mut summary) = (Vec::new(), RecordingSummary::default());
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line_number = index + 1;
        let game: RecordedGame = serde_json::from_str(line).map_err(|source| RecordingError::Line {
            path: name(),
            line: line_number,
            source,
        })?;
        game.check().map_err(|source| RecordingError::Game { path: name(), line: line_number, source })?;
        summary.add(&game);
        games.push(game);
    }
    if games.is_empty() {
        return Err(RecordingError::Empty { path: name() });
    }
    Ok((games, summary))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: &str = concat!(
        r#"{"game":"reach","name":"bar","size":"10x20","target":"..####....","reached":true,"#,
        r#""moves":[{"piece":"I","rotation":0,"column":2}]}"#
    );

    fn problem(line: &str) -> String {
        serde_json::from_str::<RecordedGame>(line).unwrap().check().unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_read_line_by_line_and_faults_are_named_with_their_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        std::fs::write(&path, format!("{REACH}\n\n{REACH}\n")).unwrap();
        let (games, summary) = read_recording(&path).unwrap();
        assert_eq!((games.len(), summary.reach, summary.moves), (2, 2, 2));
        assert_eq!(serde_json::to_string(&games[0]).unwrap(), REACH, "written as it was read");
        std::fs::write(&path, format!("{REACH}\n{}\n", REACH.replace("true", "false"))).unwrap();
        let error = read_recording(&path).unwrap_err().to_string();
        assert!(error.ends_with("line 2: the record says reached false, the replay true"), "{error}");
        std::fs::write(&path, "{\"game\":\"chess\"}\n").unwrap();
        assert!(read_recording(&path).unwrap_err().to_string().contains("line 1: expected a recorded game"));
        std::fs::write(&path, "\n").unwrap();
        assert!(read_recording(&path).unwrap_err().to_string().contains("is empty"));
    }

    #[test]
    fn moves_that_the_rules_do_not_allow_are_found() {
        assert_eq!(
            problem(&REACH.replace("\"column\":2", "\"column\":9")),
            "move 1 is not possible: I0 does not fit in column 9 of this board"
        );
        let rules = r#""rules":"sir-tet","size":"10x20","pieces":"bag""#;
        let classic = |piece: &str| {
            format!(
                concat!(
                    r#"{{"game":"classic",{rules},"seed":0,"lines":0,"points":0,"lost":false,"#,
                    r#""moves":[{{"piece":"{piece}","rotation":0,"column":0}}]}}"#
                ),
                rules = rules,
                piece = piece
            )
        };
        let right: Vec<&str> = ["I", "O", "T", "S", "Z", "J", "L"]
            .into_iter()
            .filter(|piece| serde_json::from_str::<RecordedGame>(&classic(piece)).unwrap().check().is_ok())
            .collect();
        assert_eq!(right.len(), 1, "the seed gives the piece: {right:?}");
        let tetress = concat!(
            r#"{"game":"tetress","red":"person","blue":"random","winner":null,"#,
            r#""moves":["PLACE(5-5, 5-6, 6-5, 6-6)","PLACE(5-5, 5-6, 6-5, 6-6)"]}"#
        );
        assert!(problem(tetress).starts_with("move 2 is not possible: "), "{}", problem(tetress));
        let guideline = concat!(
            r#"{"game":"guideline","rules":"ppt","seed":1,"against":null,"pieces":1,"lines":0,"attack":0,"#,
            r#""winner":null,"moves":[{"piece":"T","rotation":"north","x":4,"y":12,"spin":"none"}]}"#
        );
        assert!(problem(guideline).starts_with("move 1 is not possible: "), "{}", problem(guideline));
    }
}
