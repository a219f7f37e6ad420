//! Games of reach that were recorded, for replay to take as if they had been played.

use std::path::{Path, PathBuf};

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::Action;
use tetreach_agents::train::{Advice, TrainError, Trajectory};
use thiserror::Error;

use super::demonstrations::played;
use crate::config::ReachReplayConfig;
use crate::game::{Board, Size};
use crate::recording::{RecordedGame, RecordedReach, RecordingError, RecordingProblem, read_recording};

/// Why recorded games cannot be shown.
#[derive(Debug, Error)]
pub enum RecordedWaysError {
    /// A file holds none, or damaged ones.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A game cannot be replayed.
    #[error(transparent)]
    Problem(#[from] RecordingProblem),
    /// They are of another board.
    #[error("{} has a game on {found}, but `board` is {expected}", path.display())]
    OtherSize {
        /// The file.
        path: PathBuf,
        /// The board of the game.
        found: Size,
        /// The board of the run.
        expected: Size,
    },
    /// They are of other games.
    #[error("{} has no game of reach in which a piece was placed", path.display())]
    NoWay {
        /// The file.
        path: PathBuf,
    },
}

/// Recorded games, each with its placements as advice, so that the learner can be told to find them better than all
/// others.
#[derive(Clone, Debug)]
pub struct RecordedWays {
    /// Share of the demonstrations that come from here.
    pub share: f64,
    ways: Vec<Trajectory<Board, Board>>,
}

impl RecordedWays {
    /// What the config asks for on boards of a size; nothing if that is no recorded games.
    pub fn new(config: &ReachReplayConfig, size: Size) -> Result<Option<Self>, TrainError> {
        if config.demonstrations * config.recorded == 0.0 {
            return Ok(None);
        }
        let files = config.demonstration_files.iter().map(Path::new);
        let found: Result<Vec<_>, _> = files.map(|path| read(path, size)).collect();
        let ways = found.map_err(TrainError::other)?.into_iter().flatten().collect();
        Ok(Some(Self { share: config.recorded, ways }))
    }

    /// One of the games, each with the same probability.
    pub fn draw(&self, rng: &mut Pcg64Mcg) -> Trajectory<Board, Board> {
        self.ways[rng.random_range(0..self.ways.len() as u64) as usize].clone()
    }
}

/// The games of reach of a file.
fn read(path: &Path, size: Size) -> Result<Vec<Trajectory<Board, Board>>, RecordedWaysError> {
    let games = read_recording(path)?.0.into_iter();
    let reach = games.filter_map(|game| match game {
        RecordedGame::Reach(game) if !game.moves.is_empty() => Some(game),
        _ => None,
    });
    let ways = reach.map(|game| {
        let found = game.target()?.size();
        if found == size {
            return way(&game);
        }
        Err(RecordedWaysError::OtherSize { path: path.into(), found, expected: size })
    });
    let ways: Vec<_> = ways.collect::<Result<_, _>>()?;
    if ways.is_empty() { Err(RecordedWaysError::NoWay { path: path.into() }) } else { Ok(ways) }
}

/// A game as a way to its target, or to the board where it was left.
fn way(game: &RecordedReach) -> Result<Trajectory<Board, Board>, RecordedWaysError> {
    let target = game.target()?;
    let actions = game.actions(target.width())?;
    let mut way = played(Board::empty(target.size()), target, actions.into_iter());
    way.goal = way.end();
    let shown = |(step, action): (usize, &Action)| Advice { step, policy: [(*action, 1.0)].into() };
    way.advice = way.actions.iter().enumerate().map(shown).collect();
    Ok(way)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn config(file: &Path) -> ReachReplayConfig {
        let demonstration_files = vec![file.to_string_lossy().into_owned()];
        ReachReplayConfig {
            demonstrations: 0.5,
            recorded: 0.5,
            demonstration_files,
            ..ReachReplayConfig::default()
        }
    }

    fn line(size: &str, column: u8, reached: bool) -> String {
        format!(
            concat!(
                r#"{{"game":"reach","name":"bar","size":"{}","target":"{}","reached":{},"#,
                r#""moves":[{{"piece":"I","rotation":0,"column":{}}}]}}"#,
                "\n"
            ),
            size, "####......", reached, column
        )
    }

    #[test]
    fn games_are_ways_to_what_they_built_and_their_placements_are_advised() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.jsonl");
        std::fs::write(&file, line("10x20", 0, true) + &line("10x20", 6, false)).unwrap();
        let shown = RecordedWays::new(&config(&file), Size::STANDARD).unwrap().unwrap();
        assert_eq!((shown.share, shown.ways.len()), (0.5, 2));
        for way in &shown.ways {
            assert!(way.is_sound() && way.end() == way.goal, "{way:?}");
            assert_eq!(way.advice, [Advice { step: 0, policy: [(way.actions[0], 1.0)].into() }]);
        }
        assert_eq!(shown.ways[1].goal, "......####".parse().unwrap(), "not the target, which was not built");
        assert!(shown.ways.contains(&shown.draw(&mut Pcg64Mcg::seed_from_u64(1))));
        let nothing = ReachReplayConfig { recorded: 0.0, ..config(&file) };
        assert!(RecordedWays::new(&nothing, Size::STANDARD).unwrap().is_none());
    }

    #[test]
    fn files_of_other_boards_and_other_games_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.jsonl");
        let refused = |text: &str| {
            std::fs::write(&file, text).unwrap();
            RecordedWays::new(&config(&file), Size::STANDARD).unwrap_err().to_string()
        };
        assert!(refused(&line("10x12", 0, true)).ends_with("has a game on 10x12, but `board` is 10x20"));
        let tetress = r#"{"game":"tetress","red":"a","blue":"b","winner":null,"moves":[]}"#;
        assert!(refused(tetress).ends_with("has no game of reach in which a piece was placed"));
        assert!(refused("0/0|o|t:0,0").contains("line 1: expected a recorded game as JSON"));
    }
}
